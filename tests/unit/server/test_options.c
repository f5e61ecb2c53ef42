#include "srv/options.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

extern char **environ;

// ---- what every flag is supposed to take -------------------------------------------------------

enum kind { TEXT, NUMBER, PORT, ACCESS, RANGES, EMPTY_ROOMS, SWITCH, SIMD };

static const struct row {
    const char *flag;
    const char *variable;
    enum kind kind;
    size_t offset;
    uint32_t min, max; // NUMBER, PORT
} rows[] = {
#define ROW(flag, variable, kind, field, min, max)                                                 \
    { "--" flag, "ROPEWALK_" variable, kind, offsetof(struct srv_options, field), min, max }
    ROW("listen", "LISTEN", TEXT, listen, 0, 0),
    ROW("port", "PORT", PORT, port, 0, 65535),
    ROW("public-url", "PUBLIC_URL", TEXT, public_url, 0, 0),
    ROW("allowed-hosts", "ALLOWED_HOSTS", TEXT, allowed_hosts, 0, 0),
    ROW("allowed-origins", "ALLOWED_ORIGINS", TEXT, allowed_origins, 0, 0),
    ROW("embed-origins", "EMBED_ORIGINS", TEXT, embed_origins, 0, 0),
    ROW("trusted-proxies", "TRUSTED_PROXIES", RANGES, trusted_proxies, 0, 0),
    ROW("tls-cert", "TLS_CERT", TEXT, tls_cert, 0, 0),
    ROW("tls-key", "TLS_KEY", TEXT, tls_key, 0, 0),
    ROW("www", "WWW", TEXT, www, 0, 0),
    ROW("data", "DATA", TEXT, data, 0, 0),
    ROW("workers", "WORKERS", NUMBER, workers, 0, 64),
    ROW("simd", "SIMD", SIMD, simd, 0, 0),
    ROW("create", "CREATE", ACCESS, create, 0, 0),
    ROW("metrics", "METRICS", ACCESS, metrics, 0, 0),
    ROW("empty-rooms", "EMPTY_ROOMS", EMPTY_ROOMS, empty_rooms, 0, 0),
    ROW("adaptive-rate", "ADAPTIVE_RATE", SWITCH, adaptive_rate, 0, 0),
    ROW("room-end-after", "ROOM_END_AFTER", NUMBER, room_end_after_min, 0, 10080),
    ROW("rooms-max", "ROOMS_MAX", NUMBER, rooms_max, 3, 10000),
    ROW("viewers-per-room-max", "VIEWERS_PER_ROOM_MAX", NUMBER, viewers_per_room_max, 1, 1000),
    ROW("viewers-max", "VIEWERS_MAX", NUMBER, viewers_max, 1, 20000),
    ROW("commands-per-s-max", "COMMANDS_PER_S_MAX", NUMBER, commands_per_s_max, 1, 10000),
    ROW("connections-per-address-max", "CONNECTIONS_PER_ADDRESS_MAX", NUMBER,
        connections_per_address_max, 1, 100000),
    ROW("handshakes-per-s-max", "HANDSHAKES_PER_S_MAX", NUMBER, handshakes_per_s_max, 1, 100000),
    ROW("guesses-per-minute-max", "GUESSES_PER_MINUTE_MAX", NUMBER, guesses_per_minute_max, 1,
        100000),
    ROW("viewer-queue-bytes-max", "VIEWER_QUEUE_BYTES_MAX", NUMBER, viewer_queue_bytes_max, 65536,
        268435456),
    ROW("send-buffer-bytes", "SEND_BUFFER_BYTES", NUMBER, send_buffer_bytes, 4096, 16777216),
    ROW("retry-after-s", "RETRY_AFTER_S", NUMBER, retry_after_s, 0, 3600),
    ROW("hands-per-seat-max", "HANDS_PER_SEAT_MAX", NUMBER, hands_per_seat_max, 1, 10),
#undef ROW
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

// ---- reading -----------------------------------------------------------------------------------

static struct srv_options options; // as read; the defaults if they were refused
static char answer[16384];
static char complaint[1024];

// Reads up to two arguments; NULL ends them.
static enum srv_options_result read_arguments(const char *first, const char *second) {
    char *argv[] = {(char *)"ropewalk", (char *)(uintptr_t)first, (char *)(uintptr_t)second, NULL};
    int argc = first == NULL ? 1 : second == NULL ? 2 : 3;
    memset(answer, 0, sizeof answer);
    memset(complaint, 0, sizeof complaint);
    FILE *answers = fmemopen(answer, sizeof answer, "w");
    FILE *complaints = fmemopen(complaint, sizeof complaint, "w");
    options = srv_options_default();
    enum srv_options_result result = srv_options_read(&options, argc, argv, answers, complaints);
    fclose(answers);
    fclose(complaints);
    return result;
}

static enum srv_options_result read_variable(const char *variable, const char *value) {
    setenv(variable, value, 1);
    enum srv_options_result result = read_arguments(NULL, NULL);
    unsetenv(variable);
    return result;
}

// Reads the value as a flag or as its twin in the environment.
static enum srv_options_result read_value(const struct row *row, bool flag, const char *value) {
    return flag ? read_arguments(row->flag, value) : read_variable(row->variable, value);
}

// The value, as text.
static const char *value_of(const struct row *row) {
    static const char *const access[] = {"key", "open", "off"};
    static const char *const empty_rooms[] = {"stop", "run"};
    const char *field = (const char *)&options + row->offset;
    struct text text = text_begin();
    uint32_t number;
    uint16_t port;
    switch (row->kind) {
    case TEXT:
    case RANGES:
        text_add(&text, "%s", field);
        break;
    case NUMBER:
        memcpy(&number, field, sizeof number);
        text_add(&text, "%u", number);
        break;
    case PORT:
        memcpy(&port, field, sizeof port);
        text_add(&text, "%u", port);
        break;
    case ACCESS:
        text_add(&text, "%s", access[*(const enum srv_access *)(const void *)field]);
        break;
    case EMPTY_ROOMS:
        text_add(&text, "%s", empty_rooms[*(const enum srv_empty_rooms *)(const void *)field]);
        break;
    case SIMD:
        text_add(&text, "%s", pbd_simd_name(*(const enum pbd_simd *)(const void *)field));
        break;
    case SWITCH:
        text_add(&text, "%s", *(const bool *)field ? "on" : "off");
        break;
    }
    return text_end(&text);
}

static const char *printed(uint64_t number) {
    struct text text = text_begin();
    text_add(&text, "%llu", (unsigned long long)number);
    return text_end(&text);
}

static const char *letters(size_t count) {
    struct text text = text_begin();
    for (size_t i = 0; i < count; i++) {
        text_add(&text, "x");
    }
    return text_end(&text);
}

// Two different values that the option takes.
static const char *good_value(const struct row *row, int which) {
    static const char *const words[] = {"open", "off"};
    static const char *const empty_rooms[] = {"stop", "run"};
    static const char *const ranges[] = {"10.0.0.0/8,::1", "192.0.2.7"};
    switch (row->kind) {
    case TEXT:
        return letters(which == 0 ? 1 : SRV_TEXT_BYTES - 1);
    case NUMBER:
    case PORT:
        return printed(which == 0 ? row->min : row->max);
    case ACCESS:
        return words[which];
    case RANGES:
        return ranges[which];
    case EMPTY_ROOMS:
        return empty_rooms[which];
    case SIMD:
        return which == 0 ? "scalar" : pbd_simd_name(pbd_simd_best());
    case SWITCH:
        return which == 0 ? "off" : "on";
    }
    return NULL;
}

static bool refuses(const struct row *row, bool flag, const char *value) {
    struct srv_options defaults = srv_options_default();
    return read_value(row, flag, value) == SRV_OPTIONS_WRONG &&
           memcmp(&options, &defaults, sizeof options) == 0;
}

// One sentence for people, that holds all the texts (NULL ends them).
static void check_complaint(const char *const texts[]) {
    size_t length = strlen(complaint);
    cr_assert_gt(length, 0);
    cr_expect_eq(strncmp(complaint, "ropewalk: ", 10), 0, "%s", complaint);
    cr_expect_eq(strchr(complaint, '\n'), complaint + length - 1, "one line: %s", complaint);
    for (; *texts != NULL; texts++) {
        cr_expect_not_null(strstr(complaint, *texts), "no %s in: %s", *texts, complaint);
    }
    cr_expect_str_eq(answer, "");
}

#define CHECK_COMPLAINT(...) check_complaint((const char *const[]){__VA_ARGS__, NULL})

static void forget_environment(void) {
    for (int i = 0; i < ROW_COUNT; i++) {
        unsetenv(rows[i].variable);
    }
}

TestSuite(options, .init = forget_environment);

// ---- values ------------------------------------------------------------------------------------

CleanTest(options, without_flags_are_the_defaults) {
    struct srv_options defaults = srv_options_default();
    cr_assert_eq(read_arguments(NULL, NULL), SRV_OPTIONS_RUN);
    cr_expect_eq(memcmp(&options, &defaults, sizeof options), 0);
    cr_expect_eq(options.port, 8080);
    cr_expect_eq(options.create, SRV_BY_KEY);
    cr_expect_eq(options.metrics, SRV_BY_KEY);
    cr_expect_eq(options.empty_rooms, SRV_EMPTY_ROOMS_STOP);
    cr_expect(options.adaptive_rate);
    cr_expect_eq(options.room_end_after_min, 180);
}

CleanTest(options, defaults_are_within_their_ranges) {
    options = srv_options_default();
    for (int i = 0; i < ROW_COUNT; i++) {
        if (rows[i].kind == NUMBER || rows[i].kind == PORT) {
            uint32_t value = (uint32_t)strtoul(value_of(&rows[i]), NULL, 10);
            cr_expect(value >= rows[i].min && value <= rows[i].max, "%s", rows[i].flag);
        }
    }
}

CleanTest(options, every_flag_and_its_twin_take_what_they_may) {
    for (int i = 0; i < ROW_COUNT; i++) {
        for (int which = 0; which < 2; which++) {
            for (int flag = 0; flag < 2; flag++) {
                const char *value = good_value(&rows[i], which);
                cr_expect_eq(read_value(&rows[i], flag, value), SRV_OPTIONS_RUN, "%s: %s",
                             rows[i].flag, complaint);
                cr_expect_str_eq(value_of(&rows[i]), value, "%s", rows[i].flag);
                cr_expect_str_eq(complaint, "");
            }
        }
    }
}

CleanTest(options, a_flag_changes_nothing_else) {
    for (int i = 0; i < ROW_COUNT; i++) {
        cr_assert_eq(read_arguments(rows[i].flag, good_value(&rows[i], 1)), SRV_OPTIONS_RUN);
        struct srv_options changed = options;
        for (int k = 0; k < ROW_COUNT; k++) {
            options = changed;
            const char *here = value_of(&rows[k]);
            options = srv_options_default();
            cr_expect(k == i || strcmp(here, value_of(&rows[k])) == 0, "%s changes %s",
                      rows[i].flag, rows[k].flag);
        }
    }
}

CleanTest(options, a_flag_wins_over_its_twin) {
    for (int i = 0; i < ROW_COUNT; i++) {
        setenv(rows[i].variable, good_value(&rows[i], 0), 1);
        cr_expect_eq(read_arguments(rows[i].flag, good_value(&rows[i], 1)), SRV_OPTIONS_RUN);
        cr_expect_str_eq(value_of(&rows[i]), good_value(&rows[i], 1), "%s", rows[i].flag);
        unsetenv(rows[i].variable);
    }
}

CleanTest(options, a_value_may_stand_behind_an_equals_sign) {
    cr_expect_eq(read_arguments("--port=99", NULL), SRV_OPTIONS_RUN);
    cr_expect_eq(options.port, 99);
}

CleanTest(options, who_may_create_rooms_and_read_metrics_are_three_words) {
    static const char *const words[] = {"key", "open", "off"};
    static const enum srv_access meant[] = {SRV_BY_KEY, SRV_OPEN, SRV_OFF};
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(read_arguments("--create", words[i]), SRV_OPTIONS_RUN);
        cr_expect_eq(options.create, meant[i]);
        cr_expect_eq(read_arguments("--metrics", words[i]), SRV_OPTIONS_RUN);
        cr_expect_eq(options.metrics, meant[i]);
    }
}

// ---- complaints --------------------------------------------------------------------------------

CleanTest(options, a_number_out_of_range_is_refused_with_the_range) {
    static const char *const bad[] = {"",     "x",   "1.5", "7x",
                                      "0x10", "1e3", "-1",  "99999999999999999999"};
    for (int i = 0; i < ROW_COUNT; i++) {
        const struct row *row = &rows[i];
        if (row->kind != NUMBER && row->kind != PORT) {
            continue;
        }
        for (int flag = 0; flag < 2; flag++) {
            const char *name = flag ? row->flag : row->variable;
            cr_expect(refuses(row, flag, printed((uint64_t)row->max + 1)), "%s", name);
            CHECK_COMPLAINT(name, printed(row->min), printed(row->max),
                            printed((uint64_t)row->max + 1));
            if (row->min > 0) {
                cr_expect(refuses(row, flag, printed(row->min - 1)), "%s", name);
                CHECK_COMPLAINT(name, printed(row->min), printed(row->max));
            }
            for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
                cr_expect(refuses(row, flag, bad[k]), "%s %s", name, bad[k]);
                CHECK_COMPLAINT(name, printed(row->min), printed(row->max), bad[k]);
            }
        }
    }
}

CleanTest(options, a_text_that_is_too_long_is_refused_with_the_limit) {
    for (int i = 0; i < ROW_COUNT; i++) {
        for (int flag = 0; rows[i].kind == TEXT && flag < 2; flag++) {
            cr_expect(refuses(&rows[i], flag, letters(SRV_TEXT_BYTES)), "%s", rows[i].flag);
            CHECK_COMPLAINT(flag ? rows[i].flag : rows[i].variable, "255");
        }
    }
}

CleanTest(options, another_word_is_refused_with_the_three_that_exist) {
    static const char *const bad[] = {"", "Open", "everyone", "0"};
    for (int i = 0; i < ROW_COUNT; i++) {
        for (size_t k = 0; rows[i].kind == ACCESS && k < sizeof bad / sizeof bad[0]; k++) {
            for (int flag = 0; flag < 2; flag++) {
                cr_expect(refuses(&rows[i], flag, bad[k]), "%s %s", rows[i].flag, bad[k]);
                CHECK_COMPLAINT(flag ? rows[i].flag : rows[i].variable, "open", "key", "off",
                                bad[k]);
            }
        }
    }
}

CleanTest(options, vectors_are_those_that_there_are_and_this_processor_has) {
    cr_expect_eq(read_arguments("--simd", "auto"), SRV_OPTIONS_RUN);
    cr_expect_eq(options.simd, pbd_simd_best());
    cr_expect_eq(read_arguments("--simd", "mmx"), SRV_OPTIONS_WRONG);
    CHECK_COMPLAINT("--simd", "auto", "scalar", "sse2", "neon", "avx2", "avx512", "mmx");
    for (int simd = 0; simd < PBD_SIMD_COUNT; simd++) {
        const char *name = pbd_simd_name((enum pbd_simd)simd);
        if (!pbd_simd_is_available((enum pbd_simd)simd)) {
            cr_expect_eq(read_arguments("--simd", name), SRV_OPTIONS_WRONG);
            CHECK_COMPLAINT("--simd", name, "this processor");
        }
    }
}

CleanTest(options, what_empty_rooms_cannot_do_is_refused_with_what_they_can) {
    static const char *const bad[] = {"", "Run", "stopped", "1"};
    for (int i = 0; i < ROW_COUNT; i++) {
        for (size_t k = 0; rows[i].kind == EMPTY_ROOMS && k < sizeof bad / sizeof bad[0]; k++) {
            for (int flag = 0; flag < 2; flag++) {
                cr_expect(refuses(&rows[i], flag, bad[k]), "%s %s", rows[i].flag, bad[k]);
                CHECK_COMPLAINT(flag ? rows[i].flag : rows[i].variable, "stop", "run", bad[k]);
            }
        }
    }
}

CleanTest(options, what_is_neither_on_nor_off_is_refused) {
    static const char *const bad[] = {"", "On", "true", "1"};
    for (int i = 0; i < ROW_COUNT; i++) {
        for (size_t k = 0; rows[i].kind == SWITCH && k < sizeof bad / sizeof bad[0]; k++) {
            for (int flag = 0; flag < 2; flag++) {
                cr_expect(refuses(&rows[i], flag, bad[k]), "%s %s", rows[i].flag, bad[k]);
                CHECK_COMPLAINT(flag ? rows[i].flag : rows[i].variable, "on", "off", bad[k]);
            }
        }
    }
}

CleanTest(options, what_is_no_address_range_is_refused_with_an_example) {
    static const char *const bad[] = {"here", "10.0.0.0/33", "10.0.0.1,,"};
    for (int i = 0; i < ROW_COUNT; i++) {
        for (size_t k = 0; rows[i].kind == RANGES && k < sizeof bad / sizeof bad[0]; k++) {
            for (int flag = 0; flag < 2; flag++) {
                cr_expect(refuses(&rows[i], flag, bad[k]), "%s %s", rows[i].flag, bad[k]);
                CHECK_COMPLAINT(flag ? rows[i].flag : rows[i].variable, "10.0.0.0/8", bad[k]);
            }
        }
    }
}

CleanTest(options, a_flag_without_its_value_is_refused_by_name) {
    for (int i = 0; i < ROW_COUNT; i++) {
        cr_expect_eq(read_arguments(rows[i].flag, NULL), SRV_OPTIONS_WRONG);
        CHECK_COMPLAINT(rows[i].flag, "needs a value", "--help");
    }
}

CleanTest(options, an_unknown_flag_is_refused_by_name) {
    cr_expect_eq(read_arguments("--prot", "80"), SRV_OPTIONS_WRONG);
    CHECK_COMPLAINT("unknown flag", "'--prot'", "--help");
    cr_expect_eq(read_arguments("--port", "-x"), SRV_OPTIONS_WRONG);
    CHECK_COMPLAINT("--port", "'-x'");
}

CleanTest(options, letters_are_refused_as_they_were_typed) {
    cr_expect_eq(read_arguments("-p", "80"), SRV_OPTIONS_WRONG);
    CHECK_COMPLAINT("unknown flag", "'-p'");
}

CleanTest(options, a_group_of_letters_is_refused_as_it_was_typed) {
    cr_expect_eq(read_arguments("-port", "80"), SRV_OPTIONS_WRONG);
    CHECK_COMPLAINT("unknown flag", "'-port'");
}

CleanTest(options, an_extra_argument_is_refused_by_name) {
    cr_expect_eq(read_arguments("serve", NULL), SRV_OPTIONS_WRONG);
    CHECK_COMPLAINT("unexpected", "'serve'", "--help");
    cr_expect_eq(read_arguments("--port=1", "serve"), SRV_OPTIONS_WRONG);
    CHECK_COMPLAINT("unexpected", "'serve'");
    cr_expect_eq(read_arguments("serve", "--prot"), SRV_OPTIONS_WRONG);
    CHECK_COMPLAINT("unexpected", "'serve'");
}

CleanTest(options, one_complaint_is_enough) {
    setenv("ROPEWALK_PORT", "x", 1);
    cr_expect_eq(read_arguments("--workers", "x"), SRV_OPTIONS_WRONG);
    CHECK_COMPLAINT("ROPEWALK_PORT");
    unsetenv("ROPEWALK_PORT");
}

// ---- answers -----------------------------------------------------------------------------------

CleanTest(options, help_lists_every_flag_with_its_twin) {
    cr_assert_eq(read_arguments("--help", NULL), SRV_OPTIONS_EXIT);
    for (int i = 0; i < ROW_COUNT; i++) {
        const char *flag = strstr(answer, rows[i].flag);
        cr_assert_not_null(flag, "%s", rows[i].flag);
        const char *twin = strstr(flag, "ROPEWALK_");
        cr_assert_not_null(twin);
        cr_expect_eq(strncmp(twin, rows[i].variable, strlen(rows[i].variable)), 0, "%s",
                     rows[i].flag);
    }
    cr_expect_not_null(strstr(answer, "--help "));
    cr_expect_not_null(strstr(answer, "--version "));
    cr_expect_str_eq(complaint, "");
}

CleanTest(options, help_lists_no_flag_that_is_not_tested_here) {
    uint32_t flags = 0;
    cr_assert_eq(read_arguments("--help", NULL), SRV_OPTIONS_EXIT);
    for (const char *at = answer; (at = strstr(at, "\n  --")) != NULL; at++) {
        flags++;
    }
    cr_expect_eq(flags, ROW_COUNT + 2);
}

CleanTest(options, version_is_one_line) {
    cr_assert_eq(read_arguments("--version", NULL), SRV_OPTIONS_EXIT);
    cr_expect_eq(strncmp(answer, "ropewalk ", 9), 0);
    cr_expect_eq(strchr(answer, '\n'), answer + strlen(answer) - 1);
}

CleanTest(options, help_answers_even_after_other_flags) {
    cr_expect_eq(read_arguments("--port=1", "--help"), SRV_OPTIONS_EXIT);
    struct srv_options defaults = srv_options_default();
    cr_expect_eq(memcmp(&options, &defaults, sizeof options), 0);
}

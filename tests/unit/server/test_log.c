#include "log.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support.h"

// The linker gives us the log's calls of clock_gettime().
int __real_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);

static struct timespec clock_shows; // zero: the real time

int __wrap_clock_gettime(clockid_t clock, struct timespec *now) {
    if (clock_shows.tv_sec == 0) {
        return __real_clock_gettime(clock, now);
    }
    *now = clock_shows;
    return 0;
}

static char written[65536];

static struct log log_to_memory(enum log_level lowest) {
    FILE *out = fmemopen(written, sizeof written, "w");
    cr_assert_not_null(out);
    return (struct log){.out = out, .lowest = lowest};
}

// The only line, parsed; to be deleted.
static cJSON *only_line(struct log *log) {
    fclose(log->out);
    char *end = strchr(written, '\n');
    cr_assert(end != NULL && end[1] == '\0', "one line, and it ends");
    cJSON *line = cJSON_ParseWithOpts(written, NULL, true);
    cr_assert_not_null(line);
    return line;
}

static const char *text_at(const cJSON *line, const char *name) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, name));
}

CleanTest(log, writes_one_json_object_a_line) {
    struct log log = log_to_memory(LOG_INFO);
    LOG(&log, LOG_WARNING, "it_rains", LOG_NUMBER("drops", 12), LOG_TEXT("where", "outside"));
    cJSON *line = only_line(&log);
    cr_expect_str_eq(text_at(line, "level"), "warning");
    cr_expect_str_eq(text_at(line, "event"), "it_rains");
    cr_expect_str_eq(text_at(line, "where"), "outside");
    cr_expect_eq(cJSON_GetNumberValue(cJSON_GetObjectItem(line, "drops")), 12);
    cr_expect_eq(cJSON_GetArraySize(line), 5, "and the time, nothing else");
    cJSON_Delete(line);
}

CleanTest(log, says_when_in_utc_with_milliseconds) {
    setenv("TZ", "Asia/Tokyo", 1);
    tzset();
    struct log log = log_to_memory(LOG_INFO);
    clock_shows = (struct timespec){.tv_sec = 1767323045, .tv_nsec = 6999999};
    LOG(&log, LOG_INFO, "now", LOG_NUMBER("n", 0));
    cJSON *line = only_line(&log);
    cr_expect_str_eq(text_at(line, "time"), "2026-01-02T03:04:05.006Z");
    cJSON_Delete(line);
}

CleanTest(log, names_its_levels) {
    static const char *const names[] = {"info", "warning", "error"};
    for (int level = LOG_INFO; level <= LOG_ERROR; level++) {
        struct log log = log_to_memory(LOG_INFO);
        LOG(&log, (enum log_level)level, "event", LOG_NUMBER("n", 0));
        cJSON *line = only_line(&log);
        cr_expect_str_eq(text_at(line, "level"), names[level]);
        cJSON_Delete(line);
    }
}

CleanTest(log, escapes_whatever_a_text_holds) {
    static const char text[] = "\"quotes\", back\\slash,\nnew line,\ttab, \x01 and é";
    struct log log = log_to_memory(LOG_INFO);
    LOG(&log, LOG_INFO, "odd", LOG_TEXT("text", text));
    cJSON *line = only_line(&log);
    cr_expect_str_eq(text_at(line, "text"), text);
    cJSON_Delete(line);
}

CleanTest(log, stays_valid_when_a_number_is_none) {
    struct log log = log_to_memory(LOG_INFO);
    LOG(&log, LOG_INFO, "odd", LOG_NUMBER("nan", NAN), LOG_NUMBER("infinity", INFINITY));
    cJSON *line = only_line(&log);
    cr_expect(cJSON_IsNull(cJSON_GetObjectItem(line, "nan")));
    cJSON_Delete(line);
}

CleanTest(log, writes_nothing_below_its_lowest_level) {
    struct log log = log_to_memory(LOG_WARNING);
    LOG(&log, LOG_INFO, "chatter", LOG_NUMBER("n", 0));
    LOG(&log, LOG_WARNING, "trouble", LOG_NUMBER("n", 0));
    cJSON *line = only_line(&log);
    cr_expect_str_eq(text_at(line, "event"), "trouble");
    cJSON_Delete(line);
}

CleanTest(log, a_line_is_out_when_the_call_returns) {
    struct log log = log_to_memory(LOG_INFO);
    LOG(&log, LOG_INFO, "crash_follows", LOG_NUMBER("n", 0));
    cr_expect_not_null(strchr(written, '\n'));
    fclose(log.out);
}

enum { THREADS = 4, LINES = 100 };

static void *write_lines(void *argument) {
    for (int i = 0; i < LINES; i++) {
        LOG(argument, LOG_INFO, "line", LOG_NUMBER("n", i), LOG_TEXT("text", "some words"));
    }
    return NULL;
}

CleanTest(log, lines_of_many_threads_do_not_mix) {
    struct log log = log_to_memory(LOG_INFO);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        cr_assert_eq(pthread_create(&threads[i], NULL, write_lines, &log), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    fclose(log.out);
    uint32_t count = 0;
    for (char *line = strtok(written, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        cJSON *json = cJSON_ParseWithOpts(line, NULL, true);
        must(json != NULL);
        cJSON_Delete(json);
        count++;
    }
    cr_expect_eq(count, THREADS * LINES);
}

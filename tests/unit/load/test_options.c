#include "options.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static struct options options;
static char complaint[1024];

static enum options_result read_line(const char *line) {
    static char copy[1024];
    char *words[32] = {(char *)"ropewalk-load"};
    int count = 1;
    strcpy(copy, line);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        words[count++] = word;
    }
    memset(complaint, 0, sizeof complaint);
    FILE *answers = fopen("/dev/null", "w");
    FILE *complaints = fmemopen(complaint, sizeof complaint - 1, "w");
    options = options_default();
    enum options_result result = options_read(&options, count, words, answers, complaints);
    fclose(answers);
    fclose(complaints);
    return result;
}

Test(options, has_defaults) {
    cr_expect_eq(read_line(""), OPTIONS_RUN);
    cr_expect_str_eq(options.host, "127.0.0.1");
    cr_expect_eq(options.room_count, 1);
    cr_expect_str_eq(options.rooms[0], "ROPE");
    cr_expect_str_eq(options.encoding, "f32");
}

Test(options, takes_a_url_apart) {
    static const struct {
        const char *line, *host, *path;
        uint16_t port;
    } rows[] = {
        {"--url ws://localhost:9000/ws", "localhost", "/ws", 9000},
        {"--url ws://school.example", "school.example", "/ws", 80},
        {"--url ws://10.0.0.7/other/ws", "10.0.0.7", "/other/ws", 80},
        {"--url ws://[::1]:8080/ws", "::1", "/ws", 8080},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_assert_eq(read_line(rows[i].line), OPTIONS_RUN, "%s", rows[i].line);
        cr_expect_str_eq(options.host, rows[i].host);
        cr_expect_str_eq(options.path, rows[i].path);
        cr_expect_eq(options.port, rows[i].port);
    }
}

Test(options, refuses_with_a_sentence) {
    static const char *const lines[] = {
        "--url http://localhost/",
        "--url ws://",
        "--url ws://host:0/",
        "--url ws://host:99999/",
        "--url ws://host:1234567890/ws",
        "--viewers 0",
        "--viewers 20001",
        "--viewers ten",
        "--rate 25",
        "--seconds 3601",
        "--encoding a-name-of-more-than-thirty-two-bytes",
        "--room ABCDEFGHIJKLMNOPQ",
        "--viewers 10 --hands 5 --stalled 4 --storm 2",
        "--viewers",
        "--nothing",
        "word",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        cr_expect_eq(read_line(lines[i]), OPTIONS_WRONG, "%s", lines[i]);
        cr_expect_eq(strncmp(complaint, "ropewalk-load: ", 15), 0, "%s: %s", lines[i], complaint);
        cr_expect_eq(options.viewers, 100, "unchanged");
    }
}

Test(options, collects_rooms) {
    cr_expect_eq(read_line("--room CHAIN --room CLOTH --allow-remote"), OPTIONS_RUN);
    cr_expect_eq(options.room_count, 2);
    cr_expect_str_eq(options.rooms[1], "CLOTH");
    cr_expect(options.allow_remote);
}

Test(options, answers_a_call_for_help) {
    cr_expect_eq(read_line("--help"), OPTIONS_EXIT);
}

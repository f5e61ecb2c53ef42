#include "metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

// libc made the text, so that it is not among the blocks that CleanTest counts: plain Tests.
static char *text_of(struct metrics *metrics, const struct metrics_gauges *gauges) {
    char *text = metrics_text(metrics, gauges);
    cr_assert_not_null(text);
    return text;
}

// Whether the text has this whole line.
static bool has_line(const char *text, const char *line) {
    size_t length = strlen(line);
    for (const char *at = text; (at = strstr(at, line)) != NULL; at++) {
        if ((at == text || at[-1] == '\n') && at[length] == '\n') {
            return true;
        }
    }
    return false;
}

Test(metrics, every_counter_has_help_type_and_value) {
    static const char *const names[] = {
#define X(id, name, help) name,
        METRICS_COUNTERS(X)
#undef X
    };
    struct metrics metrics;
    metrics_init(&metrics);
    for (int i = 0; i < METRICS_COUNTER_COUNT; i++) {
        metrics_add(&metrics, (enum metrics_counter)i, 100);
        metrics_add(&metrics, (enum metrics_counter)i, (uint64_t)i);
    }
    char *text = text_of(&metrics, &(struct metrics_gauges){0});
    for (int i = 0; i < METRICS_COUNTER_COUNT; i++) {
        char line[128];
        snprintf(line, sizeof line, "ropewalk_%s %d", names[i], 100 + i);
        cr_expect(has_line(text, line), "%s", line);
        snprintf(line, sizeof line, "# TYPE ropewalk_%s counter", names[i]);
        cr_expect(has_line(text, line), "%s", line);
        snprintf(line, sizeof line, "# HELP ropewalk_%s ", names[i]);
        cr_expect_not_null(strstr(text, line), "%s", line);
    }
    free(text);
}

Test(metrics, every_refusal_is_counted_under_its_code) {
    struct metrics metrics;
    metrics_init(&metrics);
    for (int code = 1; code < WIRE_CODE_COUNT; code++) {
        for (int i = 0; i < code; i++) {
            metrics_refused(&metrics, (enum wire_code)code);
        }
    }
    char *text = text_of(&metrics, &(struct metrics_gauges){0});
    for (int code = 1; code < WIRE_CODE_COUNT; code++) {
        char line[128];
        snprintf(line, sizeof line, "ropewalk_refusals_total{code=\"%s\"} %d",
                 wire_code_name((enum wire_code)code), code);
        cr_expect(has_line(text, line), "%s", line);
    }
    free(text);
}

Test(metrics, lateness_is_a_histogram_whose_buckets_add_up) {
    struct metrics metrics;
    metrics_init(&metrics);
    metrics_late(&metrics, 0);
    metrics_late(&metrics, 500000);     // just within 0.5 ms
    metrics_late(&metrics, 501000);     // beyond it
    metrics_late(&metrics, 7000000);    // within 10 ms
    metrics_late(&metrics, 3000000000); // later than all
    char *text = text_of(&metrics, &(struct metrics_gauges){0});
    static const char *const lines[] = {
        "# TYPE ropewalk_tick_lateness_seconds histogram",
        "ropewalk_tick_lateness_seconds_bucket{le=\"0.0005\"} 2",
        "ropewalk_tick_lateness_seconds_bucket{le=\"0.001\"} 3",
        "ropewalk_tick_lateness_seconds_bucket{le=\"0.005\"} 3",
        "ropewalk_tick_lateness_seconds_bucket{le=\"0.01\"} 4",
        "ropewalk_tick_lateness_seconds_bucket{le=\"0.5\"} 4",
        "ropewalk_tick_lateness_seconds_bucket{le=\"+Inf\"} 5",
        "ropewalk_tick_lateness_seconds_count 5",
        "ropewalk_tick_lateness_seconds_sum 3.008",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        cr_expect(has_line(text, lines[i]), "%s", lines[i]);
    }
    free(text);
}

Test(metrics, gauges_show_what_is_there_now) {
    struct metrics metrics;
    metrics_init(&metrics);
    char *text = text_of(&metrics, &(struct metrics_gauges){.rooms = 1,
                                                            .viewers = 2,
                                                            .workers = 3,
                                                            .inbox_mail = 4,
                                                            .outbox_mail = 5,
                                                            .rooms_still = 7,
                                                            .viewers_lowered = 8,
                                                            .memory_bytes = 6000000000});
    static const char *const lines[] = {"ropewalk_rooms 1",
                                        "ropewalk_viewers 2",
                                        "ropewalk_workers 3",
                                        "ropewalk_inbox_mail 4",
                                        "ropewalk_outbox_mail 5",
                                        "ropewalk_memory_bytes 6000000000",
                                        "ropewalk_rooms_still 7",
                                        "ropewalk_viewers_lowered 8",
                                        "# TYPE ropewalk_rooms gauge",
                                        "# TYPE ropewalk_rooms_still gauge"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        cr_expect(has_line(text, lines[i]), "%s", lines[i]);
    }
    free(text);
}

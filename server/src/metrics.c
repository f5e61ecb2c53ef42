#include "metrics.h"

#include <stdio.h>
#include <stdlib.h>

static const struct {
    const char *name;
    const char *help;
} counter_rows[METRICS_COUNTER_COUNT] = {
#define X(id, name, help) {name, help},
    METRICS_COUNTERS(X)
#undef X
};

static const uint64_t lateness_limits_us[METRICS_LATENESS_BUCKETS] = {
    500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 500000};

void metrics_init(struct metrics *metrics) {
    for (int i = 0; i < METRICS_COUNTER_COUNT; i++) {
        atomic_init(&metrics->counters[i], 0);
    }
    for (int i = 0; i < WIRE_CODE_COUNT; i++) {
        atomic_init(&metrics->refusals[i], 0);
    }
    for (int i = 0; i <= METRICS_LATENESS_BUCKETS; i++) {
        atomic_init(&metrics->lateness[i], 0);
    }
    atomic_init(&metrics->lateness_sum_us, 0);
}

static void add(atomic_ullong *counter, uint64_t amount) {
    atomic_fetch_add_explicit(counter, amount, memory_order_relaxed);
}

static unsigned long long read(atomic_ullong *counter) {
    return atomic_load_explicit(counter, memory_order_relaxed);
}

void metrics_add(struct metrics *metrics, enum metrics_counter counter, uint64_t amount) {
    add(&metrics->counters[counter], amount);
}

void metrics_refused(struct metrics *metrics, enum wire_code code) {
    add(&metrics->refusals[code], 1);
}

void metrics_late(struct metrics *metrics, uint64_t late_ns) {
    uint64_t late_us = late_ns / 1000;
    int bucket = 0;
    while (bucket < METRICS_LATENESS_BUCKETS && late_us > lateness_limits_us[bucket]) {
        bucket++;
    }
    add(&metrics->lateness[bucket], 1);
    add(&metrics->lateness_sum_us, late_us);
}

static void print_head(FILE *out, const char *name, const char *type, const char *help) {
    fprintf(out, "# HELP ropewalk_%s %s.\n# TYPE ropewalk_%s %s\n", name, help, name, type);
}

static void print_gauge(FILE *out, const char *name, const char *help, unsigned long long value) {
    print_head(out, name, "gauge", help);
    fprintf(out, "ropewalk_%s %llu\n", name, value);
}

static void print_refusals(FILE *out, struct metrics *metrics) {
    print_head(out, "refusals_total", "counter", "Refusals by reason");
    for (int i = WIRE_OK + 1; i < WIRE_CODE_COUNT; i++) {
        fprintf(out, "ropewalk_refusals_total{code=\"%s\"} %llu\n",
                wire_code_name((enum wire_code)i), read(&metrics->refusals[i]));
    }
}

static void print_lateness(FILE *out, struct metrics *metrics) {
    unsigned long long count = 0;
    print_head(out, "tick_lateness_seconds", "histogram",
               "How late the steps of a room were begun");
    for (int i = 0; i < METRICS_LATENESS_BUCKETS; i++) {
        count += read(&metrics->lateness[i]);
        fprintf(out, "ropewalk_tick_lateness_seconds_bucket{le=\"%g\"} %llu\n",
                (double)lateness_limits_us[i] / 1e6, count);
    }
    count += read(&metrics->lateness[METRICS_LATENESS_BUCKETS]);
    fprintf(out,
            "ropewalk_tick_lateness_seconds_bucket{le=\"+Inf\"} %llu\n"
            "ropewalk_tick_lateness_seconds_sum %g\nropewalk_tick_lateness_seconds_count %llu\n",
            count, (double)read(&metrics->lateness_sum_us) / 1e6, count);
}

char *metrics_text(struct metrics *metrics, const struct metrics_gauges *gauges) {
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    if (out == NULL) {
        return NULL;
    }
    for (int i = 0; i < METRICS_COUNTER_COUNT; i++) {
        print_head(out, counter_rows[i].name, "counter", counter_rows[i].help);
        fprintf(out, "ropewalk_%s %llu\n", counter_rows[i].name, read(&metrics->counters[i]));
    }
    print_refusals(out, metrics);
    print_lateness(out, metrics);
    print_head(out, "simd_info", "gauge", "Vectors that rooms are stepped with");
    fprintf(out, "ropewalk_simd_info{simd=\"%s\"} 1\n", pbd_simd_name(gauges->simd));
    print_gauge(out, "rooms", "Rooms", gauges->rooms);
    print_gauge(out, "rooms_still", "Rooms that stand still because nobody is there",
                gauges->rooms_still);
    print_gauge(out, "viewers", "Connected viewers", gauges->viewers);
    print_gauge(out, "viewers_lowered", "Viewers that are sent fewer frames because they lag",
                gauges->viewers_lowered);
    print_gauge(out, "workers", "Threads that step rooms", gauges->workers);
    print_gauge(out, "inbox_mail", "Mail waiting for workers", gauges->inbox_mail);
    print_gauge(out, "outbox_mail", "Mail waiting for the I/O thread", gauges->outbox_mail);
    print_gauge(out, "memory_bytes", "Resident memory", gauges->memory_bytes);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

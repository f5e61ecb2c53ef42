#include "report.h"

#include <inttypes.h>

struct figures {
    double ticks_expected, delivered; // delivered: a share
    double messages_per_s, bytes_per_s;
    double generator; // cores that this process used
    double server;    // … and that the server used
    double server_main_thread;
};

static double per(double amount, double by) {
    return by > 0.0 ? amount / by : 0.0;
}

static struct figures figures_of(const struct fleet *fleet) {
    const struct tally *tally = &fleet->run->tally;
    double expected = fleet->measured_s * fleet->run->options->rate_hz * fleet->readers;
    return (struct figures){
        .ticks_expected = expected,
        .delivered = per((double)tally->ticks, expected),
        .messages_per_s = per((double)tally->messages, fleet->measured_s),
        .bytes_per_s = per((double)tally->bytes, fleet->measured_s),
        .generator = per(fleet->cpu_s, fleet->measured_s),
        .server = per(fleet->server_cpu_s, fleet->measured_s),
        .server_main_thread = per(fleet->server_main_thread_cpu_s, fleet->measured_s),
    };
}

// ---- for people --------------------------------------------------------------------------------

static void print_times(FILE *out, const char *name, const struct histogram *times) {
    if (times->count > 0) {
        fprintf(out, "  %-12s p50 %.2f, p99 %.2f, p99.9 %.2f, max %.2f ms\n", name,
                histogram_quantile_ms(times, 0.5), histogram_quantile_ms(times, 0.99),
                histogram_quantile_ms(times, 0.999), histogram_max_ms(times));
    }
}

static void print_connections(FILE *out, const struct tally *tally) {
    fprintf(out,
            "  %-12s %" PRIu64 " opened, %" PRIu64 " failed, %" PRIu64 " came again (%" PRIu64
            " got their seat, %" PRIu64 " did not), %" PRIu64 " ghosts closed\n",
            "connections", tally->connections, tally->connections_failed, tally->reconnections,
            tally->resumed, tally->resumed_amiss, tally->ghosts);
    for (int i = 0; i < TALLY_CLOSE_CODES_MAX && tally->closes[i].count > 0; i++) {
        fprintf(out, "  %-12s %u: %" PRIu64 "\n", "ended with", (unsigned)tally->closes[i].code,
                tally->closes[i].count);
    }
    for (int i = 0; i < WIRE_CODE_COUNT; i++) {
        if (tally->refusals[i] > 0) {
            fprintf(out, "  %-12s %s: %" PRIu64 "\n", "refused",
                    i == WIRE_OK ? "unknown code" : wire_code_name((enum wire_code)i),
                    tally->refusals[i]);
        }
    }
}

static void print_server(FILE *out, const struct fleet *fleet, const struct figures *f) {
    if (fleet->watched) {
        fprintf(out,
                "  %-12s %.0f %% of a core, %.0f µs for each viewer and second; %.1f MB resident, "
                "%" PRIu64 " descriptors\n",
                "the server", 100.0 * f->server, 1e6 * f->server / fleet->run->options->viewers,
                (double)fleet->server.resident_kb / 1024.0, fleet->server.descriptors);
    }
}

static void print_violations(FILE *out, const struct violations *violations) {
    if (violations_total(violations) == 0) {
        fprintf(out, "  %-12s none\n", "violations");
        return;
    }
    for (int i = 0; i < VIOLATION_COUNT; i++) {
        if (violations->counts[i] > 0) {
            fprintf(out, "  %-12s %s: %" PRIu64 " (%s)\n", "VIOLATION",
                    violation_name((enum violation)i), violations->counts[i],
                    violation_text((enum violation)i));
        }
    }
}

void report_table(FILE *out, const struct fleet *fleet) {
    const struct options *options = fleet->run->options;
    const struct tally *tally = &fleet->run->tally;
    struct figures f = figures_of(fleet);
    fprintf(out, "%" PRIu32 " viewers at %" PRIu32 "/s in %" PRIu32 " room(s), measured %.1f s\n",
            options->viewers, options->rate_hz, options->room_count, fleet->measured_s);
    fprintf(out,
            "  %-12s %" PRIu32 " joined; of %" PRIu32 " who read all the time %" PRIu32 " stayed\n",
            "viewers", fleet->joined, fleet->readers, fleet->held);
    fprintf(out, "  %-12s %.3f %%: %" PRIu64 " ticks of %.0f, %" PRIu64 " seen to be skipped\n",
            "delivered", 100.0 * f.delivered, tally->ticks, f.ticks_expected, tally->skipped);
    print_times(out, "latency", &tally->latency);
    print_times(out, "round trip", &tally->round_trip);
    print_times(out, "answers", &tally->answer);
    fprintf(out, "  %-12s %.0f messages/s, %.2f MB/s\n", "received", f.messages_per_s,
            f.bytes_per_s / 1e6);
    print_connections(out, tally);
    print_server(out, fleet, &f);
    fprintf(out, "  %-12s %.0f %% of a core, its timer p99 %.2f ms late%s\n", "this program",
            100.0 * f.generator, histogram_quantile_ms(&fleet->lag, 0.99),
            f.generator > 0.85 ? ": near its limit, so the times above are partly its own" : "");
    fprintf(out, "  %-12s %.3f ms ahead by the quickest pong (%.3f ms), %.3f subtracted\n", "clock",
            fleet->run->clock.offset_ms, fleet->run->clock.round_trip_ms, fleet->run->offset_ms);
    print_violations(out, &tally->violations);
}

// ---- for programs ------------------------------------------------------------------------------

static void put_count(FILE *out, const char *name, uint64_t count) {
    fprintf(out, "  \"%s\": %" PRIu64 ",\n", name, count);
}

static void put_number(FILE *out, const char *name, double number) {
    fprintf(out, "  \"%s\": %.6g,\n", name, number);
}

static void put_times(FILE *out, const char *name, const struct histogram *times) {
    fprintf(out, "  \"%s_p50_ms\": %.3f,\n", name, histogram_quantile_ms(times, 0.5));
    fprintf(out, "  \"%s_p99_ms\": %.3f,\n", name, histogram_quantile_ms(times, 0.99));
    fprintf(out, "  \"%s_p999_ms\": %.3f,\n", name, histogram_quantile_ms(times, 0.999));
    fprintf(out, "  \"%s_max_ms\": %.3f,\n", name, histogram_max_ms(times));
}

static void put_connections(FILE *out, const struct tally *tally) {
    put_count(out, "connections", tally->connections);
    put_count(out, "connections_failed", tally->connections_failed);
    put_count(out, "reconnections", tally->reconnections);
    put_count(out, "resumed", tally->resumed);
    put_count(out, "resumed_amiss", tally->resumed_amiss);
    put_count(out, "ghosts", tally->ghosts);
    put_count(out, "stalls", tally->stalls);
    put_count(out, "states", tally->states);
    put_count(out, "grabs", tally->grabs);
    put_count(out, "answers", tally->answers);
    for (int i = WIRE_OK + 1; i < WIRE_CODE_COUNT; i++) {
        if (tally->refusals[i] > 0) {
            fprintf(out, "  \"refused_%s\": %" PRIu64 ",\n", wire_code_name((enum wire_code)i),
                    tally->refusals[i]);
        }
    }
    for (int i = 0; i < TALLY_CLOSE_CODES_MAX && tally->closes[i].count > 0; i++) {
        fprintf(out, "  \"closes_%u\": %" PRIu64 ",\n", (unsigned)tally->closes[i].code,
                tally->closes[i].count);
    }
}

void report_json(FILE *out, const struct fleet *fleet) {
    const struct options *options = fleet->run->options;
    const struct tally *tally = &fleet->run->tally;
    struct figures f = figures_of(fleet);
    fputs("{\n", out);
    put_count(out, "viewers", options->viewers);
    put_count(out, "viewers_joined", fleet->joined);
    put_count(out, "viewers_read", fleet->readers);
    put_count(out, "viewers_held", fleet->held);
    put_count(out, "rooms", options->room_count);
    put_count(out, "rate", options->rate_hz);
    put_number(out, "measured_s", fleet->measured_s);
    put_number(out, "delivered", f.delivered);
    put_count(out, "ticks", tally->ticks);
    put_number(out, "ticks_expected", f.ticks_expected);
    put_count(out, "first_step", tally->first_step);
    put_count(out, "last_step", tally->last_step);
    fprintf(out, "  \"from_ms\": %.3f,\n", fleet->run->from_ms + fleet->run->offset_ms);
    fprintf(out, "  \"until_ms\": %.3f,\n", fleet->run->until_ms + fleet->run->offset_ms);
    put_count(out, "frames_skipped", tally->skipped);
    put_times(out, "latency", &tally->latency);
    put_times(out, "round_trip", &tally->round_trip);
    put_times(out, "answer", &tally->answer);
    put_number(out, "messages_per_s", f.messages_per_s);
    put_number(out, "bytes_per_s", f.bytes_per_s);
    put_connections(out, tally);
    put_number(out, "generator_cores", f.generator);
    put_number(out, "generator_lag_p99_ms", histogram_quantile_ms(&fleet->lag, 0.99));
    if (fleet->watched) {
        put_number(out, "server_cores", f.server);
        put_number(out, "server_main_thread_cores", f.server_main_thread);
        put_number(out, "server_cpu_per_viewer_us", 1e6 * f.server / options->viewers);
        put_count(out, "server_resident_kb", fleet->server.resident_kb);
        put_count(out, "server_descriptors", fleet->server.descriptors);
    }
    put_number(out, "clock_offset_ms", fleet->run->clock.offset_ms);
    for (int i = 0; i < VIOLATION_COUNT; i++) {
        fprintf(out, "  \"violation_%s\": %" PRIu64 ",\n", violation_name((enum violation)i),
                tally->violations.counts[i]);
    }
    fprintf(out, "  \"violations\": %" PRIu64 "\n}\n", violations_total(&tally->violations));
}

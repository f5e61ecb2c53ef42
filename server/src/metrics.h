// What the server counts, for operators: Prometheus' text format.
//
// Counters only grow and may be added to from any thread. Every limit and every refusal has one.
#ifndef METRICS_H
#define METRICS_H

#include <stdatomic.h>
#include <stdint.h>

#include "pbd/simd.h"
#include "wire/code.h"

#define METRICS_COUNTERS(X)                                                                        \
    X(STEPS, "steps_total", "Steps made, all rooms")                                               \
    X(STEPS_LOST, "steps_lost_total", "Steps left out because the machine was too late")           \
    X(ROOMS_ENDED, "rooms_ended_total", "Rooms ended by a host or because nobody was there")       \
    X(EVENTS, "events_total", "Room events")                                                       \
    X(FRAMES_SENT, "frames_sent_total", "Ticks written to viewers")                                \
    X(FRAMES_SKIPPED, "frames_skipped_total", "Ticks that a viewer was not ready for")             \
    X(RATES_LOWERED, "rates_lowered_total",                                                        \
      "Times that a viewer was sent fewer frames per second because it lagged")                    \
    X(RATES_RAISED, "rates_raised_total", "Times that it was tried with more again")               \
    X(BYTES_SENT, "bytes_sent_total", "Payload bytes written to viewers")                          \
    X(MESSAGES_RECEIVED, "messages_received_total", "Messages from viewers")                       \
    X(CONNECTIONS, "connections_total", "WebSocket connections accepted")                          \
    X(CONNECTIONS_REFUSED, "connections_refused_total",                                            \
      "Connections and upgrades refused at the door: limits, Host, Origin, subprotocol")           \
    X(CLOSED_SLOW, "closed_slow_total", "Viewers closed because they read too slowly")             \
    X(CLOSED_RULE, "closed_rule_total", "Viewers closed because they broke a rule")                \
    X(HTTP_REQUESTS, "http_requests_total", "HTTP requests answered here (files not counted)")     \
    X(SPEED_CLAMPS, "speed_clamps_total", "Particles slowed to the speed cap")                     \
    X(BOUND_CLAMPS, "bound_clamps_total", "Particles held at the world's bound")                   \
    X(NOT_FINITE, "not_finite_total", "Particles stopped because their motion was not finite")     \
    X(DIRECT_UNDONE, "direct_undone_total",                                                        \
      "Direct solves undone because they made it worse: sweeps took their place")                  \
    X(PAIRS_DROPPED, "pairs_dropped_total",                                                        \
      "Pairs of bodies near each other that self-contact had no room for")                         \
    X(BURSTS, "bursts_total", "Times that a room's explicit springs have blown up")                \
    X(MEASURED, "measured_total", "Times that a room's world was measured")                        \
    X(MEASURES_SENT, "measures_sent_total", "Measurements and spectra written to viewers")         \
    X(MEASURES_SKIPPED, "measures_skipped_total",                                                  \
      "Measurements and spectra that newer ones overtook")                                         \
    X(PROBES, "probes_total", "Particles whose motion was begun to be watched")                    \
    X(TRACES, "traces_total", "Steps shown from inside")                                           \
    X(POSTS_LOST, "posts_lost_total", "Messages between threads lost: should be 0")

enum metrics_counter {
#define X(id, name, help) METRICS_##id,
    METRICS_COUNTERS(X)
#undef X
        METRICS_COUNTER_COUNT
};

enum { METRICS_LATENESS_BUCKETS = 9 };

struct metrics {
    atomic_ullong counters[METRICS_COUNTER_COUNT];
    atomic_ullong refusals[WIRE_CODE_COUNT];
    atomic_ullong lateness[METRICS_LATENESS_BUCKETS + 1]; // the last: later than all
    atomic_ullong lateness_sum_us;
};

void metrics_init(struct metrics *metrics);
void metrics_add(struct metrics *metrics, enum metrics_counter counter, uint64_t amount);
void metrics_refused(struct metrics *metrics, enum wire_code code);
// How late a room's step was begun.
void metrics_late(struct metrics *metrics, uint64_t late_ns);

// Values that are read when somebody asks.
struct metrics_gauges {
    enum pbd_simd simd; // that new rooms are stepped with
    uint32_t rooms, viewers, workers;
    uint32_t rooms_still;     // because nobody is there
    uint32_t viewers_lowered; // that are sent fewer frames because they lag
    uint32_t inbox_mail;      // waiting for workers, all together
    uint32_t outbox_mail;     // waiting for the I/O thread
    uint64_t memory_bytes;
};

// The whole text, to be freed; NULL without memory.
char *metrics_text(struct metrics *metrics, const struct metrics_gauges *gauges);

#endif

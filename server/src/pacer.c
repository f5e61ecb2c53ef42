#include "pacer.h"

enum { SECOND_NS = 1000000000 };

void pacer_start(struct pacer *pacer, uint32_t rate_hz, uint32_t slow, uint64_t now_ns) {
    pacer->start_ns = now_ns;
    pacer->count = 0;
    pacer->rate_hz = rate_hz;
    pacer->slow = slow;
}

// The golden ratio's fraction of 2³²: its multiples keep apart as well as any can (Knuth, "The Art
// of Computer Programming" 3, 6.4).
#define GOLDEN 0x9e3779b9u

void pacer_start_apart(struct pacer *pacer, uint32_t rate_hz, uint32_t slow, uint32_t number,
                       uint64_t now_ns) {
    uint64_t part = (uint32_t)(number * GOLDEN);
    uint64_t offset_ns = (part * (SECOND_NS / rate_hz)) >> 32;
    // The first step of a whole second comes at the offset.
    uint64_t since_ns = (now_ns + SECOND_NS - offset_ns) % SECOND_NS;
    uint64_t steps = (since_ns * rate_hz + SECOND_NS - 1) / SECOND_NS;
    uint64_t wait_ns = steps * SECOND_NS / rate_hz;
    pacer_start(pacer, rate_hz, slow, now_ns + (wait_ns > since_ns ? wait_ns - since_ns : 0));
}

static uint64_t due_ns(const struct pacer *pacer, uint64_t count) {
    return pacer->start_ns + count * pacer->slow * SECOND_NS / pacer->rate_hz;
}

uint64_t pacer_next_ns(const struct pacer *pacer) {
    return due_ns(pacer, pacer->count + 1);
}

uint64_t pacer_last_ns(const struct pacer *pacer) {
    return due_ns(pacer, pacer->count);
}

uint32_t pacer_take_due(struct pacer *pacer, uint64_t now_ns) {
    if (now_ns < pacer_next_ns(pacer)) {
        return 0;
    }
    // due_ns() rounds down, so a step counts as due up to a nanosecond early.
    uint64_t reached = ((now_ns - pacer->start_ns) * pacer->rate_hz + pacer->rate_hz - 1) /
                       ((uint64_t)pacer->slow * SECOND_NS);
    uint64_t behind = reached > pacer->count ? reached - pacer->count : 1;
    uint64_t most = (uint64_t)pacer->rate_hz * PACER_CATCH_UP_MS / (1000u * pacer->slow);
    most = most > PACER_CATCH_UP_STEPS_MIN ? most : PACER_CATCH_UP_STEPS_MIN;
    uint64_t steps = behind < most ? behind : most;
    pacer->lost += behind - steps;
    pacer->count += behind;
    // Whole seconds of the world move over to the start, so that no product overflows in the long
    // run.
    uint64_t whole_s = pacer->count / pacer->rate_hz;
    pacer->start_ns += whole_s * pacer->slow * SECOND_NS;
    pacer->count -= whole_s * pacer->rate_hz;
    return (uint32_t)steps;
}

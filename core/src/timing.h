// Where the time of a step goes, by the clock that the host lent; it runs while forces are noted.
//
// Laps: each adds the time since the last one to a part of the step, so that a sweep costs no more
// than two looks at the clock.
#ifndef TIMING_H
#define TIMING_H

#include <stdbool.h>
#include <stdint.h>

#include "pbd/world.h"

enum timing_part { TIMING_LINKS, TIMING_SPRINGS, TIMING_CONTACTS, TIMING_OTHER, TIMING_PART_COUNT };

struct timing {
    struct pbd_clock clock;
    bool on;
    uint64_t steps;
    uint64_t ns[TIMING_PART_COUNT];
    uint64_t last_ns;
};

static inline void timing_begin(struct timing *timing, bool on) {
    timing->on = on && timing->clock.now_ns != NULL;
    if (timing->on) {
        timing->last_ns = timing->clock.now_ns(timing->clock.context);
        timing->steps++;
    }
}

static inline void timing_lap(struct timing *timing, enum timing_part part) {
    if (timing->on) {
        uint64_t now_ns = timing->clock.now_ns(timing->clock.context);
        timing->ns[part] += now_ns - timing->last_ns;
        timing->last_ns = now_ns;
    }
}

#endif

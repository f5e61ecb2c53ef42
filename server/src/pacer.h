// Keeps a world's h fixed against a monotonic clock.
//
// Step k of a run is due at start + k h, or in slow motion start + k × slow × h, in whole
// nanoseconds without drift. Whoever is late makes a few steps at once; what is later than that is
// lost, counted, and never made up by a larger h.
#ifndef PACER_H
#define PACER_H

#include <stdint.h>

enum { PACER_CATCH_UP_MS = 50, PACER_CATCH_UP_STEPS_MIN = 4 };

struct pacer {
    uint64_t start_ns; // moves on by the time of a whole second of the world
    uint64_t count;    // steps made or lost since start_ns
    uint32_t rate_hz, slow;
    uint64_t lost; // in all
};

// (Re)starts: the next step is due one h from now, or `slow` times that. `lost` is kept.
void pacer_start(struct pacer *pacer, uint32_t rate_hz, uint32_t slow, uint64_t now_ns);
// The same, up to one h of full speed later, by a part of it that depends on the number of the
// world: so that worlds are not all due at the same moment and wait for each other. Of worlds of
// one rate those with neighbouring numbers are due far apart, whenever they were started.
void pacer_start_apart(struct pacer *pacer, uint32_t rate_hz, uint32_t slow, uint32_t number,
                       uint64_t now_ns);
// How many steps to make now. Those that are beyond catching up are counted as lost.
uint32_t pacer_take_due(struct pacer *pacer, uint64_t now_ns);
// When the next step is due.
uint64_t pacer_next_ns(const struct pacer *pacer);
// When the last step that was taken was due.
uint64_t pacer_last_ns(const struct pacer *pacer);

#endif

// What the viewers of a run share. One thread, one loop.
#ifndef RUN_H
#define RUN_H

#include <msgpack.h>
#include <stdbool.h>
#include <stdint.h>

#include "clock_offset.h"
#include "connection.h"
#include "options.h"
#include "tally.h"

struct run {
    const struct options *options;
    struct connection_host host;
    msgpack_zone *zone; // of the message being looked at
    struct tally tally;
    struct clock_offset clock;
    double offset_ms;  // subtracted from the server's times; fixed when measuring begins
    double from_ms;    // what was due from here …
    double until_ms;   // … until here, by our clock, is measured; both 0 before
    uint64_t random;   // state of run_random()
    bool ending;       // nobody comes (back) any more, and whoever is here leaves
    bool server_going; // somebody was told 1001
};

// The same numbers in each run.
uint32_t run_random(struct run *run);

static inline bool run_measures_ms(const struct run *run, double at_ms) {
    return at_ms >= run->from_ms && at_ms < run->until_ms;
}

#endif

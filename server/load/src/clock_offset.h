// How far the server's clock is ahead of ours, from pings and their pongs: the quickest round trip
// tells best.
#ifndef CLOCK_OFFSET_H
#define CLOCK_OFFSET_H

#include <stdbool.h>

// Zero-initialised: nothing is known yet.
struct clock_offset {
    bool known;
    double round_trip_ms; // the quickest
    double offset_ms;     // of that one: server's clock − ours, within ± half the round trip
};

void clock_offset_take(struct clock_offset *clock, double sent_ms, double server_ms,
                       double arrived_ms);

// What to subtract from the server's times. On one machine both clocks are one, unless the measured
// offset says that a tunnel leads elsewhere.
double clock_offset_to_use_ms(const struct clock_offset *clock, bool same_machine);

#endif

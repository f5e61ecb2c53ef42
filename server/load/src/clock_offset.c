#include "clock_offset.h"

#include <math.h>

#define TOLERANCE_MS 1.0 // for a pong whose way back and forth took unlike times

void clock_offset_take(struct clock_offset *clock, double sent_ms, double server_ms,
                       double arrived_ms) {
    double round_trip_ms = arrived_ms - sent_ms;
    if (clock->known && round_trip_ms >= clock->round_trip_ms) {
        return;
    }
    clock->known = true;
    clock->round_trip_ms = round_trip_ms;
    clock->offset_ms = server_ms - 0.5 * (sent_ms + arrived_ms);
}

double clock_offset_to_use_ms(const struct clock_offset *clock, bool same_machine) {
    bool agrees = fabs(clock->offset_ms) <= 0.5 * clock->round_trip_ms + TOLERANCE_MS;
    return !clock->known || (same_machine && agrees) ? 0.0 : clock->offset_ms;
}

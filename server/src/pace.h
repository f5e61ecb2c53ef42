// How often one viewer is sent frames: as often as it asked, or less while it lags.
//
//     asked ──── the target: what it asked; if it did not say, 30 per second, in a crowd 20
//       │
//     limit ──── what its line is trusted with: one notch less after it has lagged,
//       │        one more after it has kept up for a while
//       ▼
//     rate ───── the slower of the two
//
// Told once a second how the last one went. Knows no clock and no socket.
#ifndef PACE_H
#define PACE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PACE_CROWD = 20,      // more viewers in a room than this are a crowd …
    PACE_CROWD_ENDS = 17, // … until they are no more than this
    PACE_FASTEST_HZ = 60,
    PACE_DEFAULT_HZ = 30,
    PACE_DEFAULT_IN_CROWD_HZ = 20,
    PACE_LAG_MS = 700,      // a viewer that shows frames so old lags,
    PACE_LAG_FAR_MS = 1500, // and one that shows them so old lags far behind
    PACE_HOLD_S = 2,        // after a change nothing is judged: old frames are still on their way
    PACE_TRIAL_S = 10,      // a faster rate that lasts so long is no failure
    PACE_WAIT_S = 10,       // that a viewer must keep up to be tried at a faster rate …
    PACE_WAIT_MAX_S = 160,  // … twice as long after each failure, but no longer than this
};

struct pace {
    uint32_t asked_hz; // 0: it did not say
    uint32_t target;   // these two are places in the list of rates, the fastest first
    uint32_t limit;
    uint32_t lagging_s; // seconds in a row
    uint32_t hold_s;    // seconds to come that are not judged
    uint32_t kept_up_s; // seconds in a row without lagging
    uint32_t wait_s;    // that it must keep up before it is tried at a faster rate
    uint32_t trial_s;   // seconds to come in which a faster rate may turn out to be a failure
};

// How a second went.
struct pace_second {
    uint32_t due;    // frames of its rate
    uint32_t missed; // those among them that it was not ready for
    bool has_lag;
    double lag_ms; // from the frame that it says it shows to the newest that it was sent
};

enum pace_change { PACE_SAME, PACE_LOWERED, PACE_RAISED };

// Whether a room with so many viewers is a crowd, if it was or was not one before.
bool pace_is_crowd(bool was, uint32_t viewers);

// `asked_hz`: 0 if it did not say.
void pace_init(struct pace *pace, uint32_t asked_hz, bool crowd);
// It asks for another rate. How far its line is trusted stays.
void pace_ask(struct pace *pace, uint32_t asked_hz, bool crowd);
void pace_meet_crowd(struct pace *pace, bool crowd);
// A second has passed. What changes is the limit.
enum pace_change pace_judge(struct pace *pace, const struct pace_second *second);

uint32_t pace_rate_hz(const struct pace *pace);
bool pace_is_lowered(const struct pace *pace);

#endif

#include "pace.h"

#include "publication.h"

enum { SLOWEST = CLASS_RATE_COUNT - 1 };

// Places are those of the classes of one encoding.
static uint32_t place_of(uint32_t rate_hz) {
    return class_index(WIRE_F32, rate_hz) - class_index(WIRE_F32, PACE_FASTEST_HZ);
}

static uint32_t rate_at(uint32_t place) {
    return class_rate_hz(class_index(WIRE_F32, PACE_FASTEST_HZ) + place);
}

bool pace_is_crowd(bool was, uint32_t viewers) {
    return viewers > (was ? PACE_CROWD_ENDS : PACE_CROWD);
}

void pace_init(struct pace *pace, uint32_t asked_hz, bool crowd) {
    *pace = (struct pace){.wait_s = PACE_WAIT_S};
    pace_ask(pace, asked_hz, crowd);
}

void pace_ask(struct pace *pace, uint32_t asked_hz, bool crowd) {
    pace->asked_hz = asked_hz;
    pace->hold_s = PACE_HOLD_S;
    pace->lagging_s = 0;
    pace_meet_crowd(pace, crowd);
}

void pace_meet_crowd(struct pace *pace, bool crowd) {
    uint32_t default_hz = crowd ? PACE_DEFAULT_IN_CROWD_HZ : PACE_DEFAULT_HZ;
    pace->target = place_of(pace->asked_hz == 0 ? default_hz : pace->asked_hz);
}

static uint32_t place(const struct pace *pace) {
    return pace->limit > pace->target ? pace->limit : pace->target;
}

uint32_t pace_rate_hz(const struct pace *pace) {
    return rate_at(place(pace));
}

bool pace_is_lowered(const struct pace *pace) {
    return pace->limit > pace->target;
}

static void begin(struct pace *pace, uint32_t trial_s) {
    pace->trial_s = trial_s;
    pace->hold_s = PACE_HOLD_S;
    pace->lagging_s = 0;
    pace->kept_up_s = 0;
}

static enum pace_change lower(struct pace *pace) {
    if (pace->trial_s > 0) {
        pace->wait_s = 2 * pace->wait_s < PACE_WAIT_MAX_S ? 2 * pace->wait_s : PACE_WAIT_MAX_S;
    }
    pace->limit = place(pace) + 1;
    begin(pace, 0);
    return PACE_LOWERED;
}

static enum pace_change raise(struct pace *pace) {
    pace->limit--;
    if (pace->limit == pace->target) {
        pace->limit = 0; // it may ask for more
    }
    begin(pace, PACE_TRIAL_S);
    return PACE_RAISED;
}

// How far a viewer lags: 0 not at all, 1 somewhat, 2 far.
static int lag_of(const struct pace_second *second) {
    bool shows_old = second->has_lag && second->lag_ms > PACE_LAG_MS;
    bool shows_very_old = second->has_lag && second->lag_ms > PACE_LAG_FAR_MS;
    if (shows_very_old || 2 * second->missed > second->due) {
        return 2;
    }
    return shows_old || 8 * second->missed > second->due;
}

// Frames that it misses do not make a viewer late; so at 10 per second it is better off missing
// some than with a single one, unless that is what it gets anyway.
static bool is_worth_lowering(const struct pace *pace, const struct pace_second *second) {
    bool next_is_slowest = place(pace) + 1 == SLOWEST;
    bool shows_very_old = second->has_lag && second->lag_ms > PACE_LAG_FAR_MS;
    return !next_is_slowest || shows_very_old || 5 * second->missed > 4 * second->due;
}

enum pace_change pace_judge(struct pace *pace, const struct pace_second *second) {
    if (pace->target == SLOWEST) {
        return PACE_SAME;
    }
    if (pace->hold_s > 0) {
        pace->hold_s--;
        return PACE_SAME;
    }
    int lag = lag_of(second);
    if (lag > 0) {
        pace->kept_up_s = 0;
        pace->lagging_s++;
        bool lags = lag == 2 || pace->lagging_s >= 2;
        bool lowers = lags && place(pace) < SLOWEST && is_worth_lowering(pace, second);
        return lowers ? lower(pace) : PACE_SAME;
    }
    pace->lagging_s = 0;
    pace->kept_up_s++;
    if (pace->trial_s > 0 && --pace->trial_s == 0) {
        pace->wait_s = PACE_WAIT_S;
    }
    return pace_is_lowered(pace) && pace->kept_up_s >= pace->wait_s ? raise(pace) : PACE_SAME;
}

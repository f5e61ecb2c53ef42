#include "follower.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void follower_init(struct follower *follower, struct violations *violations, const char *name,
                   bool reads) {
    *follower = (struct follower){.violations = violations, .name = name};
    sight_init(&follower->sight, reads);
}

void follower_release(struct follower *follower) {
    sight_release(&follower->sight);
}

#define VIOLATION(follower, kind, format, ...)                                                     \
    violations_add((follower)->violations, VIOLATION_##kind, "%s: " format, (follower)->name,      \
                   __VA_ARGS__)

// ---- the whole room ----------------------------------------------------------------------------

static void take_scene(struct follower *follower, const struct message_scene *scene) {
    follower->particles = scene->particles;
    follower->h_s = scene->h_s;
    if (!sight_begin(&follower->sight, scene)) {
        VIOLATION(follower, UNREADABLE, "no memory for %" PRIu32 " particles", scene->particles);
    }
}

static void take_state(struct follower *follower, const struct message_state *state) {
    follower->cursor = state->e;
    follower->step = state->step;
    follower->lost = state->lost;
    follower->paused = state->paused;
    take_scene(follower, &state->scene);
    follower->waits_for_state = false;
    follower->frame_must_follow = true;
}

static void on_welcome(struct follower *follower, const struct message_welcome *welcome,
                       struct follower_news *news) {
    if (follower->welcomed) {
        VIOLATION(follower, SECOND_WELCOME, "seat %" PRIu32, welcome->seat);
        return;
    }
    follower->welcomed = true;
    follower->seat = welcome->seat;
    follower->rate_hz = welcome->rate_hz;
    if (!sight_agree(&follower->sight, welcome->encoding)) {
        VIOLATION(follower, BAD_MESSAGE, "the encoding %s", welcome->encoding);
    }
    memcpy(follower->resume, welcome->resume, sizeof follower->resume);
    take_state(follower, &welcome->state);
    news->joined = true;
}

static void on_state(struct follower *follower, const struct message_state *state) {
    if (!follower->welcomed) {
        VIOLATION(follower, NO_WELCOME, "a state of e %" PRIu64 " comes first", state->e);
        return;
    }
    if (state->e < follower->cursor) {
        VIOLATION(follower, OLD_STATE, "e %" PRIu64 " at the cursor %" PRIu64, state->e,
                  follower->cursor);
    }
    if (state->step < follower->step || state->lost < follower->lost) {
        VIOLATION(follower, STEP_FELL, "a state of step %" PRIu64 " after step %" PRIu64,
                  state->step, follower->step);
    }
    take_state(follower, state);
}

// ---- a tick ------------------------------------------------------------------------------------

static void apply_event(struct follower *follower, const struct message_event *event,
                        struct follower_news *news) {
    switch (event->type) {
    case EVENT_PAUSED:
    case EVENT_RESUMED:
        follower->paused = event->type == EVENT_PAUSED;
        return;
    case EVENT_SCENE:
        take_scene(follower, &event->scene);
        follower->frame_step = 0; // the course of the steps begins anew
        return;
    case EVENT_LET_GO:
        news->let_go = news->let_go || (event->seat == follower->seat && !event->released);
        return;
    case EVENT_OTHER:
        return;
    }
}

static void apply_events(struct follower *follower, const struct message_tick *tick,
                         struct follower_news *news) {
    uint64_t least = follower->step;
    if (tick->e < tick->e0 || tick->event_count != tick->e - tick->e0) {
        VIOLATION(follower, EVENT_GAP, "%" PRIu32 " events from e0 %" PRIu64 " to e %" PRIu64,
                  tick->event_count, tick->e0, tick->e);
    }
    for (uint32_t i = 0; i < tick->event_count; i++) {
        struct message_event event;
        const char *problem = message_event(&tick->events[i], &event);
        if (problem != NULL) {
            VIOLATION(follower, BAD_MESSAGE, "%s", problem);
            continue;
        }
        if (event.step < least || event.step > tick->step) {
            VIOLATION(follower, STEP_FELL,
                      "an event of step %" PRIu64 " in a tick of step %" PRIu64, event.step,
                      tick->step);
        }
        least = event.step;
        apply_event(follower, &event, news);
    }
    follower->cursor = tick->e;
}

// Whoever cannot read a frame asks for the state, as after a wrong e0.
static void look(struct follower *follower, const struct message_tick *tick,
                 struct follower_news *news) {
    switch (sight_take(&follower->sight, tick->frame, tick->frame_bytes, &news->positions)) {
    case SIGHT_OK:
        return;
    case SIGHT_FRAME_LENGTH:
        VIOLATION(follower, FRAME_LENGTH, "%zu bytes for %" PRIu32 " particles", tick->frame_bytes,
                  follower->particles);
        break;
    case SIGHT_NOT_FINITE:
        VIOLATION(follower, NOT_FINITE, "step %" PRIu64, tick->step);
        break;
    case SIGHT_UNREADABLE:
        VIOLATION(follower, UNREADABLE, "step %" PRIu64, tick->step);
        follower->waits_for_state = true;
        news->ask_state = true;
        break;
    }
    news->positions = NULL;
}

static void check_frame(struct follower *follower, const struct message_tick *tick,
                        struct follower_news *news) {
    look(follower, tick, news);
    if (follower->frame_step > 0 && tick->step > follower->frame_step &&
        !(tick->time_ms > follower->frame_time_ms)) {
        VIOLATION(follower, STEP_FELL, "step %" PRIu64 " was due at %.3f ms, one before at %.3f",
                  tick->step, tick->time_ms, follower->frame_time_ms);
    }
}

// Where a frame stands in the course of its rate. A class of viewers is sent a frame whenever
// step / period grows; others come in between when somebody joins the class.
static void place_frame(struct follower *follower, const struct message_tick *tick,
                        struct follower_news *news) {
    uint64_t period =
        (uint64_t)llround(1.0 / (follower->h_s * fmax(1.0, (double)follower->rate_hz)));
    period = period > 0 ? period : 1;
    bool in_course = !follower->frame_must_follow && follower->frame_step > 0 && !follower->paused;
    uint64_t turns = tick->step / period - follower->frame_step / period;
    if (in_course && tick->step > follower->frame_step && turns > 0) {
        news->frame = true;
        news->skipped = turns - 1;
    }
    follower->frame_step = tick->step;
    follower->frame_time_ms = tick->time_ms;
    follower->frame_must_follow = false;
}

static void on_tick(struct follower *follower, const struct message_tick *tick,
                    struct follower_news *news) {
    if (!follower->welcomed) {
        VIOLATION(follower, NO_WELCOME, "a tick of step %" PRIu64 " comes first", tick->step);
        return;
    }
    if (follower->waits_for_state) {
        return;
    }
    if (tick->e0 != follower->cursor) {
        VIOLATION(follower, WRONG_E0, "e0 %" PRIu64 " at the cursor %" PRIu64, tick->e0,
                  follower->cursor);
        follower->waits_for_state = true;
        news->ask_state = true;
        return;
    }
    if (tick->step < follower->step || tick->lost < follower->lost) {
        VIOLATION(follower, STEP_FELL, "a tick of step %" PRIu64 " after step %" PRIu64, tick->step,
                  follower->step);
    }
    apply_events(follower, tick, news);
    follower->step = tick->step;
    follower->lost = tick->lost;
    if (tick->frame != NULL) {
        check_frame(follower, tick, news);
        place_frame(follower, tick, news);
    } else if (follower->frame_must_follow) {
        VIOLATION(follower, NO_FRAME, "step %" PRIu64, tick->step);
        follower->frame_must_follow = false;
    } else if (follower->frame_step > 0) {
        // At rest: the last frame shows this step as well.
        follower->frame_step = tick->step;
        follower->frame_time_ms = tick->time_ms;
    }
}

void follower_take(struct follower *follower, const struct message *message,
                   struct follower_news *news) {
    *news = (struct follower_news){0};
    switch (message->type) {
    case MESSAGE_WELCOME:
        on_welcome(follower, &message->welcome, news);
        return;
    case MESSAGE_STATE:
        on_state(follower, &message->state);
        return;
    case MESSAGE_TICK:
        on_tick(follower, &message->tick, news);
        return;
    case MESSAGE_ACK:
    case MESSAGE_REFUSED:
    case MESSAGE_PONG:
    case MESSAGE_OTHER:
        return;
    }
}

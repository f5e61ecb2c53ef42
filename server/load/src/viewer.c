#include "viewer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "request.h"

#define SECOND_NS 1000000000u
#define NS_PER_MS 1e6

enum {
    JOIN_DEADLINE_S = 10, // and as long again as a server may be silent
    LEAVE_DEADLINE_S = 4,
};

#define VIOLATION(viewer, kind, format, ...)                                                       \
    violations_add(&(viewer)->run->tally.violations, VIOLATION_##kind, "%s: " format,              \
                   (viewer)->name, __VA_ARGS__)

static void enter(struct viewer *viewer, enum viewer_state state, uint64_t now_ns) {
    viewer->state = state;
    viewer->since_ns = now_ns;
}

bool viewer_reads_always(const struct viewer *viewer) {
    return viewer->role == VIEWER_PLAIN || viewer->role == VIEWER_HAND;
}

// From `min_s` to four times as long.
static uint64_t some_time_ns(struct viewer *viewer, double min_s) {
    double share = (double)run_random(viewer->run) / 4294967296.0;
    return (uint64_t)(min_s * (1.0 + 3.0 * share) * 1e9);
}

// ---- saying ------------------------------------------------------------------------------------

static void say(struct viewer *viewer, struct wire_buffer *message) {
    if (!message->failed && message->length_bytes > 0) {
        connection_send(viewer->connection, wire_buffer_content(message), message->length_bytes);
    }
    wire_buffer_release(message);
}

static void say_state(struct viewer *viewer) {
    struct wire_buffer message;
    wire_buffer_init(&message, 0);
    request_state(&message);
    say(viewer, &message);
    viewer->run->tally.states++;
}

static void say_ping(struct viewer *viewer, uint64_t now_ns) {
    struct wire_buffer message;
    wire_buffer_init(&message, 0);
    request_ping(&message, (double)now_ns / NS_PER_MS);
    say(viewer, &message);
    viewer->pinged_ns = now_ns;
}

// ---- hearing -----------------------------------------------------------------------------------

static void on_joined(struct viewer *viewer, uint64_t now_ns) {
    struct tally *tally = &viewer->run->tally;
    enter(viewer, VIEWER_HERE, now_ns);
    tally->reconnections += viewer->welcomed_before;
    viewer->ghost_ns = viewer->ghost != NULL ? now_ns : 0;
    if (viewer->resume[0] != '\0') {
        if (viewer->follower.seat == viewer->seat) {
            tally->resumed++;
        } else {
            tally->resumed_amiss++;
        }
    }
    viewer->welcomed_before = true;
    viewer->seat = viewer->follower.seat;
    memcpy(viewer->resume, viewer->follower.resume, sizeof viewer->resume);
    viewer->due_ns =
        now_ns + (viewer->role == VIEWER_STORM ? some_time_ns(viewer, 1.0) : SECOND_NS);
    say_ping(viewer, now_ns);
    // So that not all ping at once later on.
    viewer->pinged_ns -= run_random(viewer->run) % SECOND_NS;
}

static void on_frame(struct viewer *viewer, const struct message_tick *tick,
                     const struct follower_news *news, uint64_t now_ns) {
    struct run *run = viewer->run;
    double due_ms = tick->time_ms - run->offset_ms;
    if (news->frame && viewer_reads_always(viewer) && run_measures_ms(run, due_ms)) {
        tally_tick(&run->tally, tick->step);
        run->tally.skipped += news->skipped;
        histogram_add(&run->tally.latency, (double)now_ns / NS_PER_MS - due_ms);
    }
    if (viewer->hand != NULL && news->positions != NULL) {
        hand_see(viewer->hand, news->positions, viewer->follower.particles);
    }
}

static void on_pong(struct viewer *viewer, const struct message *message, uint64_t now_ns) {
    struct run *run = viewer->run;
    double now_ms = (double)now_ns / NS_PER_MS;
    clock_offset_take(&run->clock, message->pong.time, message->pong.server_time_ms, now_ms);
    if (viewer_reads_always(viewer) && run_measures_ms(run, (double)now_ns / NS_PER_MS)) {
        histogram_add(&run->tally.round_trip, now_ms - message->pong.time);
    }
}

static void on_answer(struct viewer *viewer, uint32_t seq, bool is_ack, uint64_t now_ns) {
    uint64_t asked_ns;
    if (viewer->hand == NULL || !answers_take(&viewer->hand->answers, seq, is_ack, &asked_ns)) {
        VIOLATION(viewer, WRONG_ANSWER, "seq %" PRIu32, seq);
        return;
    }
    viewer->run->tally.answers++;
    if (is_ack && run_measures_ms(viewer->run, (double)now_ns / NS_PER_MS)) {
        histogram_add(&viewer->run->tally.answer, (double)(now_ns - asked_ns) / NS_PER_MS);
    }
}

static void on_refused(struct viewer *viewer, const struct message *message, uint64_t now_ns) {
    tally_refusal(&viewer->run->tally, message->refused.code);
    if (message->refused.has_seq) {
        on_answer(viewer, message->refused.seq, false, now_ns);
        if (viewer->hand != NULL) {
            hand_lost(viewer->hand, now_ns);
        }
    }
}

static void on_room(struct viewer *viewer, const struct message *message, uint64_t now_ns) {
    struct follower_news news;
    viewer->heard_ns = now_ns;
    follower_take(&viewer->follower, message, &news);
    if (news.joined) {
        on_joined(viewer, now_ns);
    }
    if (news.ask_state) {
        say_state(viewer);
    }
    if (news.let_go && viewer->hand != NULL) {
        hand_lost(viewer->hand, now_ns);
    }
    if (message->type == MESSAGE_TICK && message->tick.frame != NULL) {
        on_frame(viewer, &message->tick, &news, now_ns);
    }
}

static void on_message(void *owner, bool is_text, const uint8_t *bytes, size_t length) {
    struct viewer *viewer = owner;
    struct run *run = viewer->run;
    uint64_t now_ns = uv_hrtime();
    struct message message;
    if (run_measures_ms(run, (double)now_ns / NS_PER_MS)) {
        run->tally.messages++;
        run->tally.bytes += length;
    }
    const char *problem =
        is_text ? "a text message" : message_decode(bytes, length, run->zone, &message);
    if (problem != NULL) {
        VIOLATION(viewer, BAD_MESSAGE, "%s", problem);
        return;
    }
    switch (message.type) {
    case MESSAGE_WELCOME:
    case MESSAGE_STATE:
    case MESSAGE_TICK:
        on_room(viewer, &message, now_ns);
        return;
    case MESSAGE_ACK:
        on_answer(viewer, message.ack.seq, true, now_ns);
        return;
    case MESSAGE_REFUSED:
        on_refused(viewer, &message, now_ns);
        return;
    case MESSAGE_PONG:
        on_pong(viewer, &message, now_ns);
        return;
    case MESSAGE_OTHER:
        return;
    }
}

// ---- the connection ----------------------------------------------------------------------------

static void on_opened(void *owner) {
    struct viewer *viewer = owner;
    struct wire_buffer hello;
    viewer->run->tally.connections++;
    enter(viewer, VIEWER_JOINING, uv_hrtime());
    wire_buffer_init(&hello, 0);
    request_hello(&hello, &(struct request_hello){
                              .room = viewer->room,
                              .encoding = viewer->run->options->encoding,
                              .rate_hz = viewer->run->options->rate_hz,
                              .name = viewer->name,
                              .resume = viewer->resume,
                          });
    say(viewer, &hello);
}

static void on_broken(void *owner, const char *problem) {
    struct viewer *viewer = owner;
    viewer->broken = true;
    VIOLATION(viewer, BAD_FRAME, "%s", problem);
}

// Whether the server may end a connection with this code though the viewer kept the rules: the room
// is full or not there, which are no faults of the server. Those do not come back.
static bool is_no_room(uint16_t code) {
    return code == 4004 || code == 4005 || code == 4006;
}

// An end that the viewer had not asked for.
static void judge_end(struct viewer *viewer, uint16_t code, const char *why) {
    struct run *run = viewer->run;
    if (code == CONNECTION_NEVER_OPEN) {
        enum { TOLD_MAX = 3 };
        if (run->tally.connections_failed++ < TOLD_MAX && !run->server_going) {
            fprintf(stderr, "%s: no connection: %s\n", viewer->name, why == NULL ? "?" : why);
        }
        return;
    }
    bool expected =
        viewer->role == VIEWER_STALLED || code == 1001 || is_no_room(code) || viewer->broken;
    if (!expected && code == CONNECTION_NOT_TOLD) {
        VIOLATION(viewer, NOT_TOLD, "after %.3f s in state %d",
                  (double)(uv_hrtime() - viewer->since_ns) * 1e-9, (int)viewer->state);
    } else if (!expected) {
        VIOLATION(viewer, CLOSED, "with %u", (unsigned)code);
    }
}

static void on_ended(void *owner, uint16_t code, const char *why) {
    struct viewer *viewer = owner;
    struct run *run = viewer->run;
    uint64_t now_ns = uv_hrtime();
    viewer->connection = NULL;
    viewer->stalled = false;
    viewer->held = false;
    bool wanted = viewer->state == VIEWER_LEAVING;
    if (code != CONNECTION_NEVER_OPEN && !(wanted && code == CONNECTION_NOT_TOLD)) {
        tally_close(&run->tally, code);
    }
    if (!wanted) {
        judge_end(viewer, code, why);
        viewer->due_ns = now_ns + SECOND_NS;
    }
    run->server_going = run->server_going || code == 1001;
    bool over = run->ending || run->server_going || is_no_room(code);
    enter(viewer, over ? VIEWER_OVER : VIEWER_AWAY, now_ns);
}

static const struct connection_events events = {
    .opened = on_opened,
    .message = on_message,
    .broken = on_broken,
    .ended = on_ended,
};

static void come(struct viewer *viewer, uint64_t now_ns) {
    follower_release(&viewer->follower);
    follower_init(&viewer->follower, &viewer->run->tally.violations, viewer->name,
                  viewer->hand != NULL || viewer->run->options->read_frames);
    if (viewer->hand != NULL) {
        hand_init(viewer->hand, viewer->run->options->move_hz, now_ns);
    }
    viewer->broken = false;
    enter(viewer, VIEWER_CONNECTING, now_ns);
    viewer->connection = connection_open(&viewer->run->host, &events, viewer);
    if (viewer->connection == NULL) {
        viewer->run->tally.connections_failed++;
        viewer->due_ns = now_ns + SECOND_NS;
        enter(viewer, VIEWER_AWAY, now_ns);
    }
}

// ---- a storm -----------------------------------------------------------------------------------

// The earlier connection of a member who has come back meanwhile: it must end with 4001.
static void on_ghost_message(void *owner, bool is_text, const uint8_t *bytes, size_t length) {
    (void)owner, (void)is_text, (void)bytes, (void)length;
}

static void on_ghost_broken(void *owner, const char *problem) {
    on_broken(owner, problem);
}

static void on_ghost_ended(void *owner, uint16_t code, const char *why) {
    struct viewer *viewer = owner;
    struct run *run = viewer->run;
    (void)why;
    viewer->ghost = NULL;
    tally_close(&run->tally, code);
    if (code == 4001) {
        run->tally.ghosts++;
    } else if (code == 1001) {
        run->server_going = true;
    } else if (!run->ending && !run->server_going) {
        VIOLATION(viewer, GHOST, "it ended with %u", (unsigned)code);
    }
}

static const struct connection_events ghost_events = {
    .message = on_ghost_message,
    .broken = on_ghost_broken,
    .ended = on_ghost_ended,
};

static void on_dropped_ghost_ended(void *owner, uint16_t code, const char *why) {
    struct viewer *viewer = owner;
    (void)code, (void)why;
    viewer->ghost = NULL;
}

static const struct connection_events dropped_events = {.ended = on_dropped_ghost_ended};

static void look_for_ghost(struct viewer *viewer, uint64_t now_ns) {
    uint64_t patience_ns = (uint64_t)viewer->run->options->silence_s * SECOND_NS;
    if (viewer->ghost != NULL && viewer->ghost_ns != 0 && now_ns > viewer->ghost_ns + patience_ns) {
        VIOLATION(viewer, GHOST, "still open %u s after its seat was taken",
                  viewer->run->options->silence_s);
        connection_hand_over(viewer->ghost, &dropped_events, viewer);
        connection_drop(viewer->ghost);
        viewer->ghost_ns = 0;
    }
}

// Goes away in one of four manners, to come back soon.
static void storm_out(struct viewer *viewer, uint64_t now_ns) {
    enum { GOODBYE, GOODBYE_AND_RESUME, VANISH, COME_TWICE, MANNERS };
    uint32_t manner = run_random(viewer->run) % MANNERS;
    if (manner == COME_TWICE && viewer->ghost == NULL) {
        viewer->ghost = viewer->connection;
        viewer->ghost_ns = 0;
        connection_hand_over(viewer->ghost, &ghost_events, viewer);
        come(viewer, now_ns);
        return;
    }
    viewer->due_ns = now_ns + some_time_ns(viewer, 0.1);
    enter(viewer, VIEWER_LEAVING, now_ns);
    if (manner == VANISH) {
        connection_drop(viewer->connection);
        return;
    }
    if (manner == GOODBYE) {
        viewer->resume[0] = '\0';
    }
    connection_close(viewer->connection, 1000);
}

// ---- stalling ----------------------------------------------------------------------------------

static void stall_or_read_on(struct viewer *viewer, uint64_t now_ns) {
    uint32_t stall_s = viewer->run->options->stall_s;
    if (viewer->stalled) {
        connection_read_on(viewer->connection);
        viewer->heard_ns = now_ns;
    } else {
        connection_stall(viewer->connection);
        viewer->run->tally.stalls++;
    }
    viewer->stalled = !viewer->stalled;
    viewer->due_ns = stall_s == 0 ? UINT64_MAX : now_ns + (uint64_t)stall_s * SECOND_NS;
}

// ---- time --------------------------------------------------------------------------------------

static void act_with_hand(struct viewer *viewer, uint64_t now_ns) {
    struct hand *hand = viewer->hand;
    struct wire_buffer command;
    uint64_t silence_ns = (uint64_t)viewer->run->options->silence_s * SECOND_NS;
    uint64_t asked_ns = answers_oldest_ns(&hand->answers);
    if (asked_ns != 0 && now_ns - asked_ns > silence_ns) {
        VIOLATION(viewer, NO_ANSWER, "seq %" PRIu32 " for %.1f s", hand->answers.oldest_seq,
                  (double)(now_ns - asked_ns) * 1e-9);
        hand_init(hand, viewer->run->options->move_hz, now_ns);
        return;
    }
    enum hand_state before = hand->state;
    wire_buffer_init(&command, 0);
    hand_act(hand, now_ns, viewer->follower.particles, run_random(viewer->run), &command);
    viewer->run->tally.grabs += before == HAND_REACHING && hand->state == HAND_HOLDING;
    say(viewer, &command);
}

static void listen_for_silence(struct viewer *viewer, uint64_t now_ns) {
    const struct options *options = viewer->run->options;
    uint64_t longest_ns =
        (uint64_t)options->silence_s * SECOND_NS + 2 * (uint64_t)SECOND_NS / options->rate_hz;
    if (!viewer->follower.paused && now_ns > viewer->heard_ns + longest_ns) {
        VIOLATION(viewer, SILENCE, "for %.1f s", (double)(now_ns - viewer->heard_ns) * 1e-9);
        viewer->heard_ns = now_ns;
    }
}

static void act_here(struct viewer *viewer, uint64_t now_ns) {
    uint64_t ping_ns = (uint64_t)viewer->run->options->ping_s * SECOND_NS;
    bool moody = viewer->role == VIEWER_STORM || viewer->role == VIEWER_STALLED;
    bool due = now_ns >= viewer->due_ns || (viewer->stalled && viewer->run->server_going);
    if (moody && due) {
        if (viewer->role == VIEWER_STORM) {
            storm_out(viewer, now_ns);
        } else {
            stall_or_read_on(viewer, now_ns);
        }
        return;
    }
    if (viewer->stalled) {
        return;
    }
    listen_for_silence(viewer, now_ns);
    if (ping_ns > 0 && now_ns > viewer->pinged_ns + ping_ns) {
        say_ping(viewer, now_ns);
    }
    if (viewer->hand != NULL) {
        act_with_hand(viewer, now_ns);
    }
}

void viewer_act(struct viewer *viewer, uint64_t now_ns) {
    uint64_t lasted_ns = now_ns - viewer->since_ns;
    look_for_ghost(viewer, now_ns);
    switch (viewer->state) {
    case VIEWER_AWAY:
        if (viewer->run->ending || viewer->run->server_going) {
            enter(viewer, VIEWER_OVER, now_ns);
        } else if (now_ns >= viewer->due_ns) {
            come(viewer, now_ns);
        }
        return;
    case VIEWER_CONNECTING:
    case VIEWER_JOINING:
        if (lasted_ns > (JOIN_DEADLINE_S + viewer->run->options->silence_s) * (uint64_t)SECOND_NS) {
            VIOLATION(viewer, NO_WELCOME, "for %.1f s", (double)lasted_ns * 1e-9);
            enter(viewer, VIEWER_LEAVING, now_ns);
            viewer->due_ns = now_ns + SECOND_NS;
            connection_drop(viewer->connection);
        }
        return;
    case VIEWER_HERE:
        act_here(viewer, now_ns);
        return;
    case VIEWER_LEAVING:
        if (lasted_ns > LEAVE_DEADLINE_S * (uint64_t)SECOND_NS) {
            connection_drop(viewer->connection);
        }
        return;
    case VIEWER_OVER:
        return;
    }
}

// ---- life --------------------------------------------------------------------------------------

bool viewer_init(struct viewer *viewer, struct run *run, enum viewer_role role, uint32_t number,
                 uint64_t due_ns) {
    *viewer = (struct viewer){
        .run = run,
        .room = run->options->rooms[number % run->options->room_count],
        .role = role,
        .state = VIEWER_AWAY,
        .due_ns = due_ns,
    };
    snprintf(viewer->name, sizeof viewer->name, "load %" PRIu32, number);
    if (role == VIEWER_HAND) {
        viewer->hand = calloc(1, sizeof *viewer->hand);
    }
    return role != VIEWER_HAND || viewer->hand != NULL;
}

void viewer_release(struct viewer *viewer) {
    follower_release(&viewer->follower);
    free(viewer->hand);
    viewer->hand = NULL;
}

void viewer_leave(struct viewer *viewer, uint64_t now_ns) {
    if (viewer->ghost != NULL) {
        connection_close(viewer->ghost, 1000);
    }
    if (viewer->connection == NULL) {
        enter(viewer, VIEWER_OVER, now_ns);
    } else if (viewer->state != VIEWER_LEAVING) {
        enter(viewer, VIEWER_LEAVING, now_ns);
        if (viewer->stalled) {
            connection_drop(viewer->connection);
        } else {
            connection_close(viewer->connection, 1000);
        }
    }
}

void viewer_drop(struct viewer *viewer) {
    if (viewer->ghost != NULL) {
        connection_drop(viewer->ghost);
    }
    if (viewer->connection != NULL) {
        connection_drop(viewer->connection);
    }
}

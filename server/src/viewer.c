#include "viewer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "refusal.h"
#include "wire/close.h"

enum {
    EXCESS_MAX = 1000, // commands refused beyond those taken before the connection is closed
    TRACES_PER_S = 1,
    RENAMES_PER_S = 1, // everybody hears of them
};

// ---- life --------------------------------------------------------------------------------------

struct viewer *viewer_create(struct server *server, void *connection) {
    struct viewer *viewer = calloc(1, sizeof *viewer);
    if (viewer == NULL) {
        return NULL;
    }
    viewer->id = registry_add_viewer(&server->registry, viewer);
    if (viewer->id == 0) {
        free(viewer);
        return NULL;
    }
    viewer->server = server;
    viewer->connection = connection;
    viewer->heard_ns = uv_hrtime();
    viewer->round_trip_ms = -1.0;
    double commands_per_s = server->options->commands_per_s_max;
    viewer->commands = token_bucket_full(commands_per_s, commands_per_s, uv_hrtime());
    viewer->traces = token_bucket_full(1, TRACES_PER_S, uv_hrtime());
    viewer->renames = token_bucket_full(1, RENAMES_PER_S, uv_hrtime());
    outbound_init(&viewer->outbound);
    viewer->outbound.bytes_max = server->options->viewer_queue_bytes_max;
    viewer->send_buffer_bytes = server->options->send_buffer_bytes;
    pace_init(&viewer->pace, 0, false);
    return viewer;
}

bool viewer_post(struct viewer *viewer, struct mail mail) {
    struct mail *item = malloc(sizeof *item);
    if (item == NULL) {
        return false;
    }
    *item = mail;
    item->room = viewer->hall->room;
    item->viewer = viewer->id;
    if (!worker_post(&viewer->server->workers[viewer->hall->worker], item)) {
        free(item);
        return false;
    }
    return true;
}

static void leave_hall(struct viewer *viewer) {
    if (viewer->hall == NULL) {
        return;
    }
    hall_remove_viewer(viewer->hall, viewer);
    if (!viewer_post(viewer, (struct mail){.kind = MAIL_LEAVE})) {
        LOG(&viewer->server->log, LOG_ERROR, "leave_lost", LOG_NUMBER("room", viewer->hall->room));
    }
    viewer->hall = NULL;
}

void viewer_destroy(struct viewer *viewer) {
    leave_hall(viewer);
    registry_remove_viewer(&viewer->server->registry, viewer->id);
    outbound_release(&viewer->outbound);
    viewer_forget_pieces(viewer);
    free(viewer);
}

void viewer_forget_pieces(struct viewer *viewer) {
    free(viewer->pieces);
    viewer->pieces = NULL;
    viewer->pieces_bytes = 0;
}

void viewer_close(struct viewer *viewer, uint16_t code, const char *reason) {
    if (viewer->state == VIEWER_CLOSING) {
        return;
    }
    viewer->state = VIEWER_CLOSING;
    viewer->close_code = code;
    viewer->close_reason = reason;
    if (code == WIRE_CLOSE_OVERLOADED) {
        metrics_add(&viewer->server->metrics, METRICS_CLOSED_SLOW, 1);
    } else if (code >= WIRE_CLOSE_TEXT && code <= WIRE_CLOSE_TOO_LARGE) {
        metrics_add(&viewer->server->metrics, METRICS_CLOSED_RULE, 1);
    }
    leave_hall(viewer);
    viewer->server->port->hurry(viewer);
    viewer->server->port->wake(viewer);
}

// With the reason that the table has for this code.
static void close_with(struct viewer *viewer, uint16_t code) {
    viewer_close(viewer, code, wire_close_reason(code));
}

void viewer_gone(struct viewer *viewer) {
    if (viewer->state != VIEWER_CLOSING) {
        viewer->state = VIEWER_CLOSING;
        leave_hall(viewer);
    }
    outbound_release(&viewer->outbound);
}

// ---- answers from this thread ------------------------------------------------------------------

void viewer_push(struct viewer *viewer, const struct letter *letter) {
    if (!outbound_push(&viewer->outbound, letter)) {
        viewer_close(viewer, WIRE_CLOSE_OVERLOADED, "reading too slowly");
        return;
    }
    viewer->server->port->wake(viewer);
}

static void push_message(struct viewer *viewer, struct blob *message) {
    message = blob_finish(message);
    if (message == NULL) {
        viewer_close(viewer, WIRE_CLOSE_OVERLOADED, "the server is out of memory");
        return;
    }
    viewer_push(viewer, &(struct letter){.message = message});
}

void viewer_dismiss(struct viewer *viewer) {
    static const char reason[] = "the server is going away";
    struct blob *message = viewer->state == VIEWER_OPEN ? blob_create() : NULL;
    if (message != NULL) {
        wire_encode_closing(&message->buffer, reason, viewer->server->options->retry_after_s);
        push_message(viewer, message);
    }
    viewer_close(viewer, WIRE_CLOSE_GOING_AWAY, reason);
}

static void refuse(struct viewer *viewer, const struct wire_refusal *refusal) {
    metrics_refused(&viewer->server->metrics, refusal->code);
    struct blob *message = blob_create();
    if (message != NULL) {
        wire_encode_refused(&message->buffer, refusal);
        push_message(viewer, message);
    }
}

static void refuse_code(struct viewer *viewer, const struct wire_client_message *message,
                        enum wire_code code) {
    struct wire_refusal refusal = refusal_of(code);
    refusal.has_seq = message->has_seq;
    refusal.seq = message->seq;
    refuse(viewer, &refusal);
}

static void pong(struct viewer *viewer, const struct wire_client_message *ping) {
    uint64_t step = viewer->hall == NULL ? 0 : viewer->hall->feed.now.step;
    double time = ping->ping.time;
    if (ping->ping.has_round_trip) {
        viewer->round_trip_ms = ping->ping.round_trip_ms;
    }
    if (ping->ping.has_step && viewer->state == VIEWER_OPEN) {
        viewer_note_seen(viewer, ping->ping.step);
    }
    struct blob *message = blob_create();
    if (message != NULL) {
        wire_encode_pong(&message->buffer, time, (double)uv_hrtime() / 1e6, step);
        push_message(viewer, message);
    }
}

// ---- messages ----------------------------------------------------------------------------------

static void on_hello(struct viewer *viewer, const struct wire_client_message *message) {
    const struct wire_hello *hello = &message->hello;
    if (hello->version != WIRE_VERSION) {
        refuse_code(viewer, message, WIRE_UNSUPPORTED_VERSION);
        close_with(viewer, WIRE_CLOSE_NO_COMMON);
        return;
    }
    if (hello->encoding == WIRE_ENCODING_COUNT) {
        refuse_code(viewer, message, WIRE_NO_ENCODING);
        close_with(viewer, WIRE_CLOSE_NO_COMMON);
        return;
    }
    uint64_t now_ns = uv_hrtime();
    if (viewer->visitor != NULL && !visitor_may_guess(viewer->visitor, now_ns)) {
        struct wire_refusal refusal = refusal_of(WIRE_TOO_FAST);
        snprintf(refusal.text, sizeof refusal.text,
                 "too many wrong room codes came from your network; wait a minute");
        refuse(viewer, &refusal);
        viewer_close(viewer, WIRE_CLOSE_OVERLOADED, "too many wrong codes");
        return;
    }
    struct hall *hall = registry_hall_by_code(&viewer->server->registry, hello->room);
    bool by_old_code = hall == NULL;
    if (by_old_code) {
        hall = registry_hall_by_old_code(&viewer->server->registry, hello->room);
    }
    if (hall == NULL && registry_code_has_ended(&viewer->server->registry, hello->room)) {
        refuse_code(viewer, message, WIRE_ROOM_ENDED);
        close_with(viewer, WIRE_CLOSE_ENDED);
        return;
    }
    if (hall == NULL) {
        if (viewer->visitor != NULL) {
            visitor_guessed_wrong(viewer->visitor, now_ns);
        }
        refuse_code(viewer, message, WIRE_NO_SUCH_ROOM);
        close_with(viewer, WIRE_CLOSE_NO_ROOM);
        return;
    }
    if (!hall_add_viewer(hall, viewer)) {
        refuse_code(viewer, message, WIRE_ROOM_FULL);
        close_with(viewer, WIRE_CLOSE_FULL);
        return;
    }
    viewer->hall = hall;
    viewer->state = VIEWER_JOINING;
    struct mail mail = {.kind = MAIL_JOIN, .join = {*hello, by_old_code}};
    mail.join.hello.rate_hz = viewer_choose_rate(viewer, hello->rate_hz);
    viewer->class_index = class_index(hello->encoding, mail.join.hello.rate_hz);
    if (!viewer_post(viewer, mail)) {
        close_with(viewer, WIRE_CLOSE_OVERLOADED);
    }
}

void viewer_end(struct viewer *viewer) {
    if (viewer->state == VIEWER_JOINING) {
        refuse_code(viewer, &(struct wire_client_message){.type = WIRE_HELLO}, WIRE_ROOM_ENDED);
    }
    close_with(viewer, WIRE_CLOSE_ENDED);
}

// Whether a message of a rare type may come now; if not, says so.
static bool is_rare_enough(struct viewer *viewer, const struct wire_client_message *message) {
    bool is_trace = message->type == WIRE_TRACE;
    bool is_rename = message->type == WIRE_RENAME && !viewer->host;
    if ((!is_trace || token_bucket_take(&viewer->traces, uv_hrtime())) &&
        (!is_rename || token_bucket_take(&viewer->renames, uv_hrtime()))) {
        return true;
    }
    struct wire_refusal refusal = refusal_of(WIRE_TOO_FAST);
    snprintf(refusal.text, sizeof refusal.text, "%s per second",
             is_trace ? "one look into a step" : "one new name");
    refusal.has_seq = true;
    refusal.seq = message->seq;
    refuse(viewer, &refusal);
    return false;
}

static void on_command(struct viewer *viewer, const struct wire_client_message *message) {
    if (message->type == WIRE_STATE && viewer->outbound.wants_state) {
        return; // it is on its way
    }
    if (!is_rare_enough(viewer, message)) {
        return;
    }
    struct mail mail = {
        .kind = message->type == WIRE_STATE ? MAIL_STATE : MAIL_COMMAND,
        .command = *message,
    };
    if (message->type == WIRE_RATE) {
        mail.command.rate_hz = viewer_choose_rate(viewer, message->rate_hz);
    }
    if (!viewer_post(viewer, mail)) {
        refuse_code(viewer, message, WIRE_BUSY);
    } else if (message->type == WIRE_STATE) {
        viewer->outbound.wants_state = true;
    } else if (message->type == WIRE_RATE) {
        viewer_agree_rate(viewer, message->rate_hz, mail.command.rate_hz);
    }
}

void viewer_receive(struct viewer *viewer, const uint8_t *bytes, size_t length) {
    struct wire_client_message message;
    struct wire_refusal refusal;
    if (viewer->state == VIEWER_CLOSING) {
        return;
    }
    metrics_add(&viewer->server->metrics, METRICS_MESSAGES_RECEIVED, 1);
    viewer->heard_ns = uv_hrtime();
    viewer->silent = false;
    enum wire_code code = wire_client_message_decode(bytes, length, &message, &refusal);
    if (!token_bucket_take(&viewer->commands, uv_hrtime())) {
        if (++viewer->excess > EXCESS_MAX) {
            viewer_close(viewer, WIRE_CLOSE_RULE, "far too many commands");
            return;
        }
        bool has_seq = code == WIRE_OK ? message.has_seq : refusal.has_seq;
        uint32_t seq = code == WIRE_OK ? message.seq : refusal.seq;
        refuse_code(viewer, &(struct wire_client_message){.has_seq = has_seq, .seq = seq},
                    WIRE_TOO_FAST);
        return;
    }
    viewer->excess -= viewer->excess > 0;
    if (code != WIRE_OK) {
        refuse(viewer, &refusal);
        if (code == WIRE_BAD_MESSAGE) {
            close_with(viewer, WIRE_CLOSE_BAD_MESSAGE);
        } else if (code == WIRE_UNSUPPORTED_VERSION) {
            close_with(viewer, WIRE_CLOSE_NO_COMMON);
        } else if (code == WIRE_NO_SUCH_ROOM && viewer->state == VIEWER_OPENING) {
            close_with(viewer, WIRE_CLOSE_NO_ROOM);
        }
        return;
    }
    if (message.type == WIRE_HELLO) {
        if (viewer->state == VIEWER_OPENING) {
            on_hello(viewer, &message);
        } else {
            refuse_code(viewer, &message, WIRE_ALREADY_JOINED);
        }
        return;
    }
    if (message.type == WIRE_PING) {
        pong(viewer, &message);
        return;
    }
    if (viewer->state != VIEWER_OPEN) {
        refuse_code(viewer, &message, WIRE_NOT_JOINED);
        return;
    }
    on_command(viewer, &message);
}

// ---- sending -----------------------------------------------------------------------------------

static bool write_message(struct viewer *viewer, struct blob *message) {
    bool alive = viewer->server->port->write(viewer, message);
    metrics_add(&viewer->server->metrics, METRICS_BYTES_SENT, message->buffer.length_bytes);
    blob_unref(message);
    if (!alive) {
        viewer_gone(viewer);
    }
    return alive;
}

// Asks the room for an independent frame of this viewer's class, once for all who need it. Answers
// do get lost, if memory runs out: then it is asked again.
static void ask_key(struct viewer *viewer) {
    enum { AGAIN_MS = 1000 };
    uint64_t *asked_ns = &viewer->hall->key_asked_ns[viewer->class_index];
    uint64_t now_ns = uv_hrtime();
    struct mail mail = {.kind = MAIL_KEY, .key_class = viewer->class_index};
    bool is_asked = *asked_ns != 0 && now_ns - *asked_ns < AGAIN_MS * (uint64_t)1000000;
    if (!is_asked && viewer_post(viewer, mail)) {
        *asked_ns = now_ns;
    }
}

bool viewer_writable(struct viewer *viewer) {
    struct blob *message = NULL;
    bool more = false;
    if (viewer->state == VIEWER_CLOSING && viewer->outbound.first == NULL) {
        return false;
    }
    if (viewer->hall == NULL && viewer->outbound.first == NULL) {
        return true; // nothing to say yet
    }
    struct feed *feed = viewer->hall == NULL ? NULL : &viewer->hall->feed;
    bool was_behind = viewer->outbound.behind;
    enum outbound_answer answer =
        outbound_next(&viewer->outbound, feed, viewer->class_index, &message, &more);
    if (was_behind && !viewer->outbound.behind && viewer->second.missed > 0) {
        viewer->second.missed--; // late, but it gets one
    }
    switch (answer) {
    case OUTBOUND_READING:
        metrics_add(&viewer->server->metrics, METRICS_MEASURES_SENT, 1);
        __attribute__((fallthrough));
    case OUTBOUND_MESSAGE:
        if (!write_message(viewer, message)) {
            return false;
        }
        if (more || viewer->state == VIEWER_CLOSING) {
            viewer->server->port->wake(viewer);
        }
        return true;
    case OUTBOUND_NOTHING:
        return true;
    case OUTBOUND_NEEDS_STATE:
        if (!viewer_post(viewer, (struct mail){.kind = MAIL_STATE})) {
            viewer->outbound.wants_state = false; // asked again at the next message
        }
        return true;
    case OUTBOUND_NEEDS_KEY:
        ask_key(viewer);
        return true;
    case OUTBOUND_NO_MEMORY:
        break;
    }
    viewer_close(viewer, WIRE_CLOSE_OVERLOADED, "the server is out of memory");
    return true;
}

// Takes over the message.
static void put(struct viewer *viewer, enum outbound_reading kind, struct blob *message) {
    metrics_add(&viewer->server->metrics, METRICS_MEASURES_SKIPPED,
                outbound_put(&viewer->outbound, kind, message));
    viewer->server->port->wake(viewer);
}

// The room of this viewer gets another code, because its command `seq` asks for one.
static void take_new_code(struct viewer *viewer, uint32_t seq) {
    struct mail mail = {.kind = MAIL_CODE, .code = {.seq = seq}};
    if (!server_new_code(viewer->server, mail.code.code) || !viewer_post(viewer, mail)) {
        refuse_code(viewer, &(struct wire_client_message){.has_seq = true, .seq = seq}, WIRE_BUSY);
        return;
    }
    hall_take_code(viewer->hall, mail.code.code);
}

void viewer_deliver(struct server *server, struct letter *letter) {
    struct viewer *viewer = registry_viewer(&server->registry, letter->viewer);
    if (viewer == NULL || viewer->state == VIEWER_CLOSING) {
        blob_unref(letter->message);
        return;
    }
    if (letter->refused != WIRE_OK) {
        metrics_refused(&server->metrics, letter->refused);
    }
    if (letter->sets_member) {
        viewer->seat = letter->seat;
        viewer->host = letter->host;
    }
    if (letter->asks_new_code) {
        take_new_code(viewer, letter->seq);
    }
    if (letter->sets_measuring) {
        viewer->measuring = letter->measuring;
    }
    if (letter->newest_measures) {
        put(viewer, OUTBOUND_MEASURES, letter->message);
    } else if (letter->may_be_refused &&
               !outbound_has_room(&viewer->outbound, letter->message->buffer.length_bytes)) {
        blob_unref(letter->message);
        refuse_code(viewer, &(struct wire_client_message){.has_seq = true, .seq = letter->seq},
                    WIRE_BUSY);
    } else if (letter->message != NULL) {
        if (letter->sets_cursor && viewer->state == VIEWER_JOINING) {
            viewer->state = VIEWER_OPEN;
        }
        viewer_push(viewer, letter);
    }
    if (letter->close_code != 0) {
        close_with(viewer, letter->close_code);
    }
}

static void offer(struct viewer *viewer, const struct class_message *turn) {
    bool wake;
    struct server *server = viewer->server;
    // Whoever is behind and has asked when its line is free is served then. If each tick were first
    // with what it has, the transport's own turn would never come, and with it no ping.
    bool waits_for_line = viewer->outbound.behind && viewer->awaits_writable;
    bool line_is_free = server->port->ready(viewer) && !waits_for_line;
    bool ready = viewer->written_turn != server->turn && line_is_free;
    struct blob *message = outbound_offer(&viewer->outbound, turn, ready, &wake);
    viewer->skipped += turn->skipped;
    viewer->second.due += turn->due;
    metrics_add(&server->metrics, METRICS_FRAMES_SKIPPED, turn->skipped);
    if (message != NULL) {
        viewer->written_turn = server->turn;
        metrics_add(&server->metrics, METRICS_FRAMES_SENT, 1);
        if (write_message(viewer, blob_ref(message)) && wake) {
            server->port->wake(viewer); // a reading has waited for it
        }
    } else if (wake) {
        bool has_frame = turn->needs != turn->serial;
        bool skips = turn->due && has_frame && viewer->outbound.behind;
        viewer->skipped += skips;
        viewer->second.missed += skips && !line_is_free;
        metrics_add(&server->metrics, METRICS_FRAMES_SKIPPED, skips);
        server->port->wake(viewer);
    }
}

// A message that had to be dropped is made anew, once for the whole class, if the feed can make one
// that tells as much.
static void remake(struct feed *feed, uint32_t class, struct class_message *turn) {
    struct place place = {.cursor = turn->e0};
    struct blob *message;
    if (feed_catch_up(feed, class, &place, &message) != FEED_MESSAGE) {
        return;
    }
    if (place.cursor == turn->e) {
        turn->message = message;
        turn->needs = 0;
    } else {
        blob_unref(message); // more events have come since the key
    }
}

void viewer_publish(struct server *server, struct publication *publication) {
    struct hall *hall = registry_hall(&server->registry, publication->room);
    struct class_message *turns = publication->classes;
    feed_absorb(&hall->feed, publication);
    hall->scene = publication->scene;
    hall->newcomers = publication->newcomers;
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        if (turns[i].due && turns[i].message == NULL) {
            remake(&hall->feed, i, &turns[i]);
        }
        if (turns[i].key != NULL || turns[i].lost_key) {
            hall->key_asked_ns[i] = 0;
        }
    }
    // Backwards: whoever's write fails leaves the hall, and the last one, who has been served,
    // takes its place.
    for (uint32_t i = hall->viewer_count; i > 0; i--) {
        struct viewer *viewer = hall->viewers[i - 1];
        const struct class_message *turn = &turns[viewer->class_index];
        if (viewer->state == VIEWER_OPEN && (turn->due || turn->key != NULL)) {
            offer(viewer, turn);
        }
    }
    hall_rotate(hall);
}

static void put_spectrum(struct viewer *viewer, const struct readings *readings) {
    for (uint32_t i = 0; i < readings->spectrum_count; i++) {
        if (readings->spectra[i].particle == viewer->measuring.particle) {
            put(viewer, OUTBOUND_SPECTRUM, blob_ref(readings->spectra[i].message));
        }
    }
}

void viewer_measure(struct server *server, const struct readings *readings) {
    const struct hall *hall = registry_hall(&server->registry, readings->room);
    for (uint32_t i = 0; i < hall->viewer_count; i++) {
        struct viewer *viewer = hall->viewers[i];
        if (viewer->state != VIEWER_OPEN || !viewer->measuring.on) {
            continue;
        }
        if (readings->measures != NULL && readings->due[viewer->measuring.rate]) {
            put(viewer, OUTBOUND_MEASURES, blob_ref(readings->measures));
        }
        if (viewer->measuring.has_particle) {
            put_spectrum(viewer, readings);
        }
    }
}

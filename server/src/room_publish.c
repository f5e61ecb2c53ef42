// What a room tells everybody: one message per class and turn, encoded once.
//
// In a turn, a class's viewers are sent new events and the newest frame, against the frame that
// they have where the encoding can. Whoever has another one, because it has just come or missed
// some, needs an independent frame: the class wants a key. While the world is at rest there are
// turns without a word; a tick without a frame tells once in a while that the line is alive.
#include <stdlib.h>

#include "room.h"
#include "tick.h"

enum {
    UNSEEN_PERIOD_MS = 1000,
    // Whoever misses one frame misses others: the I/O thread is late, or a line is slow. So a class
    // that wants a key has one with each frame for a while.
    KEYS_MS = 1000,
    ALIVE_MS = 900, // after the last message; the next turn then has one, within a second
};

// Steps between two messages of a class; the phase is fixed by the step.
static uint64_t class_period(const struct room *room, uint32_t index) {
    return room_period(room, class_rate_hz(index));
}

static bool class_is_due(const struct room *room, uint32_t index, double time_ms) {
    const struct room_class *class = &room->classes[index];
    if (class->viewers == 0) {
        return false;
    }
    bool awaited = class->e != room->ring.e || class->wants_key;
    bool has_newest = room->frame != NULL && class->serial == room->frame->serial;
    if (class->hurry || (awaited && (class->rests || room->slow > 1))) {
        return true;
    }
    if (room->paused) {
        return awaited || room->frame_is_old || !has_newest || time_ms - class->told_ms >= ALIVE_MS;
    }
    return pbd_world_steps(room->world) / class_period(room, index) != class->turn;
}

// Hands the events that the I/O thread has not seen to the publication.
static bool attach_events(struct room *room, struct publication *publication) {
    uint64_t oldest = room->ring.e - room->ring.count;
    publication->e0 = room->feed_e > oldest ? room->feed_e : oldest;
    publication->event_count = (uint32_t)(room->ring.e - publication->e0);
    publication->events = calloc(publication->event_count + 1, sizeof *publication->events);
    if (publication->events == NULL) {
        publication->event_count = 0;
        return false;
    }
    for (uint32_t i = 0; i < publication->event_count; i++) {
        publication->events[i] = blob_ref(event_ring_at(&room->ring, publication->e0 + 1 + i));
    }
    return true;
}

// Writes which classes are due; false if none is.
static bool find_due(const struct room *room, double time_ms, bool due[CLASS_COUNT]) {
    bool any = false;
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        due[i] = class_is_due(room, i, time_ms);
        any = any || due[i];
    }
    return any;
}

// The message of a class with the frame as encoded, or without one (NULL). NULL without memory, or
// when its events have left the ring: its viewers are then brought up to date one by one.
static struct blob *encode(const struct room *room, uint64_t e0, const struct moment *now,
                           const struct wire_buffer *bytes) {
    return event_ring_covers(&room->ring, e0)
               ? tick_encode(&room->ring, e0, room->ring.e, now, bytes, room->frame)
               : NULL;
}

static struct blob *encode_delta(struct room *room, uint32_t index, const struct moment *now) {
    struct wire_buffer bytes;
    wire_buffer_init(&bytes, 0);
    struct blob *message = room_make_delta(room, index, &bytes)
                               ? encode(room, room->classes[index].e, now, &bytes)
                               : NULL;
    wire_buffer_release(&bytes);
    return message;
}

// Whether there is something to tell those of this class who are in step.
static bool has_news(const struct room *room, uint32_t index, const struct moment *now) {
    const struct room_class *class = &room->classes[index];
    return class->serial != room->frame->serial || class->e != room->ring.e ||
           now->time_ms - class->told_ms >= ALIVE_MS;
}

// Returns how many turns have passed by since the last one, because steps were made in one go.
static uint32_t begin_turn(struct room *room, uint32_t index, uint64_t step) {
    struct room_class *class = &room->classes[index];
    uint64_t period = class_period(room, index);
    uint64_t turn = step / period;
    bool counts = class->period == period && turn > class->turn;
    uint32_t passed_by = counts ? (uint32_t)(turn - class->turn - 1) : 0;
    class->turn = turn;
    class->period = period;
    return passed_by;
}

// Fills in what those who have the class's events and frame are sent, and what others need: all of
// it stands on what the class has been told so far.
static void make_messages(struct room *room, uint32_t index, const struct moment *now,
                          struct class_message *turn) {
    const struct room_class *class = &room->classes[index];
    bool moves = class->serial != room->frame->serial;
    bool builds_on_last = moves && class->shown != NULL;
    bool others_wait = class->wants_key || now->time_ms < class->keys_until_ms;
    if (class->wants_key || (moves && (others_wait || !builds_on_last))) {
        turn->key = room_make_key(room, index, now);
    }
    const struct wire_buffer *whole = turn->key == NULL ? NULL : key_bytes(turn->key);
    if (builds_on_last) {
        turn->needs = class->serial;
        turn->message = encode_delta(room, index, now);
    } else if (turn->due && !moves) {
        turn->needs = turn->serial;
        turn->message = encode(room, class->e, now, NULL);
    } else if (turn->due && whole != NULL) {
        turn->message = encode(room, class->e, now, whole);
    }
    bool suits_all = turn->due && turn->needs == 0;
    if (whole != NULL && !suits_all) {
        turn->independent = encode(room, class->e, now, whole);
    }
}

// The turn of a class: its part of the publication, and the class afterwards.
static void take_turn(struct room *room, uint32_t index, const struct moment *now,
                      struct class_message *turn) {
    struct room_class *class = &room->classes[index];
    turn->skipped = begin_turn(room, index, now->step);
    turn->due = has_news(room, index, now);
    turn->e0 = class->e;
    turn->e = room->ring.e;
    turn->serial = room->frame->serial;
    make_messages(room, index, now, turn);
    class->rests = class->serial == room->frame->serial;
    class->hurry = false;
    class->wants_key = class->wants_key && turn->key == NULL;
    if (turn->due) {
        class->e = turn->e;
        class->told_ms = now->time_ms;
    }
    if (!class->rests) {
        room_note_shown(room, index);
    }
}

static bool is_empty(const struct publication *publication) {
    bool any = publication->frame != NULL;
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        any = any || publication->classes[i].due || publication->classes[i].key != NULL;
    }
    return !any;
}

// What is new, and messages for the classes that are due.
static struct publication *publish(struct room *room, const bool due[CLASS_COUNT], double time_ms) {
    struct publication *publication = calloc(1, sizeof *publication);
    if (publication == NULL || !room_look(room) || !attach_events(room, publication)) {
        goto nothing;
    }
    publication->room = room->id;
    publication->scene = pbd_world_scene(room->world)->name;
    publication->newcomers = room->rules.newcomers;
    publication->step_ms = 1000.0 * room->slow / pbd_world_rate_hz(room->world);
    publication->now = (struct moment){pbd_world_steps(room->world), time_ms, room->lost};
    if (room->feed_serial != room->frame->serial) {
        publication->frame = frame_ref(room->frame);
    }
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        if (due[i]) {
            take_turn(room, i, &publication->now, &publication->classes[i]);
        }
    }
    if (is_empty(publication)) {
        goto nothing;
    }
    room->feed_e = room->ring.e;
    room->feed_serial = room->frame->serial;
    return publication;

nothing:
    publication_destroy(publication);
    return NULL;
}

struct publication *room_publish(struct room *room, double time_ms) {
    bool due[CLASS_COUNT];
    return find_due(room, time_ms, due) ? publish(room, due, time_ms) : NULL;
}

struct publication *room_publish_unseen(struct room *room, double time_ms) {
    static const bool nobody[CLASS_COUNT];
    bool is_shown =
        !room->frame_is_old && room->frame != NULL && room->frame->serial == room->feed_serial;
    if (room->seats.connected > 0 || is_shown || time_ms - room->unseen_ms < UNSEEN_PERIOD_MS) {
        return NULL;
    }
    room->unseen_ms = time_ms;
    return publish(room, nobody, time_ms);
}

void room_want_key(struct room *room, uint32_t class) {
    room->classes[class].wants_key = true;
    room->classes[class].keys_until_ms = room->now_ms + KEYS_MS;
}

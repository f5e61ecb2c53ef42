// What a room tells everybody: one message per class and turn, encoded once.
#include <stdlib.h>
#include <string.h>

#include "room.h"

enum { UNSEEN_PERIOD_MS = 1000 };

// Steps between two messages of a class; the phase is fixed by the step.
static uint64_t class_period(const struct room *room, uint32_t index) {
    return room_period(room, class_rate_hz(index));
}

static bool class_is_due(const struct room *room, uint32_t index) {
    const struct room_class *class = &room->classes[index];
    if (class->viewers == 0) {
        return false;
    }
    if (class->hurry) {
        return true;
    }
    if (room->paused) {
        return class->e != room->ring.e || room->frame_is_old;
    }
    return pbd_world_steps(room->world) / class_period(room, index) != class->turn;
}

static struct wire_hand_target *collect_hands(const struct room *room, uint32_t count) {
    struct wire_hand_target *hands = malloc((count + 1) * sizeof *hands);
    for (uint32_t i = 0; hands != NULL && i < count; i++) {
        struct pbd_hand_view view = pbd_world_hand(room->world, i);
        hands[i].seat = view.id / SEAT_HANDS_MAX;
        hands[i].hand = view.id % SEAT_HANDS_MAX;
        memcpy(hands[i].at_m, view.target_m, sizeof view.target_m);
    }
    return hands;
}

static struct frame *make_frame(struct room *room, double time_ms) {
    struct frame *frame = calloc(1, sizeof *frame);
    if (frame == NULL) {
        return NULL;
    }
    atomic_init(&frame->references, 1);
    frame->serial = ++room->frame_serial;
    frame->step = pbd_world_steps(room->world);
    frame->time_ms = time_ms;
    frame->lost = room->lost;
    wire_buffer_init(&frame->bytes, 0);
    wire_encode_frame_f32(&frame->bytes, pbd_world_positions(room->world),
                          pbd_world_particle_count(room->world));
    frame->hand_count = pbd_world_hand_count(room->world);
    frame->hands = collect_hands(room, frame->hand_count);
    if (room->outline == NULL) {
        room->outline = outline_create(room->world);
    }
    frame->outline = room->outline == NULL ? NULL : outline_ref(room->outline);
    if (frame->bytes.failed || frame->hands == NULL) {
        frame_unref(frame);
        return NULL;
    }
    return frame;
}

// The tick of one class. NULL without memory, or when its events have left the ring: its viewers
// are then brought up to date one by one.
static struct blob *encode_class(const struct room *room, uint64_t e0, const struct frame *frame,
                                 double time_ms) {
    if (!event_ring_covers(&room->ring, e0)) {
        return NULL;
    }
    struct wire_buffer events;
    wire_buffer_init(&events, 0);
    event_ring_copy(&room->ring, e0, &events);
    struct blob *message = blob_create();
    if (message == NULL || events.failed) {
        wire_buffer_release(&events);
        blob_unref(message);
        return NULL;
    }
    struct wire_tick tick = {
        .e0 = e0,
        .e = room->ring.e,
        .events = wire_buffer_content(&events),
        .events_bytes = events.length_bytes,
        .step = pbd_world_steps(room->world),
        .time_ms = time_ms,
        .lost = room->lost,
    };
    if (frame != NULL) {
        tick.frame = wire_buffer_content(&frame->bytes);
        tick.frame_bytes = frame->bytes.length_bytes;
        tick.hands = frame->hands;
        tick.hand_count = frame->hand_count;
    }
    wire_encode_tick(&message->buffer, &tick);
    wire_buffer_release(&events);
    return blob_finish(message);
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
static bool find_due(const struct room *room, bool due[CLASS_COUNT]) {
    bool any = false;
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        due[i] = class_is_due(room, i);
        any = any || due[i];
    }
    return any;
}

static void attach_message(struct room *room, struct publication *publication, uint32_t index,
                           double time_ms) {
    struct room_class *class = &room->classes[index];
    publication->classes[index].due = true;
    publication->classes[index].e0 = class->e;
    publication->classes[index].message = encode_class(room, class->e, publication->frame, time_ms);
    class->e = room->ring.e;
    class->turn = pbd_world_steps(room->world) / class_period(room, index);
    class->hurry = false;
}

// What is new, and messages for the classes that are due.
static struct publication *publish(struct room *room, const bool due[CLASS_COUNT], double time_ms) {
    struct publication *publication = calloc(1, sizeof *publication);
    if (publication == NULL || !attach_events(room, publication)) {
        goto failed;
    }
    publication->room = room->id;
    publication->scene = pbd_world_scene(room->world)->name;
    publication->newcomers = room->rules.newcomers;
    if (room->frame_is_old) {
        publication->frame = make_frame(room, time_ms);
        if (publication->frame == NULL) {
            goto failed;
        }
        room->frame_is_old = false;
    }
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        if (due[i]) {
            attach_message(room, publication, i, time_ms);
        }
    }
    room->feed_e = room->ring.e;
    return publication;

failed:
    publication_destroy(publication);
    return NULL;
}

struct publication *room_publish(struct room *room, double time_ms) {
    bool due[CLASS_COUNT];
    return find_due(room, due) ? publish(room, due, time_ms) : NULL;
}

struct publication *room_publish_unseen(struct room *room, double time_ms) {
    static const bool nobody[CLASS_COUNT];
    if (room->seats.connected > 0 || !room->frame_is_old ||
        time_ms - room->unseen_ms < UNSEEN_PERIOD_MS) {
        return NULL;
    }
    room->unseen_ms = time_ms;
    return publish(room, nobody, time_ms);
}

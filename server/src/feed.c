#include "feed.h"

void feed_init(struct feed *feed) {
    event_ring_init(&feed->ring, 0);
    feed->frame = NULL;
    feed->catch_up = NULL;
    feed->catch_up_e0 = 0;
}

static void forget_catch_up(struct feed *feed) {
    blob_unref(feed->catch_up);
    feed->catch_up = NULL;
}

void feed_release(struct feed *feed) {
    event_ring_release(&feed->ring);
    frame_unref(feed->frame);
    feed->frame = NULL;
    forget_catch_up(feed);
}

void feed_absorb(struct feed *feed, struct publication *publication) {
    forget_catch_up(feed);
    if (publication->e0 != feed->ring.e) {
        // Events fell out of the room's own ring before anybody was here to see them.
        event_ring_release(&feed->ring);
        event_ring_init(&feed->ring, publication->e0);
    }
    for (uint32_t i = 0; i < publication->event_count; i++) {
        event_ring_append(&feed->ring, publication->events[i]);
        publication->events[i] = NULL;
    }
    publication->event_count = 0;
    if (publication->frame != NULL) {
        frame_unref(feed->frame);
        feed->frame = publication->frame;
        publication->frame = NULL;
    }
}

// Encodes a tick from the cursor to what is newest. NULL without memory.
static struct blob *encode(const struct feed *feed, uint64_t cursor) {
    const struct frame *frame = feed->frame;
    struct wire_buffer events;
    wire_buffer_init(&events, 0);
    event_ring_copy(&feed->ring, cursor, &events);
    struct blob *blob = blob_create();
    if (blob == NULL || events.failed) {
        wire_buffer_release(&events);
        blob_unref(blob);
        return NULL;
    }
    struct wire_tick tick = {
        .e0 = cursor,
        .e = feed->ring.e,
        .events = wire_buffer_content(&events),
        .events_bytes = events.length_bytes,
        .step = frame->step,
        .time_ms = frame->time_ms,
        .lost = frame->lost,
        .frame = wire_buffer_content(&frame->bytes),
        .frame_bytes = frame->bytes.length_bytes,
        .hands = frame->hands,
        .hand_count = frame->hand_count,
    };
    wire_encode_tick(&blob->buffer, &tick);
    wire_buffer_release(&events);
    return blob_finish(blob);
}

enum feed_answer feed_catch_up(struct feed *feed, uint64_t cursor, uint64_t serial,
                               struct blob **message) {
    const struct frame *frame = feed->frame;
    if (cursor > feed->ring.e || frame == NULL) {
        return FEED_NOTHING;
    }
    if (cursor == feed->ring.e && frame->serial == serial) {
        return FEED_NOTHING;
    }
    if (!event_ring_covers(&feed->ring, cursor)) {
        return FEED_STATE;
    }
    if (feed->catch_up == NULL || feed->catch_up_e0 != cursor) {
        forget_catch_up(feed);
        feed->catch_up = encode(feed, cursor);
        feed->catch_up_e0 = cursor;
    }
    if (feed->catch_up == NULL) {
        return FEED_NO_MEMORY;
    }
    *message = blob_ref(feed->catch_up);
    return FEED_MESSAGE;
}

#include "tick.h"

struct blob *tick_encode(const struct event_ring *ring, uint64_t e0, uint64_t e,
                         const struct moment *now, const struct wire_buffer *bytes,
                         const struct frame *frame) {
    struct wire_buffer events;
    wire_buffer_init(&events, 0);
    event_ring_copy(ring, e0, e, &events);
    struct blob *message = blob_create();
    if (message == NULL || events.failed) {
        wire_buffer_release(&events);
        blob_unref(message);
        return NULL;
    }
    struct wire_tick tick = {
        .e0 = e0,
        .e = e,
        .events = wire_buffer_content(&events),
        .events_bytes = events.length_bytes,
        .step = now->step,
        .time_ms = now->time_ms,
        .lost = now->lost,
    };
    if (bytes != NULL) {
        tick.frame = wire_buffer_content(bytes);
        tick.frame_bytes = bytes->length_bytes;
        tick.hands = frame->hands;
        tick.hand_count = frame->hand_count;
    }
    wire_encode_tick(&message->buffer, &tick);
    wire_buffer_release(&events);
    return blob_finish(message);
}

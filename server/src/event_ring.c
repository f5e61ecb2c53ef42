#include "event_ring.h"

#include <assert.h>
#include <string.h>

void event_ring_init(struct event_ring *ring, uint64_t e) {
    memset(ring, 0, sizeof *ring);
    ring->e = e;
}

static void drop_oldest(struct event_ring *ring) {
    struct blob **oldest = &ring->events[(ring->e - ring->count + 1) % EVENT_RING_EVENTS_MAX];
    ring->bytes -= (*oldest)->buffer.length_bytes;
    blob_unref(*oldest);
    *oldest = NULL;
    ring->count--;
}

void event_ring_release(struct event_ring *ring) {
    while (ring->count > 0) {
        drop_oldest(ring);
    }
}

void event_ring_append(struct event_ring *ring, struct blob *event) {
    bool fits = event != NULL && event->buffer.length_bytes <= EVENT_RING_BYTES_MAX;
    size_t bytes = fits ? event->buffer.length_bytes : EVENT_RING_BYTES_MAX + 1;
    while (ring->count > 0 &&
           (ring->count == EVENT_RING_EVENTS_MAX || ring->bytes + bytes > EVENT_RING_BYTES_MAX)) {
        drop_oldest(ring);
    }
    ring->e++;
    if (!fits) {
        blob_unref(event);
        return;
    }
    ring->events[ring->e % EVENT_RING_EVENTS_MAX] = event;
    ring->bytes += bytes;
    ring->count++;
}

bool event_ring_covers(const struct event_ring *ring, uint64_t e0) {
    return e0 <= ring->e && ring->e - e0 <= ring->count;
}

struct blob *event_ring_at(const struct event_ring *ring, uint64_t number) {
    assert(number > ring->e - ring->count && number <= ring->e);
    return ring->events[number % EVENT_RING_EVENTS_MAX];
}

void event_ring_copy(const struct event_ring *ring, uint64_t e0, uint64_t e,
                     struct wire_buffer *out) {
    assert(event_ring_covers(ring, e0) && e <= ring->e);
    for (uint64_t number = e0 + 1; number <= e; number++) {
        const struct blob *event = event_ring_at(ring, number);
        wire_buffer_append(out, wire_buffer_content(&event->buffer), event->buffer.length_bytes);
    }
}

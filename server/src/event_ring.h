// The newest room events, encoded, by number.
//
// Holds at most 256 events and 64 kB; older ones fall out. The worker builds ticks from its ring,
// the I/O thread builds catch-up messages from its own. Not thread-safe: each side has one.
#ifndef EVENT_RING_H
#define EVENT_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "blob.h"

enum { EVENT_RING_EVENTS_MAX = 256, EVENT_RING_BYTES_MAX = 65536 };

struct event_ring {
    uint64_t e; // number of the newest event; 0 before the first
    uint32_t count;
    size_t bytes;
    struct blob *events[EVENT_RING_EVENTS_MAX]; // event number i at i % EVENT_RING_EVENTS_MAX
};

void event_ring_init(struct event_ring *ring, uint64_t e);
void event_ring_release(struct event_ring *ring);
// Takes over the reference; the event gets the number e + 1. NULL (memory ran out) leaves a hole:
// everything up to it falls out, so that readers ask for the full state.
void event_ring_append(struct event_ring *ring, struct blob *event);
// Whether all events after e0 are still held.
bool event_ring_covers(const struct event_ring *ring, uint64_t e0);
// The event of a number that is covered; still the ring's reference.
struct blob *event_ring_at(const struct event_ring *ring, uint64_t number);
// Appends the bytes of the events e0 + 1 … e to `out`; they are covered.
void event_ring_copy(const struct event_ring *ring, uint64_t e0, uint64_t e,
                     struct wire_buffer *out);

#endif

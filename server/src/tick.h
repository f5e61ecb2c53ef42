// The message that viewers get most: events, and how the world looks. Both the worker and the I/O
// thread make them.
#ifndef TICK_H
#define TICK_H

#include "event_ring.h"
#include "publication.h"

// A tick with the events e0 + 1 … e, which the ring must cover. `bytes`: the frame as encoded for
// the class, NULL for none; `frame`: whose it is. NULL without memory.
struct blob *tick_encode(const struct event_ring *ring, uint64_t e0, uint64_t e,
                         const struct moment *now, const struct wire_buffer *bytes,
                         const struct frame *frame);

#endif

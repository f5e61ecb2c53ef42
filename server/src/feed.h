// The I/O thread's copy of what a room has published: enough to bring a viewer that missed messages
// up to date without asking the worker.
#ifndef FEED_H
#define FEED_H

#include "event_ring.h"
#include "publication.h"

struct feed {
    struct event_ring ring;
    struct frame *frame; // newest; NULL before the first
    // The last message made by feed_catch_up(), while it is still the newest: when many viewers
    // fall behind at once, most of them from the same cursor, it is encoded once for all.
    struct blob *catch_up; // NULL: none
    uint64_t catch_up_e0;
};

void feed_init(struct feed *feed);
void feed_release(struct feed *feed);
// Takes the events and the frame out of a publication (its messages stay with it).
void feed_absorb(struct feed *feed, struct publication *publication);

enum feed_answer {
    FEED_MESSAGE, // *message is a tick from `cursor` to the newest event and frame
    FEED_NOTHING, // the viewer has everything, or the feed has yet to reach its cursor
    FEED_STATE,   // the cursor has left the ring: the viewer needs the full state
    FEED_NO_MEMORY,
};
// A tick for viewers that have seen all events up to `cursor` and frames up to `serial` (0: none).
enum feed_answer feed_catch_up(struct feed *feed, uint64_t cursor, uint64_t serial,
                               struct blob **message);

#endif

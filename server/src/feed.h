// The I/O thread's copy of what a room has published: enough to bring a viewer that missed messages
// up to date without asking the worker for more than an independent frame now and then.
//
//     a viewer of the class      lacks events only ──▶ a tick without a frame
//     has events and a frame     lacks the frame ────▶ a tick with the class's key, if there is one
//                                lost too many ──────▶ needs the full state
#ifndef FEED_H
#define FEED_H

#include "event_ring.h"
#include "publication.h"

// What the viewers of a class have who are in step.
struct feed_class {
    uint64_t e;
    struct moment now;    // of their newest tick
    uint64_t step_before; // of the tick before that
    uint64_t serial;      // of their frame; 0: none yet
    struct key *key;      // shows that frame; NULL: the worker has not made one
};

struct feed {
    struct event_ring ring;
    struct frame *frame; // the newest of all; NULL before the first
    struct moment now;   // of the newest publication
    double step_ms;      // from one step to the next
    struct feed_class classes[CLASS_COUNT];
    // The last message made by feed_catch_up(), while nothing newer has come: when many viewers
    // fall behind at once, most of them from the same cursor, it is encoded once for all.
    struct feed_catch_up {
        struct blob *message; // NULL: none
        uint32_t class;
        uint64_t cursor;
        bool has_frame;
    } catch_up;
};

// A viewer's place in its room.
struct place {
    uint64_t cursor; // the last event that it has
    uint64_t serial; // of the frame that it has; 0: none
    uint64_t step;   // that it was told with a welcome or state: no earlier one may follow
};

void feed_init(struct feed *feed);
void feed_release(struct feed *feed);
// Takes the events and the frame out of a publication, and has a look at its keys.
void feed_absorb(struct feed *feed, struct publication *publication);

enum feed_answer {
    FEED_MESSAGE,   // *message is a tick that leads on from `place`, and *place what follows it
    FEED_NOTHING,   // the viewer has all that its class has, or the feed has yet to reach it
    FEED_NEEDS_KEY, // the worker is to be asked for an independent frame of this class
    FEED_STATE,     // the cursor has left the ring: the viewer needs the full state
    FEED_NO_MEMORY,
};
// A tick for a viewer of this class. Nothing is written but on FEED_MESSAGE.
enum feed_answer feed_catch_up(struct feed *feed, uint32_t class, struct place *place,
                               struct blob **message);

#endif

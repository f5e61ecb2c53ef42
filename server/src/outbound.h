// What one viewer is still to be sent, and what it has: a bounded queue of letters and a cursor.
//
// Frames and measurements are never queued: a viewer that cannot take one misses it, and gets the
// newest when its socket drains. Only behind letters, which a socket that drains takes at once, one
// tick may wait: whoever has just been answered is not to lose the frame that the next one builds
// on. Letters (welcome, state, acks, refusals) come first, in order. Of
// rosters one waits at most, because others' coming and going makes them: it must not pile up for a
// host until that one is closed.
#ifndef OUTBOUND_H
#define OUTBOUND_H

#include <stdbool.h>
#include <stdint.h>

#include "feed.h"
#include "publication.h"

enum {
    OUTBOUND_LETTERS_MAX = 512,
    OUTBOUND_BYTES_MAX = 1 << 20, // unless its owner says otherwise
};

struct outbound_letter {
    struct blob *message;
    bool sets_cursor;
    uint64_t cursor;
    uint64_t step;
    struct outbound_letter *next;
};

struct outbound {
    struct outbound_letter *first, *last;
    struct outbound_letter *roster; // the one among them; NULL: none waits
    struct outbound_letter *tick;   // the same
    struct {
        struct blob *measures, *spectrum; // NULL: none waits
    } newest;
    uint32_t letters;
    size_t bytes, bytes_max; // of the letters; a single one may be larger
    bool follows;            // has a cursor: a welcome or state was sent
    bool behind;             // a message of its class has passed by
    bool wants_state;        // which was asked for, or waits; no ticks can be sent meanwhile
    struct place place;
};

void outbound_init(struct outbound *outbound);
void outbound_release(struct outbound *outbound);

// Takes over the letter's message. False if the viewer has let too much pile up: it is to be
// closed.
bool outbound_push(struct outbound *outbound, const struct letter *letter);

// Whether a letter of so many bytes would be taken.
bool outbound_has_room(const struct outbound *outbound, size_t bytes);

// What newer ones overtake: at most one of each waits, and goes out after everything else.
enum outbound_reading { OUTBOUND_MEASURES, OUTBOUND_SPECTRUM };
// Takes over the message. Returns whether it has overtaken one.
bool outbound_put(struct outbound *outbound, enum outbound_reading kind, struct blob *message);

// What a turn of the room has for the viewer's class. Returns the message if one is to be written
// now (it remains the class's), otherwise NULL. If *wake is set, the viewer is to be served as soon
// as its socket is writable: the message waits behind letters, the viewer is behind, or a reading
// has waited for the tick. `ready`: the transport could take a message at once.
struct blob *outbound_offer(struct outbound *outbound, const struct class_message *offer,
                            bool ready, bool *wake);

enum outbound_answer {
    OUTBOUND_MESSAGE, // write *message and drop the reference
    OUTBOUND_READING, // the same, and it is measures or a spectrum
    OUTBOUND_NOTHING,
    OUTBOUND_NEEDS_STATE, // ask the room for it
    OUTBOUND_NEEDS_KEY,   // ask the room for an independent frame of its class
    OUTBOUND_NO_MEMORY,
};
// The next message for a socket that is writable; *more says whether another one waits.
enum outbound_answer outbound_next(struct outbound *outbound, struct feed *feed, uint32_t class,
                                   struct blob **message, bool *more);

#endif

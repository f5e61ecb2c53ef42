// What a room sends to its viewers: the types that travel from a worker to the I/O thread.
#ifndef PUBLICATION_H
#define PUBLICATION_H

#include <stdbool.h>
#include <stdint.h>

#include "blob.h"
#include "outline.h"
#include "wire/server_message.h"

// A class of viewers gets the same bytes: one encoding at one rate.
enum { CLASS_RATE_COUNT = 5, CLASS_COUNT = WIRE_ENCODING_COUNT * CLASS_RATE_COUNT };

// Index of a class for a valid rate, and back.
uint32_t class_index(enum wire_encoding encoding, uint32_t rate_hz);
uint32_t class_rate_hz(uint32_t index);
enum wire_encoding class_encoding(uint32_t index);
// Whether its frames may build on the one before: at slow rates that saves nothing.
bool class_has_deltas(uint32_t index);

// The newest positions. Every room has a series of frames; each class of viewers is sent some of
// them, in its own encoding.
struct frame {
    atomic_uint references;
    uint64_t serial; // 1, 2, 3 … in each room; a reset makes a new frame of the same step
    uint64_t step;
    struct wire_buffer positions;   // as f32
    struct wire_hand_target *hands; // [hand_count]
    uint32_t hand_count;
    struct outline *outline; // of the scene, for pictures; NULL: there was no memory for it
};

struct frame *frame_ref(struct frame *frame);
void frame_unref(struct frame *frame); // NULL is fine

// When a message was made: what a tick says besides events and frame.
struct moment {
    uint64_t step;
    double time_ms; // when that step was due
    uint64_t lost;
};

// What a class shows, independent of what was sent before: for viewers that have missed messages.
// A world at rest is shown by an old frame, so `now` may be later than the frame.
struct key {
    atomic_uint references;
    struct frame *frame;
    struct moment now;
    uint64_t e;               // the room's events until then
    struct wire_buffer bytes; // encoded; empty: the frame's positions are
};

struct key *key_ref(struct key *key);
void key_unref(struct key *key); // NULL is fine
const struct wire_buffer *key_bytes(const struct key *key);

// A class's part in a publication. A message stands on what its readers have: all events up to e0
// and, if it is not independent, the frame `needs`.
struct class_message {
    bool due;
    uint64_t e0, e;           // it tells the events e0 + 1 … e
    uint64_t serial;          // of the frame that its readers have afterwards
    uint64_t needs;           // of the frame that they must have before; 0: any or none
    struct blob *message;     // NULL: none is due, or there was no memory for it
    struct blob *independent; // the same for those who have another frame; NULL: not made
    struct key *key;          // for those who have other events; NULL: not made
    bool lost_key;            // there was one of an earlier frame, which nobody has seen
    uint32_t skipped;         // earlier messages that it stands for
};

// One turn of a room: new events, the newest frame, and a ready message for each class that is due.
struct publication {
    struct publication *next; // of those that wait on the I/O thread
    uint32_t room;
    const char *scene; // name, static
    enum wire_newcomers newcomers;
    struct moment now;
    double step_ms;       // from one step to the next
    uint64_t e0;          // events after e0 …
    struct blob **events; // … encoded, [event_count]; references owned
    uint32_t event_count;
    struct frame *frame; // NULL: the last one still holds
    struct class_message classes[CLASS_COUNT];
};

void publication_destroy(struct publication *publication); // NULL is fine

// Adds the same room's next publication to one that nobody has seen yet, and destroys it. Frames
// are skipped, events are not: a class's message stays only if it tells everything to those who
// have not seen the earlier one; otherwise it becomes NULL, and its viewers are served from the
// feed. False, and nothing has changed, if the two do not follow each other or memory ran out.
bool publication_merge(struct publication *publication, struct publication *later);

// What a viewer has asked to be sent of the room's measurements.
struct measuring {
    bool on;
    uint32_t rate; // its index among the rates
    bool has_particle;
    uint32_t particle; // whose spectrum it wants
};

// A message for one viewer.
struct letter {
    uint64_t viewer;
    struct blob *message; // NULL: only close
    bool sets_cursor;     // welcome and state: the viewer's cursor becomes `cursor`
    uint64_t cursor;
    uint64_t step;          // with a cursor: no frame of an earlier step may follow
    enum wire_code refused; // not WIRE_OK: the message is a refusal, to be counted
    uint16_t close_code;    // not 0: close the connection after the message
    bool sets_measuring;    // from this message on, or at once if there is none
    struct measuring measuring;
    bool sets_member; // from this message on this viewer sits here, as a host or not
    uint32_t seat;
    bool host;
    bool asks_new_code;   // the room wants another code, because this viewer's command `seq` does
    bool newest_measures; // takes the place of measures that wait, instead of being queued
    bool is_roster;       // takes the place of a roster that waits
    bool may_be_refused;  // `busy`, with this seq, if too much waits for the viewer already
    uint32_t seq;
};

#endif

// A viewer's outbound and the feed it follows, for the tests of outbound.
#ifndef OUTBOUND_FIXTURE_H
#define OUTBOUND_FIXTURE_H

#include "outbound.h"
#include "support.h"

enum { CLASS = CLASS_RATE_COUNT }; // the first of a grid encoding, at 60

// A viewer that has been welcomed with event 3 and has had frame 1 since.
struct follower {
    struct outbound outbound;
    struct feed feed;
};

// Letters are told apart by their seq.
struct letter numbered_letter(uint32_t seq);

// As welcome and state: a letter that sets the cursor.
struct letter state_letter(uint64_t cursor);
void push_letter(struct outbound *outbound, struct letter letter);

// The class has been told the events e0 + 1 … e and sent a frame, with this key or none.
void tell_class_with(struct feed *feed, uint64_t e0, uint64_t e, uint64_t serial, struct key *key);
void tell_class(struct feed *feed, uint64_t e0, uint64_t e, uint64_t serial);

// Takes the next message, which must be there, as text: "ack 3 @ 0", "tick 2..5 20" (e0, e, step);
// "tick 2..5" is one without a frame.
const char *next_message(struct outbound *outbound, struct feed *feed, bool *more);
enum outbound_answer ask_next(struct outbound *outbound, struct feed *feed);
void follower_init(struct follower *f);
void follower_release(struct follower *f);

// A message that shows this frame to whoever has the events until e0.
struct class_message offer_of(uint64_t e0, uint64_t e, uint64_t serial);

// The same on another frame, or without a frame for those who have this one.
struct class_message offer_on(uint64_t base, uint64_t e0, uint64_t e, uint64_t serial);

// What a turn has in which those who are in step are sent nothing.
struct class_message key_of(uint64_t e, uint64_t serial);

// Whether the offer is taken at once; otherwise *wake says whether the viewer asks to be served.
bool takes(struct follower *f, struct class_message offer, bool ready, bool *wake);

// The same for an offer with an independent message beside the other, which is one or the other's
// turn.
const char *which(struct follower *f, struct class_message offer, bool *wake);

#endif

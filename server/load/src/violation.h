// The rules of the protocol that a server can break before a viewer's eyes, and how often it did.
#ifndef VIOLATION_H
#define VIOLATION_H

#include <stdint.h>
#include <stdio.h>

#define VIOLATIONS(X)                                                                              \
    X(BAD_FRAME, "bad_frame", "the bytes are not WebSocket frames as a server sends them")         \
    X(BAD_MESSAGE, "bad_message", "not one msgpack map with the keys that its type needs")         \
    X(SECOND_WELCOME, "second_welcome", "a welcome to somebody who has had one")                   \
    X(NO_WELCOME, "no_welcome", "neither a welcome nor a refusal in time, or a tick before it")    \
    X(WRONG_E0, "wrong_e0", "a tick whose e0 is not the cursor")                                   \
    X(EVENT_GAP, "event_gap", "a tick that does not hold the events e0 + 1 to e")                  \
    X(STEP_FELL, "step_fell", "a step, a due time or the count of lost steps fell")                \
    X(OLD_STATE, "old_state", "a state older than the cursor")                                     \
    X(NO_FRAME, "no_frame", "no frame in the first tick after a welcome or a state")               \
    X(FRAME_LENGTH, "frame_length", "a frame that is not 12 bytes for each particle")              \
    X(NOT_FINITE, "not_finite", "a position that is not finite")                                   \
    X(UNREADABLE, "unreadable", "a frame that is damaged, or builds on another than the last")     \
    X(SILENCE, "silence", "nothing came, though the world runs")                                   \
    X(WRONG_ANSWER, "wrong_answer", "an answer to what was not asked, or a second one")            \
    X(NO_ANSWER, "no_answer", "a command that was not answered in time")                           \
    X(CLOSED, "closed", "the server closed the connection of a viewer that kept the rules")        \
    X(NOT_TOLD, "not_told", "a connection that ended without a close frame")                       \
    X(GHOST, "ghost", "an earlier connection to a seat did not end with 4001")

enum violation {
#define X(id, name, text) VIOLATION_##id,
    VIOLATIONS(X)
#undef X
        VIOLATION_COUNT
};

struct violations {
    uint64_t counts[VIOLATION_COUNT];
    FILE *out; // where the first few of each kind are told in a sentence; NULL: nowhere
};

const char *violation_name(enum violation kind);
const char *violation_text(enum violation kind);
uint64_t violations_total(const struct violations *violations);

// Counts one; `format` tells the figures.
void violations_add(struct violations *violations, enum violation kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif

// Why a connection is closed: one table of WebSocket close codes. docs/PROTOCOL.md lists them.
#ifndef WIRE_CLOSE_H
#define WIRE_CLOSE_H

#include <stdint.h>

#define WIRE_CLOSES(X)                                                                             \
    X(GOING_AWAY, 1001, "the server is going away")                                                \
    X(TEXT, 1003, "messages are binary")                                                           \
    X(BAD_MESSAGE, 1007, "not valid msgpack")                                                      \
    X(RULE, 1008, "rule broken")                                                                   \
    X(TOO_LARGE, 1009, "message too large")                                                        \
    X(OVERLOADED, 1013, "the server is overloaded")                                                \
    X(TAKEN_OVER, 4001, "taken over by a later connection")                                        \
    X(REMOVED, 4003, "removed from the room")                                                      \
    X(NO_ROOM, 4004, "no such room")                                                               \
    X(FULL, 4005, "room full")                                                                     \
    X(NO_COMMON, 4006, "no common version or encoding")                                            \
    X(ENDED, 4007, "the room has ended")                                                           \
    X(CLOSED, 4008, "the room takes no newcomers")                                                 \
    X(NOT_ADMITTED, 4009, "not let in")

enum wire_close {
#define X(name, code, reason) WIRE_CLOSE_##name = code,
    WIRE_CLOSES(X)
#undef X
};

// A few words for the close frame; "closed" for a code that is not in the table.
const char *wire_close_reason(uint16_t code);

#endif

// Codes of refusal: one table that yields the enum, the name on the wire and a default sentence.
// docs/PROTOCOL.md lists them for client authors. Codes are appended, never renumbered.
#ifndef WIRE_CODE_H
#define WIRE_CODE_H

#define WIRE_CODES(X)                                                                              \
    X(OK, "ok", "done")                                                                            \
    X(BAD_MESSAGE, "bad_message", "the message is not one valid msgpack map")                      \
    X(UNKNOWN_TYPE, "unknown_type", "there is no such message type")                               \
    X(MISSING_FIELD, "missing_field", "a field is missing")                                        \
    X(BAD_TYPE, "bad_type", "a field has the wrong type")                                          \
    X(OUT_OF_RANGE, "out_of_range", "a number is outside its range")                               \
    X(NOT_JOINED, "not_joined", "say hello first")                                                 \
    X(ALREADY_JOINED, "already_joined", "this connection has joined already")                      \
    X(UNSUPPORTED_VERSION, "unsupported_version", "this server speaks version 1")                  \
    X(NO_ENCODING, "no_encoding", "none of these frame encodings is known; this server has f32")   \
    X(NO_SUCH_ROOM, "no_such_room", "no room has this code; check it for typing mistakes")         \
    X(ROOM_FULL, "room_full", "the room is full; try again when somebody has left")                \
    X(BAD_KEY, "bad_key", "the host key is wrong; you are here as an ordinary member")             \
    X(BAD_NAME, "bad_name", "a name has at most 40 bytes of text and no control characters")       \
    X(NOT_ALLOWED, "not_allowed", "this room does not allow you to do that")                       \
    X(TOO_FAST, "too_fast", "too many commands per second")                                        \
    X(BUSY, "busy", "the server could not take the command now; send it again")                    \
    X(NO_SUCH_PARTICLE, "no_such_particle", "there is no such particle")                           \
    X(PINNED, "pinned", "a pinned particle cannot be grabbed")                                     \
    X(HAND_IN_USE, "hand_in_use", "that hand already holds a particle")                            \
    X(NO_SUCH_HAND, "no_such_hand", "that hand holds nothing")                                     \
    X(TOO_MANY_HANDS, "too_many_hands", "no more hands can hold on")                               \
    X(TOO_MANY_GUSTS, "too_many_gusts", "too many gusts blow already; wait until one has passed")  \
    X(NO_SUCH_PARAMETER, "no_such_parameter", "this scene has no such parameter")                  \
    X(NO_SUCH_SCENE, "no_such_scene", "there is no such scene")                                    \
    X(TOO_COSTLY, "too_costly", "these parameters need too many projections per second")           \
    X(NOT_PAUSED, "not_paused", "pause first; then the world can be stepped")                      \
    X(OUT_OF_MEMORY, "out_of_memory", "the server is out of memory")                               \
    X(TOO_MANY_PROBES, "too_many_probes",                                                          \
      "the motion of four other particles is watched here already")                                \
    X(ROOM_CLOSED, "room_closed", "this room takes no newcomers now; ask whoever leads it")        \
    X(NOT_ADMITTED, "not_admitted", "you were not let into this room; ask whoever leads it")       \
    X(REMOVED, "removed", "you were put out of this room for a while")                             \
    X(ROOM_ENDED, "room_ended", "this room has ended; ask for the code of another one")            \
    X(NO_SUCH_MEMBER, "no_such_member", "nobody here has that seat")                               \
    X(NOTHING_TO_UNDO, "nothing_to_undo", "there is no reset that could be undone")

enum wire_code {
#define X(code, name, text) WIRE_##code,
    WIRE_CODES(X)
#undef X
        WIRE_CODE_COUNT
};

// The name on the wire; "unknown" for a value outside the enum.
const char *wire_code_name(enum wire_code code);

// A sentence for people; "unknown code" for a value outside the enum.
const char *wire_code_text(enum wire_code code);

#endif

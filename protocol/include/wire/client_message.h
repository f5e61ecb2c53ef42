// Messages from clients: bytes → one checked struct.
//
// Bytes from outside never fail an assertion, never allocate more than a small multiple of
// WIRE_CLIENT_MESSAGE_BYTES_MAX, and always yield a code. What is checked here is form: one map,
// known type, all fields present with the right types, finite numbers inside the protocol's ranges.
// Whether a particle, parameter or right exists is for the room to say.
//
// Must not call: sockets, clocks, stdio, the solver.
#ifndef WIRE_CLIENT_MESSAGE_H
#define WIRE_CLIENT_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/code.h"
#include "wire/limits.h"
#include "wire/rules.h"

enum wire_client_type {
    WIRE_HELLO,
    WIRE_GRAB,
    WIRE_MOVE,
    WIRE_RELEASE,
    WIRE_GUST,
    WIRE_SET,
    WIRE_PAUSE,
    WIRE_RESUME,
    WIRE_STEP,
    WIRE_RESET,
    WIRE_SCENE,
    WIRE_RATE,
    WIRE_STATE,
    WIRE_PING,
    WIRE_MEASURE,
    WIRE_TRACE,
    WIRE_UNDO,
    WIRE_SPEED,
    WIRE_RENAME,
    // What only hosts may ask for.
    WIRE_ALLOW,
    WIRE_PERMIT,
    WIRE_DRAW,
    WIRE_FREEZE,
    WIRE_RELEASE_ALL,
    WIRE_WATCH,
    WIRE_REMOVE,
    WIRE_CO_HOST,
    WIRE_ADMIT,
    WIRE_NEWCOMERS,
    WIRE_CAPACITY,
    WIRE_NEW_CODE,
    WIRE_NAMES,
    WIRE_ABSENCE,
    WIRE_PULL_LIMIT,
    WIRE_BROADCAST,
    WIRE_END,
    WIRE_CLIENT_TYPE_COUNT
};

enum wire_encoding { WIRE_F32, WIRE_GRID_0_5, WIRE_GRID_0_1, WIRE_GRID_1, WIRE_ENCODING_COUNT };

// Strings are NUL-terminated copies, valid UTF-8 without control characters.
struct wire_hello {
    uint32_t version;
    char room[WIRE_ROOM_BYTES_MAX + 1]; // upper case
    enum wire_encoding encoding;        // the first known one; WIRE_ENCODING_COUNT if none is known
    uint32_t rate_hz;                   // 60, 30, 20, 10 or 1; 0 if absent
    char name[WIRE_NAME_BYTES_MAX + 1]; // empty if absent
    char resume[WIRE_KEY_BYTES_MAX + 1];   // empty if absent
    char host_key[WIRE_KEY_BYTES_MAX + 1]; // empty if absent
    bool watch;                            // wants only to look; false if absent
};

struct wire_parameter_value {
    char name[WIRE_WORD_BYTES_MAX + 1];
    float value;
};

struct wire_client_message {
    enum wire_client_type type;
    bool has_seq; // false for hello, state and ping
    uint32_t seq;
    union {
        struct wire_hello hello;
        struct { // grab, move, release
            uint32_t hand;
            uint32_t particle; // grab
            float at_m[3];     // grab, move; within ±64
        } hand;
        struct {
            float direction[3]; // finite, of any length, not all zero
            float strength;     // m/s², 0 … 100
            float duration_s;   // 0.02 … 10
            float width_m;      // 0 … 10
        } gust;
        struct wire_parameter_value set;
        struct {
            char name[WIRE_WORD_BYTES_MAX + 1];
            uint32_t parameter_count;
            // Each name once, in no particular order.
            struct wire_parameter_value parameters[WIRE_PARAMETERS_MAX];
        } scene;
        uint32_t rate_hz; // 60, 30, 20, 10 or 1; 0: the server chooses
        struct {
            double time;
            bool has_round_trip;
            float round_trip_ms; // 0 … 60000
            bool has_step;
            uint64_t step; // of the newest tick that has arrived
        } ping;
        struct {
            uint32_t rate_hz; // 60, 30, 20, 10 or 1; 0: stop
            bool has_particle;
            uint32_t particle; // whose spectrum is wanted too
        } measure;
        uint32_t slow; // 1, 2, 4, 8 or 16
        struct {
            bool has_seat; // false: oneself
            uint32_t seat;
            char name[WIRE_NAME_BYTES_MAX + 1]; // tidy, not empty
        } rename;
        struct {
            enum wire_right right;
            enum wire_holders to;
        } allow;
        struct {                   // permit, watch, co_host, admit
            enum wire_right right; // permit
            uint32_t seat;
            bool on;
        } member;
        struct {
            enum wire_right right;
            uint32_t count; // 1 … 1000
        } draw;
        bool on; // freeze, names: hidden
        struct {
            uint32_t seat;
            uint32_t minutes; // 1 … 1440
        } remove;
        enum wire_newcomers newcomers;
        uint32_t capacity; // 1 or more
        enum wire_away away;
        float pull_limit_n;                           // 0 … 2000
        char broadcast[WIRE_BROADCAST_BYTES_MAX + 1]; // empty: clear it
    };
};

// Why a message was refused. `has_seq`/`seq` are set when the message was readable enough to have
// one, so that the refusal can name it. `text` is one sentence that names the field and the range.
struct wire_refusal {
    enum wire_code code;
    bool has_seq;
    uint32_t seq;
    char text[160];
};

// Decodes one whole WebSocket message. Returns WIRE_OK and fills `message`, or another code and
// fills `refusal` (`message` is then unspecified). WIRE_BAD_MESSAGE means that the connection
// should be closed with 1007.
enum wire_code wire_client_message_decode(const uint8_t *bytes, size_t length,
                                          struct wire_client_message *message,
                                          struct wire_refusal *refusal);

// The name of a message type on the wire, and whether a text is fit to be a member's name (an empty
// one is not).
const char *wire_client_type_name(enum wire_client_type type);
bool wire_name_is_valid(const char *text, size_t length);
// Makes a name tidy, in place: every kind of space becomes one ordinary space, what nobody can see
// goes, and so do spaces at the ends. May leave nothing. `name` is clean text.
void wire_name_tidy(char *name);
// Whether two tidy names look the same to a hasty reader: without regard to the case of ASCII
// letters and to joiners between characters.
bool wire_names_look_alike(const char *a, const char *b);
// The same number for names that look alike, and mostly another one for others.
uint32_t wire_name_look(const char *name);

const char *wire_encoding_name(enum wire_encoding encoding);
bool wire_rate_is_valid(uint32_t rate_hz);

#endif

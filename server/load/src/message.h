// A server's message: bytes → the part of it that a load viewer looks at.
//
// Bytes from outside never fail an assertion: whatever docs/PROTOCOL.md does not allow is a problem
// with a sentence. Unknown keys, types and events are passed over, as a client must.
#ifndef MESSAGE_H
#define MESSAGE_H

#include <msgpack.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/limits.h"

enum message_type {
    MESSAGE_WELCOME,
    MESSAGE_STATE,
    MESSAGE_TICK,
    MESSAGE_ACK,
    MESSAGE_REFUSED,
    MESSAGE_PONG,
    MESSAGE_OTHER,
};

struct message_scene {
    uint32_t particles;
    double h_s;
    const uint8_t *links; // [links_bytes / 8][2] uint32, within the message's bytes
    size_t links_bytes;
};

struct message_state {
    uint64_t e, step, lost;
    bool paused;
    struct message_scene scene;
};

struct message_welcome {
    uint32_t seat;
    uint32_t rate_hz;
    char encoding[WIRE_WORD_BYTES_MAX + 1];
    char resume[WIRE_KEY_BYTES_MAX + 1];
    struct message_state state;
};

struct message_tick {
    uint64_t e0, e, step, lost;
    double time_ms;
    const msgpack_object *events; // [event_count], for message_event()
    uint32_t event_count;
    const uint8_t *frame; // NULL: none; within the message's bytes
    size_t frame_bytes;
};

struct message {
    enum message_type type;
    union {
        struct message_welcome welcome;
        struct message_state state;
        struct message_tick tick;
        struct {
            uint32_t seq;
        } ack;
        struct {
            bool has_seq;
            uint32_t seq;
            char code[WIRE_WORD_BYTES_MAX + 1];
        } refused;
        struct {
            double time, server_time_ms;
        } pong;
    };
};

enum message_event_type { EVENT_PAUSED, EVENT_RESUMED, EVENT_SCENE, EVENT_LET_GO, EVENT_OTHER };

struct message_event {
    enum message_event_type type;
    uint64_t step;
    uint32_t seat;              // let go
    bool released;              // … because it asked to be
    struct message_scene scene; // scene
};

// Returns a problem, or NULL and fills `message`, which points into `bytes` and `zone`: it holds
// until either changes.
const char *message_decode(const uint8_t *bytes, size_t length, msgpack_zone *zone,
                           struct message *message);
// One of a tick's events, in the same manner.
const char *message_event(const msgpack_object *object, struct message_event *event);

#endif

// A client that keeps the rules of docs/PROTOCOL.md: what a viewer knows of its room, from its
// messages alone.
//
// It fails the test when a message breaks a promise of the protocol: a tick that does not start at
// the cursor, an event too many or too few, a frame of the wrong size or an older one, a frame on a
// base that the client does not hold, no frame after a state, a hold that ends without having
// begun.
//
// Of frames on a grid it reads only the head.
#ifndef CLIENT_H
#define CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "blob.h"
#include "pbd/world.h"
#include "wire/server_message.h"

enum { CLIENT_SEATS_MAX = 64, CLIENT_HOLDS_MAX = 256 };

struct client {
    bool follows; // a welcome or a state has come
    bool awaits_frame;
    uint64_t cursor;
    uint64_t step; // of the newest frame or state
    uint64_t lost;
    uint64_t frame_hash; // of the newest frame's bytes
    uint32_t hand_count; // in the newest frame
    bool grid;           // frames come in a grid encoding
    uint32_t number;     // of the frame that it holds, on a grid; 0: none
    uint32_t keys, deltas;
    uint32_t states, ticks, frames, acks, refusals, measures, spectra, traces;
    uint64_t measured_step;

    bool paused, burst;
    char scene[WIRE_WORD_BYTES_MAX + 1];
    uint32_t particles;
    struct {
        char name[WIRE_WORD_BYTES_MAX + 1];
        double value;
    } parameters[PBD_PARAMETERS_MAX];
    uint32_t parameter_count;
    struct {
        uint32_t number;
        char name[WIRE_NAME_BYTES_MAX + 1];
        bool host;
    } seats[CLIENT_SEATS_MAX];
    uint32_t seat_count;
    struct wire_hold holds[CLIENT_HOLDS_MAX];
    uint32_t hold_count;
};

void client_take(struct client *client, const struct blob *message);
// What it knows apart from frames and numbers, as a text: equal knowledge, equal texts.
const char *client_knowledge(const struct client *client);
// The hash that frame_hash has after a frame of these positions.
uint64_t hash_of_positions(const struct pbd_world *world);

#endif

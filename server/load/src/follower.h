// One viewer's knowledge of its room, and the rules that the server must keep towards it.
//
//     welcome ──▶ follows ──wrong e0──▶ waits for a state (ticks are discarded) ──state──▶ follows
//
// Knows neither sockets nor clocks. Broken rules are counted in `violations`; the follower then
// goes on as a client would.
#ifndef FOLLOWER_H
#define FOLLOWER_H

#include <stdbool.h>
#include <stdint.h>

#include "message.h"
#include "sight.h"
#include "violation.h"

struct follower {
    struct violations *violations;
    const char *name; // for the sentences
    bool welcomed;
    bool waits_for_state;
    bool frame_must_follow; // nothing but a welcome or a state has come yet
    bool paused;
    uint32_t seat, rate_hz;
    struct sight sight;
    char resume[WIRE_KEY_BYTES_MAX + 1];
    uint64_t cursor; // the last event known
    uint64_t step, lost;
    double frame_time_ms; // when the newest frame's step was due
    uint64_t frame_step;
    uint32_t particles;
    double h_s;
};

// What a message means to the viewer.
struct follower_news {
    bool ask_state;   // the viewer is to say `state`
    bool joined;      // it was the welcome
    bool let_go;      // its own hand was let go
    bool frame;       // a frame that is the next one in its rate's course, and may be counted
    uint64_t skipped; // frames of that course which the steps show to be left out before it
    const uint8_t *positions; // of the frame, [particles][3] float32; NULL: none, or not read
};

// `violations` and `name` must outlive the follower. `reads`: frames on a grid are read whole. To
// be released.
void follower_init(struct follower *follower, struct violations *violations, const char *name,
                   bool reads);
void follower_release(struct follower *follower);

// Welcomes, states and ticks; other messages mean nothing to it.
void follower_take(struct follower *follower, const struct message *message,
                   struct follower_news *news);

#endif

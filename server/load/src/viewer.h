// One simulated viewer, from its first connection to the end of the run.
//
//     AWAY ──▶ CONNECTING ──opened──▶ JOINING ──welcome──▶ HERE ──▶ LEAVING ──ended──▶ AWAY or OVER
//
// A connection that ends by itself leads to AWAY from anywhere: the viewer comes back a second
// later. It is OVER when the server has told it that it is going away, when the room is not for it,
// and at the end of the run.
#ifndef VIEWER_H
#define VIEWER_H

#include <stdbool.h>
#include <stdint.h>

#include "follower.h"
#include "hand.h"
#include "run.h"

// Delivery and latency are measured on those who read all the time: PLAIN and HAND.
enum viewer_role { VIEWER_PLAIN, VIEWER_HAND, VIEWER_STALLED, VIEWER_STORM };

enum viewer_state {
    VIEWER_AWAY,
    VIEWER_CONNECTING,
    VIEWER_JOINING,
    VIEWER_HERE,
    VIEWER_LEAVING,
    VIEWER_OVER,
};

struct viewer {
    struct run *run;
    char name[32];
    const char *room;
    enum viewer_role role;
    enum viewer_state state;
    uint64_t since_ns; // when the state began
    uint64_t due_ns;   // AWAY: when to come; STORM: when to leave; STALLED: when to stop or read on
    struct connection *connection; // NULL: none
    struct connection *ghost;      // STORM: an earlier one that the server has yet to close
    uint64_t ghost_ns;             // since when its seat is taken again; 0: not yet
    struct follower follower;
    struct hand *hand;                   // HAND
    char resume[WIRE_KEY_BYTES_MAX + 1]; // for the next hello; empty: a new seat
    uint32_t seat;                       // that the key belongs to
    uint64_t pinged_ns, heard_ns;
    bool stalled;
    bool broken; // the server's bytes were no WebSocket
    bool welcomed_before;
    bool held; // here without a break since measuring began
};

// It first comes at `due_ns`. False without memory.
bool viewer_init(struct viewer *viewer, struct run *run, enum viewer_role role, uint32_t number,
                 uint64_t due_ns);
// Only after its connections have ended.
void viewer_release(struct viewer *viewer);

bool viewer_reads_always(const struct viewer *viewer);

// To be called every few milliseconds: does what is due.
void viewer_act(struct viewer *viewer, uint64_t now_ns);

// The end of the run: says goodbye, or ends the connection at once.
void viewer_leave(struct viewer *viewer, uint64_t now_ns);
void viewer_drop(struct viewer *viewer);

#endif

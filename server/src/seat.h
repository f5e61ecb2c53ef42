// Seats: the members of a room, apart from their connections.
//
// A seat outlives its connection, so that its resume key can give it to a later one. A room keeps a
// bounded number; the one that was left longest ago makes way for a newcomer.
#ifndef SEAT_H
#define SEAT_H

#include <stdbool.h>
#include <stdint.h>

#include "publication.h"
#include "secret.h"
#include "wire/limits.h"

enum { SEAT_HANDS_MAX = 10 };

struct seat_hand {
    bool holds;
    uint32_t particle;
    bool move_waits; // a target that is applied before the next step; the newest wins
    uint32_t move_seq;
    int32_t move_target[3];
};

struct seat {
    uint32_t number; // 1, 2, 3 …; 0: this place in the table is free
    char name[WIRE_NAME_BYTES_MAX + 1];
    uint32_t name_look;  // to tell names apart fast
    bool host_gave_name; // a hello does not change it
    uint32_t colour_rgb;
    bool host;
    bool watch;                       // may only look
    bool named[WIRE_RIGHT_COUNT];     // by a host, for these rights
    uint32_t draws[WIRE_RIGHT_COUNT]; // lots that have fallen on this member
    bool told[WIRE_RIGHT_COUNT];      // what the viewer knows that it may do
    bool told_host;                   // what the connection knows: that it is a host's
    bool was_named;                   // before the lots were drawn
    bool waits;                       // to be let in: connected, but no member yet
    double removed_until_ms;          // on the room's clock; 0: not removed
    uint64_t viewer;                  // 0: nobody is connected
    uint32_t class_index;             // of that viewer
    struct measuring measuring;
    uint64_t left_order; // larger: left later
    struct secret_hash resume;
    // The key that was last used to come back: the welcome with the new one may have been lost.
    struct secret_hash resume_before;
    struct seat_hand hands[SEAT_HANDS_MAX];
};

struct seats {
    struct seat *table; // [capacity]
    uint32_t capacity;
    uint32_t connected;
    uint32_t last_number;
    uint64_t left_count;
};

// Room for `connected_max` connected members and as many that may come back. False without memory.
bool seats_init(struct seats *seats, uint32_t connected_max);
void seats_release(struct seats *seats);

// A free seat with a new number and colour, not yet connected; NULL only if all are connected.
struct seat *seats_take(struct seats *seats);
struct seat *seats_by_viewer(const struct seats *seats, uint64_t viewer);
// The seat that a resume key, the present one or the one before, belongs to; NULL for an unknown
// key.
struct seat *seats_by_resume(const struct seats *seats, const char *key);

// The seat of this number; NULL if there is none.
struct seat *seats_by_number(const struct seats *seats, uint32_t number);
// Whether somebody sits there now, and has been let in.
bool seat_is_taken(const struct seat *seat);

void seats_connect(struct seats *seats, struct seat *seat, uint64_t viewer);
void seats_disconnect(struct seats *seats, struct seat *seat);

#endif

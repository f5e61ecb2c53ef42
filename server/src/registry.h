// The I/O thread's books: rooms by code, viewers by id.
//
// A room's world lives on a worker; here is what the I/O thread needs of it. An entry is called a
// hall: where the viewers of a room stand.
#ifndef REGISTRY_H
#define REGISTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "feed.h"
#include "room.h"

struct viewer;

enum {
    HALL_OLD_CODES = 4,
    ENDED_CODES_MAX = 256, // remembered, so that people are told that a room has ended
};

struct hall {
    bool used;
    uint32_t room; // id; never one that an earlier room in this place had
    uint32_t worker;
    char code[WIRE_ROOM_BYTES_MAX + 1];
    char old_codes[HALL_OLD_CODES][WIRE_ROOM_BYTES_MAX + 1]; // the newest first; empty: none
    char title[ROOM_TITLE_BYTES];
    const char *scene; // name of the present scene
    bool listed;       // shown in the lobby
    enum wire_newcomers newcomers;
    uint32_t viewers_max;
    struct feed feed;
    uint64_t key_asked_ns[CLASS_COUNT]; // when the worker was last asked for one
    bool crowd;                         // so many viewers that they are sent fewer frames
    struct publication *waiting;        // read in this turn and not fanned out yet
    struct readings *readings;          // the same
    char *picture; // the last that was asked for, made at picture_ns; NULL: none
    uint64_t picture_ns;
    // [viewer_count], with room for twice viewers_max: the room itself says when it is full,
    // because only it knows who comes back to a seat that a dead connection still holds.
    struct viewer **viewers;
    uint32_t viewer_count;
};

struct registry {
    struct hall *halls;   // [halls_max], those that are used among them
    uint32_t hall_count;  // that are used
    uint32_t halls_begun; // places that have been used at some time: the first ones
    uint32_t halls_max;
    char ended_codes[ENDED_CODES_MAX][WIRE_ROOM_BYTES_MAX + 1]; // a ring
    uint32_t ended_count;                                       // in all
    struct viewer_slot {
        struct viewer *viewer; // NULL: free
        uint32_t generation;
    } * slots; // [slot_count]
    uint32_t slot_count;
    uint32_t viewer_count;
};

bool registry_init(struct registry *registry, uint32_t halls_max, uint32_t viewers_max);
void registry_release(struct registry *registry);

struct hall *registry_add_hall(struct registry *registry, const struct room *room,
                               uint32_t viewers_max, bool listed); // NULL when full
// Nobody may stand in it any more. Its place is given to a later room, under another id.
void registry_remove_hall(struct registry *registry, struct hall *hall);
struct hall *registry_hall(const struct registry *registry, uint32_t room); // NULL when gone
// The first hall, or the one after `hall`; NULL: that was the last.
struct hall *registry_next_hall(const struct registry *registry, const struct hall *hall);
// The room of this hall has ended: its codes are remembered, the last ENDED_CODES_MAX of all rooms.
void registry_remember_ended(struct registry *registry, const struct hall *hall);
bool registry_code_has_ended(const struct registry *registry, const char *code);
struct hall *registry_hall_by_code(const struct registry *registry, const char *code);
// The room that had this code before; those who come back may still use it.
struct hall *registry_hall_by_old_code(const struct registry *registry, const char *code);
// The room goes by another code from now on.
void hall_take_code(struct hall *hall, const char *code);

// An id that is never given twice; 0 when there are too many viewers.
uint64_t registry_add_viewer(struct registry *registry, struct viewer *viewer);
struct viewer *registry_viewer(const struct registry *registry, uint64_t id); // NULL when gone
void registry_remove_viewer(struct registry *registry, uint64_t id);

bool hall_add_viewer(struct hall *hall, struct viewer *viewer); // false when full
// The last one takes the place of the one removed.
void hall_remove_viewer(struct hall *hall, struct viewer *viewer);
// The first goes behind the last, so that nobody is always the last to be served.
void hall_rotate(struct hall *hall);

#endif

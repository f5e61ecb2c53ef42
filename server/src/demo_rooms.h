// The demo rooms: what a server shows before anybody has created a room.
#ifndef DEMO_ROOMS_H
#define DEMO_ROOMS_H

#include <stdbool.h>
#include <stdint.h>

#include "announce.h"
#include "secret.h"

struct server;

enum { DEMO_ROOMS_MAX = 32 };

struct demo_rooms {
    struct announce_room rooms[DEMO_ROOMS_MAX];
    char keys[DEMO_ROOMS_MAX][SECRET_KEY_BYTES];
    uint32_t count;
};

// A room for every scene, as far as there may be rooms, where everyone may do everything. Its code
// is the scene's name.
bool demo_rooms_open(struct server *server, struct demo_rooms *demos);

#endif

// From a world to what the wire says of it: the only file, with the command handlers, that sees
// both the solver and the protocol.
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>

#include "pbd/world.h"
#include "wire/server_message.h"

// A scene as the wire describes it, with the arrays that it points to. Some are the world's own: it
// is to be used before the world changes.
struct snapshot_scene {
    struct wire_scene scene;
    struct wire_parameter parameters[PBD_PARAMETERS_MAX];
    struct wire_obstacle obstacles[PBD_OBSTACLES_MAX];
    struct wire_grid grids[PBD_GRIDS_MAX];
    uint32_t *arrays; // links, pins and rest lengths in one allocation
};

// False without memory; otherwise to be released.
bool snapshot_scene_init(struct snapshot_scene *snapshot, const struct pbd_world *world);
void snapshot_scene_release(struct snapshot_scene *snapshot);

// The parameter as the wire describes it.
struct wire_parameter snapshot_parameter(const struct pbd_parameter *parameter, float value);

#endif

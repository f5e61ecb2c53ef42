#include "snapshot.h"

#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = {
    [PBD_FLOAT] = "float",
    [PBD_INT] = "int",
    [PBD_BOOL] = "bool",
    [PBD_CHOICE] = "choice",
};

struct wire_parameter snapshot_parameter(const struct pbd_parameter *parameter, float value) {
    return (struct wire_parameter){
        .name = parameter->name,
        .title = parameter->title,
        .unit = parameter->unit,
        .kind = kind_names[parameter->kind],
        .min = parameter->min,
        .max = parameter->max,
        .initial = parameter->initial,
        .value = value,
        .live = parameter->live,
        .choices = parameter->choices,
        .choice_count = parameter->choice_count,
        .labels = parameter->labels,
    };
}

static uint32_t count_pins(const struct pbd_world *world) {
    uint32_t pins = 0;
    for (uint32_t i = 0; i < pbd_world_particle_count(world); i++) {
        pins += pbd_world_is_pin(world, i);
    }
    return pins;
}

static struct wire_obstacle obstacle_of(const struct pbd_obstacle *obstacle) {
    struct wire_obstacle wire = {0};
    switch (obstacle->shape) {
    case PBD_CAPSULE:
        wire.shape = WIRE_CAPSULE;
        memcpy(wire.capsule.from_m, obstacle->capsule.from_m, sizeof wire.capsule.from_m);
        memcpy(wire.capsule.to_m, obstacle->capsule.to_m, sizeof wire.capsule.to_m);
        wire.capsule.radius_m = obstacle->capsule.radius_m;
        break;
    case PBD_BOX:
        wire.shape = WIRE_BOX;
        memcpy(wire.box.centre_m, obstacle->box.centre_m, sizeof wire.box.centre_m);
        memcpy(wire.box.half_size_m, obstacle->box.half_size_m, sizeof wire.box.half_size_m);
        break;
    case PBD_SLOPE:
        wire.shape = WIRE_SLOPE;
        memcpy(wire.slope.point_m, obstacle->slope.point_m, sizeof wire.slope.point_m);
        memcpy(wire.slope.normal, obstacle->slope.normal, sizeof wire.slope.normal);
        break;
    }
    return wire;
}

// What is there to be drawn besides particles and links.
static void take_extras(struct snapshot_scene *snapshot, const struct pbd_world *world) {
    struct wire_scene *scene = &snapshot->scene;
    for (uint32_t i = 0; i < pbd_world_obstacle_count(world); i++) {
        struct pbd_obstacle obstacle = pbd_world_obstacle(world, i);
        snapshot->obstacles[i] = obstacle_of(&obstacle);
    }
    for (uint32_t i = 0; i < pbd_world_grid_count(world); i++) {
        const struct pbd_grid *grid = &pbd_world_grids(world)[i];
        snapshot->grids[i] = (struct wire_grid){grid->first, grid->columns, grid->rows};
    }
    scene->obstacles = snapshot->obstacles;
    scene->obstacle_count = pbd_world_obstacle_count(world);
    scene->radius_m = pbd_world_contact_radius_m(world);
    scene->grids = snapshot->grids;
    scene->grid_count = pbd_world_grid_count(world);
    scene->faces = pbd_world_faces(world);
    scene->face_count = pbd_world_face_count(world);
    scene->spring_count = pbd_world_spring_count(world);
}

bool snapshot_scene_init(struct snapshot_scene *snapshot, const struct pbd_world *world) {
    const struct pbd_scene *scene = pbd_world_scene(world);
    const float *values = pbd_world_values(world);
    uint32_t link_count = pbd_world_link_count(world);
    uint32_t pin_count = count_pins(world);
    _Static_assert(sizeof(float) == sizeof(uint32_t), "one array holds both");
    snapshot->arrays = malloc((3 * (size_t)link_count + pin_count + 1) * sizeof(uint32_t));
    if (snapshot->arrays == NULL) {
        return false;
    }
    uint32_t *links = snapshot->arrays;
    uint32_t *pins = links + 2 * (size_t)link_count;
    float *rest = (float *)(void *)(pins + pin_count);
    for (uint32_t i = 0; i < link_count; i++) {
        const struct pbd_link *link = &pbd_world_links(world)[i];
        links[2 * i] = link->a;
        links[2 * i + 1] = link->b;
        rest[i] = link->rest_m;
    }
    for (uint32_t i = 0, pin = 0; pin < pin_count; i++) {
        if (pbd_world_is_pin(world, i)) {
            pins[pin++] = i;
        }
    }
    for (uint32_t i = 0; i < scene->parameter_count; i++) {
        snapshot->parameters[i] = snapshot_parameter(&scene->parameters[i], values[i]);
    }
    snapshot->scene = (struct wire_scene){
        .name = scene->name,
        .title = scene->title,
        .version = scene->version,
        .h_s = 1.0 / pbd_world_rate_hz(world),
        .particle_count = pbd_world_particle_count(world),
        .links = links,
        .rest_m = rest,
        .link_count = link_count,
        .pins = pins,
        .pin_count = pin_count,
        .parameters = snapshot->parameters,
        .parameter_count = scene->parameter_count,
    };
    take_extras(snapshot, world);
    pbd_world_view(world, snapshot->scene.view_centre_m, &snapshot->scene.view_radius_m);
    return true;
}

void snapshot_scene_release(struct snapshot_scene *snapshot) {
    free(snapshot->arrays);
    snapshot->arrays = NULL;
}

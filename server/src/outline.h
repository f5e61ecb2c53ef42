// What a small picture of a room needs besides positions: which lines to draw, and the view.
//
// Made on the worker when a scene is new, never changed, and shared by all frames of that scene, so
// that lines and positions always fit together. Big scenes are thinned out: a cloth to a few of its
// rows and columns, a long rope to every so many particles.
#ifndef OUTLINE_H
#define OUTLINE_H

#include <stdatomic.h>
#include <stdint.h>

#include "pbd/world.h"

enum {
    OUTLINE_POINTS_MAX = 1000, // of all lines together
    OUTLINE_PINS_MAX = 24,
};

struct outline {
    atomic_uint references;
    float centre_m[3], radius_m; // of the view
    uint32_t particle_count;     // of the world that it fits
    uint32_t *points;            // [point_count] particles, one line after the other
    uint32_t point_count;
    uint32_t *ends; // [line_count]: where each line ends in `points`
    uint32_t line_count;
    uint32_t pins[OUTLINE_PINS_MAX];
    uint32_t pin_count;
    struct pbd_obstacle obstacles[PBD_OBSTACLES_MAX];
    uint32_t obstacle_count;
};

// NULL without memory.
struct outline *outline_create(const struct pbd_world *world);
struct outline *outline_ref(struct outline *outline);
void outline_unref(struct outline *outline); // NULL is fine

#endif

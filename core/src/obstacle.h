// Obstacles: convex, fixed, rigid. All that contact needs of one is its distance.
#ifndef OBSTACLE_H
#define OBSTACLE_H

#include <stdbool.h>

#include "pbd/world.h"

enum obstacle_shape { SLOPE, CAPSULE, BOX };

struct obstacle {
    enum obstacle_shape shape;
    union {
        struct {
            float point_m[3];
            float normal[3]; // unit, outward
        } slope;
        struct {
            float from_m[3], along_m[3]; // the axis; along 0: a sphere
            float radius_m;
        } capsule;
        struct {
            float centre_m[3], half_size_m[3];
        } box;
    };
};

// Signed distance from the surface, negative inside, m; and the direction in which it grows
// fastest, unit. It changes by no more than one metre per metre.
float obstacle_distance(const struct obstacle *obstacle, const float p[3], float normal[3]);

// The same for those who draw it.
struct pbd_obstacle obstacle_view(const struct obstacle *obstacle);

#endif

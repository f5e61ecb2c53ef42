#include "obstacle.h"

#include <string.h>

#include "sweep.h"

// From a point at this offset from a centre.
static float round_distance(const float offset[3], float radius_m, float normal[3]) {
    float length = sqrtf(sweep_length2(offset));
    for (uint32_t c = 0; c < 3; c++) {
        normal[c] = length > 0.0f ? offset[c] / length : 0.0f;
    }
    normal[1] = length > 0.0f ? normal[1] : 1.0f; // in the very middle: up
    return length - radius_m;
}

static float capsule_distance(const struct obstacle *obstacle, const float p[3], float normal[3]) {
    const float *along = obstacle->capsule.along_m;
    float offset[3];
    for (uint32_t c = 0; c < 3; c++) {
        offset[c] = p[c] - obstacle->capsule.from_m[c];
    }
    float length2 = sweep_length2(along);
    float part = length2 > 0.0f ? sweep_dot(offset, along) / length2 : 0.0f;
    part = part < 0.0f ? 0.0f : part > 1.0f ? 1.0f : part;
    sweep_push(offset, 0, -part, along);
    return round_distance(offset, obstacle->capsule.radius_m, normal);
}

static float box_distance(const struct obstacle *obstacle, const float p[3], float normal[3]) {
    float out[3];         // beyond the faces, signed
    float sides[3];       // which face of each axis
    uint32_t nearest = 0; // axis of the nearest face
    float beyond[3];
    bool outside = false;
    for (uint32_t c = 0; c < 3; c++) {
        float offset = p[c] - obstacle->box.centre_m[c];
        sides[c] = offset < 0.0f ? -1.0f : 1.0f;
        out[c] = fabsf(offset) - obstacle->box.half_size_m[c];
        beyond[c] = out[c] > 0.0f ? out[c] * sides[c] : 0.0f;
        outside = outside || out[c] > 0.0f;
        nearest = out[c] > out[nearest] ? c : nearest;
    }
    if (outside) {
        return round_distance(beyond, 0.0f, normal);
    }
    for (uint32_t c = 0; c < 3; c++) {
        normal[c] = c == nearest ? sides[c] : 0.0f;
    }
    return out[nearest];
}

float obstacle_distance(const struct obstacle *obstacle, const float p[3], float normal[3]) {
    switch (obstacle->shape) {
    case CAPSULE:
        return capsule_distance(obstacle, p, normal);
    case BOX:
        return box_distance(obstacle, p, normal);
    case SLOPE:
        break;
    }
    float distance = 0.0f;
    for (uint32_t c = 0; c < 3; c++) {
        normal[c] = obstacle->slope.normal[c];
        distance += normal[c] * (p[c] - obstacle->slope.point_m[c]);
    }
    return distance;
}

static struct pbd_obstacle capsule_view(const struct obstacle *obstacle) {
    struct pbd_obstacle view = {.shape = PBD_CAPSULE};
    for (uint32_t c = 0; c < 3; c++) {
        view.capsule.from_m[c] = obstacle->capsule.from_m[c];
        view.capsule.to_m[c] = obstacle->capsule.from_m[c] + obstacle->capsule.along_m[c];
    }
    view.capsule.radius_m = obstacle->capsule.radius_m;
    return view;
}

struct pbd_obstacle obstacle_view(const struct obstacle *obstacle) {
    if (obstacle->shape == CAPSULE) {
        return capsule_view(obstacle);
    }
    struct pbd_obstacle view = {.shape = obstacle->shape == BOX ? PBD_BOX : PBD_SLOPE};
    if (obstacle->shape == BOX) {
        memcpy(view.box.centre_m, obstacle->box.centre_m, sizeof view.box.centre_m);
        memcpy(view.box.half_size_m, obstacle->box.half_size_m, sizeof view.box.half_size_m);
    } else {
        memcpy(view.slope.point_m, obstacle->slope.point_m, sizeof view.slope.point_m);
        memcpy(view.slope.normal, obstacle->slope.normal, sizeof view.slope.normal);
    }
    return view;
}

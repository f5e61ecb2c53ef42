#include "floor.h"

#include "pbd/world.h"

static inline void project(const struct sweep *sweep, const struct two_ends *floors, uint32_t count,
                           bool plain) {
    const float *w = sweep->w;
    for (uint32_t i = 0; i < count; i++) {
        const struct two_ends *f = &floors[i];
        float e[3];
        sweep_edge(sweep->x, sweep->q, f->a, f->b, plain, e);
        float length2 = sweep_length2(e);
        if (length2 >= f->length_m * f->length_m) {
            continue;
        }
        float weight = w[f->a] + w[f->b];
        if (!(length2 > SWEEP_LENGTH2_MIN) || weight == 0.0f) {
            continue;
        }
        float length = sqrtf(length2);
        float s = (length - f->length_m) / (length * weight);
        sweep_correct(sweep->q, w, f->a, f->b, s, e);
    }
}

void floor_project(const struct sweep *sweep, const void *constraints, float *scratch,
                   uint32_t count) {
    const struct two_ends *floors = constraints;
    (void)scratch;
    if (sweep->x == NULL) {
        project(sweep, floors, count, true);
    } else {
        project(sweep, floors, count, false);
    }
}

static void walk_floor(struct walk *walk, void *constraint) {
    struct two_ends *floor = constraint;
    walk_float(walk, &floor->length_m, 2.0f * PBD_WORLD_BOUND);
}

const struct constraint_kind floor_kind = {
    .bytes = sizeof(struct two_ends),
    .cost = 1,
    .project = floor_project,
    .particles = two_ends_particles,
    .evaluate = two_ends_evaluate,
    .walk = walk_floor,
};

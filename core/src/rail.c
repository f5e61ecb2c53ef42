#include "rail.h"

// The part of p − point that is square to the line.
static void find_off(const struct sweep *sweep, const struct rail *rail, float off[3]) {
    float way[3];
    sweep_way(sweep, rail->a, way);
    for (uint32_t c = 0; c < 3; c++) {
        off[c] = (sweep->before[3 * rail->a + c] - rail->point_m[c]) + way[c];
    }
    float along = sweep_dot(off, rail->direction);
    for (uint32_t c = 0; c < 3; c++) {
        off[c] -= along * rail->direction[c];
    }
}

void rail_project(const struct sweep *sweep, const void *constraints, float *scratch,
                  uint32_t count) {
    const struct rail *rails = constraints;
    (void)scratch;
    for (uint32_t i = 0; i < count; i++) {
        const struct rail *rail = &rails[i];
        if (sweep->w[rail->a] == 0.0f) {
            continue;
        }
        float off[3];
        find_off(sweep, rail, off);
        sweep_push(sweep->q, rail->a, -1.0f, off);
    }
}

static uint32_t particles_of(const void *constraint, uint32_t *particles) {
    const struct rail *rail = constraint;
    particles[0] = rail->a;
    return 1;
}

static bool evaluate(const struct sweep *sweep, const void *constraint, const float *scratch,
                     float *value, float gradients[][3]) {
    (void)scratch;
    float off[3];
    find_off(sweep, constraint, off);
    float length2 = sweep_length2(off);
    if (!(length2 > SWEEP_LENGTH2_MIN)) {
        return false;
    }
    *value = sqrtf(length2);
    for (uint32_t c = 0; c < 3; c++) {
        gradients[0][c] = off[c] / *value;
    }
    return true;
}

const struct constraint_kind rail_kind = {
    .bytes = sizeof(struct rail),
    .cost = 1,
    .project = rail_project,
    .particles = particles_of,
    .evaluate = evaluate,
};

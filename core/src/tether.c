#include "tether.h"

void tether_project(const struct sweep *sweep, const void *constraints, float *scratch,
                    uint32_t count) {
    const struct two_ends *tethers = constraints;
    (void)scratch;
    if (!sweep->first) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct two_ends *tether = &tethers[i];
        float e[3];
        sweep_edge(sweep->x, sweep->q, tether->a, tether->b, sweep->x == NULL, e);
        float length2 = sweep_length2(e);
        if (length2 <= tether->length_m * tether->length_m || sweep->w[tether->a] == 0.0f) {
            continue;
        }
        float length = sqrtf(length2);
        sweep_push(sweep->q, tether->a, (tether->length_m - length) / length, e);
    }
}

static bool acts(const float *values) {
    return values[PBD_TETHERS] != 0.0f;
}

const struct constraint_kind tether_kind = {
    .bytes = sizeof(struct two_ends),
    .cost = 1,
    .acts = acts,
    .project = tether_project,
    .particles = two_ends_particles,
    .evaluate = two_ends_evaluate,
};

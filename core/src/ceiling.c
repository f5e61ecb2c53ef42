#include "ceiling.h"

void ceiling_project(const struct sweep *sweep, const void *constraints, float *scratch,
                     uint32_t count) {
    const struct two_ends *ceilings = constraints;
    (void)scratch;
    const float *w = sweep->w;
    for (uint32_t i = 0; i < count; i++) {
        const struct two_ends *string = &ceilings[i];
        float e[3];
        sweep_edge(sweep->x, sweep->q, string->a, string->b, sweep->x == NULL, e);
        float length2 = sweep_length2(e);
        float weight = w[string->a] + w[string->b];
        if (length2 <= string->length_m * string->length_m || !(length2 > SWEEP_LENGTH2_MIN) ||
            weight == 0.0f) {
            continue;
        }
        float length = sqrtf(length2);
        float s = (length - string->length_m) / (length * weight);
        sweep_correct(sweep->q, w, string->a, string->b, s, e);
    }
}

const struct constraint_kind ceiling_kind = {
    .bytes = sizeof(struct two_ends),
    .cost = 1,
    .project = ceiling_project,
    .particles = two_ends_particles,
    .evaluate = two_ends_evaluate,
};

#include "bend.h"

void bend_project(const struct sweep *sweep, const void *constraints, float *scratch,
                  uint32_t count) {
    const struct bend *bends = constraints;
    (void)scratch;
    const float *w = sweep->w;
    bool plain = sweep->x == NULL;
    for (uint32_t i = 0; i < count; i++) {
        const struct bend *bend = &bends[i];
        float to_a[3], to_c[3], c[3];
        sweep_edge(sweep->x, sweep->q, bend->a, bend->b, plain, to_a);
        sweep_edge(sweep->x, sweep->q, bend->c, bend->b, plain, to_c);
        for (uint32_t k = 0; k < 3; k++) {
            c[k] = 0.5f * (to_a[k] + to_c[k]);
        }
        float length2 = sweep_length2(c);
        float weight = 0.25f * (w[bend->a] + w[bend->c]) + w[bend->b];
        if (!(length2 > SWEEP_LENGTH2_MIN) || weight == 0.0f) {
            continue;
        }
        float length = sqrtf(length2);
        float s = sweep->bending * (length - bend->rest_m) / (length * weight);
        sweep_push(sweep->q, bend->a, -0.5f * w[bend->a] * s, c);
        sweep_push(sweep->q, bend->b, w[bend->b] * s, c);
        sweep_push(sweep->q, bend->c, -0.5f * w[bend->c] * s, c);
    }
}

static bool acts(const float *values) {
    return values[PBD_BENDING] > 0.0f;
}

const struct constraint_kind bend_kind = {
    .bytes = sizeof(struct bend),
    .cost = 1,
    .acts = acts,
    .project = bend_project,
};

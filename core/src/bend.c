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

static uint32_t particles_of(const void *constraint, uint32_t *particles) {
    const struct bend *bend = constraint;
    particles[0] = bend->a;
    particles[1] = bend->b;
    particles[2] = bend->c;
    return 3;
}

static bool evaluate(const struct sweep *sweep, const void *constraint, const float *scratch,
                     float *value, float gradients[][3]) {
    const struct bend *bend = constraint;
    (void)scratch;
    float to_a[3], to_c[3], middle[3];
    sweep_edge(sweep->x, sweep->q, bend->a, bend->b, sweep->x == NULL, to_a);
    sweep_edge(sweep->x, sweep->q, bend->c, bend->b, sweep->x == NULL, to_c);
    for (uint32_t c = 0; c < 3; c++) {
        middle[c] = 0.5f * (to_a[c] + to_c[c]);
    }
    float length2 = sweep_length2(middle);
    if (!(length2 > SWEEP_LENGTH2_MIN)) {
        return false;
    }
    float length = sqrtf(length2);
    *value = length - bend->rest_m;
    for (uint32_t c = 0; c < 3; c++) {
        gradients[0][c] = 0.5f * middle[c] / length;
        gradients[1][c] = -middle[c] / length;
        gradients[2][c] = gradients[0][c];
    }
    return true;
}

static bool acts(const float *values) {
    return values[PBD_BENDING] > 0.0f;
}

const struct constraint_kind bend_kind = {
    .bytes = sizeof(struct bend),
    .cost = 1,
    .acts = acts,
    .project = bend_project,
    .particles = particles_of,
    .evaluate = evaluate,
};

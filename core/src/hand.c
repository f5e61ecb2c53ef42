#include "hand.h"

#include <string.h>

void hand_begin(struct hand *hands, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        memset(hands[i].multiplier, 0, sizeof hands[i].multiplier);
    }
}

float hand_force_max_n(const struct hand_law *law, const struct hand *hand) {
    bool own = hand->force_max_n > 0.0f && hand->force_max_n < law->force_n;
    return own ? hand->force_max_n : law->force_n;
}

// λ + Δλ, shortened to at most `limit`.
static void limit_multiplier(float multiplier[3], float limit) {
    float length2 = sweep_length2(multiplier);
    if (length2 > limit * limit) {
        float scale = limit / sqrtf(length2);
        for (uint32_t c = 0; c < 3; c++) {
            multiplier[c] *= scale;
        }
    }
}

void hand_project(const struct sweep *sweep, const struct hand_law *law, const float *before,
                  struct hand *hands, uint32_t count) {
    float h2 = sweep->substep_s * sweep->substep_s;
    float compliance = law->compliance_m_per_n / h2;
    float damping = law->compliance_m_per_n * law->damping_n_s_per_m / sweep->substep_s;
    for (uint32_t i = 0; i < count; i++) {
        struct hand *hand = &hands[i];
        const float *x = &before[3 * hand->particle];
        float *q = &sweep->q[3 * hand->particle];
        float w = sweep->w[hand->particle];
        float weight = (1.0f + damping) * w + compliance;
        float multiplier[3];
        for (uint32_t c = 0; c < 3; c++) {
            float target = (float)hand->target[c] * (1.0f / PBD_TARGET_STEPS_PER_M);
            float d = sweep->x == NULL ? q[c] - x[c] : q[c];
            float residual = (target - x[c]) - d;
            multiplier[c] = hand->multiplier[c] +
                            (residual - compliance * hand->multiplier[c] - damping * d) / weight;
        }
        limit_multiplier(multiplier, hand_force_max_n(law, hand) * h2);
        for (uint32_t c = 0; c < 3; c++) {
            q[c] += w * (multiplier[c] - hand->multiplier[c]);
            hand->multiplier[c] = multiplier[c];
        }
    }
}

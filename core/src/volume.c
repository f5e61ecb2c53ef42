#include "volume.h"

#define WEIGHT_MIN 1e-30f // m⁴/kg

// What keeps every corner's way within the longest edge: corners nearly in one plane or line would
// have to go without end for a little volume.
static float shortening(const float *w, const uint32_t corners[4], float gradients[4][3], float s,
                        float e[3][3]) {
    float edge2 = fmaxf(sweep_length2(e[0]), fmaxf(sweep_length2(e[1]), sweep_length2(e[2])));
    float way2 = 0.0f;
    for (uint32_t i = 0; i < 4; i++) {
        float way = w[corners[i]] * s;
        way2 = fmaxf(way2, way * way * sweep_length2(gradients[i]));
    }
    return way2 > edge2 ? sqrtf(edge2 / way2) : 1.0f;
}

// 6 V and its gradients, and the edges from the first corner.
static float six_volumes_of(const struct sweep *sweep, const uint32_t corners[4], float e[3][3],
                            float gradients[4][3]) {
    for (uint32_t i = 0; i < 3; i++) {
        sweep_edge(sweep->x, sweep->q, corners[i + 1], corners[0], sweep->x == NULL, e[i]);
    }
    sweep_cross(e[1], e[2], gradients[1]);
    sweep_cross(e[2], e[0], gradients[2]);
    sweep_cross(e[0], e[1], gradients[3]);
    for (uint32_t c = 0; c < 3; c++) {
        gradients[0][c] = -(gradients[1][c] + gradients[2][c] + gradients[3][c]);
    }
    return sweep_dot(gradients[3], e[2]);
}

static void project(const struct sweep *sweep, const struct volume *volume) {
    const float *w = sweep->w;
    const uint32_t *corners = volume->corners;
    float e[3][3];
    float gradients[4][3];
    float six_volumes = six_volumes_of(sweep, corners, e, gradients);
    float weight = 0.0f; // 36 Σ w |∇C|²
    for (uint32_t i = 0; i < 4; i++) {
        weight += w[corners[i]] * sweep_length2(gradients[i]);
    }
    if (!(weight > WEIGHT_MIN)) {
        return; // all corners in one place, or nothing that can move
    }
    float s = -sweep->stiffness * (six_volumes - 6.0f * volume->rest_m3) / weight;
    s *= shortening(w, corners, gradients, s, e);
    for (uint32_t i = 0; i < 4; i++) {
        sweep_push(sweep->q, corners[i], w[corners[i]] * s, gradients[i]);
    }
}

void volume_project(const struct sweep *sweep, const void *constraints, float *scratch,
                    uint32_t count) {
    const struct volume *volumes = constraints;
    (void)scratch;
    for (uint32_t i = 0; i < count; i++) {
        project(sweep, &volumes[i]);
    }
}

static uint32_t particles_of(const void *constraint, uint32_t *particles) {
    const struct volume *volume = constraint;
    for (uint32_t i = 0; i < 4; i++) {
        particles[i] = volume->corners[i];
    }
    return 4;
}

static bool evaluate(const struct sweep *sweep, const void *constraint, const float *scratch,
                     float *value, float gradients[][3]) {
    const struct volume *volume = constraint;
    (void)scratch;
    float e[3][3];
    *value = six_volumes_of(sweep, volume->corners, e, gradients) / 6.0f - volume->rest_m3;
    for (uint32_t i = 0; i < 4; i++) {
        for (uint32_t c = 0; c < 3; c++) {
            gradients[i][c] /= 6.0f;
        }
    }
    return true;
}

const struct constraint_kind volume_kind = {
    .bytes = sizeof(struct volume),
    .cost = 3,
    .project = volume_project,
    .particles = particles_of,
    .evaluate = evaluate,
};

#include "hinge.h"

#define AREA2_MIN 1e-24f // m⁴

struct normals {
    float first[3], second[3]; // n₁, n₂
    float first2, second2;     // their squared lengths
    float edge;                // |e|
};

static bool measure(const float e[3], const float u[3], const float v[3], struct normals *n) {
    sweep_cross(e, u, n->first);
    sweep_cross(v, e, n->second);
    n->first2 = sweep_length2(n->first);
    n->second2 = sweep_length2(n->second);
    n->edge = sqrtf(sweep_length2(e));
    return n->first2 > AREA2_MIN && n->second2 > AREA2_MIN;
}

static void angle(const struct normals *n, const float e[3], float *cosine, float *sine) {
    float lengths = sqrtf(n->first2) * sqrtf(n->second2);
    float cross[3];
    sweep_cross(n->first, n->second, cross);
    *cosine = sweep_dot(n->first, n->second) / lengths;
    *sine = sweep_dot(cross, e) / (lengths * n->edge);
}

bool hinge_angle(const float e[3], const float u[3], const float v[3], float *cosine, float *sine) {
    struct normals n;
    if (!measure(e, u, v, &n)) {
        return false;
    }
    angle(&n, e, cosine, sine);
    return true;
}

// sin(δ/2) from the cosine and sine of δ, −π < δ ≤ π, without loss near 0 and near π.
static float half_sine_of(float cosine, float sine) {
    if (cosine > 0.0f) {
        return 0.5f * sine / sqrtf(0.5f * (1.0f + cosine));
    }
    float size = sqrtf(0.5f * (1.0f - cosine));
    return sine < 0.0f ? -size : size;
}

// sin(δ/2) and ∇φ of a, b, left and right; false for a triangle without area.
static bool find_gradients(const struct sweep *sweep, const struct hinge *hinge, float *half_sine,
                           float gradients[4][3]) {
    bool plain = sweep->x == NULL;
    float e[3], u[3], v[3];
    sweep_edge(sweep->x, sweep->q, hinge->b, hinge->a, plain, e);
    sweep_edge(sweep->x, sweep->q, hinge->left, hinge->a, plain, u);
    sweep_edge(sweep->x, sweep->q, hinge->right, hinge->a, plain, v);
    struct normals n;
    if (!measure(e, u, v, &n)) {
        return false;
    }
    float cosine, sine;
    angle(&n, e, &cosine, &sine);
    *half_sine = half_sine_of(cosine * hinge->cos_rest + sine * hinge->sin_rest,
                              sine * hinge->cos_rest - cosine * hinge->sin_rest);

    // ∇φ is along n₁ for the left corner and along n₂ for the right one; the ends of the edge share
    // what balances them, by the lever. Bridson, Marino, Fedkiw, "Simulation of Clothing with Folds
    // and Wrinkles", SCA 2003.
    float lever_u = sweep_dot(u, e) / (n.edge * n.edge);
    float lever_v = sweep_dot(v, e) / (n.edge * n.edge);
    for (uint32_t c = 0; c < 3; c++) {
        float left = -n.edge / n.first2 * n.first[c];
        float right = -n.edge / n.second2 * n.second[c];
        gradients[0][c] = -(1.0f - lever_u) * left - (1.0f - lever_v) * right;
        gradients[1][c] = -lever_u * left - lever_v * right;
        gradients[2][c] = left;
        gradients[3][c] = right;
    }
    return true;
}

static void project(const struct sweep *sweep, const struct hinge *hinge) {
    const float *w = sweep->w;
    float half_sine;
    float gradients[4][3];
    if (!find_gradients(sweep, hinge, &half_sine, gradients)) {
        return;
    }
    const uint32_t corners[4] = {hinge->a, hinge->b, hinge->left, hinge->right};
    float weight = 0.0f;
    for (uint32_t i = 0; i < 4; i++) {
        weight += w[corners[i]] * sweep_length2(gradients[i]);
    }
    if (!(weight > SWEEP_LENGTH2_MIN)) {
        return; // nothing that can move
    }
    float s = -sweep->bending * 2.0f * half_sine / weight;
    for (uint32_t i = 0; i < 4; i++) {
        sweep_push(sweep->q, corners[i], w[corners[i]] * s, gradients[i]);
    }
}

void hinge_project(const struct sweep *sweep, const void *constraints, float *scratch,
                   uint32_t count) {
    const struct hinge *hinges = constraints;
    (void)scratch;
    for (uint32_t i = 0; i < count; i++) {
        project(sweep, &hinges[i]);
    }
}

static uint32_t particles_of(const void *constraint, uint32_t *particles) {
    const struct hinge *hinge = constraint;
    particles[0] = hinge->a;
    particles[1] = hinge->b;
    particles[2] = hinge->left;
    particles[3] = hinge->right;
    return 4;
}

// The gradients are those that the step is taken along: ∇φ.
static bool evaluate(const struct sweep *sweep, const void *constraint, const float *scratch,
                     float *value, float gradients[][3]) {
    float half_sine;
    (void)scratch;
    if (!find_gradients(sweep, constraint, &half_sine, gradients)) {
        return false;
    }
    *value = 2.0f * half_sine;
    return true;
}

static bool acts(const float *values) {
    return values[PBD_BENDING] > 0.0f;
}

const struct constraint_kind hinge_kind = {
    .bytes = sizeof(struct hinge),
    .cost = 4,
    .acts = acts,
    .project = hinge_project,
    .particles = particles_of,
    .evaluate = evaluate,
};

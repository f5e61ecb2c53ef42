#include "distance.h"

#include "two_ends.h"

static inline void project(const struct sweep *sweep, const struct pbd_link *links, uint32_t count,
                           bool plain) {
    const float *w = sweep->w;
    for (uint32_t i = 0; i < count; i++) {
        const struct pbd_link *link = &links[i];
        float e[3];
        sweep_edge(sweep->x, sweep->q, link->a, link->b, plain, e);
        float length2 = sweep_length2(e);
        float weight = w[link->a] + w[link->b];
        if (!(length2 > SWEEP_LENGTH2_MIN) || weight == 0.0f) {
            continue; // no direction, or nothing that can move
        }
        float length = sqrtf(length2);
        float s = sweep->stiffness * (length - link->rest_m) / (length * weight);
        sweep_correct(sweep->q, w, link->a, link->b, s, e);
    }
}

// λ of each link is its multiplier; Δλ = (−C − α̃ λ) / (w_a + w_b + α̃).
static void project_compliant(const struct sweep *sweep, const struct pbd_link *links,
                              float *multipliers, uint32_t count) {
    const float *w = sweep->w;
    for (uint32_t i = 0; i < count; i++) {
        const struct pbd_link *link = &links[i];
        float e[3];
        sweep_edge(sweep->x, sweep->q, link->a, link->b, sweep->x == NULL, e);
        float length2 = sweep_length2(e);
        float weight = w[link->a] + w[link->b];
        if (!(length2 > SWEEP_LENGTH2_MIN) || weight == 0.0f) {
            continue;
        }
        float length = sqrtf(length2);
        float change = (link->rest_m - length - sweep->compliance * multipliers[i]) /
                       (weight + sweep->compliance);
        multipliers[i] += change;
        sweep_correct(sweep->q, w, link->a, link->b, -change / length, e);
    }
}

void distance_project(const struct sweep *sweep, const void *constraints, float *scratch,
                      uint32_t count) {
    const struct pbd_link *links = constraints;
    if (sweep->compliance > 0.0f) {
        project_compliant(sweep, links, scratch, count);
    } else if (sweep->x == NULL) {
        project(sweep, links, count, true);
    } else {
        project(sweep, links, count, false);
    }
}

static uint32_t particles_of(const void *constraint, uint32_t *particles) {
    const struct pbd_link *link = constraint;
    particles[0] = link->a;
    particles[1] = link->b;
    return 2;
}

static bool evaluate(const struct sweep *sweep, const void *constraint, const float *scratch,
                     float *value, float gradients[][3]) {
    const struct pbd_link *link = constraint;
    const struct two_ends ends = {link->a, link->b, link->rest_m};
    return two_ends_evaluate(sweep, &ends, scratch, value, gradients);
}

static void walk_link(struct walk *walk, void *constraint) {
    struct pbd_link *link = constraint;
    walk_float(walk, &link->rest_m, 2.0f * PBD_WORLD_BOUND);
}

const struct constraint_kind distance_kind = {
    .bytes = sizeof(struct pbd_link),
    .cost = 1,
    .scratch_floats = 1,
    .project = distance_project,
    .particles = particles_of,
    .evaluate = evaluate,
    .walk = walk_link,
};

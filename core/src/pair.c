#include "pair.h"

#include <string.h>

#include "coulomb.h"
#include "meeting.h"

struct touch {
    float normal[3]; // of b towards a; 0: they have not touched yet
    float gap_m;     // before the substep; what overlapped then is not driven apart by speed
    float multiplier;
    float friction[3];
};
_Static_assert(sizeof(struct touch) == PAIR_SCRATCH_FLOATS * sizeof(float), "a row of scratch");

// The direction of e; +x if it has none.
static void direction_of(const float e[3], float direction[3]) {
    float length2 = sweep_length2(e);
    bool somewhere = length2 > SWEEP_LENGTH2_MIN;
    float scale = somewhere ? 1.0f / sqrtf(length2) : 0.0f;
    for (uint32_t c = 0; c < 3; c++) {
        direction[c] = e[c] * scale;
    }
    direction[0] = somewhere ? direction[0] : 1.0f;
}

// Removes overlap by inverse mass, not all at once if it is deep.
static void begin(const void *constraints, uint32_t count, float *x, const float *w) {
    const struct two_ends *pairs = constraints;
    for (uint32_t i = 0; i < count; i++) {
        const struct two_ends *pair = &pairs[i];
        const float e[3] = {x[3 * pair->a] - x[3 * pair->b],
                            x[3 * pair->a + 1] - x[3 * pair->b + 1],
                            x[3 * pair->a + 2] - x[3 * pair->b + 2]};
        float length2 = sweep_length2(e);
        float weight = w[pair->a] + w[pair->b];
        if (length2 >= pair->length_m * pair->length_m || weight == 0.0f) {
            continue;
        }
        float normal[3];
        direction_of(e, normal);
        float depth = fminf(pair->length_m - sqrtf(length2), PAIR_PUSH_OUT_M);
        sweep_push(x, pair->a, w[pair->a] / weight * depth, normal);
        sweep_push(x, pair->b, -w[pair->b] / weight * depth, normal);
    }
}

// Whether they have met on their way since the substep began, and the normal when they did.
static bool find_touch(const struct sweep *sweep, const struct two_ends *pair,
                       struct touch *touch) {
    float before[3], meet[3], way[3], other[3], time;
    sweep_way(sweep, pair->a, way);
    sweep_way(sweep, pair->b, other);
    for (uint32_t c = 0; c < 3; c++) {
        before[c] = sweep->before[3 * pair->a + c] - sweep->before[3 * pair->b + c];
        way[c] -= other[c];
    }
    if (!meeting_find(pair->length_m, before, way, meet, &time)) {
        return false;
    }
    direction_of(meet, touch->normal);
    float gap_m =
        sqrtf(sweep_length2(meet)) - time * sweep_dot(touch->normal, way) - pair->length_m;
    touch->gap_m = gap_m > 0.0f ? gap_m : 0.0f;
    return true;
}

static void project(const struct sweep *sweep, const struct two_ends *pair, struct touch *touch) {
    float weight = sweep->w[pair->a] + sweep->w[pair->b];
    if (weight == 0.0f ||
        (sweep_length2(touch->normal) == 0.0f && !find_touch(sweep, pair, touch))) {
        return;
    }
    float slip[3], other[3], change[3];
    sweep_way(sweep, pair->a, slip);
    sweep_way(sweep, pair->b, other);
    for (uint32_t c = 0; c < 3; c++) {
        slip[c] -= other[c];
    }
    float normal_way = sweep_dot(slip, touch->normal);
    float multiplier = touch->multiplier - (touch->gap_m + normal_way) / weight;
    multiplier = multiplier > 0.0f ? multiplier : 0.0f;
    sweep_correct(sweep->q, sweep->w, pair->a, pair->b, touch->multiplier - multiplier,
                  touch->normal);
    touch->multiplier = multiplier;

    sweep_push(slip, 0, -normal_way, touch->normal);
    coulomb_update(sweep, multiplier, weight, slip, touch->friction, change);
    sweep_correct(sweep->q, sweep->w, pair->a, pair->b, -1.0f, change);
}

void pair_project(const struct sweep *sweep, const void *constraints, float *scratch,
                  uint32_t count) {
    const struct two_ends *pairs = constraints;
    struct touch *touches = (struct touch *)(void *)scratch;
    for (uint32_t i = 0; i < count; i++) {
        project(sweep, &pairs[i], &touches[i]);
    }
}

float pair_deepest(const struct two_ends *pairs, uint32_t count, const float *x) {
    float deepest_m = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        float e[3];
        for (uint32_t c = 0; c < 3; c++) {
            e[c] = x[3 * pairs[i].a + c] - x[3 * pairs[i].b + c];
        }
        deepest_m = fmaxf(deepest_m, pairs[i].length_m - sqrtf(sweep_length2(e)));
    }
    return deepest_m;
}

// Along the normal of when they met.
static bool evaluate(const struct sweep *sweep, const void *constraint, const float *scratch,
                     float *value, float gradients[][3]) {
    const struct two_ends *pair = constraint;
    struct touch touch;
    memcpy(&touch, scratch, sizeof touch);
    float way[3], other[3];
    if (sweep_length2(touch.normal) == 0.0f) {
        return false;
    }
    sweep_way(sweep, pair->a, way);
    sweep_way(sweep, pair->b, other);
    *value = touch.gap_m + sweep_dot(way, touch.normal) - sweep_dot(other, touch.normal);
    for (uint32_t c = 0; c < 3; c++) {
        gradients[0][c] = touch.normal[c];
        gradients[1][c] = -touch.normal[c];
    }
    return true;
}

const struct constraint_kind pair_kind = {
    .bytes = sizeof(struct two_ends),
    .cost = 3,
    .scratch_floats = PAIR_SCRATCH_FLOATS,
    .contact = true,
    .begin = begin,
    .project = pair_project,
    .particles = two_ends_particles,
    .evaluate = evaluate,
};

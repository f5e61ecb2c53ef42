// What every kind of constraint works on during a substep, and the edge that most of them measure.
//
// There are two forms of the same step. In displacements, `x` are the positions before the substep
// and the corrections go to the displacements `q`; in plain positions, `x` is NULL and `q` are the
// predicted positions themselves. The kernels that cost most are written once, with the form as a
// constant argument; the others ask `x`.
#ifndef SWEEP_H
#define SWEEP_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sweep {
    const float *x;      // [particles][3], NULL in plain positions
    float *q;            // [particles][3]
    const float *w;      // [particles]
    const float *before; // [particles][3]: the positions before the substep, in both forms
    float stiffness;     // k of one sweep, corrected for the number of sweeps
    float bending;       // likewise
    float compliance;    // α̃ = compliance ÷ h², 1/kg; 0: stiffness decides
    float friction;      // static coefficient
    float sliding;       // dynamic coefficient, at most the static one
    float substep_s;
    bool first; // of its substep
};

// e = p_a − p_b.
static inline void sweep_edge(const float *x, const float *q, uint32_t a, uint32_t b, bool plain,
                              float e[3]) {
    for (uint32_t c = 0; c < 3; c++) {
        float moved = q[3 * a + c] - q[3 * b + c];
        e[c] = plain ? moved : (x[3 * a + c] - x[3 * b + c]) + moved;
    }
}

// The way of a particle since the substep began, along one axis and along all.
static inline float sweep_way_along(const struct sweep *sweep, uint32_t a, uint32_t c) {
    return sweep->q[3 * a + c] - (sweep->x == NULL ? sweep->before[3 * a + c] : 0.0f);
}

static inline void sweep_way(const struct sweep *sweep, uint32_t a, float u[3]) {
    for (uint32_t c = 0; c < 3; c++) {
        u[c] = sweep_way_along(sweep, a, c);
    }
}

// Corrections along e, weighted by inverse mass: Δp_a = −w_a s e, Δp_b = +w_b s e.
static inline void sweep_correct(float *q, const float *w, uint32_t a, uint32_t b, float s,
                                 const float e[3]) {
    float sa = w[a] * s;
    float sb = w[b] * s;
    for (uint32_t c = 0; c < 3; c++) {
        q[3 * a + c] -= sa * e[c];
        q[3 * b + c] += sb * e[c];
    }
}

// Δp_a = s v.
static inline void sweep_push(float *q, uint32_t a, float s, const float v[3]) {
    for (uint32_t c = 0; c < 3; c++) {
        q[3 * a + c] += s * v[c];
    }
}

static inline float sweep_dot(const float a[3], const float b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline float sweep_length2(const float e[3]) {
    return e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
}

static inline void sweep_cross(const float a[3], const float b[3], float product[3]) {
    product[0] = a[1] * b[2] - a[2] * b[1];
    product[1] = a[2] * b[0] - a[0] * b[2];
    product[2] = a[0] * b[1] - a[1] * b[0];
}

// Below this squared length (m²) an edge has no direction, and its constraint is skipped.
#define SWEEP_LENGTH2_MIN 1e-30f

#endif

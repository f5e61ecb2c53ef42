// What every kind of constraint works on during a substep, and the edge that most of them measure.
//
// There are two forms of the same step. In displacements, `x` are the positions before the substep
// and the corrections go to the displacements `q`; in plain positions, `x` is NULL and `q` are the
// predicted positions themselves. Kernels are written once, with the form as a constant argument.
#ifndef SWEEP_H
#define SWEEP_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct sweep {
    const float *x;  // [particles][3], NULL in plain positions
    float *q;        // [particles][3]
    const float *w;  // [particles]
    float stiffness; // k of one sweep, corrected for the number of sweeps
    float substep_s;
};

// e = p_a − p_b.
static inline void sweep_edge(const float *x, const float *q, uint32_t a, uint32_t b, bool plain,
                              float e[3]) {
    for (uint32_t c = 0; c < 3; c++) {
        float moved = q[3 * a + c] - q[3 * b + c];
        e[c] = plain ? moved : (x[3 * a + c] - x[3 * b + c]) + moved;
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

static inline float sweep_length2(const float e[3]) {
    return e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
}

// Below this squared length (m²) an edge has no direction, and its constraint is skipped.
#define SWEEP_LENGTH2_MIN 1e-30f

#endif

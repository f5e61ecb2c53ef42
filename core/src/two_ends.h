// What a constraint on the distance of two particles consists of.
#ifndef TWO_ENDS_H
#define TWO_ENDS_H

#include <stdbool.h>
#include <stdint.h>

struct sweep;

struct two_ends {
    uint32_t a, b;
    float length_m;
};

// The verbs `particles` and `evaluate` of constraint.h for C = |p_a − p_b| − length.
uint32_t two_ends_particles(const void *constraint, uint32_t *particles);
bool two_ends_evaluate(const struct sweep *sweep, const void *constraint, const float *scratch,
                       float *value, float gradients[][3]);

#endif

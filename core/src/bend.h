// Bending of a rope: three particles in a row keep the distance of the middle one from the middle
// between its neighbours: C = |c| − rest with c = (p_a + p_c)/2 − p_b (after Kelager, Niebe,
// Erleben, "A Triangle Bending Constraint Model for Position-Based Dynamics", VRIPHYS 2010). For a
// rope that was straight, rest is 0 and C pulls it straight. c is linear in the positions and the
// corrections lie along it: linear and angular momentum are kept.
#ifndef BEND_H
#define BEND_H

#include "constraint.h"

struct bend {
    uint32_t a, b, c;
    float rest_m;
};

extern const struct constraint_kind bend_kind;

void bend_project(const struct sweep *sweep, const void *constraints, float *scratch,
                  uint32_t count);

#endif

// Tension-only constraint: C = length − |p_a − p_b| ≥ 0: a string, which goes slack. It acts only
// when violated, with stiffness 1, and is tested before the root is taken.
#ifndef CEILING_H
#define CEILING_H

#include "constraint.h"
#include "two_ends.h"

extern const struct constraint_kind ceiling_kind; // of struct two_ends

void ceiling_project(const struct sweep *sweep, const void *constraints, float *scratch,
                     uint32_t count);

#endif

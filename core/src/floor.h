// Compression-only constraint: C = |p_a − p_b| − length ≥ 0. It acts only when violated, with
// stiffness 1, and is tested before the root is taken.
#ifndef FLOOR_H
#define FLOOR_H

#include "constraint.h"
#include "two_ends.h"

extern const struct constraint_kind floor_kind; // of struct two_ends

void floor_project(const struct sweep *sweep, const void *constraints, float *scratch,
                   uint32_t count);

#endif

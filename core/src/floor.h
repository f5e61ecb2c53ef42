// Compression-only constraint: C = |p_a − p_b| − length ≥ 0. It acts only when violated, with
// stiffness 1, and before the root is taken.
#ifndef FLOOR_H
#define FLOOR_H

#include "sweep.h"
#include "world_internal.h"

void floor_project(const struct sweep *sweep, const struct floor_constraint *floors,
                   uint32_t count);

#endif

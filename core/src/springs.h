// Explicit springs, for contrast: links, floors and ceilings as forces k (|e| − L) that are
// integrated by symplectic Euler. Stable only while h < 2/ω of the fastest mode, about √(m/k) for a
// chain; beyond, it blows up as such solvers do.
#ifndef SPRINGS_H
#define SPRINGS_H

#include "world_internal.h"

// Adds h² w F of every spring to the displacements, which stay within DISPLACEMENT_MAX. stiffness
// in N/m.
void springs_accelerate(struct model *model, float stiffness, float substep_s);
// The same for those alone that the scene built as springs.
void springs_accelerate_built(struct model *model, float stiffness, float substep_s);

#endif

// The links of a chain solved all at once: Newton's method for C(p) = 0. Along a path each link
// shares a particle with the next alone, so the matrix of ∇C·w·∇Cᵀ is tridiagonal and a solution
// takes one pass down and one up (Thomas):
//
//     A_ii = w_i + w_{i+1},   A_{i,i+1} = −w_{i+1} n_i·n_{i+1},   A λ = C,   Δp = −w ∇Cᵀ λ
//
// It goes astray when the motion within a substep nears the length of a link: links then turn too
// far for their directions to mean anything. Δp is halved then, until |C| falls by half of the
// share that is left of it: to take all of it as long as |C| falls at all let a chain gain a
// hundred times its energy.
#ifndef DIRECT_H
#define DIRECT_H

#include "pbd/world.h"
#include "sweep.h"

enum { DIRECT_SCRATCH_DOUBLES = 10 };

// One solution for links that join each particle i to i + 1, in any order. Returns false, with q as
// it was, when no share of it made the largest |C| fall: sweeps are to do it then. Links without
// direction or between pins are left out. kept [particles][3] and scratch
// [links][DIRECT_SCRATCH_DOUBLES] are nobody else's during a substep.
bool direct_project(const struct sweep *sweep, const struct pbd_link *links, uint32_t count,
                    float *kept, double *scratch);
// What the link between particles i and i + 1 gave in the last solution: kg m, taken from i and
// given to i + 1.
void direct_give(const double *scratch, uint32_t i, float give[3]);

#endif

// Two balls do not overlap: C = n·(p_a − p_b) − distance ≥ 0 with friction between them. The normal
// n is taken when they first touch in a substep and kept until it ends, and so are the multipliers,
// which may fall again but never below 0. Of two balls at one place a is pushed along +x.
#ifndef PAIR_H
#define PAIR_H

#include "constraint.h"
#include "two_ends.h"

enum { PAIR_SCRATCH_FLOATS = 8 };

#define PAIR_PUSH_OUT_M 0.02f // the most overlap that is removed in one substep

extern const struct constraint_kind pair_kind; // of struct two_ends

void pair_project(const struct sweep *sweep, const void *constraints, float *scratch,
                  uint32_t count);
// How deep the deepest pair overlaps at x [particles][3]; 0 if none does.
float pair_deepest(const struct two_ends *pairs, uint32_t count, const float *x);

#endif

// A bead on a line: C = the part of p − point that is square to the line's direction, per axis 0.
// The end of a string that slides is such a bead.
#ifndef RAIL_H
#define RAIL_H

#include "constraint.h"

struct rail {
    uint32_t a;
    float point_m[3];
    float direction[3]; // unit
};

extern const struct constraint_kind rail_kind;

void rail_project(const struct sweep *sweep, const void *constraints, float *scratch,
                  uint32_t count);

#endif

// Volume of a tetrahedron: C = V − V₀ in m³, V = (e₁ × e₂)·e₃ / 6 with edges from the first corner,
// signed, so that a tetrahedron that was turned inside out turns back. V₀ has the sign that the
// corners had when the scene was built.
#ifndef VOLUME_H
#define VOLUME_H

#include "constraint.h"

struct volume {
    uint32_t corners[4];
    float rest_m3;
};

extern const struct constraint_kind volume_kind;

void volume_project(const struct sweep *sweep, const void *constraints, float *scratch,
                    uint32_t count);

#endif

// Bending of a cloth: two triangles that share an edge keep their angle φ (Müller et al.
// 2007, 4.2), with C = 2 sin(δ/2), δ = φ − φ₀, in place of the angle itself: for small δ the same,
// without an arc cosine, and 2 at most. Its step is taken along ∇φ: ∇C vanishes as δ nears π, and
// what is folded flat on itself would fly apart. φ is 0 when both triangles lie in one plane.
//
//          b
//         ╱│╲        e = b − a,  u = left − a,  v = right − a
//        ╱ │ ╲       n₁ = e × u, n₂ = v × e
//    left  │  right  cos φ = n₁·n₂ / |n₁||n₂|,  sin φ = (n₁ × n₂)·e / |n₁||n₂||e|
//        ╲ │ ╱
//         ╲│╱
//          a
#ifndef HINGE_H
#define HINGE_H

#include "constraint.h"

struct hinge {
    uint32_t a, b, left, right;
    float cos_rest, sin_rest; // of φ₀
};

extern const struct constraint_kind hinge_kind;

// Cosine and sine of φ from the edges; false for a triangle without area.
bool hinge_angle(const float e[3], const float u[3], const float v[3], float *cosine, float *sine);

void hinge_project(const struct sweep *sweep, const void *constraints, float *scratch,
                   uint32_t count);

#endif

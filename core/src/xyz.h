// x, y and z in one vector of four floats, which every processor has that we build for. What is in
// the fourth counts for nothing.
//
// Each is rounded as a float alone is, and xyz_sum adds up in the order of sweep_dot.
#ifndef XYZ_H
#define XYZ_H

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef float xyz __attribute__((vector_size(16)));
typedef int32_t xyz_mask __attribute__((vector_size(16))); // of each all bits or none

static inline xyz xyz_all(float value) {
    return (xyz){value, value, value, value};
}

static inline xyz xyz_load(const float from[3]) {
    return (xyz){from[0], from[1], from[2], 0.0f};
}

static inline void xyz_store(float to[3], xyz v) {
    to[0] = v[0];
    to[1] = v[1];
    to[2] = v[2];
}

// Of each a if its bits are set, else b.
static inline xyz xyz_select(xyz_mask where, xyz a, xyz b) {
    return (xyz)(((xyz_mask)a & where) | ((xyz_mask)b & ~where));
}

static inline xyz xyz_larger(xyz a, xyz b) {
#if defined(__SSE2__)
    return (xyz)_mm_max_ps((__m128)a, (__m128)b);
#else
    return xyz_select(a > b, a, b);
#endif
}

// With 0 for the fourth.
static inline xyz xyz_only(xyz v) {
    return (xyz)((xyz_mask)v & (xyz_mask){-1, -1, -1, 0});
}

static inline float xyz_sum(xyz v) {
    return v[0] + v[1] + v[2];
}

static inline float xyz_dot(xyz a, xyz b) {
    return xyz_sum(a * b);
}

static inline float xyz_length2(xyz v) {
    return xyz_sum(v * v);
}

#endif

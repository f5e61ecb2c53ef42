// Vectors of LANES floats, 4, 8 or 16 of them: the compiler's, and the few operations that it has
// no operator for. A kernel file defines LANES, and includes this and the kernels.
//
// Every operation rounds each lane as the scalar one does. Nothing here fuses, estimates or adds up
// across lanes, so that a lane's bits do not depend on the width.
#ifndef LANES_H
#define LANES_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

// Vectors are never passed between functions that were not inlined: how they would be depends on
// flags.
#define LANES_INLINE static inline __attribute__((always_inline))

typedef float vec __attribute__((vector_size(4 * LANES)));
typedef int32_t mask __attribute__((vector_size(4 * LANES))); // of a lane all bits or none

LANES_INLINE vec vec_load(const float *from) {
    vec v;
    memcpy(&v, from, sizeof v);
    return v;
}

LANES_INLINE void vec_store(float *to, vec v) {
    memcpy(to, &v, sizeof v);
}

LANES_INLINE vec vec_all(float value) {
    vec v;
    for (uint32_t i = 0; i < LANES; i++) {
        v[i] = value;
    }
    return v;
}

LANES_INLINE vec vec_sqrt(vec v) {
#if defined(__x86_64__) && LANES == 4
    return (vec)_mm_sqrt_ps((__m128)v);
#elif defined(__AVX__) && LANES == 8
    return (vec)_mm256_sqrt_ps((__m256)v);
#elif defined(__AVX512F__) && LANES == 16
    return (vec)_mm512_sqrt_ps((__m512)v);
#elif defined(__ARM_NEON) && defined(__aarch64__) && LANES == 4
    return (vec)vsqrtq_f32((float32x4_t)v);
#else
    for (uint32_t i = 0; i < LANES; i++) {
        v[i] = sqrtf(v[i]);
    }
    return v;
#endif
}

LANES_INLINE vec vec_abs(vec v) {
    return (vec)((mask)v & 0x7fffffff);
}

// Of each lane v if its bits are set, else +0. What is corrected by 0 × an edge instead of being
// left alone differs in the sign of a zero at most, and no zero's sign outlives a substep (rest.h).
// Edges are finite: what a substep begins with is, and a projection moves nothing further than an
// edge is long.
LANES_INLINE vec vec_where(mask m, vec v) {
    return (vec)((mask)v & m);
}

// Of each lane a if its bits are set, else b.
LANES_INLINE vec vec_select(mask m, vec a, vec b) {
#if defined(__AVX__) && LANES == 8
    return (vec)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)m);
#else
    return (vec)(((mask)a & m) | ((mask)b & ~m));
#endif
}

// One lane up: what was in lane i is in lane i + 1, and the last of `below` in lane 0.
LANES_INLINE vec vec_shift_in(vec v, vec below) {
#if LANES == 4
    return __builtin_shufflevector(below, v, 3, 4, 5, 6);
#elif LANES == 8
    return __builtin_shufflevector(below, v, 7, 8, 9, 10, 11, 12, 13, 14);
#else
    return __builtin_shufflevector(below, v, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
                                   29, 30);
#endif
}

LANES_INLINE bool mask_any(mask m) {
#if defined(__x86_64__) && LANES == 4
    return _mm_movemask_ps((__m128)m) != 0;
#elif defined(__AVX__) && LANES == 8
    return _mm256_movemask_ps((__m256)m) != 0;
#elif defined(__AVX512F__) && LANES == 16
    return _mm512_test_epi32_mask((__m512i)m, (__m512i)m) != 0;
#else
    int32_t any = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        any |= m[i];
    }
    return any != 0;
#endif
}

LANES_INLINE bool mask_every(mask m) {
#if defined(__x86_64__) && LANES == 4
    return _mm_movemask_ps((__m128)m) == 0xf;
#elif defined(__AVX__) && LANES == 8
    return _mm256_movemask_ps((__m256)m) == 0xff;
#else
    return !mask_any(~m);
#endif
}

// The first `count` lanes; all if there are fewer.
LANES_INLINE mask mask_first(uint32_t count) {
    vec number;
    for (uint32_t i = 0; i < LANES; i++) {
        number[i] = (float)i;
    }
    return number < vec_all((float)(count < LANES ? count : LANES));
}

#endif

#include "pbd/simd.h"

#include <stddef.h>

#include "kernels.h"

extern const struct kernels kernels_4, kernels_8, kernels_16;

const char *pbd_simd_name(enum pbd_simd simd) {
    static const char *const names[PBD_SIMD_COUNT] = {
        [PBD_SIMD_SCALAR] = "scalar", [PBD_SIMD_SSE2] = "sse2",     [PBD_SIMD_NEON] = "neon",
        [PBD_SIMD_AVX2] = "avx2",     [PBD_SIMD_AVX512] = "avx512",
    };
    return (unsigned)simd < PBD_SIMD_COUNT ? names[simd] : NULL;
}

const struct kernels *kernels_of(enum pbd_simd simd) {
#if defined(__x86_64__)
    switch (simd) {
    case PBD_SIMD_SSE2:
        return &kernels_4;
    case PBD_SIMD_AVX2:
        return __builtin_cpu_supports("avx2") ? &kernels_8 : NULL;
    case PBD_SIMD_AVX512:
#ifdef KERNELS_16_BY_HALVES
        return __builtin_cpu_supports("avx2") ? &kernels_16 : NULL;
#else
        return __builtin_cpu_supports("avx512f") ? &kernels_16 : NULL;
#endif
    default:
        return NULL;
    }
#elif defined(__aarch64__)
    return simd == PBD_SIMD_NEON ? &kernels_4 : NULL;
#else
    (void)simd;
    return NULL;
#endif
}

bool pbd_simd_is_available(enum pbd_simd simd) {
    return simd == PBD_SIMD_SCALAR || kernels_of(simd) != NULL;
}

enum pbd_simd pbd_simd_best(void) {
    int best = PBD_SIMD_COUNT - 1;
    while (!pbd_simd_is_available((enum pbd_simd)best)) {
        best--;
    }
    return (enum pbd_simd)best;
}

// The widths of vectors that the solver's kernels are built for. The bits are the same for all.
#ifndef PBD_SIMD_H
#define PBD_SIMD_H

#include <stdbool.h>

enum pbd_simd {
    PBD_SIMD_SCALAR, // the kernels that say what the bits are
    PBD_SIMD_SSE2,   // 4 floats
    PBD_SIMD_NEON,   // 4 floats
    PBD_SIMD_AVX2,   // 8 floats
    PBD_SIMD_AVX512, // 16 floats
    PBD_SIMD_COUNT
};

// "scalar", "sse2", "neon", "avx2", "avx512"; NULL for other values.
const char *pbd_simd_name(enum pbd_simd simd);
// Whether they are built in and this processor has them.
bool pbd_simd_is_available(enum pbd_simd simd);
// The widest that is available: what new worlds step with.
enum pbd_simd pbd_simd_best(void);

#endif

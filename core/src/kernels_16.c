// The kernels for vectors of 16 floats: AVX-512. With KERNELS_16_BY_HALVES they are built for AVX2
// instead, two registers for a vector, so that their bits can be looked at on processors without.
#include "kernels_target.h"
#if defined(__x86_64__)

#ifdef KERNELS_16_BY_HALVES
KERNELS_TARGET_BEGIN("avx2")
#else
KERNELS_TARGET_BEGIN("avx512f")
#endif
#define LANES 16
#include "kernels_table.h"

const struct kernels kernels_16 = KERNELS_TABLE;
KERNELS_TARGET_END

#endif

// The kernels for vectors of 8 floats: AVX2.
#include "kernels_target.h"
#if defined(__x86_64__)

KERNELS_TARGET_BEGIN("avx2")
#define LANES 8
#include "kernels_table.h"

const struct kernels kernels_8 = KERNELS_TABLE;
KERNELS_TARGET_END

#endif

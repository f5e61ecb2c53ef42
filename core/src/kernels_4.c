// The kernels for vectors of 4 floats, which every x86-64 and every arm64 has.
#define LANES 4
#include "kernels_table.h"

const struct kernels kernels_4 = KERNELS_TABLE;

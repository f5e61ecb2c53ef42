// Building a part of a file for a processor that has more than the others. What the part includes
// besides kernels is included here before, for every processor.
#ifndef KERNELS_TARGET_H
#define KERNELS_TARGET_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "kernels.h"
#include "loom.h"
#include "neighbours.h"
#include "pbd/world.h"
#include "rest.h"
#include "segment.h"
#include "self_contact.h"
#include "strand.h"
#include "sweep.h"
#include "two_ends.h"
#include "xyz.h"

#define KERNELS_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define KERNELS_TARGET_BEGIN(name)                                                                 \
    KERNELS_PRAGMA(clang attribute push(__attribute__((target(name))), apply_to = function))
#define KERNELS_TARGET_END KERNELS_PRAGMA(clang attribute pop)
#else
#define KERNELS_TARGET_BEGIN(name) KERNELS_PRAGMA(GCC push_options) KERNELS_PRAGMA(GCC target(name))
#define KERNELS_TARGET_END KERNELS_PRAGMA(GCC pop_options)
#endif

#endif

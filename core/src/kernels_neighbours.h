// The kernel of the broad phase: LANES boxes at once.
#ifndef KERNELS_NEIGHBOURS_H
#define KERNELS_NEIGHBOURS_H

#include "lanes.h"
#include "neighbours.h"

// Bit k: lane k.
LANES_INLINE uint32_t mask_bits(mask m) {
#if defined(__x86_64__) && LANES == 4
    return (uint32_t)_mm_movemask_ps((__m128)m);
#elif defined(__AVX__) && LANES == 8
    return (uint32_t)_mm256_movemask_ps((__m256)m);
#elif defined(__AVX512F__) && LANES == 16
    return _mm512_test_epi32_mask((__m512i)m, (__m512i)m);
#else
    uint32_t bits = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        bits |= (uint32_t)m[i] & 1u << i;
    }
    return bits;
#endif
}

static uint32_t overlapping(const struct sorted_boxes *boxes, uint32_t k, float high,
                            uint32_t *next, uint32_t *hits) {
    const uint32_t all = (1u << LANES) - 1;
    const vec end = vec_all(high);
    const vec low_y = vec_all(boxes->low_y[k]);
    const vec high_y = vec_all(boxes->high_y[k]);
    const vec low_z = vec_all(boxes->low_z[k]);
    const vec high_z = vec_all(boxes->high_z[k]);
    const vec too_fixed = vec_all(2.0f - boxes->fixed[k]);
    uint32_t hit_count = 0;
    uint32_t l = *next;
    uint32_t begun = all;
    while (begun == all && hit_count < NEIGHBOURS_AT_ONCE) {
        uint64_t word = 0; // bit k: box l + k
        uint32_t looked_at = 0;
        for (; begun == all && looked_at < 64; looked_at += LANES) {
            uint32_t at = l + looked_at;
            mask begins = vec_load(&boxes->low[at]) <= end;
            mask overlap =
                (low_y <= vec_load(&boxes->high_y[at])) & (vec_load(&boxes->low_y[at]) <= high_y) &
                (low_z <= vec_load(&boxes->high_z[at])) & (vec_load(&boxes->low_z[at]) <= high_z) &
                (vec_load(&boxes->fixed[at]) < too_fixed);
            begun = mask_bits(begins);
            word |= (uint64_t)mask_bits(begins & overlap) << looked_at;
        }
        for (; word != 0; word &= word - 1) {
            hits[hit_count++] = l + (uint32_t)__builtin_ctzll(word);
        }
        l += looked_at;
    }
    if (hit_count >= NEIGHBOURS_AT_ONCE) {
        *next = hits[NEIGHBOURS_AT_ONCE - 1] + 1;
        return NEIGHBOURS_AT_ONCE;
    }
    *next = begun == all ? l : l - LANES + (uint32_t)__builtin_ctz(~begun);
    return hit_count;
}

#endif

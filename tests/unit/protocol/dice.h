// Random numbers that are the same in every run.
#ifndef DICE_H
#define DICE_H

#include <stdint.h>

static inline uint64_t dice_bits(uint64_t *state) { // splitmix64
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

// 0 … end − 1.
static inline uint32_t dice(uint64_t *state, uint32_t end) {
    return (uint32_t)((dice_bits(state) >> 32) * end >> 32);
}

#endif

#include "random.h"

uint64_t random_u64(uint64_t *state) {
    *state ^= *state << 13; // xorshift, Marsaglia 2003
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

uint32_t random_below(uint64_t *state, uint32_t limit) {
    return (uint32_t)((random_u64(state) >> 32) * limit >> 32);
}

bool chance(uint64_t *state, uint32_t percent) {
    return random_below(state, 100) < percent;
}

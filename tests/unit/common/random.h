// A sequence of numbers that is the same everywhere. `state` is any number but 0.
#ifndef RANDOM_H
#define RANDOM_H

#include <stdbool.h>
#include <stdint.h>

uint64_t random_u64(uint64_t *state);
uint32_t random_below(uint64_t *state, uint32_t limit);
bool chance(uint64_t *state, uint32_t percent);

#endif

#include "run.h"

uint32_t run_random(struct run *run) {
    // SplitMix64.
    uint64_t z = (run->random += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)(z >> 32);
}

// The broad phase: which boxes overlap. Sorted by their lower sides along the axis on which they
// are spread most, each is compared with those that begin before it ends.
//
// The answer is what overlaps, in order of numbers: nothing of how it was found is left in it,
// unless the search had to be given up.
#ifndef NEIGHBOURS_H
#define NEIGHBOURS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    NEIGHBOURS_MAX = 24, // of one box among those with higher numbers: the lowest are kept
    NEIGHBOURS_TESTS_PER_BOX = 1024, // the search gives up after so many
    NEIGHBOURS_TESTS_OF_A_PAIR = 8,  // what it counts for to look at two boxes that overlap
};

struct aabb {
    float low[3], high[3]; // m
    bool fixed;            // two of these are no neighbours
};

// What the search works in and leaves behind, arrays of the caller's.
struct neighbours {
    struct aabb *boxes;    // [count], the caller's input
    struct aabb *sorted;   // [count], scratch
    uint32_t *order;       // [2 × count], scratch
    uint32_t *keys;        // [count], scratch
    uint32_t *found;       // [count][NEIGHBOURS_MAX]: for each box, ascending, all above its number
    uint32_t *found_count; // [count]
};

// `may_meet` leaves out pairs that overlap; it is asked before they are counted. Returns how many
// neighbours had to be dropped because a box had too many, and boxes not looked at because the
// search was given up.
uint64_t neighbours_find(const struct neighbours *neighbours, uint32_t count,
                         bool (*may_meet)(const void *context, uint32_t i, uint32_t j),
                         const void *context);

#endif

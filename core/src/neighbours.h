// The broad phase: which boxes overlap. Sorted by their lower sides along the axis on which they
// are spread most, each is compared with those that begin before it ends.
//
// The answer is what overlaps, in order of numbers: nothing of how it was found is left in it,
// unless the search had to be given up.
#ifndef NEIGHBOURS_H
#define NEIGHBOURS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels.h"

enum {
    NEIGHBOURS_MAX = 24, // of one box among those with higher numbers: the lowest are kept
    NEIGHBOURS_TESTS_PER_BOX = 1024, // the search gives up after so many
    NEIGHBOURS_TESTS_OF_A_PAIR = 8,  // what it counts for to look at two boxes that overlap
    NEIGHBOURS_AT_ONCE = 64,         // boxes that are found to overlap one
    NEIGHBOURS_SPARE = 16,           // the longest vector
};

struct aabb {
    float low[3], high[3]; // m
    bool fixed;            // two of these are no neighbours
};

// The boxes as they are sorted, and each side of them in a row of its own: `low` is that along the
// axis, y and z are the two others.
struct sorted_boxes {
    uint32_t count;
    const float *low, *low_y, *high_y, *low_z, *high_z; // [count + NEIGHBOURS_SPARE]
    const float *fixed;                                 // likewise: 1, or 0
};

enum { NEIGHBOURS_ROWS = 6 };

// What the search works in and leaves behind, arrays of the caller's.
struct neighbours {
    struct aabb *boxes;    // [count], the caller's input
    float *rows;           // [NEIGHBOURS_ROWS][count + NEIGHBOURS_SPARE], scratch
    uint32_t *order;       // [2 × count], scratch
    uint32_t *keys;        // [count], scratch
    uint32_t *found;       // [count][NEIGHBOURS_MAX]: for each box, ascending, all above its number
    uint32_t *found_count; // [count]
};

struct neighbour_pair {
    uint32_t i, j; // i < j
};

// Brings those of the pairs that may meet to the front, and returns how many they are. There is
// room for NEIGHBOURS_SPARE more.
typedef uint32_t neighbours_keep(const void *context, struct neighbour_pair *pairs, uint32_t count);

// `keep` is asked about pairs that overlap before they are counted. Returns how many neighbours had
// to be dropped because a box had too many, and boxes not looked at because the search was given
// up. `kernels` NULL: none.
uint64_t neighbours_find(const struct neighbours *neighbours, uint32_t count,
                         const struct kernels *kernels, neighbours_keep *keep, const void *context);

#endif

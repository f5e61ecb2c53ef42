// The broad phase: which boxes overlap. Sorted by their lower sides along the axis on which they
// are spread most, each is compared with those that begin before it ends.
//
// The answer is what overlaps, in order of numbers: nothing of how it was found is left in it.
#ifndef NEIGHBOURS_H
#define NEIGHBOURS_H

#include <stdbool.h>
#include <stdint.h>

enum { NEIGHBOURS_MAX = 32 }; // of one box among those with higher numbers: the lowest are kept

struct box_of {
    float low[3], high[3]; // m
    bool still;            // two of these are no neighbours
};

// What the search works in and leaves behind, arrays of the caller's.
struct neighbours {
    struct box_of *boxes;  // [count], the caller's input
    uint32_t *order;       // [2 × count], scratch
    uint32_t *keys;        // [count], scratch
    uint32_t *found;       // [count][NEIGHBOURS_MAX]: for each box, ascending, all above its number
    uint32_t *found_count; // [count]
};

// `may_meet` leaves out pairs that overlap; it is asked before they are counted. Returns how many
// had to be dropped because a box had too many.
uint64_t neighbours_find(const struct neighbours *neighbours, uint32_t count,
                         bool (*may_meet)(const void *context, uint32_t i, uint32_t j),
                         const void *context);

#endif

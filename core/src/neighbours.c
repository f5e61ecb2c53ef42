#include "neighbours.h"

#include <string.h>

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, HITS_MAX = 64 };

// Unsigned numbers in the order of the floats that they stand for.
static uint32_t key_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

// The axis along which the boxes that move lie furthest apart.
static uint32_t widest_axis(const struct aabb *boxes, uint32_t count) {
    uint32_t widest = 0;
    float most_m = -1.0f;
    for (uint32_t axis = 0; axis < 3; axis++) {
        float low_m = 0.0f;
        float high_m = 0.0f;
        bool first = true;
        for (uint32_t i = 0; i < count; i++) {
            if (boxes[i].fixed) {
                continue;
            }
            low_m = first || boxes[i].low[axis] < low_m ? boxes[i].low[axis] : low_m;
            high_m = first || boxes[i].low[axis] > high_m ? boxes[i].low[axis] : high_m;
            first = false;
        }
        if (high_m - low_m > most_m) {
            most_m = high_m - low_m;
            widest = axis;
        }
    }
    return widest;
}

// Sorts the numbers of boxes by their keys, digit by digit. The result is in order[0 … count).
static void sort(uint32_t *order, const uint32_t *keys, uint32_t count) {
    uint32_t *from = order;
    uint32_t *to = order + count;
    for (uint32_t shift = 0; shift < 32; shift += DIGIT_BITS) {
        uint32_t starts[DIGITS + 1] = {0};
        for (uint32_t i = 0; i < count; i++) {
            starts[(keys[i] >> shift & (DIGITS - 1)) + 1]++;
        }
        for (uint32_t digit = 0; digit < DIGITS; digit++) {
            starts[digit + 1] += starts[digit];
        }
        for (uint32_t i = 0; i < count; i++) {
            to[starts[keys[from[i]] >> shift & (DIGITS - 1)]++] = from[i];
        }
        uint32_t *swapped = from;
        from = to;
        to = swapped;
    }
}

// Without branches: which way each comparison goes is not to be foretold.
static uint32_t overlap(const struct aabb *a, const struct aabb *b, uint32_t y, uint32_t z) {
    return (uint32_t)(a->low[y] <= b->high[y]) & (uint32_t)(b->low[y] <= a->high[y]) &
           (uint32_t)(a->low[z] <= b->high[z]) & (uint32_t)(b->low[z] <= a->high[z]) &
           (uint32_t) !(a->fixed && b->fixed);
}

// Puts `j` in its place among the neighbours of `i`. Returns whether one had to go for it.
static bool insert(const struct neighbours *neighbours, uint32_t i, uint32_t j) {
    uint32_t *found = &neighbours->found[(size_t)i * NEIGHBOURS_MAX];
    uint32_t count = neighbours->found_count[i];
    bool full = count == NEIGHBOURS_MAX;
    if (full && j > found[count - 1]) {
        return true;
    }
    uint32_t at = full ? count - 1 : count;
    while (at > 0 && found[at - 1] > j) {
        found[at] = found[at - 1];
        at--;
    }
    found[at] = j;
    neighbours->found_count[i] = full ? count : count + 1;
    return full;
}

// Writes which of the boxes from sorted[k + 1] on overlap sorted[k], as many as there is room for,
// and goes on from *next. Returns how many.
static uint32_t overlapping(const struct aabb *sorted, uint32_t count, uint32_t axis, uint32_t k,
                            uint32_t *next, uint32_t hits[HITS_MAX]) {
    const struct aabb *box = &sorted[k];
    uint32_t y = (axis + 1) % 3;
    uint32_t z = (axis + 2) % 3;
    uint32_t hit_count = 0;
    uint32_t l = *next;
    for (; l < count && hit_count < HITS_MAX && sorted[l].low[axis] <= box->high[axis]; l++) {
        hits[hit_count] = l;
        hit_count += overlap(box, &sorted[l], y, z);
    }
    *next = l;
    return hit_count;
}

// Sorts the boxes; side by side in memory, because this is where the time goes.
static void sort_boxes(const struct neighbours *neighbours, uint32_t count, uint32_t axis) {
    for (uint32_t i = 0; i < count; i++) {
        neighbours->order[i] = i;
        neighbours->keys[i] = key_of(neighbours->boxes[i].low[axis]);
    }
    sort(neighbours->order, neighbours->keys, count);
    for (uint32_t k = 0; k < count; k++) {
        neighbours->sorted[k] = neighbours->boxes[neighbours->order[k]];
    }
}

uint64_t neighbours_find(const struct neighbours *neighbours, uint32_t count,
                         bool (*may_meet)(const void *context, uint32_t i, uint32_t j),
                         const void *context) {
    const uint32_t *order = neighbours->order;
    uint32_t axis = widest_axis(neighbours->boxes, count);
    sort_boxes(neighbours, count, axis);
    memset(neighbours->found_count, 0, count * sizeof neighbours->found_count[0]);
    uint64_t dropped = 0;
    int64_t tests_left = (int64_t)count * NEIGHBOURS_TESTS_PER_BOX;
    for (uint32_t k = 0; k < count; k++) {
        if (tests_left <= 0) {
            return dropped + count - k;
        }
        uint32_t next = k + 1;
        uint32_t hits[HITS_MAX];
        uint32_t hit_count = HITS_MAX;
        while (hit_count == HITS_MAX && tests_left > 0) {
            uint32_t first = next;
            hit_count = overlapping(neighbours->sorted, count, axis, k, &next, hits);
            tests_left -= (next - first) + hit_count * NEIGHBOURS_TESTS_OF_A_PAIR;
            for (uint32_t hit = 0; hit < hit_count; hit++) {
                uint32_t one = order[k];
                uint32_t other = order[hits[hit]];
                uint32_t i = one < other ? one : other;
                uint32_t j = one < other ? other : one;
                if (may_meet(context, i, j)) {
                    dropped += insert(neighbours, i, j);
                }
            }
        }
    }
    return dropped;
}

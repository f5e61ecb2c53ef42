#include "neighbours.h"

#include <string.h>

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

// Unsigned numbers in the order of the floats that they stand for.
static uint32_t key_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

// The axis along which the boxes that move lie furthest apart.
static uint32_t widest_axis(const struct box_of *boxes, uint32_t count) {
    uint32_t widest = 0;
    float most_m = -1.0f;
    for (uint32_t axis = 0; axis < 3; axis++) {
        float low_m = 0.0f;
        float high_m = 0.0f;
        bool first = true;
        for (uint32_t i = 0; i < count; i++) {
            if (boxes[i].still) {
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

static bool overlap(const struct box_of *a, const struct box_of *b) {
    for (uint32_t c = 0; c < 3; c++) {
        if (a->low[c] > b->high[c] || b->low[c] > a->high[c]) {
            return false;
        }
    }
    return true;
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

uint64_t neighbours_find(const struct neighbours *neighbours, uint32_t count,
                         bool (*may_meet)(const void *context, uint32_t i, uint32_t j),
                         const void *context) {
    const struct box_of *boxes = neighbours->boxes;
    uint32_t *order = neighbours->order;
    uint32_t axis = widest_axis(boxes, count);
    for (uint32_t i = 0; i < count; i++) {
        order[i] = i;
        neighbours->keys[i] = key_of(boxes[i].low[axis]);
    }
    sort(order, neighbours->keys, count);
    memset(neighbours->found_count, 0, count * sizeof neighbours->found_count[0]);
    uint64_t dropped = 0;
    for (uint32_t k = 0; k < count; k++) {
        const struct box_of *box = &boxes[order[k]];
        for (uint32_t l = k + 1; l < count; l++) {
            const struct box_of *other = &boxes[order[l]];
            if (other->low[axis] > box->high[axis]) {
                break;
            }
            if ((box->still && other->still) || !overlap(box, other)) {
                continue;
            }
            uint32_t i = order[k] < order[l] ? order[k] : order[l];
            uint32_t j = order[k] < order[l] ? order[l] : order[k];
            if (may_meet(context, i, j)) {
                dropped += insert(neighbours, i, j);
            }
        }
    }
    return dropped;
}

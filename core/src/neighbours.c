#include "neighbours.h"

#include <math.h>
#include <string.h>

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

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

// The sorted boxes side by side in memory, because this is where the time goes.
static struct sorted_boxes sort_boxes(const struct neighbours *neighbours, uint32_t count,
                                      uint32_t axis) {
    for (uint32_t i = 0; i < count; i++) {
        neighbours->order[i] = i;
        neighbours->keys[i] = key_of(neighbours->boxes[i].low[axis]);
    }
    sort(neighbours->order, neighbours->keys, count);
    float *rows[NEIGHBOURS_ROWS];
    for (uint32_t row = 0; row < NEIGHBOURS_ROWS; row++) {
        rows[row] = neighbours->rows + (size_t)row * (count + NEIGHBOURS_SPARE);
    }
    uint32_t y = (axis + 1) % 3;
    uint32_t z = (axis + 2) % 3;
    for (uint32_t k = 0; k < count; k++) {
        const struct aabb *box = &neighbours->boxes[neighbours->order[k]];
        rows[0][k] = box->low[axis];
        rows[1][k] = box->low[y];
        rows[2][k] = box->high[y];
        rows[3][k] = box->low[z];
        rows[4][k] = box->high[z];
        rows[5][k] = box->fixed ? 1.0f : 0.0f;
    }
    for (uint32_t k = count; k < count + NEIGHBOURS_SPARE; k++) {
        rows[0][k] = NAN; // so that none begins there
    }
    return (struct sorted_boxes){count, rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]};
}

// Without branches: which way each comparison goes is not to be foretold.
static uint32_t overlap(const struct sorted_boxes *boxes, uint32_t k, uint32_t l) {
    return (uint32_t)(boxes->low_y[k] <= boxes->high_y[l]) &
           (uint32_t)(boxes->low_y[l] <= boxes->high_y[k]) &
           (uint32_t)(boxes->low_z[k] <= boxes->high_z[l]) &
           (uint32_t)(boxes->low_z[l] <= boxes->high_z[k]) &
           (uint32_t)(boxes->fixed[k] + boxes->fixed[l] < 2.0f);
}

// Writes which of the boxes from *next on overlap box k, which ends at `high`, as many as there is
// room for, and where to go on. Returns how many.
static uint32_t overlapping(const struct sorted_boxes *boxes, uint32_t k, float high,
                            uint32_t *next, uint32_t hits[2 * NEIGHBOURS_AT_ONCE]) {
    uint32_t hit_count = 0;
    uint32_t l = *next;
    for (; l < boxes->count && hit_count < NEIGHBOURS_AT_ONCE && boxes->low[l] <= high; l++) {
        hits[hit_count] = l;
        hit_count += overlap(boxes, k, l);
    }
    *next = l;
    return hit_count;
}

// Pairs that have been found to overlap and are still to be asked about.
struct waiting {
    struct neighbour_pair pairs[2 * NEIGHBOURS_AT_ONCE + NEIGHBOURS_SPARE];
    uint32_t count;
};

static void wait_for(struct waiting *waiting, const uint32_t *order, uint32_t k,
                     const uint32_t *hits, uint32_t count) {
    uint32_t one = order[k];
    for (uint32_t hit = 0; hit < count; hit++) {
        uint32_t other = order[hits[hit]];
        struct neighbour_pair *pair = &waiting->pairs[waiting->count++];
        pair->i = one < other ? one : other;
        pair->j = one < other ? other : one;
    }
}

// Adds `j` to the neighbours of `i`. Returns whether the highest had to go for it.
static bool add(const struct neighbours *neighbours, uint32_t i, uint32_t j) {
    uint32_t *found = &neighbours->found[(size_t)i * NEIGHBOURS_MAX];
    uint32_t count = neighbours->found_count[i];
    if (count < NEIGHBOURS_MAX) {
        found[count] = j;
        neighbours->found_count[i] = count + 1;
        return false;
    }
    uint32_t highest = 0;
    for (uint32_t k = 1; k < count; k++) {
        highest = found[k] > found[highest] ? k : highest;
    }
    found[highest] = j < found[highest] ? j : found[highest];
    return true;
}

// Puts each where as many are lower: without branches, which would go as chance has it.
static void sort_few(uint32_t *found, uint32_t count) {
    uint32_t sorted[NEIGHBOURS_MAX];
    for (uint32_t k = 0; k < count; k++) {
        uint32_t lower = 0;
        for (uint32_t l = 0; l < count; l++) {
            lower += found[l] < found[k];
        }
        sorted[lower] = found[k];
    }
    memcpy(found, sorted, count * sizeof found[0]);
}

// Returns how many had to be dropped.
static uint64_t settle(const struct neighbours *neighbours, struct waiting *waiting,
                       neighbours_keep *keep, const void *context) {
    uint64_t dropped = 0;
    uint32_t kept = keep(context, waiting->pairs, waiting->count);
    for (uint32_t k = 0; k < kept; k++) {
        dropped += add(neighbours, waiting->pairs[k].i, waiting->pairs[k].j);
    }
    waiting->count = 0;
    return dropped;
}

uint64_t neighbours_find(const struct neighbours *neighbours, uint32_t count,
                         const struct kernels *kernels, neighbours_keep *keep,
                         const void *context) {
    const uint32_t axis = widest_axis(neighbours->boxes, count);
    const struct sorted_boxes boxes = sort_boxes(neighbours, count, axis);
    memset(neighbours->found_count, 0, count * sizeof neighbours->found_count[0]);
    struct waiting waiting = {.count = 0};
    uint64_t dropped = 0;
    int64_t tests_left = (int64_t)count * NEIGHBOURS_TESTS_PER_BOX;
    for (uint32_t k = 0; k < count; k++) {
        if (tests_left <= 0) {
            dropped += count - k;
            break;
        }
        float high = neighbours->boxes[neighbours->order[k]].high[axis];
        uint32_t next = k + 1;
        uint32_t hit_count = NEIGHBOURS_AT_ONCE;
        while (hit_count == NEIGHBOURS_AT_ONCE && tests_left > 0) {
            uint32_t hits[2 * NEIGHBOURS_AT_ONCE];
            uint32_t first = next;
            hit_count = kernels != NULL ? kernels->overlapping(&boxes, k, high, &next, hits)
                                        : overlapping(&boxes, k, high, &next, hits);
            tests_left -= (next - first) + hit_count * NEIGHBOURS_TESTS_OF_A_PAIR;
            wait_for(&waiting, neighbours->order, k, hits, hit_count);
            if (waiting.count >= NEIGHBOURS_AT_ONCE) {
                dropped += settle(neighbours, &waiting, keep, context);
            }
        }
    }
    dropped += settle(neighbours, &waiting, keep, context);
    for (uint32_t i = 0; i < count; i++) {
        sort_few(&neighbours->found[(size_t)i * NEIGHBOURS_MAX], neighbours->found_count[i]);
    }
    return dropped;
}

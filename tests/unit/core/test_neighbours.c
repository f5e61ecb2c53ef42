#include "neighbours.h"

#include <criterion/criterion.h>
#include <string.h>

#include "worlds.h"

enum { COUNT = 200 };

static struct aabb boxes[COUNT];
static float rows[NEIGHBOURS_ROWS * (COUNT + NEIGHBOURS_SPARE)];
static uint32_t order[2 * COUNT], keys[COUNT], found[COUNT * NEIGHBOURS_MAX], found_count[COUNT];
static const struct neighbours search = {boxes, rows, order, keys, found, found_count};

static uint32_t any(const void *context, struct neighbour_pair *pairs, uint32_t count) {
    (void)context;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        pairs[kept] = pairs[k];
        kept += pairs[k].i < pairs[k].j; // asked in order of numbers, or some are missed
    }
    return kept;
}

static uint32_t of_other_parity(const void *context, struct neighbour_pair *pairs, uint32_t count) {
    (void)context;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        pairs[kept] = pairs[k];
        kept += pairs[k].i % 2 != pairs[k].j % 2;
    }
    return kept;
}

static struct aabb box_at(const double low[3], double size) {
    struct aabb box = {.fixed = false};
    for (int c = 0; c < 3; c++) {
        box.low[c] = (float)low[c];
        box.high[c] = (float)(low[c] + size);
    }
    return box;
}

// A flat heap and, as of a rope that comes down to it, a tall column.
static void scatter(uint64_t *seed) {
    for (uint32_t i = 0; i < COUNT; i++) {
        double tall = i % 3 == 0 ? 5.0 : 0.3;
        const double low[3] = {random_between(seed, -1.0, 1.0), random_between(seed, -tall, tall),
                               random_between(seed, -1.0, 1.0)};
        boxes[i] = box_at(low, random_between(seed, 0.05, 0.35));
    }
}

static bool overlap(const struct aabb *a, const struct aabb *b) {
    bool all = true;
    for (int c = 0; c < 3; c++) {
        all = all && a->low[c] <= b->high[c] && b->low[c] <= a->high[c];
    }
    return all;
}

static bool has_found(uint32_t i, uint32_t j) {
    for (uint32_t k = 0; k < found_count[i]; k++) {
        if (found[i * NEIGHBOURS_MAX + k] == j) {
            return true;
        }
    }
    return false;
}

Test(neighbours, are_the_boxes_that_overlap_each_once_and_in_order) {
    uint64_t seed = 9;
    for (int round = 0; round < 20; round++) {
        scatter(&seed);
        cr_assert(neighbours_find(&search, COUNT, NULL, any, NULL) == 0);
        uint32_t wrong = 0;
        for (uint32_t i = 0; i < COUNT; i++) {
            for (uint32_t k = 1; k < found_count[i]; k++) {
                wrong += found[i * NEIGHBOURS_MAX + k - 1] >= found[i * NEIGHBOURS_MAX + k];
            }
            for (uint32_t j = i + 1; j < COUNT; j++) {
                wrong += has_found(i, j) != overlap(&boxes[i], &boxes[j]);
            }
        }
        cr_assert(wrong == 0, "%u", wrong);
    }
}

// What is turned over is searched along another axis.
Test(neighbours, do_not_depend_on_the_axis_that_is_searched) {
    uint64_t seed = 11;
    scatter(&seed);
    neighbours_find(&search, COUNT, NULL, any, NULL);
    static uint32_t before[COUNT * NEIGHBOURS_MAX], before_count[COUNT];
    memcpy(before, found, sizeof found);
    memcpy(before_count, found_count, sizeof found_count);
    for (uint32_t i = 0; i < COUNT; i++) {
        const struct aabb b = boxes[i];
        boxes[i] = (struct aabb){.low = {b.low[1], b.low[2], b.low[0]},
                                 .high = {b.high[1], b.high[2], b.high[0]}};
    }
    neighbours_find(&search, COUNT, NULL, any, NULL);
    cr_assert(memcmp(before_count, found_count, sizeof found_count) == 0);
    for (uint32_t i = 0; i < COUNT; i++) {
        cr_assert(memcmp(&before[i * NEIGHBOURS_MAX], &found[i * NEIGHBOURS_MAX],
                         found_count[i] * sizeof found[0]) == 0);
    }
}

Test(neighbours, leave_out_what_may_not_meet_and_what_stands_still) {
    uint64_t seed = 10;
    scatter(&seed);
    for (uint32_t i = 0; i < COUNT; i++) {
        boxes[i].fixed = i >= COUNT / 2;
    }
    neighbours_find(&search, COUNT, NULL, of_other_parity, NULL);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        for (uint32_t j = i + 1; j < COUNT; j++) {
            bool wanted =
                overlap(&boxes[i], &boxes[j]) && i % 2 != j % 2 && (i < COUNT / 2 || j < COUNT / 2);
            wrong += has_found(i, j) != wanted;
        }
    }
    cr_assert(wrong == 0, "%u", wrong);
}

// However they were found: a broad phase of another kind would keep the same.
Test(neighbours, of_too_many_keep_the_lowest_and_count_the_others) {
    const double low[3] = {0, 0, 0};
    for (uint32_t i = 0; i < COUNT; i++) {
        boxes[i] = box_at(low, 1.0);
        boxes[i].low[0] -= 0.001f * (float)(i * 37 % COUNT); // found in another order
    }
    uint64_t dropped = neighbours_find(&search, COUNT, NULL, any, NULL);
    for (uint32_t k = 0; k < NEIGHBOURS_MAX; k++) {
        cr_assert(found[k] == 1 + k);
    }
    uint64_t kept = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        kept += found_count[i];
    }
    cr_assert(kept + dropped == (uint64_t)COUNT * (COUNT - 1) / 2);
}

// However crowded: the time of a search has a limit.
Test(neighbours, search_gives_up_after_so_many_tests) {
    enum { MANY = 6000 };
    static struct aabb crowd[MANY];
    static float some_rows[NEIGHBOURS_ROWS * (MANY + NEIGHBOURS_SPARE)];
    static uint32_t some_order[2 * MANY], some_keys[MANY], some_count[MANY];
    static uint32_t some_found[MANY * NEIGHBOURS_MAX];
    const struct neighbours crowded = {crowd,     some_rows,  some_order,
                                       some_keys, some_found, some_count};
    const double low[3] = {0, 0, 0};
    for (uint32_t i = 0; i < MANY; i++) {
        crowd[i] = box_at(low, 1.0);
        crowd[i].low[1] = crowd[i].high[1] = (float)i; // apart, but not on the axis searched
        crowd[i].low[0] = 1e5f * (float)(i % 2);
        crowd[i].high[0] = crowd[i].low[0];
    }
    cr_assert(neighbours_find(&crowded, MANY, NULL, any, NULL) > 0);
    uint32_t fewer = 2000;
    cr_assert(neighbours_find(&crowded, fewer, NULL, any, NULL) == 0, "it ends by itself");
}

// Crowds too, of which the search gives up where it does without vectors.
Test(neighbours, are_the_same_for_all_widths) {
    enum { MANY = 900 };
    static struct aabb crowd[MANY];
    static float some_rows[NEIGHBOURS_ROWS * (MANY + NEIGHBOURS_SPARE)];
    static uint32_t some_order[2 * MANY], some_keys[MANY], some_count[MANY], plain_count[MANY];
    static uint32_t some_found[MANY * NEIGHBOURS_MAX], plain_found[MANY * NEIGHBOURS_MAX];
    const struct neighbours plain = {crowd,     some_rows,   some_order,
                                     some_keys, plain_found, plain_count};
    const struct neighbours other = {crowd,     some_rows,  some_order,
                                     some_keys, some_found, some_count};
    uint64_t seed = 12;
    for (uint32_t round = 0; round < 60; round++) {
        uint32_t count = 1 + random_u32(&seed) % MANY;
        double size = round % 4 == 0 ? 2.0 : random_between(&seed, 0.0, 0.3);
        for (uint32_t i = 0; i < count; i++) {
            const double low[3] = {random_between(&seed, -0.5, 0.5),
                                   random_between(&seed, -0.5, 0.5),
                                   random_between(&seed, -0.5, 0.5)};
            crowd[i] = box_at(low, size);
            crowd[i].fixed = random_u32(&seed) % 3 == 0;
        }
        uint64_t dropped = neighbours_find(&plain, count, NULL, of_other_parity, NULL);
        for (int simd = 0; simd < PBD_SIMD_COUNT; simd++) {
            const struct kernels *kernels = kernels_of((enum pbd_simd)simd);
            cr_assert(neighbours_find(&other, count, kernels, of_other_parity, NULL) == dropped);
            cr_assert(memcmp(plain_count, some_count, count * sizeof some_count[0]) == 0);
            for (uint32_t i = 0; i < count; i++) {
                cr_assert(memcmp(&plain_found[i * NEIGHBOURS_MAX], &some_found[i * NEIGHBOURS_MAX],
                                 some_count[i] * sizeof some_found[0]) == 0);
            }
        }
    }
}

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "allocations.h"
#include "random.h"
#include "wire/predictors.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

// The predictors of as many particles; the caller releases them.
static struct wire_predictors made(uint32_t particles, const uint32_t (*links)[2], size_t count) {
    struct wire_predictors predictors;
    const uint32_t *flat = links == NULL ? NULL : links[0];
    if (!wire_predictors_init(&predictors, particles, flat, (uint32_t)count) ||
        predictors.count != particles)
        cr_assert_fail("%u particles", particles);
    return predictors;
}

static void expect_of(const struct wire_predictors *predictors, uint32_t particle, uint32_t a,
                      uint32_t b, uint32_t c) {
    const uint32_t *of = predictors->of[particle];
    if (of[0] != a || of[1] != b || of[2] != c) // told only then, because it is asked so often
        cr_assert_fail("%u: %u + %u - %u", particle, of[0], of[1], of[2]);
}

Test(predictors, are_the_particle_before_where_nothing_is_linked) {
    struct wire_predictors predictors = made(3, NULL, 0);
    expect_of(&predictors, 1, 0, 0, 0);
    expect_of(&predictors, 2, 1, 1, 1);
    wire_predictors_release(&predictors);
}

Test(predictors, go_straight_on_along_a_rope) {
    const uint32_t links[][2] = {{0, 1}, {1, 2}, {2, 3}};
    struct wire_predictors predictors = made(4, links, COUNT_OF(links));
    expect_of(&predictors, 1, 0, 0, 0);
    expect_of(&predictors, 2, 1, 1, 0);
    expect_of(&predictors, 3, 2, 2, 1);
    wire_predictors_release(&predictors);
}

Test(predictors, complete_the_square_of_a_cloth) {
    const uint32_t links[][2] = {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}};
    struct wire_predictors predictors = made(6, links, COUNT_OF(links));
    expect_of(&predictors, 3, 0, 0, 0);
    expect_of(&predictors, 4, 3, 1, 0);
    expect_of(&predictors, 5, 4, 2, 1);
    wire_predictors_release(&predictors);
}

Test(predictors, take_the_first_that_has_something_in_common_and_the_highest_of_that) {
    // 5 has 2, 1 and 0; 4 has none of them, 3 has 1 and 0.
    const uint32_t links[][2] = {{6, 3}, {6, 4}, {6, 5}, {5, 0}, {5, 1}, {5, 2}, {3, 0}, {3, 1}};
    struct wire_predictors predictors = made(7, links, COUNT_OF(links));
    expect_of(&predictors, 6, 5, 3, 1);
    wire_predictors_release(&predictors);
}

Test(predictors, look_at_the_8_highest_only) {
    // Only 1 has something in common with 9, but 8 others are higher; then one of these is away.
    const uint32_t links[][2] = {{10, 1}, {10, 2}, {10, 3}, {10, 4}, {10, 6}, {10, 7},
                                 {10, 8}, {10, 9}, {9, 0},  {1, 0},  {10, 5}};
    struct wire_predictors predictors = made(11, links, COUNT_OF(links));
    expect_of(&predictors, 10, 9, 9, 0);
    wire_predictors_release(&predictors);
    predictors = made(11, links, COUNT_OF(links) - 1);
    expect_of(&predictors, 10, 9, 1, 0);
    wire_predictors_release(&predictors);
}

// The rules of docs/PROTOCOL.md again, over a matrix of who is linked with whom.
struct naive {
    uint32_t count;
    bool linked[64][64]; // [higher][lower], of the 8 highest
};

static void naive_init(struct naive *naive, uint32_t particles, const uint32_t (*links)[2],
                       size_t count) {
    *naive = (struct naive){.count = particles};
    for (size_t i = 0; i < count; i++) {
        uint32_t one = links[i][0];
        uint32_t other = links[i][1];
        if (one != other) {
            naive->linked[one > other ? one : other][one > other ? other : one] = true;
        }
    }
    for (uint32_t i = 0; i < particles; i++) {
        uint32_t seen = 0;
        for (uint32_t j = i; j-- > 0;) {
            seen += naive->linked[i][j];
            naive->linked[i][j] = naive->linked[i][j] && seen <= 8;
        }
    }
}

static int highest_common(const struct naive *naive, uint32_t a, uint32_t b) {
    for (int c = (int)naive->count - 1; c >= 0; c--) {
        if (naive->linked[a][c] && naive->linked[b][c]) {
            return c;
        }
    }
    return -1;
}

static void expect_naive(const struct naive *naive, const struct wire_predictors *predictors,
                         uint32_t i) {
    int a = highest_common(naive, i, i);
    if (a < 0) {
        expect_of(predictors, i, i - 1, i - 1, i - 1);
        return;
    }
    for (int b = a - 1; b >= 0; b--) {
        int c = naive->linked[i][b] ? highest_common(naive, (uint32_t)a, (uint32_t)b) : -1;
        if (c >= 0) {
            expect_of(predictors, i, (uint32_t)a, (uint32_t)b, (uint32_t)c);
            return;
        }
    }
    int c = highest_common(naive, (uint32_t)a, (uint32_t)a);
    expect_of(predictors, i, (uint32_t)a, (uint32_t)a, (uint32_t)(c < 0 ? a : c));
}

Test(predictors, follow_the_rules_on_any_graph_in_any_order) {
    static struct naive naive;
    uint64_t state = 1;
    for (int round = 0; round < 2000; round++) {
        uint32_t particles = 1 + random_below(&state, 64);
        uint32_t links[300][2];
        size_t count = random_below(&state, COUNT_OF(links) + 1);
        for (size_t i = 0; i < count; i++) { // some of them twice, some from one to itself
            links[i][0] = random_below(&state, particles);
            links[i][1] = random_below(&state, particles);
        }
        naive_init(&naive, particles, (const uint32_t(*)[2])links, count);
        struct wire_predictors predictors = made(particles, (const uint32_t(*)[2])links, count);
        for (uint32_t i = 1; i < particles; i++) {
            expect_naive(&naive, &predictors, i);
        }
        wire_predictors_release(&predictors);
    }
}

Test(predictors, are_made_for_no_particles_and_for_one) {
    struct wire_predictors predictors = made(0, NULL, 0);
    wire_predictors_release(&predictors);
    const uint32_t to_itself[][2] = {{0, 0}};
    predictors = made(1, to_itself, 1);
    wire_predictors_release(&predictors);
}

Test(predictors, can_be_released_twice) {
    struct wire_predictors predictors = {0};
    wire_predictors_release(&predictors);
    predictors = made(5, NULL, 0);
    wire_predictors_release(&predictors);
    cr_expect_null(predictors.of);
    cr_expect_eq(predictors.count, 0);
    wire_predictors_release(&predictors);
}

Test(predictors, leave_nothing_behind_when_memory_runs_out) {
    const uint32_t links[][2] = {{0, 1}, {1, 2}};
    long before = live_blocks();
    for (uint32_t nth = 1; nth <= 2; nth++) {
        struct wire_predictors predictors = {.count = 77};
        fail_allocation(nth);
        cr_expect_not(wire_predictors_init(&predictors, 3, links[0], 2));
        fail_allocation(0);
        cr_expect_eq(predictors.count, 77, "outputs are written only on success");
        cr_expect_eq(live_blocks(), before);
    }
}

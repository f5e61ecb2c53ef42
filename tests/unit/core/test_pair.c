#include "pair.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "worlds.h"

// Two balls on the x axis, before and after their prediction.
struct balls {
    float x[6], q[6], w[2], scratch[PAIR_SCRATCH_FLOATS];
};

static void add_two_pairs(struct pbd_builder *builder) {
    pbd_builder_pair(builder, 0, 1, 0.01f);
    pbd_builder_pair(builder, 1, 2, 0.01f);
}

static void project(struct balls *balls, uint32_t times, float friction) {
    const struct two_ends pair = {0, 1, 1.0f};
    const struct sweep sweep = {.x = balls->x,
                                .q = balls->q,
                                .w = balls->w,
                                .before = balls->x,
                                .friction = friction,
                                .sliding = friction};
    for (uint32_t i = 0; i < times; i++) {
        pair_project(&sweep, &pair, balls->scratch, 1);
    }
}

Test(pair, that_does_not_touch_is_left_alone) {
    struct balls balls = {.x = {0, 0, 0, 2, 0, 0}, .q = {0.5f, 0, 0, -0.5f, 0, 0}, .w = {1, 1}};
    project(&balls, 1, 0.0f);
    cr_assert(balls.q[0] == 0.5f && balls.q[3] == -0.5f);
}

Test(pair, that_overlaps_is_pushed_apart_by_inverse_mass) {
    struct balls balls = {.x = {0, 0, 0, 1.2f, 0, 0}, .q = {0, 0, 0, -0.6f, 0, 0}, .w = {1, 3}};
    project(&balls, 3, 0.0f);
    cr_assert_float_eq(balls.q[0], -0.1, 1e-6);
    cr_assert_float_eq(balls.q[3], -0.6 + 0.3, 1e-6);
}

// Coming from the right and, within the step, past the other: it goes back to the right.
Test(pair, that_passed_each_other_is_put_back_on_its_own_side) {
    struct balls balls = {.x = {0, 0, 0, 1.2f, 0, 0}, .q = {0, 0, 0, -1.5f, 0, 0}, .w = {0, 1}};
    project(&balls, 1, 0.0f);
    cr_assert_float_eq(1.2 + balls.q[3], 1.0, 1e-6);
}

Test(pair, in_one_place_is_parted_with_its_centre_kept) {
    struct balls balls = {.w = {1, 1}};
    const struct two_ends pair = {0, 1, 1.0f};
    for (uint32_t substep = 0; substep < 60; substep++) {
        pair_kind.begin(&pair, 1, balls.x, balls.w);
        project(&balls, 2, 0.5f);
        cr_assert(balls.q[0] == 0.0f && balls.q[3] == 0.0f, "no speed comes of it");
        memset(balls.scratch, 0, sizeof balls.scratch);
    }
    cr_assert_float_eq(balls.x[0], 0.5, 1e-6);
    cr_assert_float_eq(balls.x[3], -0.5, 1e-6);
}

// The push of an earlier sweep is taken back when it turns out not to be needed, but never pulls.
Test(pair, lets_go_what_others_have_parted) {
    struct balls balls = {.x = {0, 0, 0, 1.0f, 0, 0}, .q = {0, 0, 0, -0.4f, 0, 0}, .w = {1, 1}};
    project(&balls, 1, 0.0f);
    balls.q[3] += 0.1f;
    project(&balls, 1, 0.0f);
    cr_assert_float_eq(balls.q[0], -0.15, 1e-6);
    balls.q[3] += 5.0f;
    project(&balls, 1, 0.0f);
    cr_assert_float_eq(balls.q[0], 0.0, 1e-6, "nothing is left of the push");
    cr_assert_float_eq(balls.q[3] - 5.1, -0.4, 1e-6);
}

// A normal push of 0.2 lets friction move each by at most μ times that.
Test(pair, rubs_within_coulombs_cone) {
    struct balls sliding = {.x = {0, 0, 0, 1, 0, 0}, .q = {0, 0, 0, -0.4f, 1, 0}, .w = {1, 1}};
    project(&sliding, 4, 0.5f);
    cr_assert_float_eq(sliding.q[1], 0.1, 1e-6, "%g", sliding.q[1]);
    cr_assert_float_eq(sliding.q[4], 0.9, 1e-6);
    struct balls sticking = {
        .x = {0, 0, 0, 1.0f, 0, 0}, .q = {0, 0, 0, -0.4f, 0.1f, 0}, .w = {1, 1}};
    project(&sticking, 4, 0.5f);
    cr_assert_float_eq(sticking.q[1], 0.05, 1e-6);
    cr_assert_float_eq(sticking.q[4], 0.05, 1e-6);
}

// What one pass over the pairs cannot part must not become speed, at any rate.
Test(pair, in_a_row_that_overlaps_part_without_speed) {
    static const struct body_particle particles[] = {
        {{0, 1, 0}, {0}, 1}, {{0.006f, 1, 0}, {0}, 1}, {{0.012f, 1, 0}, {0}, 1}};
    const struct body body = {.particles = particles,
                              .particle_count = 3,
                              .more = {.of = {[PBD_PAIR] = 2}},
                              .build_more = add_two_pairs};
    for (int rate = 60; rate <= 960; rate *= 4) {
        struct pbd_world *world = body_world(&body, "gravity=0 rate=%d", rate);
        double fastest_ever = 0.0;
        for (int i = 0; i < 200; i++) {
            pbd_world_step(world);
            fastest_ever = fmax(fastest_ever, fastest(world));
        }
        cr_assert(fastest_ever < 1e-4, "%g m/s at %d", fastest_ever, rate);
        cr_assert(position(world, 1)[0] - position(world, 0)[0] > 0.00999f);
        cr_assert(position(world, 2)[0] - position(world, 1)[0] > 0.00999f);
        pbd_world_destroy(world);
    }
}

#include "contact.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "worlds.h"

static const struct obstacle ground = {.shape = SLOPE, .slope = {.normal = {0, 1, 0}}};
static const struct obstacle peg = { // along z
    .shape = CAPSULE,
    .capsule = {.from_m = {0, 0, -1}, .along_m = {0, 0, 2}, .radius_m = 0.05f}};
static const struct obstacle plate = {.shape = BOX,
                                      .box = {.centre_m = {0, 0, 0}, .half_size_m = {1, 0.01f, 1}}};

// One or two particles, and a link between two, against one obstacle.
struct scene {
    float x[6], q[6], w[2];
    uint32_t particles, links;
    float radius_m;
    float scratch[3 * CONTACT_SCRATCH_FLOATS];
};

static struct contact_bodies bodies_of(const struct scene *scene, const struct obstacle *obstacle) {
    static const struct pbd_link link = {0, 1, 1.0f};
    return (struct contact_bodies){obstacle,       1, scene->particles, &link, scene->links,
                                   scene->radius_m};
}

static void project(struct scene *scene, const struct obstacle *obstacle, uint32_t times,
                    float friction, float sliding) {
    const struct contact_bodies bodies = bodies_of(scene, obstacle);
    const struct sweep sweep = {.x = scene->x,
                                .q = scene->q,
                                .w = scene->w,
                                .before = scene->x,
                                .friction = friction,
                                .sliding = sliding};
    for (uint32_t i = 0; i < times; i++) {
        contact_project(&sweep, &bodies, scene->scratch);
    }
}

Test(contact, lifts_a_particle_on_to_the_ground_and_lets_it_leave) {
    struct scene falls = {.x = {0, 0.1f, 0}, .q = {0, -0.3f, 0}, .w = {1}, .particles = 1};
    project(&falls, &ground, 3, 0.0f, 0.0f);
    cr_assert_float_eq(falls.q[1], -0.1, 1e-7);
    struct scene rises = {.x = {0, 0.0f, 0}, .q = {0, 0.3f, 0}, .w = {1}, .particles = 1};
    project(&rises, &ground, 3, 0.5f, 0.5f);
    cr_assert(rises.q[1] == 0.3f);
}

// The push of an earlier sweep is taken back when it turns out not to be needed, but never pulls.
Test(contact, lets_go_what_others_have_lifted) {
    struct scene lifted = {.x = {0, 0.1f, 0}, .q = {0, -0.3f, 0}, .w = {2}, .particles = 1};
    project(&lifted, &ground, 1, 0.0f, 0.0f);
    lifted.q[1] += 0.05f;
    project(&lifted, &ground, 1, 0.0f, 0.0f);
    cr_assert_float_eq(lifted.q[1], -0.1, 1e-7);
    lifted.q[1] += 1.0f;
    project(&lifted, &ground, 2, 0.0f, 0.0f);
    cr_assert_float_eq(lifted.q[1], -0.3 + 0.05 + 1.0, 1e-6);
}

Test(contact, keeps_its_distance_by_the_radius) {
    struct scene falls = {
        .x = {0, 0.1f, 0}, .q = {0, -0.3f, 0}, .w = {1}, .particles = 1, .radius_m = 0.02f};
    project(&falls, &ground, 1, 0.0f, 0.0f);
    cr_assert_float_eq(falls.x[1] + falls.q[1], 0.02, 1e-7);
}

Test(contact, does_not_move_pins) {
    struct scene pinned = {.x = {0, -1, 0}, .particles = 1};
    project(&pinned, &ground, 1, 0.5f, 0.5f);
    const struct contact_bodies bodies = bodies_of(&pinned, &ground);
    contact_begin(&bodies, pinned.x, pinned.w);
    cr_assert(pinned.q[1] == 0.0f && pinned.x[1] == -1.0f);
}

// As far and as fast as can be in one step of 1/60 s: through and out on the other side.
Test(contact, stops_what_would_fly_through_a_thin_obstacle) {
    const struct obstacle *const thin[] = {&peg, &plate};
    uint64_t seed = 3;
    for (uint32_t i = 0; i < 2000; i++) {
        struct scene bullet = {.w = {1}, .particles = 1};
        bullet.x[0] = (float)random_between(&seed, -0.04, 0.04);
        bullet.x[1] = 0.3f;
        bullet.q[0] = (float)random_between(&seed, -0.01, 0.01);
        bullet.q[1] = -0.83f;
        project(&bullet, thin[i % 2], 1, 0.0f, 0.0f);
        float p[3], normal[3];
        for (uint32_t c = 0; c < 3; c++) {
            p[c] = bullet.x[c] + bullet.q[c];
        }
        cr_assert(obstacle_distance(thin[i % 2], p, normal) > -2e-5f);
        cr_assert(i % 2 == 0 || p[1] > 0.0f, "it went through the plate");
        cr_assert(i % 2 == 1 || bullet.q[0] * bullet.x[0] >= 0.0f || fabsf(bullet.x[0]) < 0.01f,
                  "the peg lets it by on the side where it came");
    }
}

Test(contact, lets_pass_what_flies_by) {
    struct scene near_miss = {.x = {0.06f, 0.3f, 0}, .q = {0, -0.8f, 0}, .w = {1}, .particles = 1};
    project(&near_miss, &peg, 2, 0.5f, 0.5f);
    cr_assert(near_miss.q[0] == 0.0f && near_miss.q[1] == -0.8f);
}

// A segment across the peg, both ends outside: the middle is what touches.
Test(contact, holds_a_link_off_a_peg_between_its_ends) {
    struct scene link = {.x = {-0.1f, 0.06f, 0, 0.1f, 0.06f, 0},
                         .q = {0, -0.05f, 0, 0, -0.05f, 0},
                         .w = {1, 1},
                         .particles = 2,
                         .links = 1};
    project(&link, &peg, 1, 0.0f, 0.0f);
    cr_assert_float_eq(0.5 * (link.q[1] + link.q[4]), -0.01, 3e-5);
    struct scene fast = link;
    memset(fast.scratch, 0, sizeof fast.scratch);
    for (uint32_t i = 0; i < 6; i++) {
        fast.q[i] = i == 1 || i == 4 ? -0.8f : 0.0f;
    }
    project(&fast, &peg, 1, 0.0f, 0.0f);
    cr_assert(0.06 + 0.5 * (fast.q[1] + fast.q[4]) > 0.0499, "it swallowed the peg");
}

// The tangential way is taken back as far as μ times the push, no further.
Test(contact, rubs_within_coulombs_cone) {
    struct scene slides = {.x = {0, 0.1f, 0}, .q = {1, -0.3f, 0}, .w = {2}, .particles = 1};
    project(&slides, &ground, 3, 0.5f, 0.25f);
    cr_assert_float_eq(slides.q[0], 1 - 0.25 * 0.2, 1e-6, "sliding: the dynamic coefficient");
    struct scene hardly = {.x = {0, 0.1f, 0}, .q = {0.11f, -0.3f, 0}, .w = {2}, .particles = 1};
    project(&hardly, &ground, 3, 0.5f, 0.25f);
    cr_assert_float_eq(hardly.q[0], 0.11 - 0.25 * 0.2, 1e-6, "just too far to stick");
    struct scene sticks = {.x = {0, 0.1f, 0}, .q = {0.09f, -0.3f, 0.01f}, .w = {2}, .particles = 1};
    project(&sticks, &ground, 3, 0.5f, 0.25f);
    cr_assert_float_eq(sticks.q[0], 0.0, 1e-7, "sticking: the static one");
    cr_assert_float_eq(sticks.q[2], 0.0, 1e-7);
}

Test(contact, removes_overlap_without_speed) {
    struct scene deep = {.x = {0, -0.2f, 0}, .w = {1}, .particles = 1};
    const struct contact_bodies bodies = bodies_of(&deep, &ground);
    for (uint32_t substep = 1; substep <= 10; substep++) {
        contact_begin(&bodies, deep.x, deep.w);
        project(&deep, &ground, 2, 0.5f, 0.5f);
        cr_assert_float_eq(deep.x[1], -0.2 + 0.02 * substep, 1e-6);
        cr_assert(deep.q[1] == 0.0f);
        memset(deep.scratch, 0, sizeof deep.scratch);
    }
    contact_begin(&bodies, deep.x, deep.w);
    cr_assert_float_eq(deep.x[1], 0.0, 1e-7);
    struct scene link = {.x = {-0.1f, 0.02f, 0, 0.1f, 0.02f, 0}, .w = {1, 1}, .links = 1};
    const struct contact_bodies crossing = bodies_of(&link, &peg);
    contact_begin(&crossing, link.x, link.w);
    contact_begin(&crossing, link.x, link.w);
    cr_assert_float_eq(0.5 * (link.x[1] + link.x[4]), 0.05, 2e-5);
}

Test(contact, works_in_plain_positions_too) {
    const float before[3] = {0, 0.1f, 0};
    float q[3] = {0.05f, -0.2f, 0};
    const float w[1] = {1};
    float scratch[CONTACT_SCRATCH_FLOATS] = {0};
    const struct contact_bodies bodies = {&ground, 1, 1, NULL, 0, 0.0f};
    const struct sweep sweep = {
        .x = NULL, .q = q, .w = w, .before = before, .friction = 0.5f, .sliding = 0.5f};
    contact_project(&sweep, &bodies, scratch);
    cr_assert_float_eq(q[1], 0.0, 1e-7);
    cr_assert_float_eq(q[0], 0.0, 1e-7);
}

// The ground is a switch in every scene.
Test(contact, ground_holds_a_chain_that_is_let_down_on_it) {
    struct pbd_world *world = world_of("chain", "links=%d iterations=1 angle=0 rekick=0", 20);
    run_for(world, 20.0);
    cr_assert(position(world, 20)[1] < 0.0f, "one iteration stretches it below y = 0");
    apply(world, set_command(world, "ground", 1));
    run_for(world, 5.0);
    float lowest = 1.0f;
    for (uint32_t i = 0; i <= 20; i++) {
        lowest = fminf(lowest, position(world, i)[1]);
    }
    cr_assert(lowest >= -1e-6f && lowest < 1e-3f, "%g", lowest);
    pbd_world_destroy(world);
}

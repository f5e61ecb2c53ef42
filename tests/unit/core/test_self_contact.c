#include "self_contact.h"

#include <criterion/criterion.h>
#include <math.h>

#include "segment.h"
#include "worlds.h"

// Two segments of the particles 0 1 and 2 3, in links of their own.
static float thickness_m;

static void two_segments(struct pbd_builder *builder) {
    pbd_builder_thickness(builder, thickness_m);
    pbd_builder_body(builder, 0, 1);
    pbd_builder_body(builder, 2, 3);
}

static void two_balls(struct pbd_builder *builder) {
    pbd_builder_thickness(builder, thickness_m);
    pbd_builder_body(builder, 0, 0);
    pbd_builder_body(builder, 1, 1);
}

static const struct body_pair two_links[] = {{0, 1, 1.0f}, {2, 3, 1.0f}};

static struct pbd_world *segments_world(const struct body_particle particles[4], float thickness,
                                        const char *settings) {
    static struct body body;
    body = (struct body){.particles = particles,
                         .particle_count = 4,
                         .links = two_links,
                         .link_count = 2,
                         .more = {.bodies = 2},
                         .build_more = two_segments};
    thickness_m = thickness;
    return body_world(&body, "%s", settings);
}

static double distance(const struct pbd_world *world) {
    float s, t, e[3];
    segment_nearest(position(world, 0), position(world, 1), position(world, 2), position(world, 3),
                    &s, &t, e);
    return sqrt((double)sweep_length2(e));
}

// How far above the first the second is, where they are nearest.
static double height(const struct pbd_world *world) {
    float s, t, e[3];
    segment_nearest(position(world, 0), position(world, 1), position(world, 2), position(world, 3),
                    &s, &t, e);
    return -(double)e[1];
}

// Overlap that is there at the start is no reason to fly apart.
Test(self_contact, parallel_segments_that_overlap_separate_without_gaining_speed) {
    const struct body_particle particles[4] = {{{0, 0, 0}, {0}, 1},
                                               {{1, 0, 0}, {0}, 1},
                                               {{0, 0.004f, 0}, {0}, 1},
                                               {{1, 0.004f, 0}, {0}, 1}};
    struct pbd_world *world = segments_world(particles, 0.01f, "gravity=0");
    for (int i = 0; i < 60; i++) {
        pbd_world_step(world);
        cr_assert(fastest(world) < 1e-5, "%g m/s", fastest(world));
    }
    cr_assert(distance(world) >= 0.01, "%g", distance(world));
    cr_assert(fabs((double)position(world, 0)[1] + (double)position(world, 2)[1] - 0.004) < 1e-6,
              "their centre stays");
    pbd_world_destroy(world);
}

Test(self_contact, in_one_place_segments_are_parted_square_to_both) {
    const struct body_particle particles[4] = {{{-0.5f, 0, 0}, {0}, 1},
                                               {{0.5f, 0, 0}, {0}, 1},
                                               {{0, 0, -0.5f}, {0}, 1},
                                               {{0, 0, 0.5f}, {0}, 1}};
    struct pbd_world *world = segments_world(particles, 0.02f, "gravity=0");
    run_steps(world, 30);
    cr_assert(distance(world) >= 0.02);
    cr_assert(fabs(height(world)) > 0.0199, "along y");
    cr_assert(fastest(world) < 1e-5);
    pbd_world_destroy(world);
}

Test(self_contact, what_is_further_apart_than_the_thickness_moves_as_if_alone) {
    const struct body_particle particles[4] = {{{-0.5f, 0, 0}, {0.3f, 0, 0}, 1},
                                               {{0.5f, 0, 0}, {0.3f, 0, 0}, 1},
                                               {{0, 0.03f, -0.5f}, {0.3f, 0, 0}, 1},
                                               {{0, 0.03f, 0.5f}, {0.3f, 0, 0}, 1}};
    struct pbd_world *near = segments_world(particles, 0.02f, "");
    run_steps(near, 60);
    cr_assert_float_eq(distance(near), 0.03, 1e-6);
    cr_assert_float_eq(position(near, 0)[0], -0.5 + 0.3, 1e-5);
    pbd_world_destroy(near);
}

// A body of 2 kg comes down on one of 2 kg at rest: what they have together stays, they part no
// faster than they met, and neither is on the other side.
Test(self_contact, segments_that_meet_keep_their_momentum_and_their_sides) {
    uint64_t seed = 5;
    for (int round = 0; round < 200; round++) {
        float turn = (float)random_between(&seed, -0.4, 0.4);
        float aside = (float)random_between(&seed, -0.3, 0.3);
        float fall = -(float)random_between(&seed, 0.1, 4.8); // a thickness per step at 240
        float half = sqrtf(0.25f - turn * turn);
        const struct body_particle particles[4] = {{{-half, 0, -turn}, {0}, 1},
                                                   {{half, 0, turn}, {0}, 1},
                                                   {{aside, 0.1f, -0.5f}, {0, fall, 0}, 1},
                                                   {{aside, 0.1f, 0.5f}, {0, fall, 0}, 1}};
        struct pbd_world *world = segments_world(particles, 0.02f, "gravity=0 rate=240");
        for (int i = 0; i < (int)(24.0f / -fall) + 10; i++) { // until a little after they met
            pbd_world_step(world);
            double momentum = 0.0;
            for (uint32_t p = 0; p < 4; p++) {
                float v[3];
                pbd_world_velocity(world, p, v);
                momentum += (double)v[1];
            }
            cr_assert_float_eq(momentum, 2.0 * (double)fall, 2e-4);
            cr_assert(height(world) > 0.0, "through at %g m/s", (double)fall);
            cr_assert(distance(world) > 0.95 * 0.02, "%g", distance(world));
            cr_assert(kinetic_energy(world) < (double)(fall * fall) * 1.001, "%g",
                      kinetic_energy(world) / (double)(fall * fall));
        }
        cr_assert(speed(world, 0) > 0.01 || speed(world, 1) > 0.01, "they have met");
        pbd_world_destroy(world);
    }
}

// Of balls the way is followed exactly, however fast they are.
Test(self_contact, balls_do_not_pass_through_each_other_at_the_greatest_speed) {
    static const struct body_particle particles[2] = {{{0, 0, 0}, {-50, 0, 0}, 1},
                                                      {{-2, 0.015f, 0}, {50, 0, 0}, 1}};
    static const struct body body = {.particles = particles,
                                     .particle_count = 2,
                                     .more = {.bodies = 2},
                                     .build_more = two_balls};
    thickness_m = 0.02f;
    struct pbd_world *world = body_world(&body, "gravity=0 friction=0");
    run_steps(world, 3);
    float v[3];
    pbd_world_velocity(world, 0, v);
    cr_assert(v[0] > -45.0f, "they hit off centre: %g", (double)v[0]);
    cr_assert(v[1] < 0.0f, "and turn each other aside");
    pbd_world_destroy(world);
}

// A bead slides along a fixed one under its own weight only if friction lets it.
static double slide(const char *settings) {
    const struct body_particle particles[4] = {{{-1, 0, 0}, {0}, 0},
                                               {{1, 0, 0}, {0}, 0},
                                               {{0, 0.0212f, -0.5f}, {1, 0, 0}, 1},
                                               {{0, 0.0212f, 0.5f}, {1, 0, 0}, 1}};
    struct pbd_world *world = segments_world(particles, 0.02f, settings);
    run_steps(world, 120);
    double x = (double)position(world, 2)[0];
    cr_assert(distance(world) > 0.019, "%g", distance(world));
    pbd_world_destroy(world);
    return x;
}

// It starts at 1 m/s: v²/2μg = 0.102 m at μ = 0.5.
Test(self_contact, friction_stops_what_slides_over_another_after_the_way_that_theory_says) {
    cr_assert_float_eq(slide("rate=240 friction=0.5 sliding_friction=0.5"), 0.102, 0.004);
    cr_assert_float_eq(slide("rate=240 friction=0 sliding_friction=0"), 0.5, 0.01);
}

// What speeds up within a step is found when it strays from what was expected of it.
Test(self_contact, bars_that_hands_snatch_do_not_pass_through_each_other) {
    for (int substeps = 4; substeps <= 16; substeps *= 2) {
        const struct body_particle particles[4] = {{{-0.5f, 0, 0}, {0}, 0},
                                                   {{0.5f, 0, 0}, {0}, 0},
                                                   {{0, 0.08f, -0.5f}, {0}, 0.1f},
                                                   {{0, 0.08f, 0.5f}, {0}, 0.1f}};
        struct pbd_world *world = segments_world(particles, 0.02f, "gravity=0 rate=60");
        apply(world, set_command(world, "substeps", (float)substeps));
        apply(world, grab_command(1, 2, 0.0f, -1.0f, -0.5f));
        apply(world, grab_command(2, 3, 0.0f, -1.0f, 0.5f));
        for (int step = 0; step < 60; step++) {
            pbd_world_step(world);
            cr_assert(height(world) > 0.0, "through in step %d of %d substeps", step, substeps);
        }
        pbd_world_destroy(world);
    }
}

// After a step they are exactly in one place: the side that they came from decides.
Test(self_contact, that_end_in_one_place_are_put_back_on_their_own_sides) {
    for (int turned = 0; turned < 2; turned++) {
        const float end = turned ? -0.5f : 0.5f;
        const struct body_particle particles[4] = {{{-0.5f, 0, 0}, {0}, 0},
                                                   {{0.5f, 0, 0}, {0}, 0},
                                                   {{0, 0.03125f, -end}, {0, -1.875f, 0}, 1},
                                                   {{0, 0.03125f, end}, {0, -1.875f, 0}, 1}};
        struct pbd_world *world = segments_world(particles, 0.02f, "gravity=0 rate=60");
        run_steps(world, 3);
        cr_assert(height(world) > 0.019, "%g", height(world));
        pbd_world_destroy(world);
    }
}

// ---- who touches whom --------------------------------------------------------------------------

static void strand_of_ten(struct pbd_builder *builder) {
    pbd_builder_thickness(builder, thickness_m);
    for (uint32_t i = 0; i < 10; i++) {
        pbd_builder_body(builder, i, i + 1);
    }
}

// A strand of ten links, bent to a hairpin so that all of it overlaps.
static struct pbd_world *hairpin(float thickness, int rate) {
    static struct body_particle particles[11];
    static struct body_pair links[10];
    for (uint32_t i = 0; i <= 10; i++) {
        float along = i <= 5 ? (float)i : 10.0f - (float)i;
        particles[i] = (struct body_particle){{0.1f * along, i <= 5 ? 0.0f : 0.001f, 0}, {0}, 1};
    }
    for (uint32_t i = 0; i < 10; i++) {
        links[i] = (struct body_pair){i, i + 1, 0.1f};
    }
    static const struct body body = {.particles = particles,
                                     .particle_count = 11,
                                     .links = links,
                                     .link_count = 10,
                                     .more = {.bodies = 10},
                                     .build_more = strand_of_ten};
    thickness_m = thickness;
    return body_world(&body, "gravity=0 rate=%d", rate);
}

static double segment_distance(const struct pbd_world *world, uint32_t i, uint32_t j) {
    float s, t, e[3];
    segment_nearest(position(world, i), position(world, i + 1), position(world, j),
                    position(world, j + 1), &s, &t, e);
    return sqrt((double)sweep_length2(e));
}

// What overlaps at the start goes apart no faster than overlap is removed, at every rate.
Test(self_contact, of_a_strand_all_but_neighbours_go_apart_slowly) {
    for (int rate = 60; rate <= 960; rate *= 4) {
        struct pbd_world *world = hairpin(0.05f, rate);
        double most = 0.0;
        for (int step = 0; step < 3 * rate; step++) {
            pbd_world_step(world);
            most = fmax(most, fastest(world));
        }
        cr_assert(most < 1.0, "%g m/s at %d", most, rate);
        double least = 1.0;
        for (uint32_t i = 0; i < 10; i++) {
            for (uint32_t j = i + 2; j < 10; j++) {
                least = fmin(least, segment_distance(world, i, j));
            }
        }
        cr_assert(least > 0.05, "%g at %d", least, rate);
        cr_assert(worst_stretch(world) < 0.01);
        pbd_world_destroy(world);
    }
}

// Links shorter than the thickness: those within a thickness along the strand are neighbours, or
// it could not lie straight.
Test(self_contact, a_thick_strand_of_short_links_lies_straight_at_rest) {
    struct pbd_world *world =
        world_of("rope", "self_collision=1 thickness=0.05 length=1 span=1 links=100 gravity=0");
    run_for(world, 1.0);
    cr_assert(fastest(world) < 1e-4, "%g", fastest(world));
    pbd_world_destroy(world);
}

Test(self_contact, acts_only_where_it_is_switched_on) {
    struct pbd_world *off = world_of("rope", "span=0.1 length=2");
    struct pbd_world *on = world_of("rope", "span=0.1 length=2 self_collision=1");
    double nearest_off = 1.0;
    double nearest_on = 1.0;
    apply(off, grab_command(1, 10, 0.3f, 1.0f, 0.0f));
    apply(on, grab_command(1, 10, 0.3f, 1.0f, 0.0f));
    for (int i = 0; i < 240; i++) {
        pbd_world_step(off);
        pbd_world_step(on);
        for (uint32_t k = 0; k < 40 && i > 60; k++) {
            for (uint32_t l = k + 2; l < 40; l++) {
                nearest_off = fmin(nearest_off, segment_distance(off, k, l));
                nearest_on = fmin(nearest_on, segment_distance(on, k, l));
            }
        }
    }
    cr_assert(nearest_off < 0.01, "%g", nearest_off);
    cr_assert(nearest_on > 0.015, "%g", nearest_on);
    pbd_world_destroy(off);
    pbd_world_destroy(on);
}

// A rope that swings as one is not near to itself, and drops nothing that is.
Test(self_contact, of_a_fast_fine_rope_drops_no_pair) {
    struct pbd_world *world =
        world_of("rope", "links=400 length=2 span=0.1 iterations=30 self_collision=1");
    apply(world, grab_command(1, 100, 0.6f, 1.0f, 0.2f));
    run_for(world, 1.5);
    cr_assert(pbd_world_counters(world).pairs_dropped == 0, "%u",
              (unsigned)pbd_world_counters(world).pairs_dropped);
    pbd_world_destroy(world);
}

#include "pbd/measure.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "pbd/state.h"
#include "worlds.h"

static double measured(const struct pbd_world *world, enum pbd_measure measure) {
    double values[PBD_MEASURE_COUNT];
    pbd_world_measure(world, values);
    return values[measure];
}

Test(measure, every_measure_has_a_name_of_its_own) {
    for (uint32_t i = 0; i < PBD_MEASURE_COUNT; i++) {
        cr_assert(strlen(pbd_measure_texts[i].name) > 0 && strlen(pbd_measure_texts[i].title) > 0);
        for (uint32_t k = 0; k < i; k++) {
            cr_assert(strcmp(pbd_measure_texts[i].name, pbd_measure_texts[k].name) != 0);
        }
    }
    cr_assert_str_eq(pbd_measure_texts[PBD_MEASURE_CATENARY_DISCRETE_ERROR].name,
                     "catenary_discrete_error");
}

// ---- stretch -----------------------------------------------------------------------------------

Test(measure, stretch_is_mean_and_largest_over_the_links_that_have_a_length) {
    const struct body_particle particles[] = {{{0, 1, 0}, {0}, 1},
                                              {{1.5f, 1, 0}, {0}, 1},
                                              {{1.5f, 1, 0.25f}, {0}, 1},
                                              {{3, 1, 0}, {0}, 1}};
    const struct body_pair links[] = {{0, 1, 1.0f}, {1, 2, 0.5f}, {1, 3, 0.0f}};
    const struct body body = {
        .particles = particles, .particle_count = 4, .links = links, .link_count = 3};
    struct pbd_world *world = body_world(&body, "gravity=0");
    cr_assert_float_eq(measured(world, PBD_MEASURE_STRETCH_MEAN), 0.0, 1e-7); // +50 % and −50 %
    cr_assert_float_eq(measured(world, PBD_MEASURE_STRETCH_MAX), 0.5, 1e-7);
    pbd_world_destroy(world);
}

// S = (g h² / 2n) · [N(N−1) − (n−1)], the mean of N links of length/N.
Test(measure, mean_stretch_of_a_hanging_chain_is_as_known) {
    struct pbd_world *world =
        world_of("chain", "links=20 angle=0 iterations=10 damping=2 rekick=0");
    run_for(world, 30.0);
    cr_assert_float_eq(measured(world, PBD_MEASURE_STRETCH_MEAN), 0.0505, 0.0001);
    cr_assert_float_eq(measured(world, PBD_MEASURE_STRETCH_MAX), worst_stretch(world), 1e-6);
    pbd_world_destroy(world);
}

// ---- energy and momentum -----------------------------------------------------------------------

Test(measure, energy_and_momentum_of_a_known_state) {
    const struct body_particle particles[] = {
        {{1, 2, 0}, {0, 3, 0}, 2}, {{-1, 0.5f, 1}, {1, -2, 4}, 0.5f}, {{0, 9, 0}, {0}, 0}};
    const struct body body = {.particles = particles, .particle_count = 3};
    for (int substeps = 1; substeps <= 4; substeps += 3) {
        struct pbd_world *world = body_world(&body, "substeps=%d", substeps);
        double values[PBD_MEASURE_COUNT];
        pbd_world_measure(world, values);
        double kinetic = 0.5 * 2.0 * 9.0 + 0.5 * 0.5 * 21.0;
        double potential = G * (2.0 * 2.0 + 0.5 * 0.5);
        cr_assert_float_eq(values[PBD_MEASURE_ENERGY_KINETIC], kinetic, 1e-5);
        cr_assert_float_eq(values[PBD_MEASURE_ENERGY_POTENTIAL], potential, 1e-5);
        cr_assert_float_eq(values[PBD_MEASURE_ENERGY_TOTAL], kinetic + potential, 1e-5);
        cr_assert_float_eq(values[PBD_MEASURE_MOMENTUM_X], 0.5, 1e-6);
        cr_assert_float_eq(values[PBD_MEASURE_MOMENTUM_Y], 5.0, 1e-5);
        cr_assert_float_eq(values[PBD_MEASURE_MOMENTUM_Z], 2.0, 1e-6);
        // About the centre of mass (0.6, 1.7, 0.2): reduced mass 0.4, r (2, 1.5, −1), v (−1, 5,
        // −4).
        cr_assert_float_eq(values[PBD_MEASURE_ANGULAR_X], 0.4 * (1.5 * -4.0 + 1.0 * 5.0), 1e-5);
        cr_assert_float_eq(values[PBD_MEASURE_ANGULAR_Y], 0.4 * (-1.0 * -1.0 + 2.0 * 4.0), 1e-5);
        cr_assert_float_eq(values[PBD_MEASURE_ANGULAR_Z], 0.4 * (2.0 * 5.0 + 1.5), 1e-5);
        pbd_world_destroy(world);
    }
}

Test(measure, a_free_body_keeps_its_momentum) {
    const struct body_particle particles[] = {{{0, 5, 0}, {1, 0, 2}, 1},
                                              {{1, 5, 0}, {0, 3, 0}, 2},
                                              {{0, 6, 0}, {-1, 0, 0}, 3},
                                              {{0, 5, 1}, {0, 0, -2}, 1}};
    const struct body_pair links[] = {
        {0, 1, 1}, {1, 2, 1.4f}, {2, 3, 1.4f}, {0, 3, 1}, {1, 3, 1.4f}};
    const struct body body = {
        .particles = particles, .particle_count = 4, .links = links, .link_count = 5};
    struct pbd_world *world = body_world(&body, "gravity=0 rate=240");
    double before[PBD_MEASURE_COUNT], after[PBD_MEASURE_COUNT];
    pbd_world_measure(world, before);
    run_for(world, 2.0);
    pbd_world_measure(world, after);
    for (uint32_t c = 0; c < 3; c++) {
        cr_assert_float_eq(after[PBD_MEASURE_MOMENTUM_X + c], before[PBD_MEASURE_MOMENTUM_X + c],
                           1e-3);
    }
    cr_assert_lt(after[PBD_MEASURE_ENERGY_KINETIC], before[PBD_MEASURE_ENERGY_KINETIC]);
    pbd_world_destroy(world);
}

// Free fall loses ½ Σ m g² h² per step by the scheme.
Test(measure, energy_of_free_fall_falls_as_the_scheme_says) {
    const struct body_particle particles[] = {{{0, 20, 0}, {0}, 2}};
    const struct body body = {.particles = particles, .particle_count = 1};
    struct pbd_world *world = body_world(&body, "rate=60");
    double before = measured(world, PBD_MEASURE_ENERGY_TOTAL);
    run_steps(world, 60);
    double lost = 60.0 * 0.5 * 2.0 * G * G / 3600.0;
    cr_assert_float_eq(measured(world, PBD_MEASURE_ENERGY_TOTAL), before - lost, 1e-3);
    pbd_world_destroy(world);
}

// ---- penetration -------------------------------------------------------------------------------

static void add_ball_and_radius(struct pbd_builder *builder) {
    const float centre[3] = {3, 1, 0};
    pbd_builder_capsule(builder, centre, centre, 0.5f);
    pbd_builder_pair(builder, 2, 3, 0.3f);
    pbd_builder_radius(builder, 0.1f);
}

Test(measure, penetration_is_the_deepest_of_all_contacts) {
    static const struct {
        struct body_particle particles[6];
        double deepest_m;
    } cases[] = {
        {{{{0, 0.5f, 0}, {0}, 1}, {{0, 1, 0}, {0}, 1}}, 0.0},
        {{{{0, 0.07f, 0}, {0}, 1}, {{0, 1, 0}, {0}, 1}}, 0.03},     // in the ground
        {{{{3, 1.55f, 0}, {0}, 1}, {{3, 3, 0}, {0}, 1}}, 0.05},     // in the ball
        {{{{2, 1.55f, 0}, {0}, 1}, {{4, 1.55f, 0}, {0}, 1}}, 0.05}, // by the middle of a link
        {{{{0, 0.07f, 0}, {0}, 0}, {{0, 1, 0}, {0}, 1}}, 0.0},      // a pin touches nothing
    };
    static struct body_particle particles[4];
    const struct body_pair links[] = {{0, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memcpy(particles, cases[i].particles, 2 * sizeof particles[0]);
        particles[2] = (struct body_particle){{0, 5, 0}, {0}, 1};
        particles[3] = (struct body_particle){{0.4f, 5, 0}, {0}, 1};
        struct body body = {.particles = particles,
                            .particle_count = 4,
                            .links = links,
                            .link_count = 1,
                            .more = {.of = {[PBD_PAIR] = 1}, .obstacles = 1, .links_touch = 1},
                            .build_more = add_ball_and_radius};
        struct pbd_world *world = body_world(&body, "ground=1");
        cr_assert_float_eq(measured(world, PBD_MEASURE_PENETRATION), cases[i].deepest_m, 1e-5,
                           "%zu: %g", i, measured(world, PBD_MEASURE_PENETRATION));
        pbd_world_destroy(world);
        particles[3].position_m[0] = 0.2f; // two balls overlap by 0.1 m
        world = body_world(&body, "ground=1");
        cr_assert_float_eq(measured(world, PBD_MEASURE_PENETRATION), 0.1, 1e-5);
        pbd_world_destroy(world);
    }
}

Test(measure, penetration_does_not_apply_where_nothing_can_touch) {
    struct pbd_world *world = world_of("chain", "links=3 length=1 angle=0");
    cr_assert(isnan(measured(world, PBD_MEASURE_PENETRATION)));
    apply(world, set_command(world, "ground", 1.0f));
    cr_assert(measured(world, PBD_MEASURE_PENETRATION) == 0.0);
    pbd_world_destroy(world);
}

// ---- damping -----------------------------------------------------------------------------------

// τ = 2h / ln(1 + ω²h²): 12.23, 24.41 and 48.76 s for the pendulum.
Test(measure, damping_time_of_the_pendulum_is_as_known) {
    const struct {
        const char *settings;
        double tau_s;
    } known[] = {{"rate=60", 12.23},
                 {"rate=120", 24.41},
                 {"rate=240", 48.76},
                 {"rate=60 substeps=4", 48.76}};
    for (size_t i = 0; i < 4; i++) {
        struct pbd_world *world = world_of("chain", "links=1 %s", known[i].settings);
        double tau_s = measured(world, PBD_MEASURE_DAMPING_TIME);
        cr_assert_float_eq(tau_s / known[i].tau_s, 1.0, 0.005, "%s: %g", known[i].settings, tau_s);
        pbd_world_destroy(world);
    }
}

// What is predicted is what happens: the energy of a small swing falls as e^(−2t/τ).
Test(measure, a_swing_dies_away_in_the_time_predicted) {
    const char *const ways[] = {"damping=0", "damping=0.2"};
    for (size_t i = 0; i < 2; i++) {
        struct pbd_world *world = world_of("chain", "links=1 angle=5 iterations=20 %s", ways[i]);
        double tau_s = measured(world, PBD_MEASURE_DAMPING_TIME);
        double high = 0.0; // when it swings fastest in the first period, and in one after τ
        double low = 0.0;
        uint64_t high_step = 0;
        uint64_t low_step = 0;
        uint64_t after = (uint64_t)(tau_s * 60.0);
        for (uint64_t step = 0; step < after + 120; step++) {
            double kinetic = measured(world, PBD_MEASURE_ENERGY_KINETIC);
            if (step < 120 && kinetic > high) {
                high = kinetic;
                high_step = step;
            } else if (step >= after && kinetic > low) {
                low = kinetic;
                low_step = step;
            }
            run_steps(world, 1);
        }
        double wanted = 2.0 * (double)(low_step - high_step) / 60.0 / tau_s;
        cr_assert_float_eq(log(high / low) / wanted, 1.0, 0.02, "%s: %g for %g", ways[i],
                           log(high / low), wanted);
        pbd_world_destroy(world);
    }
}

Test(measure, damping_time_needs_a_harmonic_and_a_scheme_that_damps) {
    struct pbd_world *world = world_of("cloth", "columns=4 rows=4");
    cr_assert(isnan(measured(world, PBD_MEASURE_DAMPING_TIME)));
    pbd_world_destroy(world);
    world = world_of("chain", "links=3 stepping=2 rate=960");
    cr_assert(isnan(measured(world, PBD_MEASURE_DAMPING_TIME)));
    pbd_world_destroy(world);
}

// Two segments 4 mm from each other, 10 mm thick: the first step takes what it may of the 6 mm.
static void two_bodies(struct pbd_builder *builder) {
    pbd_builder_thickness(builder, 0.01f);
    pbd_builder_body(builder, 0, 1);
    pbd_builder_body(builder, 2, 3);
}

Test(measure, penetration_is_also_of_what_touches_itself) {
    static const struct body_particle particles[] = {{{0, 0, 0}, {0}, 1},
                                                     {{1, 0, 0}, {0}, 1},
                                                     {{0, 0.004f, 0}, {0}, 1},
                                                     {{1, 0.004f, 0}, {0}, 1}};
    static const struct body_pair links[] = {{0, 1, 1.0f}, {2, 3, 1.0f}};
    const struct body body = {.particles = particles,
                              .particle_count = 4,
                              .links = links,
                              .link_count = 2,
                              .more = {.bodies = 2},
                              .build_more = two_bodies};
    struct pbd_world *world = body_world(&body, "gravity=0 rate=960");
    cr_assert(isnan(measured(world, PBD_MEASURE_PENETRATION)), "nobody has looked yet");
    run_steps(world, 1);
    double left = 0.006 - 0.5 / 960.0; // 0.5 m/s
    cr_assert_float_eq(measured(world, PBD_MEASURE_PENETRATION), left, 1e-5);
    run_steps(world, 60);
    cr_assert(measured(world, PBD_MEASURE_PENETRATION) == 0.0);
    pbd_world_destroy(world);
}

// ---- times -------------------------------------------------------------------------------------

// A clock that moves on by a microsecond with each look.
static uint64_t count_looks(void *context) {
    uint64_t *looks = context;
    return 1000 * ++*looks;
}

static struct pbd_world *timed_world(const char *scene, const char *settings, uint64_t *looks) {
    struct pbd_world_def def = def_of(pbd_scene_find(scene), "%s", settings);
    def.clock = (struct pbd_clock){count_looks, looks};
    struct pbd_world *world = NULL;
    cr_assert(pbd_world_create(&def, &world) == PBD_OK);
    return world;
}

Test(measure, times_are_of_the_clock_that_was_lent) {
    uint64_t looks = 0;
    struct pbd_world *world = timed_world("chain", "links=5 iterations=7 substeps=2", &looks);
    run_steps(world, 3);
    cr_assert(looks == 0, "nobody asked for times");
    cr_assert(isnan(measured(world, PBD_MEASURE_STEP_US)));
    pbd_world_note_forces(world, true);
    cr_assert(isnan(measured(world, PBD_MEASURE_STEP_US)));
    run_steps(world, 10);
    double values[PBD_MEASURE_COUNT];
    pbd_world_measure(world, values);
    cr_assert_float_eq(values[PBD_MEASURE_LINKS_US], 14.0, 1e-9);          // once in a sweep
    cr_assert_float_eq(values[PBD_MEASURE_CONTACTS_US], 14.0 + 2.0, 1e-9); // and before a substep
    cr_assert_float_eq(values[PBD_MEASURE_SPRINGS_US], 2.0, 1e-9);         // once in a substep
    cr_assert_float_eq(values[PBD_MEASURE_STEP_US], 14.0 + 16.0 + 2.0 + 2.0 + 1.0, 1e-9);
    pbd_world_restart_timing(world);
    cr_assert(isnan(measured(world, PBD_MEASURE_STEP_US)), "since the last measuring");
    run_steps(world, 1);
    cr_assert_float_eq(measured(world, PBD_MEASURE_STEP_US), 35.0, 1e-9);
    pbd_world_destroy(world);
}

Test(measure, without_a_clock_there_are_no_times) {
    struct pbd_world *world = world_of("chain", "links=5");
    pbd_world_note_forces(world, true);
    run_steps(world, 3);
    cr_assert(isnan(measured(world, PBD_MEASURE_STEP_US)));
    cr_assert(isnan(measured(world, PBD_MEASURE_LINKS_US)));
    pbd_world_destroy(world);
}

// ---- in all ------------------------------------------------------------------------------------

Test(measure, of_every_scene_is_a_number_or_does_not_apply) {
    for (uint32_t i = 0; pbd_scene_at(i) != NULL; i++) {
        struct pbd_world *world = world_of(pbd_scene_at(i)->name, " ");
        pbd_world_note_forces(world, true);
        for (int k = 0; k < 30; k++) {
            run_steps(world, 1);
            double values[PBD_MEASURE_COUNT];
            pbd_world_measure(world, values);
            for (uint32_t m = 0; m < PBD_MEASURE_COUNT; m++) {
                cr_assert(!isinf(values[m]), "%s: %s", pbd_scene_at(i)->name,
                          pbd_measure_texts[m].name);
            }
            cr_assert(!isnan(values[PBD_MEASURE_ENERGY_TOTAL]));
        }
        pbd_world_destroy(world);
    }
}

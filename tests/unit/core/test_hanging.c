// What hangs between two pins, against theory.
#include <criterion/criterion.h>
#include <math.h>

#include "pbd/measure.h"
#include "worlds.h"

static void measure(const struct pbd_world *world, double values[PBD_MEASURE_COUNT]) {
    pbd_world_measure(world, values);
}

Test(hanging, a_rope_is_held_against_the_catenary_of_its_length_and_span) {
    struct pbd_world *world = world_of("rope", "span=1.6 length=2 links=20");
    double values[PBD_MEASURE_COUNT];
    measure(world, values);
    cr_assert_float_eq(values[PBD_MEASURE_CATENARY_A], 0.676404, 2e-6);
    cr_assert_float_eq(values[PBD_MEASURE_CATENARY_SAG], 0.530875, 2e-6);
    cr_assert_float_eq(values[PBD_MEASURE_CATENARY_DISCRETE_SAG], 0.531583, 2e-6);
    cr_assert_float_eq(values[PBD_MEASURE_CATENARY_H] * 0.1, 0.676404, 0.002); // H ÷ weight of 1 m
    // It starts as a V: as deep as 0.6 m.
    cr_assert_float_eq(values[PBD_MEASURE_SAG], 0.6, 1e-5);
    cr_assert_gt(values[PBD_MEASURE_CATENARY_ERROR], 0.05);
    cr_assert(isnan(values[PBD_MEASURE_PARABOLA_SAG]) && isnan(values[PBD_MEASURE_PARABOLA_ERROR]));
    pbd_world_destroy(world);
}

Test(hanging, a_rope_at_rest_fits_the_better_the_oftener_it_is_swept) {
    const struct {
        const char *settings;
        double error_m; // at most
    } known[] = {{"iterations=10", 0.04},
                 {"iterations=100", 0.004},
                 {"rate=240 iterations=12", 0.003},
                 {"rate=960 iterations=100", 0.0002},
                 {"rate=240 iterations=3 stepping=1", 0.0002}};
    for (size_t i = 0; i < 5; i++) {
        struct pbd_world *world =
            world_of("rope", "span=1 length=1.2 links=20 damping=2 %s", known[i].settings);
        run_for(world, 30.0);
        double values[PBD_MEASURE_COUNT];
        measure(world, values);
        double error_m = values[PBD_MEASURE_CATENARY_DISCRETE_ERROR];
        cr_assert_lt(error_m, known[i].error_m, "%s: %g", known[i].settings, error_m);
        pbd_world_destroy(world);
    }
}

// A rope of few links lies on the catenary of links, and not on the smooth one.
Test(hanging, few_links_fit_the_discrete_catenary_alone) {
    struct pbd_world *world =
        world_of("rope", "span=1 length=1.5 links=4 damping=2 rate=240 iterations=3 stepping=1");
    run_for(world, 30.0);
    double values[PBD_MEASURE_COUNT];
    measure(world, values);
    cr_assert_lt(values[PBD_MEASURE_CATENARY_DISCRETE_ERROR], 2e-4);
    cr_assert_gt(values[PBD_MEASURE_CATENARY_ERROR], 0.005);
    cr_assert_float_eq(values[PBD_MEASURE_SAG], values[PBD_MEASURE_CATENARY_DISCRETE_SAG], 2e-4);
    pbd_world_destroy(world);
}

Test(hanging, a_drawn_rope_has_no_catenary) {
    struct pbd_world *world = world_of("rope", "span=2 length=1.5 links=10");
    double values[PBD_MEASURE_COUNT];
    measure(world, values);
    cr_assert(values[PBD_MEASURE_SAG] == 0.0);
    cr_assert(isnan(values[PBD_MEASURE_CATENARY_A]) && isnan(values[PBD_MEASURE_CATENARY_ERROR]) &&
              isnan(values[PBD_MEASURE_CATENARY_DISCRETE_ERROR]));
    pbd_world_destroy(world);
}

Test(hanging, what_does_not_hang_between_pins_has_no_sag) {
    struct pbd_world *world = world_of("chain", "links=10");
    double values[PBD_MEASURE_COUNT];
    measure(world, values);
    cr_assert(isnan(values[PBD_MEASURE_SAG]) && isnan(values[PBD_MEASURE_CATENARY_SAG]));
    pbd_world_destroy(world);
}

// ---- a row made on the spot, askew in space, as a scene would tell of it -----------------------

static bool deck_hangs(const float *values, struct pbd_hanging *hanging) {
    (void)values;
    *hanging = (struct pbd_hanging){.first = 1, .last = 9, .deck = true};
    return true;
}

static bool row_hangs(const float *values, struct pbd_hanging *hanging) {
    (void)values;
    *hanging = (struct pbd_hanging){.first = 1, .last = 9};
    return true;
}

static void measure_row(const struct body_particle *particles, const struct body_pair *links,
                        bool (*hangs)(const float *, struct pbd_hanging *),
                        double values[PBD_MEASURE_COUNT]) {
    const struct body body = {
        .particles = particles, .particle_count = 10, .links = links, .link_count = 8};
    struct pbd_scene scene = *scene_of_body(&body);
    scene.hangs = hangs;
    struct pbd_world_def def = def_of(&scene, " ");
    struct pbd_world *world = NULL;
    cr_assert(pbd_world_create(&def, &world) == PBD_OK);
    measure(world, values);
    pbd_world_destroy(world);
}

// Beads on a parabola over a span from (1, 3, 2) along (0.6, 0, 0.8) · 5 m, 0.7 m deep.
static void place_on_parabola(struct body_particle particles[10], struct body_pair links[8],
                              double off_m, double aside_m) {
    particles[0] = (struct body_particle){{0}, {0}, 1};
    for (int i = 0; i <= 8; i++) {
        double t = i / 8.0;
        double depth = 0.7 * (1.0 - (2.0 * t - 1.0) * (2.0 * t - 1.0)) + (i == 4 ? off_m : 0.0);
        double aside = i == 4 ? aside_m : 0.0;
        particles[1 + i] =
            (struct body_particle){{(float)(1.0 + 3.0 * t - 0.8 * aside), (float)(3.0 - depth),
                                    (float)(2.0 + 4.0 * t + 0.6 * aside)},
                                   {0},
                                   i % 8 == 0 ? 0.0f : 1.0f + (float)i};
    }
    for (uint32_t i = 0; i < 8; i++) { // as long as between the places on the parabola itself
        double t0 = i / 4.0 - 1.0, t1 = (i + 1) / 4.0 - 1.0;
        links[i] =
            (struct body_pair){1 + i, 2 + i, (float)hypot(5.0 / 8.0, 0.7 * (t1 * t1 - t0 * t0))};
    }
}

Test(hanging, a_deck_is_held_against_the_parabola) {
    struct body_particle particles[10];
    struct body_pair links[8];
    double values[PBD_MEASURE_COUNT];
    place_on_parabola(particles, links, 0.0, 0.0);
    measure_row(particles, links, deck_hangs, values);
    cr_assert_float_eq(values[PBD_MEASURE_PARABOLA_SAG], 0.7, 1e-5);
    cr_assert_float_eq(values[PBD_MEASURE_SAG], 0.7, 1e-6);
    cr_assert_lt(values[PBD_MEASURE_PARABOLA_ERROR], 1e-5);
    cr_assert(isnan(values[PBD_MEASURE_CATENARY_SAG]));
    place_on_parabola(particles, links, 0.03, 0.0);
    measure_row(particles, links, deck_hangs, values);
    cr_assert_float_eq(values[PBD_MEASURE_PARABOLA_ERROR], 0.03, 1e-5, "too deep");
    place_on_parabola(particles, links, 0.0, -0.04);
    measure_row(particles, links, deck_hangs, values);
    cr_assert_float_eq(values[PBD_MEASURE_PARABOLA_ERROR], 0.04, 1e-5, "aside");
}

Test(hanging, the_catenary_of_links_needs_equal_beads) {
    struct body_particle particles[10];
    struct body_pair links[8];
    double values[PBD_MEASURE_COUNT];
    place_on_parabola(particles, links, 0.0, 0.0);
    measure_row(particles, links, row_hangs, values);
    cr_assert(!isnan(values[PBD_MEASURE_CATENARY_ERROR]));
    cr_assert(isnan(values[PBD_MEASURE_CATENARY_DISCRETE_ERROR]),
              "beads of all weights, links of all lengths");
    for (uint32_t i = 0; i < 8; i++) {
        particles[1 + i].mass_kg = i == 0 ? 0.0f : 1.0f;
        links[i].length_m = 0.7f;
    }
    measure_row(particles, links, row_hangs, values);
    cr_assert(!isnan(values[PBD_MEASURE_CATENARY_DISCRETE_ERROR]));
    links[3].length_m *= 1.1f;
    measure_row(particles, links, row_hangs, values);
    cr_assert(isnan(values[PBD_MEASURE_CATENARY_DISCRETE_ERROR]), "links of two lengths");
}

Test(hanging, pins_of_two_heights_have_no_theory) {
    struct body_particle particles[10];
    struct body_pair links[8];
    double values[PBD_MEASURE_COUNT];
    place_on_parabola(particles, links, 0.0, 0.0);
    particles[9].position_m[1] += 0.01f;
    measure_row(particles, links, row_hangs, values);
    cr_assert(isnan(values[PBD_MEASURE_SAG]) && isnan(values[PBD_MEASURE_CATENARY_SAG]));
}

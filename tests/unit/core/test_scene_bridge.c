#include <criterion/criterion.h>
#include <math.h>

#include "pbd/measure.h"
#include "worlds.h"

enum { PANELS = 20, DECK = PANELS + 1, FEET = 2 * (PANELS + 1) };

// How far the cable's joints are off a curve through its ends and its lowest point, m, and how high
// the joint at a quarter lies over the parabola.
struct shape {
    double off_parabola_m, off_catenary_m, quarter_m;
};

// a of the catenary of this span and sag, by Newton's method.
static double catenary_of(double span, double sag) {
    double a = span * span / (8.0 * sag);
    for (int i = 0; i < 50; i++) {
        double u = 0.5 * span / a;
        double slope = cosh(u) - 1.0 - u * sinh(u);
        a -= (a * (cosh(u) - 1.0) - sag) / slope;
    }
    return a;
}

static struct shape shape_of(const struct pbd_world *world) {
    double left = (double)position(world, 0)[0], top = (double)position(world, 0)[1];
    double span = (double)position(world, PANELS)[0] - left;
    double low = (double)position(world, PANELS / 2)[1];
    double sag = top - low, a = catenary_of(span, sag);
    struct shape shape = {0};
    for (uint32_t i = 0; i <= PANELS; i++) {
        double x = (double)position(world, i)[0] - left - 0.5 * span;
        double y = (double)position(world, i)[1] - low;
        double parabola = 4.0 * sag * x * x / (span * span);
        double catenary = a * (cosh(x / a) - 1.0);
        shape.off_parabola_m = fmax(shape.off_parabola_m, fabs(y - parabola));
        shape.off_catenary_m = fmax(shape.off_catenary_m, fabs(y - catenary));
        shape.quarter_m = i == PANELS / 4 ? y - parabola : shape.quarter_m;
    }
    return shape;
}

Test(scene_bridge, hangs_a_level_deck_from_a_cable_between_two_towers) {
    struct pbd_world *world = world_of("bridge", "span=%d sag=0.3", 2);
    const float *w = pbd_world_inverse_masses(world);
    cr_assert(pbd_world_particle_count(world) == FEET + 4);
    cr_assert_float_eq(position(world, 0)[0], -1.0, 1e-6);
    cr_assert_float_eq(position(world, PANELS)[0], 1.0, 1e-6);
    cr_assert_float_eq(position(world, 0)[1] - position(world, PANELS / 2)[1], 0.3, 1e-6);
    for (uint32_t i = 0; i <= PANELS; i++) {
        bool end = i == 0 || i == PANELS;
        cr_assert((w[i] == 0.0f) == end && w[DECK + i] == 1.0f);
        cr_assert(position(world, DECK + i)[1] == position(world, DECK)[1]);
        cr_assert(position(world, DECK + i)[0] == position(world, i)[0], "hangers are upright");
    }
    for (uint32_t i = 0; i < 4; i++) {
        cr_assert(w[FEET + i] == 0.0f && position(world, FEET + i)[1] == 0.0f);
    }
    cr_assert(fabs(worst_stretch(world)) < 1e-6);
    cr_assert(shape_of(world).off_parabola_m < 1e-6);
    struct pbd_hanging hanging;
    cr_assert(pbd_world_scene(world)->hangs(pbd_world_values(world), &hanging));
    cr_assert(hanging.first == 0 && hanging.last == PANELS && hanging.deck);
    pbd_world_destroy(world);
}

// A joint has three links at most: three colours, or four.
Test(scene_bridge, is_solved_by_colour) {
    struct pbd_world *world = world_of("bridge", "panels=%d", PANELS);
    uint32_t rows = 1, taken_in[FEET + 4] = {0};
    for (uint32_t i = 0; i < pbd_world_link_count(world) - 4; i++) {
        struct pbd_link link = pbd_world_links(world)[i];
        rows += taken_in[link.a] == rows || taken_in[link.b] == rows;
        taken_in[link.a] = rows;
        taken_in[link.b] = rows;
    }
    cr_assert(rows == 3 || rows == 4, "%u", rows);
    const uint32_t first[] = {0, 2, 4, 6};
    for (uint32_t i = 0; i < 4; i++) {
        cr_assert(pbd_world_links(world)[i].a == first[i]);
        cr_assert(pbd_world_links(world)[i].b == first[i] + 1);
    }
    pbd_world_destroy(world);
}

// Shaken and left to itself.
static struct pbd_world *shaken(const char *settings) {
    struct pbd_world *world = world_of("bridge", "%s", settings);
    apply(world, gust_command(1.0f, 0.3f, 0.2f, 20.0f, 0.5f, 0.5f));
    run_for(world, 0.6);
    cr_assert(shape_of(world).off_parabola_m > 0.02, "it was shaken");
    apply(world, set_command(world, "damping", 2.0f));
    run_for(world, 15.0);
    cr_assert(fastest(world) < 0.002, "%g m/s", fastest(world));
    return world;
}

// A catenary of the same span and sag lies 3.6 mm below the parabola at a quarter, and is 4.7 mm
// off at most. The cable's own weight, a fiftieth of the deck's, makes a fiftieth of that.
Test(scene_bridge, hangs_in_a_parabola) {
    struct pbd_world *world = shaken("");
    struct shape shape = shape_of(world);
    cr_assert(shape.off_parabola_m < 3e-4, "%g m", shape.off_parabola_m);
    cr_assert(shape.off_catenary_m > 4e-3, "%g m", shape.off_catenary_m);
    cr_assert(shape.quarter_m < 0.0 && shape.quarter_m > -2e-4, "on the catenary's side: %g m",
              shape.quarter_m);
    double values[PBD_MEASURE_COUNT];
    pbd_world_measure(world, values);
    cr_assert(values[PBD_MEASURE_PARABOLA_ERROR] < 0.003, "%g", values[PBD_MEASURE_PARABOLA_ERROR]);
    pbd_world_destroy(world);
}

// The same cable, when its own weight is all there is.
Test(scene_bridge, is_a_catenary_without_a_deck_to_speak_of) {
    struct pbd_world *world = shaken("deck_mass=0.001 cable_mass=10");
    struct shape shape = shape_of(world);
    cr_assert(shape.off_catenary_m < 1e-4, "%g m", shape.off_catenary_m);
    cr_assert(shape.off_parabola_m > 4e-3, "%g m", shape.off_parabola_m);
    cr_assert_float_eq(shape.quarter_m, -0.0035, 2e-4, "%g m", shape.quarter_m);
    pbd_world_destroy(world);
}

Test(scene_bridge, rests_on_ends_that_slide) {
    struct pbd_world *world = world_of("bridge", "damping=%d", 1);
    float height = position(world, DECK)[1];
    apply(world, grab_command(1, DECK + PANELS / 2, 0.0f, height - 1.0f, 0.0f));
    run_for(world, 3.0);
    for (uint32_t i = 0; i <= PANELS; i += PANELS) {
        cr_assert_float_eq(position(world, DECK + i)[1], height, 1e-5);
        cr_assert_float_eq(position(world, DECK + i)[2], 0.0, 1e-5);
    }
    cr_assert(position(world, DECK)[0] > -1.0f + 1e-3f, "drawn inward");
    cr_assert_float_eq(position(world, DECK)[0], -position(world, DECK + PANELS)[0], 2e-3);
    cr_assert(worst_stretch(world) < 0.02, "%g", worst_stretch(world));
    pbd_world_destroy(world);
}

Test(scene_bridge, holds_together_when_it_is_torn_about) {
    struct pbd_world *world = world_of("bridge", "hand_force=%d", 2000);
    apply(world, grab_command(1, DECK + 3, 30, 40, 10));
    apply(world, grab_command(2, 12, -30, -20, -10));
    apply(world, gust_command(0.3f, 1, 1, 100, 2, 0));
    for (uint32_t step = 0; step < 480; step++) {
        pbd_world_step(world);
        cr_assert(is_finite_and_bounded(world) && pbd_world_counters(world).not_finite == 0);
    }
    apply(world, release_command(1));
    apply(world, release_command(2));
    apply(world, set_command(world, "damping", 3.0f));
    run_for(world, 15.0);
    cr_assert(worst_stretch(world) < 0.01, "%g", worst_stretch(world));
    pbd_world_destroy(world);
}

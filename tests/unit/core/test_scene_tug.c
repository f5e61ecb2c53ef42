#include <criterion/criterion.h>
#include <math.h>

#include "worlds.h"

enum { MARKER = 15, END = 30 };

Test(scene_tug, lies_straight_on_the_ground_with_a_marker_in_the_middle) {
    struct pbd_world *world = world_of("tug", "length=2 links=10 bead_mass=%g marker_mass=4", 0.5);
    cr_assert(pbd_world_particle_count(world) == 11);
    for (uint32_t i = 0; i <= 10; i++) {
        cr_assert(pbd_world_inverse_masses(world)[i] == (i == 5 ? 0.25f : 2.0f));
        cr_assert_float_eq(position(world, i)[0], 0.2 * ((double)i - 5.0), 1e-6);
        cr_assert(position(world, i)[1] == pbd_world_contact_radius_m(world));
    }
    cr_assert(pbd_world_links(world)[0].a == 0 && pbd_world_links(world)[1].a == 9);
    run_for(world, 2.0);
    cr_assert(fastest(world) < 1e-6, "it lies still");
    cr_assert(fabsf(position(world, 5)[1] - pbd_world_contact_radius_m(world)) < 1e-5f);
    pbd_world_destroy(world);
}

// Two alike hands draw the ends apart, a metre beyond where they lay. How far the marker goes.
static double furthest_under_alike_hands(const char *settings) {
    struct pbd_world *world = world_of("tug", "%s", settings);
    float end = position(world, END)[0], y = position(world, 0)[1];
    double furthest = 0.0;
    apply(world, grab_command(1, 0, -end, y, 0));
    apply(world, grab_command(2, END, end, y, 0));
    for (uint32_t step = 0; step < 3 * pbd_world_rate_hz(world); step++) {
        float out = fminf((float)step / (float)pbd_world_rate_hz(world), 1.0f);
        apply(world, move_command(1, -end - out, y + 0.3f * out, 0));
        apply(world, move_command(2, end + out, y + 0.3f * out, 0));
        pbd_world_step(world);
        furthest = fmax(furthest, fabs((double)position(world, MARKER)[0]));
        cr_assert(worst_stretch(world) < 0.02, "%g", worst_stretch(world));
    }
    cr_assert(position(world, END)[1] > 0.1f, "they do draw");
    pbd_world_destroy(world);
    return furthest;
}

// On slippery ground too, where nothing but symmetry holds the marker.
Test(scene_tug, is_won_by_neither_of_two_alike_hands) {
    double rough = furthest_under_alike_hands("");
    double slippery = furthest_under_alike_hands("friction=0");
    cr_assert(rough < 1e-6 && slippery < 3e-4, "%g and %g m", rough, slippery);
}

Test(scene_tug, is_won_by_the_side_with_more_hands) {
    struct pbd_world *world = world_of("tug", "links=%d", END);
    apply(world, grab_command(1, 0, -2.5f, 0.3f, 0));
    apply(world, grab_command(2, END, 2.5f, 0.3f, 0));
    apply(world, grab_command(3, END - 2, 2.5f, 0.3f, 0));
    run_for(world, 1.0);
    cr_assert(position(world, MARKER)[0] > 0.5f, "%g m", (double)position(world, MARKER)[0]);
    for (uint32_t hand = 1; hand <= 3; hand++) {
        apply(world, release_command(hand));
    }
    run_for(world, 3.0);
    cr_assert(fastest(world) < 1e-3, "friction brings it to rest: %g m/s", fastest(world));
    pbd_world_destroy(world);
}

// Friction is 0.5 × 9.81 m/s² on each bead of 0.1 kg, 12 N with half the marker: a pull of 5 N
// dies out on the way to the marker.
Test(scene_tug, does_not_move_its_marker_for_less_than_friction) {
    struct pbd_world *world = world_of("tug", "hand_force=%d", 5);
    apply(world, grab_command(1, END, 4.0f, 0.02f, 0));
    run_for(world, 5.0);
    cr_assert(fabsf(position(world, MARKER)[0]) < 1e-5f);
    apply(world, set_command(world, "hand_force", 30.0f));
    run_for(world, 2.0);
    cr_assert(position(world, MARKER)[0] > 0.1f);
    pbd_world_destroy(world);
}

Test(scene_tug, holds_together_when_it_is_torn_about) {
    struct pbd_world *world = world_of("tug", "hand_force=%d", 2000);
    apply(world, grab_command(1, 0, -30, 20, 10));
    apply(world, grab_command(2, END, 30, 40, -10));
    run_for(world, 1.0);
    apply(world, release_command(1));
    apply(world, gust_command(0, -1, 0.2f, 100, 1, 0));
    run_for(world, 1.0);
    apply(world, release_command(2));
    cr_assert(is_finite_and_bounded(world) && pbd_world_counters(world).not_finite == 0);
    run_for(world, 10.0);
    for (uint32_t i = 0; i <= END; i++) {
        cr_assert(position(world, i)[1] > 0.9f * pbd_world_contact_radius_m(world));
    }
    cr_assert(worst_stretch(world) < 0.01, "%g", worst_stretch(world));
    pbd_world_destroy(world);
}

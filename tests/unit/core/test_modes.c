#include "modes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "pbd/measure.h"
#include "worlds.h"

Test(modes, one_bead_between_two_links_swings_with_both) {
    struct bead_row row = {.beads = 1, .stiffness = {3.0, 5.0}, .mass = {2.0}};
    double hz[PBD_HARMONICS_MAX];
    cr_assert(modes_of_row(&row, hz) == 1);
    cr_assert_float_eq(hz[0], sqrt(8.0 / 2.0) / (2.0 * PI), 1e-12);
}

// ω = 2 √(T/(m a)) sin(kπ/2N) for beads on a string that is drawn evenly.
Test(modes, a_drawn_string_has_the_known_harmonics) {
    enum { LINKS = 20 };
    static struct bead_row row;
    row.beads = LINKS - 1;
    for (uint32_t i = 0; i < LINKS; i++) {
        row.stiffness[i] = 10.0 * LINKS; // N over a link of 1/20 m
        row.mass[i] = 0.1 / LINKS;
    }
    double hz[PBD_HARMONICS_MAX];
    cr_assert(modes_of_row(&row, hz) == PBD_HARMONICS_MAX);
    cr_assert_float_eq(hz[0], 4.99486, 1e-5);
    cr_assert_float_eq(hz[1], 9.95893, 1e-5);
    cr_assert_float_eq(hz[2], 14.86159, 1e-5);
    for (uint32_t k = 0; k < PBD_HARMONICS_MAX; k++) {
        double wanted = 2.0 * sqrt(row.stiffness[0] / row.mass[0]) *
                        sin((k + 1) * PI / (2.0 * LINKS)) / (2.0 * PI);
        cr_assert_float_eq(hz[k], wanted, 1e-9 * wanted);
    }
}

static uint32_t harmonics_of(struct pbd_world *world, double hz[PBD_HARMONICS_MAX]) {
    uint32_t count = pbd_world_harmonics(world, hz);
    pbd_world_destroy(world);
    return count;
}

// Twenty equal beads: ω² = x g/a at the zeros x of Laguerre's polynomial L₂₀.
Test(modes, a_hanging_chain_has_the_known_harmonics) {
    double hz[PBD_HARMONICS_MAX];
    cr_assert(harmonics_of(world_of("chain", "links=20 length=1"), hz) == PBD_HARMONICS_MAX);
    cr_assert_float_eq(hz[0], 0.59209, 1e-5);
    cr_assert_float_eq(hz[1], 1.35993, 1e-5);
    cr_assert_float_eq(hz[2], 2.13430, 1e-5);
}

Test(modes, of_a_chain_of_one_link_is_a_pendulum) {
    double hz[PBD_HARMONICS_MAX];
    cr_assert(harmonics_of(world_of("chain", "links=1 length=1"), hz) == 1);
    cr_assert_float_eq(1.0 / hz[0], 2.00607, 1e-5);
}

// A double pendulum of equal parts: ω² = (2 ± √2) g/a.
Test(modes, of_a_chain_of_two_links_is_a_double_pendulum) {
    double hz[PBD_HARMONICS_MAX];
    cr_assert(harmonics_of(world_of("chain", "links=2 length=1"), hz) == 2);
    cr_assert_float_eq(hz[0], sqrt((2.0 - sqrt(2.0)) * G / 0.5) / (2.0 * PI), 1e-6);
    cr_assert_float_eq(hz[1], sqrt((2.0 + sqrt(2.0)) * G / 0.5) / (2.0 * PI), 1e-6);
}

// With a tip so heavy that it carries the tension and stays, the beads above are a drawn string.
Test(modes, a_heavy_tip_makes_a_string_of_the_chain) {
    double hz[PBD_HARMONICS_MAX];
    cr_assert(harmonics_of(world_of("chain", "links=20 bead_mass=0.001 tip_mass=1000"), hz) ==
              PBD_HARMONICS_MAX);
    cr_assert_float_eq(hz[0], sqrt(G) / (2.0 * PI), 1e-4, "the pendulum: %g", hz[0]);
    double first = 2.0 * sqrt(1000.0 * G / (0.001 / 20.0)) * sin(PI / 40.0) / (2.0 * PI);
    cr_assert_float_eq(hz[1] / first, 1.0, 1e-4, "the string: %g", hz[1]);
}

Test(modes, of_a_long_chain_are_those_of_bessels_function) {
    double hz[PBD_HARMONICS_MAX];
    harmonics_of(world_of("chain", "links=1000 length=1 iterations=1"), hz);
    const double j0[] = {2.404826, 5.520078, 8.653728};
    for (uint32_t k = 0; k < 3; k++) {
        double wanted = 0.5 * j0[k] * sqrt(G) / (2.0 * PI);
        cr_assert_float_eq(hz[k] / wanted, 1.0, 1e-3, "%g", hz[k]);
    }
}

// Out of the plane in which it hangs: f ≈ ½ √(g / (8 sag)).
Test(modes, a_slack_rope_swings_out_of_its_plane) {
    double hz[PBD_HARMONICS_MAX];
    cr_assert(harmonics_of(world_of("rope", "span=1 length=1.02 links=40"), hz) ==
              PBD_HARMONICS_MAX);
    cr_assert_float_eq(hz[0] / 1.875, 1.0, 0.01, "%g", hz[0]);
    cr_assert(harmonics_of(world_of("rope", "span=1 length=0.9"), hz) == 0, "a drawn one");
}

// A single bead on two links swings as a pendulum from the line between the pins.
Test(modes, a_rope_of_two_links_is_a_pendulum) {
    double hz[PBD_HARMONICS_MAX];
    cr_assert(harmonics_of(world_of("rope", "span=0.8 length=1 links=2"), hz) == 1);
    cr_assert_float_eq(hz[0], sqrt(G / 0.3) / (2.0 * PI), 1e-6);
}

Test(modes, are_told_anew_when_a_parameter_changes) {
    struct pbd_world *world = world_of("chain", "links=20");
    double before[PBD_HARMONICS_MAX], after[PBD_HARMONICS_MAX];
    pbd_world_harmonics(world, before);
    apply(world, set_command(world, "gravity", 4.0f * 9.81f / 4.0f / 4.0f));
    cr_assert(pbd_world_harmonics(world, after) == PBD_HARMONICS_MAX);
    cr_assert_float_eq(after[0] / before[0], 0.5, 1e-6);
    apply(world, set_command(world, "links", 5.0f));
    cr_assert(pbd_world_harmonics(world, after) == 5);
    apply(world, set_command(world, "bending", 0.5f));
    cr_assert(pbd_world_harmonics(world, after) == 0, "no closed form");
    apply(world, set_command(world, "bending", 0.0f));
    apply(world, set_command(world, "gravity", 0.0f));
    cr_assert(pbd_world_harmonics(world, after) == 0, "nothing draws it back");
    pbd_world_destroy(world);
}

#include <criterion/criterion.h>
#include <math.h>

#include "worlds.h"

static uint32_t tip_of(const struct pbd_world *world) {
    return pbd_world_particle_count(world) - 1;
}

// How much lower than an inextensible chain its tip hangs, m.
static double stretch(const struct pbd_world *world, double length) {
    return (double)position(world, 0)[1] - (double)position(world, tip_of(world))[1] - length;
}

// Stretch at rest of N links whose unit beads are swept n ≤ N times per step of h, with a mass of M
// beads at the tip.
static double stretch_at_rest(double N, double n, double M, double h) {
    return G * h * h / (2.0 * n) * (N * (N - 1.0) - (n - 1.0)) +
           (M - 1.0) * (N - 1.0) * G * h * h / n;
}

Test(scene_chain, hangs_from_one_pin_at_the_angle_asked_for) {
    struct pbd_world *world =
        world_of("chain", "links=4 length=2 angle=30 bead_mass=0.5 tip_mass=8");
    cr_assert(pbd_world_particle_count(world) == 5);
    const float *w = pbd_world_inverse_masses(world);
    cr_assert(w[0] == 0.0f && w[1] == 2.0f && w[2] == 2.0f && w[3] == 2.0f && w[4] == 0.125f);
    for (uint32_t i = 0; i <= 4; i++) {
        double along = 0.5 * (double)i;
        cr_assert_float_eq(position(world, i)[0], along * sin(30.0 * PI / 180.0), 1e-6);
        cr_assert_float_eq(position(world, i)[1], 2.5 - along * cos(30.0 * PI / 180.0), 1e-6);
        cr_assert(position(world, i)[2] == 0.0f && speed(world, i) == 0.0);
    }
    pbd_world_destroy(world);
}

Test(scene_chain, is_solved_from_the_pin_to_the_tip) {
    struct pbd_world *world = world_of("chain", "links=7 length=1.4");
    cr_assert(pbd_world_link_count(world) == 7);
    for (uint32_t i = 0; i < 7; i++) {
        const struct pbd_link *link = &pbd_world_links(world)[i];
        cr_assert(link->a == i && link->b == i + 1);
        cr_assert_float_eq(link->rest_m, 0.2, 1e-7);
    }
    pbd_world_destroy(world);
}

// Damping hastens the settling and leaves the rest state where it is.
static double settled_stretch(const char *settings, double length) {
    struct pbd_world *world = world_of("chain", "angle=0 damping=1 %s", settings);
    run_for(world, 30.0);
    double result = stretch(world, length);
    cr_assert_lt(fastest(world), 0.001, "%s still moves", settings);
    pbd_world_destroy(world);
    return result;
}

static void assert_relative(double got, double wanted, double tolerance, const char *what) {
    cr_assert(fabs(got / wanted - 1.0) <= tolerance, "%s: %.6g for %.6g", what, got, wanted);
}

Test(scene_chain, stretches_at_rest_as_the_iterations_say) {
    const struct {
        const char *settings;
        double links, iterations, wanted_m;
    } cases[] = {
        {"links=20 iterations=1", 20, 1, 0.5178},   {"links=20 iterations=5", 20, 5, 0.1025},
        {"links=20 iterations=10", 20, 10, 0.0505}, {"links=20 iterations=20", 20, 20, 0.0246},
        {"links=10 iterations=10", 10, 10, 0.0110}, {"links=40 iterations=10", 40, 10, 0.211},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double formula = stretch_at_rest(cases[i].links, cases[i].iterations, 1.0, 1.0 / 60.0);
        double got = settled_stretch(cases[i].settings, 1.0);
        assert_relative(got, formula, 1e-4, cases[i].settings);
        assert_relative(got, cases[i].wanted_m, 0.01, cases[i].settings);
    }
}

Test(scene_chain, stretches_less_than_the_formula_beyond_one_sweep_per_link) {
    assert_relative(settled_stretch("iterations=50", 1.0), 0.0090, 0.01, "n = 50");
    assert_relative(settled_stretch("iterations=100", 1.0), 0.0038, 0.01, "n = 100");
}

Test(scene_chain, stretch_does_not_depend_on_its_length) {
    assert_relative(settled_stretch("iterations=10 length=5", 5.0),
                    stretch_at_rest(20, 10, 1, 1.0 / 60.0), 1e-3, "5 m");
}

Test(scene_chain, stretches_sixteen_times_less_at_four_times_the_rate) {
    assert_relative(settled_stretch("iterations=10 rate=240", 1.0), 0.00316, 0.01, "240 Hz");
}

Test(scene_chain, stretches_more_under_a_heavy_tip) {
    const double masses[] = {1, 10, 100, 1000};
    const double wanted[] = {0.0246, 0.0479, 0.281, 2.611};
    const double with_substeps[] = {0.00129, 0.00246, 0.0141, 0.131};
    for (uint32_t i = 0; i < 4; i++) {
        struct pbd_world *world =
            world_of("chain", "angle=0 damping=1 iterations=20 tip_mass=%g", masses[i]);
        run_for(world, 30.0);
        assert_relative(stretch(world, 1.0), stretch_at_rest(20, 20, masses[i], 1.0 / 60.0), 2e-4,
                        "one sweep of 20");
        assert_relative(stretch(world, 1.0), wanted[i], 0.01, "one sweep of 20");
        cr_assert_lt(fastest(world), 1e-3, "jitters");
        pbd_world_destroy(world);

        world =
            world_of("chain", "angle=0 damping=1 iterations=1 substeps=20 tip_mass=%g", masses[i]);
        run_for(world, 30.0);
        assert_relative(stretch(world, 1.0), with_substeps[i], 0.01, "20 substeps of one");
        cr_assert_lt(fastest(world), 1e-3, "jitters");
        pbd_world_destroy(world);
    }
}

Test(scene_chain, substeps_of_one_sweep_stretch_with_their_square) {
    const int substeps[] = {2, 4, 8, 16};
    for (uint32_t i = 0; i < 4; i++) {
        struct pbd_world *world =
            world_of("chain", "angle=0 damping=1 iterations=1 substeps=%d", substeps[i]);
        run_for(world, 30.0);
        double s = (double)substeps[i];
        assert_relative(stretch(world, 1.0), G / 3600.0 * 20.0 * 19.0 / (2.0 * s * s), 1e-3,
                        "substeps");
        pbd_world_destroy(world);
    }
}

// Largest distance between the beads of two chains that differ by a factor of all masses, m.
static double apart_by_mass(float factor) {
    struct pbd_world *light = world_of("chain", "bead_mass=0.01 tip_mass=0.03");
    struct pbd_world *heavy = world_of("chain", "bead_mass=%.9g tip_mass=%.9g",
                                       (double)(0.01f * factor), (double)(0.03f * factor));
    double apart = 0.0;
    for (uint32_t step = 0; step < 120; step++) {
        pbd_world_step(light);
        pbd_world_step(heavy);
        for (uint32_t i = 0; i < 3 * 21; i++) {
            apart = fmax(apart, fabs((double)pbd_world_positions(light)[i] -
                                     (double)pbd_world_positions(heavy)[i]));
        }
    }
    pbd_world_destroy(light);
    pbd_world_destroy(heavy);
    return apart;
}

Test(scene_chain, of_a_thousandfold_mass_moves_alike) {
    cr_assert_lt(apart_by_mass(1000.0f), 2e-5); // rounding
    cr_assert(apart_by_mass(1024.0f) == 0.0);   // a power of two rounds nothing
}

Test(scene_chain, tip_mass_changes_while_it_runs) {
    struct pbd_world *world = world_of("chain", "angle=0 damping=1 iterations=20");
    run_for(world, 1.0);
    cr_assert_not(apply(world, set_command(world, "tip_mass", 100.0f)).rebuilt);
    run_for(world, 30.0);
    assert_relative(stretch(world, 1.0), 0.281, 0.01, "100 kg");
    pbd_world_destroy(world);
}

// Mean period of the first two swings of one link, s, from the passages through the plumb line.
static double pendulum_period(const char *settings) {
    struct pbd_world *world = world_of("chain", "links=1 %s", settings);
    double passages[3];
    uint32_t count = 0;
    double h = 1.0 / (double)pbd_world_rate_hz(world);
    for (uint32_t step = 1; count < 3 && step < 10000; step++) {
        double before = position(world, 1)[0];
        pbd_world_step(world);
        double after = position(world, 1)[0];
        if ((before < 0.0) != (after < 0.0)) {
            passages[count++] = ((double)step - 1.0 + before / (before - after)) * h;
        }
    }
    pbd_world_destroy(world);
    cr_assert(count == 3);
    return passages[2] - passages[0];
}

Test(scene_chain, of_one_link_swings_as_a_pendulum) {
    double period = pendulum_period("angle=5");
    assert_relative(period, 2.00702, 0.005, "5 degrees, 60 Hz");
    assert_relative(period, 2.0086, 1e-3, "5 degrees, 60 Hz, of the discrete scheme");
    assert_relative(pendulum_period("angle=5 rate=960"), 2.00702, 5e-4, "5 degrees, 960 Hz");
    assert_relative(pendulum_period("angle=45 rate=960"), 2.08626, 0.005, "45 degrees, 960 Hz");
}

// The scheme damps a swing with the time constant τ = 2h / ln(1 + ω²h²).
Test(scene_chain, of_one_link_loses_its_swing_as_the_scheme_predicts) {
    const double measured[] = {12.23, 24.41, 48.76};
    const int rates[] = {60, 120, 240};
    for (uint32_t i = 0; i < 3; i++) {
        struct pbd_world *world = world_of("chain", "links=1 angle=5 rate=%d", rates[i]);
        double at[2] = {0.0, 0.0}; // largest excursions in the first swing and in the eleventh
        for (uint32_t window = 0; window < 2; window++) {
            for (uint64_t step = 0; step < 2 * (uint64_t)rates[i]; step++) {
                pbd_world_step(world);
                at[window] = fmax(at[window], fabs((double)position(world, 1)[0]));
            }
            run_for(world, window == 0 ? 18.0 : 0.0);
        }
        // The peaks come every half period; those compared are 20 of them apart, or 20.07 s.
        double tau = 10.0 * 2.00702 / log(at[0] / at[1]);
        assert_relative(tau, measured[i], 0.01, "time constant");
        double h = 1.0 / (double)rates[i];
        assert_relative(tau, 2.0 * h / log(1.0 + G * h * h), 0.01, "formula");
        pbd_world_destroy(world);
    }
}

// ---- changing the iterations -------------------------------------------------------------------

static double worst_after_rekick(int from, int to) {
    struct pbd_world *world = world_of("chain", "iterations=%d", from);
    run_for(world, 1.0);
    struct pbd_outcome outcome = apply(world, set_command(world, "iterations", (float)to));
    cr_assert(outcome.rekicked && !outcome.rebuilt);
    cr_assert(pbd_world_iterations(world) == (uint32_t)to);
    double worst = 0.0;
    for (uint32_t i = 0; i < 600; i++) {
        pbd_world_step(world);
        worst = fmax(worst, worst_stretch(world));
    }
    pbd_world_destroy(world);
    return worst;
}

Test(scene_chain, rekick_shows_what_iterations_do) {
    double one = worst_after_rekick(12, 1);
    double twelve = worst_after_rekick(1, 12);
    cr_assert_geq(one, 1.5);
    cr_assert_leq(twelve, 0.25);
    assert_relative(one, 1.82, 0.1, "n = 1");
    assert_relative(twelve, 0.17, 0.1, "n = 12");
}

Test(scene_chain, rekick_puts_the_links_back_on_the_plumb_line_and_pushes) {
    struct pbd_world *world = world_of("chain", "iterations=5 substeps=3");
    run_for(world, 0.7);
    apply(world, set_command(world, "iterations", 6.0f));
    for (uint32_t i = 0; i <= 20; i++) {
        float v[3];
        pbd_world_velocity(world, i, v);
        cr_assert(position(world, i)[0] == 0.0f && position(world, i)[2] == 0.0f);
        cr_assert_float_eq(position(world, i)[1], 1.5 - 0.05 * (double)i, 1e-6);
        cr_assert_float_eq(v[0], 3.0 * (double)i / 20.0, 1e-5);
        cr_assert(v[1] == 0.0f && v[2] == 0.0f);
    }
    pbd_world_destroy(world);
}

Test(scene_chain, rekick_happens_only_on_a_change) {
    struct pbd_world *world = world_of("chain", "iterations=5");
    cr_assert_not(apply(world, set_command(world, "iterations", 5.0f)).rekicked);
    cr_assert_not(apply(world, set_command(world, "stiffness", 0.5f)).rekicked);
    apply(world, set_command(world, "rekick", 0.0f));
    cr_assert_not(apply(world, set_command(world, "iterations", 6.0f)).rekicked);
    pbd_world_destroy(world);
}

Test(scene_chain, rekick_is_skipped_while_a_hand_holds) {
    struct pbd_world *world = world_of("chain", "iterations=5");
    apply(world, grab_command(1, 20, 1.0f, 1.5f, 0.0f));
    run_for(world, 2.0);
    float before[3] = {position(world, 20)[0], position(world, 20)[1], position(world, 20)[2]};
    cr_assert_not(apply(world, set_command(world, "iterations", 12.0f)).rekicked);
    cr_assert(position(world, 20)[0] == before[0] && position(world, 20)[1] == before[1]);
    cr_assert(pbd_world_iterations(world) == 5);
    for (uint32_t i = 6; i <= 12; i++) {
        pbd_world_step(world);
        cr_assert(pbd_world_iterations(world) == i);
    }
    pbd_world_step(world);
    cr_assert(pbd_world_iterations(world) == 12);
    pbd_world_destroy(world);
}

// Largest speed of the tip when the iterations of a chain at rest change without the re-kick.
static double tip_speed_on_change(int from, int to) {
    struct pbd_world *world = world_of("chain", "angle=0 rekick=0 damping=1 iterations=%d", from);
    run_for(world, 30.0);
    apply(world, set_command(world, "damping", 0.0f));
    apply(world, set_command(world, "iterations", (float)to));
    double most = 0.0;
    for (uint32_t i = 0; i < 600; i++) {
        pbd_world_step(world);
        most = fmax(most, speed(world, 20));
    }
    cr_assert(pbd_world_iterations(world) == (uint32_t)to);
    pbd_world_destroy(world);
    return most;
}

Test(scene_chain, without_rekick_a_change_of_iterations_is_gentle) {
    double stiffer = tip_speed_on_change(5, 50);
    cr_assert(stiffer > 0.1 && stiffer <= 0.8, "%g m/s", stiffer); // in one jump: 2.2
    double from_one = tip_speed_on_change(1, 12);
    cr_assert(from_one > 1.0 && from_one <= 5.2, "%g m/s", from_one); // in one jump: 6.6
}

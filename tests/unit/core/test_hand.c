#include <criterion/criterion.h>
#include <math.h>

#include "pbd/state.h"
#include "worlds.h"

// One bead at (0, 2, 0), held by nothing.
static const struct body *bead_body(float mass_kg) {
    static struct body_particle particle;
    static const struct body body = {.particles = &particle, .particle_count = 1};
    particle = (struct body_particle){{0.0f, 2.0f, 0.0f}, {0}, mass_kg};
    return &body;
}

static struct pbd_world *bead(float mass_kg, const char *settings) {
    return body_world(bead_body(mass_kg), "%s", settings);
}

Test(hand, hangs_a_weight_lower_by_weight_times_compliance) {
    // 1 kg on 1 mm/N: 9.81 mm, whatever the iterations and substeps.
    const char *const settings[] = {
        "iterations=1 hand_force=20 hand_compliance=0.001 hand_damping=50",
        "iterations=10 hand_force=20 hand_compliance=0.001 hand_damping=50",
        "iterations=100 hand_force=20 hand_compliance=0.001 hand_damping=50",
        "iterations=3 substeps=7 hand_force=20 hand_compliance=0.001 hand_damping=50",
        "iterations=1 rate=960 hand_force=20 hand_compliance=0.001 hand_damping=50",
    };
    for (uint32_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        struct pbd_world *world = bead(1.0f, settings[i]);
        apply(world, grab_command(1, 0, 0.0f, 2.0f, 0.0f));
        run_for(world, 10.0);
        double drop = 2.0 - position(world, 0)[1];
        cr_assert_float_eq(drop, 0.00981, 5e-6, "%s: %g", settings[i], drop);
        pbd_world_destroy(world);
    }
}

Test(hand, without_compliance_holds_a_weight_in_place) {
    struct pbd_world *world = bead(1.0f, "hand_force=20 hand_compliance=0");
    apply(world, grab_command(1, 0, 0.25f, 2.0f, -0.5f));
    run_for(world, 5.0);
    cr_assert_float_eq(position(world, 0)[0], 0.25, 1e-6);
    cr_assert_float_eq(position(world, 0)[1], 2.0, 1e-6);
    cr_assert_float_eq(position(world, 0)[2], -0.5, 1e-6);
    pbd_world_destroy(world);
}

Test(hand, weaker_than_a_weight_only_slows_its_fall) {
    // 6 N against 9.81 N on 1 kg.
    struct pbd_world *world = bead(1.0f, "hand_force=6 hand_compliance=0.001 hand_damping=0");
    apply(world, grab_command(1, 0, 0.0f, 30.0f, 0.0f));
    run_for(world, 0.5);
    float v[3];
    pbd_world_velocity(world, 0, v);
    cr_assert_float_eq(v[1], -(9.81 - 6.0) * 0.5, 2e-4, "%g", v[1]);
    pbd_world_destroy(world);
}

Test(hand, stronger_than_a_weight_lifts_it) {
    struct pbd_world *world = bead(1.0f, "hand_force=15");
    apply(world, grab_command(1, 0, 0.0f, 4.0f, 0.0f));
    run_for(world, 10.0);
    cr_assert_gt(position(world, 0)[1], 3.9);
    pbd_world_destroy(world);
}

// Far from its target a hand pulls with its whole force, and never with more.
Test(hand, pulls_with_no_more_than_its_force) {
    const char *const settings[] = {
        "gravity=0 hand_force=8 iterations=1",
        "gravity=0 hand_force=8 iterations=40",
        "gravity=0 hand_force=8 iterations=3 substeps=6",
        "gravity=0 hand_force=8 iterations=2 hand_compliance=0",
        "gravity=0 hand_force=8 iterations=2 rate=480 hand_damping=0",
    };
    for (uint32_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        struct pbd_world *world = bead(2.0f, settings[i]);
        apply(world, grab_command(1, 0, 30.0f, 2.0f, 40.0f));
        double h = 1.0 / (double)pbd_world_rate_hz(world);
        double before = 0.0;
        for (uint64_t step = 0; step < pbd_world_rate_hz(world); step++) {
            pbd_world_step(world);
            double now = speed(world, 0);
            cr_assert(now - before <= 8.0 / 2.0 * h * 1.0001, "%s: %g", settings[i], now - before);
            before = now;
        }
        cr_assert_float_eq(before, 4.0, 1e-3, "%s: %g", settings[i], before);
        pbd_world_destroy(world);
    }
}

// A second of pulling far from the target ends with this speed.
static void assert_speed_after_a_second(struct pbd_world *world, double expected,
                                        const char *what) {
    run_for(world, 1.0);
    double reached = speed(world, 0);
    cr_assert_float_eq(reached, expected, 2e-3, "%s: %g", what, reached);
}

Test(hand, with_a_limit_of_its_own_pulls_with_the_smaller_force) {
    // of the scene, of its own; what it pulls with
    const struct {
        const char *settings;
        float own_n;
        double pulls_n;
    } cases[] = {
        {"gravity=0 hand_force=8 iterations=3", 2.5f, 2.5},
        {"gravity=0 hand_force=8 iterations=20 substeps=4", 2.5f, 2.5},
        {"gravity=0 hand_force=8", 8.0f, 8.0},
        {"gravity=0 hand_force=8", 20.0f, 8.0},
        {"gravity=0 hand_force=8", 0.0f, 8.0},
        {"gravity=0 hand_force=8", INFINITY, 8.0},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pbd_world *world = bead(2.0f, cases[i].settings);
        struct pbd_command grab = grab_command(1, 0, 30.0f, 2.0f, 40.0f);
        grab.hand.force_max_n = cases[i].own_n;
        apply(world, grab);
        assert_speed_after_a_second(world, cases[i].pulls_n / 2.0, cases[i].settings);
        pbd_world_destroy(world);
    }
}

Test(hand, is_given_another_limit_while_it_holds) {
    struct pbd_world *world = bead(2.0f, "gravity=0 hand_force=8");
    apply(world, grab_command(1, 0, 60.0f, 2.0f, 0.0f));
    apply(world, limit_pull_command(1, 2.0f));
    assert_speed_after_a_second(world, 1.0, "limited");
    cr_assert_eq(pbd_world_hand(world, 0).force_max_n, 2.0f);
    apply(world, limit_pull_command(1, INFINITY));
    assert_speed_after_a_second(world, 5.0, "no more");
    cr_assert_eq(pbd_world_hand(world, 0).force_max_n, 0.0f);
    pbd_world_destroy(world);
}

Test(hand, with_a_limit_leaves_the_others_as_strong_as_they_were) {
    struct pbd_world *world = bead(1.0f, "gravity=0 hand_force=5");
    apply(world, grab_command(1, 0, 40.0f, 2.0f, 0.0f));
    apply(world, grab_command(2, 0, 40.0f, 2.0f, 0.0f));
    apply(world, limit_pull_command(2, 1.0f));
    assert_speed_after_a_second(world, 6.0, "one of two");
    pbd_world_destroy(world);
}

Test(hand, is_not_given_a_limit_that_is_no_force) {
    struct pbd_world *world = bead(1.0f, "hand_force=5");
    const float not_forces[] = {-1.0f, NAN, -INFINITY, 1e-40f};
    apply(world, grab_command(1, 0, 0.0f, 2.0f, 0.0f));
    apply(world, limit_pull_command(1, 3.0f));
    for (uint32_t i = 0; i < sizeof not_forces / sizeof not_forces[0]; i++) {
        struct pbd_command grab = grab_command(2, 0, 0.0f, 2.0f, 0.0f);
        struct pbd_command limit = limit_pull_command(1, not_forces[i]);
        grab.hand.force_max_n = not_forces[i];
        cr_assert(pbd_world_apply(world, &grab, NULL) == PBD_OUT_OF_RANGE);
        cr_assert(pbd_world_apply(world, &limit, NULL) == PBD_OUT_OF_RANGE);
    }
    struct pbd_command nobody = limit_pull_command(9, 1.0f);
    cr_assert(pbd_world_apply(world, &nobody, NULL) == PBD_NO_SUCH_HAND);
    cr_assert(pbd_world_hand_count(world) == 1);
    cr_assert_eq(pbd_world_hand(world, 0).force_max_n, 3.0f);
    pbd_world_destroy(world);
}

Test(hand, of_no_force_does_nothing) {
    struct pbd_world *world = bead(1.0f, "gravity=0 hand_force=0");
    apply(world, grab_command(1, 0, 5.0f, 2.0f, 0.0f));
    run_steps(world, 60);
    cr_assert(position(world, 0)[0] == 0.0f && speed(world, 0) == 0.0);
    pbd_world_destroy(world);
}

Test(hand, two_on_one_particle_pull_both_and_releasing_one_leaves_the_other) {
    struct pbd_world *world = bead(1.0f, "gravity=0");
    apply(world, grab_command(7, 0, -0.02f, 2.0f, 0.0f));
    apply(world, grab_command(3, 0, 0.03f, 2.0f, 0.0f));
    run_for(world, 10.0);
    cr_assert_float_eq(position(world, 0)[0], 0.005, 1e-4, "%g", position(world, 0)[0]);
    apply(world, release_command(7));
    cr_assert(pbd_world_hand_count(world) == 1);
    struct pbd_hand_view left = pbd_world_hand(world, 0);
    cr_assert(left.id == 3 && left.particle == 0);
    cr_assert_float_eq(left.target_m[0], 0.03, 1e-4);
    run_for(world, 10.0);
    cr_assert_float_eq(position(world, 0)[0], 0.03, 1e-4, "%g", position(world, 0)[0]);
    apply(world, release_command(3));
    cr_assert(pbd_world_hand_count(world) == 0);
    pbd_world_destroy(world);
}

Test(hand, two_may_pull_twice_as_hard) {
    struct pbd_world *world = bead(1.0f, "gravity=0 hand_force=5");
    apply(world, grab_command(1, 0, 40.0f, 2.0f, 0.0f));
    apply(world, grab_command(2, 0, 40.0f, 2.0f, 0.0f));
    run_for(world, 1.0);
    cr_assert_float_eq(speed(world, 0), 10.0, 2e-3, "%g", speed(world, 0));
    pbd_world_destroy(world);
}

Test(hand, follows_its_target) {
    struct pbd_world *world = bead(1.0f, "gravity=0");
    apply(world, grab_command(1, 0, 0.0f, 2.0f, 0.0f));
    for (uint32_t i = 1; i <= 60; i++) {
        apply(world, move_command(1, 0.01f * (float)i, 2.0f, 0.005f * (float)i));
        pbd_world_step(world);
    }
    run_for(world, 5.0);
    cr_assert_float_eq(position(world, 0)[0], 0.6, 1e-3);
    cr_assert_float_eq(position(world, 0)[2], 0.3, 1e-3);
    pbd_world_destroy(world);
}

// Within its force a hand is a damped spring, integrated implicitly: at any number of sweeps
// (Macklin et al. 2016) the motion is v ← (m v − h k (x − t)) / (m + h² k + h c).
Test(hand, is_a_damped_spring) {
    const int iterations[] = {1, 12};
    const int dampings[] = {0, 10, 20, 40}; // N s/m; 20 is critical
    const double target = 0.03125, m = 0.1, k = 1000.0, h = 1.0 / 960.0;
    for (uint32_t a = 0; a < 2; a++) {
        for (uint32_t b = 0; b < 4; b++) {
            struct pbd_world *world =
                body_world(bead_body(0.1f), "gravity=0 rate=960 iterations=%d hand_damping=%d",
                           iterations[a], dampings[b]);
            apply(world, grab_command(1, 0, (float)target, 2.0f, 0.0f));
            double x = 0.0, v = 0.0;
            for (uint32_t i = 0; i < 480; i++) {
                v = (m * v - h * k * (x - target)) / (m + h * h * k + h * dampings[b]);
                x += h * v;
                pbd_world_step(world);
                cr_assert_float_eq(position(world, 0)[0], x, 1e-5 * target);
            }
            pbd_world_destroy(world);
        }
    }
}

// Links are corrected first and hands after them, in every sweep: a hand without compliance has its
// particle at the target when the step ends.
Test(hand, is_solved_after_the_links) {
    struct pbd_world *world =
        world_of("chain", "links=5 angle=0 iterations=1 hand_compliance=0 hand_force=2000");
    apply(world, grab_command(1, 3, 0.125f, 1.0f, 0.0f));
    run_for(world, 5.0);
    cr_assert_float_eq(position(world, 3)[0], 0.125, 1e-6);
    cr_assert_float_eq(position(world, 3)[1], 1.0, 1e-6);
    pbd_world_destroy(world);
}

Test(hand, cannot_grab_a_pin) {
    struct pbd_world *world = world_of("chain", "links=5");
    uint64_t before = pbd_state_hash(world);
    struct pbd_command grab = grab_command(1, 0, 0.0f, 1.0f, 0.0f);
    cr_assert(pbd_world_apply(world, &grab, NULL) == PBD_PINNED);
    cr_assert(pbd_state_hash(world) == before && pbd_world_hand_count(world) == 0);
    pbd_world_destroy(world);
}

Test(hand, leaves_a_grabbed_particle_its_mass) {
    struct pbd_world *world = world_of("chain", "links=5 bead_mass=0.5 tip_mass=4");
    apply(world, grab_command(1, 2, 0.0f, 1.0f, 0.0f));
    apply(world, grab_command(2, 5, 0.0f, 1.0f, 0.0f));
    run_steps(world, 10);
    cr_assert(pbd_world_inverse_masses(world)[2] == 2.0f);
    cr_assert(pbd_world_inverse_masses(world)[5] == 0.25f);
    apply(world, release_command(1));
    cr_assert(pbd_world_inverse_masses(world)[2] == 2.0f);
    pbd_world_destroy(world);
}

// A heavy bead answers the same pull with less motion.
Test(hand, moves_a_heavy_particle_less) {
    double speeds[2];
    for (uint32_t i = 0; i < 2; i++) {
        struct pbd_world *world = bead(i == 0 ? 1.0f : 10.0f, "gravity=0 hand_force=5");
        apply(world, grab_command(1, 0, 10.0f, 2.0f, 0.0f));
        run_for(world, 0.5);
        speeds[i] = speed(world, 0);
        pbd_world_destroy(world);
    }
    cr_assert_float_eq(speeds[0], 2.5, 1e-3);
    cr_assert_float_eq(speeds[1], 0.25, 1e-4);
}

Test(hand, release_after_a_long_pull_keeps_under_the_speed_cap) {
    const char *const settings[] = {
        "",
        "iterations=1 hand_force=2000",
        "iterations=1 hand_force=2000 hand_compliance=0 bead_mass=0.01 tip_mass=0.01",
    };
    for (uint32_t k = 0; k < sizeof settings / sizeof settings[0]; k++) {
        struct pbd_world *world = world_of("chain", "%s", settings[k]);
        apply(world, grab_command(1, 20, 1.5f, 1.5f, 0.0f));
        run_for(world, 5.0);
        cr_assert_gt(position(world, 20)[0], 0.9);
        apply(world, release_command(1));
        for (uint32_t i = 0; i < 300; i++) {
            pbd_world_step(world);
            cr_assert_leq(fastest(world), PBD_SPEED_MAX * 1.00001, "%s: %g", settings[k],
                          fastest(world));
            cr_assert(is_finite_and_bounded(world));
        }
        pbd_world_destroy(world);
    }
}

// How far the middle of a rope between two alike hands of 50 N gets from its place, m.
static double drift_in_a_tug_of_war(int iterations) {
    enum { LINKS = 20 };
    struct body_particle particles[LINKS + 1];
    struct body_pair links[LINKS];
    for (uint32_t i = 0; i <= LINKS; i++) {
        particles[i] = (struct body_particle){{0.05f * ((float)i - 10.0f), 1.0f, 0.0f}, {0}, 0.1f};
    }
    for (uint32_t i = 0; i < LINKS; i++) {
        uint32_t a = i % 2 == 0 ? i / 2 : LINKS - 1 - i / 2;
        links[i] = (struct body_pair){a, a + 1, 0.05f};
    }
    const struct body body = {
        .particles = particles, .particle_count = LINKS + 1, .links = links, .link_count = LINKS};
    struct pbd_world *world = body_world(&body, "gravity=0 iterations=%d", iterations);
    apply(world, grab_command(1, 0, -1.5f, 1.0f, 0.0f));
    apply(world, grab_command(2, LINKS, 1.5f, 1.0f, 0.0f));
    double drift = 0.0;
    for (uint32_t i = 0; i < 300; i++) {
        pbd_world_step(world);
        drift = fmax(drift, fabs((double)position(world, LINKS / 2)[0]));
    }
    pbd_world_destroy(world);
    return drift;
}

Test(hand, a_symmetric_tug_of_war_is_even_once_the_sweeps_converge) {
    cr_assert_leq(drift_in_a_tug_of_war(100), 0.0003);
    // The end that is solved first wins a little.
    cr_assert_float_eq(drift_in_a_tug_of_war(12), 0.0081, 0.0008);
}

#include "distance.h"

#include <criterion/criterion.h>
#include <math.h>

#include "worlds.h"

// A pair of particles on the x axis, predicted to be at −1/2·distance and +1/2·distance, as the
// kernel sees it in either form of the step.
struct pair {
    float x[6], q[6], w[2];
    bool plain;
};

static struct pair pair_of(float distance, float w_a, float w_b, bool plain) {
    // In displacements a part of the way lies behind: x before the substep, q moved since.
    struct pair pair = {.w = {w_a, w_b}, .plain = plain};
    float moved = plain ? 0.0f : 0.125f;
    pair.x[0] = -0.5f * distance + moved;
    pair.x[3] = 0.5f * distance - moved;
    pair.q[0] = plain ? pair.x[0] : -moved;
    pair.q[3] = plain ? pair.x[3] : moved;
    return pair;
}

static float place(const struct pair *pair, uint32_t particle) {
    return pair->plain ? pair->q[3 * particle] : pair->x[3 * particle] + pair->q[3 * particle];
}

static void project(struct pair *pair, float rest_m, float stiffness) {
    const struct pbd_link link = {0, 1, rest_m};
    const struct sweep sweep = {
        .x = pair->plain ? NULL : pair->x,
        .q = pair->q,
        .w = pair->w,
        .stiffness = stiffness,
        .substep_s = 1.0f / 60.0f,
    };
    distance_project(&sweep, &link, NULL, 1);
}

Test(distance, shares_the_correction_by_inverse_mass) {
    for (int plain = 0; plain <= 1; plain++) {
        struct pair pair = pair_of(1.2f, 1.0f, 1.0f / 3.0f, plain);
        project(&pair, 1.0f, 1.0f);
        cr_assert_float_eq(place(&pair, 0), -0.6 + 0.15, 2e-7, "%.9g", place(&pair, 0));
        cr_assert_float_eq(place(&pair, 1), 0.6 - 0.05, 2e-7, "%.9g", place(&pair, 1));
    }
}

Test(distance, pushes_apart_what_is_too_close) {
    for (int plain = 0; plain <= 1; plain++) {
        struct pair pair = pair_of(0.5f, 1.0f, 1.0f, plain);
        project(&pair, 1.0f, 1.0f);
        cr_assert_float_eq(place(&pair, 0), -0.5, 1e-7);
        cr_assert_float_eq(place(&pair, 1), 0.5, 1e-7);
    }
}

Test(distance, keeps_rest_length) {
    for (int plain = 0; plain <= 1; plain++) {
        struct pair pair = pair_of(1.0f, 1.0f, 2.0f, plain);
        struct pair before = pair;
        project(&pair, 1.0f, 1.0f);
        for (uint32_t i = 0; i < 6; i++) {
            cr_assert(pair.q[i] == before.q[i]);
        }
    }
}

Test(distance, a_pin_takes_no_part_of_the_correction) {
    for (int plain = 0; plain <= 1; plain++) {
        struct pair pair = pair_of(1.5f, 0.0f, 0.25f, plain);
        struct pair before = pair;
        project(&pair, 1.0f, 1.0f);
        cr_assert(pair.q[0] == before.q[0]);
        cr_assert_float_eq(place(&pair, 1), 0.25, 1e-7);
    }
}

Test(distance, stiffness_is_the_part_of_the_error_that_goes) {
    for (int plain = 0; plain <= 1; plain++) {
        struct pair pair = pair_of(1.4f, 1.0f, 1.0f, plain);
        project(&pair, 1.0f, 0.25f);
        cr_assert_float_eq(place(&pair, 1) - place(&pair, 0), 1.3, 2e-7);
    }
}

Test(distance, between_two_pins_is_skipped) {
    for (int plain = 0; plain <= 1; plain++) {
        struct pair pair = pair_of(0.2f, 0.0f, 0.0f, plain);
        struct pair before = pair;
        project(&pair, 0.1f, 1.0f);
        for (uint32_t i = 0; i < 6; i++) {
            cr_assert(pair.q[i] == before.q[i]); // false for NaN, too
        }
    }
}

Test(distance, coincident_particles_are_left_where_they_are) {
    const float rests[] = {0.0f, 0.1f};
    for (int plain = 0; plain <= 1; plain++) {
        for (uint32_t k = 0; k < 2; k++) {
            struct pair pair = pair_of(0.0f, 1.0f, 1.0f, plain);
            struct pair before = pair;
            project(&pair, rests[k], 1.0f);
            for (uint32_t i = 0; i < 6; i++) {
                cr_assert(pair.q[i] == before.q[i]);
            }
        }
    }
}

Test(distance, a_rest_length_of_zero_draws_together) {
    for (int plain = 0; plain <= 1; plain++) {
        struct pair pair = pair_of(0.5f, 1.0f, 1.0f, plain);
        project(&pair, 0.0f, 1.0f);
        cr_assert(place(&pair, 0) == 0.0f && place(&pair, 1) == 0.0f);
        struct pair before = pair;
        project(&pair, 0.0f, 1.0f); // now coincident
        for (uint32_t i = 0; i < 6; i++) {
            cr_assert(pair.q[i] == before.q[i]);
        }
    }
}

Test(distance, solves_in_order_each_link_seeing_the_last) {
    // Two links on a line, each 1.5 long with rest 1, the first end pinned. From the pin: the first
    // link moves the middle to 1; the second is then 2 long and moves each end by a half.
    float x[9] = {0.0f, 0.0f, 0.0f, 1.5f, 0.0f, 0.0f, 3.0f, 0.0f, 0.0f};
    float q[9] = {0};
    const float w[3] = {0.0f, 1.0f, 1.0f};
    const struct pbd_link links[2] = {{0, 1, 1.0f}, {1, 2, 1.0f}};
    const struct sweep sweep = {.x = x, .q = q, .w = w, .stiffness = 1.0f, .substep_s = 0.01f};
    distance_project(&sweep, links, NULL, 2);
    cr_assert(q[3] == 0.0f && q[6] == -0.5f, "%g %g", q[3], q[6]);
}

// Σ m Δp and Σ p × m Δp of one projection (Müller et al. 2007, 3.1).
Test(distance, conserves_linear_and_angular_momentum) {
    uint64_t seed = 1;
    for (uint32_t round = 0; round < 2000; round++) {
        struct pair pair = {.plain = round % 2 == 0};
        for (uint32_t i = 0; i < 6; i++) {
            pair.x[i] = (float)random_between(&seed, -1.0, 1.0);
            pair.q[i] = (float)random_between(&seed, -1.0, 1.0);
        }
        for (uint32_t i = 0; i < 2; i++) {
            pair.w[i] = (float)random_between(&seed, 0.1, 10.0);
        }
        struct pair before = pair;
        project(&pair, (float)random_between(&seed, 0.0, 2.0), 1.0f);
        double linear[3] = {0}, angular[3] = {0}, moved = 0.0;
        for (uint32_t i = 0; i < 2; i++) {
            double p[3], j[3];
            for (uint32_t c = 0; c < 3; c++) {
                uint32_t k = 3 * i + c;
                p[c] = (double)before.q[k] + (pair.plain ? 0.0 : (double)before.x[k]);
                j[c] = ((double)pair.q[k] - before.q[k]) / pair.w[i];
                linear[c] += j[c];
                moved += fabs(j[c]);
            }
            for (uint32_t c = 0; c < 3; c++) {
                angular[c] += p[(c + 1) % 3] * j[(c + 2) % 3] - p[(c + 2) % 3] * j[(c + 1) % 3];
            }
        }
        for (uint32_t c = 0; c < 3; c++) {
            cr_assert(fabs(linear[c]) < 3e-6 * (1.0 + moved), "%g of %g", linear[c], moved);
            cr_assert(fabs(angular[c]) < 3e-6 * (1.0 + moved), "%g of %g", angular[c], moved);
        }
    }
}

static struct body_particle still(float x, float y, float z, float mass_kg) {
    return (struct body_particle){{x, y, z}, {0.0f, 0.0f, 0.0f}, mass_kg};
}

Test(distance, a_world_of_degenerate_links_stays_finite_and_still) {
    // Coincident with a rest length, coincident without, and two pins further apart than their
    // rest.
    const struct body_particle particles[] = {
        still(1, 1, 0, 1), still(1, 1, 0, 3), still(2, 1, 0, 1),
        still(2, 1, 0, 1), still(0, 2, 0, 0), still(0.2f, 2, 0, 0),
    };
    const struct body_pair links[] = {{0, 1, 0.1f}, {2, 3, 0.0f}, {4, 5, 0.1f}};
    for (int plain = 0; plain <= 1; plain++) {
        const struct body body = {.particles = particles,
                                  .particle_count = 6,
                                  .links = links,
                                  .link_count = 3,
                                  .grid_cloth = plain};
        struct pbd_world *world = body_world(&body, "gravity=0");
        run_steps(world, 100);
        for (uint32_t i = 0; i < 6; i++) {
            for (uint32_t c = 0; c < 3; c++) {
                cr_assert(position(world, i)[c] == particles[i].position_m[c]);
            }
            cr_assert(speed(world, i) == 0.0);
        }
        struct pbd_counters counters = pbd_world_counters(world);
        cr_assert(counters.not_finite == 0 && counters.speed_clamps == 0);
        pbd_world_destroy(world);
    }
}

// XPBD: what is left of a stretch is α̃/(w + α̃) of it, after one projection and after any number.
Test(distance, with_compliance_gives_way_by_the_same_at_any_number_of_projections) {
    for (uint32_t times = 1; times <= 100; times *= 10) {
        const float x[6] = {0};
        const float w[2] = {0.0f, 0.5f};
        float q[6] = {0, 0, 0, 1.4f, 0, 0};
        float multiplier = 0.0f;
        const struct pbd_link link = {0, 1, 1.0f};
        const struct sweep sweep = {
            .x = x, .q = q, .w = w, .before = x, .stiffness = 1.0f, .compliance = 1.5f};
        for (uint32_t i = 0; i < times; i++) {
            distance_project(&sweep, &link, &multiplier, 1);
        }
        cr_assert_float_eq(q[3] - 1.0f, 0.4 * 1.5 / (0.5 + 1.5), 1e-6, "%g after %u", q[3], times);
        cr_assert(q[0] == 0.0f);
    }
}

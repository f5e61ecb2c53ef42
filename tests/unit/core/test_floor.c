#include "floor.h"

#include <criterion/criterion.h>
#include <math.h>

#include "worlds.h"

// Projects one floor between two particles, `distance` apart on the x axis and having moved there
// since the substep began. Writes where they are afterwards.
static void project(float distance, float length_m, float w_a, float w_b, bool plain,
                    float after[2]) {
    float x[6] = {-0.25f * distance, 0.0f, 0.0f, 0.25f * distance, 0.0f, 0.0f};
    float q[6] = {0};
    for (uint32_t i = 0; i < 6; i += 3) {
        q[i] = plain ? 2.0f * x[i] : x[i];
    }
    const float w[2] = {w_a, w_b};
    const struct two_ends constraint = {0, 1, length_m};
    const struct sweep sweep = {
        .x = plain ? NULL : x, .q = q, .w = w, .stiffness = 0.5f, .substep_s = 1.0f / 60.0f};
    floor_project(&sweep, &constraint, NULL, 1);
    for (uint32_t i = 0; i < 2; i++) {
        after[i] = plain ? q[3 * i] : x[3 * i] + q[3 * i];
    }
}

Test(floor, pushes_apart_what_is_crushed_by_inverse_mass) {
    for (int plain = 0; plain <= 1; plain++) {
        float after[2];
        project(0.6f, 1.0f, 1.0f, 1.0f / 3.0f, plain, after);
        cr_assert_float_eq(after[0], -0.3 - 0.3, 2e-7, "%.9g", after[0]);
        cr_assert_float_eq(after[1], 0.3 + 0.1, 2e-7, "%.9g", after[1]);
    }
}

Test(floor, leaves_alone_what_is_not_crushed) {
    const float distances[] = {1.0f, 1.0000001f, 1.5f, 30.0f};
    for (int plain = 0; plain <= 1; plain++) {
        for (uint32_t i = 0; i < 4; i++) {
            float after[2];
            project(distances[i], 1.0f, 1.0f, 1.0f, plain, after);
            cr_assert(after[0] == -0.5f * distances[i] && after[1] == 0.5f * distances[i]);
        }
    }
}

Test(floor, without_length_does_nothing) {
    for (int plain = 0; plain <= 1; plain++) {
        float after[2];
        project(0.0f, 0.0f, 1.0f, 1.0f, plain, after);
        cr_assert(after[0] == 0.0f && after[1] == 0.0f);
        project(0.001f, 0.0f, 1.0f, 1.0f, plain, after);
        cr_assert(after[0] == -0.0005f && after[1] == 0.0005f);
    }
}

Test(floor, skips_coincident_particles_and_two_pins) {
    for (int plain = 0; plain <= 1; plain++) {
        float after[2];
        project(0.0f, 1.0f, 1.0f, 1.0f, plain, after);
        cr_assert(after[0] == 0.0f && after[1] == 0.0f);
        project(0.5f, 1.0f, 0.0f, 0.0f, plain, after);
        cr_assert(after[0] == -0.25f && after[1] == 0.25f);
    }
}

Test(floor, pushes_against_a_pin_with_the_movable_end_alone) {
    for (int plain = 0; plain <= 1; plain++) {
        float after[2];
        project(0.5f, 1.0f, 0.0f, 4.0f, plain, after);
        cr_assert(after[0] == -0.25f);
        cr_assert_float_eq(after[1], 0.75, 1e-7);
    }
}

Test(floor, conserves_linear_and_angular_momentum) {
    uint64_t seed = 2;
    for (uint32_t round = 0; round < 2000; round++) {
        float x[6], q[6], before[6], w[2];
        for (uint32_t i = 0; i < 6; i++) {
            x[i] = (float)random_between(&seed, -1.0, 1.0);
            before[i] = q[i] = (float)random_between(&seed, -1.0, 1.0);
        }
        w[0] = (float)random_between(&seed, 0.1, 10.0);
        w[1] = (float)random_between(&seed, 0.1, 10.0);
        bool plain = round % 2 == 0;
        const struct two_ends constraint = {0, 1, 5.0f};
        const struct sweep sweep = {
            .x = plain ? NULL : x, .q = q, .w = w, .stiffness = 1.0f, .substep_s = 0.01f};
        floor_project(&sweep, &constraint, NULL, 1);
        double linear[3] = {0}, angular[3] = {0}, moved = 0.0;
        for (uint32_t i = 0; i < 2; i++) {
            double p[3], j[3];
            for (uint32_t c = 0; c < 3; c++) {
                uint32_t k = 3 * i + c;
                p[c] = (double)before[k] + (plain ? 0.0 : (double)x[k]);
                j[c] = ((double)q[k] - before[k]) / w[i];
                linear[c] += j[c];
                moved += fabs(j[c]);
            }
            for (uint32_t c = 0; c < 3; c++) {
                angular[c] += p[(c + 1) % 3] * j[(c + 2) % 3] - p[(c + 2) % 3] * j[(c + 1) % 3];
            }
        }
        cr_assert(moved > 0.01, "nothing was pushed");
        for (uint32_t c = 0; c < 3; c++) {
            cr_assert(fabs(linear[c]) < 3e-6 * (1.0 + moved), "%g of %g", linear[c], moved);
            cr_assert(fabs(angular[c]) < 3e-6 * (1.0 + moved), "%g of %g", angular[c], moved);
        }
    }
}

// A quad of links of 1 m with floors of 0.8 of the diagonal across it, free and without gravity,
// sheared so that the angle at particle 0 is `degrees`.
//
//     2───3
//     │╲ ╱│
//     │╱ ╲│
//     0───1
#define FLOOR_LENGTH (0.8f * 1.41421356f)

static struct pbd_world *quad(double degrees, bool plain) {
    static struct body_particle particles[4];
    static const struct body_pair links[] = {{0, 1, 1}, {0, 2, 1}, {1, 3, 1}, {2, 3, 1}};
    static const struct body_pair floors[] = {{0, 3, FLOOR_LENGTH}, {1, 2, FLOOR_LENGTH}};
    float along = (float)cos(degrees * PI / 180.0);
    float up = (float)sin(degrees * PI / 180.0);
    particles[0] = (struct body_particle){{0, 1, 0}, {0}, 1};
    particles[1] = (struct body_particle){{1, 1, 0}, {0}, 1};
    particles[2] = (struct body_particle){{along, 1 + up, 0}, {0}, 1};
    particles[3] = (struct body_particle){{1 + along, 1 + up, 0}, {0}, 1};
    const struct body body = {.particles = particles,
                              .particle_count = 4,
                              .links = links,
                              .link_count = 4,
                              .floors = floors,
                              .floor_count = 2,
                              .grid_cloth = plain};
    return body_world(&body, "gravity=0");
}

static double short_diagonal(const struct pbd_world *world) {
    const float *a = position(world, 1);
    const float *b = position(world, 2);
    return hypot((double)a[0] - b[0], (double)a[1] - b[1]);
}

Test(floor, leaves_a_sheared_quad_alone) {
    // At 75° the short diagonal is 2 sin 37.5° = 1.2175, above the floor of 1.1314.
    for (int plain = 0; plain <= 1; plain++) {
        struct pbd_world *world = quad(75.0, plain);
        run_steps(world, 60);
        cr_assert_float_eq(short_diagonal(world), 2.0 * sin(37.5 * PI / 180.0), 1e-5);
        pbd_world_destroy(world);
    }
}

Test(floor, pushes_a_crushed_quad_back) {
    // At 30° it is 0.5176.
    for (int plain = 0; plain <= 1; plain++) {
        struct pbd_world *world = quad(30.0, plain);
        cr_assert_lt(short_diagonal(world), 0.52);
        run_steps(world, 1);
        cr_assert_gt(short_diagonal(world), 0.95 * FLOOR_LENGTH);
        run_steps(world, 59);
        cr_assert_geq(short_diagonal(world), 0.999 * FLOOR_LENGTH, "%g", short_diagonal(world));
        cr_assert_lt(worst_stretch(world), 0.001);
        pbd_world_destroy(world);
    }
}

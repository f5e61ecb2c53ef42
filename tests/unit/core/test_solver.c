#include "solver.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "worlds.h"

static const int rates[] = {60, 120, 240, 480, 960};
enum { RATE_COUNT = sizeof rates / sizeof rates[0] };

// One particle of 1 kg at height y with velocity v along x.
static const struct body *particle_at(float y, float v) {
    static struct body_particle particle;
    static const struct body body = {.particles = &particle, .particle_count = 1};
    particle = (struct body_particle){{0.0f, y, 0.0f}, {v, 0.0f, 0.0f}, 1.0f};
    return &body;
}

// ---- predicting --------------------------------------------------------------------------------

// After n steps v = n g h and the drop is n (n + 1) / 2 · g h².
Test(solver, falls_freely_as_the_discrete_scheme_says_at_every_rate) {
    const float heights[] = {5.3f, 5.2999f, 5.1f, 5.0f, 4.9123f, 1.7f};
    for (uint32_t r = 0; r < RATE_COUNT; r++) {
        for (uint32_t k = 0; k < sizeof heights / sizeof heights[0]; k++) {
            struct pbd_world *world =
                body_world(particle_at(heights[k], 0.0f), "rate=%d", rates[r]);
            run_for(world, 1.0);
            double n = (double)rates[r], h = 1.0 / n, g = (double)9.81f;
            double wanted = 0.5 * n * (n + 1.0) * g * h * h;
            double drop = (double)heights[k] - (double)position(world, 0)[1];
            cr_assert(fabs(drop / wanted - 1.0) < 1e-5, "%d Hz from %g m: %.9g for %.9g", rates[r],
                      (double)heights[k], drop, wanted);
            cr_assert(fabs(speed(world, 0) / (n * g * h) - 1.0) < 1e-5);
            pbd_world_destroy(world);
        }
    }
}

Test(solver, falls_freely_by_substeps) {
    const struct {
        int rate, substeps;
        double tolerance;
    } cases[] = {{60, 16, 1e-5}, {240, 4, 1e-5}, {960, 32, 2e-4}};
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pbd_world *world = body_world(particle_at(5.3f, 0.0f), "rate=%d substeps=%d",
                                             cases[i].rate, cases[i].substeps);
        run_for(world, 1.0);
        double n = (double)cases[i].rate * (double)cases[i].substeps;
        double wanted = 0.5 * (n + 1.0) / n * (double)9.81f;
        double drop = (double)5.3f - (double)position(world, 0)[1];
        cr_assert(fabs(drop / wanted - 1.0) < cases[i].tolerance, "%d × %d: %g for %g",
                  cases[i].rate, cases[i].substeps, drop, wanted);
        pbd_world_destroy(world);
    }
}

// ½ m g² h² of energy per step.
Test(solver, free_fall_loses_the_energy_that_the_scheme_loses) {
    struct pbd_world *world = body_world(particle_at(5.0f, 0.0f), "rate=60");
    double before = potential_energy(world, G);
    run_steps(world, 60);
    double lost = before - kinetic_energy(world) - potential_energy(world, G);
    double wanted = 60.0 * 0.5 * G * G / 3600.0;
    cr_assert(fabs(lost / wanted - 1.0) < 1e-4, "%g for %g", lost, wanted);
    pbd_world_destroy(world);
}

Test(solver, gravity_is_what_the_parameter_says) {
    struct pbd_world *world = body_world(particle_at(0.0f, 0.0f), "gravity=1.62");
    run_for(world, 1.0);
    float v[3];
    pbd_world_velocity(world, 0, v);
    cr_assert(v[0] == 0.0f && v[2] == 0.0f);
    cr_assert_float_eq(v[1], -1.62, 1e-5);
    pbd_world_destroy(world);
}

Test(solver, damping_is_exponential_and_the_same_at_every_rate) {
    for (uint32_t r = 0; r < RATE_COUNT; r++) {
        for (int substeps = 1; substeps <= 2; substeps++) {
            struct pbd_world *world =
                body_world(particle_at(1.0f, 2.0f), "gravity=0 damping=1 rate=%d substeps=%d",
                           rates[r], substeps);
            run_for(world, 1.0);
            double left = speed(world, 0) / 2.0;
            cr_assert(fabs(left / exp(-1.0) - 1.0) < 1e-4, "%d Hz: %.7g", rates[r], left);
            pbd_world_destroy(world);
        }
    }
}

// ---- sweeping ----------------------------------------------------------------------------------

// n sweeps of stiffness k leave (1 − k) of a link's error, whatever n is.
Test(solver, stiffness_does_not_depend_on_the_iterations) {
    static const struct body_particle particles[] = {{{0, 1, 0}, {0}, 0}, {{1.4f, 1, 0}, {0}, 1}};
    static const struct body_pair link = {0, 1, 1.0f};
    const struct body body = {
        .particles = particles, .particle_count = 2, .links = &link, .link_count = 1};
    const double stiffnesses[] = {0.01, 0.3, 0.9, 1.0};
    const int iterations[] = {1, 2, 10, 200};
    for (uint32_t k = 0; k < 4; k++) {
        for (uint32_t n = 0; n < 4; n++) {
            struct pbd_world *world = body_world(&body, "gravity=0 stiffness=%g iterations=%d",
                                                 stiffnesses[k], iterations[n]);
            pbd_world_step(world);
            cr_assert_float_eq(link_length(world, 0) - 1.0, 0.4 * (1.0 - stiffnesses[k]), 2e-5,
                               "k %g n %d: %g", stiffnesses[k], iterations[n],
                               link_length(world, 0));
            pbd_world_destroy(world);
        }
    }
}

// Two links on a line, 0.3 m each with a rest of 0.2 m, the first end pinned. In each sweep the
// first link puts the middle to 0.2, and the second shares its error between the middle and the
// tip.
Test(solver, sweeps_as_often_as_the_iterations_say) {
    static const struct body_particle particles[] = {
        {{0, 1, 0}, {0}, 0}, {{0.3f, 1, 0}, {0}, 1}, {{0.6f, 1, 0}, {0}, 1}};
    static const struct body_pair links[] = {{0, 1, 0.2f}, {1, 2, 0.2f}};
    for (int plain = 0; plain <= 1; plain++) {
        const struct body body = {particles, 3, links, 2, NULL, 0, plain};
        for (uint32_t n = 1; n <= 10; n++) {
            double middle = 0.3, tip = 0.6;
            for (uint32_t i = 0; i < n; i++) {
                double error = tip - 0.2 - 0.2;
                middle = 0.2 + 0.5 * error;
                tip -= 0.5 * error;
            }
            struct pbd_world *world = body_world(&body, "gravity=0 iterations=%u", n);
            pbd_world_step(world);
            cr_assert_float_eq(position(world, 1)[0], middle, 1e-6, "%u sweeps", n);
            cr_assert_float_eq(position(world, 2)[0], tip, 1e-6, "%u sweeps", n);
            pbd_world_destroy(world);
        }
    }
}

Test(solver, iterations_in_use_move_by_one_per_step) {
    struct pbd_world *world = world_of("rope", "iterations=5");
    apply(world, set_command(world, "iterations", 9.0f));
    cr_assert(pbd_world_iterations(world) == 5);
    for (uint32_t i = 6; i <= 9; i++) {
        pbd_world_step(world);
        cr_assert(pbd_world_iterations(world) == i);
    }
    apply(world, set_command(world, "iterations", 7.0f));
    const uint32_t down[] = {8, 7, 7};
    for (uint32_t i = 0; i < 3; i++) {
        pbd_world_step(world);
        cr_assert(pbd_world_iterations(world) == down[i]);
    }
    pbd_world_destroy(world);
}

// ---- what is conserved -------------------------------------------------------------------------

enum { CLOUD = 12, CLOUD_LINKS = 20, CLOUD_FLOORS = 12 };

static float distance(const struct body_particle *particles, uint32_t a, uint32_t b) {
    const float *p = particles[a].position_m;
    const float *q = particles[b].position_m;
    return (float)sqrt(pow((double)p[0] - q[0], 2) + pow((double)p[1] - q[1], 2) +
                       pow((double)p[2] - q[2], 2));
}

// Particles of all masses thrown about, tied by links and kept apart by floors, at random.
static const struct body *cloud(void) {
    static struct body_particle particles[CLOUD];
    static struct body_pair links[CLOUD_LINKS], floors[CLOUD_FLOORS];
    static const struct body body = {particles, CLOUD,        links, CLOUD_LINKS,
                                     floors,    CLOUD_FLOORS, false};
    uint64_t seed = 3;
    for (uint32_t i = 0; i < CLOUD; i++) {
        for (uint32_t c = 0; c < 3; c++) {
            particles[i].position_m[c] = (float)random_between(&seed, -1.0, 1.0);
            particles[i].velocity_m_per_s[c] = (float)random_between(&seed, -1.0, 1.0);
        }
        particles[i].mass_kg = (float)random_between(&seed, 0.2, 5.0);
    }
    for (uint32_t i = 0; i < CLOUD_LINKS; i++) {
        uint32_t b = (i * 5 + 1 + i / CLOUD) % CLOUD;
        links[i] = (struct body_pair){i % CLOUD, b, distance(particles, i % CLOUD, b)};
    }
    for (uint32_t i = 0; i < CLOUD_FLOORS; i++) {
        uint32_t b = (i + 6) % CLOUD;
        floors[i] = (struct body_pair){i, b, 0.99f * distance(particles, i, b)};
    }
    return &body;
}

// Σ m v, and the sum of its magnitudes as a measure; where the centre of mass is.
static double momentum(const struct pbd_world *world, double p[3], double centre[3]) {
    double mass = 0.0, size = 0.0;
    memset(p, 0, 3 * sizeof p[0]);
    memset(centre, 0, 3 * sizeof centre[0]);
    for (uint32_t i = 0; i < pbd_world_particle_count(world); i++) {
        double m = 1.0 / (double)pbd_world_inverse_masses(world)[i];
        float v[3];
        pbd_world_velocity(world, i, v);
        for (uint32_t c = 0; c < 3; c++) {
            p[c] += m * v[c];
            centre[c] += m * position(world, i)[c];
        }
        size += m * speed(world, i);
        mass += m;
    }
    for (uint32_t c = 0; c < 3; c++) {
        centre[c] /= mass;
    }
    return size;
}

Test(solver, a_free_body_keeps_its_momentum) {
    struct pbd_world *world = body_world(cloud(), "gravity=0 iterations=4 substeps=2");
    double p0[3], p[3], centre0[3], centre[3];
    double size = momentum(world, p0, centre0);
    double mass = 0.0;
    for (uint32_t i = 0; i < CLOUD; i++) {
        mass += 1.0 / (double)pbd_world_inverse_masses(world)[i];
    }
    for (uint32_t second = 1; second <= 30; second++) {
        run_for(world, 1.0);
        momentum(world, p, centre);
        for (uint32_t c = 0; c < 3; c++) {
            cr_assert(fabs(p[c] - p0[c]) < 1e-5 * size, "after %u s: %g for %g", second, p[c],
                      p0[c]);
            double wanted = centre0[c] + p0[c] / mass * (double)second;
            cr_assert_float_eq(centre[c], wanted, 1e-4, "after %u s: %g for %g", second, centre[c],
                               wanted);
        }
    }
    cr_assert(pbd_world_counters(world).speed_clamps == 0); // a cap keeps no momentum
    pbd_world_destroy(world);
}

Test(solver, the_centre_of_a_free_body_falls_as_one_particle) {
    struct pbd_world *world = body_world(cloud(), "iterations=3");
    double p0[3], p[3], centre0[3], centre[3];
    momentum(world, p0, centre0);
    double mass = 0.0;
    for (uint32_t i = 0; i < CLOUD; i++) {
        mass += 1.0 / (double)pbd_world_inverse_masses(world)[i];
    }
    run_for(world, 1.0);
    momentum(world, p, centre);
    double wanted = centre0[1] + p0[1] / mass - 0.5 * 60.0 * 61.0 * G / 3600.0;
    cr_assert_float_eq(centre[1], wanted, 2e-5, "%g for %g", centre[1], wanted);
    pbd_world_destroy(world);
}

// Every projection keeps Σ p × m Δp (see test_distance.c and test_floor.c), but predicting along
// the tangent and projecting back loses a part of a turn: with tan φ = ω h in the first step, a
// pair that turns keeps cos φ of its angular momentum, and L_next = L / √(1 + 4 (1 − cos φ)) after
// it, φ being the angle of the last step. The smaller h, the less is lost.
Test(solver, a_turning_pair_keeps_the_angular_momentum_that_the_scheme_keeps) {
    static const struct body_particle particles[] = {{{0.75f, 1, 0}, {0, 1.5f, 0}, 1},
                                                     {{-0.25f, 1, 0}, {0, -0.5f, 0}, 3}};
    static const struct body_pair link = {0, 1, 1.0f};
    const struct body body = {
        .particles = particles, .particle_count = 2, .links = &link, .link_count = 1};
    double kept_after_1_s = 0.0;
    for (uint32_t r = 0; r < RATE_COUNT; r++) {
        struct pbd_world *world = body_world(&body, "gravity=0 iterations=1 rate=%d", rates[r]);
        double moment = 0.75 * 0.75 + 3.0 * 0.25 * 0.25;
        double h = 1.0 / (double)rates[r];
        double sine = 0.0, last = 2.0 * moment;
        for (int step = 0; step < 2 * rates[r]; step++) {
            if (step == 0) {
                sine = sin(atan(2.0 * h));
            } else {
                sine /= sqrt(1.0 + 4.0 * (1.0 - sqrt(1.0 - sine * sine)));
            }
            pbd_world_step(world);
            double L = 0.0;
            for (uint32_t i = 0; i < 2; i++) {
                float v[3];
                pbd_world_velocity(world, i, v);
                L += ((double)position(world, i)[0] * v[1] -
                      ((double)position(world, i)[1] - 1.0) * v[0]) *
                     (i == 0 ? 1.0 : 3.0);
            }
            double wanted = moment * sine / h;
            cr_assert(fabs(L / wanted - 1.0) < 1e-4, "%d Hz, step %d: %g for %g", rates[r], step, L,
                      wanted);
            cr_assert(L < last * 1.00001);
            last = L;
        }
        cr_assert(last / (2.0 * moment) > kept_after_1_s);
        kept_after_1_s = last / (2.0 * moment);
        pbd_world_destroy(world);
    }
    cr_assert_gt(kept_after_1_s, 0.99); // at 960 Hz
}

// PBD hides energy in stretch, so the sum of motion and height may rise from step to step, but
// without input it never exceeds its value at the start.
Test(solver, energy_never_exceeds_its_start) {
    const char *const settings[][2] = {
        {"chain", "iterations=1"},
        {"chain", "iterations=12"},
        {"chain", "iterations=100 angle=120"},
        {"chain", "iterations=4 rate=240 tip_mass=50 angle=-80"},
        {"chain", "iterations=1 substeps=8 stiffness=0.3"},
        {"rope", "iterations=2"},
        {"rope", "iterations=50"},
        {"cloth", "breeze=0 columns=8 rows=6 iterations=1"},
        {"cloth", "breeze=0 columns=8 rows=6 iterations=12"},
        {"cloth", "breeze=0 columns=8 rows=6 iterations=4 substeps=8"},
    };
    for (uint32_t k = 0; k < sizeof settings / sizeof settings[0]; k++) {
        struct pbd_world *world = world_of(settings[k][0], "%s", settings[k][1]);
        double start = potential_energy(world, G);
        double size = fabs(start);
        for (uint32_t i = 0; i < 600; i++) {
            pbd_world_step(world);
            double energy = kinetic_energy(world) + potential_energy(world, G);
            cr_assert(energy <= start + 1e-5 * size, "%s %s, step %u: %.9g over %.9g",
                      settings[k][0], settings[k][1], i, energy, start);
        }
        pbd_world_destroy(world);
    }
}

// ---- committing --------------------------------------------------------------------------------

Test(solver, slows_what_is_faster_than_the_cap_and_counts_it) {
    for (int substeps = 1; substeps <= 3; substeps += 2) {
        struct pbd_world *world =
            body_world(particle_at(1.0f, 60.0f), "gravity=0 substeps=%d", substeps);
        pbd_world_step(world);
        cr_assert_float_eq(speed(world, 0), PBD_SPEED_MAX, 1e-3);
        cr_assert_float_eq(position(world, 0)[0], PBD_SPEED_MAX / 60.0, 1e-5);
        cr_assert(pbd_world_counters(world).speed_clamps >= 1);
        uint64_t clamps = pbd_world_counters(world).speed_clamps;
        run_steps(world, 10);
        cr_assert(pbd_world_counters(world).speed_clamps <= clamps + 10 * (uint64_t)substeps);
        cr_assert(pbd_world_counters(world).not_finite == 0);
        pbd_world_destroy(world);
    }
}

Test(solver, does_not_slow_what_is_under_the_cap) {
    struct pbd_world *world = body_world(particle_at(1.0f, 49.9f), "gravity=0");
    run_for(world, 1.0);
    cr_assert_float_eq(speed(world, 0), 49.9, 1e-3);
    cr_assert(pbd_world_counters(world).speed_clamps == 0);
    pbd_world_destroy(world);
}

Test(solver, the_cap_keeps_the_direction) {
    static const struct body_particle particle = {{0, 0, 0}, {60.0f, -80.0f, 0.0f}, 1};
    for (int plain = 0; plain <= 1; plain++) {
        const struct body body = {.particles = &particle, .particle_count = 1, .grid_cloth = plain};
        struct pbd_world *world = body_world(&body, "gravity=0");
        pbd_world_step(world);
        float v[3];
        pbd_world_velocity(world, 0, v);
        cr_assert_float_eq(v[0], 30.0, 1e-3);
        cr_assert_float_eq(v[1], -40.0, 1e-3);
        cr_assert_float_eq(position(world, 0)[1], -40.0 / 60.0, 1e-5);
        pbd_world_destroy(world);
    }
}

Test(solver, holds_at_the_bound_what_would_leave_and_counts_it) {
    static const struct body_particle particle = {{63.5f, 1, -63.9f}, {40, 0, -40}, 1};
    for (int plain = 0; plain <= 1; plain++) {
        const struct body body = {.particles = &particle, .particle_count = 1, .grid_cloth = plain};
        struct pbd_world *world = body_world(&body, "gravity=0");
        pbd_world_step(world);
        cr_assert(position(world, 0)[0] == PBD_WORLD_BOUND);
        cr_assert(position(world, 0)[1] == 1.0f);
        cr_assert(position(world, 0)[2] == -PBD_WORLD_BOUND);
        cr_assert(speed(world, 0) == 0.0);
        cr_assert(pbd_world_counters(world).bound_clamps == 1, "a particle counts once");
        run_steps(world, 10);
        cr_assert(pbd_world_counters(world).bound_clamps == 1);
        pbd_world_destroy(world);
    }
}

Test(solver, lets_a_particle_slide_along_the_bound) {
    static const struct body_particle particle = {{64.0f, 1, 0}, {10, 0, 5}, 1};
    const struct body body = {.particles = &particle, .particle_count = 1};
    struct pbd_world *world = body_world(&body, "gravity=0");
    run_for(world, 1.0);
    cr_assert(position(world, 0)[0] == PBD_WORLD_BOUND);
    cr_assert_float_eq(position(world, 0)[2], 5.0, 1e-3);
    pbd_world_destroy(world);
}

// Only a fault of the core could bring this about; it must not spread.
Test(solver, stops_what_is_not_a_number_and_counts_it) {
    static const struct body_particle particles[] = {
        {{0, 1, 0}, {0}, 1}, {{1, 1, 0}, {0}, 1}, {{2, 1, 0}, {0}, 1}};
    static const struct body_pair link = {0, 1, NAN};
    for (int plain = 0; plain <= 1; plain++) {
        const struct body body = {particles, 3, &link, 1, NULL, 0, plain};
        struct pbd_world *world = body_world(&body, "gravity=0");
        run_steps(world, 5);
        cr_assert(is_finite_and_bounded(world));
        cr_assert(position(world, 0)[0] == 0.0f && position(world, 1)[0] == 1.0f);
        cr_assert(pbd_world_counters(world).not_finite == 10);
        pbd_world_destroy(world);
    }
}

Test(solver, pins_stay_where_they_are) {
    for (uint32_t k = 0; pbd_scene_at(k) != NULL; k++) {
        struct pbd_world *world = world_of(pbd_scene_at(k)->name, "breeze=5 iterations=2");
        static float before[2000][3];
        uint32_t count = pbd_world_particle_count(world);
        cr_assert(count <= 2000);
        memcpy(before, position(world, 0), count * sizeof before[0]);
        apply(world, grab_command(1, middle_particle(world), 3.0f, 3.0f, 3.0f));
        apply(world, gust_command(1.0f, 1.0f, 1.0f, 100.0f, 1.0f, 0.0f));
        run_for(world, 2.0);
        const struct driver *driver = &world->model.driver;
        for (uint32_t i = 0; i < count; i++) {
            bool driven = driver->is_there && driver->pin == i;
            if (pbd_world_is_pin(world, i) && !driven) {
                cr_assert(memcmp(before[i], position(world, i), sizeof before[i]) == 0);
            }
        }
        pbd_world_destroy(world);
    }
}

// The square of an edge of less than 10^−19 m is a denormal number, with which processors are slow:
// a swing that dies away has to end.
Test(solver, a_world_at_rest_holds_no_numbers_next_to_nothing) {
    struct pbd_world *world = world_of("chain", "damping=10 iterations=4");
    run_for(world, 200.0);
    for (uint32_t i = 0; i < 3 * pbd_world_particle_count(world); i++) {
        float x = world->model.x[i];
        float d = world->model.d[i];
        cr_assert(x == 0.0f || fabsf(x) > 1e-13f, "position %g", (double)x);
        cr_assert(d == 0.0f || fabsf(d) > 1e-16f, "displacement %g", (double)d);
    }
    cr_assert(position(world, 20)[0] == 0.0f);
    pbd_world_destroy(world);
}

Test(solver, counts_steps) {
    struct pbd_world *world = world_of("rope", "substeps=3");
    cr_assert(pbd_world_steps(world) == 0);
    run_steps(world, 17);
    cr_assert(pbd_world_steps(world) == 17);
    pbd_world_destroy(world);
}

static void add_far_peg(struct pbd_builder *builder) {
    const float from[3] = {30, 30, 0};
    pbd_builder_capsule(builder, from, from, 0.1f);
}

// To slow one end of a link alone would turn it into what the other end is held off.
Test(solver, slows_all_alike_where_links_touch_obstacles) {
    static const struct body_particle particles[] = {{{0, 1, 0}, {100, 0, 0}, 1},
                                                     {{0, 2, 0}, {0, 10, 0}, 1},
                                                     {{0, 3, 0}, {0}, 1},
                                                     {{0, 3.5f, 0}, {0}, 1}};
    static const struct body_pair link = {2, 3, 0.5f};
    const struct body body = {.particles = particles,
                              .particle_count = 4,
                              .links = &link,
                              .link_count = 1,
                              .more = {.obstacles = 1, .links_touch = 1},
                              .build_more = add_far_peg};
    struct pbd_world *world = body_world(&body, "gravity=%d", 0);
    pbd_world_step(world);
    cr_assert_float_eq(speed(world, 0), PBD_SPEED_MAX, 1e-3);
    cr_assert_float_eq(speed(world, 1), 5.0, 1e-3);
    cr_assert(pbd_world_counters(world).speed_clamps == 1);
    pbd_world_destroy(world);
}

// ---- a pull ------------------------------------------------------------------------------------

static void pull_the_second(struct pbd_builder *builder) {
    pbd_builder_pull(builder, 1, (const float[3]){3.0f, 0.0f, -4.0f});
}

// Besides gravity and wind, and the same whatever the steps: v = a h n.
Test(solver, accelerates_the_particle_that_is_pulled_and_no_other) {
    static const struct body_particle particles[] = {{{0, 1, 0}, {0}, 1}, {{1, 1, 0}, {0}, 7}};
    const struct body body = {
        .particles = particles, .particle_count = 2, .build_more = pull_the_second};
    const char *const settings[] = {"gravity=2", "gravity=2 rate=480", "gravity=2 substeps=5"};
    for (uint32_t i = 0; i < 3; i++) {
        struct pbd_world *world = body_world(&body, "%s", settings[i]);
        run_for(world, 0.5);
        float free[3], pulled[3];
        pbd_world_velocity(world, 0, free);
        pbd_world_velocity(world, 1, pulled);
        cr_assert(free[0] == 0.0f && free[2] == 0.0f);
        cr_assert_float_eq(pulled[0], 1.5, 1e-4);
        cr_assert_float_eq(pulled[1], -1.0, 1e-4);
        cr_assert_float_eq(pulled[2], -2.0, 1e-4);
        pbd_world_destroy(world);
    }
}

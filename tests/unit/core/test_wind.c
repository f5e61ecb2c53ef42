#include "wind.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "pbd/state.h"
#include "worlds.h"

static const int rates[] = {60, 120, 240, 480, 960};
enum { RATE_COUNT = sizeof rates / sizeof rates[0] };

// Free beads at rest, in a row along x from 0 to 4 m.
enum { BEADS = 5 };

static struct pbd_world *row(const char *settings, int rate) {
    static struct body_particle particles[BEADS];
    for (uint32_t i = 0; i < BEADS; i++) {
        particles[i] = (struct body_particle){{(float)i, 2.0f, 0.0f}, {0}, 0.5f + (float)i};
    }
    const struct body body = {.particles = particles, .particle_count = BEADS};
    return body_world(&body, "gravity=0 rate=%d %s", rate, settings);
}

Test(wind, still_air_moves_nothing) {
    struct pbd_world *world = row("", 60);
    cr_assert_not(wind_evaluate(world));
    run_steps(world, 60);
    cr_assert(fastest(world) == 0.0);
    pbd_world_destroy(world);
}

Test(wind, gust_gives_strength_times_duration_at_any_rate) {
    const char *const settings[] = {"", "substeps=4"};
    for (uint32_t r = 0; r < RATE_COUNT; r++) {
        for (uint32_t k = 0; k < 2; k++) {
            struct pbd_world *world = row(settings[k], rates[r]);
            apply(world, gust_command(0.0f, 0.0f, 1.0f, 5.0f, 0.5f, 0.0f));
            run_for(world, 0.5);
            for (uint32_t i = 0; i < BEADS; i++) {
                cr_assert_float_eq(speed(world, i), 2.5, 2.5e-4, "%d Hz: %g", rates[r],
                                   speed(world, i));
            }
            run_for(world, 1.0); // and no more
            for (uint32_t i = 0; i < BEADS; i++) {
                cr_assert_float_eq(speed(world, i), 2.5, 2.5e-4);
            }
            pbd_world_destroy(world);
        }
    }
}

Test(wind, gust_blows_along_its_direction_of_any_length) {
    const float directions[][3] = {{0.0f, 3.0f, -4.0f},
                                   {0.0f, 0.003f, -0.004f},
                                   {0.0f, 3e30f, -4e30f},
                                   {0.0f, 3e-40f, -4e-40f}};
    for (uint32_t i = 0; i < 4; i++) {
        struct pbd_world *world = row("", 60);
        const float *d = directions[i];
        apply(world, gust_command(d[0], d[1], d[2], 5.0f, 0.5f, 0.0f));
        run_for(world, 0.5);
        float v[3];
        pbd_world_velocity(world, 0, v);
        cr_assert(v[0] == 0.0f);
        cr_assert_float_eq(v[1], 1.5, 1e-3);
        cr_assert_float_eq(v[2], -2.0, 1e-3);
        pbd_world_destroy(world);
    }
}

Test(wind, gust_lasts_as_long_as_it_says) {
    struct pbd_world *world = row("", 60);
    apply(world, gust_command(1.0f, 0.0f, 0.0f, 5.0f, 0.1f, 0.0f)); // six steps
    for (uint32_t i = 1; i <= 10; i++) {
        cr_assert(world->gust_count == (i <= 6 ? 1 : 0), "step %u", i);
        pbd_world_step(world);
        double steps = i < 6 ? (double)i : 6.0;
        cr_assert_float_eq(speed(world, 0), 5.0 * steps / 60.0, 1e-5);
    }
    pbd_world_destroy(world);
}

// However soft the front, whichever way it comes and however the beads move meanwhile: at 2.5 m/s
// they run half as fast as the front itself.
Test(wind, gust_with_a_front_gives_the_same_in_total_to_free_particles) {
    const float widths[] = {0.01f, 0.3f, 1.0f, 10.0f};
    const float directions[][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {1, 2, -3}};
    for (uint32_t r = 0; r < RATE_COUNT; r += 2) {
        for (uint32_t k = 0; k < 4; k++) {
            for (uint32_t d = 0; d < 4; d++) {
                struct pbd_world *world = row("", rates[r]);
                apply(world, gust_command(directions[d][0], directions[d][1], directions[d][2],
                                          5.0f, 0.5f, widths[k]));
                run_for(world, 4.5);
                cr_assert(world->gust_count == 0, "it has passed");
                for (uint32_t i = 0; i < BEADS; i++) {
                    cr_assert_float_eq(speed(world, i), 2.5, 0.0025, "%d Hz, %g m: %g", rates[r],
                                       (double)widths[k], speed(world, i));
                }
                pbd_world_destroy(world);
            }
        }
    }
}

Test(wind, gust_with_a_front_gives_the_same_in_total_to_a_loosely_held_particle) {
    // A pendulum of 20 m hardly turns while it is pushed.
    for (uint32_t k = 0; k < 2; k++) {
        struct pbd_world *world =
            world_of("chain", "links=1 length=20 angle=0 gravity=0 rate=240 substeps=2");
        apply(world, gust_command(1.0f, 0.0f, 0.0f, 5.0f, 0.5f, k == 0 ? 0.0f : 0.5f));
        run_for(world, 1.0);
        cr_assert_float_eq(speed(world, 1), 2.5, 0.025, "%g", speed(world, 1));
        pbd_world_destroy(world);
    }
}

Test(wind, front_runs_over_the_scene_at_5_m_per_s) {
    struct pbd_world *world = row("", 240);
    apply(world, gust_command(1.0f, 0.0f, 0.0f, 0.1f, 10.0f, 0.01f));
    double reached[BEADS] = {0};
    for (uint32_t step = 1; step <= 240; step++) {
        pbd_world_step(world);
        for (uint32_t i = 0; i < BEADS; i++) {
            if (reached[i] == 0.0 && speed(world, i) > 0.0) {
                reached[i] = (double)step / 240.0;
            }
        }
    }
    for (uint32_t i = 0; i < BEADS; i++) {
        cr_assert_float_eq(reached[i], 0.2 * (double)i, 0.0101, "bead %u: %g", i, reached[i]);
    }
    pbd_world_destroy(world);
}

Test(wind, front_softens_the_start) {
    struct pbd_world *sharp = row("", 240);
    struct pbd_world *soft = row("", 240);
    apply(sharp, gust_command(0.0f, 0.0f, 1.0f, 5.0f, 1.0f, 0.0f));
    apply(soft, gust_command(0.0f, 0.0f, 1.0f, 5.0f, 1.0f, 1.0f));
    run_for(sharp, 0.1);
    run_for(soft, 0.1);
    // Half the width of the front has come: the integral of 3u² − 2u³ up to 1/2 is 3/32, of 1/2.
    cr_assert_float_eq(speed(sharp, 0), 0.5, 1e-4);
    cr_assert_float_eq(speed(soft, 0), 5.0 * 0.2 * 3.0 / 32.0, 6e-3, "%g", speed(soft, 0));
    pbd_world_destroy(sharp);
    pbd_world_destroy(soft);
}

Test(wind, gusts_add_up) {
    struct pbd_world *world = row("", 60);
    apply(world, gust_command(1.0f, 0.0f, 0.0f, 5.0f, 0.5f, 0.0f));
    run_for(world, 0.25);
    apply(world, gust_command(0.0f, 1.0f, 0.0f, 8.0f, 0.25f, 0.5f));
    apply(world, gust_command(1.0f, 0.0f, 0.0f, 1.0f, 1.0f, 0.5f));
    run_for(world, 3.0);
    float v[3];
    pbd_world_velocity(world, 2, v);
    cr_assert_float_eq(v[0], 3.5, 1e-3, "%g", v[0]);
    cr_assert_float_eq(v[1], 2.0, 1e-3, "%g", v[1]);
    pbd_world_destroy(world);
}

// A gust that ends gives its place to another, whose front is measured anew.
Test(wind, gusts_end_in_any_order_without_disturbing_each_other) {
    struct pbd_world *world = row("", 60);
    double wanted = 0.0;
    uint64_t seed = 5;
    for (uint32_t i = 0; i < 60; i++) {
        float duration_s = (float)random_between(&seed, 0.1, 0.8);
        double steps = floor((double)duration_s * 60.0 + 0.5);
        struct pbd_command command =
            gust_command(i % 2 == 0 ? 1.0f : 0.0f, 0.0f, i % 2 == 0 ? 0.0f : 1.0f, 0.25f,
                         duration_s, i % 3 == 0 ? 0.0f : (float)random_between(&seed, 0.1, 0.5));
        enum pbd_status status = pbd_world_apply(world, &command, NULL);
        cr_assert(status == PBD_OK || status == PBD_TOO_MANY_GUSTS);
        wanted += status == PBD_OK && i % 2 == 0 ? 0.25 * steps / 60.0 : 0.0;
        run_steps(world, 1 + random_u32(&seed) % 12);
    }
    run_for(world, 4.0);
    for (uint32_t i = 0; i < BEADS; i++) {
        float v[3];
        pbd_world_velocity(world, i, v);
        cr_assert_float_eq(v[0], wanted, 1e-3 * wanted, "bead %u: %g for %g", i, v[0], wanted);
    }
    pbd_world_destroy(world);
}

Test(wind, gust_acts_alike_on_a_chain_at_60_and_240_steps_per_second) {
    double at[2];
    for (uint32_t k = 0; k < 2; k++) {
        struct pbd_world *world = world_of("chain", "angle=0 iterations=100 rate=%d", k ? 240 : 60);
        apply(world, gust_command(1.0f, 0.0f, 0.0f, 5.0f, 0.5f, 0.3f));
        run_for(world, 0.5);
        at[k] = position(world, 20)[0];
        pbd_world_destroy(world);
    }
    cr_assert_gt(at[0], 0.2);
    cr_assert_float_eq(at[0], at[1], 0.03 * at[1], "%g %g", at[0], at[1]); // h/2 apart in time
}

// ---- the breeze --------------------------------------------------------------------------------

static struct pbd_world *cloth_of_seed(uint32_t seed, int rate) {
    struct pbd_world_def def =
        def_of(pbd_scene_find("cloth"), "columns=6 rows=5 breeze=2 damping=5 rate=%d", rate);
    def.seed = seed;
    struct pbd_world *world = NULL;
    cr_assert(pbd_world_create(&def, &world) == PBD_OK);
    return world;
}

Test(wind, breeze_is_the_same_for_the_same_seed_and_differs_for_another) {
    struct pbd_world *a = cloth_of_seed(7, 60);
    struct pbd_world *b = cloth_of_seed(7, 60);
    struct pbd_world *c = cloth_of_seed(8, 60);
    size_t bytes = 3 * pbd_world_particle_count(a) * sizeof(float);
    for (uint32_t step = 0; step < 200; step++) {
        pbd_world_step(a);
        pbd_world_step(b);
        pbd_world_step(c);
        cr_assert(pbd_state_hash(a) == pbd_state_hash(b));
        cr_assert(memcmp(pbd_world_positions(a), pbd_world_positions(c), bytes) != 0);
    }
    pbd_world_destroy(a);
    pbd_world_destroy(b);
    pbd_world_destroy(c);
}

// A pure function of seed, step and place: a bead that passes by at the same step in the same place
// feels the same, whatever happened before.
Test(wind, breeze_depends_on_seed_step_and_place_alone) {
    static struct body_particle particle = {{0.3f, 1.2f, -0.4f}, {0}, 1.0f};
    const struct body body = {.particles = &particle, .particle_count = 1};
    struct pbd_world *undisturbed = body_world(&body, "breeze=3");
    struct pbd_world *disturbed = body_world(&body, "breeze=3");
    apply(disturbed, gust_command(1.0f, 0.0f, 0.0f, 5.0f, 0.3f, 0.0f));
    run_steps(undisturbed, 100);
    run_steps(disturbed, 100);
    for (uint32_t c = 0; c < 3; c++) {
        undisturbed->model.x[c] = disturbed->model.x[c] = 0.1f * (float)c;
    }
    cr_assert(wind_evaluate(undisturbed) && wind_evaluate(disturbed));
    for (uint32_t c = 0; c < 3; c++) {
        cr_assert(undisturbed->model.wind[c] == disturbed->model.wind[c]);
    }
    cr_assert(undisturbed->model.wind[2] != 0.0f);
    pbd_world_destroy(undisturbed);
    pbd_world_destroy(disturbed);
}

Test(wind, breeze_varies_along_every_axis) {
    static struct body_particle particles[4] = {{{0, 1, 0}, {0}, 1},
                                                {{0.3f, 1, 0}, {0}, 1},
                                                {{0, 1.3f, 0}, {0}, 1},
                                                {{0, 1, 0.3f}, {0}, 1}};
    const struct body body = {.particles = particles, .particle_count = 4};
    struct pbd_world *world = body_world(&body, "breeze=%d", 1);
    double difference[4] = {0.0};
    for (uint32_t step = 0; step < 600; step++) {
        world->step = step;
        cr_assert(wind_evaluate(world));
        for (uint32_t i = 1; i < 4; i++) {
            for (uint32_t c = 0; c < 3; c++) {
                double here = world->model.wind[3 * i + c];
                difference[i] = fmax(difference[i], fabs(here - world->model.wind[c]));
            }
        }
    }
    for (uint32_t i = 1; i < 4; i++) {
        cr_assert(difference[i] > 0.1, "axis %u: %g", i, difference[i]);
    }
    pbd_world_destroy(world);
}

Test(wind, breeze_grows_with_its_strength_and_stays_under_it) {
    static struct body_particle particle = {{0.3f, 1.2f, -0.4f}, {0}, 1.0f};
    const struct body body = {.particles = &particle, .particle_count = 1};
    double mean2[2] = {0.0, 0.0}, sum = 0.0, most = 0.0;
    for (uint32_t k = 0; k < 2; k++) {
        struct pbd_world *world = body_world(&body, "breeze=%d", k + 1);
        for (uint32_t step = 0; step < 6000; step++) {
            world->step = step;
            cr_assert(wind_evaluate(world));
            const float *a = world->model.wind;
            double size2 = (double)a[0] * a[0] + (double)a[1] * a[1] + (double)a[2] * a[2];
            mean2[k] += size2 / 6000.0;
            most = fmax(most, sqrt(size2) / (double)(k + 1));
            sum += (double)a[2] / 12000.0;
        }
        pbd_world_destroy(world);
    }
    cr_assert_float_eq(mean2[1], 4.0 * mean2[0], 1e-3 * mean2[1]);
    cr_assert(mean2[0] > 0.1 && most <= 1.1, "%g %g", mean2[0], most);
    cr_assert(fabs(sum) < 0.05, "blows one way: %g", sum);
}

Test(wind, breeze_is_about_the_same_at_60_and_240_steps_per_second) {
    struct pbd_world *slow = cloth_of_seed(3, 60);
    struct pbd_world *fast = cloth_of_seed(3, 240);
    double difference = 0.0;
    double size = 0.0;
    for (uint32_t k = 1; k <= 120; k++) {
        cr_assert(wind_evaluate(slow) && wind_evaluate(fast));
        for (uint32_t i = 0; i < pbd_world_particle_count(slow); i++) {
            double a = slow->model.wind[3 * i + 2];
            double b = fast->model.wind[3 * i + 2];
            difference = fmax(difference, fabs(a - b));
            size = fmax(size, fabs(a));
        }
        slow->step = k;
        fast->step = 4 * (uint64_t)k;
    }
    cr_assert(size > 1.0);
    cr_assert(difference < 0.001 * size, "the air itself: %g of %g", difference, size);

    slow->step = fast->step = 0;
    double apart = 0.0, moved = 0.0;
    for (uint32_t k = 1; k <= 240; k++) {
        run_steps(slow, 1);
        run_steps(fast, 4);
        for (uint32_t i = 0; i < pbd_world_particle_count(slow); i++) {
            apart = fmax(apart, fabs((double)position(slow, i)[2] - position(fast, i)[2]));
            moved = fmax(moved, fabs((double)position(fast, i)[2]));
        }
    }
    cr_assert(moved > 0.005 && apart < 0.2 * moved, "the cloth in it: %g of %g", apart, moved);
    pbd_world_destroy(slow);
    pbd_world_destroy(fast);
}

Test(wind, breeze_never_drifts_or_stops_in_a_month) {
    static struct body_particle particle = {{0.3f, 1.2f, -0.4f}, {0}, 1.0f};
    const struct body body = {.particles = &particle, .particle_count = 1};
    struct pbd_world *world = body_world(&body, "breeze=1 rate=960");
    double most = 0.0;
    for (uint64_t step = 960ull * 86400 * 30; step < 960ull * (86400 * 30 + 10); step++) {
        world->step = step;
        float before = world->model.wind[2];
        cr_assert(wind_evaluate(world));
        float change = world->model.wind[2] - before;
        most = fmax(most, fabs((double)world->model.wind[2]));
        cr_assert(step == 960ull * 86400 * 30 || fabsf(change) < 0.02f, "jumps by %g", change);
    }
    cr_assert_gt(most, 0.5);
    pbd_world_destroy(world);
}

// ---- steady wind -------------------------------------------------------------------------------

static void blow_steadily(struct pbd_builder *builder) {
    pbd_builder_wind(builder, (const float[3]){3, 1, -2});
}

// Alike for light and heavy, and on top of a gust; pins stand.
Test(wind, that_blows_steadily_accelerates_everything_that_is_free) {
    static const struct body_particle particles[] = {
        {{0, 1, 0}, {0}, 0.1f}, {{1, 1, 0}, {0}, 9}, {{2, 1, 0}, {0}, 0}};
    const struct body body = {
        .particles = particles, .particle_count = 3, .build_more = blow_steadily};
    struct pbd_world *world = body_world(&body, "gravity=%d", 0);
    apply(world, gust_command(1, 0, 0, 4, 0.5f, 0));
    run_for(world, 1.0);
    for (uint32_t i = 0; i < 3; i++) {
        const double wanted[] = {5, 1, -2};
        float v[3];
        pbd_world_velocity(world, i, v);
        for (uint32_t c = 0; c < 3; c++) {
            cr_assert_float_eq(v[c], i < 2 ? wanted[c] : 0.0, 1e-4, "%u: %g", i, v[c]);
        }
    }
    pbd_world_destroy(world);
}

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "worlds.h"

enum { LINKS = 20, RIGHT = LINKS + 1 }; // the right rope's pin

static double stretch_of_left(const struct pbd_world *world) {
    double worst = -1.0;
    for (uint32_t i = 0; i < LINKS; i++) {
        worst = fmax(worst, link_length(world, i) / pbd_world_links(world)[i].rest_m - 1.0);
    }
    return worst;
}

// Seconds until the springs burst; 0 if they hold. The left rope must hold all the time.
static double time_of_burst(struct pbd_world *world, double seconds) {
    double rate = (double)pbd_world_rate_hz(world);
    double burst_s = 0.0;
    for (uint32_t step = 1; step <= (uint32_t)(seconds * rate); step++) {
        pbd_world_step(world);
        cr_assert(stretch_of_left(world) < 0.15, "%g", stretch_of_left(world));
        cr_assert(is_finite_and_bounded(world));
        burst_s = burst_s == 0.0 && pbd_world_has_burst(world) ? (double)step / rate : burst_s;
    }
    return burst_s;
}

Test(scene_contrast, is_the_same_rope_twice) {
    struct pbd_world *world = world_of("contrast", "links=5 length=%d bead_mass=0.5", 2);
    cr_assert(pbd_world_particle_count(world) == 12);
    cr_assert(pbd_world_link_count(world) == 10 && pbd_world_spring_count(world) == 5);
    for (uint32_t i = 0; i <= 5; i++) {
        const float *left = position(world, i), *right = position(world, 6 + i);
        cr_assert(pbd_world_inverse_masses(world)[i] == (i == 0 ? 0.0f : 2.0f));
        cr_assert(pbd_world_inverse_masses(world)[6 + i] == (i == 0 ? 0.0f : 2.0f));
        cr_assert_float_eq(right[0] - left[0], 2.6, 1e-5);
        cr_assert(right[1] == left[1] && right[2] == left[2]);
    }
    for (uint32_t i = 0; i < 5; i++) {
        struct pbd_link left = pbd_world_links(world)[i], right = pbd_world_links(world)[5 + i];
        cr_assert(left.a == i && left.b == i + 1 && right.a == 6 + i && right.b == 7 + i);
        cr_assert(left.rest_m == 0.4f && right.rest_m == 0.4f);
    }
    pbd_world_destroy(world);
}

// As it comes: there is time to watch.
Test(scene_contrast, bursts_on_the_right_within_seconds_and_swings_on_on_the_left) {
    struct pbd_world *world = world_of("contrast", "links=%d", LINKS);
    double burst_s = time_of_burst(world, 5.0);
    cr_assert(burst_s > 0.5 && burst_s < 4.0, "%g s", burst_s);
    float right[3 * (LINKS + 1)], before = position(world, LINKS)[0], most = 0.0f;
    memcpy(right, position(world, RIGHT), sizeof right);
    for (uint32_t step = 0; step < 480; step++) {
        pbd_world_step(world);
        most = fmaxf(most, fabsf(position(world, LINKS)[0] - before));
    }
    cr_assert(most > 0.1f, "the left one swings");
    cr_assert(memcmp(right, position(world, RIGHT), sizeof right) == 0, "the right one is still");
    pbd_world_destroy(world);
}

Test(scene_contrast, bursts_the_sooner_the_longer_the_step) {
    const int rates[] = {60, 120};
    for (uint32_t i = 0; i < 2; i++) {
        struct pbd_world *world = world_of("contrast", "rate=%d", rates[i]);
        double burst_s = time_of_burst(world, 3.0);
        cr_assert(burst_s > 0.0 && burst_s < 0.5, "%d: %g s", rates[i], burst_s);
        pbd_world_destroy(world);
    }
}

// The price of springs: twice to four times as many steps, and then they are the same rope.
Test(scene_contrast, holds_on_both_sides_at_short_steps) {
    const int rates[] = {480, 960};
    for (uint32_t i = 0; i < 2; i++) {
        struct pbd_world *world = world_of("contrast", "rate=%d", rates[i]);
        for (int step = 0; step < rates[i]; step++) {
            pbd_world_step(world);
            const float *left = position(world, LINKS), *right = position(world, RIGHT + LINKS);
            float apart = right[0] - left[0] - 1.3f;
            cr_assert(fabsf(apart) < 0.12f && fabsf(right[1] - left[1]) < 0.12f, "step %d", step);
        }
        cr_assert(time_of_burst(world, 10.0) == 0.0, "%d", rates[i]);
        cr_assert(worst_stretch(world) < 0.3);
        pbd_world_destroy(world);
    }
}

// Each takes part of it in its own way: the springs burst, whoever pulls.
Test(scene_contrast, holds_on_the_left_whatever_hands_do) {
    struct pbd_world *world = world_of("contrast", "hand_force=%d iterations=50", 500);
    apply(world, grab_command(1, 10, -3, 4, 2));
    apply(world, grab_command(2, RIGHT + 10, 3, 4, 2));
    run_for(world, 1.0);
    apply(world, move_command(1, 2, -1, -2));
    apply(world, gust_command(0, 0, 1, 100, 1, 0));
    run_for(world, 1.0);
    apply(world, release_command(1));
    apply(world, release_command(2));
    run_for(world, 5.0);
    cr_assert(is_finite_and_bounded(world) && pbd_world_counters(world).not_finite == 0);
    cr_assert(stretch_of_left(world) < 0.02, "%g", stretch_of_left(world));
    cr_assert(pbd_world_has_burst(world));
    pbd_world_destroy(world);
}

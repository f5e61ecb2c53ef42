#include <criterion/criterion.h>
#include <math.h>

#include "world_internal.h"
#include "worlds.h"

enum { LINKS_MAX = 200 };

static uint32_t links_of(const struct pbd_world *world) {
    return pbd_world_particle_count(world) - 1;
}

Test(scene_string, runs_level_from_a_pin_to_a_bead_that_slides) {
    struct pbd_world *world =
        world_of("string", "links=10 length=%g rope_mass=0.5 end_mass=0.25", 2.0);
    const float *w = pbd_world_inverse_masses(world);
    cr_assert(pbd_world_particle_count(world) == 11);
    cr_assert(w[0] == 0.0f && w[10] == 4.0f);
    for (uint32_t i = 1; i < 10; i++) {
        cr_assert_float_eq(w[i], 20.0, 1e-4);
    }
    cr_assert_float_eq(position(world, 0)[0], -1.0, 1e-6);
    cr_assert_float_eq(position(world, 10)[1], position(world, 0)[1], 1e-6);
    cr_assert(fabs(worst_stretch(world)) < 1e-5);
    const uint32_t order[] = {0, 9, 1, 8, 2, 7, 3, 6, 4, 5};
    for (uint32_t i = 0; i < 10; i++) {
        cr_assert(pbd_world_links(world)[i].a == order[i]);
    }
    pbd_world_destroy(world);
}

// Its weight of 0.1 kg makes it sag by w L / 8 T, and it starts so: 6.25 mm under 2 kg.
Test(scene_string, hangs_at_rest_in_the_sag_that_its_tension_says) {
    for (int kg = 1; kg <= 4; kg *= 2) {
        struct pbd_world *world = world_of("string", "amplitude=0 tension_mass=%d", kg);
        double wanted = 0.0125 / kg;
        double sag = (double)position(world, 0)[1] - (double)position(world, 10)[1];
        cr_assert(fabs(sag / wanted - 1.0) < 0.01, "%d kg: %g m", kg, sag);
        float before = position(world, 10)[1];
        run_for(world, 1.0);
        cr_assert(fabsf(position(world, 10)[1] - before) < 2e-4f, "it starts at rest");
        pbd_world_destroy(world);
    }
}

Test(scene_string, is_tuned_by_its_weight_while_it_runs) {
    struct pbd_world *world = world_of("string", "amplitude=%d damping=5", 0);
    cr_assert_not(apply(world, set_command(world, "tension_mass", 0.5f)).rebuilt);
    run_for(world, 3.0);
    double sag = (double)position(world, 0)[1] - (double)position(world, 10)[1];
    cr_assert(fabs(sag / 0.025 - 1.0) < 0.02, "%g m", sag);
    float end[3] = {position(world, 20)[0], position(world, 20)[1], position(world, 20)[2]};
    cr_assert(end[1] == position(world, 0)[1] && end[2] == 0.0f, "on its rail");
    apply(world, set_command(world, "gravity", 0.0f));
    apply(world, gust_command(-1, 0, 0, 5, 1, 0));
    run_for(world, 1.0);
    cr_assert(position(world, 20)[0] < end[0] - 0.1f, "without gravity nothing draws it");
    pbd_world_destroy(world);
}

Test(scene_string, knows_its_harmonics) {
    struct pbd_world *world = world_of("string", "links=%d", 20);
    double hz[PBD_HARMONICS_MAX];
    cr_assert(pbd_world_scene(world)->harmonics(pbd_world_values(world), hz) == 8);
    const double wanted[] = {6.996, 13.950, 20.817};
    for (uint32_t k = 0; k < 3; k++) {
        cr_assert_float_eq(hz[k], wanted[k], 5e-4, "%g", hz[k]);
    }
    pbd_world_destroy(world);
    world = world_of("string", "links=%d", 4);
    cr_assert(pbd_world_scene(world)->harmonics(pbd_world_values(world), hz) == 3, "three beads");
    apply(world, set_command(world, "gravity", 0.0f));
    cr_assert(pbd_world_scene(world)->harmonics(pbd_world_values(world), hz) == 0, "no tension");
    pbd_world_destroy(world);
}

// ---- listening ---------------------------------------------------------------------------------

static double part_of_mode(const struct pbd_world *world, uint32_t mode, uint32_t axis,
                           const double *rest) {
    double part = 0.0;
    double links = (double)links_of(world);
    for (uint32_t i = 1; i < links_of(world); i++) {
        double away = (double)position(world, i)[axis] - rest[i];
        part += away * sin(PI * (double)mode * (double)i / links);
    }
    return part;
}

// Frequency of a mode that is let go of at 2 mm, from its passages through the place of rest.
static double pitch_of_mode(const char *settings, uint32_t mode, uint32_t axis, double seconds) {
    struct pbd_world *world = world_of("string", "amplitude=0 %s", settings);
    double rest[LINKS_MAX + 1], links = (double)links_of(world);
    for (uint32_t i = 0; i <= links_of(world); i++) {
        rest[i] = (double)position(world, i)[axis];
        world->model.x[3 * i + axis] += (float)(0.002 * sin(PI * (double)mode * (double)i / links));
    }
    double rate = (double)pbd_world_rate_hz(world), first = 0.0, last = 0.0;
    uint32_t passages = 0;
    double after = part_of_mode(world, mode, axis, rest);
    for (uint32_t step = 1; step <= (uint32_t)(seconds * rate); step++) {
        double before = after;
        pbd_world_step(world);
        after = part_of_mode(world, mode, axis, rest);
        if ((before < 0.0) != (after < 0.0)) {
            last = ((double)step - 1.0 + before / (before - after)) / rate;
            first = passages == 0 ? last : first;
            passages++;
        }
    }
    pbd_world_destroy(world);
    cr_assert(passages > 6);
    return 0.5 * ((double)passages - 1.0) / (last - first);
}

static void assert_sounds(const char *settings, uint32_t axis, double decay_rate_hz) {
    const double wanted_hz[] = {6.996, 13.950, 20.817};
    for (uint32_t mode = 1; mode <= 3; mode++) {
        double omega = 2.0 * PI * wanted_hz[mode - 1];
        double tau_s = 2.0 * decay_rate_hz / (omega * omega);
        double hz = pitch_of_mode(settings, mode, axis, fmin(4.0 * tau_s, 3.0));
        cr_assert(fabs(hz / wanted_hz[mode - 1] - 1.0) < 0.015, "%s, mode %u: %g Hz", settings,
                  mode, hz);
    }
}

Test(scene_string, sounds_at_its_first_three_harmonics_up_and_down_and_to_and_fro) {
    assert_sounds("", 1, 3840.0);
    assert_sounds("", 2, 3840.0);
}

// Where the 2 kg are tied on, as a bead that slides: 960 steps per second, n = 100, 2 mm. Across,
// because sag stiffens waves up and down that would have to shake the weight.
Test(scene_string, sounds_at_them_with_the_weight_itself_at_its_end) {
    assert_sounds("end_mass=2 substeps=1 iterations=100", 2, 960.0);
}

// Largest way to either side in one second.
static void swings_of(struct pbd_world *world, double *swings) {
    double low[LINKS_MAX + 1], high[LINKS_MAX + 1];
    for (uint32_t i = 0; i <= links_of(world); i++) {
        low[i] = high[i] = (double)position(world, i)[1];
    }
    for (uint32_t step = 0; step < pbd_world_rate_hz(world); step++) {
        pbd_world_step(world);
        for (uint32_t i = 0; i <= links_of(world); i++) {
            low[i] = fmin(low[i], (double)position(world, i)[1]);
            high[i] = fmax(high[i], (double)position(world, i)[1]);
        }
    }
    for (uint32_t i = 0; i <= links_of(world); i++) {
        swings[i] = 0.5 * (high[i] - low[i]);
    }
}

// As it comes: driven at the second harmonic.
Test(scene_string, stands_in_two_bellies_with_a_node_between_them) {
    struct pbd_world *world = world_of("string", "rate=%d", 960);
    double swings[LINKS_MAX + 1];
    run_for(world, 3.0);
    swings_of(world, swings);
    double left = 0.0, right = 0.0;
    for (uint32_t i = 1; i < 10; i++) {
        left = fmax(left, swings[i]);
        right = fmax(right, swings[i + 10]);
    }
    cr_assert(left > 0.012 && right > 0.012, "bellies to be seen: %g and %g m", left, right);
    cr_assert(fabs(left / right - 1.0) < 0.1);
    cr_assert(swings[10] < 0.1 * fmin(left, right), "node: %g of %g m", swings[10], left);
    pbd_world_destroy(world);
}

// Between two harmonics the string hardly answers.
Test(scene_string, answers_little_off_its_harmonics) {
    struct pbd_world *world = world_of("string", "frequency=%g", 10.5);
    double swings[LINKS_MAX + 1], largest = 0.0;
    run_for(world, 4.0);
    swings_of(world, swings);
    for (uint32_t i = 0; i <= 20; i++) {
        largest = fmax(largest, swings[i]);
    }
    cr_assert(largest < 0.005, "%g m for 2 mm", largest);
    pbd_world_destroy(world);
}

#include "bend.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "world_internal.h"
#include "worlds.h"

static const float unit_masses[3] = {1, 1, 1};

Test(bend, pulls_three_particles_into_a_line_at_once) {
    const float x[9] = {0, 0, 0, 1, 0.3f, 0, 2, 0, 0};
    float q[9] = {0};
    const struct bend bend = {0, 1, 2, 0.0f};
    const struct sweep sweep = {.x = x, .q = q, .w = unit_masses, .before = x, .bending = 1.0f};
    bend_project(&sweep, &bend, NULL, 1);
    for (uint32_t i = 0; i < 3; i++) {
        cr_assert_float_eq(x[3 * i + 1] + q[3 * i + 1], 0.1, 1e-7, "they meet at the mean height");
        cr_assert(q[3 * i] == 0.0f && q[3 * i + 2] == 0.0f);
    }
}

Test(bend, corrects_the_share_that_its_stiffness_says) {
    const float x[9] = {0, 0, 0, 1, 0.3f, 0, 2, 0, 0};
    float q[9] = {0};
    const struct bend bend = {0, 1, 2, 0.0f};
    const struct sweep sweep = {.x = x, .q = q, .w = unit_masses, .before = x, .bending = 0.25f};
    bend_project(&sweep, &bend, NULL, 1);
    double bow = 0.5 * (double)(q[1] + q[7]) - (double)(x[4] + q[4]);
    cr_assert_float_eq(bow, -0.3 * 0.75, 1e-7);
}

Test(bend, keeps_a_bow_that_was_there_from_the_start) {
    const float x[9] = {0, 0, 0, 1, 0.4f, 0, 2, 0, 0};
    float q[9] = {0};
    q[4] = -0.1f; // flatter than at rest
    const struct bend bend = {0, 1, 2, 0.4f};
    const struct sweep sweep = {.x = x, .q = q, .w = unit_masses, .before = x, .bending = 1.0f};
    bend_project(&sweep, &bend, NULL, 1);
    double bow = 0.5 * (double)(q[1] + q[7]) - (double)(x[4] + q[4]);
    cr_assert_float_eq(bow, -0.4, 1e-6);
}

Test(bend, moves_neither_pins_nor_what_is_straight) {
    const float x[9] = {0, 0, 0, 1, 0.3f, 0, 2, 0, 0};
    const float pins[3] = {0, 0, 0};
    float q[9] = {0};
    const struct bend bend = {0, 1, 2, 0.0f};
    struct sweep sweep = {.x = x, .q = q, .w = pins, .before = x, .bending = 1.0f};
    bend_project(&sweep, &bend, NULL, 1);
    for (uint32_t i = 0; i < 9; i++) {
        cr_assert(q[i] == 0.0f);
    }
    const float straight[9] = {0, 0, 0, 1, 0, 0, 2, 0, 0};
    sweep.x = straight;
    sweep.w = unit_masses;
    bend_project(&sweep, &bend, NULL, 1);
    for (uint32_t i = 0; i < 9; i++) {
        cr_assert(q[i] == 0.0f);
    }
}

// A chain that is held out to the side sags less the stiffer it is against bending.
Test(bend, makes_a_chain_stand_off_as_a_parameter_that_acts_at_once) {
    struct pbd_world *world = world_of("chain", "links=%d angle=90 iterations=50 gravity=0", 10);
    cr_assert_float_eq(((struct bend *)world->model.constraints[PBD_BEND])[3].rest_m, 0.0, 1e-9);
    apply(world, grab_command(1, 10, 0.6f, 1.0f, 0.0f));
    run_for(world, 3.0);
    double loose = 0.0, stiff = 0.0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        double worst = 0.0; // the sharpest kink
        for (uint32_t i = 1; i < 10; i++) {
            const float *a = position(world, i - 1), *b = position(world, i),
                        *c = position(world, i + 1);
            double bow = hypot(0.5 * (double)(a[0] + c[0]) - (double)b[0],
                               0.5 * (double)(a[1] + c[1]) - (double)b[1]);
            worst = fmax(worst, bow);
        }
        *(pass == 0 ? &loose : &stiff) = worst;
        if (pass == 0) {
            apply(world, set_command(world, "bending", 0.9f));
            run_for(world, 3.0);
        }
    }
    cr_assert(stiff < 0.7 * loose, "kinks of %g m and %g m", loose, stiff);
    pbd_world_destroy(world);
}

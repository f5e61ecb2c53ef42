#include "tether.h"

#include <criterion/criterion.h>

#include "worlds.h"

static float project(float distance, float w_a, bool first) {
    const float x[6] = {0};
    float q[6] = {distance};
    const float w[2] = {w_a, 0.0f};
    const struct two_ends tether = {0, 1, 1.0f};
    const struct sweep sweep = {.x = x, .q = q, .w = w, .before = x, .first = first};
    tether_project(&sweep, &tether, NULL, 1);
    cr_assert(q[3] == 0.0f, "the pin stays");
    return q[0];
}

Test(tether, brings_a_particle_back_within_reach_of_its_pin) {
    cr_assert_float_eq(project(3.0f, 2.0f, true), 1.0, 1e-7);
    cr_assert(project(0.7f, 2.0f, true) == 0.7f, "it is slack within reach");
}

Test(tether, acts_in_the_first_sweep_alone_and_never_on_a_pin) {
    cr_assert(project(3.0f, 2.0f, false) == 3.0f);
    cr_assert(project(3.0f, 0.0f, true) == 3.0f);
}

Test(tether, takes_the_stretch_out_of_a_hanging_chain_when_switched_on) {
    struct pbd_world *world = world_of("chain", "links=%d iterations=5 angle=0 rekick=0", 20);
    run_for(world, 20.0);
    cr_assert(worst_stretch(world) > 0.15, "%g without", worst_stretch(world));
    apply(world, set_command(world, "tethers", 1));
    run_for(world, 20.0);
    double hangs_m = (double)position(world, 0)[1] - (double)position(world, 20)[1];
    cr_assert(hangs_m > 0.99 && hangs_m < 1.03, "%g", hangs_m);
    pbd_world_destroy(world);
}

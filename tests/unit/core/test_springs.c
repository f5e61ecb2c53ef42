#include "springs.h"

#include <criterion/criterion.h>
#include <math.h>

#include "worlds.h"

static void add_ceiling(struct pbd_builder *builder) {
    pbd_builder_ceiling(builder, 2, 3, 1.0f);
}

// A bead on a spring: x″ = −(k/m) x − g, by symplectic Euler as exactly as it is defined.
Test(springs, swing_as_symplectic_eulers_do) {
    struct pbd_world *world =
        world_of("chain", "links=%d length=1 angle=0 rekick=0 rate=960 stepping=2 spring=100", 1);
    double h = 1.0 / 960.0, stretch = 0.0, v = 0.0, worst = 0.0;
    for (int step = 0; step < 960; step++) {
        v += h * (G - 100.0 * stretch);
        stretch += h * v;
        pbd_world_step(world);
        double is = (double)position(world, 0)[1] - (double)position(world, 1)[1] - 1.0;
        worst = fmax(worst, fabs(is - stretch));
    }
    cr_assert(worst < 1e-4, "%g m off", worst);
    pbd_world_destroy(world);
}

// Two free pairs, one on a floor and one on a ceiling, each a tenth off to either side.
Test(springs, of_floors_only_push_and_of_ceilings_only_pull) {
    for (int side = 0; side < 2; side++) {
        float far = side == 0 ? 0.9f : 1.1f;
        const struct body_particle particles[] = {
            {{0, 1, 0}, {0}, 1}, {{far, 1, 0}, {0}, 1}, {{0, 2, 0}, {0}, 1}, {{far, 2, 0}, {0}, 1}};
        const struct body_pair floor = {0, 1, 1.0f};
        const struct body body = {.particles = particles,
                                  .particle_count = 4,
                                  .floors = &floor,
                                  .floor_count = 1,
                                  .more = {.of = {[PBD_CEILING] = 1}},
                                  .build_more = add_ceiling};
        struct pbd_world *world = body_world(&body, "stepping=2 spring=%d gravity=0", 100);
        run_steps(world, 5);
        bool pushed = fabsf(position(world, 0)[0]) > 1e-3f;
        bool pulled = fabsf(position(world, 2)[0]) > 1e-3f;
        cr_assert(pushed == (side == 0) && pulled == (side == 1));
        pbd_world_destroy(world);
    }
}

Test(springs, burst_when_too_stiff_for_the_step_and_say_so) {
    struct pbd_world *world = world_of("chain", "links=%d stepping=2 spring=100000", 20);
    for (int i = 0; i < 600 && !pbd_world_has_burst(world); i++) {
        pbd_world_step(world);
    }
    cr_assert(pbd_world_has_burst(world), "k h²/m is 28, far above 1");
    cr_assert(is_finite_and_bounded(world));
    float held[3] = {position(world, 20)[0], position(world, 20)[1], position(world, 20)[2]};
    uint64_t steps = pbd_world_steps(world);
    run_steps(world, 10);
    cr_assert(pbd_world_steps(world) == steps + 10, "time goes on");
    for (uint32_t c = 0; c < 3; c++) {
        cr_assert(position(world, 20)[c] == held[c], "nothing moves");
    }
    pbd_world_destroy(world);
}

Test(springs, hold_when_soft_enough) {
    struct pbd_world *world = world_of("chain", "links=%d stepping=2 spring=2000 damping=1", 20);
    run_for(world, 30.0);
    cr_assert_not(pbd_world_has_burst(world));
    cr_assert(worst_stretch(world) < 0.2 / 2.0 * 20.0, "%g", worst_stretch(world));
    pbd_world_destroy(world);
}

Test(springs, that_burst_move_again_after_a_reset_or_another_stepping) {
    for (int way = 0; way < 2; way++) {
        struct pbd_world *world = world_of("chain", "links=%d stepping=2 spring=1000000", 20);
        run_for(world, 5.0);
        cr_assert(pbd_world_has_burst(world));
        if (way == 0) {
            apply(world, (struct pbd_command){.kind = PBD_RESET});
            cr_assert_not(pbd_world_has_burst(world));
            cr_assert(worst_stretch(world) < 1e-3);
        } else {
            apply(world, set_command(world, "stepping", 0));
            cr_assert_not(pbd_world_has_burst(world));
            run_for(world, 20.0);
            cr_assert(worst_stretch(world) < 0.5, "PBD gathers it: %g", worst_stretch(world));
        }
        pbd_world_destroy(world);
    }
}

Test(springs, that_burst_move_again_when_a_change_of_iterations_kicks_the_chain) {
    struct pbd_world *world = world_of("chain", "links=%d stepping=2 spring=1000000", 20);
    run_for(world, 5.0);
    cr_assert(pbd_world_has_burst(world));
    cr_assert(apply(world, set_command(world, "iterations", 30)).rekicked);
    cr_assert_not(pbd_world_has_burst(world));
    pbd_world_destroy(world);
}

#include <criterion/criterion.h>
#include <math.h>

#include "worlds.h"

Test(scene_flag, is_pinned_along_its_pole) {
    struct pbd_world *world =
        world_of("flag", "columns=3 rows=2 spacing=0.1 particle_mass=%g", 0.5);
    cr_assert(pbd_world_particle_count(world) == 12);
    for (uint32_t out = 0; out <= 3; out++) {
        for (uint32_t down = 0; down <= 2; down++) {
            uint32_t i = 3 * out + down;
            cr_assert(pbd_world_inverse_masses(world)[i] == (out == 0 ? 0.0f : 2.0f));
            cr_assert_float_eq(position(world, i)[0] - position(world, 0)[0], 0.1 * out, 1e-6);
            cr_assert_float_eq(position(world, 0)[1] - position(world, i)[1], 0.1 * down, 1e-6);
        }
    }
    const struct pbd_grid *grid = pbd_world_grids(world);
    cr_assert(pbd_world_grid_count(world) == 1);
    cr_assert(grid->first == 0 && grid->columns == 3 && grid->rows == 4);
    pbd_world_destroy(world);
}

// In the order of a cloth that hangs from its pole: turned by 90°, wind is gravity, and it is the
// cloth, but for rounding.
Test(scene_flag, is_a_cloth_on_its_side) {
    struct pbd_world *flag =
        world_of("flag", "columns=6 rows=4 gravity=0 wind=9.81 breeze=0 iterations=%d rate=60", 5);
    struct pbd_world *cloth = world_of("cloth", "columns=4 rows=6 breeze=0 iterations=%d", 5);
    float pole[2] = {position(flag, 0)[0], position(flag, 0)[1]};
    float rail[2] = {position(cloth, 0)[0], position(cloth, 0)[1]};
    apply(flag, gust_command(0.2f, -1, 1, 15, 0.5f, 0));
    apply(cloth, gust_command(1, -0.2f, 1, 15, 0.5f, 0));
    run_for(flag, 1.0);
    run_for(cloth, 1.0);
    for (uint32_t i = 0; i < 35; i++) {
        const float *f = position(flag, i), *c = position(cloth, i);
        cr_assert_float_eq(f[0] - pole[0], rail[1] - c[1], 1e-4);
        cr_assert_float_eq(pole[1] - f[1], c[0] - rail[0], 1e-4);
        cr_assert_float_eq(f[2], c[2], 1e-4);
    }
    cr_assert(fabsf(position(flag, 34)[2]) > 0.01f, "it has moved at all");
    pbd_world_destroy(flag);
    pbd_world_destroy(cloth);
}

Test(scene_flag, flies_in_the_wind_and_hangs_down_without) {
    const float winds[] = {0, 18};
    for (int i = 0; i < 2; i++) {
        struct pbd_world *world = world_of("flag", "breeze=1 damping=1 wind=%g", winds[i]);
        run_for(world, 20.0);
        uint32_t lowest = pbd_world_particle_count(world) - 1;
        float out = position(world, lowest)[0] - position(world, 0)[0];
        cr_assert(i == 0 ? out < 0.5f : out > 0.9f, "%g m of 1.2", out);
        pbd_world_destroy(world);
    }
}

// The free lower corner, over ten seconds as it comes.
Test(scene_flag, waves_in_its_breeze) {
    struct pbd_world *world = world_of("flag", "rate=%d", 120);
    uint32_t corner = pbd_world_particle_count(world) - 1, sides = 0;
    float low = 0.0f, high = 0.0f;
    run_for(world, 2.0);
    for (uint32_t step = 0; step < 1200; step++) {
        float before = position(world, corner)[2];
        pbd_world_step(world);
        float after = position(world, corner)[2];
        low = fminf(low, after);
        high = fmaxf(high, after);
        sides += (before < 0.0f) != (after < 0.0f);
        cr_assert(worst_stretch(world) < 0.25, "%g", worst_stretch(world));
    }
    cr_assert(high - low > 0.3f && sides >= 4, "%g m, %u times", high - low, sides);
    pbd_world_destroy(world);
}

Test(scene_flag, holds_out_in_a_storm_of_gusts) {
    struct pbd_world *world = world_of("flag", "wind=%d breeze=10 iterations=4", 50);
    uint32_t corner = pbd_world_particle_count(world) - 1;
    apply(world, grab_command(1, corner, -5, 1, 3));
    for (uint32_t i = 0; i < 5; i++) {
        apply(world, gust_command(i % 2 == 0 ? -1.0f : 1.0f, 0.5f, 1, 100, 1, i % 2 == 0 ? 0 : 1));
        run_for(world, 1.0);
        cr_assert(is_finite_and_bounded(world) && pbd_world_counters(world).not_finite == 0);
    }
    pbd_world_destroy(world);
}

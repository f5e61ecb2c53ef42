#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "scene_table.h"
#include "two_ends.h"
#include "world_internal.h"
#include "worlds.h"

Test(scene_cloth, hangs_from_a_rail_of_pins) {
    struct pbd_world *world = world_of("cloth", "columns=4 rows=3 spacing=0.1 particle_mass=0.5");
    cr_assert(pbd_world_particle_count(world) == 20);
    for (uint32_t r = 0; r <= 3; r++) {
        for (uint32_t c = 0; c <= 4; c++) {
            uint32_t i = 5 * r + c;
            cr_assert(pbd_world_inverse_masses(world)[i] == (r == 0 ? 0.0f : 2.0f));
            cr_assert_float_eq(position(world, i)[0], 0.1 * ((double)c - 2.0), 1e-6);
            cr_assert_float_eq(position(world, i)[1], 0.8 - 0.1 * (double)r, 1e-6);
            cr_assert(position(world, i)[2] == 0.0f);
        }
    }
    const struct pbd_grid *grid = pbd_world_grids(world);
    cr_assert(pbd_world_grid_count(world) == 1);
    cr_assert(grid->first == 0 && grid->columns == 5 && grid->rows == 4);
    pbd_world_destroy(world);
}

// 2 × 2 quads:   0─1─2   warp from the rail down, weft even then odd, then the diagonals.
//                3─4─5
//                6─7─8
Test(scene_cloth, is_solved_in_its_documented_order) {
    static const uint32_t links[][2] = {{0, 3}, {1, 4}, {2, 5}, {3, 6}, {4, 7}, {5, 8},  // warp
                                        {0, 1}, {3, 4}, {6, 7}, {1, 2}, {4, 5}, {7, 8}}; // weft
    static const uint32_t floors[][2] = {{0, 4}, {3, 7}, {1, 5}, {4, 8},  // ↘ even, odd
                                         {3, 1}, {6, 4}, {4, 2}, {7, 5}}; // ↗ even, odd
    struct pbd_world *world = world_of("cloth", "columns=2 rows=2 spacing=0.1");
    cr_assert(pbd_world_link_count(world) == 12);
    for (uint32_t i = 0; i < 12; i++) {
        const struct pbd_link *link = &pbd_world_links(world)[i];
        cr_assert(link->a == links[i][0] && link->b == links[i][1], "link %u", i);
        cr_assert(link->rest_m == 0.1f);
    }
    const struct two_ends *made = world->model.constraints[PBD_FLOOR];
    cr_assert(world->model.counts.of[PBD_FLOOR] == 8);
    for (uint32_t i = 0; i < 8; i++) {
        const struct two_ends *f = &made[i];
        cr_assert(f->a == floors[i][0] && f->b == floors[i][1], "floor %u", i);
        cr_assert_float_eq(f->length_m, 0.8 * 0.1 * sqrt(2.0), 1e-7);
    }
    const struct batch batches[] = {
        {PBD_TETHER, 0, 6}, {PBD_LINK, 0, 12}, {PBD_FLOOR, 0, 8}, {PBD_HINGE, 0, 4}};
    cr_assert(world->model.batch_count == 4);
    cr_assert(memcmp(world->model.batches, batches, sizeof batches) == 0);
    pbd_world_destroy(world);
}

Test(scene_cloth, floor_ratio_changes_while_it_runs) {
    struct pbd_world *world = world_of("cloth", "columns=2 rows=2 spacing=0.1");
    const struct two_ends *floors = world->model.constraints[PBD_FLOOR];
    cr_assert_not(apply(world, set_command(world, "floor_ratio", 0.5f)).rebuilt);
    for (uint32_t i = 0; i < 8; i++) {
        cr_assert_float_eq(floors[i].length_m, 0.5 * 0.1 * sqrt(2.0), 1e-7);
    }
    pbd_world_destroy(world);
}

// Every column hangs as a chain of as many links does, in plain positions and in displacements.
Test(scene_cloth, hem_drops_as_a_chain_of_its_rows) {
    const struct { double rows, rate; } cases[] = {{8, 60}, {16, 60}, {8, 480}};
    for (uint32_t i = 0; i < 3; i++) {
        double N = cases[i].rows, n = 8.0, h = 1.0 / cases[i].rate;
        struct pbd_world *world = world_of(
            "cloth", "breeze=0 damping=1 columns=4 rows=%g iterations=8 rate=%g", N, cases[i].rate);
        run_for(world, 15.0);
        double wanted = G * h * h / (2.0 * n) * (N * (N - 1.0) - (n - 1.0));
        for (uint32_t c = 0; c <= 4; c++) {
            double drop = 0.5 - (double)position(world, 5 * (uint32_t)N + c)[1];
            cr_assert(fabs(drop / wanted - 1.0) < 0.01, "%g rows, %g Hz: %g for %g", N,
                      cases[i].rate, drop, wanted);
        }
        pbd_world_destroy(world);
    }
}

// ---- the table of stretches --------------------------------------------------------------------

// Grid cloth is stepped in plain positions up to 240 substeps per second, so that the same scene in
// displacements is one that does not say it is grid cloth.
static struct pbd_world *cloth(bool grid, const char *settings) {
    static struct pbd_scene scene;
    scene = scene_cloth;
    scene.grid_cloth = grid;
    struct pbd_world_def def = def_of(&scene, "breeze=0 %s", settings);
    struct pbd_world *world = NULL;
    cr_assert(pbd_world_create(&def, &world) == PBD_OK);
    return world;
}

// Worst link after hanging for 30 s, then during 1.5 s of an even 15 m/s² square to the sheet, %.
static void assert_stretches(bool grid, const char *settings, double hanging, double blown) {
    struct pbd_world *world = cloth(grid, settings);
    run_for(world, 30.0);
    double rest = 100.0 * worst_stretch(world);
    cr_assert(fabs(rest / hanging - 1.0) < 0.1, "%s hanging: %g for %g", settings, rest, hanging);
    apply(world, gust_command(0.0f, 0.0f, 1.0f, 15.0f, 1.5f, 0.0f));
    double worst = 0.0;
    for (uint32_t i = 0; i < 90; i++) {
        pbd_world_step(world);
        worst = fmax(worst, 100.0 * worst_stretch(world));
    }
    cr_assert(fabs(worst / blown - 1.0) < 0.1, "%s blown: %g for %g", settings, worst, blown);
    pbd_world_destroy(world);
}

Test(scene_cloth, of_32_by_16_stretches_as_measured) {
    assert_stretches(true, "iterations=1", 82.0, 273.0);
    assert_stretches(true, "iterations=4", 19.0, 64.0);
    assert_stretches(true, "iterations=12", 5.9, 19.0);
}

Test(scene_cloth, of_32_by_16_stretches_little_at_30_iterations) {
    assert_stretches(true, "iterations=30", 2.1, 6.9);
}

Test(scene_cloth, of_32_by_16_in_displacements_stretches_as_measured) {
    assert_stretches(false, "iterations=1", 82.0, 273.0);
    assert_stretches(false, "iterations=4", 19.0, 64.0);
    assert_stretches(false, "iterations=12", 5.9, 19.0);
}

Test(scene_cloth, of_32_by_16_in_displacements_stretches_little_at_30_iterations) {
    assert_stretches(false, "iterations=30", 2.1, 6.9);
}

Test(scene_cloth, of_20_by_14_stretches_as_measured) {
    assert_stretches(true, "columns=20 rows=14 iterations=1", 71.0, 236.0);
    assert_stretches(true, "columns=20 rows=14 iterations=4", 17.0, 54.0);
    assert_stretches(true, "columns=20 rows=14 iterations=12", 5.0, 16.0);
    assert_stretches(true, "columns=20 rows=14 iterations=30", 1.7, 5.7);
}

Test(scene_cloth, of_20_by_14_in_displacements_stretches_as_measured) {
    assert_stretches(false, "columns=20 rows=14 iterations=1", 71.0, 236.0);
    assert_stretches(false, "columns=20 rows=14 iterations=4", 17.0, 54.0);
    assert_stretches(false, "columns=20 rows=14 iterations=12", 5.0, 16.0);
    assert_stretches(false, "columns=20 rows=14 iterations=30", 1.7, 5.7);
}

// In plain positions a step rounds where the particle is, in displacements how far it moves.
Test(scene_cloth, is_stepped_in_plain_positions_up_to_240_substeps_per_second) {
    const struct {
        const char *settings;
        bool plain;
    } cases[] = {
        {"rate=60", true},
        {"rate=60 substeps=4", true},
        {"rate=240", true},
        {"rate=60 substeps=5", false},
        {"rate=240 substeps=2", false},
        {"rate=480", false},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool same = true;
        struct pbd_world *world =
            world_of("cloth", "breeze=0 columns=3 rows=3 %s", cases[i].settings);
        struct pbd_world *displaced = NULL;
        struct pbd_scene other = scene_cloth;
        other.grid_cloth = false;
        struct pbd_world_def def =
            def_of(&other, "breeze=0 columns=3 rows=3 %s", cases[i].settings);
        cr_assert(pbd_world_create(&def, &displaced) == PBD_OK);
        apply(world, gust_command(0.3f, 0.0f, 1.0f, 9.0f, 0.5f, 0.5f));
        apply(displaced, gust_command(0.3f, 0.0f, 1.0f, 9.0f, 0.5f, 0.5f));
        run_steps(world, 60);
        run_steps(displaced, 60);
        for (uint32_t k = 0; k < 3 * pbd_world_particle_count(world); k++) {
            same = same && pbd_world_positions(world)[k] == pbd_world_positions(displaced)[k];
        }
        cr_assert(same == !cases[i].plain, "%s", cases[i].settings);
        pbd_world_destroy(world);
        pbd_world_destroy(displaced);
    }
}

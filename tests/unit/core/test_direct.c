#include "direct.h"

#include <criterion/criterion.h>
#include <math.h>

#include "worlds.h"

enum { LINKS = 12 };

struct path {
    float x[3 * (LINKS + 1)], q[3 * (LINKS + 1)], w[LINKS + 1], kept[3 * (LINKS + 1)];
    struct pbd_link links[LINKS];
    double rows[LINKS * DIRECT_SCRATCH_DOUBLES];
};

// A zigzag whose particles have moved by up to `motion` each; the first is a pin.
static void make(struct path *path, double motion, uint64_t seed) {
    for (uint32_t i = 0; i <= LINKS; i++) {
        path->x[3 * i] = 0.08f * (float)i;
        path->x[3 * i + 1] = i % 2 == 0 ? 0.0f : 0.06f;
        path->x[3 * i + 2] = 0.0f;
        path->w[i] = i == 0 ? 0.0f : (float)random_between(&seed, 0.2, 3.0);
        for (uint32_t c = 0; c < 3; c++) {
            path->q[3 * i + c] = i == 0 ? 0.0f : (float)random_between(&seed, -motion, motion);
        }
    }
    for (uint32_t i = 0; i < LINKS; i++) { // in another order than along the path
        uint32_t a = i % 2 == 0 ? i / 2 : LINKS - 1 - i / 2;
        path->links[i] = (struct pbd_link){a, a + 1, 0.1f};
    }
}

static double worst_error(const struct path *path) {
    double worst = 0.0;
    for (uint32_t i = 0; i < LINKS; i++) {
        double e2 = 0.0;
        for (uint32_t c = 0; c < 3; c++) {
            e2 += pow((double)path->x[3 * i + c] + (double)path->q[3 * i + c] -
                          (double)path->x[3 * i + 3 + c] - (double)path->q[3 * i + 3 + c],
                      2);
        }
        worst = fmax(worst, fabs(sqrt(e2) - 0.1));
    }
    return worst;
}

static bool solve(struct path *path) {
    const struct sweep sweep = {
        .x = path->x, .q = path->q, .w = path->w, .before = path->x, .stiffness = 1.0f};
    return direct_project(&sweep, path->links, LINKS, path->kept, path->rows);
}

// Newton's method: the error after is as the square of the one before.
Test(direct, satisfies_all_links_at_once) {
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct path path;
        make(&path, 0.003, seed);
        double before = worst_error(&path);
        cr_assert(solve(&path));
        double after = worst_error(&path);
        cr_assert(after < 0.1 * before, "%g of %g", after, before);
        cr_assert(solve(&path) && worst_error(&path) < 1e-5, "%g", worst_error(&path));
        cr_assert(path.q[0] == 0.0f && path.q[1] == 0.0f && path.q[2] == 0.0f, "the pin stays");
    }
}

// Δq_i = w_i × what the link before it gave, less what the one after it took; shortened solutions
// too.
Test(direct, says_what_each_link_gave) {
    uint32_t shortened = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct path path;
        make(&path, 0.04, seed);
        struct path before = path;
        double error = worst_error(&path);
        if (!solve(&path)) {
            continue;
        }
        shortened += worst_error(&path) > 0.3 * error;
        for (uint32_t i = 1; i <= LINKS; i++) {
            float from[3], to[3] = {0};
            direct_give(path.rows, i - 1, from);
            if (i < LINKS) {
                direct_give(path.rows, i, to);
            }
            for (uint32_t c = 0; c < 3; c++) {
                float change = path.q[3 * i + c] - before.q[3 * i + c];
                cr_assert_float_eq(change, path.w[i] * (from[c] - to[c]), 1e-6);
            }
        }
    }
    cr_assert_gt(shortened, 20, "%u", shortened);
}

// Nearly straight between two pins and too long: to first order only huge moves sideways help.
Test(direct, undoes_what_made_it_worse) {
    uint32_t undone = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct path path;
        make(&path, 0.001, seed);
        for (uint32_t i = 0; i <= LINKS; i++) {
            path.x[3 * i] = 0.12f * (float)i;
            path.x[3 * i + 1] = 0.0f;
        }
        path.w[LINKS] = 0.0f;
        struct path before = path;
        double error = worst_error(&path);
        if (solve(&path)) {
            cr_assert(worst_error(&path) <= error * 1.0001);
            continue;
        }
        undone++;
        for (uint32_t i = 0; i < 3 * (LINKS + 1); i++) {
            cr_assert(path.q[i] == before.q[i]);
        }
    }
    cr_assert(undone > 100, "%u", undone);
}

Test(direct, gives_a_rope_that_is_drawn_straight_between_pins_to_the_sweeps) {
    struct path path;
    make(&path, 0.0, 1);
    for (uint32_t i = 0; i <= LINKS; i++) {
        path.x[3 * i] = 0.12f * (float)i; // a fifth too long, in one line
        path.x[3 * i + 1] = 0.0f;
    }
    path.w[LINKS] = 0.0f;
    cr_assert_not(solve(&path));
    for (uint32_t i = 0; i < 3 * (LINKS + 1); i++) {
        cr_assert(path.q[i] == 0.0f);
    }
}

Test(direct, leaves_out_links_without_direction_and_between_pins) {
    struct path path;
    make(&path, 0.0, 1);
    path.w[1] = 0.0f; // beside the other pin
    for (uint32_t c = 0; c < 3; c++) {
        path.x[3 * 6 + c] = path.x[3 * 5 + c];
    }
    solve(&path);
    for (uint32_t i = 0; i < 3 * (LINKS + 1); i++) {
        cr_assert(isfinite(path.q[i]));
    }
    cr_assert(path.q[3] == 0.0f && path.q[4] == 0.0f && path.q[5] == 0.0f);
}

Test(direct, falls_back_to_sweeps_in_a_scene_that_is_no_path) {
    struct pbd_world *direct = world_of("cloth", "columns=%d rows=4 stepping=1", 4);
    struct pbd_world *swept = world_of("cloth", "columns=%d rows=4", 4);
    run_for(direct, 1.0);
    run_for(swept, 1.0);
    for (uint32_t i = 0; i < pbd_world_particle_count(swept); i++) {
        for (uint32_t c = 0; c < 3; c++) {
            cr_assert(position(direct, i)[c] == position(swept, i)[c]);
        }
    }
    pbd_world_destroy(direct);
    pbd_world_destroy(swept);
}

Test(direct, counts_what_it_had_to_undo) {
    struct pbd_world *world = world_of("rope", "span=%g length=1 links=20 stepping=1", 1.6);
    run_for(world, 1.0);
    cr_assert(pbd_world_counters(world).direct_undone > 0, "a rope shorter than its span");
    cr_assert(is_finite_and_bounded(world));
    pbd_world_destroy(world);
}

// The mass ratio at which sweeps are worst: beads of a gram and a tip of a ton.
Test(direct, holds_a_heavy_tip_on_light_beads) {
    struct pbd_world *world = world_of(
        "chain", "links=%d stepping=1 iterations=2 bead_mass=0.001 tip_mass=1000 angle=0 rekick=0",
        20);
    run_for(world, 5.0);
    cr_assert(worst_stretch(world) < 1e-3, "%g", worst_stretch(world));
    cr_assert(pbd_world_counters(world).direct_undone == 0);
    pbd_world_destroy(world);
}

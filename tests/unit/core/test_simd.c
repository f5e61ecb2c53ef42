// That vectors of every width give the bits of the scalar kernels. What this processor does not
// have is left out; the check same_bits builds 16 lanes for processors that have only 8.
#include <criterion/criterion.h>
#include <string.h>

#include "pbd/state.h"
#include "world_internal.h"
#include "worlds.h"

Test(simd, is_known_by_name) {
    cr_assert(strcmp(pbd_simd_name(PBD_SIMD_SCALAR), "scalar") == 0);
    cr_assert(strcmp(pbd_simd_name(PBD_SIMD_AVX512), "avx512") == 0);
    cr_assert(pbd_simd_name(PBD_SIMD_COUNT) == NULL);
}

Test(simd, a_new_world_has_the_best_there_is_and_takes_what_is_available) {
    struct pbd_world *world = world_of("chain", "links=3");
    cr_assert(pbd_world_simd(world) == pbd_simd_best());
    for (int simd = 0; simd < PBD_SIMD_COUNT; simd++) {
        enum pbd_status expected =
            pbd_simd_is_available((enum pbd_simd)simd) ? PBD_OK : PBD_NO_SUCH_SIMD;
        enum pbd_simd before = pbd_world_simd(world);
        cr_assert(pbd_world_set_simd(world, (enum pbd_simd)simd) == expected);
        cr_assert(pbd_world_simd(world) == (expected == PBD_OK ? (enum pbd_simd)simd : before));
    }
    cr_assert(pbd_world_set_simd(world, PBD_SIMD_COUNT) == PBD_NO_SUCH_SIMD);
    pbd_world_destroy(world);
}

// ---- the same bits -----------------------------------------------------------------------------

// Moves everything that can move a little, as no scene starts.
static void jitter(struct pbd_world *world, uint64_t seed, double by_m) {
    struct model *m = &world->model;
    for (uint32_t i = 0; i < 3 * m->counts.particles; i++) {
        if (m->w[i / 3] > 0.0f) {
            m->x[i] += (float)random_between(&seed, -by_m, by_m);
            m->d[i] += (float)random_between(&seed, -by_m, by_m) * 0.1f;
        }
    }
}

// Hands and gusts, the same for the same seed; at times others hold on, or nobody.
static void disturb(struct pbd_world *world, uint64_t *seed) {
    uint32_t particle = random_u32(seed) % pbd_world_particle_count(world);
    const float *x = pbd_world_positions(world) + 3 * (size_t)particle;
    uint32_t id = random_u32(seed) % 4;
    float reach = (float)random_between(seed, -0.3, 0.3);
    struct pbd_command commands[] = {
        grab_command(id, particle, x[0] + reach, x[1] + 0.1f, x[2] - reach),
        move_command(id, x[0] - reach, x[1], x[2] + reach),
        release_command(id),
        gust_command(reach, 0.1f, 0.3f, 30.0f, 0.2f, 1.0f),
    };
    pbd_world_apply(world, &commands[random_u32(seed) % 4], NULL);
}

// Hash after `steps` disturbed steps with one kind of vectors. PBD_SIMD_COUNT: a kind at random for
// every step.
static uint64_t hash_after(struct pbd_world *world, enum pbd_simd simd, uint64_t seed,
                           uint32_t steps) {
    uint64_t choice = seed;
    for (uint32_t i = 0; i < steps; i++) {
        enum pbd_simd wanted =
            simd == PBD_SIMD_COUNT ? (enum pbd_simd)(random_u32(&choice) % PBD_SIMD_COUNT) : simd;
        pbd_world_set_simd(world, wanted);
        if (i % 3 == 0) {
            disturb(world, &seed);
        }
        pbd_world_step(world);
    }
    return pbd_state_hash(world);
}

// Of a jittered world with all kinds of vectors.
static void assert_same_bits(struct pbd_world *world, uint64_t seed, uint32_t steps,
                             const char *what) {
    jitter(world, seed, 0.01);
    struct pbd_world *reference = pbd_world_keep(world);
    uint64_t expected = hash_after(reference, PBD_SIMD_SCALAR, seed, steps);
    for (int simd = 1; simd <= PBD_SIMD_COUNT; simd++) {
        struct pbd_world *other = pbd_world_keep(world);
        uint64_t hash = hash_after(other, (enum pbd_simd)simd, seed, steps);
        const char *name = pbd_simd_name((enum pbd_simd)simd);
        cr_assert(hash == expected, "%s, %s", what, name == NULL ? "at random" : name);
        pbd_world_destroy(other);
    }
    pbd_world_destroy(reference);
    pbd_world_destroy(world);
}

Test(simd, every_scene_has_the_same_bits) {
    for (uint32_t i = 0; pbd_scene_at(i) != NULL; i++) {
        const char *name = pbd_scene_at(i)->name;
        assert_same_bits(world_of(name, "stepping=0"), 1 + i, 40, name);
        assert_same_bits(world_of(name, "ground=1 bending=0.2 tethers=1"), 2 + i, 20, name);
    }
}

Test(simd, sheets_of_every_size_have_the_same_bits) {
    uint64_t seed = 5;
    for (uint32_t columns = 2; columns <= 40; columns++) {
        uint32_t rows = 2 + random_u32(&seed) % 12;
        for (int form = 0; form < 2; form++) { // plain positions, displacements
            struct pbd_world *world =
                world_of("cloth", "columns=%u rows=%u tethers=%u substeps=%d stiffness=0.9",
                         columns, rows, columns % 2, form == 0 ? 1 : 8);
            cr_assert(world->model.loom.is_there);
            assert_same_bits(world, columns, 10, "a sheet");
        }
    }
}

Test(simd, rows_of_every_length_have_the_same_bits) {
    const uint32_t iterations[] = {1, 3, 4, 5, 8, 9, 12, 15, 16, 17, 33, 50};
    for (uint32_t links = 2; links <= 40; links++) {
        uint32_t n = iterations[links % (sizeof iterations / sizeof iterations[0])];
        struct pbd_world *chain = world_of("chain", "links=%u iterations=%u", links, n);
        cr_assert(chain->model.strands.count == 1);
        assert_same_bits(chain, links, 12, "from a pin");
        struct pbd_world *rope = world_of("rope", "links=%u iterations=%u tethers=1", links, n);
        cr_assert(rope->model.strands.count == 1);
        assert_same_bits(rope, links, 12, "from both ends");
    }
}

// Of what lies in the middle of a row, lanes know nothing.
Test(simd, a_row_has_the_same_bits_wherever_it_is_held) {
    for (uint32_t links = 7; links <= 10; links++) {
        for (uint32_t particle = 1; particle < links; particle++) {
            struct pbd_world *world = world_of("rope", "links=%u iterations=18", links);
            apply(world, grab_command(9, particle, 0.3f, 1.2f, 0.4f));
            assert_same_bits(world, links, 8, "held");
        }
    }
}

// ---- what is not as the kernels have it --------------------------------------------------------

Test(simd, a_sheet_whose_lengths_differ_is_not_on_the_loom) {
    struct pbd_world *world = world_of("cloth", "columns=6 rows=5");
    struct pbd_link *links = world->model.constraints[PBD_LINK];
    links[17].rest_m *= 1.5f;
    loom_find(&world->model.loom, &world->model);
    cr_assert(!world->model.loom.is_there);
    assert_same_bits(world, 3, 10, "with one link that is longer");
}

Test(simd, rows_whose_lengths_differ_have_the_same_bits) {
    struct pbd_world *world = world_of("rope", "links=21");
    struct pbd_link *links = world->model.constraints[PBD_LINK];
    for (uint32_t i = 0; i < 21; i++) {
        links[i].rest_m *= 0.5f + (float)i / 21.0f;
    }
    assert_same_bits(world, 3, 30, "with links of all lengths");
}

Test(simd, links_without_length_or_mass_have_the_same_bits) {
    struct pbd_world *world = world_of("rope", "links=20");
    struct model *m = &world->model;
    for (uint32_t c = 0; c < 3; c++) {
        m->x[3 * 5 + c] = m->x[3 * 6 + c];
        m->d[3 * 5 + c] = m->d[3 * 6 + c];
    }
    m->w[11] = m->w[12] = 0.0f;
    struct pbd_world *reference = pbd_world_keep(world);
    uint64_t expected = hash_after(reference, PBD_SIMD_SCALAR, 1, 10);
    cr_assert(hash_after(world, pbd_simd_best(), 1, 10) == expected);
    pbd_world_destroy(reference);
    pbd_world_destroy(world);
}

#include "pbd/state.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "two_ends.h"
#include "world_internal.h"
#include "worlds.h"

// A saved state, to be freed.
struct saved {
    uint8_t *bytes;
    size_t length;
};

static struct saved save(const struct pbd_world *world) {
    struct saved saved = {.length = pbd_state_size(world)};
    // One byte more, to see that no more is written than was said.
    saved.bytes = malloc(saved.length + 1);
    cr_assert_not_null(saved.bytes);
    saved.bytes[saved.length] = 0xa5;
    pbd_state_save(world, saved.bytes);
    cr_assert(saved.bytes[saved.length] == 0xa5);
    return saved;
}

static struct pbd_world *restore(struct saved saved) {
    struct pbd_world *world = NULL;
    enum pbd_status status = pbd_state_restore(saved.bytes, saved.length, NULL, &world);
    cr_assert(status == PBD_OK, "%s", pbd_status_text(status));
    return world;
}

// Worlds in the middle of everything that a state has to hold: hands, gusts with and without a
// front, iterations on their way, substeps, values changed while it runs.
static struct pbd_world *busy(const char *scene, const char *settings) {
    struct pbd_world *world = world_of(scene, "breeze=1 damping=0.1 %s", settings);
    uint32_t middle = middle_particle(world);
    run_steps(world, 11);
    apply(world, gust_command(0.5f, 0.0f, 1.0f, 10.0f, 0.1f, 0.0f));
    apply(world, gust_command(1.0f, 0.1f, 1.0f, 8.0f, 2.0f, 0.4f));
    apply(world, grab_command(40, middle, 0.4f, 1.3f, 0.2f));
    run_steps(world, 9);
    apply(world, gust_command(-1.0f, 0.0f, 0.3f, 6.0f, 1.0f, 0.2f));
    apply(world, grab_command(7, middle, -0.2f, 1.4f, 0.1f));
    apply(world, grab_command(3, middle + 1, 0.0f, 1.0f, 0.0f));
    apply(world, limit_pull_command(3, 1.5f));
    apply(world, set_command(world, "iterations", 30.0f));
    apply(world, set_command(world, "substeps", 2.0f));
    apply(world, set_command(world, "stiffness", 0.8f));
    run_steps(world, 5);
    apply(world, release_command(7));
    return world;
}

static const char *const busy_scenes[][2] = {
    {"chain", "links=8"},
    {"pile", "links=12 feed_speed=2"},
    {"collide", "cloth_links=3 rope_links=3"},
    {"rope", "links=9"},
    {"cloth", "columns=5 rows=4"},
    {"cloth", "columns=5 rows=4 rate=240"},
    {"string", "links=6 iterations=12"},
    {"tug", "links=8 iterations=12"},
    {"flag", "columns=5 rows=4 iterations=12"},
    {"jelly", "columns=2 rows=2 layers=2 iterations=12"},
    {"bridge", "panels=4 iterations=12"},
    {"contrast", "links=6 iterations=12 rate=480"},
};
enum { BUSY_COUNT = sizeof busy_scenes / sizeof busy_scenes[0] };

Test(state, a_restored_world_continues_to_the_same_bits) {
    for (uint32_t k = 0; k < BUSY_COUNT; k++) {
        struct pbd_world *world = busy(busy_scenes[k][0], busy_scenes[k][1]);
        struct saved saved = save(world);
        struct pbd_world *other = restore(saved);
        cr_assert(pbd_state_hash(other) == pbd_state_hash(world));
        cr_assert(pbd_world_iterations(other) == pbd_world_iterations(world));
        cr_assert(pbd_world_iterations(other) != 30, "still on the way");
        cr_assert(pbd_world_hand_count(other) == 2);
        for (uint32_t step = 0; step < 150; step++) {
            if (step == 20) {
                apply(world, release_command(40));
                apply(other, release_command(40));
            }
            if (step == 60) {
                apply(world, gust_command(0, 0, -1, 9, 0.5f, 0.3f));
                apply(other, gust_command(0, 0, -1, 9, 0.5f, 0.3f));
            }
            pbd_world_step(world);
            pbd_world_step(other);
            cr_assert(pbd_state_hash(other) == pbd_state_hash(world), "%s, step %u",
                      busy_scenes[k][0], step);
        }
        pbd_world_destroy(world);
        pbd_world_destroy(other);
        free(saved.bytes);
    }
}

Test(state, saving_again_gives_the_same_bytes_and_changes_nothing) {
    for (uint32_t k = 0; k < BUSY_COUNT; k++) {
        struct pbd_world *world = busy(busy_scenes[k][0], busy_scenes[k][1]);
        uint64_t before = pbd_state_hash(world);
        struct saved first = save(world);
        struct pbd_world *other = restore(first);
        struct saved second = save(other);
        cr_assert(first.length == second.length);
        cr_assert(memcmp(first.bytes, second.bytes, first.length) == 0);
        cr_assert(pbd_state_hash(world) == before);
        pbd_world_destroy(world);
        pbd_world_destroy(other);
        free(first.bytes);
        free(second.bytes);
    }
}

Test(state, the_hash_tells_every_field_apart) {
    struct pbd_world *world = busy("cloth", "columns=5 rows=4");
    uint64_t hash = pbd_state_hash(world);
    uint32_t count = 0;
#define CHANGES(lvalue)                                                                            \
    do {                                                                                           \
        lvalue += 1;                                                                               \
        cr_assert(pbd_state_hash(world) != hash, "%s", #lvalue);                                   \
        lvalue -= 1;                                                                               \
        cr_assert(pbd_state_hash(world) == hash, "%s", #lvalue);                                   \
        count++;                                                                                   \
    } while (0)
    CHANGES(world->step);
    CHANGES(world->seed);
    CHANGES(world->iterations);
    CHANGES(world->values[PBD_SUBSTEPS]);
    CHANGES(world->hands[1].id);
    CHANGES(world->hands[0].particle);
    CHANGES(world->hands[0].target[2]);
    CHANGES(world->hands[1].force_max_n);
    CHANGES(world->gusts[0].start_step);
    CHANGES(world->gusts[1].duration_steps);
    CHANGES(world->gusts[1].life_steps);
#undef CHANGES
    float *const fields[] = {&world->model.x[17],
                             &world->model.d[50],
                             &world->model.w[9],
                             &((struct pbd_link *)world->model.constraints[PBD_LINK])[3].rest_m,
                             &((struct two_ends *)world->model.constraints[PBD_FLOOR])[5].length_m,
                             &world->values[PBD_GRAVITY],
                             &world->gusts[0].strength,
                             &world->gusts[0].width_m,
                             &world->gusts[0].direction[1],
                             &world->model.gust_way_m[world->gusts[0].slot * 30 + 4]};
    for (uint32_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        float kept = *fields[i];
        *fields[i] = kept + 0.125f;
        cr_assert(pbd_state_hash(world) != hash, "field %u", i);
        *fields[i] = kept;
        cr_assert(pbd_state_hash(world) == hash, "field %u", i);
    }
    // Two fields exchanged, too.
    float x = world->model.x[20];
    world->model.x[20] = world->model.x[50];
    world->model.x[50] = x;
    cr_assert(world->model.x[20] != x && pbd_state_hash(world) != hash);
    pbd_world_destroy(world);
}

Test(state, the_hash_does_not_depend_on_where_things_lie) {
    // The gusts of the second world have come to their places by another way.
    struct pbd_world *world = busy("chain", "links=8");
    struct saved saved = save(world);
    struct pbd_world *other = restore(saved);
    cr_assert(world->gusts[0].slot != other->gusts[0].slot, "the test shows nothing");
    cr_assert(pbd_state_hash(world) == pbd_state_hash(other));
    pbd_world_destroy(world);
    pbd_world_destroy(other);
    free(saved.bytes);
}

// ---- damage ------------------------------------------------------------------------------------

// Restores bytes that may be damaged: they are refused, or the world moves as worlds should.
// Returns whether they were refused.
static bool survives(const uint8_t *bytes, size_t length, const char *what, size_t where) {
    struct counting_heap heap = {0};
    struct pbd_allocator allocator = counting_allocator(&heap);
    struct pbd_world *world = NULL;
    enum pbd_status status = pbd_state_restore(bytes, length, &allocator, &world);
    if (status != PBD_OK) {
        cr_assert(status == PBD_BAD_STATE || status == PBD_OTHER_VERSION ||
                      status == PBD_NO_SUCH_SCENE,
                  "%s", pbd_status_name(status));
        cr_assert(world == NULL && heap.owned == 0);
        return true;
    }
    run_steps(world, 20);
    cr_assert(is_finite_and_bounded(world), "%s at %zu", what, where);
    cr_assert(pbd_world_counters(world).not_finite == 0, "%s at %zu", what, where);
    pbd_world_destroy(world);
    cr_assert(heap.owned == 0);
    return false;
}

Test(state, every_truncation_is_refused) {
    for (uint32_t k = 0; k < BUSY_COUNT; k++) {
        struct pbd_world *world = busy(busy_scenes[k][0], busy_scenes[k][1]);
        struct saved saved = save(world);
        for (size_t length = 0; length < saved.length; length++) {
            // A block of its own, so that a read past the end is seen.
            uint8_t *bytes = malloc(length > 0 ? length : 1);
            memcpy(bytes, saved.bytes, length);
            cr_assert(survives(bytes, length, "cut", length), "cut at %zu", length);
            free(bytes);
        }
        pbd_world_destroy(world);
        free(saved.bytes);
    }
}

Test(state, bytes_too_many_are_refused) {
    struct pbd_world *world = busy("chain", "links=8");
    struct saved saved = save(world);
    struct pbd_world *other = NULL;
    cr_assert(pbd_state_restore(saved.bytes, saved.length + 1, NULL, &other) == PBD_BAD_STATE);
    cr_assert_null(other);
    pbd_world_destroy(world);
    free(saved.bytes);
}

Test(state, every_damaged_byte_is_refused_or_harmless) {
    const uint8_t masks[] = {0x01, 0x80, 0x7f, 0xff};
    struct pbd_world *world = busy("chain", "links=3");
    struct saved saved = save(world);
    uint32_t refused = 0;
    for (size_t i = 0; i < saved.length; i++) {
        for (uint32_t k = 0; k < sizeof masks; k++) {
            saved.bytes[i] ^= masks[k];
            refused += survives(saved.bytes, saved.length, "damaged", i);
            saved.bytes[i] ^= masks[k];
        }
    }
    cr_assert(refused > 100 && refused < 4 * saved.length);
    pbd_world_destroy(world);
    free(saved.bytes);
}

Test(state, random_damage_to_any_scene_is_refused_or_harmless) {
    uint64_t seed = 21;
    for (uint32_t k = 0; k < BUSY_COUNT; k++) {
        struct pbd_world *world = busy(busy_scenes[k][0], busy_scenes[k][1]);
        struct saved saved = save(world);
        uint8_t *bytes = malloc(saved.length);
        for (uint32_t round = 0; round < 200; round++) {
            memcpy(bytes, saved.bytes, saved.length);
            for (uint32_t i = random_u32(&seed) % 4 + 1; i > 0; i--) {
                bytes[random_u32(&seed) % saved.length] = (uint8_t)random_u32(&seed);
            }
            survives(bytes, saved.length, "round", round);
        }
        free(bytes);
        pbd_world_destroy(world);
        free(saved.bytes);
    }
}

// Every 32-bit word replaced by the numbers most likely to do harm.
Test(state, hostile_words_are_refused_or_harmless) {
    const uint32_t words[] = {0x00000000,
                              0x00000001,
                              0xffffffff,
                              0x7fffffff,
                              0x80000000,
                              0x7fc00000 /* NaN */,
                              0x7f800000 /* infinity */,
                              0x7f7fffff /* largest float */,
                              0x00400000 /* denormal */,
                              0x42800000 /* 64 */,
                              0xc2800000 /* −64 */};
    struct pbd_world *world = busy("cloth", "columns=2 rows=2");
    struct saved saved = save(world);
    for (size_t at = 0; at + 4 <= saved.length; at += 4) {
        uint8_t kept[4];
        memcpy(kept, &saved.bytes[at], 4);
        for (uint32_t k = 0; k < sizeof words / sizeof words[0]; k++) {
            for (uint32_t i = 0; i < 4; i++) {
                saved.bytes[at + i] = (uint8_t)(words[k] >> 8 * i);
            }
            survives(saved.bytes, saved.length, "word", at);
        }
        memcpy(&saved.bytes[at], kept, 4);
    }
    pbd_world_destroy(world);
    free(saved.bytes);
}

static void assert_not_restorable(const struct pbd_world *world, const char *what) {
    struct saved saved = save(world);
    struct pbd_world *other = NULL;
    enum pbd_status status = pbd_state_restore(saved.bytes, saved.length, NULL, &other);
    cr_assert(status == PBD_BAD_STATE && other == NULL, "%s: %s", what, pbd_status_name(status));
    free(saved.bytes);
}

// Fields that are fine each for itself, in a world that no history could lead to.
Test(state, what_makes_no_sense_together_is_refused) {
    struct pbd_world *world = busy("chain", "links=300 rate=960 substeps=1");
#define REFUSED(lvalue, value)                                                                     \
    do {                                                                                           \
        kept = *world;                                                                             \
        lvalue = (value);                                                                          \
        assert_not_restorable(world, #lvalue " = " #value);                                        \
        *world = kept;                                                                             \
    } while (0)
    static struct pbd_world kept;
    REFUSED(world->iterations, 0);
    REFUSED(world->iterations, 200);      // 300 × 200 × 2 × 960 projections per second
    REFUSED(world->hands[0].particle, 0); // a pin
    REFUSED(world->hands[1].particle, 301);
    REFUSED(world->gusts[0].start_step, world->step + 1);
    REFUSED(world->gusts[0].strength, -1.0f);
    REFUSED(world->gusts[0].duration_steps, UINT32_MAX);
    REFUSED(world->gusts[0].life_steps, UINT32_MAX);
    REFUSED(world->values[PBD_GRAVITY], -1.0f);
#undef REFUSED
    const float masses[] = {1e7f, 1e-7f, -1.0f, 1e38f};
    for (uint32_t i = 0; i < 4; i++) {
        float w = world->model.w[5];
        world->model.w[5] = masses[i];
        assert_not_restorable(world, "inverse mass");
        world->model.w[5] = w;
    }
    pbd_world_destroy(world);
}

Test(state, says_why_it_refuses) {
    enum { FORMAT = 4, CORE = 8, NAME = 12, SCENE_VERSION = 44 };
    const struct {
        size_t at;
        enum pbd_status wanted;
    } cases[] = {{0, PBD_BAD_STATE},
                 {FORMAT, PBD_OTHER_VERSION},
                 {CORE, PBD_OTHER_VERSION},
                 {NAME, PBD_NO_SUCH_SCENE},
                 {SCENE_VERSION, PBD_OTHER_VERSION}};
    struct pbd_world *world = busy("rope", "links=9");
    struct saved saved = save(world);
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        saved.bytes[cases[i].at] ^= 0x40;
        struct pbd_world *other = NULL;
        enum pbd_status status = pbd_state_restore(saved.bytes, saved.length, NULL, &other);
        cr_assert(status == cases[i].wanted, "byte %zu: %s", cases[i].at, pbd_status_name(status));
        cr_assert_null(other);
        saved.bytes[cases[i].at] ^= 0x40;
    }
    pbd_world_destroy(world);
    free(saved.bytes);
}

Test(state, restoring_without_memory_leaks_nothing) {
    struct pbd_world *world = busy("chain", "links=8");
    struct saved saved = save(world);
    for (uint64_t fail_at = 1; fail_at <= 2; fail_at++) {
        struct counting_heap heap = {.fail_at = fail_at};
        struct pbd_allocator allocator = counting_allocator(&heap);
        struct pbd_world *other = NULL;
        cr_assert(pbd_state_restore(saved.bytes, saved.length, &allocator, &other) ==
                  PBD_NO_MEMORY);
        cr_assert(other == NULL && heap.owned == 0);
    }
    pbd_world_destroy(world);
    free(saved.bytes);
}

Test(state, a_restored_world_uses_the_allocator_it_was_given) {
    struct pbd_world *world = busy("rope", "links=9");
    struct saved saved = save(world);
    struct counting_heap heap = {0};
    struct pbd_allocator allocator = counting_allocator(&heap);
    struct pbd_world *other = NULL;
    cr_assert(pbd_state_restore(saved.bytes, saved.length, &allocator, &other) == PBD_OK);
    cr_assert(heap.owned == 3); // the world, its block, and room for the fronts of gusts
    apply(other, (struct pbd_command){.kind = PBD_RESET});
    run_steps(other, 5);
    cr_assert(heap.owned == 2);
    pbd_world_destroy(other);
    cr_assert(heap.owned == 0);
    pbd_world_destroy(world);
    free(saved.bytes);
}

// ---- history -----------------------------------------------------------------------------------

struct record {
    uint64_t step;
    struct pbd_command command;
};

enum { RECORDS_MAX = 1000 };

static struct pbd_command scene_command(const char *name, const char *settings) {
    struct pbd_world_def def = def_of(pbd_scene_find(name), "%s", settings);
    struct pbd_command command = {.kind = PBD_SCENE, .scene.scene = def.scene};
    memcpy(command.scene.values, def.values, sizeof def.values);
    return command;
}

// What 500 steps of a lively room bring, refused commands included: scenes change, worlds are
// rebuilt and re-kicked.
static struct pbd_command lively_command(const struct pbd_world *world, uint64_t *seed) {
    uint32_t last = pbd_world_particle_count(world) - 1;
    uint32_t id = random_u32(seed) % 4;
    float x = (float)random_between(seed, -1, 1);
    float z = (float)random_between(seed, -1, 1);
    switch (random_u32(seed) % 24) {
    case 0:
        return scene_command("chain", "links=6");
    case 1:
        return scene_command("rope", "links=7 breeze=1");
    case 2:
        return scene_command("cloth", "columns=4 rows=3");
    case 3:
        return (struct pbd_command){.kind = PBD_RESET};
    case 4:
        return set_command(world, "rate", random_u32(seed) % 2 ? 60.0f : 240.0f);
    case 5:
    case 6:
        return set_command(world, "iterations", (float)(random_u32(seed) % 40));
    case 7:
        return set_command(world, "substeps", (float)(random_u32(seed) % 5));
    case 8:
        return set_command(world, "stiffness", (float)random_between(seed, 0.3, 1.1));
    case 9:
        return set_command(world, "damping", (float)random_between(seed, 0, 2));
    case 10:
        return set_command(world, "breeze", (float)random_between(seed, 0, 2));
    case 11:
    case 12:
        return gust_command(x, 0.1f, z, 10, 0.5f, random_u32(seed) % 2 ? 0.0f : 0.4f);
    case 13:
    case 14:
        return release_command(id);
    case 15:
    case 16:
    case 17:
    case 18:
        return move_command(id, x, 1, z);
    default:
        return grab_command(id, random_u32(seed) % (last + 1), x, 1, z);
    }
}

Test(state, a_log_replays_to_the_same_bits) {
    static struct record log[RECORDS_MAX];
    uint32_t records = 0;
    struct pbd_world *world = busy("chain", "links=8");
    struct saved saved = save(world);
    uint64_t seed = 31;
    uint64_t end = pbd_world_steps(world) + 600;
    uint32_t rebuilt = 0, rekicked = 0, refused = 0;
    while (pbd_world_steps(world) < end) {
        if (random_u32(&seed) % 3 == 0) {
            cr_assert(records < RECORDS_MAX);
            struct record *record = &log[records++];
            *record = (struct record){pbd_world_steps(world), lively_command(world, &seed)};
            struct pbd_outcome outcome;
            refused += pbd_world_apply(world, &record->command, &outcome) != PBD_OK;
            rebuilt += outcome.rebuilt;
            rekicked += outcome.rekicked;
        } else {
            pbd_world_step(world);
        }
    }
    cr_assert(rebuilt > 10 && rekicked > 0 && refused > 10, "%u %u %u", rebuilt, rekicked, refused);

    struct pbd_world *other = restore(saved);
    for (uint32_t i = 0; i < records;) {
        if (log[i].step == pbd_world_steps(other)) {
            pbd_world_apply(other, &log[i++].command, NULL);
        } else {
            pbd_world_step(other);
        }
    }
    run_steps(other, end - pbd_world_steps(other));
    cr_assert(pbd_state_hash(other) == pbd_state_hash(world));
    pbd_world_destroy(world);
    pbd_world_destroy(other);
    free(saved.bytes);
}

// What waits to be paid out has no inverse mass, and what has been paid out has.
Test(state, of_a_feeder_that_makes_no_sense_is_refused) {
    struct pbd_world *world = world_of("pile", "links=%d feed_speed=2", 20);
    run_steps(world, 10);
    struct model *m = &world->model;
    uint32_t next = m->feeder.next;
    cr_assert(next > 1 && next < 20, "%u", next);
    m->w[20] = 1.0f;
    assert_not_restorable(world, "a waiting bead with a mass");
    m->w[20] = 0.0f;
    m->feeder.next = 22;
    assert_not_restorable(world, "past the end");
    m->feeder.next = next + 1;
    assert_not_restorable(world, "a bead without mass that nothing holds");
    m->feeder.next = next;
    struct saved saved = save(world);
    pbd_world_destroy(restore(saved));
    free(saved.bytes);
    pbd_world_destroy(world);
}

// A pin with a displacement would drift for ever; springs alone can have burst.
Test(state, that_makes_no_sense_is_refused) {
    struct pbd_world *world = world_of("chain", "links=%d", 3);
    world->model.d[1] = 0.01f;
    struct saved drifting = save(world);
    world->model.d[1] = 0.0f;
    world->burst = BURST_ALL;
    struct saved burst = save(world);
    world->burst = BURST_SPRINGS; // of a scene that has none
    struct saved burst_springs = save(world);
    struct pbd_world *made = NULL;
    cr_assert(pbd_state_restore(drifting.bytes, drifting.length, NULL, &made) == PBD_BAD_STATE);
    cr_assert(pbd_state_restore(burst.bytes, burst.length, NULL, &made) == PBD_BAD_STATE);
    cr_assert(pbd_state_restore(burst_springs.bytes, burst_springs.length, NULL, &made) ==
              PBD_BAD_STATE);
    cr_assert_null(made);
    pbd_world_destroy(world);
    free(drifting.bytes);
    free(burst.bytes);
    free(burst_springs.bytes);
}

Test(state, of_springs_in_full_flight_is_restored_after_any_change_of_substeps) {
    struct pbd_world *world = world_of("chain", "stepping=%d spring=1000000 substeps=4", 2);
    while (!pbd_world_has_burst(world) && fastest(world) < 8000.0) {
        pbd_world_step(world);
    }
    apply(world, set_command(world, "substeps", 1.0f));
    struct saved saved = save(world);
    struct pbd_world *other = restore(saved);
    cr_assert(pbd_state_hash(other) == pbd_state_hash(world));
    pbd_world_destroy(world);
    pbd_world_destroy(other);
    free(saved.bytes);
}

Test(state, bytes_are_little_endian_and_as_documented) {
    // magic "RWST", format 3, core, the scene's name in 32 bytes, its version, its parameters
    struct pbd_world *world = world_of("chain", "links=%d", 2);
    struct saved saved = save(world);
    const uint8_t head[] = {'R', 'W', 'S', 'T', 3,   0,   0,   0,   PBD_CORE_VERSION,
                            0,   0,   0,   'c', 'h', 'a', 'i', 'n', 0};
    cr_assert(memcmp(saved.bytes, head, sizeof head) == 0);
    cr_assert(saved.bytes[44] == 3 && saved.bytes[45] == 0);  // version of the scene
    cr_assert(saved.bytes[48] == 26 && saved.bytes[49] == 0); // parameters
    const uint8_t twelve[] = {0x00, 0x00, 0x40, 0x41};        // iterations, float32
    cr_assert(memcmp(&saved.bytes[52], twelve, 4) == 0);
    // step, seed, iterations; x, d, w of 3 particles; 2 rests; not burst; no gusts, no hands
    cr_assert(saved.length == 52 + 4 * 26 + 16 + 4 * (9 + 9 + 3) + 4 * 2 + 4 + 4 + 4);
    pbd_world_destroy(world);
    free(saved.bytes);
}

// Those of a scene stand still in a world that goes on.
Test(state, of_springs_that_a_scene_built_and_that_burst_goes_on_to_the_same_bits) {
    struct pbd_world *world = world_of("contrast", "links=6 rate=%d", 60);
    run_for(world, 2.0);
    cr_assert(pbd_world_has_burst(world));
    struct saved saved = save(world);
    struct pbd_world *other = restore(saved);
    cr_assert(pbd_world_has_burst(other));
    run_for(world, 1.0);
    run_for(other, 1.0);
    cr_assert(pbd_state_hash(other) == pbd_state_hash(world));
    cr_assert(speed(other, 6) > 0.0 && speed(other, 13) == 0.0);
    pbd_world_destroy(world);
    pbd_world_destroy(other);
    free(saved.bytes);
}

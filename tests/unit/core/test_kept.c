#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "pbd/state.h"
#include "pbd/world.h"
#include "worlds.h"

// Where everything is and how fast it moves.
static void assert_same_motion(const struct pbd_world *a, const struct pbd_world *b,
                               const char *where) {
    uint32_t count = pbd_world_particle_count(a);
    cr_assert(pbd_world_particle_count(b) == count);
    cr_assert(memcmp(pbd_world_positions(a), pbd_world_positions(b), 12 * (size_t)count) == 0, "%s",
              where);
    for (uint32_t i = 0; i < count; i++) {
        float va[3], vb[3];
        pbd_world_velocity(a, i, va);
        pbd_world_velocity(b, i, vb);
        cr_assert(memcmp(va, vb, sizeof va) == 0, "%s", where);
    }
}

static void reset(struct pbd_world *world) {
    apply(world, (struct pbd_command){.kind = PBD_RESET});
}

// In the middle of much: a hand, gusts with a front on its way and without, values changed. There
// is no breeze, because that goes on with the steps.
static struct pbd_world *busy(const char *scene, const char *settings) {
    struct pbd_world *world = world_of(scene, "breeze=0 %s", settings);
    run_steps(world, 15);
    apply(world, gust_command(1.0f, 0.1f, 0.7f, 8.0f, 2.0f, 0.4f));
    apply(world, gust_command(0.1f, 0.0f, 1.0f, 5.0f, 1.0f, 0.0f));
    apply(world, grab_command(40, middle_particle(world), 0.4f, 1.3f, 0.2f));
    apply(world, set_command(world, "iterations", 25.0f));
    apply(world, set_command(world, "stiffness", 0.8f));
    run_steps(world, 5);
    return world;
}

Test(kept, returned_to_it_goes_on_as_if_it_had_never_been_reset) {
    const char *const scenes[][2] = {
        {"chain", "links=8"},
        {"chain", "links=8 stepping=2 rate=480"},
        {"rope", "links=9"},
        {"cloth", "columns=5 rows=4"},
        {"cloth", "columns=5 rows=4 rate=240"},
        {"string", "links=6"}, // driven
        {"flag", "columns=5 rows=4"},
        {"jelly", "columns=2 rows=2 layers=2"},
        {"pile", "links=12 feed_speed=2"}, // paid out
    };
    for (uint32_t k = 0; k < sizeof scenes / sizeof scenes[0]; k++) {
        struct pbd_world *world = busy(scenes[k][0], scenes[k][1]);
        struct pbd_world *never_reset = pbd_world_keep(world);
        struct pbd_world *kept = pbd_world_keep(world);
        reset(world);
        run_steps(world, 37);
        pbd_world_return_to(world, kept);
        apply(never_reset, release_command(40));
        assert_same_motion(world, never_reset, scenes[k][0]);
        for (uint32_t step = 0; step < 200; step++) {
            pbd_world_step(world);
            pbd_world_step(never_reset);
            assert_same_motion(world, never_reset, scenes[k][0]);
            cr_assert(pbd_world_iterations(world) == pbd_world_iterations(never_reset));
        }
        pbd_world_destroy(world);
        pbd_world_destroy(never_reset);
    }
}

Test(kept, has_the_bits_of_the_world_and_goes_its_own_way) {
    struct pbd_world *world = busy("chain", "links=8");
    struct pbd_world *kept = pbd_world_keep(world);
    uint64_t hash = pbd_state_hash(world);
    cr_assert(pbd_state_hash(kept) == hash);
    run_steps(world, 20);
    cr_assert(pbd_state_hash(kept) == hash && pbd_state_hash(world) != hash);
    pbd_world_destroy(world);
    run_steps(kept, 20);
    cr_assert(pbd_world_hand_count(kept) == 1);
    pbd_world_destroy(kept);
}

Test(kept, its_hands_are_let_go_and_the_steps_go_on) {
    struct pbd_world *world = busy("cloth", "columns=5 rows=4");
    struct pbd_world *kept = pbd_world_keep(world);
    reset(world);
    apply(world, grab_command(3, middle_particle(world), 0.0f, 1.0f, 0.0f));
    run_steps(world, 100);
    pbd_world_return_to(world, kept);
    cr_assert(pbd_world_hand_count(world) == 0);
    cr_assert(pbd_world_steps(world) == 120);
    cr_assert_eq(pbd_world_values(world)[PBD_ITERATIONS], 25.0f);
    apply(world, grab_command(40, middle_particle(world), 0.0f, 1.0f, 0.0f));
    pbd_world_destroy(world);
}

Test(kept, is_returned_to_from_another_scene) {
    struct pbd_world *world = busy("rope", "links=9");
    struct pbd_world *kept = pbd_world_keep(world);
    struct pbd_command scene = {.kind = PBD_SCENE, .scene = {.scene = pbd_scene_find("cloth")}};
    pbd_scene_initial_values(scene.scene.scene, scene.scene.values);
    apply(world, scene);
    run_steps(world, 10);
    pbd_world_return_to(world, kept);
    cr_assert_str_eq(pbd_world_scene(world)->name, "rope");
    cr_assert(pbd_world_link_count(world) == 9);
    run_for(world, 5.0);
    cr_assert(is_finite_and_bounded(world));
    pbd_world_destroy(world);
}

Test(kept, what_is_counted_never_falls) {
    struct pbd_world *world = world_of("chain", "stepping=%d spring=1000000", 2);
    struct pbd_world *kept = pbd_world_keep(world);
    run_for(world, 2.0);
    struct pbd_counters counted = pbd_world_counters(world);
    cr_assert(pbd_world_has_burst(world) && counted.bound_clamps > 0);
    pbd_world_return_to(world, kept);
    cr_assert(!pbd_world_has_burst(world));
    cr_assert(pbd_world_counters(world).bound_clamps == counted.bound_clamps);
    pbd_world_destroy(world);
}

Test(kept, a_kept_world_can_be_saved_and_restored_after_the_return) {
    struct pbd_world *world = busy("chain", "links=8");
    struct pbd_world *kept = pbd_world_keep(world);
    reset(world);
    run_steps(world, 50);
    pbd_world_return_to(world, kept);
    uint8_t bytes[16384];
    size_t length = pbd_state_size(world);
    cr_assert(length <= sizeof bytes);
    pbd_state_save(world, bytes);
    struct pbd_world *other = NULL;
    cr_assert(pbd_state_restore(bytes, length, NULL, &other) == PBD_OK);
    run_steps(world, 60);
    run_steps(other, 60);
    cr_assert(pbd_state_hash(world) == pbd_state_hash(other));
    pbd_world_destroy(world);
    pbd_world_destroy(other);
}

Test(kept, without_memory_nothing_is_kept_and_nothing_leaks) {
    for (uint64_t call = 1; call <= 2; call++) {
        struct counting_heap heap = {0};
        struct pbd_world_def def = def_of(pbd_scene_find("chain"), "links=%d", 8);
        def.allocator = counting_allocator(&heap);
        struct pbd_world *world = NULL;
        cr_assert(pbd_world_create(&def, &world) == PBD_OK);
        uint64_t hash = pbd_state_hash(world);
        heap.fail_at = heap.calls + call;
        cr_assert_null(pbd_world_keep(world));
        cr_assert(pbd_state_hash(world) == hash);
        heap.fail_at = 0;
        struct pbd_world *kept = pbd_world_keep(world);
        cr_assert(heap.owned == 4);
        pbd_world_return_to(world, kept);
        cr_assert(heap.owned == 2);
        pbd_world_destroy(world);
        cr_assert(heap.owned == 0);
    }
}

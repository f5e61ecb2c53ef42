#include "pbd/world.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "pbd/measure.h"
#include "pbd/state.h"
#include "worlds.h"

// ---- creating ----------------------------------------------------------------------------------

Test(world, default_definition_builds_every_scene) {
    for (uint32_t i = 0; pbd_scene_at(i) != NULL; i++) {
        struct pbd_world_def def = pbd_world_def_default(pbd_scene_at(i));
        struct pbd_world *world = NULL;
        cr_assert(pbd_world_create(&def, &world) == PBD_OK);
        cr_assert(pbd_world_scene(world) == pbd_scene_at(i));
        cr_assert(memcmp(pbd_world_values(world), def.values,
                         def.scene->parameter_count * sizeof(float)) == 0);
        cr_assert(pbd_world_rate_hz(world) == (uint32_t)def.values[PBD_RATE]);
        cr_assert(pbd_world_iterations(world) == (uint32_t)def.values[PBD_ITERATIONS]);
        cr_assert(pbd_world_steps(world) == 0 && pbd_world_hand_count(world) == 0);
        struct pbd_counters counters = pbd_world_counters(world);
        cr_assert(counters.speed_clamps == 0 && counters.bound_clamps == 0 &&
                  counters.not_finite == 0);
        float centre[3], radius;
        pbd_world_view(world, centre, &radius);
        cr_assert(radius > 0.0f && fabsf(centre[1] - position(world, 0)[1]) < 2.0f * radius);
        pbd_world_destroy(world);
    }
}

Test(world, definition_must_come_from_its_default_function) {
    struct pbd_world *world = NULL;
    struct pbd_world_def zero = {0};
    cr_assert(pbd_world_create(&zero, &world) == PBD_BAD_DEFINITION);
    cr_assert_null(world);
}

Test(world, values_outside_their_range_build_nothing) {
    struct pbd_world_def def = pbd_world_def_default(pbd_scene_find("chain"));
    struct counting_heap heap = {0};
    def.allocator = counting_allocator(&heap);
    def.values[PBD_GRAVITY] = NAN;
    struct pbd_world *world = NULL;
    cr_assert(pbd_world_create(&def, &world) == PBD_OUT_OF_RANGE);
    cr_assert(world == NULL && heap.owned == 0);
}

Test(world, pins_ignore_the_velocity_that_they_are_built_with) {
    static const struct body_particle pin = {{0, 1, 0}, {3, 0, 0}, 0};
    const struct body body = {.particles = &pin, .particle_count = 1};
    struct pbd_world *world = body_world(&body, "gravity=%d", 9);
    run_steps(world, 10);
    cr_assert(position(world, 0)[0] == 0.0f && position(world, 0)[1] == 1.0f);
    cr_assert(speed(world, 0) == 0.0);
    pbd_world_destroy(world);
}

Test(world, destroying_none_is_fine) {
    pbd_world_destroy(NULL);
}

// ---- memory ------------------------------------------------------------------------------------

Test(world, creating_without_memory_leaks_nothing) {
    for (uint32_t i = 0; pbd_scene_at(i) != NULL; i++) {
        for (uint64_t fail_at = 1; fail_at <= 3; fail_at++) {
            struct counting_heap heap = {.fail_at = fail_at};
            struct pbd_world_def def = pbd_world_def_default(pbd_scene_at(i));
            def.allocator = counting_allocator(&heap);
            struct pbd_world *world = NULL;
            enum pbd_status status = pbd_world_create(&def, &world);
            if (fail_at <= heap.calls) {
                cr_assert(status == PBD_NO_MEMORY && world == NULL);
            } else {
                cr_assert(status == PBD_OK);
                pbd_world_destroy(world);
            }
            cr_assert(heap.owned == 0);
        }
    }
}

Test(world, rebuilding_without_memory_leaves_the_world_as_it_was) {
    struct counting_heap heap = {0};
    struct pbd_world_def def = pbd_world_def_default(pbd_scene_find("chain"));
    def.allocator = counting_allocator(&heap);
    struct pbd_world *world = NULL;
    cr_assert(pbd_world_create(&def, &world) == PBD_OK);
    apply(world, grab_command(1, 20, 1.0f, 1.0f, 0.0f));
    apply(world, gust_command(1.0f, 0.0f, 0.0f, 5.0f, 1.0f, 0.5f));
    run_steps(world, 30);

    struct pbd_command scene = {.kind = PBD_SCENE, .scene.scene = pbd_scene_find("cloth")};
    pbd_scene_initial_values(scene.scene.scene, scene.scene.values);
    const struct pbd_command commands[] = {
        {.kind = PBD_RESET},
        set_command(world, "links", 40.0f),
        set_command(world, "rate", 240.0f),
        scene,
    };
    uint64_t before = pbd_state_hash(world);
    for (uint32_t i = 0; i < 4; i++) {
        heap.fail_at = heap.calls + 1;
        struct pbd_outcome outcome = {.rebuilt = true};
        cr_assert(pbd_world_apply(world, &commands[i], &outcome) == PBD_NO_MEMORY);
        cr_assert(!outcome.rebuilt && heap.owned == 3); // with the front of the gust
        cr_assert(pbd_state_hash(world) == before);
    }
    heap.fail_at = 0;
    for (uint32_t i = 0; i < 4; i++) {
        cr_assert(apply(world, commands[i]).rebuilt);
        cr_assert(heap.owned == 2);
    }
    pbd_world_destroy(world);
    cr_assert(heap.owned == 0);
}

// Except for the first gust with a front, which makes room for all that may come.
Test(world, stepping_and_ordinary_commands_never_allocate) {
    for (uint32_t i = 0; pbd_scene_at(i) != NULL; i++) {
        struct counting_heap heap = {0};
        struct pbd_world_def def = pbd_world_def_default(pbd_scene_at(i));
        def.allocator = counting_allocator(&heap);
        struct pbd_world *world = NULL;
        cr_assert(pbd_world_create(&def, &world) == PBD_OK);
        apply(world, gust_command(0.0f, 0.0f, 1.0f, 5.0f, 0.2f, 0.5f));
        uint64_t calls = heap.calls;
        uint32_t middle = middle_particle(world);
        apply(world, grab_command(1, middle, 1.0f, 1.0f, 1.0f));
        apply(world, gust_command(1.0f, 0.0f, 1.0f, 5.0f, 0.2f, 0.5f));
        apply(world, set_command(world, "iterations", 3.0f));
        run_steps(world, 60);
        apply(world, move_command(1, 1.0f, 1.0f, 0.0f));
        apply(world, release_command(1));
        apply(world, set_command(world, "iterations", 5.0f)); // the chain re-kicks
        apply(world, set_command(world, "substeps", 2.0f));
        run_steps(world, 60);
        cr_assert(heap.calls == calls && heap.owned == 3);
        pbd_world_destroy(world);
        cr_assert(heap.owned == 0);
    }
}

// ---- memory ------------------------------------------------------------------------------------

// What docs/MODEL.md says.
Test(world, a_sheet_of_64_by_64_takes_less_than_a_megabyte_and_no_time_to_make) {
    struct counting_heap heap = {0};
    struct pbd_world_def def = def_of(pbd_scene_find("cloth"), "columns=63 rows=63");
    def.allocator = counting_allocator(&heap);
    struct pbd_world *world = NULL;
    clock_t start = clock();
    cr_assert(pbd_world_create(&def, &world) == PBD_OK);
    double spent_s = (double)(clock() - start) / CLOCKS_PER_SEC;
    double per_particle = (double)heap.bytes / pbd_world_particle_count(world);
    cr_assert(heap.bytes < 1000000, "%zu bytes", heap.bytes);
    cr_assert(per_particle > 200 && per_particle < 245, "%g bytes for each particle", per_particle);
    cr_assert(spent_s < 0.05, "%g s, which is ten times what it may take", spent_s);
    pbd_world_destroy(world);
}

Test(world, a_gust_without_memory_for_its_front_is_refused) {
    struct counting_heap heap = {0};
    struct pbd_world_def def = pbd_world_def_default(pbd_scene_find("chain"));
    def.allocator = counting_allocator(&heap);
    struct pbd_world *world = NULL;
    cr_assert(pbd_world_create(&def, &world) == PBD_OK);
    uint64_t before = pbd_state_hash(world);
    heap.fail_at = heap.calls + 1;
    struct pbd_command gust = gust_command(1.0f, 0.0f, 0.0f, 5.0f, 1.0f, 0.5f);
    cr_assert(pbd_world_apply(world, &gust, NULL) == PBD_NO_MEMORY);
    cr_assert(pbd_state_hash(world) == before);
    heap.fail_at = 0;
    cr_assert(pbd_world_apply(world, &gust, NULL) == PBD_OK);
    pbd_world_destroy(world);
    cr_assert(heap.owned == 0);
}

Test(world, who_looks_on_without_memory_sees_no_forces) {
    struct counting_heap heap = {0};
    struct pbd_world_def def = pbd_world_def_default(pbd_scene_find("chain"));
    def.allocator = counting_allocator(&heap);
    struct pbd_world *world = NULL;
    cr_assert(pbd_world_create(&def, &world) == PBD_OK);
    heap.fail_at = heap.calls + 1;
    pbd_world_note_forces(world, true);
    run_steps(world, 2);
    cr_assert(pbd_world_pin_forces(world) == NULL);
    heap.fail_at = 0;
    pbd_world_note_forces(world, true);
    run_steps(world, 2);
    cr_assert(pbd_world_pin_forces(world) != NULL);
    struct pbd_world *kept = pbd_world_keep(world);
    pbd_world_return_to(world, kept);
    run_steps(world, 2);
    cr_assert(pbd_world_pin_forces(world) != NULL);
    pbd_world_destroy(world);
    cr_assert(heap.owned == 0);
}

// ---- commands that are refused -----------------------------------------------------------------

static void assert_refused(struct pbd_world *world, struct pbd_command command,
                           enum pbd_status wanted) {
    uint64_t before = pbd_state_hash(world);
    struct pbd_outcome outcome = {.rebuilt = true, .rekicked = true};
    enum pbd_status status = pbd_world_apply(world, &command, &outcome);
    cr_assert(status == wanted, "%s for %s", pbd_status_name(status), pbd_status_name(wanted));
    cr_assert(pbd_state_hash(world) == before, "%s changed something", pbd_status_name(wanted));
    cr_assert(!outcome.rebuilt && !outcome.rekicked);
    cr_assert(pbd_world_apply(world, &command, NULL) == wanted);
}

static struct pbd_world *busy_world(void) {
    struct pbd_world *world = world_of("chain", "links=5");
    apply(world, grab_command(1, 3, 0.5f, 1.0f, 0.0f));
    run_steps(world, 7);
    return world;
}

Test(world, refuses_a_grab_that_cannot_be) {
    struct pbd_world *world = busy_world();
    assert_refused(world, grab_command(2, 6, 0, 1, 0), PBD_NO_SUCH_PARTICLE);
    assert_refused(world, grab_command(2, UINT32_MAX, 0, 1, 0), PBD_NO_SUCH_PARTICLE);
    assert_refused(world, grab_command(2, 0, 0, 1, 0), PBD_PINNED);
    assert_refused(world, grab_command(1, 4, 0, 1, 0), PBD_HAND_IN_USE);
    for (uint32_t c = 0; c < 3; c++) {
        struct pbd_command far = grab_command(2, 4, 0, 1, 0);
        far.hand.target[c] = 64 * PBD_TARGET_STEPS_PER_M + 1;
        assert_refused(world, far, PBD_OUT_OF_RANGE);
        far.hand.target[c] = INT32_MIN;
        assert_refused(world, far, PBD_OUT_OF_RANGE);
    }
    pbd_world_destroy(world);
}

Test(world, refuses_more_hands_than_it_has_room_for) {
    struct pbd_world *world = busy_world();
    for (uint32_t id = 2; id <= PBD_HANDS_MAX; id++) {
        apply(world, grab_command(id, 1 + id % 5, 0, 1, 0));
    }
    cr_assert(pbd_world_hand_count(world) == PBD_HANDS_MAX);
    assert_refused(world, grab_command(1000, 4, 0, 1, 0), PBD_TOO_MANY_HANDS);
    run_steps(world, 10);
    cr_assert(is_finite_and_bounded(world));
    apply(world, release_command(17));
    apply(world, grab_command(1000, 4, 0, 1, 0));
    pbd_world_destroy(world);
}

Test(world, refuses_to_move_or_release_a_hand_that_holds_nothing) {
    struct pbd_world *world = busy_world();
    assert_refused(world, move_command(2, 0, 1, 0), PBD_NO_SUCH_HAND);
    assert_refused(world, release_command(2), PBD_NO_SUCH_HAND);
    struct pbd_command far = move_command(1, 0, 1, 0);
    far.hand.target[1] = -64 * PBD_TARGET_STEPS_PER_M - 1;
    assert_refused(world, far, PBD_OUT_OF_RANGE);
    apply(world, release_command(1));
    assert_refused(world, release_command(1), PBD_NO_SUCH_HAND);
    pbd_world_destroy(world);
}

Test(world, refuses_gusts_outside_their_range) {
    struct pbd_world *world = busy_world();
    const struct pbd_command wrong[] = {
        gust_command(0, 0, 0, 5, 1, 0),        gust_command(NAN, 0, 1, 5, 1, 0),
        gust_command(0, INFINITY, 0, 5, 1, 0), gust_command(0, 1, -INFINITY, 5, 1, 0),
        gust_command(1, 0, 0, -1, 1, 0),       gust_command(1, 0, 0, 100.1f, 1, 0),
        gust_command(1, 0, 0, NAN, 1, 0),      gust_command(1, 0, 0, INFINITY, 1, 0),
        gust_command(1, 0, 0, 1e-40f, 1, 0),   gust_command(1, 0, 0, 5, 0.019f, 0),
        gust_command(1, 0, 0, 5, 10.1f, 0),    gust_command(1, 0, 0, 5, NAN, 0),
        gust_command(1, 0, 0, 5, 1, -0.1f),    gust_command(1, 0, 0, 5, 1, 10.1f),
        gust_command(1, 0, 0, 5, 1, NAN),      gust_command(1, 0, 0, 5, 1, 1e-40f),
    };
    for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_refused(world, wrong[i], PBD_OUT_OF_RANGE);
    }
    pbd_world_destroy(world);
}

Test(world, refuses_more_gusts_than_it_has_room_for) {
    struct pbd_world *world = busy_world();
    for (uint32_t i = 0; i < PBD_GUSTS_MAX; i++) {
        apply(world, gust_command(1, 0, 0, 5, 0.1f * (float)(i + 1), 0));
    }
    assert_refused(world, gust_command(1, 0, 0, 5, 1, 0), PBD_TOO_MANY_GUSTS);
    run_steps(world, 6); // the first has passed
    apply(world, gust_command(1, 0, 0, 5, 1, 0));
    assert_refused(world, gust_command(1, 0, 0, 5, 1, 0), PBD_TOO_MANY_GUSTS);
    pbd_world_destroy(world);
}

Test(world, refuses_values_outside_their_range) {
    struct pbd_world *world = busy_world();
    const float strange[] = {NAN, INFINITY, -INFINITY, 1e-40f, 1e38f, -1e38f};
    for (uint32_t p = 0; p < pbd_world_scene(world)->parameter_count; p++) {
        struct pbd_command set = {.kind = PBD_SET, .set = {.parameter = p}};
        for (uint32_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
            set.set.value = strange[i];
            assert_refused(world, set, PBD_OUT_OF_RANGE);
        }
    }
    assert_refused(world, set_command(world, "iterations", 0.0f), PBD_OUT_OF_RANGE);
    assert_refused(world, set_command(world, "iterations", 2147483648.0f), PBD_OUT_OF_RANGE);
    assert_refused(world, set_command(world, "iterations", 1.5f), PBD_OUT_OF_RANGE);
    assert_refused(world, set_command(world, "rate", 100.0f), PBD_OUT_OF_RANGE);
    struct pbd_command none = {.kind = PBD_SET,
                               .set.parameter = pbd_world_scene(world)->parameter_count};
    assert_refused(world, none, PBD_NO_SUCH_PARAMETER);
    none.set.parameter = UINT32_MAX;
    assert_refused(world, none, PBD_NO_SUCH_PARAMETER);
    pbd_world_destroy(world);
}

Test(world, refuses_what_would_cost_too_much) {
    struct pbd_world *world = world_of("chain", "links=1000 iterations=12");
    apply(world, set_command(world, "substeps", 32.0f));
    apply(world, set_command(world, "iterations", 50.0f)); // 96 million projections a second
    assert_refused(world, set_command(world, "iterations", 60.0f), PBD_TOO_COSTLY);
    assert_refused(world, set_command(world, "rate", 120.0f), PBD_TOO_COSTLY);
    struct pbd_command scene = {.kind = PBD_SCENE, .scene.scene = pbd_scene_find("chain")};
    pbd_scene_initial_values(scene.scene.scene, scene.scene.values);
    scene.scene.values[PBD_ITERATIONS] = 200;
    scene.scene.values[PBD_SUBSTEPS] = 32;
    scene.scene.values[PBD_RATE] = 960;
    assert_refused(world, scene, PBD_TOO_COSTLY);
    pbd_world_destroy(world);
}

Test(world, refuses_an_unknown_kind_of_command_and_no_scene) {
    struct pbd_world *world = busy_world();
    assert_refused(world, (struct pbd_command){.kind = (enum pbd_command_kind)99},
                   PBD_OUT_OF_RANGE);
    assert_refused(world, (struct pbd_command){.kind = PBD_SCENE}, PBD_NO_SUCH_SCENE);
    struct pbd_command scene = {.kind = PBD_SCENE, .scene.scene = pbd_scene_find("rope")};
    assert_refused(world, scene, PBD_OUT_OF_RANGE); // its values are all zero
    pbd_world_destroy(world);
}

// ---- commands that are taken -------------------------------------------------------------------

Test(world, hands_are_told_in_the_order_of_grabbing) {
    struct pbd_world *world = world_of("chain", "links=5");
    apply(world, grab_command(30, 3, 0.5f, 1.0f, -0.25f));
    apply(world, grab_command(10, 5, 0, 1, 0));
    apply(world, grab_command(20, 5, 0, 1, 0));
    apply(world, grab_command(40, 2, 0, 1, 0));
    apply(world, release_command(10)); // the others keep their order
    apply(world, grab_command(10, 1, 0, 1, 0));
    const uint32_t ids[] = {30, 20, 40, 10};
    const uint32_t particles[] = {3, 5, 2, 1};
    cr_assert(pbd_world_hand_count(world) == 4);
    for (uint32_t i = 0; i < 4; i++) {
        struct pbd_hand_view view = pbd_world_hand(world, i);
        cr_assert(view.id == ids[i] && view.particle == particles[i]);
    }
    struct pbd_hand_view first = pbd_world_hand(world, 0);
    cr_assert(first.target_m[0] == 0.5f && first.target_m[1] == 1.0f &&
              first.target_m[2] == -0.25f);
    pbd_world_destroy(world);
}

Test(world, targets_are_the_nearest_points_of_a_grid) {
    int32_t target[3];
    const float position_m[3] = {1.0f, -0.5f, 0.7f / 8192.0f};
    cr_assert(pbd_target_from_position(position_m, target) == PBD_OK);
    cr_assert(target[0] == 8192 && target[1] == -4096 && target[2] == 1);
    const float ends[3] = {64.0f, -64.0f, -0.3f / 8192.0f};
    cr_assert(pbd_target_from_position(ends, target) == PBD_OK);
    cr_assert(target[0] == 64 * 8192 && target[1] == -64 * 8192 && target[2] == 0);
    const float wrong[] = {NAN, INFINITY, -INFINITY, 64.001f, -65.0f, 1e38f, -3e38f};
    for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        for (uint32_t c = 0; c < 3; c++) {
            float bad[3] = {0};
            bad[c] = wrong[i];
            int32_t untouched[3] = {7, 7, 7};
            cr_assert(pbd_target_from_position(bad, untouched) == PBD_OUT_OF_RANGE);
            cr_assert(untouched[0] == 7 && untouched[1] == 7 && untouched[2] == 7);
        }
    }
}

Test(world, reset_puts_back_and_lets_go_but_counts_on) {
    for (uint32_t i = 0; pbd_scene_at(i) != NULL; i++) {
        struct pbd_world *world = world_of(pbd_scene_at(i)->name, "iterations=4");
        struct pbd_world *fresh = world_of(pbd_scene_at(i)->name, "iterations=4");
        size_t bytes = 3 * pbd_world_particle_count(world) * sizeof(float);
        apply(world, grab_command(1, middle_particle(world), 1, 1, 0));
        apply(world, gust_command(0, 0, 1, 20, 5, 0));
        run_steps(world, 50);
        cr_assert(memcmp(pbd_world_positions(world), pbd_world_positions(fresh), bytes) != 0);
        cr_assert(apply(world, (struct pbd_command){.kind = PBD_RESET}).rebuilt);
        cr_assert(memcmp(pbd_world_positions(world), pbd_world_positions(fresh), bytes) == 0);
        cr_assert(pbd_world_hand_count(world) == 0 && pbd_world_steps(world) == 50);
        cr_assert(fastest(world) == 0.0);
        apply(world, set_command(world, "breeze", 0.0f));
        apply(fresh, set_command(fresh, "breeze", 0.0f));
        run_steps(world, 50);
        run_steps(fresh, 50);
        cr_assert(memcmp(pbd_world_positions(world), pbd_world_positions(fresh), bytes) == 0,
                  "something of the past lives on in %s", pbd_scene_at(i)->name);
        pbd_world_destroy(world);
        pbd_world_destroy(fresh);
    }
}

Test(world, changes_its_scene) {
    struct pbd_world *world = world_of("chain", "links=%d", 5);
    run_steps(world, 10);
    struct pbd_world_def def = def_of(pbd_scene_find("cloth"), "columns=3 rows=%d", 2);
    struct pbd_command scene = {.kind = PBD_SCENE, .scene.scene = def.scene};
    memcpy(scene.scene.values, def.values, sizeof def.values);
    cr_assert(apply(world, scene).rebuilt);
    cr_assert(pbd_world_scene(world) == def.scene && pbd_world_particle_count(world) == 12);
    cr_assert(pbd_world_steps(world) == 10);
    run_steps(world, 10);
    pbd_world_destroy(world);
}

Test(world, setting_what_is_not_live_rebuilds_with_the_other_values_kept) {
    struct pbd_world *world = world_of("chain", "gravity=%d tip_mass=5", 3);
    cr_assert(apply(world, set_command(world, "links", 7.0f)).rebuilt);
    cr_assert(pbd_world_particle_count(world) == 8);
    cr_assert(pbd_world_values(world)[PBD_GRAVITY] == 3.0f);
    cr_assert(pbd_world_inverse_masses(world)[7] == 0.2f);
    cr_assert(apply(world, set_command(world, "rate", 240.0f)).rebuilt);
    cr_assert(pbd_world_rate_hz(world) == 240);
    pbd_world_destroy(world);
}

Test(world, a_change_of_substeps_keeps_velocities) {
    const char *const scenes[] = {"chain", "rope", "cloth"};
    for (uint32_t k = 0; k < 3; k++) {
        struct pbd_world *world = world_of(scenes[k], "iterations=%d", 4);
        run_steps(world, 20);
        uint32_t count = pbd_world_particle_count(world);
        const float substeps[] = {5, 32, 1, 3};
        for (uint32_t s = 0; s < 4; s++) {
            double before[2000];
            cr_assert(count < 2000);
            for (uint32_t i = 0; i < count; i++) {
                before[i] = speed(world, i);
            }
            cr_assert_not(apply(world, set_command(world, "substeps", substeps[s])).rebuilt);
            for (uint32_t i = 0; i < count; i++) {
                cr_assert_float_eq(speed(world, i), before[i], 1e-5 * (1.0 + before[i]));
            }
        }
        pbd_world_destroy(world);
    }
}

// The iterations in use may be far above the number set, which was allowed less substeps.
Test(world, a_change_of_substeps_never_costs_more_than_is_allowed) {
    struct pbd_world *world = world_of("chain", "links=1000 iterations=%d rekick=0", 200);
    apply(world, set_command(world, "iterations", 1.0f));
    cr_assert(pbd_world_iterations(world) == 200);
    apply(world, set_command(world, "substeps", 2.0f));
    cr_assert(pbd_world_iterations(world) == 200, "24 million a second are allowed");
    apply(world, set_command(world, "substeps", 32.0f));
    cr_assert(pbd_world_iterations(world) * 1000.0 * 32.0 * 60.0 <= PBD_PROJECTIONS_PER_S_MAX);
    cr_assert(pbd_world_iterations(world) >= 50, "as many as are allowed");
    pbd_world_step(world);
    pbd_world_destroy(world);
}

// ---- at full cost ------------------------------------------------------------------------------

// Of as few particles as there can be, but for the chain.
static struct pbd_world_def smallest_of(const struct pbd_scene *scene) {
    bool chain = scene == pbd_scene_find("chain");
    struct pbd_world_def def =
        def_of(scene, "rate=60 %s", chain ? "links=3 bead_mass=0.001 tip_mass=1000" : "");
    for (uint32_t p = PBD_COMMON_PARAMETER_COUNT; p < scene->parameter_count && !chain; p++) {
        const struct pbd_parameter *parameter = &scene->parameters[p];
        bool size = parameter->kind == PBD_INT && !parameter->live;
        def.values[p] = size ? parameter->min : def.values[p];
    }
    return def;
}

// n = 200, 32 substeps; 16 where that is too costly.
Test(world, the_most_iterations_and_substeps_hold_out) {
    for (uint32_t i = 0; pbd_scene_at(i) != NULL; i++) {
        struct pbd_world_def def = smallest_of(pbd_scene_at(i));
        def.values[PBD_ITERATIONS] = 200;
        def.values[PBD_SUBSTEPS] = 32;
        def.values[PBD_HAND_FORCE] = 2000;
        if (pbd_scene_check(def.scene, def.values, NULL) == PBD_TOO_COSTLY) {
            def.values[PBD_SUBSTEPS] = 16;
        }
        struct pbd_world *world = NULL;
        cr_assert(pbd_world_create(&def, &world) == PBD_OK, "%s", def.scene->name);
        uint32_t middle = middle_particle(world);
        apply(world, grab_command(1, middle, 64, -64, 64));
        apply(world, gust_command(1, 1, -1, 100, 10, 1));
        for (uint32_t step = 0; step < 60; step++) {
            if (step % 10 == 0) {
                float side = step % 20 == 0 ? -64.0f : 64.0f;
                apply(world, move_command(1, side, 64, side));
            }
            pbd_world_step(world);
            cr_assert(is_finite_and_bounded(world));
            cr_assert(pbd_world_counters(world).not_finite == 0);
        }
        pbd_world_destroy(world);
    }
}

// ---- scenes that are not as they say
// -------------------------------------------------------------

static void build_too_many(struct pbd_builder *builder) {
    for (uint32_t i = 0; i < 300; i++) { // in turns: as many batches
        pbd_builder_ceiling(builder, 0, 1, 1.0f);
        pbd_builder_pair(builder, 0, 1, 0.1f);
    }
}

static void build_one_too_few(struct pbd_builder *builder) {
    pbd_builder_pair(builder, 0, 1, 0.1f);
}

Test(world, refuses_a_scene_that_builds_something_else_than_it_says) {
    static const struct body_particle particles[] = {
        {{0, 1, 0}, {0}, 1}, {{0, 2, 0}, {0}, 1}, {{0, 3, 0}, {0}, 1}};
    static const struct body_pair links[] = {{0, 2, 1}, {2, 1, 1}};
    const struct body bodies[] = {
        {particles, 2, .more = {.of = {[PBD_CEILING] = 300, [PBD_PAIR] = 300}}, // too many batches
         .build_more = build_too_many},
        {particles, 2, .more = {.of = {[PBD_CEILING] = 1}}, .build_more = build_too_many},
        {particles, 2, .more = {.of = {[PBD_PAIR] = 2}}, .build_more = build_one_too_few},
        {particles, 3, links, 2, .path = true},
    };
    for (uint32_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        struct counting_heap heap = {0};
        struct pbd_world_def def = pbd_world_def_default(scene_of_body(&bodies[i]));
        def.allocator = counting_allocator(&heap);
        struct pbd_world *world = NULL;
        cr_assert(pbd_world_create(&def, &world) == PBD_BAD_SCENE, "body %u", i);
        cr_assert(world == NULL && heap.owned == 0);
    }
}

// ---- what is drawn -----------------------------------------------------------------------------

static void build_things(struct pbd_builder *builder) {
    pbd_builder_capsule(builder, (const float[3]){1, 2, 3}, (const float[3]){1.5f, 2, 5}, 0.25f);
    pbd_builder_box(builder, (const float[3]){-1, 0, 1}, (const float[3]){0.5f, 1, 2});
    pbd_builder_slope(builder, (const float[3]){0, -1, 0}, (const float[3]){0, 2, 0});
    pbd_builder_radius(builder, 0.02f);
    pbd_builder_grid(builder, 1, 2, 2);
    pbd_builder_grid(builder, 0, 1, 5);
    pbd_builder_face(builder, 0, 1, 2);
    pbd_builder_face(builder, 4, 2, 1);
}

static const struct body_particle row_of_five[] = {{{0, 1, 0}, {0}, 1},
                                                   {{0, 2, 0}, {0}, 1},
                                                   {{0, 3, 0}, {0}, 1},
                                                   {{0, 4, 0}, {0}, 1},
                                                   {{0, 5, 0}, {0}, 1}};

Test(world, tells_what_there_is_to_draw) {
    const struct body body = {.particles = row_of_five,
                              .particle_count = 5,
                              .more = {.obstacles = 3, .faces = 2},
                              .build_more = build_things};
    struct pbd_world *world = body_world(&body, "ground=%d", 1);
    cr_assert(pbd_world_obstacle_count(world) == 3, "the ground is a parameter");
    struct pbd_obstacle capsule = pbd_world_obstacle(world, 0);
    cr_assert(capsule.shape == PBD_CAPSULE && capsule.capsule.radius_m == 0.25f);
    cr_assert(capsule.capsule.from_m[2] == 3.0f && capsule.capsule.to_m[0] == 1.5f &&
              capsule.capsule.to_m[1] == 2.0f && capsule.capsule.to_m[2] == 5.0f);
    struct pbd_obstacle box = pbd_world_obstacle(world, 1);
    cr_assert(box.shape == PBD_BOX && box.box.centre_m[0] == -1.0f &&
              box.box.half_size_m[2] == 2.0f);
    struct pbd_obstacle slope = pbd_world_obstacle(world, 2);
    cr_assert(slope.shape == PBD_SLOPE && slope.slope.point_m[1] == -1.0f &&
              slope.slope.normal[1] == 1.0f);
    cr_assert(pbd_world_contact_radius_m(world) == 0.02f);
    const struct pbd_grid *grids = pbd_world_grids(world);
    cr_assert(pbd_world_grid_count(world) == 2);
    cr_assert(grids[0].first == 1 && grids[0].columns == 2 && grids[0].rows == 2);
    cr_assert(grids[1].first == 0 && grids[1].columns == 1 && grids[1].rows == 5);
    const uint32_t faces[] = {0, 1, 2, 4, 2, 1};
    cr_assert(pbd_world_face_count(world) == 2);
    cr_assert(memcmp(pbd_world_faces(world), faces, sizeof faces) == 0);
    cr_assert(pbd_world_spring_count(world) == 0);
    pbd_world_destroy(world);
}

static void build_large_grid(struct pbd_builder *builder) {
    pbd_builder_grid(builder, 2, 2, 2);
}

static void build_many_grids(struct pbd_builder *builder) {
    for (uint32_t i = 0; i <= PBD_GRIDS_MAX; i++) {
        pbd_builder_grid(builder, 0, 2, 2);
    }
}

static void build_a_face(struct pbd_builder *builder) {
    pbd_builder_face(builder, 0, 1, 2);
}

Test(world, refuses_a_scene_with_more_to_draw_than_there_is) {
    const struct body bodies[] = {
        {.particles = row_of_five, .particle_count = 5, .build_more = build_large_grid},
        {.particles = row_of_five, .particle_count = 5, .build_more = build_many_grids},
        {.particles = row_of_five, .particle_count = 5, .build_more = build_a_face},
        {.particles = row_of_five,
         .particle_count = 5,
         .more = {.faces = 2},
         .build_more = build_a_face},
    };
    for (uint32_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        struct pbd_world_def def = pbd_world_def_default(scene_of_body(&bodies[i]));
        struct pbd_world *world = NULL;
        cr_assert(pbd_world_create(&def, &world) == PBD_BAD_SCENE, "body %u", i);
    }
}

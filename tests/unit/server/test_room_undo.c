#include <string.h>

#include "messages.h"
#include "pbd/state.h"
#include "room_fixture.h"
#include "support.h"

enum { ADA = 101, BEN = 102 };

static void command(struct test_room *t, uint64_t viewer, struct wire_client_message message) {
    room_command(t->room, viewer, &message);
}

// The events of a command, in short.
static const char *events_of(struct test_room *t, uint64_t viewer,
                             struct wire_client_message message) {
    uint64_t e0 = t->room->ring.e;
    command(t, viewer, message);
    return events_after(t, e0);
}

// What a command is answered with, in short.
static const char *answer_to(struct test_room *t, uint64_t viewer,
                             struct wire_client_message message) {
    test_room_forget_letters(t);
    command(t, viewer, message);
    return letters_to(t, viewer);
}

static void run_steps(struct test_room *t, uint32_t steps) {
    for (uint32_t i = 0; i < steps; i++) {
        room_step(t->room);
    }
}

// The state as a newcomer is told it.
static const msgpack_object *told_state(struct test_room *t) {
    room_send_state(t->room, ADA);
    return field(read_message(last_letter_to(t, ADA)->message), "state");
}

static bool can_undo(struct test_room *t) {
    const msgpack_object *can = field(told_state(t), "can_undo");
    return can != NULL && can->via.boolean;
}

CleanTest(room_undo, brings_back_the_world_of_before_the_reset) {
    struct test_room t, never_reset;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_open(&never_reset, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    run_steps(&t, 30);
    command(&t, ADA, set_message(1, "gravity", 4));
    command(&t, ADA, grab_message(2, 0, 20, 1, 2, 0));
    run_steps(&t, 20);
    test_room_copy_world(&never_reset, &t);
    struct pbd_command release = {.kind = PBD_RELEASE,
                                  .hand = {.id = pbd_world_hand(t.room->world, 0).id}};
    cr_assert(pbd_world_apply(never_reset.room->world, &release, NULL) == PBD_OK);

    command(&t, ADA, plain_message(3, WIRE_RESET));
    cr_expect(can_undo(&t));
    run_steps(&t, 10);
    command(&t, ADA, set_message(4, "gravity", 15));
    command(&t, ADA, grab_message(5, 1, 7, 0, 1, 0));
    cr_expect_str_eq(events_of(&t, ADA, plain_message(6, WIRE_UNDO)),
                     "let_go 1.1 undone; undone 1 chain");
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, ADA)), "ack 6 @ 60");
    cr_expect(t.room->frame_is_old, "a frame of it is due");
    size_t bytes = 12 * pbd_world_particle_count(t.room->world);
    for (uint32_t i = 0; i < 30; i++) {
        cr_assert(memcmp(pbd_world_positions(t.room->world),
                         pbd_world_positions(never_reset.room->world), bytes) == 0);
        run_steps(&t, 1);
        run_steps(&never_reset, 1);
    }
    int gravity = pbd_scene_parameter_index(pbd_world_scene(t.room->world), "gravity");
    cr_expect_eq(pbd_world_values(t.room->world)[gravity], 4);
    test_room_close(&t);
    test_room_close(&never_reset);
}

CleanTest(room_undo, works_once_for_each_reset) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    cr_expect(!can_undo(&t));
    cr_expect_str_eq(answer_to(&t, ADA, plain_message(1, WIRE_UNDO)), "refused 1 nothing_to_undo");
    command(&t, ADA, plain_message(2, WIRE_RESET));
    command(&t, ADA, plain_message(3, WIRE_RESET));
    cr_expect_str_eq(answer_to(&t, ADA, plain_message(4, WIRE_UNDO)), "ack 4 @ 0");
    cr_expect_str_eq(answer_to(&t, ADA, plain_message(5, WIRE_UNDO)), "refused 5 nothing_to_undo");
    cr_expect(!can_undo(&t));
    test_room_close(&t);
}

CleanTest(room_undo, ends_with_another_scene_or_a_rebuild_but_not_with_what_is_live) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    command(&t, ADA, plain_message(1, WIRE_RESET));
    command(&t, ADA, set_message(2, "gravity", 3));
    command(&t, ADA, set_message(3, "iterations", 30));
    cr_expect(can_undo(&t));
    command(&t, ADA, set_message(4, "links", 7));
    cr_expect(!can_undo(&t));
    command(&t, ADA, plain_message(5, WIRE_RESET));
    command(&t, ADA, scene_message(6, "rope"));
    cr_expect_str_eq(answer_to(&t, ADA, plain_message(7, WIRE_UNDO)), "refused 7 nothing_to_undo");
    test_room_close(&t);
}

CleanTest(room_undo, is_for_those_who_may_reset) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join_host(&t, ADA, "Ada");
    test_room_join(&t, BEN, "Ben");
    command(&t, ADA, plain_message(1, WIRE_RESET));
    cr_expect_str_eq(answer_to(&t, BEN, plain_message(2, WIRE_UNDO)), "refused 2 not_allowed");
    cr_expect_str_eq(answer_to(&t, ADA, plain_message(3, WIRE_UNDO)), "ack 3 @ 0");
    test_room_close(&t);
}

CleanTest(room_undo, ends_a_burst_that_came_after_the_reset) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    command(&t, ADA, plain_message(1, WIRE_RESET));
    test_room_burst(&t);
    cr_expect(bool_field(told_state(&t), "burst"));
    command(&t, ADA, plain_message(2, WIRE_UNDO));
    cr_expect(!pbd_world_has_burst(t.room->world));
    test_room_close(&t);
}

CleanTest(room_undo, of_a_burst_world_says_that_it_has_burst) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    test_room_burst(&t);
    command(&t, ADA, plain_message(1, WIRE_RESET));
    cr_expect_str_eq(events_of(&t, ADA, plain_message(2, WIRE_UNDO)), "undone 1 chain; burst");
    cr_expect(pbd_world_has_burst(t.room->world));
    test_room_close(&t);
}

CleanTest(room_undo, without_memory_a_reset_works_and_leaves_nothing_to_undo) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    run_steps(&t, 5);
    fail_allocation(1);
    command(&t, ADA, plain_message(1, WIRE_RESET));
    cr_assert(allocation_has_failed());
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, ADA)), "ack 1 @ 5");
    cr_expect_null(t.room->kept);
    test_room_close(&t);
}

CleanTest(room_undo, watched_motion_starts_anew) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    command(&t, ADA, measure_message(1, 60, 20));
    command(&t, ADA, plain_message(2, WIRE_RESET));
    run_steps(&t, 40);
    struct pbd_probe *before = t.room->measuring.probes[0].probe;
    command(&t, ADA, plain_message(3, WIRE_UNDO));
    cr_expect_neq(t.room->measuring.probes[0].probe, before);
    run_steps(&t, 5);
    test_room_close(&t);
}

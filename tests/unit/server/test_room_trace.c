#include <string.h>

#include "messages.h"
#include "pbd/state.h"
#include "pbd/trace.h"
#include "room_fixture.h"
#include "support.h"

enum { ADA = 101, BEN = 102 };

static void command(struct test_room *t, uint64_t viewer, struct wire_client_message message) {
    room_command(t->room, viewer, &message);
}

// A paused chain that has moved for a while; Ben may do everything.
static void open_paused(struct test_room *t) {
    test_room_open(t, "chain", rights_hosted());
    test_room_join(t, ADA, "Ada");
    test_room_join_host(t, BEN, "Ben");
    for (int i = 0; i < 20; i++) {
        room_step(t->room);
    }
    command(t, BEN, plain_message(1, WIRE_PAUSE));
    test_room_forget_letters(t);
}

static const char *look(struct test_room *t) {
    test_room_forget_letters(t);
    command(t, ADA, plain_message(7, WIRE_TRACE));
    return letters_to(t, ADA);
}

CleanTest(room_trace, shows_a_paused_step_to_the_one_who_asked_and_moves_nothing) {
    struct test_room t;
    open_paused(&t);
    uint64_t hash = pbd_state_hash(t.room->world);
    uint64_t e = t.room->ring.e;
    cr_expect_str_eq(look(&t), "trace 7 @ 20");
    cr_expect_str_eq(letters_to(&t, BEN), "");
    cr_expect_eq(pbd_state_hash(t.room->world), hash);
    cr_expect_eq(t.room->ring.e, e, "nobody else is told");
    cr_expect(last_letter_to(&t, ADA)->may_be_refused);
    cr_expect_eq(last_letter_to(&t, ADA)->seq, 7);
    test_room_close(&t);
}

CleanTest(room_trace, is_refused_while_the_world_runs) {
    struct test_room t;
    open_paused(&t);
    command(&t, BEN, plain_message(2, WIRE_RESUME));
    cr_expect_str_eq(look(&t), "refused 7 not_paused");
    cr_expect_eq(t.room->traces, 0);
    test_room_close(&t);
}

CleanTest(room_trace, ends_where_the_step_then_ends) {
    struct test_room t;
    open_paused(&t);
    look(&t);
    const msgpack_object *trace = read_message(last_letter_to(&t, ADA)->message);
    const msgpack_object *final = field(trace, "final");
    size_t bytes = 12 * pbd_world_particle_count(t.room->world);
    cr_assert_eq(final->via.bin.size, bytes);
    cr_expect_arr_eq(field(trace, "positions")->via.bin.ptr, pbd_world_positions(t.room->world),
                     bytes);
    command(&t, BEN, plain_message(2, WIRE_STEP));
    cr_expect_arr_eq(final->via.bin.ptr, pbd_world_positions(t.room->world), bytes);
    test_room_close(&t);
}

CleanTest(room_trace, a_class_that_looks_at_one_step_has_it_found_once) {
    struct test_room t;
    open_paused(&t);
    look(&t);
    const struct pbd_trace *trace = t.room->trace;
    look(&t);
    command(&t, BEN, plain_message(8, WIRE_TRACE));
    cr_expect_str_eq(letters_to(&t, BEN), "trace 8 @ 20");
    cr_expect_eq(t.room->trace, trace);
    cr_expect_eq(t.room->traces, 3);
    test_room_close(&t);
}

CleanTest(room_trace, whatever_changes_the_next_step_makes_it_be_found_anew) {
    const struct wire_client_message changes[] = {
        plain_message(2, WIRE_STEP),    plain_message(2, WIRE_RESET),
        grab_message(2, 0, 5, 1, 1, 0), move_message(2, 0, 2, 1, 0),
        release_message(2, 0),          gust_message(2, 20),
        set_message(2, "gravity", 3),   set_message(2, "iterations", 3),
        set_message(2, "rate", 120),    scene_message(2, "rope"),
    };
    struct test_room t;
    open_paused(&t);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        look(&t);
        cr_assert_not_null(t.room->trace);
        command(&t, BEN, changes[i]);
        room_apply_moves(t.room);
        cr_expect_null(t.room->trace, "%s", wire_client_type_name(changes[i].type));
    }
    look(&t);
    room_leave(t.room, BEN);
    cr_expect_not_null(t.room->trace, "somebody without a hand has left");
    test_room_close(&t);
}

CleanTest(room_trace, is_kept_for_five_seconds_after_the_last_who_looked) {
    struct test_room t;
    open_paused(&t);
    room_read(t.room, 1000);
    look(&t);
    room_read(t.room, 3000);
    look(&t);
    room_expire_trace(t.room, 7900);
    cr_expect_not_null(t.room->trace);
    room_expire_trace(t.room, 8100);
    cr_expect_null(t.room->trace);
    cr_expect_str_eq(look(&t), "trace 7 @ 20");
    test_room_close(&t);
}

CleanTest(room_trace, shows_what_a_waiting_move_will_do) {
    struct test_room t;
    open_paused(&t);
    command(&t, BEN, grab_message(2, 0, 5, 1, 1, 0));
    command(&t, BEN, move_message(3, 0, 2, 1, 0));
    cr_expect_str_eq(look(&t), "trace 7 @ 20");
    cr_expect_eq(t.room->moves_waiting, 0);
    cr_expect_eq(pbd_world_hand(t.room->world, 0).target_m[0], 2);
    test_room_close(&t);
}

CleanTest(room_trace, is_refused_without_memory) {
    struct test_room t;
    open_paused(&t);
    fail_allocation(1);
    const char *answer = look(&t);
    fail_allocation(0);
    cr_expect(strcmp(answer, "") == 0 || strcmp(answer, "refused 7 out_of_memory") == 0);
    cr_expect_eq(t.room->traces, 0);
    cr_expect_str_eq(look(&t), "trace 7 @ 20");
    test_room_close(&t);
}

#include <string.h>

#include "messages.h"
#include "pbd/state.h"
#include "room_fixture.h"
#include "support.h"

enum { ADA = 101, BEN = 102 };

// A room where Ada, seat 1, may do everything.
static void open_room(struct test_room *t, const char *scene) {
    test_room_open(t, scene, rights_everyone_everything());
    test_room_join(t, ADA, "Ada");
    test_room_forget_letters(t);
}

static void command(struct test_room *t, uint64_t viewer, struct wire_client_message message) {
    room_command(t->room, viewer, &message);
}

// What Ada's command is answered with, in short, without what was answered before.
static const char *answer_to(struct test_room *t, struct wire_client_message message) {
    test_room_forget_letters(t);
    command(t, ADA, message);
    return letters_to(t, ADA);
}

// The events of Ada's command, in short.
static const char *events_of(struct test_room *t, struct wire_client_message message) {
    uint64_t e0 = t->room->ring.e;
    command(t, ADA, message);
    return events_after(t, e0);
}

static const char *sentence_to(const struct test_room *t, uint64_t viewer) {
    return text_field(read_message(last_letter_to(t, viewer)->message), "message");
}

static float value_of(const struct test_room *t, const char *parameter) {
    const struct pbd_world *world = t->room->world;
    int index = pbd_scene_parameter_index(pbd_world_scene(world), parameter);
    must(index >= 0);
    return pbd_world_values(world)[index];
}

// ---- hands -------------------------------------------------------------------------------------

CleanTest(room_command, a_grab_takes_hold_and_pulls_towards_its_target) {
    struct test_room t;
    open_room(&t, "chain");
    room_step(t.room);
    cr_expect_str_eq(events_of(&t, grab_message(5, 2, 7, 0.25f, -1, 2)), "taken 1.2 p7");
    cr_expect_str_eq(letters_to(&t, ADA), "ack 5 @ 1");
    cr_assert_eq(pbd_world_hand_count(t.room->world), 1);
    struct pbd_hand_view hand = pbd_world_hand(t.room->world, 0);
    cr_expect_eq(hand.particle, 7);
    cr_expect_eq(hand.target_m[0], 0.25f);
    cr_expect_eq(hand.target_m[1], -1);
    cr_expect_eq(hand.target_m[2], 2);
    test_room_close(&t);
}

CleanTest(room_command, a_grab_that_cannot_be_is_refused_with_the_reason) {
    struct test_room t;
    open_room(&t, "chain");
    command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    cr_expect_str_eq(answer_to(&t, grab_message(2, 1, 21, 0, 1, 0)), "refused 2 no_such_particle");
    cr_expect_str_eq(answer_to(&t, grab_message(3, 1, 0, 0, 1, 0)), "refused 3 pinned");
    cr_expect_str_eq(answer_to(&t, grab_message(4, 0, 6, 0, 1, 0)), "refused 4 hand_in_use");
    cr_expect_str_eq(answer_to(&t, grab_message(5, TEST_HANDS_MAX, 6, 0, 1, 0)),
                     "refused 5 too_many_hands");
    cr_expect_str_eq(answer_to(&t, grab_message(6, UINT32_MAX, 6, 0, 1, 0)),
                     "refused 6 too_many_hands");
    cr_expect_str_eq(answer_to(&t, grab_message(7, 1, 6, 0, 64.5f, 0)), "refused 7 out_of_range");
    cr_expect_str_eq(events_after(&t, 2), "");
    test_room_close(&t);
}

CleanTest(room_command, hands_are_refused_once_the_world_has_as_many_as_it_may) {
    struct test_room t;
    open_room(&t, "chain");
    struct pbd_command grab = {.kind = PBD_GRAB, .hand = {.particle = 5}};
    for (uint32_t i = 0; i < PBD_HANDS_MAX; i++) {
        grab.hand.id = 1000000 + i;
        must(pbd_world_apply(t.room->world, &grab, NULL) == PBD_OK);
    }
    cr_expect_str_eq(answer_to(&t, grab_message(1, 0, 5, 0, 1, 0)), "refused 1 too_many_hands");
    test_room_close(&t);
}

CleanTest(room_command, members_number_their_hands_each_for_themselves) {
    struct test_room t;
    open_room(&t, "chain");
    test_room_join(&t, BEN, "Ben");
    command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    command(&t, BEN, grab_message(1, 0, 5, 0, 2, 0));
    command(&t, ADA, release_message(2, 0));
    cr_assert_eq(pbd_world_hand_count(t.room->world), 1);
    cr_expect_eq(pbd_world_hand(t.room->world, 0).target_m[1], 2, "Ben's");
    test_room_close(&t);
}

CleanTest(room_command, moves_wait_for_the_step_and_the_newest_wins_and_answers_for_all) {
    struct test_room t;
    open_room(&t, "chain");
    command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    cr_expect_str_eq(answer_to(&t, move_message(2, 0, 1, 1, 0)), "");
    cr_expect_str_eq(answer_to(&t, move_message(3, 0, 2, 1, 0)), "");
    cr_expect_str_eq(answer_to(&t, move_message(4, 0, 3, 1, 0)), "");
    cr_expect_eq(pbd_world_hand(t.room->world, 0).target_m[0], 0, "not yet");
    uint64_t e = t.room->ring.e;
    room_step(t.room);
    cr_expect_str_eq(letters_to(&t, ADA), "ack 4 @ 0");
    cr_expect_eq(pbd_world_hand(t.room->world, 0).target_m[0], 3);
    cr_expect_eq(t.room->ring.e, e, "a move is no event");
    cr_expect_eq(t.room->moves_waiting, 0);
    test_room_forget_letters(&t);
    room_step(t.room);
    cr_expect_str_eq(letters_to(&t, ADA), "");
    test_room_close(&t);
}

CleanTest(room_command, each_hand_has_a_waiting_move_of_its_own) {
    struct test_room t;
    open_room(&t, "chain");
    test_room_join(&t, BEN, "Ben");
    command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    command(&t, ADA, grab_message(2, 1, 6, 0, 1, 0));
    command(&t, BEN, grab_message(3, 0, 7, 0, 1, 0));
    test_room_forget_letters(&t);
    command(&t, ADA, move_message(4, 1, 4, 0, 0));
    command(&t, BEN, move_message(5, 0, 5, 0, 0));
    command(&t, ADA, move_message(6, 0, 6, 0, 0));
    room_step(t.room);
    cr_expect_str_eq(letters_to(&t, ADA), "ack 6 @ 0; ack 4 @ 0");
    cr_expect_str_eq(letters_to(&t, BEN), "ack 5 @ 0");
    const float targets[] = {6, 4, 5};
    for (uint32_t i = 0; i < 3; i++) {
        cr_expect_eq(pbd_world_hand(t.room->world, i).target_m[0], targets[i]);
    }
    test_room_close(&t);
}

CleanTest(room_command, moves_are_applied_while_paused) {
    struct test_room t;
    open_room(&t, "chain");
    command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    command(&t, ADA, plain_message(2, WIRE_PAUSE));
    cr_expect_str_eq(answer_to(&t, move_message(3, 0, 3, 1, 0)), "");
    room_apply_moves(t.room);
    cr_expect_str_eq(letters_to(&t, ADA), "ack 3 @ 0");
    cr_expect_eq(pbd_world_hand(t.room->world, 0).target_m[0], 3);
    cr_expect_eq(pbd_world_steps(t.room->world), 0);
    test_room_close(&t);
}

CleanTest(room_command, a_move_or_release_of_a_hand_that_holds_nothing_is_refused) {
    struct test_room t;
    open_room(&t, "chain");
    command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    cr_expect_str_eq(answer_to(&t, move_message(2, 1, 0, 0, 0)), "refused 2 no_such_hand");
    cr_expect_str_eq(answer_to(&t, move_message(3, 400, 0, 0, 0)), "refused 3 no_such_hand");
    cr_expect_str_eq(answer_to(&t, release_message(4, 1)), "refused 4 no_such_hand");
    cr_expect_str_eq(answer_to(&t, release_message(5, 400)), "refused 5 no_such_hand");
    cr_expect_str_eq(answer_to(&t, move_message(6, 0, 0, 65, 0)), "refused 6 out_of_range");
    room_step(t.room);
    cr_expect_eq(pbd_world_hand(t.room->world, 0).target_m[1], 1, "stays where it was");
    test_room_close(&t);
}

CleanTest(room_command, a_release_comes_after_the_move_that_waits) {
    struct test_room t;
    open_room(&t, "chain");
    command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    command(&t, ADA, move_message(2, 0, 3, 1, 0));
    cr_expect_str_eq(answer_to(&t, release_message(3, 0)), "ack 2 @ 0; ack 3 @ 0");
    cr_expect_str_eq(events_after(&t, 2), "let_go 1.0 released");
    cr_expect_eq(pbd_world_hand_count(t.room->world), 0);
    test_room_forget_letters(&t);
    room_step(t.room);
    cr_expect_str_eq(letters_to(&t, ADA), "", "nothing waits any more");
    test_room_close(&t);
}

CleanTest(room_command, a_hand_that_let_go_can_grab_again) {
    struct test_room t;
    open_room(&t, "chain");
    command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    command(&t, ADA, move_message(2, 0, 1, 1, 0));
    command(&t, ADA, release_message(3, 0));
    cr_expect_str_eq(events_of(&t, grab_message(4, 0, 6, 0, 2, 0)), "taken 1.0 p6");
    room_step(t.room);
    cr_expect_eq(pbd_world_hand(t.room->world, 0).target_m[1], 2, "no old move comes after it");
    test_room_close(&t);
}

CleanTest(room_command, a_move_whose_hand_is_taken_away_is_refused) {
    static const enum wire_client_type types[] = {WIRE_RESET, WIRE_SCENE, WIRE_SET};
    for (int i = 0; i < 3; i++) {
        struct test_room t;
        open_room(&t, "chain");
        command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
        command(&t, ADA, move_message(2, 0, 1, 1, 0));
        cr_expect_str_eq(answer_to(&t, types[i] == WIRE_SCENE ? scene_message(3, "rope")
                                       : types[i] == WIRE_SET ? set_message(3, "links", 9)
                                                              : plain_message(3, WIRE_RESET)),
                         "refused 2 no_such_hand; ack 3 @ 0");
        cr_expect_eq(t.room->moves_waiting, 0);
        test_room_close(&t);
    }
}

// ---- the world ---------------------------------------------------------------------------------

CleanTest(room_command, a_gust_blows_and_everybody_sees_it) {
    struct test_room t;
    open_room(&t, "chain");
    struct wire_client_message gust = gust_message(4, 12.5f);
    gust.gust.direction[1] = -2;
    gust.gust.duration_s = 0.25f;
    gust.gust.width_m = 3;
    uint64_t before = pbd_state_hash(t.room->world);
    cr_expect_str_eq(answer_to(&t, gust), "ack 4 @ 0");
    cr_expect_neq(pbd_state_hash(t.room->world), before);
    const msgpack_object *event = read_message(event_ring_at(&t.room->ring, 2));
    cr_expect_str_eq(text_field(event, "type"), "gust");
    cr_expect_eq(uint_field(event, "seat"), 1);
    const msgpack_object_array *direction = array_field(event, "direction");
    cr_expect_eq(direction->ptr[0].via.f64, 1);
    cr_expect_eq(direction->ptr[1].via.f64, -2);
    cr_expect_eq(number_field(event, "strength"), 12.5);
    cr_expect_eq(number_field(event, "duration"), 0.25);
    cr_expect_eq(number_field(event, "width"), 3);
    test_room_close(&t);
}

CleanTest(room_command, gusts_are_refused_while_too_many_blow) {
    struct test_room t;
    open_room(&t, "chain");
    for (uint32_t i = 0; i < PBD_GUSTS_MAX; i++) {
        command(&t, ADA, gust_message(i, 1));
    }
    uint64_t e = t.room->ring.e;
    cr_expect_str_eq(answer_to(&t, gust_message(9, 1)), "refused 9 too_many_gusts");
    cr_expect_eq(t.room->ring.e, e);
    test_room_close(&t);
}

CleanTest(room_command, a_live_parameter_is_set_in_place) {
    struct test_room t;
    open_room(&t, "chain");
    command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    t.room->timeline_changed = false;
    cr_expect_str_eq(events_of(&t, set_message(2, "gravity", 2.5f)), "parameter 1 gravity=2.5");
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, ADA)), "ack 2 @ 0");
    cr_expect_eq(value_of(&t, "gravity"), 2.5f);
    cr_expect_eq(pbd_world_hand_count(t.room->world), 1, "hands hold on");
    cr_expect_not(t.room->timeline_changed);
    test_room_close(&t);
}

CleanTest(room_command, any_other_parameter_builds_another_world_after_hands_have_let_go) {
    struct test_room t;
    open_room(&t, "chain");
    test_room_join(&t, BEN, "Ben");
    command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    command(&t, BEN, grab_message(1, 3, 6, 0, 1, 0));
    t.room->timeline_changed = false;
    cr_expect_str_eq(events_of(&t, set_message(2, "links", 9)),
                     "let_go 1.0 scene; let_go 2.3 scene; scene 1 chain");
    cr_expect_eq(pbd_world_particle_count(t.room->world), 10);
    cr_expect_eq(pbd_world_hand_count(t.room->world), 0);
    cr_expect(t.room->timeline_changed, "h may be another");
    const msgpack_object *event = read_message(event_ring_at(&t.room->ring, t.room->ring.e));
    cr_expect_eq(uint_field(field(event, "scene"), "particles"), 10);
    test_room_close(&t);
}

CleanTest(room_command, another_number_of_iterations_kicks_a_chain_that_nobody_holds) {
    struct test_room t;
    open_room(&t, "chain");
    cr_expect_str_eq(events_of(&t, set_message(1, "iterations", 5)),
                     "parameter 1 iterations=5; rekick 1");
    cr_expect_str_eq(events_of(&t, set_message(2, "iterations", 5)), "parameter 1 iterations=5");
    command(&t, ADA, grab_message(3, 0, 5, 0, 1, 0));
    cr_expect_str_eq(events_of(&t, set_message(4, "iterations", 6)), "parameter 1 iterations=6");
    test_room_close(&t);
}

CleanTest(room_command, a_value_that_cannot_be_is_refused_with_what_could) {
    struct test_room t;
    open_room(&t, "chain");
    cr_expect_str_eq(answer_to(&t, set_message(1, "rows", 5)), "refused 1 no_such_parameter");
    cr_expect_str_eq(answer_to(&t, set_message(2, "iterations", 0)), "refused 2 out_of_range");
    cr_expect_str_eq(sentence_to(&t, ADA), "iterations must be a whole number between 1 and 200");
    cr_expect_str_eq(answer_to(&t, set_message(3, "links", 0)), "refused 3 out_of_range");
    cr_expect_str_eq(sentence_to(&t, ADA), "links must be a whole number between 1 and 1000");
    command(&t, ADA, set_message(4, "rate", 960));
    command(&t, ADA, set_message(5, "substeps", 32));
    cr_expect_str_eq(answer_to(&t, set_message(6, "iterations", 200)), "refused 6 too_costly");
    cr_expect_not_null(strstr(sentence_to(&t, ADA), "123 million"), "%s", sentence_to(&t, ADA));
    cr_expect_eq(value_of(&t, "iterations"), 12);
    test_room_close(&t);
}

CleanTest(room_command, a_reset_puts_everything_back_but_the_count_of_steps) {
    struct test_room t;
    open_room(&t, "chain");
    float start[3];
    memcpy(start, pbd_world_positions(t.room->world) + 3 * 20, sizeof start);
    command(&t, ADA, set_message(1, "gravity", 20));
    command(&t, ADA, grab_message(2, 1, 20, 3, 3, 3));
    for (int i = 0; i < 10; i++) {
        room_step(t.room);
    }
    cr_expect_str_eq(events_of(&t, plain_message(3, WIRE_RESET)), "let_go 1.1 reset; reset 1");
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, ADA)), "ack 3 @ 10");
    cr_expect_arr_eq(pbd_world_positions(t.room->world) + 3 * 20, start, sizeof start);
    cr_expect_eq(pbd_world_hand_count(t.room->world), 0);
    cr_expect_eq(value_of(&t, "gravity"), 20, "with the present parameters");
    test_room_close(&t);
}

CleanTest(room_command, another_scene_comes_with_its_defaults_and_what_was_asked_for) {
    struct test_room t;
    open_room(&t, "chain");
    command(&t, ADA, set_message(1, "gravity", 20));
    command(&t, ADA, grab_message(2, 0, 5, 0, 1, 0));
    struct wire_client_message scene = scene_message(3, "cloth");
    scene.scene.parameter_count = 2;
    strcpy(scene.scene.parameters[0].name, "columns");
    scene.scene.parameters[0].value = 2;
    strcpy(scene.scene.parameters[1].name, "rows");
    scene.scene.parameters[1].value = 3;
    t.room->timeline_changed = false;
    cr_expect_str_eq(events_of(&t, scene), "let_go 1.0 scene; scene 1 cloth");
    cr_expect_eq(pbd_world_particle_count(t.room->world), 12);
    cr_expect_eq(value_of(&t, "gravity"), 9.81f);
    cr_expect(t.room->timeline_changed);
    test_room_close(&t);
}

CleanTest(room_command, a_scene_that_cannot_be_is_refused_and_nothing_changes) {
    struct test_room t;
    open_room(&t, "chain");
    command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    uint64_t hash = pbd_state_hash(t.room->world);
    cr_expect_str_eq(answer_to(&t, scene_message(2, "knot")), "refused 2 no_such_scene");
    struct wire_client_message scene = scene_message(3, "rope");
    scene.scene.parameter_count = 1;
    strcpy(scene.scene.parameters[0].name, "columns");
    cr_expect_str_eq(answer_to(&t, scene), "refused 3 no_such_parameter");
    strcpy(scene.scene.parameters[0].name, "rate");
    scene.scene.parameters[0].value = 61;
    cr_expect_str_eq(answer_to(&t, scene), "refused 3 out_of_range");
    cr_expect_eq(strncmp(sentence_to(&t, ADA), "rate must be 60, ", 17), 0);
    cr_expect_eq(pbd_state_hash(t.room->world), hash);
    cr_expect_str_eq(events_after(&t, 2), "");
    test_room_close(&t);
}

CleanTest(room_command, a_world_that_memory_runs_out_for_is_refused_and_the_old_one_stays) {
    struct test_room t;
    open_room(&t, "chain");
    uint64_t hash = pbd_state_hash(t.room->world);
    fail_allocation(1);
    command(&t, ADA, scene_message(1, "rope"));
    fail_allocation(3); // the first two keep the world of before
    command(&t, ADA, plain_message(2, WIRE_RESET));
    fail_allocation(0);
    cr_expect_str_eq(letters_to(&t, ADA), "refused 1 out_of_memory; refused 2 out_of_memory");
    cr_expect_null(t.room->kept);
    cr_expect_eq(pbd_state_hash(t.room->world), hash);
    test_room_close(&t);
}

CleanTest(room_command, springs_that_blow_up_are_told_to_everybody_once) {
    struct test_room t;
    open_room(&t, "chain");
    uint64_t e0 = t.room->ring.e;
    test_room_burst(&t);
    uint64_t steps = pbd_world_steps(t.room->world);
    cr_expect_str_eq(events_after(&t, e0), "burst");
    const msgpack_object *event = read_message(event_ring_at(&t.room->ring, t.room->ring.e));
    cr_expect_eq(uint_field(event, "step"), steps, "the step that it happened in");
    cr_expect_eq(t.room->bursts, 1);
    for (int i = 0; i < 10; i++) {
        room_step(t.room);
    }
    cr_expect_eq(pbd_world_steps(t.room->world), steps + 10);
    cr_expect_str_eq(events_after(&t, e0), "burst");
    cr_expect_eq(t.room->bursts, 1);
    test_room_close(&t);
}

CleanTest(room_command, springs_may_blow_up_again_once_the_world_moves_again) {
    const struct wire_client_message ways[] = {
        plain_message(1, WIRE_RESET),
        set_message(1, "links", 12),
        set_message(1, "stepping", PBD_SWEEPS),
        scene_message(1, "chain"),
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct test_room t;
        open_room(&t, "chain");
        test_room_burst(&t);
        command(&t, ADA, ways[i]);
        cr_expect_not(pbd_world_has_burst(t.room->world), "way %zu", i);
        uint64_t e0 = t.room->ring.e;
        test_room_burst(&t);
        cr_expect_str_eq(events_after(&t, e0), "burst", "way %zu", i);
        cr_expect_eq(t.room->bursts, 2, "way %zu", i);
        test_room_close(&t);
    }
}

// ---- time --------------------------------------------------------------------------------------

CleanTest(room_command, pausing_and_resuming_are_told_when_they_change_something) {
    struct test_room t;
    open_room(&t, "chain");
    t.room->timeline_changed = false;
    cr_expect_str_eq(events_of(&t, plain_message(1, WIRE_RESUME)), "");
    cr_expect_not(t.room->timeline_changed);
    cr_expect_str_eq(events_of(&t, plain_message(2, WIRE_PAUSE)), "paused 1");
    cr_expect(t.room->paused && t.room->timeline_changed);
    cr_expect_str_eq(events_of(&t, plain_message(3, WIRE_PAUSE)), "");
    t.room->timeline_changed = false;
    cr_expect_str_eq(events_of(&t, plain_message(4, WIRE_RESUME)), "resumed 1");
    cr_expect(!t.room->paused && t.room->timeline_changed);
    cr_expect_str_eq(letters_to(&t, ADA), "ack 1 @ 0; ack 2 @ 0; ack 3 @ 0; ack 4 @ 0");
    test_room_close(&t);
}

CleanTest(room_command, a_single_step_is_made_only_while_paused) {
    struct test_room t;
    open_room(&t, "chain");
    cr_expect_str_eq(answer_to(&t, plain_message(1, WIRE_STEP)), "refused 1 not_paused");
    cr_expect_eq(pbd_world_steps(t.room->world), 0);
    command(&t, ADA, grab_message(2, 0, 5, 0, 1, 0));
    command(&t, ADA, plain_message(3, WIRE_PAUSE));
    command(&t, ADA, move_message(4, 0, 2, 1, 0));
    cr_expect_str_eq(answer_to(&t, plain_message(5, WIRE_STEP)), "ack 5 @ 0; ack 4 @ 0");
    cr_expect_eq(pbd_world_steps(t.room->world), 1);
    cr_expect_eq(pbd_world_hand(t.room->world, 0).target_m[0], 2, "with the moves before it");
    cr_expect_str_eq(answer_to(&t, plain_message(6, WIRE_STEP)), "ack 6 @ 1");
    test_room_close(&t);
}

// ---- rights ------------------------------------------------------------------------------------

enum { NO_RIGHT = WIRE_RIGHT_COUNT };

static const struct {
    struct wire_client_message message;
    unsigned right;
} commands[] = {
    {{.type = WIRE_GRAB, .hand = {.particle = 5}}, WIRE_RIGHT_GRAB},
    {{.type = WIRE_MOVE}, WIRE_RIGHT_GRAB},
    {{.type = WIRE_RELEASE}, NO_RIGHT},
    {{.type = WIRE_GUST, .gust = {.direction = {1, 0, 0}, .strength = 1, .duration_s = 1}},
     WIRE_RIGHT_GUST},
    {{.type = WIRE_PAUSE}, WIRE_RIGHT_TIME},
    {{.type = WIRE_STEP}, WIRE_RIGHT_TIME},
    {{.type = WIRE_RESUME}, WIRE_RIGHT_TIME},
    {{.type = WIRE_SET, .set = {.name = "iterations", .value = 3}}, WIRE_RIGHT_ITERATIONS},
    {{.type = WIRE_SET, .set = {.name = "gravity", .value = 3}}, WIRE_RIGHT_PARAMETERS},
    {{.type = WIRE_SET, .set = {.name = "links", .value = 30}}, WIRE_RIGHT_PARAMETERS},
    {{.type = WIRE_RESET}, WIRE_RIGHT_RESET},
    {{.type = WIRE_SCENE, .scene = {.name = "rope"}}, WIRE_RIGHT_SCENE},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

// Sends all commands, one after the other; "not_allowed" must be the answer to those whose right
// is not among `rights`, and to no others.
static void check_commands(struct test_room *t, uint64_t viewer, const bool *rights) {
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        struct wire_client_message message = commands[i].message;
        message.has_seq = true;
        message.seq = i;
        test_room_forget_letters(t);
        command(t, viewer, message);
        room_apply_moves(t->room);
        const char *letter = letter_in_short(last_letter_to(t, viewer));
        bool allowed = commands[i].right == NO_RIGHT || rights[commands[i].right];
        cr_expect_eq(strstr(letter, "not_allowed") == NULL, allowed, "command %u: %s", i, letter);
    }
}

CleanTest(room_command, each_command_needs_its_own_right) {
    for (unsigned right = 0; right < WIRE_RIGHT_COUNT; right++) {
        struct test_room t;
        struct wire_rules rights = rights_hosted();
        bool mine[WIRE_RIGHT_COUNT] = {0};
        for (unsigned other = 0; other < WIRE_RIGHT_COUNT; other++) {
            rights.holders[other] = other == right ? WIRE_EVERYONE : WIRE_HOSTS;
            mine[other] = other == right;
        }
        test_room_open(&t, "chain", rights);
        test_room_join(&t, ADA, "Ada");
        check_commands(&t, ADA, mine);
        test_room_close(&t);
    }
}

CleanTest(room_command, in_a_hosted_room_others_may_only_grab_and_blow) {
    static const bool mine[WIRE_RIGHT_COUNT] = {[WIRE_RIGHT_GRAB] = true, [WIRE_RIGHT_GUST] = true};
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join(&t, ADA, "Ada");
    uint64_t e = t.room->ring.e;
    check_commands(&t, ADA, mine);
    cr_expect_str_eq(events_after(&t, e), "taken 1.0 p5; let_go 1.0 released; gust 1");
    test_room_close(&t);
}

CleanTest(room_command, a_host_may_do_everything) {
    bool mine[WIRE_RIGHT_COUNT];
    memset(mine, true, sizeof mine);
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join_host(&t, ADA, "Ada");
    check_commands(&t, ADA, mine);
    test_room_close(&t);
}

CleanTest(room_command, letting_go_needs_no_right) {
    struct test_room t;
    open_room(&t, "chain");
    command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    t.room->rules.holders[WIRE_RIGHT_GRAB] = WIRE_HOSTS;
    cr_expect_str_eq(answer_to(&t, move_message(2, 0, 1, 1, 0)), "refused 2 not_allowed");
    cr_expect_str_eq(answer_to(&t, release_message(3, 0)), "ack 3 @ 0");
    test_room_close(&t);
}

CleanTest(room_command, messages_that_are_no_commands_are_ignored) {
    struct test_room t;
    open_room(&t, "chain");
    static const enum wire_client_type others[] = {WIRE_HELLO, WIRE_RATE, WIRE_STATE, WIRE_PING};
    for (int i = 0; i < 4; i++) {
        cr_expect_str_eq(answer_to(&t, plain_message(1, others[i])), "");
    }
    test_room_close(&t);
}

// ---- whatever members send ---------------------------------------------------------------------

enum { MEMBERS = 3, ROUNDS = 3000 };

static void open_busy_room(struct test_room *t) {
    test_room_open(t, "chain", rights_everyone_everything());
    for (uint64_t viewer = 1; viewer <= MEMBERS; viewer++) {
        test_room_join(t, viewer, "Somebody");
    }
    test_room_forget_letters(t);
}

static const char *room_in_short(const struct test_room *t) {
    struct text text = text_begin();
    text_add(&text, "e %u, hash %llx, paused %d, lost %u, moves %u, changed %d, old %d",
             (unsigned)t->room->ring.e, (unsigned long long)pbd_state_hash(t->room->world),
             t->room->paused, (unsigned)t->room->lost, t->room->moves_waiting,
             t->room->timeline_changed, t->room->frame_is_old);
    for (uint64_t viewer = 1; viewer <= MEMBERS; viewer++) {
        const struct seat *seat = seats_by_viewer(&t->room->seats, viewer);
        text_add(&text, ", hands %llx",
                 (unsigned long long)hash_bytes(seat->hands, sizeof seat->hands));
    }
    return text_end(&text);
}

CleanTest(room_command, a_refusal_leaves_everything_as_it_was) {
    struct test_room t;
    uint64_t random = 11;
    uint32_t refused = 0;
    open_busy_room(&t);
    for (uint32_t seq = 1; seq <= ROUNDS; seq++) {
        uint64_t viewer = 1 + random_below(&random, MEMBERS);
        struct wire_client_message message = random_message(&random, seq);
        const char *before = room_in_short(&t);
        room_command(t.room, viewer, &message);
        const struct letter *last = last_letter_to(&t, viewer);
        if (last != NULL && strncmp(letter_in_short(last), "refused", 7) == 0) {
            const char *after = room_in_short(&t);
            must(strcmp(before, after) == 0);
            refused++;
        }
        if (chance(&random, 10)) {
            room_step(t.room);
        }
        test_room_forget_letters(&t);
        forget_handed_out();
    }
    cr_expect_gt(refused, ROUNDS / 10, "%u of them were refused", refused);
    test_room_close(&t);
}

// How often each seq has been answered: by ack, refusal or trace.
static void count_answers(struct test_room *t, uint8_t *answers) {
    for (uint32_t i = 0; i < t->letter_count; i++) {
        const struct letter *letter = &t->letters[i];
        bool is_answer = letter->message != NULL && !letter->newest_measures;
        if (is_answer) {
            answers[uint_field(read_message(letter->message), "seq")]++;
        }
    }
    test_room_forget_letters(t);
    forget_handed_out();
}

CleanTest(room_command, every_command_is_answered_once_and_of_waiting_moves_the_newest) {
    static struct wire_client_message sent[ROUNDS + 1];
    static uint64_t senders[ROUNDS + 1];
    static uint8_t answers[ROUNDS + 1];
    struct test_room t;
    uint64_t random = 12;
    open_busy_room(&t);
    for (uint32_t seq = 1; seq <= ROUNDS; seq++) {
        senders[seq] = 1 + random_below(&random, MEMBERS);
        sent[seq] = random_message(&random, seq);
        room_command(t.room, senders[seq], &sent[seq]);
        if (chance(&random, 10)) {
            room_step(t.room);
        }
        count_answers(&t, answers);
    }
    room_step(t.room);
    count_answers(&t, answers);
    for (uint32_t seq = 1; seq <= ROUNDS; seq++) {
        must(answers[seq] <= 1, "twice");
        must(answers[seq] == 1 || sent[seq].type == WIRE_MOVE, "never");
        bool covered = answers[seq] == 1;
        for (uint32_t later = seq + 1; !covered && later <= ROUNDS; later++) {
            covered = answers[later] == 1 && sent[later].type == WIRE_MOVE &&
                      senders[later] == senders[seq] &&
                      sent[later].hand.hand == sent[seq].hand.hand;
        }
        must(covered, "a move that neither it nor a later one was answered");
    }
    test_room_close(&t);
}

CleanTest(room_command, the_same_commands_at_the_same_steps_replay_to_the_same_bits) {
    struct test_room first;
    struct test_room second;
    uint64_t random = 13;
    open_busy_room(&first);
    open_busy_room(&second);
    test_room_copy_world(&second, &first);
    for (uint32_t seq = 1; seq <= ROUNDS; seq++) {
        uint64_t viewer = 1 + random_below(&random, MEMBERS);
        struct wire_client_message message = random_message(&random, seq);
        room_command(first.room, viewer, &message);
        room_command(second.room, viewer, &message);
        if (chance(&random, 20)) {
            room_step(first.room);
            room_step(second.room);
        }
        must(pbd_state_hash(first.room->world) == pbd_state_hash(second.room->world));
        must(first.room->ring.e == second.room->ring.e);
        test_room_forget_letters(&first);
        test_room_forget_letters(&second);
    }
    test_room_close(&first);
    test_room_close(&second);
}

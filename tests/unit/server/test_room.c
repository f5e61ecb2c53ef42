#include "room.h"

#include <string.h>

#include "client.h"
#include "messages.h"
#include "room_fixture.h"
#include "support.h"

// Viewers have the ids 101, 102 …, so that they are not mistaken for seats.
enum { ADA = 101, BEN = 102, CAT = 103 };

static const msgpack_object *last_message_to(const struct test_room *t, uint64_t viewer) {
    const struct letter *letter = last_letter_to(t, viewer);
    cr_assert_not_null(letter);
    return read_message(letter->message);
}

static void command(struct test_room *t, uint64_t viewer, struct wire_client_message message) {
    room_command(t->room, viewer, &message);
}

// ---- joining -----------------------------------------------------------------------------------

CleanTest(room, welcomes_a_newcomer_and_tells_everybody) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    test_room_join(&t, BEN, "Ben");
    cr_expect_str_eq(letters_to(&t, ADA), "welcome");
    cr_expect_str_eq(letters_to(&t, BEN), "welcome");
    cr_expect_str_eq(events_after(&t, 0), "joined 1 Ada; joined 2 Ben");
    test_room_close(&t);
}

CleanTest(room, a_welcome_says_who_the_newcomer_is_and_what_it_may_do) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    struct seat *seat = test_room_join(&t, ADA, "Ada");
    const msgpack_object *welcome = last_message_to(&t, ADA);
    cr_expect_eq(uint_field(welcome, "version"), 1);
    cr_expect_eq(uint_field(welcome, "core"), PBD_CORE_VERSION);
    cr_expect_eq(uint_field(welcome, "seat"), 1);
    cr_expect_str_eq(text_field(welcome, "name"), "Ada");
    char colour[8];
    snprintf(colour, sizeof colour, "#%06x", (unsigned)seat->colour_rgb);
    cr_expect_str_eq(text_field(welcome, "colour"), colour);
    cr_expect_not(bool_field(welcome, "host"));
    cr_expect_eq(array_field(welcome, "rights")->size, 2, "grab and gust");
    cr_expect_eq(strlen(text_field(welcome, "resume")), SECRET_KEY_BYTES - 1);
    cr_expect_str_eq(text_field(welcome, "encoding"), "f32");
    cr_expect_eq(uint_field(welcome, "rate"), 60);
    const msgpack_object *limits = field(welcome, "limits");
    cr_expect_eq(uint_field(limits, "commands_per_s"), 100);
    cr_expect_eq(uint_field(limits, "hands"), TEST_HANDS_MAX);
    test_room_close(&t);
}

CleanTest(room, a_welcome_holds_the_state_with_the_newcomer_in_it_and_sets_the_cursor) {
    struct test_room t;
    test_room_open(&t, "rope", rights_hosted());
    test_room_join(&t, ADA, "Ada");
    test_room_join(&t, BEN, "Ben");
    t.room->lost = 5;
    test_room_join_host(&t, CAT, "Cat");
    const msgpack_object *state = field(last_message_to(&t, CAT), "state");
    cr_expect_eq(uint_field(state, "e"), 3);
    cr_expect(last_letter_to(&t, CAT)->sets_cursor);
    cr_expect_eq(last_letter_to(&t, CAT)->cursor, 3);
    cr_expect_eq(uint_field(state, "step"), 0);
    cr_expect_eq(uint_field(state, "lost"), 5);
    cr_expect_not(bool_field(state, "paused"));
    cr_expect_str_eq(text_field(field(state, "room"), "code"), "TEST");
    cr_expect_str_eq(text_field(field(state, "room"), "title"), "Test room");
    cr_expect_str_eq(text_field(field(state, "scene"), "name"), "rope");
    const msgpack_object_array *seats = array_field(state, "seats");
    cr_assert_eq(seats->size, 3);
    cr_expect_str_eq(text_field(&seats->ptr[2], "name"), "Cat");
    cr_expect(bool_field(&seats->ptr[2], "host"));
    test_room_close(&t);
}

CleanTest(room, gives_a_name_to_whoever_has_none) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join(&t, ADA, "Ada");
    test_room_join(&t, BEN, "");
    cr_expect_str_eq(events_after(&t, 1), "joined 2 Guest 2");
    test_room_close(&t);
}

CleanTest(room, the_host_key_makes_a_host_who_may_do_everything) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    cr_expect(test_room_join_host(&t, ADA, "Ada")->host);
    cr_expect_str_eq(events_after(&t, 0), "joined 1 Ada host");
    cr_expect(bool_field(last_message_to(&t, ADA), "host"));
    cr_expect_eq(array_field(last_message_to(&t, ADA), "rights")->size, WIRE_RIGHT_COUNT);
    test_room_close(&t);
}

CleanTest(room, a_wrong_host_key_is_refused_and_its_bearer_comes_in_all_the_same) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    struct wire_hello hello = hello_of("Ada", NULL, "WRONG");
    room_join(t.room, ADA, &hello, false);
    cr_expect_str_eq(letters_to(&t, ADA), "refused bad_key; welcome");
    cr_expect_not(bool_field(last_message_to(&t, ADA), "host"));
    cr_expect_str_eq(events_after(&t, 0), "joined 1 Ada");
    test_room_close(&t);
}

CleanTest(room, is_full_when_all_may_be_connected_are) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    for (uint64_t viewer = 1; viewer <= TEST_VIEWERS_MAX; viewer++) {
        cr_assert_not_null(test_room_join(&t, viewer, "Somebody"));
    }
    uint64_t e = t.room->ring.e;
    cr_expect_null(test_room_join(&t, ADA, "Ada"));
    cr_expect_str_eq(letters_to(&t, ADA), "refused room_full; close 4005");
    cr_expect_eq(t.room->ring.e, e, "nobody else notices");
    room_leave(t.room, 3);
    cr_expect_not_null(test_room_join(&t, BEN, "Ben"));
    test_room_close(&t);
}

// ---- leaving -----------------------------------------------------------------------------------

CleanTest(room, lets_go_of_everything_that_a_leaver_held_before_it_is_told_to_have_left) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join(&t, ADA, "Ada");
    test_room_join(&t, BEN, "Ben");
    command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    command(&t, ADA, grab_message(2, 3, 6, 0, 1, 0));
    command(&t, BEN, grab_message(1, 0, 7, 0, 1, 0));
    uint64_t e = t.room->ring.e;
    room_leave(t.room, ADA);
    cr_expect_str_eq(events_after(&t, e),
                     "let_go 1.0 disconnected; let_go 1.3 disconnected; left 1");
    cr_expect_eq(pbd_world_hand_count(t.room->world), 1);
    cr_expect_eq(pbd_world_hand(t.room->world, 0).particle, 7, "Ben's");
    test_room_close(&t);
}

CleanTest(room, a_leave_of_somebody_who_is_not_there_does_nothing) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join(&t, ADA, "Ada");
    room_leave(t.room, BEN);
    room_leave(t.room, ADA);
    room_leave(t.room, ADA);
    cr_expect_str_eq(events_after(&t, 0), "joined 1 Ada; left 1");
    cr_expect_eq(t.room->seats.connected, 0);
    test_room_close(&t);
}

CleanTest(room, who_has_left_is_neither_in_the_state_nor_heard) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    test_room_join(&t, BEN, "Ben");
    room_leave(t.room, ADA);
    test_room_forget_letters(&t);
    command(&t, ADA, plain_message(1, WIRE_PAUSE));
    room_set_rate(t.room, ADA, 30);
    room_send_state(t.room, ADA);
    cr_expect_str_eq(letters_to(&t, ADA), "");
    cr_expect_not(t.room->paused);
    room_send_state(t.room, BEN);
    const msgpack_object *state = field(last_message_to(&t, BEN), "state");
    cr_expect_eq(array_field(state, "seats")->size, 1);
    test_room_close(&t);
}

// ---- coming back -------------------------------------------------------------------------------

CleanTest(room, the_resume_key_gives_back_seat_name_colour_and_host) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join(&t, BEN, "Ben");
    uint32_t colour = test_room_join_host(&t, ADA, "Ada")->colour_rgb;
    const char *key = resume_key_of(&t, ADA);
    room_leave(t.room, ADA);
    uint64_t e = t.room->ring.e;
    struct seat *seat = test_room_resume(&t, CAT, key);
    cr_expect_eq(seat->number, 2);
    cr_expect_eq(seat->colour_rgb, colour);
    cr_expect_str_eq(events_after(&t, e), "joined 2 Ada host");
    cr_expect_eq(array_field(last_message_to(&t, CAT), "rights")->size, WIRE_RIGHT_COUNT);
    test_room_close(&t);
}

CleanTest(room, who_comes_back_may_take_another_name) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join(&t, ADA, "Ada");
    struct wire_hello hello = hello_of("Augusta", resume_key_of(&t, ADA), NULL);
    room_leave(t.room, ADA);
    room_join(t.room, BEN, &hello, false);
    cr_expect_str_eq(events_after(&t, 2), "joined 1 Augusta");
    test_room_close(&t);
}

CleanTest(room, an_unknown_resume_key_gives_a_new_seat) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join(&t, ADA, "Ada");
    cr_expect_eq(test_room_resume(&t, BEN, "UNKNOWN")->number, 2);
    cr_expect_str_eq(letters_to(&t, BEN), "welcome");
    test_room_close(&t);
}

CleanTest(room, each_welcome_brings_a_new_key_and_the_one_it_answers_works_until_then) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join(&t, ADA, "Ada");
    const char *first = resume_key_of(&t, ADA);
    test_room_resume(&t, ADA, first);
    const char *lost = resume_key_of(&t, ADA);
    cr_expect_str_neq(first, lost);
    // The welcome never arrived: the client comes with the key that it has.
    cr_expect_eq(test_room_resume(&t, BEN, first)->number, 1);
    const char *third = resume_key_of(&t, BEN);
    room_leave(t.room, BEN);
    cr_expect_eq(test_room_resume(&t, CAT, lost)->number, 2, "which is nobody's any more");
    cr_expect_eq(test_room_resume(&t, BEN, third)->number, 1);
    cr_expect_eq(t.room->seats.connected, 2);
    test_room_close(&t);
}

CleanTest(room, a_later_connection_takes_the_seat_of_a_ghost) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    struct seat *seat = test_room_join(&t, ADA, "Ada");
    command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    const char *key = text_field(read_message(t.letters[0].message), "resume");
    uint64_t e = t.room->ring.e;
    test_room_forget_letters(&t);
    cr_expect_eq(test_room_resume(&t, BEN, key), seat);
    cr_expect_str_eq(letters_to(&t, ADA), "close 4001");
    cr_expect_str_eq(letters_to(&t, BEN), "welcome");
    cr_expect_str_eq(events_after(&t, e), "let_go 1.0 disconnected; joined 1 Ada");
    cr_expect_eq(t.room->seats.connected, 1);
    cr_expect_eq(t.room->classes[seat->class_index].viewers, 1);
    room_leave(t.room, ADA); // the ghost's own end comes later
    command(&t, ADA, plain_message(2, WIRE_PAUSE));
    cr_expect_eq(seat->viewer, BEN);
    cr_expect_not(t.room->paused);
    test_room_close(&t);
}

CleanTest(room, everybody_learns_what_a_taken_over_seat_is_called_and_whether_it_is_a_host) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join(&t, ADA, "Ada");
    struct wire_hello hello = hello_of("Augusta", resume_key_of(&t, ADA), TEST_HOST_KEY);
    room_join(t.room, BEN, &hello, false);
    cr_expect_str_eq(events_after(&t, 1), "joined 1 Augusta host");
    test_room_close(&t);
}

CleanTest(room, a_ghost_can_be_taken_over_even_when_the_room_is_full) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    const char *key = NULL;
    for (uint64_t viewer = 1; viewer <= TEST_VIEWERS_MAX; viewer++) {
        test_room_join(&t, viewer, "Somebody");
        key = viewer == 4 ? resume_key_of(&t, viewer) : key;
    }
    cr_expect_eq(test_room_resume(&t, ADA, key)->number, 4);
    cr_expect_str_eq(letters_to(&t, 4), "welcome; close 4001");
    test_room_close(&t);
}

CleanTest(room, a_seat_that_somebody_may_come_back_to_does_not_make_a_full_room_larger) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join(&t, ADA, "Ada");
    const char *key = resume_key_of(&t, ADA);
    room_leave(t.room, ADA);
    for (uint64_t viewer = 1; viewer <= TEST_VIEWERS_MAX; viewer++) {
        test_room_join(&t, viewer, "Somebody");
    }
    cr_expect_null(test_room_resume(&t, ADA, key));
    room_leave(t.room, 5);
    cr_expect_eq(test_room_resume(&t, ADA, key)->number, 1, "and it is still there");
    test_room_close(&t);
}

// ---- state and rate ----------------------------------------------------------------------------

CleanTest(room, sends_its_state_with_what_is_held_and_paused) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    test_room_join(&t, BEN, "Ben");
    command(&t, BEN, grab_message(1, 2, 6, 0, 1, 0));
    command(&t, ADA, set_message(2, "gravity", 3));
    command(&t, ADA, plain_message(3, WIRE_PAUSE));
    command(&t, ADA, plain_message(4, WIRE_STEP));
    room_send_state(t.room, ADA);
    const struct letter *letter = last_letter_to(&t, ADA);
    cr_expect(letter->sets_cursor);
    cr_expect_eq(letter->cursor, t.room->ring.e);
    struct client client = {.follows = true};
    client_take(&client, letter->message);
    cr_expect_eq(client.cursor, t.room->ring.e);
    cr_expect_eq(client.step, 1);
    const char *knowledge = client_knowledge(&client);
    static const char start[] = "paused chain of 21; 1 Ada; 2 Ben; 2.2 p6;";
    cr_expect_eq(strncmp(knowledge, start, sizeof start - 1), 0, "%s", knowledge);
    cr_expect_not_null(strstr(knowledge, " gravity=3 "));
    test_room_close(&t);
}

CleanTest(room, its_state_says_whether_springs_have_blown_up) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    cr_expect_null(field(field(last_message_to(&t, ADA), "state"), "burst"));
    test_room_burst(&t);
    test_room_join(&t, BEN, "Ben");
    cr_expect(bool_field(field(last_message_to(&t, BEN), "state"), "burst"), "in the welcome");
    room_send_state(t.room, ADA);
    cr_expect(bool_field(field(last_message_to(&t, ADA), "state"), "burst"));
    command(&t, ADA, plain_message(1, WIRE_RESET));
    room_send_state(t.room, ADA);
    cr_expect_null(field(field(last_message_to(&t, ADA), "state"), "burst"));
    test_room_close(&t);
}

// Whoever says it over and over would else have everybody sent a message each time.
CleanTest(room, the_rate_that_a_viewer_has_already_makes_no_message) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join(&t, ADA, "Ada");
    publication_destroy(room_publish(t.room, 0));
    room_set_rate(t.room, ADA, 60);
    cr_expect_null(room_publish(t.room, 0));
    test_room_close(&t);
}

CleanTest(room, a_change_of_rate_moves_the_viewer_to_another_class) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join(&t, ADA, "Ada");
    uint32_t sixty = class_index(WIRE_F32, 60);
    uint32_t ten = class_index(WIRE_F32, 10);
    cr_expect_eq(t.room->classes[sixty].viewers, 1);
    room_set_rate(t.room, ADA, 10);
    cr_expect_str_eq(letters_to(&t, ADA), "welcome");
    cr_expect_eq(t.room->classes[sixty].viewers, 0);
    cr_expect_eq(t.room->classes[ten].viewers, 1);
    room_leave(t.room, ADA);
    cr_expect_eq(t.room->classes[ten].viewers, 0);
    test_room_close(&t);
}

// ---- memory ------------------------------------------------------------------------------------

CleanTest(room, is_not_made_without_memory) {
    const struct pbd_scene *scene = pbd_scene_find("chain");
    float values[PBD_PARAMETERS_MAX];
    pbd_scene_initial_values(scene, values);
    struct room_def def = {
        .code = "TEST", .title = "", .scene = scene, .values = values, .viewers_max = 2};
    for (uint32_t n = 1;; n++) {
        struct room *room = NULL;
        fail_allocation(n);
        bool made = room_create(&def, &room);
        bool ran_out = allocation_has_failed();
        fail_allocation(0);
        cr_assert_eq(made, !ran_out);
        if (made) {
            cr_expect_gt(n, 3, "room, seats, world and model");
            room_destroy(room);
            return;
        }
        cr_expect_null(room, "an output is written only on success");
    }
}

// When memory runs out anywhere on the way, a newcomer is welcomed in full or sent away, and the
// numbers of the events go on.
CleanTest(room, welcomes_or_closes_whoever_joins_when_memory_runs_out) {
    for (uint32_t n = 1;; n++) {
        struct test_room t;
        test_room_open(&t, "chain", rights_hosted());
        struct wire_hello hello = hello_of("Ada", NULL, "WRONG");
        fail_allocation(n);
        room_join(t.room, ADA, &hello, false);
        bool ran_out = allocation_has_failed();
        fail_allocation(0);
        const char *letter = letter_in_short(last_letter_to(&t, ADA));
        bool welcomed = strcmp(letter, "welcome") == 0;
        cr_assert(welcomed || strcmp(letter, "close 1013") == 0, "%s", letter);
        cr_assert(welcomed || ran_out);
        cr_assert_eq(t.room->ring.e, 1);
        test_room_close(&t);
        if (!ran_out) {
            cr_expect_gt(n, 6);
            return;
        }
    }
}

CleanTest(room, closes_a_viewer_whose_state_memory_ran_out_for) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join(&t, ADA, "Ada");
    test_room_forget_letters(&t);
    fail_allocation(1);
    room_send_state(t.room, ADA);
    fail_allocation(0);
    cr_expect_str_eq(letters_to(&t, ADA), "close 1013");
    test_room_close(&t);
}

CleanTest(room, an_event_that_memory_ran_out_for_leaves_a_hole) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join(&t, ADA, "Ada");
    fail_allocation(1);
    room_emit_scene(t.room, 1, WIRE_EVENT_SCENE);
    fail_allocation(1);
    room_emit(t.room, &(struct wire_event){.type = WIRE_EVENT_PAUSED});
    fail_allocation(0);
    cr_expect_eq(t.room->ring.e, 3);
    cr_expect_not(event_ring_covers(&t.room->ring, 2));
    cr_expect(event_ring_covers(&t.room->ring, 3));
    test_room_close(&t);
}

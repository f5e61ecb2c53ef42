// Coming and going: names, removals, the door.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "class_fixture.h"

// ---- names and removals -------------------------------------------------------------------------

CleanTest(room_members, who_is_removed_comes_back_only_after_the_time_set) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join_host(&t, HOST, "Host");
    test_room_join(&t, ADA, "Ada");
    char key[SECRET_KEY_BYTES];
    snprintf(key, sizeof key, "%s", resume_key_of(&t, ADA));
    struct wire_client_message message = plain_message(1, WIRE_REMOVE);
    message.remove.seat = 2;
    message.remove.minutes = 10;
    uint64_t e = t.room->ring.e;
    test_room_forget_letters(&t);
    class_say(&t, HOST, message);
    cr_expect_str_eq(letters_to(&t, ADA), "refused removed; close 4003");
    cr_expect_str_eq(events_after(&t, e), "left 2");
    t.room->now_ms += 9.5 * 60000;
    cr_expect_null(test_room_resume(&t, BEN, key));
    cr_expect_str_eq(letters_to(&t, BEN), "refused removed; close 4003");
    t.room->now_ms += 60000;
    cr_expect_eq(test_room_resume(&t, CAT, key)->number, 2);
    snprintf(key, sizeof key, "%s", resume_key_of(&t, CAT));
    class_say(&t, HOST, member_message(2, WIRE_CO_HOST, 2, true));
    class_say(&t, HOST, message);
    t.room->now_ms += 10 * 60000;
    cr_expect_not(test_room_resume(&t, BEN, key)->host, "a removed host is none");
    message.remove.seat = 1;
    test_room_forget_letters(&t);
    class_say(&t, HOST, message);
    cr_expect_str_eq(letters_to(&t, HOST), "refused 1 out_of_range", "nobody removes themselves");
    message.remove.seat = 99;
    class_say(&t, HOST, message);
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, HOST)), "refused 1 no_such_member");
    test_room_close(&t);
}

CleanTest(room_members, names_are_unique_and_hosts_may_change_them) {
    struct test_room t;
    class_open(&t);
    uint64_t e = t.room->ring.e;
    test_room_join(&t, CAT, "ADA");
    class_say(&t, BEN, rename_message(1, "Ada"));
    struct wire_client_message other = rename_message(2, "Zoe");
    other.rename.has_seat = true;
    other.rename.seat = 3;
    class_say(&t, ADA, other);
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, ADA)), "refused 2 not_allowed");
    class_say(&t, HOST, other);
    cr_expect_str_eq(events_after(&t, e), "joined 4 ADA 2; member 3 Ada 3; member 3 Zoe");
    test_room_close(&t);
}

// A client says the name it knows whenever its line has dropped.
CleanTest(room_members,
          a_name_that_a_host_gave_outlasts_a_reconnection_until_its_owner_changes_it) {
    struct test_room t;
    class_open(&t);
    test_room_join(&t, CAT, "Rude");
    struct wire_hello back = hello_of("Rude", resume_key_of(&t, CAT), NULL);
    struct wire_client_message other = rename_message(1, "Cat");
    other.rename.has_seat = true;
    other.rename.seat = 4;
    class_say(&t, HOST, other);
    room_leave(t.room, CAT);
    uint64_t e = t.room->ring.e;
    room_join(t.room, CAT, &back, false);
    cr_expect_str_eq(events_after(&t, e), "joined 4 Cat");
    back = hello_of("Cathy", resume_key_of(&t, CAT), NULL);
    class_say(&t, CAT, rename_message(2, "Catherine"));
    e = t.room->ring.e;
    room_join(t.room, 11, &back, false);
    cr_expect_str_eq(events_after(&t, e), "joined 4 Cathy");
    test_room_close(&t);
}

CleanTest(room_members, a_long_name_is_cut_between_characters_to_make_it_unique) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    // 40 bytes: 13 characters of three bytes and an x.
    const char *name = "xあああああああああああああ";
    test_room_join(&t, ADA, name);
    struct seat *second = test_room_join(&t, BEN, name);
    cr_expect_str_eq(second->name, "xああああああああああああ 2");
    test_room_close(&t);
}

// Members may each change their name once a second, and must not keep the room from its steps: who
// compares whole names with all others for each number that is taken does not get through here
// before the test's deadline, by far.
CleanTest(room_members, gives_one_of_many_namesakes_its_number_in_time) {
    enum { NAMESAKES = 1000, NAMINGS = 500 };
    static const char wanted[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmn";
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    seats_release(&t.room->seats);
    cr_assert(seats_init(&t.room->seats, NAMESAKES));
    struct seat *seat = NULL;
    for (uint64_t viewer = 1; viewer <= NAMESAKES; viewer++) {
        seat = seats_take(&t.room->seats);
        seats_connect(&t.room->seats, seat, viewer);
        room_name_seat(t.room, seat, wanted);
    }
    cr_expect_str_eq(seat->name, "abcdefghijklmnopqrstuvwxyzabcdefghi 1000");
    for (uint32_t i = 0; i < NAMINGS; i++) {
        room_name_seat(t.room, seat, wanted);
    }
    cr_expect_str_eq(seat->name, "abcdefghijklmnopqrstuvwxyzabcdefghi 1000");
    test_room_close(&t);
}

CleanTest(room_members, hidden_names_reach_nobody_but_hosts) {
    struct test_room t;
    class_open(&t);
    uint64_t e = t.room->ring.e;
    class_say(&t, HOST, on_off_message(1, WIRE_NAMES, true));
    cr_expect_str_eq(events_after(&t, e), "member 1  host; member 2 ; member 3 ; rules 1");
    test_room_join(&t, CAT, "Cat");
    const msgpack_object *welcome = read_message(last_letter_to(&t, CAT)->message);
    cr_expect_str_eq(text_field(welcome, "name"), "Cat", "one's own");
    const msgpack_object_array *seats = array_field(field(welcome, "state"), "seats");
    for (uint32_t i = 0; i < seats->size; i++) {
        cr_expect_str_eq(text_field(&seats->ptr[i], "name"), "");
    }
    cr_expect_eq(t.roster_viewer, HOST);
    const msgpack_object_array *roster = array_field(read_message(t.roster), "members");
    cr_expect_eq(roster->size, 4);
    cr_expect_str_eq(text_field(&roster->ptr[3], "name"), "Cat");
    class_say(&t, HOST, on_off_message(2, WIRE_NAMES, false));
    cr_expect_not_null(strstr(events_after(&t, e), "member 4 Cat"));
    test_room_close(&t);
}

// ---- the door ----------------------------------------------------------------------------------

CleanTest(room_members, a_closed_room_takes_no_newcomers_but_those_who_come_back_and_hosts) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join_host(&t, HOST, "Host");
    test_room_join(&t, ADA, "Ada");
    char key[SECRET_KEY_BYTES];
    snprintf(key, sizeof key, "%s", resume_key_of(&t, ADA));
    class_say(&t, HOST, newcomers_message(1, WIRE_CLOSED));
    cr_expect_null(test_room_join(&t, BEN, "Ben"));
    cr_expect_str_eq(letters_to(&t, BEN), "refused room_closed; close 4008");
    cr_expect_eq(test_room_resume(&t, CAT, key)->number, 2);
    cr_expect_not_null(test_room_join_host(&t, BEN, "Second"));
    test_room_close(&t);
}

CleanTest(room_members, who_must_be_let_in_waits_without_being_a_member) {
    struct test_room t;
    class_open(&t);
    class_say(&t, HOST, newcomers_message(1, WIRE_ASK));
    uint64_t e = t.room->ring.e;
    struct seat *cat = test_room_join(&t, CAT, "Cat");
    cr_expect(cat->waits);
    cr_expect_str_eq(letters_to(&t, CAT), "waiting");
    cr_expect_eq(t.room->ring.e, e, "nobody is told but hosts");
    const msgpack_object_array *roster = array_field(read_message(t.roster), "members");
    cr_expect(bool_field(&roster->ptr[3], "waiting"));
    class_say(&t, CAT, grab_message(2, 0, 5, 0, 1, 0));
    cr_expect_eq(pbd_world_hand_count(t.room->world), 0);
    class_say(&t, HOST, member_message(3, WIRE_ADMIT, cat->number, true));
    cr_expect_str_eq(events_after(&t, e), "joined 4 Cat");
    cr_expect_str_eq(letters_to(&t, CAT), "waiting; welcome");
    test_room_close(&t);
}

CleanTest(room_members, who_is_not_let_in_or_leaves_while_waiting_leaves_no_trace) {
    struct test_room t;
    class_open(&t);
    class_say(&t, HOST, newcomers_message(1, WIRE_ASK));
    uint64_t e = t.room->ring.e;
    uint32_t number = test_room_join(&t, CAT, "Cat")->number;
    class_say(&t, HOST, member_message(2, WIRE_ADMIT, number, false));
    cr_expect_str_eq(letters_to(&t, CAT), "waiting; refused not_admitted; close 4009");
    cr_expect_eq(t.room->seats.connected, 3);
    test_room_join(&t, CAT, "Cat");
    room_leave(t.room, CAT);
    cr_expect_eq(t.room->seats.connected, 3);
    cr_expect_eq(t.room->ring.e, e);
    class_say(&t, HOST, member_message(3, WIRE_ADMIT, 99, true));
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, HOST)), "refused 3 no_such_member");
    test_room_close(&t);
}

CleanTest(room_members, opening_the_door_lets_in_all_who_wait_and_closing_it_sends_them_away) {
    struct test_room t;
    class_open(&t);
    class_say(&t, HOST, newcomers_message(1, WIRE_ASK));
    test_room_join(&t, CAT, "Cat");
    class_say(&t, HOST, newcomers_message(2, WIRE_OPEN));
    cr_expect_str_eq(letters_to(&t, CAT), "waiting; welcome");
    class_say(&t, HOST, newcomers_message(3, WIRE_ASK));
    test_room_join(&t, 11, "Dan");
    class_say(&t, HOST, newcomers_message(4, WIRE_CLOSED));
    cr_expect_str_eq(letters_to(&t, 11), "waiting; refused not_admitted; close 4009");
    test_room_close(&t);
}

CleanTest(room_members, capacity_counts_for_all_but_hosts_and_those_who_come_back) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join_host(&t, HOST, "Host");
    test_room_join(&t, ADA, "Ada");
    char key[SECRET_KEY_BYTES];
    snprintf(key, sizeof key, "%s", resume_key_of(&t, ADA));
    test_room_join(&t, BEN, "Ben");
    struct wire_client_message capacity = plain_message(1, WIRE_CAPACITY);
    capacity.capacity = 2;
    class_say(&t, HOST, capacity);
    cr_expect_eq(t.room->seats.connected, 3, "nobody is put out");
    cr_expect_null(test_room_join(&t, CAT, "Cat"));
    cr_expect_str_eq(letters_to(&t, CAT), "refused room_full; close 4005");
    cr_expect_not_null(test_room_join_host(&t, 11, "Second"));
    room_leave(t.room, ADA);
    cr_expect_not_null(test_room_resume(&t, ADA, key), "also when its place is not held");
    capacity.capacity = TEST_VIEWERS_MAX + 1;
    class_say(&t, HOST, capacity);
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, HOST)), "refused 1 out_of_range");
    test_room_close(&t);
}

// Strangers can wait in any number; those whose line drops must not lose their place to them.
CleanTest(room_members, those_who_wait_keep_out_nobody_who_comes_back) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join_host(&t, HOST, "Host");
    test_room_join(&t, ADA, "Ada");
    char key[SECRET_KEY_BYTES];
    snprintf(key, sizeof key, "%s", resume_key_of(&t, ADA));
    class_say(&t, HOST, newcomers_message(1, WIRE_ASK));
    room_leave(t.room, ADA);
    for (uint64_t viewer = 100; test_room_join(&t, viewer, "Stranger") != NULL; viewer++) {
        cr_assert_leq(t.room->seats.connected, TEST_VIEWERS_MAX, "so many may wait");
    }
    cr_expect_not_null(test_room_resume(&t, ADA, key));
    test_room_close(&t);
}

CleanTest(room_members, an_old_code_serves_only_those_who_come_back) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join_host(&t, HOST, "Host");
    test_room_join(&t, ADA, "Ada");
    struct wire_hello back = hello_of("", resume_key_of(&t, ADA), NULL);
    struct wire_hello stranger = hello_of("Ben", NULL, NULL);
    struct wire_hello teacher = hello_of("Teacher", NULL, TEST_HOST_KEY);
    test_room_forget_letters(&t);
    class_say(&t, HOST, plain_message(3, WIRE_NEW_CODE));
    cr_assert(last_letter_to(&t, HOST)->asks_new_code);
    cr_expect_eq(last_letter_to(&t, HOST)->seq, 3);
    uint64_t e = t.room->ring.e;
    room_take_code(t.room, HOST, 3, "BRAID");
    cr_expect_str_eq(events_after(&t, e), "code 1 BRAID");
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, HOST)), "ack 3 @ 0");
    room_join(t.room, CAT, &back, true);
    cr_expect_eq(seats_by_viewer(&t.room->seats, CAT)->number, 2);
    room_join(t.room, BEN, &stranger, true);
    cr_expect_str_eq(letters_to(&t, BEN), "refused no_such_room; close 4004");
    room_join(t.room, 11, &teacher, true);
    cr_expect(seats_by_viewer(&t.room->seats, 11)->host);
    test_room_close(&t);
}

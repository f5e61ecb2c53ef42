// What hosts ask for, and that nobody else can.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "messages.h"
#include "room_fixture.h"
#include "support.h"

enum { HOST = 7, ADA = 8, BEN = 9, CAT = 10 };

// A hosted room with a host on seat 1, Ada on seat 2 and Ben on seat 3.
static void open_class(struct test_room *t) {
    test_room_open(t, "chain", rights_hosted());
    test_room_join_host(t, HOST, "Host");
    test_room_join(t, ADA, "Ada");
    test_room_join(t, BEN, "Ben");
    test_room_forget_letters(t);
}

static void say(struct test_room *t, uint64_t viewer, struct wire_client_message message) {
    room_command(t->room, viewer, &message);
}

static struct wire_client_message on_off(uint32_t seq, enum wire_client_type type, bool on) {
    struct wire_client_message message = plain_message(seq, type);
    message.on = on;
    return message;
}

static struct wire_client_message member(uint32_t seq, enum wire_client_type type, uint32_t seat,
                                         bool on) {
    struct wire_client_message message = plain_message(seq, type);
    message.member.seat = seat;
    message.member.on = on;
    return message;
}

static struct wire_client_message permit(uint32_t seq, enum wire_right right, uint32_t seat,
                                         bool on) {
    struct wire_client_message message = member(seq, WIRE_PERMIT, seat, on);
    message.member.right = right;
    return message;
}

static struct wire_client_message allow(uint32_t seq, enum wire_right right, enum wire_holders to) {
    struct wire_client_message message = plain_message(seq, WIRE_ALLOW);
    message.allow.right = right;
    message.allow.to = to;
    return message;
}

static struct wire_client_message newcomers(uint32_t seq, enum wire_newcomers policy) {
    struct wire_client_message message = plain_message(seq, WIRE_NEWCOMERS);
    message.newcomers = policy;
    return message;
}

static struct wire_client_message rename_to(uint32_t seq, const char *name) {
    struct wire_client_message message = plain_message(seq, WIRE_RENAME);
    snprintf(message.rename.name, sizeof message.rename.name, "%s", name);
    return message;
}

// Whether a letter to a viewer says that it may grab; letters before it do not matter.
static bool told_to_grab(const struct test_room *t, uint64_t viewer) {
    bool may = false;
    for (uint32_t i = 0; i < t->letter_count; i++) {
        const struct letter *letter = &t->letters[i];
        if (letter->viewer != viewer || strcmp(letter_in_short(letter), "rights") != 0) {
            continue;
        }
        const msgpack_object_array *rights = array_field(read_message(letter->message), "rights");
        may = false;
        for (uint32_t k = 0; k < rights->size; k++) {
            may = may || strncmp(rights->ptr[k].via.str.ptr, "grab", 4) == 0;
        }
    }
    return may;
}

CleanTest(room_host, a_host_may_end_the_room) {
    struct test_room t;
    open_class(&t);
    cr_expect_not(t.room->ended);
    say(&t, HOST, plain_message(5, WIRE_END));
    cr_expect(t.room->ended);
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, HOST)), "ack 5 @ 0");
    test_room_close(&t);
}

CleanTest(room_host, nobody_else_may_ask_for_what_hosts_ask_for) {
    struct test_room t;
    open_class(&t);
    uint64_t e = t.room->ring.e;
    for (int type = WIRE_ALLOW; type <= WIRE_END; type++) {
        struct wire_client_message message = plain_message(5, (enum wire_client_type)type);
        message.member.seat = 1;
        test_room_forget_letters(&t);
        say(&t, ADA, message);
        cr_expect_str_eq(letters_to(&t, ADA), "refused 5 not_allowed", "%s",
                         wire_client_type_name((enum wire_client_type)type));
    }
    cr_expect_eq(t.room->ring.e, e, "nothing has happened");
    test_room_close(&t);
}

// ---- rights ------------------------------------------------------------------------------------

CleanTest(room_host, freezing_hands_lets_go_of_all_but_hosts_and_refuses_new_ones) {
    struct test_room t;
    open_class(&t);
    say(&t, HOST, grab_message(1, 0, 3, 0, 1, 0));
    say(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    uint64_t e = t.room->ring.e;
    test_room_forget_letters(&t);
    say(&t, HOST, on_off(2, WIRE_FREEZE, true));
    cr_expect_str_eq(events_after(&t, e), "rules 1; let_go 2.0 frozen");
    cr_expect_str_eq(letters_to(&t, ADA), "rights");
    cr_expect_not(told_to_grab(&t, ADA));
    cr_expect_eq(pbd_world_hand_count(t.room->world), 1);
    test_room_forget_letters(&t);
    say(&t, ADA, grab_message(3, 0, 5, 0, 1, 0));
    cr_expect_str_eq(letters_to(&t, ADA), "refused 3 not_allowed");
    say(&t, HOST, on_off(4, WIRE_FREEZE, false));
    cr_expect(told_to_grab(&t, ADA));
    test_room_close(&t);
}

CleanTest(room_host, a_row_of_the_table_can_be_for_named_members_alone) {
    struct test_room t;
    open_class(&t);
    uint64_t e = t.room->ring.e;
    say(&t, HOST, allow(1, WIRE_RIGHT_GRAB, WIRE_NAMED));
    say(&t, HOST, permit(2, WIRE_RIGHT_GRAB, 3, true));
    cr_expect_str_eq(events_after(&t, e), "rules 1; member 3 Ben +grab");
    cr_expect_not(told_to_grab(&t, ADA));
    cr_expect(told_to_grab(&t, BEN));
    test_room_forget_letters(&t);
    say(&t, BEN, grab_message(3, 0, 5, 0, 1, 0));
    cr_expect_str_eq(letters_to(&t, BEN), "ack 3 @ 0");
    say(&t, HOST, permit(4, WIRE_RIGHT_GRAB, 3, false));
    cr_expect_eq(pbd_world_hand_count(t.room->world), 0, "who loses the right lets go");
    test_room_close(&t);
}

CleanTest(room_host, who_may_only_watch_may_nothing_until_allowed_again) {
    struct test_room t;
    open_class(&t);
    say(&t, HOST, member(1, WIRE_WATCH, 2, true));
    test_room_forget_letters(&t);
    say(&t, ADA, grab_message(2, 0, 5, 0, 1, 0));
    say(&t, ADA, gust_message(3, 1));
    cr_expect_str_eq(letters_to(&t, ADA), "refused 2 not_allowed; refused 3 not_allowed");
    say(&t, HOST, member(4, WIRE_WATCH, 2, false));
    test_room_forget_letters(&t);
    say(&t, ADA, grab_message(5, 0, 5, 0, 1, 0));
    cr_expect_str_eq(letters_to(&t, ADA), "ack 5 @ 0");
    test_room_close(&t);
}

CleanTest(room_host, locks_outlive_reset_scene_and_newcomers) {
    struct test_room t;
    open_class(&t);
    say(&t, HOST, on_off(1, WIRE_FREEZE, true));
    say(&t, HOST, plain_message(2, WIRE_RESET));
    say(&t, HOST, scene_message(3, "cloth"));
    test_room_join(&t, CAT, "Cat");
    test_room_forget_letters(&t);
    say(&t, CAT, grab_message(4, 0, 20, 0, 1, 0));
    say(&t, ADA, grab_message(4, 0, 20, 0, 1, 0));
    cr_expect_str_eq(letters_to(&t, CAT), "refused 4 not_allowed");
    cr_expect_str_eq(letters_to(&t, ADA), "refused 4 not_allowed");
    test_room_close(&t);
}

CleanTest(room_host, lots_fall_on_those_on_whom_they_fell_least_often) {
    struct test_room t;
    open_class(&t);
    test_room_join(&t, CAT, "Cat");
    struct wire_client_message draw = plain_message(1, WIRE_DRAW);
    draw.draw.right = WIRE_RIGHT_GRAB;
    draw.draw.count = 1;
    uint32_t drawn = 0;
    for (int i = 0; i < 3; i++) {
        say(&t, HOST, draw);
        for (uint32_t seat = 1; seat <= 4; seat++) {
            drawn |= seats_by_number(&t.room->seats, seat)->named[WIRE_RIGHT_GRAB] ? 1u << seat : 0;
        }
    }
    cr_expect_eq(drawn, 1u << 2 | 1u << 3 | 1u << 4, "each once, and never the host");
    draw.draw.count = 1000;
    say(&t, HOST, draw);
    for (uint32_t seat = 2; seat <= 4; seat++) {
        cr_expect(seats_by_number(&t.room->seats, seat)->named[WIRE_RIGHT_GRAB]);
    }
    test_room_close(&t);
}

// ---- members -----------------------------------------------------------------------------------

CleanTest(room_host, a_co_host_may_everything_and_no_more_when_it_is_none) {
    struct test_room t;
    open_class(&t);
    say(&t, HOST, member(1, WIRE_CO_HOST, 2, true));
    test_room_forget_letters(&t);
    say(&t, ADA, plain_message(2, WIRE_PAUSE));
    cr_expect_str_eq(letters_to(&t, ADA), "ack 2 @ 0");
    say(&t, ADA, member(3, WIRE_CO_HOST, 2, false));
    test_room_forget_letters(&t);
    say(&t, ADA, plain_message(4, WIRE_RESUME));
    cr_expect_str_eq(letters_to(&t, ADA), "refused 4 not_allowed");
    test_room_close(&t);
}

// In a room where everybody may everything no right changes with it.
CleanTest(room_host, a_connection_is_told_whether_it_is_a_hosts_when_no_right_changes) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join_host(&t, HOST, "Host");
    test_room_join(&t, ADA, "Ada");
    for (uint32_t i = 0; i < 2; i++) {
        bool on = i == 0;
        test_room_forget_letters(&t);
        say(&t, HOST, member(i, WIRE_CO_HOST, 2, on));
        const struct letter *letter = last_letter_to(&t, ADA);
        cr_assert_not_null(letter);
        cr_expect(letter->sets_member);
        cr_expect_eq(letter->host, on);
    }
    test_room_close(&t);
}

CleanTest(room_host, who_is_removed_comes_back_only_after_the_time_set) {
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
    say(&t, HOST, message);
    cr_expect_str_eq(letters_to(&t, ADA), "refused removed; close 4003");
    cr_expect_str_eq(events_after(&t, e), "left 2");
    t.room->now_ms += 9.5 * 60000;
    cr_expect_null(test_room_resume(&t, BEN, key));
    cr_expect_str_eq(letters_to(&t, BEN), "refused removed; close 4003");
    t.room->now_ms += 60000;
    cr_expect_eq(test_room_resume(&t, CAT, key)->number, 2);
    snprintf(key, sizeof key, "%s", resume_key_of(&t, CAT));
    say(&t, HOST, member(2, WIRE_CO_HOST, 2, true));
    say(&t, HOST, message);
    t.room->now_ms += 10 * 60000;
    cr_expect_not(test_room_resume(&t, BEN, key)->host, "a removed host is none");
    message.remove.seat = 1;
    test_room_forget_letters(&t);
    say(&t, HOST, message);
    cr_expect_str_eq(letters_to(&t, HOST), "refused 1 out_of_range", "nobody removes themselves");
    message.remove.seat = 99;
    say(&t, HOST, message);
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, HOST)), "refused 1 no_such_member");
    test_room_close(&t);
}

CleanTest(room_host, names_are_unique_and_hosts_may_change_them) {
    struct test_room t;
    open_class(&t);
    uint64_t e = t.room->ring.e;
    test_room_join(&t, CAT, "ADA");
    say(&t, BEN, rename_to(1, "Ada"));
    struct wire_client_message other = rename_to(2, "Zoe");
    other.rename.has_seat = true;
    other.rename.seat = 3;
    say(&t, ADA, other);
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, ADA)), "refused 2 not_allowed");
    say(&t, HOST, other);
    cr_expect_str_eq(events_after(&t, e), "joined 4 ADA 2; member 3 Ada 3; member 3 Zoe");
    test_room_close(&t);
}

// A client says the name it knows whenever its line has dropped.
CleanTest(room_host, a_name_that_a_host_gave_outlasts_a_reconnection_until_its_owner_changes_it) {
    struct test_room t;
    open_class(&t);
    test_room_join(&t, CAT, "Rude");
    struct wire_hello back = hello_of("Rude", resume_key_of(&t, CAT), NULL);
    struct wire_client_message other = rename_to(1, "Cat");
    other.rename.has_seat = true;
    other.rename.seat = 4;
    say(&t, HOST, other);
    room_leave(t.room, CAT);
    uint64_t e = t.room->ring.e;
    room_join(t.room, CAT, &back, false);
    cr_expect_str_eq(events_after(&t, e), "joined 4 Cat");
    back = hello_of("Cathy", resume_key_of(&t, CAT), NULL);
    say(&t, CAT, rename_to(2, "Catherine"));
    e = t.room->ring.e;
    room_join(t.room, 11, &back, false);
    cr_expect_str_eq(events_after(&t, e), "joined 4 Cathy");
    test_room_close(&t);
}

CleanTest(room_host, a_long_name_is_cut_between_characters_to_make_it_unique) {
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
CleanTest(room_host, gives_one_of_many_namesakes_its_number_in_time) {
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

CleanTest(room_host, hidden_names_reach_nobody_but_hosts) {
    struct test_room t;
    open_class(&t);
    uint64_t e = t.room->ring.e;
    say(&t, HOST, on_off(1, WIRE_NAMES, true));
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
    say(&t, HOST, on_off(2, WIRE_NAMES, false));
    cr_expect_not_null(strstr(events_after(&t, e), "member 4 Cat"));
    test_room_close(&t);
}

// ---- the door ----------------------------------------------------------------------------------

CleanTest(room_host, a_closed_room_takes_no_newcomers_but_those_who_come_back_and_hosts) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join_host(&t, HOST, "Host");
    test_room_join(&t, ADA, "Ada");
    char key[SECRET_KEY_BYTES];
    snprintf(key, sizeof key, "%s", resume_key_of(&t, ADA));
    say(&t, HOST, newcomers(1, WIRE_CLOSED));
    cr_expect_null(test_room_join(&t, BEN, "Ben"));
    cr_expect_str_eq(letters_to(&t, BEN), "refused room_closed; close 4008");
    cr_expect_eq(test_room_resume(&t, CAT, key)->number, 2);
    cr_expect_not_null(test_room_join_host(&t, BEN, "Second"));
    test_room_close(&t);
}

CleanTest(room_host, who_must_be_let_in_waits_without_being_a_member) {
    struct test_room t;
    open_class(&t);
    say(&t, HOST, newcomers(1, WIRE_ASK));
    uint64_t e = t.room->ring.e;
    struct seat *cat = test_room_join(&t, CAT, "Cat");
    cr_expect(cat->waits);
    cr_expect_str_eq(letters_to(&t, CAT), "waiting");
    cr_expect_eq(t.room->ring.e, e, "nobody is told but hosts");
    const msgpack_object_array *roster = array_field(read_message(t.roster), "members");
    cr_expect(bool_field(&roster->ptr[3], "waiting"));
    say(&t, CAT, grab_message(2, 0, 5, 0, 1, 0));
    cr_expect_eq(pbd_world_hand_count(t.room->world), 0);
    say(&t, HOST, member(3, WIRE_ADMIT, cat->number, true));
    cr_expect_str_eq(events_after(&t, e), "joined 4 Cat");
    cr_expect_str_eq(letters_to(&t, CAT), "waiting; welcome");
    test_room_close(&t);
}

CleanTest(room_host, who_is_not_let_in_or_leaves_while_waiting_leaves_no_trace) {
    struct test_room t;
    open_class(&t);
    say(&t, HOST, newcomers(1, WIRE_ASK));
    uint64_t e = t.room->ring.e;
    uint32_t number = test_room_join(&t, CAT, "Cat")->number;
    say(&t, HOST, member(2, WIRE_ADMIT, number, false));
    cr_expect_str_eq(letters_to(&t, CAT), "waiting; refused not_admitted; close 4009");
    cr_expect_eq(t.room->seats.connected, 3);
    test_room_join(&t, CAT, "Cat");
    room_leave(t.room, CAT);
    cr_expect_eq(t.room->seats.connected, 3);
    cr_expect_eq(t.room->ring.e, e);
    say(&t, HOST, member(3, WIRE_ADMIT, 99, true));
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, HOST)), "refused 3 no_such_member");
    test_room_close(&t);
}

CleanTest(room_host, opening_the_door_lets_in_all_who_wait_and_closing_it_sends_them_away) {
    struct test_room t;
    open_class(&t);
    say(&t, HOST, newcomers(1, WIRE_ASK));
    test_room_join(&t, CAT, "Cat");
    say(&t, HOST, newcomers(2, WIRE_OPEN));
    cr_expect_str_eq(letters_to(&t, CAT), "waiting; welcome");
    say(&t, HOST, newcomers(3, WIRE_ASK));
    test_room_join(&t, 11, "Dan");
    say(&t, HOST, newcomers(4, WIRE_CLOSED));
    cr_expect_str_eq(letters_to(&t, 11), "waiting; refused not_admitted; close 4009");
    test_room_close(&t);
}

CleanTest(room_host, capacity_counts_for_all_but_hosts_and_those_who_come_back) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join_host(&t, HOST, "Host");
    test_room_join(&t, ADA, "Ada");
    char key[SECRET_KEY_BYTES];
    snprintf(key, sizeof key, "%s", resume_key_of(&t, ADA));
    test_room_join(&t, BEN, "Ben");
    struct wire_client_message capacity = plain_message(1, WIRE_CAPACITY);
    capacity.capacity = 2;
    say(&t, HOST, capacity);
    cr_expect_eq(t.room->seats.connected, 3, "nobody is put out");
    cr_expect_null(test_room_join(&t, CAT, "Cat"));
    cr_expect_str_eq(letters_to(&t, CAT), "refused room_full; close 4005");
    cr_expect_not_null(test_room_join_host(&t, 11, "Second"));
    room_leave(t.room, ADA);
    cr_expect_not_null(test_room_resume(&t, ADA, key), "also when its place is not held");
    capacity.capacity = TEST_VIEWERS_MAX + 1;
    say(&t, HOST, capacity);
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, HOST)), "refused 1 out_of_range");
    test_room_close(&t);
}

// Strangers can wait in any number; those whose line drops must not lose their place to them.
CleanTest(room_host, those_who_wait_keep_out_nobody_who_comes_back) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join_host(&t, HOST, "Host");
    test_room_join(&t, ADA, "Ada");
    char key[SECRET_KEY_BYTES];
    snprintf(key, sizeof key, "%s", resume_key_of(&t, ADA));
    say(&t, HOST, newcomers(1, WIRE_ASK));
    room_leave(t.room, ADA);
    for (uint64_t viewer = 100; test_room_join(&t, viewer, "Stranger") != NULL; viewer++) {
        cr_assert_leq(t.room->seats.connected, TEST_VIEWERS_MAX, "so many may wait");
    }
    cr_expect_not_null(test_room_resume(&t, ADA, key));
    test_room_close(&t);
}

CleanTest(room_host, an_old_code_serves_only_those_who_come_back) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join_host(&t, HOST, "Host");
    test_room_join(&t, ADA, "Ada");
    struct wire_hello back = hello_of("", resume_key_of(&t, ADA), NULL);
    struct wire_hello stranger = hello_of("Ben", NULL, NULL);
    struct wire_hello teacher = hello_of("Teacher", NULL, TEST_HOST_KEY);
    test_room_forget_letters(&t);
    say(&t, HOST, plain_message(3, WIRE_NEW_CODE));
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

// ---- all at once -------------------------------------------------------------------------------

CleanTest(room_host, release_all_lets_go_of_every_hand) {
    struct test_room t;
    open_class(&t);
    say(&t, HOST, grab_message(1, 0, 3, 0, 1, 0));
    say(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    uint64_t e = t.room->ring.e;
    say(&t, HOST, plain_message(2, WIRE_RELEASE_ALL));
    cr_expect_str_eq(events_after(&t, e), "let_go 1.0 host; let_go 2.0 host");
    cr_expect_eq(pbd_world_hand_count(t.room->world), 0);
    test_room_close(&t);
}

CleanTest(room_host, a_broadcast_is_told_and_kept_for_newcomers_until_it_is_cleared) {
    struct test_room t;
    open_class(&t);
    struct wire_client_message broadcast = plain_message(1, WIRE_BROADCAST);
    snprintf(broadcast.broadcast, sizeof broadcast.broadcast, "Look here");
    uint64_t e = t.room->ring.e;
    say(&t, HOST, broadcast);
    cr_expect_str_eq(events_after(&t, e), "broadcast 1 'Look here'");
    test_room_join(&t, CAT, "Cat");
    const msgpack_object *welcome = read_message(last_letter_to(&t, CAT)->message);
    cr_expect_str_eq(text_field(field(welcome, "state"), "notice"), "Look here");
    broadcast.broadcast[0] = '\0';
    say(&t, HOST, broadcast);
    test_room_join(&t, 11, "Dan");
    welcome = read_message(last_letter_to(&t, 11)->message);
    cr_expect_null(field(field(welcome, "state"), "notice"));
    test_room_close(&t);
}

// ---- absence -----------------------------------------------------------------------------------

CleanTest(room_host, a_room_whose_host_is_gone_stands_by_if_it_was_told_to) {
    struct test_room t;
    open_class(&t);
    struct wire_client_message away = plain_message(1, WIRE_ABSENCE);
    away.away = WIRE_STAND_BY;
    say(&t, HOST, away);
    say(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    room_leave(t.room, HOST);
    uint64_t e = t.room->ring.e;
    t.room->now_ms += ROOM_HOST_GRACE_MS - 1;
    room_watch_hosts(t.room);
    cr_expect_eq(t.room->ring.e, e, "the line may only have been cut");
    t.room->now_ms += 1;
    room_watch_hosts(t.room);
    cr_expect_str_eq(events_after(&t, e), "host_away away; let_go 2.0 not_allowed");
    cr_expect_not(told_to_grab(&t, ADA));
    cr_expect_not(seats_by_viewer(&t.room->seats, ADA)->host, "nobody is promoted by itself");
    e = t.room->ring.e;
    test_room_join_host(&t, CAT, "Host");
    cr_expect_str_eq(events_after(&t, e), "joined 4 Host host; host_away back");
    cr_expect(told_to_grab(&t, ADA));
    test_room_close(&t);
}

CleanTest(room_host, a_host_that_ends_the_absence_is_welcomed_before_it_is_told_anything) {
    struct test_room t;
    open_class(&t);
    room_leave(t.room, HOST);
    t.room->now_ms += ROOM_HOST_GRACE_MS;
    room_watch_hosts(t.room);
    cr_expect(t.room->host_away);
    test_room_join_host(&t, 11, "Host");
    cr_expect_not(t.room->host_away);
    cr_expect_str_eq(letters_to(&t, 11), "welcome");
    test_room_close(&t);
}

CleanTest(room_host, a_room_that_carries_on_only_says_that_its_host_is_gone) {
    struct test_room t;
    open_class(&t);
    say(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    room_leave(t.room, HOST);
    uint64_t e = t.room->ring.e;
    t.room->now_ms += ROOM_HOST_GRACE_MS;
    room_watch_hosts(t.room);
    room_watch_hosts(t.room);
    cr_expect_str_eq(events_after(&t, e), "host_away away");
    cr_expect_eq(pbd_world_hand_count(t.room->world), 1);
    test_room_close(&t);
}

CleanTest(room_host, a_room_without_a_host_from_the_start_misses_none) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    uint64_t e = t.room->ring.e;
    t.room->now_ms += 1e6;
    room_watch_hosts(t.room);
    cr_expect_eq(t.room->ring.e, e);
    test_room_close(&t);
}

CleanTest(room_host, a_silent_member_lets_go_and_stays) {
    struct test_room t;
    open_class(&t);
    say(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    uint64_t e = t.room->ring.e;
    room_hear_nothing(t.room, ADA);
    cr_expect_str_eq(events_after(&t, e), "let_go 2.0 silent");
    cr_expect_not_null(seats_by_viewer(&t.room->seats, ADA));
    test_room_close(&t);
}

// What hosts ask for, and that nobody else can.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "class_fixture.h"

CleanTest(room_host, a_host_may_end_the_room) {
    struct test_room t;
    class_open(&t);
    cr_expect_not(t.room->ended);
    class_say(&t, HOST, plain_message(5, WIRE_END));
    cr_expect(t.room->ended);
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, HOST)), "ack 5 @ 0");
    test_room_close(&t);
}

CleanTest(room_host, nobody_else_may_ask_for_what_hosts_ask_for) {
    struct test_room t;
    class_open(&t);
    uint64_t e = t.room->ring.e;
    for (int type = WIRE_ALLOW; type <= WIRE_END; type++) {
        struct wire_client_message message = plain_message(5, (enum wire_client_type)type);
        message.member.seat = 1;
        test_room_forget_letters(&t);
        class_say(&t, ADA, message);
        cr_expect_str_eq(letters_to(&t, ADA), "refused 5 not_allowed", "%s",
                         wire_client_type_name((enum wire_client_type)type));
    }
    cr_expect_eq(t.room->ring.e, e, "nothing has happened");
    test_room_close(&t);
}

// ---- hosts -------------------------------------------------------------------------------------

CleanTest(room_host, a_co_host_may_everything_and_no_more_when_it_is_none) {
    struct test_room t;
    class_open(&t);
    class_say(&t, HOST, member_message(1, WIRE_CO_HOST, 2, true));
    test_room_forget_letters(&t);
    class_say(&t, ADA, plain_message(2, WIRE_PAUSE));
    cr_expect_str_eq(letters_to(&t, ADA), "ack 2 @ 0");
    class_say(&t, ADA, member_message(3, WIRE_CO_HOST, 2, false));
    test_room_forget_letters(&t);
    class_say(&t, ADA, plain_message(4, WIRE_RESUME));
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
        class_say(&t, HOST, member_message(i, WIRE_CO_HOST, 2, on));
        const struct letter *letter = last_letter_to(&t, ADA);
        cr_assert_not_null(letter);
        cr_expect(letter->sets_member);
        cr_expect_eq(letter->host, on);
    }
    test_room_close(&t);
}

// ---- all at once -------------------------------------------------------------------------------

CleanTest(room_host, release_all_lets_go_of_every_hand) {
    struct test_room t;
    class_open(&t);
    class_say(&t, HOST, grab_message(1, 0, 3, 0, 1, 0));
    class_say(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    uint64_t e = t.room->ring.e;
    class_say(&t, HOST, plain_message(2, WIRE_RELEASE_ALL));
    cr_expect_str_eq(events_after(&t, e), "let_go 1.0 host; let_go 2.0 host");
    cr_expect_eq(pbd_world_hand_count(t.room->world), 0);
    test_room_close(&t);
}

CleanTest(room_host, a_broadcast_is_told_and_kept_for_newcomers_until_it_is_cleared) {
    struct test_room t;
    class_open(&t);
    struct wire_client_message broadcast = plain_message(1, WIRE_BROADCAST);
    snprintf(broadcast.broadcast, sizeof broadcast.broadcast, "Look here");
    uint64_t e = t.room->ring.e;
    class_say(&t, HOST, broadcast);
    cr_expect_str_eq(events_after(&t, e), "broadcast 1 'Look here'");
    test_room_join(&t, CAT, "Cat");
    const msgpack_object *welcome = read_message(last_letter_to(&t, CAT)->message);
    cr_expect_str_eq(text_field(field(welcome, "state"), "notice"), "Look here");
    broadcast.broadcast[0] = '\0';
    class_say(&t, HOST, broadcast);
    test_room_join(&t, 11, "Dan");
    welcome = read_message(last_letter_to(&t, 11)->message);
    cr_expect_null(field(field(welcome, "state"), "notice"));
    test_room_close(&t);
}

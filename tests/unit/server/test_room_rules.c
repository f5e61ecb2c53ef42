// What the rules of a room let each member do, and who is told.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "class_fixture.h"

// ---- rights ------------------------------------------------------------------------------------

CleanTest(room_rules, freezing_hands_lets_go_of_all_but_hosts_and_refuses_new_ones) {
    struct test_room t;
    class_open(&t);
    class_say(&t, HOST, grab_message(1, 0, 3, 0, 1, 0));
    class_say(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    uint64_t e = t.room->ring.e;
    test_room_forget_letters(&t);
    class_say(&t, HOST, on_off_message(2, WIRE_FREEZE, true));
    cr_expect_str_eq(events_after(&t, e), "rules 1; let_go 2.0 frozen");
    cr_expect_str_eq(letters_to(&t, ADA), "rights");
    cr_expect_not(told_to_grab(&t, ADA));
    cr_expect_eq(pbd_world_hand_count(t.room->world), 1);
    test_room_forget_letters(&t);
    class_say(&t, ADA, grab_message(3, 0, 5, 0, 1, 0));
    cr_expect_str_eq(letters_to(&t, ADA), "refused 3 not_allowed");
    class_say(&t, HOST, on_off_message(4, WIRE_FREEZE, false));
    cr_expect(told_to_grab(&t, ADA));
    test_room_close(&t);
}

CleanTest(room_rules, a_row_of_the_table_can_be_for_named_members_alone) {
    struct test_room t;
    class_open(&t);
    uint64_t e = t.room->ring.e;
    class_say(&t, HOST, allow_message(1, WIRE_RIGHT_GRAB, WIRE_NAMED));
    class_say(&t, HOST, permit_message(2, WIRE_RIGHT_GRAB, 3, true));
    cr_expect_str_eq(events_after(&t, e), "rules 1; member 3 Ben +grab");
    cr_expect_not(told_to_grab(&t, ADA));
    cr_expect(told_to_grab(&t, BEN));
    test_room_forget_letters(&t);
    class_say(&t, BEN, grab_message(3, 0, 5, 0, 1, 0));
    cr_expect_str_eq(letters_to(&t, BEN), "ack 3 @ 0");
    class_say(&t, HOST, permit_message(4, WIRE_RIGHT_GRAB, 3, false));
    cr_expect_eq(pbd_world_hand_count(t.room->world), 0, "who loses the right lets go");
    test_room_close(&t);
}

CleanTest(room_rules, who_may_only_watch_may_nothing_until_allowed_again) {
    struct test_room t;
    class_open(&t);
    class_say(&t, HOST, member_message(1, WIRE_WATCH, 2, true));
    test_room_forget_letters(&t);
    class_say(&t, ADA, grab_message(2, 0, 5, 0, 1, 0));
    class_say(&t, ADA, gust_message(3, 1));
    cr_expect_str_eq(letters_to(&t, ADA), "refused 2 not_allowed; refused 3 not_allowed");
    class_say(&t, HOST, member_message(4, WIRE_WATCH, 2, false));
    test_room_forget_letters(&t);
    class_say(&t, ADA, grab_message(5, 0, 5, 0, 1, 0));
    cr_expect_str_eq(letters_to(&t, ADA), "ack 5 @ 0");
    test_room_close(&t);
}

CleanTest(room_rules, locks_outlive_reset_scene_and_newcomers) {
    struct test_room t;
    class_open(&t);
    class_say(&t, HOST, on_off_message(1, WIRE_FREEZE, true));
    class_say(&t, HOST, plain_message(2, WIRE_RESET));
    class_say(&t, HOST, scene_message(3, "cloth"));
    test_room_join(&t, CAT, "Cat");
    test_room_forget_letters(&t);
    class_say(&t, CAT, grab_message(4, 0, 20, 0, 1, 0));
    class_say(&t, ADA, grab_message(4, 0, 20, 0, 1, 0));
    cr_expect_str_eq(letters_to(&t, CAT), "refused 4 not_allowed");
    cr_expect_str_eq(letters_to(&t, ADA), "refused 4 not_allowed");
    test_room_close(&t);
}

CleanTest(room_rules, lots_fall_on_those_on_whom_they_fell_least_often) {
    struct test_room t;
    class_open(&t);
    test_room_join(&t, CAT, "Cat");
    struct wire_client_message draw = plain_message(1, WIRE_DRAW);
    draw.draw.right = WIRE_RIGHT_GRAB;
    draw.draw.count = 1;
    uint32_t drawn = 0;
    for (int i = 0; i < 3; i++) {
        class_say(&t, HOST, draw);
        for (uint32_t seat = 1; seat <= 4; seat++) {
            drawn |= seats_by_number(&t.room->seats, seat)->named[WIRE_RIGHT_GRAB] ? 1u << seat : 0;
        }
    }
    cr_expect_eq(drawn, 1u << 2 | 1u << 3 | 1u << 4, "each once, and never the host");
    draw.draw.count = 1000;
    class_say(&t, HOST, draw);
    for (uint32_t seat = 2; seat <= 4; seat++) {
        cr_expect(seats_by_number(&t.room->seats, seat)->named[WIRE_RIGHT_GRAB]);
    }
    test_room_close(&t);
}

// ---- absence -----------------------------------------------------------------------------------

CleanTest(room_rules, a_room_whose_host_is_gone_stands_by_if_it_was_told_to) {
    struct test_room t;
    class_open(&t);
    struct wire_client_message away = plain_message(1, WIRE_ABSENCE);
    away.away = WIRE_STAND_BY;
    class_say(&t, HOST, away);
    class_say(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
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

CleanTest(room_rules, a_host_that_ends_the_absence_is_welcomed_before_it_is_told_anything) {
    struct test_room t;
    class_open(&t);
    room_leave(t.room, HOST);
    t.room->now_ms += ROOM_HOST_GRACE_MS;
    room_watch_hosts(t.room);
    cr_expect(t.room->host_away);
    test_room_join_host(&t, 11, "Host");
    cr_expect_not(t.room->host_away);
    cr_expect_str_eq(letters_to(&t, 11), "welcome");
    test_room_close(&t);
}

CleanTest(room_rules, a_room_that_carries_on_only_says_that_its_host_is_gone) {
    struct test_room t;
    class_open(&t);
    class_say(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    room_leave(t.room, HOST);
    uint64_t e = t.room->ring.e;
    t.room->now_ms += ROOM_HOST_GRACE_MS;
    room_watch_hosts(t.room);
    room_watch_hosts(t.room);
    cr_expect_str_eq(events_after(&t, e), "host_away away");
    cr_expect_eq(pbd_world_hand_count(t.room->world), 1);
    test_room_close(&t);
}

CleanTest(room_rules, a_room_without_a_host_from_the_start_misses_none) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    uint64_t e = t.room->ring.e;
    t.room->now_ms += 1e6;
    room_watch_hosts(t.room);
    cr_expect_eq(t.room->ring.e, e);
    test_room_close(&t);
}

CleanTest(room_rules, a_silent_member_lets_go_and_stays) {
    struct test_room t;
    class_open(&t);
    class_say(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
    uint64_t e = t.room->ring.e;
    room_hear_nothing(t.room, ADA);
    cr_expect_str_eq(events_after(&t, e), "let_go 2.0 silent");
    cr_expect_not_null(seats_by_viewer(&t.room->seats, ADA));
    test_room_close(&t);
}

#include "viewer.h"

#include <string.h>

#include "house.h"
#include "messages.h"
#include "support.h"

// A bucket that never refills, so that no clock decides.
static void allow_commands(struct line *line, double count) {
    line->viewer->commands = token_bucket_full(count, 0, uv_hrtime());
}

static uint64_t counted(struct house *house, enum metrics_counter counter) {
    return house->server.metrics.counters[counter];
}

static struct wire_client_message ping_message(double time) {
    return (struct wire_client_message){.type = WIRE_PING, .ping_time = time};
}

static struct wire_client_message rate_message(uint32_t seq, uint32_t rate_hz) {
    struct wire_client_message message = plain_message(seq, WIRE_RATE);
    message.rate_hz = rate_hz;
    return message;
}

// ---- opening -----------------------------------------------------------------------------------

CleanTest(viewer, is_welcomed_and_shown_the_world) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_connect(&house);
    cr_expect_eq(line->viewer->state, VIEWER_OPENING);
    line_say(line, hello_message("Ada", 60));
    cr_expect_eq(line->viewer->state, VIEWER_JOINING);
    cr_expect_str_eq(line_heard(line), "");
    house_carry(&house);
    cr_expect_eq(line->viewer->state, VIEWER_OPEN);
    cr_expect_str_eq(line_heard(line), "welcome");
    house_publish(&house);
    cr_expect_str_eq(line_heard(line), "tick 1..1");
    cr_expect_eq(line->client.frame_hash, hash_of_positions(house.t.room->world));
    house_close(&house);
}

CleanTest(viewer, commands_before_hello_are_refused_and_hello_still_works) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_connect(&house);
    line_say(line, gust_message(1, 1));
    line_say(line, ping_message(2));
    line_say(line, plain_message(3, WIRE_STATE));
    cr_expect_str_eq(line_heard(line), "refused 1 not_joined; refused not_joined; "
                                       "refused not_joined");
    cr_expect_str_eq(house_take_mail(&house), "");
    line_say(line, hello_message("Ada", 60));
    cr_expect_str_eq(house_take_mail(&house), "join Ada");
    house_close(&house);
}

CleanTest(viewer, commands_before_the_welcome_are_refused) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_connect(&house);
    line_say(line, hello_message("Ada", 60));
    line_say(line, gust_message(1, 1));
    cr_expect_str_eq(line_heard(line), "refused 1 not_joined");
    house_carry(&house);
    cr_expect_str_eq(line_heard(line), "welcome");
    house_close(&house);
}

CleanTest(viewer, a_second_hello_is_refused) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_connect(&house);
    line_say(line, hello_message("Ada", 60));
    line_say(line, hello_message("Ben", 60));
    cr_expect_str_eq(line_heard(line), "refused already_joined");
    house_carry(&house);
    line_say(line, hello_message("Ben", 60));
    cr_expect_str_eq(line_heard(line), "welcome; refused already_joined");
    cr_expect_eq(house.t.room->seats.connected, 1);
    house_close(&house);
}

CleanTest(viewer, a_hello_that_cannot_be_is_refused_with_the_reason_and_then_closed) {
    struct wire_client_message no_room = hello_message("Ada", 60);
    struct wire_client_message no_encoding = hello_message("Ada", 60);
    struct wire_client_message no_version = hello_message("Ada", 60);
    strcpy(no_room.hello.room, "NOWHERE");
    no_encoding.hello.encoding = WIRE_ENCODING_COUNT;
    no_version.hello.version = 2;
    const struct {
        const struct wire_client_message *hello;
        const char *heard;
    } cases[] = {
        {&no_room, "refused no_such_room; closed 4004"},
        {&no_encoding, "refused no_encoding; closed 4006"},
        {&no_version, "refused unsupported_version; closed 4006"},
    };
    for (int i = 0; i < 3; i++) {
        struct house house;
        house_open(&house, "chain", rights_hosted());
        struct line *line = house_connect(&house);
        line_say(line, *cases[i].hello);
        cr_expect_eq(line->hurries, 1);
        cr_expect_str_eq(line_heard(line), cases[i].heard);
        cr_expect_gt(strlen(line->close_reason), 0);
        cr_expect_str_eq(house_take_mail(&house), "", "the room never knew");
        house_close(&house);
    }
}

CleanTest(viewer, a_full_room_is_refused_and_closed_by_the_room) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    for (uint32_t i = 0; i < TEST_VIEWERS_MAX; i++) {
        house_join(&house, "Somebody", 60);
    }
    struct line *line = house_connect(&house);
    line_say(line, hello_message("Ada", 60));
    house_carry(&house);
    cr_expect_str_eq(line_heard(line), "refused room_full; closed 4005");
    house_close(&house);
}

CleanTest(viewer, a_hall_that_holds_no_more_is_refused_and_closed_at_once) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    for (uint32_t i = 0; i < 2 * TEST_VIEWERS_MAX; i++) {
        line_say(house_connect(&house), hello_message("Somebody", 60));
    }
    struct line *line = house_connect(&house);
    line_say(line, hello_message("Ada", 60));
    cr_expect_str_eq(line_heard(line), "refused room_full; closed 4005");
    house_close(&house);
}

CleanTest(viewer, is_closed_when_its_room_takes_no_mail) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    house_fill_inbox(&house, true);
    struct line *line = house_connect(&house);
    line_say(line, hello_message("Ada", 60));
    cr_expect_str_eq(line_heard(line), "closed 1013");
    cr_expect_eq(house.hall->viewer_count, 0);
    house_close(&house);
}

CleanTest(viewer, there_are_no_more_than_the_server_may_have) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    for (uint32_t i = 0; i < HOUSE_LINES_MAX - 1; i++) {
        cr_assert_not_null(house_connect(&house)->viewer);
    }
    fail_allocation(1);
    struct viewer *without_memory = viewer_create(&house.server, NULL);
    fail_allocation(0);
    cr_expect_null(without_memory);
    cr_assert_not_null(house_connect(&house)->viewer, "and has taken no place");
    cr_expect_null(viewer_create(&house.server, NULL));
    house_close(&house);
}

CleanTest(viewer, wrong_codes_from_one_address_are_limited_and_right_ones_are_not) {
    struct house house;
    struct visitor visitor = {.guesses = token_bucket_full(2, 0, 0)};
    house_open(&house, "chain", rights_hosted());
    struct wire_client_message wrong = hello_message("Ada", 60);
    strcpy(wrong.hello.room, "NOWHERE");
    const struct wire_client_message right = hello_message("Ada", 60);
    const struct wire_client_message tries[] = {right, wrong, right, wrong, wrong, right};
    static const char *const heard[] = {"",
                                        "refused no_such_room; closed 4004",
                                        "",
                                        "refused no_such_room; closed 4004",
                                        "refused too_fast; closed 1013",
                                        "refused too_fast; closed 1013"};
    for (int i = 0; i < 6; i++) {
        struct line *line = house_connect(&house);
        line->viewer->visitor = &visitor;
        line_say(line, tries[i]);
        cr_expect_str_eq(line_heard(line), heard[i], "try %d", i);
    }
    house_close(&house);
}

// ---- messages ----------------------------------------------------------------------------------

CleanTest(viewer, commands_go_to_the_room_in_order) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line_say(line, grab_message(1, 0, 5, 0, 1, 0));
    line_say(line, move_message(2, 0, 1, 1, 0));
    line_say(line, plain_message(3, WIRE_PAUSE));
    cr_expect_str_eq(house_take_mail(&house), "grab 1");
    cr_expect_str_eq(house_take_mail(&house), "move 2");
    cr_expect_str_eq(house_take_mail(&house), "pause 3");
    cr_expect_str_eq(line_heard(line), "");
    house_close(&house);
}

CleanTest(viewer, answers_and_events_come_back) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line_say(line, gust_message(7, 1));
    line_say(line, plain_message(8, WIRE_PAUSE));
    house_carry(&house);
    cr_expect_str_eq(line_heard(line), "ack 7 @ 0; refused 8 not_allowed");
    room_step(house.t.room);
    house_publish(&house);
    cr_expect_str_eq(line_heard(line), "tick 1..2");
    house_close(&house);
}

CleanTest(viewer, a_message_with_a_fault_is_refused_by_name_and_the_connection_goes_on) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line_say_bytes(line, "\x82\xa4type\xa5shout\xa3seq\x05", 17);
    line_say_bytes(line, "\x82\xa4type\xa4move\xa3seq\x06", 16);
    cr_expect_str_eq(line_heard(line), "refused 5 unknown_type; refused 6 missing_field");
    line_say(line, ping_message(1));
    cr_expect_str_eq(line_heard(line), "pong @ 0");
    house_close(&house);
}

CleanTest(viewer, what_is_no_message_closes_the_connection) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line_say_bytes(line, "\x82\xa4type", 6);
    line_say(line, ping_message(1));
    cr_expect_str_eq(line_heard(line), "refused bad_message; closed 1007");
    cr_expect_str_eq(house_take_mail(&house), "leave");
    cr_expect_eq(counted(&house, METRICS_CLOSED_RULE), 1);
    room_leave(house.t.room, 0); // the mail was taken by the test
    room_leave(house.t.room, (uint64_t)1 << 32);
    house_close(&house);
}

CleanTest(viewer, a_ping_is_answered_here_with_its_time_and_the_newest_step) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    room_step(house.t.room);
    house_publish(&house);
    line_heard(line);
    line_say(line, ping_message(1234));
    cr_expect_str_eq(house_take_mail(&house), "");
    cr_expect_str_eq(line_heard(line), "pong @ 1");
    house_close(&house);
}

CleanTest(viewer, commands_that_come_too_fast_are_refused_by_their_number) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    allow_commands(line, 2);
    line_say(line, gust_message(1, 1));
    line_say(line, gust_message(2, 1));
    line_say(line, gust_message(3, 1));
    line_say_bytes(line, "\x82\xa4type\xa4move\xa3seq\x04", 16);
    line_say(line, ping_message(1));
    cr_expect_str_eq(line_heard(line), "refused 3 too_fast; refused 4 too_fast; refused too_fast");
    cr_expect_str_eq(house_take_mail(&house), "gust 1");
    cr_expect_str_eq(house_take_mail(&house), "gust 2");
    cr_expect_str_eq(house_take_mail(&house), "");
    house_close(&house);
}

CleanTest(viewer, may_send_as_many_commands_at_once_as_per_second) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    house.options.commands_per_s_max = 17;
    struct line *line = house_connect(&house);
    cr_expect_eq(line->viewer->commands.tokens, 17);
    cr_expect_eq(line->viewer->commands.per_s, 17);
    house_close(&house);
}

CleanTest(viewer, far_too_many_commands_close_the_connection) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    allow_commands(line, 0);
    uint32_t sent = 0;
    for (; line->viewer != NULL && sent < 2000; sent++) {
        line_say(line, gust_message(sent, 1));
        line_drain(line);
    }
    cr_expect_eq(sent, 1001);
    cr_expect_eq(line->close_code, 1008);
    house_close(&house);
}

CleanTest(viewer, commands_that_are_taken_make_up_for_some_that_were_too_fast) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    for (uint32_t i = 0; i < 1500; i++) {
        allow_commands(line, i % 2);
        line_say(line, ping_message(i));
        line_drain(line);
    }
    cr_expect_not_null(line->viewer);
    cr_expect_leq(line->viewer->excess, 1);
    house_close(&house);
}

CleanTest(viewer, a_command_that_its_room_cannot_take_is_refused_as_busy) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    house_fill_inbox(&house, false);
    line_say(line, gust_message(1, 1));
    line_say(line, rate_message(2, 10));
    cr_expect_str_eq(line_heard(line), "refused 1 busy; refused 2 busy");
    cr_expect_eq(class_rate_hz(line->viewer->class_index), 60, "the rate stays");
    house_close(&house);
}

CleanTest(viewer, a_change_of_rate_moves_it_to_the_other_class) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line_say(line, rate_message(1, 30));
    house_carry(&house);
    house_publish(&house);
    cr_expect_str_eq(line_heard(line), "ack 1 @ 0; tick 1..1");
    room_step(house.t.room);
    house_publish(&house);
    cr_expect_str_eq(line_heard(line), "");
    room_step(house.t.room);
    house_publish(&house);
    cr_expect_str_eq(line_heard(line), "tick 1..1");
    house_close(&house);
}

// ---- the state ---------------------------------------------------------------------------------

CleanTest(viewer, asks_for_the_state_once_until_it_comes) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line_say(line, plain_message(0, WIRE_STATE));
    line_say(line, plain_message(0, WIRE_STATE));
    cr_expect_eq(mailbox_count(&house.worker.inbox), 1);
    house_carry(&house);
    cr_expect_str_eq(line_heard(line), "state; tick 1..1");
    line_say(line, plain_message(0, WIRE_STATE));
    cr_expect_str_eq(house_take_mail(&house), "state");
    house_close(&house);
}

CleanTest(viewer, a_state_that_could_not_be_asked_for_can_be_asked_for_again) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    house_fill_inbox(&house, false);
    line_say(line, plain_message(0, WIRE_STATE));
    cr_expect_str_eq(line_heard(line), "refused busy");
    house_empty_inbox(&house);
    line_say(line, plain_message(0, WIRE_STATE));
    cr_expect_str_eq(house_take_mail(&house), "state");
    house_close(&house);
}

CleanTest(viewer, a_command_that_is_refused_as_busy_does_not_ask_for_the_state_again) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line_say(line, plain_message(0, WIRE_STATE));
    house_fill_inbox(&house, false);
    line_say(line, gust_message(1, 1));
    line_say(line, plain_message(0, WIRE_STATE));
    cr_expect_str_eq(line_heard(line), "refused 1 busy", "the state is on its way");
    house_close(&house);
}

// Lets so many events pass by a full viewer that it needs the state.
static void fall_out_of_the_ring(struct house *house, struct line *line) {
    line->full = true;
    for (uint32_t i = 0; i <= EVENT_RING_EVENTS_MAX; i++) {
        room_emit(house->t.room, &(struct wire_event){.type = WIRE_EVENT_GUST});
    }
    room_step(house->t.room);
    house_publish(house);
    line->full = false;
}

CleanTest(viewer, that_has_missed_too_many_events_gets_the_state) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    fall_out_of_the_ring(&house, line);
    cr_expect_str_eq(line_heard(line), "");
    cr_expect_eq(mailbox_count(&house.worker.inbox), 1);
    house_carry(&house);
    cr_expect_str_eq(line_heard(line), "state; tick 258..258");
    house_close(&house);
}

CleanTest(viewer, that_could_not_ask_for_the_state_asks_with_the_next_message) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    fall_out_of_the_ring(&house, line);
    house_fill_inbox(&house, false);
    cr_expect_str_eq(line_heard(line), "");
    house_empty_inbox(&house);
    room_step(house.t.room);
    house_publish(&house);
    cr_expect_str_eq(house_take_mail(&house), "state");
    house_close(&house);
}

// ---- ticks -------------------------------------------------------------------------------------

CleanTest(viewer, a_full_socket_misses_frames_but_no_events_and_then_gets_the_newest) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *full = house_join(&house, "Ada", 60);
    struct line *other = house_join(&house, "Ben", 60);
    line_heard(full);
    full->full = true;
    for (uint32_t i = 0; i < 5; i++) {
        room_step(house.t.room);
        line_say(other, gust_message(i, 1));
        house_carry(&house);
        house_publish(&house);
    }
    cr_expect_eq(other->client.step, 5, "nobody is held up");
    cr_expect_eq(full->client.cursor, 2);
    full->full = false;
    cr_expect_str_eq(line_heard(full), "tick 2..7", "one message brings it up to date");
    cr_expect_eq(full->client.step, 5);
    cr_expect_eq(full->client.frame_hash, hash_of_positions(house.t.room->world));
    house_close(&house);
}

CleanTest(viewer, gets_at_most_one_message_from_the_tick_in_a_turn_of_the_loop) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    house.server.turn++;
    for (uint32_t i = 0; i < 3; i++) {
        room_step(house.t.room);
        struct publication *publication = room_publish(house.t.room, 0);
        viewer_publish(&house.server, publication);
        publication_destroy(publication);
    }
    cr_expect_eq(line->client.step, 1);
    cr_expect_str_eq(line_heard(line), "tick 1..1; tick 1..1", "then the newest");
    cr_expect_eq(line->client.step, 3);
    house_close(&house);
}

CleanTest(viewer, whoever_is_not_open_gets_no_ticks) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *ada = house_join(&house, "Ada", 60);
    struct line *joining = house_connect(&house);
    line_say(joining, hello_message("Ben", 60));
    viewer_close(ada->viewer, 1000, "done");
    room_step(house.t.room);
    house.t.room->classes[class_index(WIRE_F32, 60)].hurry = true;
    house_publish(&house);
    cr_expect_str_eq(line_heard(ada), "closed 1000");
    cr_expect_str_eq(line_heard(joining), "");
    house_close(&house);
}

CleanTest(viewer, each_takes_its_turn_at_being_the_first_to_be_served) {
    enum { LINES = 4 };
    struct house house;
    uint32_t firsts[LINES] = {0};
    house_open(&house, "chain", rights_hosted());
    for (int i = 0; i < LINES; i++) {
        house_join(&house, "Somebody", 60);
    }
    for (int turn = 0; turn < 3 * LINES; turn++) {
        house.first_served = NULL;
        room_step(house.t.room);
        house_publish(&house);
        firsts[house.first_served - house.lines]++;
    }
    for (int i = 0; i < LINES; i++) {
        cr_expect_eq(firsts[i], 3);
    }
    house_close(&house);
}

CleanTest(viewer, a_failing_write_ends_one_connection_and_holds_up_no_other) {
    enum { LINES = 5 };
    for (uint32_t count = 1; count <= LINES; count++) {
        for (uint32_t start = 0; start < count; start++) {
            for (uint32_t dead = 0; dead < count; dead++) {
                struct house house;
                struct line *lines[LINES];
                house_open(&house, "chain", rights_hosted());
                for (uint32_t i = 0; i < count; i++) {
                    lines[i] = house_join(&house, "Somebody", 60);
                }
                for (uint32_t i = 0; i < start; i++) {
                    room_step(house.t.room);
                    house_publish(&house);
                }
                lines[dead]->dead = true;
                room_step(house.t.room);
                house_publish(&house);
                for (uint32_t i = 0; i < count; i++) {
                    must((lines[i]->client.step == start + 1) == (i != dead));
                }
                must(lines[dead]->viewer->state == VIEWER_CLOSING);
                must(house.hall->viewer_count == count - 1);
                must(strcmp(house_take_mail(&house), "leave") == 0);
                room_leave(house.t.room, lines[dead]->viewer->id);
                house_close(&house);
            }
        }
    }
}

// ---- closing -----------------------------------------------------------------------------------

CleanTest(viewer, says_what_it_still_had_to_say_before_it_closes) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line->full = true;
    line_say(line, ping_message(1));
    line_say(line, ping_message(2));
    viewer_close(line->viewer, 1000, "done");
    line->full = false;
    cr_expect_str_eq(line_heard(line), "pong @ 0; pong @ 0; closed 1000");
    house_close(&house);
}

CleanTest(viewer, leaves_its_room_when_closing_is_decided_and_says_no_more) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    viewer_close(line->viewer, 1000, "done");
    cr_expect_eq(house.hall->viewer_count, 0);
    cr_expect_eq(mailbox_count(&house.worker.inbox), 1);
    line_say(line, gust_message(1, 1));
    line_say_bytes(line, "nonsense", 8);
    house_carry(&house);
    cr_expect_str_eq(line_heard(line), "closed 1000");
    house_close(&house);
}

CleanTest(viewer, closing_twice_keeps_the_first_reason) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    viewer_close(line->viewer, 1013, "first");
    viewer_close(line->viewer, 1001, "second");
    cr_expect_eq(mailbox_count(&house.worker.inbox), 1, "one leave");
    cr_expect_eq(line->hurries, 1);
    cr_expect_str_eq(line_heard(line), "closed 1013");
    cr_expect_str_eq(line->close_reason, "first");
    cr_expect_eq(counted(&house, METRICS_CLOSED_SLOW), 1);
    house_close(&house);
}

CleanTest(viewer, whose_peer_has_gone_says_nothing_any_more) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line_say(line, ping_message(1));
    viewer_gone(line->viewer);
    viewer_gone(line->viewer);
    cr_expect_eq(mailbox_count(&house.worker.inbox), 1, "one leave");
    cr_expect_str_eq(line_heard(line), "broken");
    cr_expect_eq(line->close_code, 0);
    house_close(&house);
}

CleanTest(viewer, whose_peer_goes_while_it_is_closing_says_nothing_any_more) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line_say(line, ping_message(1));
    viewer_close(line->viewer, 1000, "done");
    viewer_gone(line->viewer);
    cr_expect_str_eq(line_heard(line), "closed 1000");
    cr_expect_eq(mailbox_count(&house.worker.inbox), 1, "one leave");
    house_close(&house);
}

CleanTest(viewer, whose_write_fails_is_gone) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line->dead = true;
    line_say(line, ping_message(1));
    line_say(line, ping_message(2));
    cr_expect_str_eq(line_heard(line), "broken");
    cr_expect_eq(house.hall->viewer_count, 0);
    house_close(&house);
}

CleanTest(viewer, that_lets_too_much_pile_up_is_closed) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    allow_commands(line, OUTBOUND_LETTERS_MAX + 1);
    line->full = true;
    for (uint32_t i = 0; i < OUTBOUND_LETTERS_MAX; i++) {
        line_say(line, ping_message(i));
    }
    cr_expect_eq(line->viewer->state, VIEWER_OPEN);
    line_say(line, ping_message(0));
    cr_expect_eq(line->viewer->state, VIEWER_CLOSING);
    cr_expect_eq(line->viewer->close_code, 1013);
    house_close(&house);
}

CleanTest(viewer, may_let_as_many_bytes_wait_as_the_operator_says) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    house.options.viewer_queue_bytes_max = 100;
    struct line *line = house_join(&house, "Ada", 60);
    line->full = true;
    for (uint32_t i = 0; i < 4; i++) {
        line_say(line, ping_message(i));
    }
    cr_expect_eq(line->viewer->close_code, 1013);
    house_close(&house);
}

CleanTest(viewer, a_letter_for_somebody_who_has_gone_is_dropped) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    uint64_t id = line->viewer->id;
    line_break(line);
    struct line *other = house_connect(&house); // takes the place
    struct letter letter = {.viewer = id, .message = blob_of_bytes(1, 'x'), .close_code = 1013};
    viewer_deliver(&house.server, &letter);
    cr_expect_eq(other->viewer->state, VIEWER_OPENING);
    viewer_close(other->viewer, 1000, "done");
    letter = (struct letter){.viewer = other->viewer->id, .message = blob_of_bytes(1, 'x')};
    viewer_deliver(&house.server, &letter);
    cr_expect_str_eq(line_heard(other), "closed 1000");
    house_close(&house);
}

CleanTest(viewer, a_letter_may_close_the_connection_behind_it) {
    static const uint16_t codes[] = {4001, 4005, 1013};
    static const char *const reasons[] = {"taken over by a later connection", "room full",
                                          "the server is overloaded"};
    for (int i = 0; i < 3; i++) {
        struct house house;
        house_open(&house, "chain", rights_hosted());
        struct line *line = house_join(&house, "Ada", 60);
        line_say(line, ping_message(1));
        viewer_deliver(&house.server,
                       &(struct letter){.viewer = line->viewer->id, .close_code = codes[i]});
        struct text expected = text_begin();
        text_add(&expected, "pong @ 0; closed %u", codes[i]);
        cr_expect_str_eq(line_heard(line), text_end(&expected));
        cr_expect_str_eq(line->close_reason, reasons[i]);
        house_close(&house);
    }
}

CleanTest(viewer, is_dismissed_with_the_time_to_come_back) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    struct line *opening = house_connect(&house);
    viewer_dismiss(line->viewer);
    viewer_dismiss(opening->viewer);
    cr_expect_str_eq(line_heard(line), "closing; closed 1001");
    cr_expect_str_eq(line_heard(opening), "closed 1001");
    house_close(&house);
}

CleanTest(viewer, a_later_connection_takes_over_and_the_earlier_is_closed) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *first = house_join(&house, "Ada", 60);
    struct wire_client_message hello = hello_message("", 60);
    memcpy(hello.hello.resume, first->resume, sizeof first->resume);
    struct line *second = house_connect(&house);
    line_say(second, hello);
    house_carry(&house);
    house_publish(&house);
    cr_expect_str_eq(line_heard(first), "closed 4001");
    cr_expect_str_eq(line_heard(second), "welcome; tick 2..2");
    cr_expect_eq(house.t.room->seats.connected, 1, "the leave of the first does not end it");
    house_close(&house);
}

// ---- counting ----------------------------------------------------------------------------------

CleanTest(viewer, what_is_received_refused_sent_and_skipped_is_counted) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    uint64_t received = counted(&house, METRICS_MESSAGES_RECEIVED);
    uint64_t bytes = counted(&house, METRICS_BYTES_SENT);
    line_say(line, hello_message("Ben", 60));
    line_say(line, plain_message(1, WIRE_PAUSE));
    house_carry(&house);
    cr_expect_eq(counted(&house, METRICS_MESSAGES_RECEIVED) - received, 2);
    cr_expect_eq(house.server.metrics.refusals[WIRE_ALREADY_JOINED], 1);
    cr_expect_eq(house.server.metrics.refusals[WIRE_NOT_ALLOWED], 1);
    cr_expect_gt(counted(&house, METRICS_BYTES_SENT), bytes);
    uint64_t sent = counted(&house, METRICS_FRAMES_SENT);
    uint64_t skipped = counted(&house, METRICS_FRAMES_SKIPPED);
    room_step(house.t.room);
    house_publish(&house);
    line->full = true;
    room_step(house.t.room);
    house_publish(&house);
    cr_expect_eq(counted(&house, METRICS_FRAMES_SENT) - sent, 1);
    cr_expect_eq(counted(&house, METRICS_FRAMES_SKIPPED) - skipped, 1);
    house_close(&house);
}

// ---- memory ------------------------------------------------------------------------------------

// Joins, commands and a tick with allocation number n failing: whether it came to that.
static bool live_with_failure(uint32_t n) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_connect(&house);
    struct wire_client_message hello = hello_message("Ada", 60);
    struct blob *bytes[] = {encode_client_message(&hello), NULL, NULL};
    struct wire_client_message ping = ping_message(1);
    struct wire_client_message grab = grab_message(2, 0, 5, 0, 1, 0);
    bytes[1] = encode_client_message(&ping);
    bytes[2] = encode_client_message(&grab);
    fail_allocation(n);
    for (int i = 0; i < 3; i++) {
        viewer_receive(line->viewer, wire_buffer_content(&bytes[i]->buffer),
                       bytes[i]->buffer.length_bytes);
        for (struct mail *mail; (mail = mailbox_take(&house.worker.inbox)) != NULL;) {
            if (mail->kind == MAIL_JOIN) {
                room_join(house.t.room, mail->viewer, &mail->hello);
            } else if (mail->kind == MAIL_LEAVE) {
                room_leave(house.t.room, mail->viewer);
            } else {
                room_command(house.t.room, mail->viewer, &mail->command);
            }
            free(mail);
        }
        for (uint32_t k = 0; k < house.t.letter_count; k++) {
            viewer_deliver(&house.server, &house.t.letters[k]);
        }
        house.t.letter_count = 0;
    }
    bool ran_out = allocation_has_failed();
    fail_allocation(0);
    house_publish(&house);
    house_carry(&house); // it may have had to ask for the state
    const char *heard = line_heard(line);
    bool closed = strstr(heard, "closed 1013") != NULL;
    bool served = line->client.follows && line->client.frames > 0;
    must(closed || served);
    must(ran_out || strcmp(heard, "welcome; pong @ 0; ack 2 @ 0; tick 1..2") == 0);
    for (int i = 0; i < 3; i++) {
        blob_unref(bytes[i]);
    }
    house_close(&house);
    return ran_out;
}

CleanTest(viewer, is_served_or_closed_when_memory_runs_out) {
    uint32_t n = 1;
    while (live_with_failure(n)) {
        n++;
    }
    cr_expect_gt(n, 12);
}

// ---- a busy house ------------------------------------------------------------------------------

enum { BUSY_LINES = 6 };

// The line in a place of the house: a new connection takes the place of one that has ended.
static struct line *line_in(struct house *house, struct line **places, uint32_t place,
                            uint64_t *random) {
    static const uint32_t rates_hz[] = {60, 60, 30, 20, 1};
    struct line *line = places[place];
    if (line != NULL && line->viewer != NULL) {
        return line;
    }
    struct wire_client_message hello =
        hello_message(chance(random, 50) ? "Ada" : "Ben", rates_hz[random_below(random, 5)]);
    if (line != NULL && chance(random, 60)) {
        memcpy(hello.hello.resume, line->resume, sizeof line->resume);
        hello.hello.name[0] = '\0';
    }
    if (chance(random, 20)) {
        strcpy(hello.hello.host_key, TEST_HOST_KEY);
    }
    if (house->line_count == HOUSE_LINES_MAX) {
        return NULL;
    }
    places[place] = house_connect(house);
    line_say(places[place], hello);
    return places[place];
}

static void random_turn(struct house *house, struct line **places, uint32_t seq, uint64_t *random) {
    struct line *line = line_in(house, places, random_below(random, BUSY_LINES), random);
    if (line == NULL) {
        return;
    }
    uint32_t what = random_below(random, 100);
    if (what < 2) {
        line_break(line);
    } else if (what < 3) {
        line->dead = true;
    } else if (what < 15) {
        line->full = !line->full;
    } else if (what < 17) {
        line_say(line, plain_message(seq, WIRE_STATE));
    } else if (what < 19) {
        line_say(line, rate_message(seq, chance(random, 50) ? 60 : 10));
    } else {
        allow_commands(line, 10);
        line_say(line, random_message(random, seq));
    }
    if (chance(random, 60)) {
        house_carry(house);
    }
    if (!house->t.room->paused && chance(random, 50)) {
        room_step(house->t.room);
    }
    if (chance(random, 60)) {
        house_publish(house);
    } else if (chance(random, 50)) {
        house_hold(house);
    }
}

// All sockets drain, and the room goes on until every class is due.
static void come_to_rest(struct house *house) {
    for (uint32_t i = 0; i < house->line_count; i++) {
        house->lines[i].full = false;
    }
    do {
        house_carry(house);
        room_step(house->t.room);
        house_publish(house);
    } while (pbd_world_steps(house->t.room->world) % pbd_world_rate_hz(house->t.room->world) != 0);
}

// What the state says that the room would send to this line now.
static const char *knowledge_of_newcomer(struct house *house, struct line *line) {
    struct client newcomer = {.follows = true};
    room_send_state(house->t.room, line->viewer->id);
    client_take(&newcomer, last_letter_to(&house->t, line->viewer->id)->message);
    test_room_forget_letters(&house->t);
    return client_knowledge(&newcomer);
}

CleanTest(viewer, everyone_who_stays_knows_everything_whatever_the_others_do) {
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct house house;
        struct line *places[BUSY_LINES] = {0};
        uint64_t random = seed;
        house_open(&house, "chain", rights_everyone_everything());
        for (uint32_t seq = 1; seq <= 1500; seq++) {
            random_turn(&house, places, seq, &random);
            house_forget(&house);
        }
        come_to_rest(&house);
        const char *expected = NULL;
        for (int i = 0; i < BUSY_LINES; i++) {
            struct line *line = places[i];
            if (line->viewer == NULL || line->viewer->state != VIEWER_OPEN) {
                continue;
            }
            expected = expected == NULL ? knowledge_of_newcomer(&house, line) : expected;
            must(strcmp(client_knowledge(&line->client), expected) == 0);
            must(line->client.cursor == house.t.room->ring.e);
            must(line->client.frame_hash == hash_of_positions(house.t.room->world));
        }
        must(expected != NULL, "somebody stayed");
        house_close(&house);
    }
}

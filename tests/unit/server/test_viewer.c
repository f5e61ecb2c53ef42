#include "viewer.h"

#include <string.h>

#include "house.h"
#include "messages.h"
#include "support.h"

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
    cr_expect_str_eq(line_heard(line), "refused 1 not_joined; pong @ 0; "
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
    cr_expect_eq(house_counted(&house, METRICS_CLOSED_RULE), 1);
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
    line_allow(line, 2);
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
    line_allow(line, 0);
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
        line_allow(line, i % 2);
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

CleanTest(viewer, that_is_behind_is_served_when_its_line_says_so_and_not_by_a_tick_before) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line_heard(line);
    line->full = true;
    room_step(house.t.room);
    house_publish(&house);
    line->full = false;
    house.first_served = NULL;
    room_step(house.t.room);
    house_publish(&house);
    cr_expect_null(house.first_served);
    cr_expect_str_eq(line_heard(line), "tick 1..1");
    cr_expect_eq(line->client.step, 2);
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

CleanTest(viewer, gets_the_ticks_of_its_own_class_only) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *sixty = house_join(&house, "Ada", 60);
    struct line *thirty = house_join(&house, "Ben", 30);
    for (uint64_t step = 1; step <= 4; step++) {
        room_step(house.t.room);
        house_publish(&house);
        cr_expect_str_eq(line_heard(sixty), step == 1 ? "tick 1..2" : "tick 2..2");
        cr_expect_str_eq(line_heard(thirty), step % 2 == 0 ? "tick 2..2" : "");
    }
    house_close(&house);
}

// The room publishes, but there was no memory for its messages.
static void publish_without_messages(struct house *house) {
    struct publication *publication = room_publish(house->t.room, 0);
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        blob_unref(publication->classes[i].message);
        publication->classes[i].message = NULL;
    }
    house->server.turn++;
    house->first_served = NULL;
    viewer_publish(&house->server, publication);
    publication_destroy(publication);
}

CleanTest(viewer, a_message_that_is_missing_is_made_anew_for_the_whole_class) {
    struct house house;
    house_open(&house, "chain", rights_everyone_everything());
    struct line *sixty = house_join(&house, "Ada", 60);
    struct line *thirty = house_join(&house, "Ben", 30);
    room_step(house.t.room);
    publish_without_messages(&house);
    cr_expect_eq(house.first_served, sixty, "from the tick");
    cr_expect_eq(sixty->client.frame_hash, hash_of_positions(house.t.room->world));
    line_say(sixty, plain_message(1, WIRE_PAUSE));
    house_carry(&house);
    viewer_close(sixty->viewer, 1000, "done");
    publish_without_messages(&house);
    cr_expect_eq(house.first_served, thirty, "with the frame that it had not had");
    cr_expect_eq(thirty->client.step, 1);
    cr_expect(thirty->client.paused);
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

// ---- counting ----------------------------------------------------------------------------------

CleanTest(viewer, what_is_received_refused_sent_and_skipped_is_counted) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    uint64_t received = house_counted(&house, METRICS_MESSAGES_RECEIVED);
    uint64_t bytes = house_counted(&house, METRICS_BYTES_SENT);
    line_say(line, hello_message("Ben", 60));
    line_say(line, plain_message(1, WIRE_PAUSE));
    house_carry(&house);
    cr_expect_eq(house_counted(&house, METRICS_MESSAGES_RECEIVED) - received, 2);
    cr_expect_eq(house.server.metrics.refusals[WIRE_ALREADY_JOINED], 1);
    cr_expect_eq(house.server.metrics.refusals[WIRE_NOT_ALLOWED], 1);
    cr_expect_gt(house_counted(&house, METRICS_BYTES_SENT), bytes);
    uint64_t sent = house_counted(&house, METRICS_FRAMES_SENT);
    uint64_t skipped = house_counted(&house, METRICS_FRAMES_SKIPPED);
    room_step(house.t.room);
    house_publish(&house);
    line->full = true;
    room_step(house.t.room);
    house_publish(&house);
    cr_expect_eq(house_counted(&house, METRICS_FRAMES_SENT) - sent, 1);
    cr_expect_eq(house_counted(&house, METRICS_FRAMES_SKIPPED) - skipped, 1);
    house_close(&house);
}

// ---- memory ------------------------------------------------------------------------------------

CleanTest(viewer, is_closed_when_memory_runs_out_for_what_it_is_behind_with) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line->full = true;
    line_say(line, gust_message(1, 1));
    house_carry(&house);
    house_publish(&house);
    room_step(house.t.room);
    house_publish(&house);
    outbound_release(&line->viewer->outbound);
    fail_allocation(1);
    cr_expect(viewer_writable(line->viewer));
    fail_allocation(0);
    line->full = false;
    cr_expect_str_eq(line_heard(line), "closed 1013");
    house_close(&house);
}

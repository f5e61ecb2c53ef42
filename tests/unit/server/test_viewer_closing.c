#include <string.h>

#include "house.h"
#include "messages.h"
#include "support.h"

CleanTest(viewer_closing, says_what_it_still_had_to_say_before_it_closes) {
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

CleanTest(viewer_closing, leaves_its_room_when_closing_is_decided_and_says_no_more) {
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

CleanTest(viewer_closing, closing_twice_keeps_the_first_reason) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    viewer_close(line->viewer, 1013, "first");
    viewer_close(line->viewer, 1001, "second");
    cr_expect_eq(mailbox_count(&house.worker.inbox), 1, "one leave");
    cr_expect_eq(line->hurries, 1);
    cr_expect_str_eq(line_heard(line), "closed 1013");
    cr_expect_str_eq(line->close_reason, "first");
    cr_expect_eq(house_counted(&house, METRICS_CLOSED_SLOW), 1);
    house_close(&house);
}

CleanTest(viewer_closing, whose_peer_has_gone_says_nothing_any_more) {
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

CleanTest(viewer_closing, whose_peer_goes_while_it_is_closing_says_nothing_any_more) {
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

CleanTest(viewer_closing, whose_write_fails_is_gone) {
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

CleanTest(viewer_closing, that_lets_too_much_pile_up_is_closed) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line_allow(line, OUTBOUND_LETTERS_MAX + 1);
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

CleanTest(viewer_closing, may_let_as_many_bytes_wait_as_the_operator_says) {
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

CleanTest(viewer_closing, a_letter_for_somebody_who_has_gone_is_dropped) {
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

CleanTest(viewer_closing, a_letter_may_close_the_connection_behind_it) {
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

CleanTest(viewer_closing, is_dismissed_with_the_time_to_come_back) {
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

CleanTest(viewer_closing, a_later_connection_takes_over_and_the_earlier_is_closed) {
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

// What only the I/O thread can see of viewers: that one has fallen silent, how well each is
// connected, and which codes are free.
#include <criterion/criterion.h>
#include <string.h>

#include "house.h"
#include "messages.h"

static uint64_t after_ms(const struct line *line, uint64_t ms) {
    return line->viewer->heard_ns + ms * 1000000;
}

static struct line *join_host(struct house *house) {
    struct line *line = house_connect(house);
    struct wire_client_message hello = hello_message("Host", 60);
    strcpy(hello.hello.host_key, TEST_HOST_KEY);
    line_say(line, hello);
    house_carry(house);
    house_publish(house);
    return line;
}

CleanTest(viewer_watch, hands_are_let_go_once_when_their_owner_falls_silent) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line_say(line, grab_message(1, 0, 5, 0, 1, 0));
    house_carry(&house);
    viewer_watch(&house.server, after_ms(line, VIEWER_SILENCE_MS - 1));
    cr_expect_str_eq(house_take_mail(&house), "");
    viewer_watch(&house.server, after_ms(line, VIEWER_SILENCE_MS));
    viewer_watch(&house.server, after_ms(line, VIEWER_SILENCE_MS + 1000));
    house_carry(&house);
    cr_expect_eq(pbd_world_hand_count(house.t.room->world), 0);
    cr_expect_str_eq(house_take_mail(&house), "", "told once");
    line_say(line, ping_message(1));
    viewer_watch(&house.server, after_ms(line, VIEWER_SILENCE_MS));
    cr_expect_str_eq(house_take_mail(&house), "silent", "and again after it has spoken");
    house_close(&house);
}

CleanTest(viewer_watch, a_silent_viewer_is_told_of_later_if_the_inbox_is_full) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    house_fill_inbox(&house, false);
    viewer_watch(&house.server, after_ms(line, VIEWER_SILENCE_MS));
    house_empty_inbox(&house);
    viewer_watch(&house.server, after_ms(line, VIEWER_SILENCE_MS));
    cr_expect_str_eq(house_take_mail(&house), "silent");
    house_close(&house);
}

CleanTest(viewer_watch, hosts_alone_are_told_how_everybody_is_connected) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *host = join_host(&house), *ada = house_join(&house, "Ada", 60);
    struct wire_client_message ping = ping_message(1);
    ping.ping.has_round_trip = true;
    ping.ping.round_trip_ms = 12.5f;
    line_say(ada, ping);
    line_drain(ada);
    line_heard(host);
    line_heard(ada);
    viewer_watch(&house.server, after_ms(ada, 500));
    line_drain(host);
    line_drain(ada);
    cr_expect_str_eq(line_heard(host), "quality");
    cr_expect_str_eq(line_heard(ada), "");
    viewer_watch(&house.server, after_ms(ada, 1500));
    line_drain(host);
    cr_expect_str_eq(line_heard(host), "", "every other time");
    cr_expect_eq(ada->viewer->round_trip_ms, 12.5);
    house_close(&house);
}

CleanTest(viewer_watch, a_host_that_reads_nothing_gets_no_heap_of_figures) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *host = join_host(&house);
    host->full = true;
    for (uint64_t i = 0; i < 40; i++) {
        viewer_watch(&house.server, after_ms(host, 100));
    }
    line_heard(host);
    host->full = false;
    line_drain(host);
    cr_expect_str_eq(line_heard(host), "quality");
    house_close(&house);
}

CleanTest(viewer_watch, a_new_code_takes_the_place_of_the_old_one_for_newcomers) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *host = join_host(&house);
    line_heard(host);
    line_say(host, plain_message(3, WIRE_NEW_CODE));
    house_carry(&house);
    house_carry(&house);
    cr_expect_str_eq(line_heard(host), "ack 3 @ 0");
    cr_expect_str_eq(house.hall->code, house.t.room->code);
    cr_expect_str_neq(house.hall->code, "TEST");
    struct line *late = house_connect(&house);
    line_say(late, hello_message("Late", 60));
    house_carry(&house);
    cr_expect_str_eq(line_heard(late), "refused no_such_room; closed 4004");
    struct line *back = house_connect(&house);
    struct wire_client_message hello = hello_message("", 60);
    strcpy(hello.hello.resume, host->resume);
    line_say(back, hello);
    house_carry(&house);
    cr_expect(strncmp(line_heard(back), "welcome", 7) == 0, "who comes back finds the room");
    house_close(&house);
}

CleanTest(viewer_watch, members_change_their_name_once_a_second_and_hosts_as_often_as_they_like) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *host = join_host(&house), *ada = house_join(&house, "Ada", 60);
    struct wire_client_message rename = plain_message(1, WIRE_RENAME);
    strcpy(rename.rename.name, "Augusta");
    line_heard(ada);
    for (uint32_t i = 0; i < 2; i++) {
        line_say(ada, rename);
        line_say(host, rename);
    }
    line_drain(ada);
    cr_expect_str_eq(line_heard(ada), "refused 1 too_fast");
    cr_expect_str_eq(house_take_mail(&house), "rename 1");
    cr_expect_str_eq(house_take_mail(&house), "rename 1");
    cr_expect_str_eq(house_take_mail(&house), "rename 1");
    house_close(&house);
}

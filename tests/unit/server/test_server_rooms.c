#include <string.h>

#include "house.h"
#include "messages.h"

CleanTest(server_rooms, the_end_of_a_room_closes_everybody_and_then_has_it_destroyed) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *ada = house_join(&house, "Ada", 60);
    struct line *ben = house_join(&house, "Ben", 30);
    house_end_room(&house);
    cr_expect_str_eq(line_heard(ada), "closed 4007");
    cr_expect_str_eq(ada->close_reason, "the room has ended");
    cr_expect_str_eq(line_heard(ben), "closed 4007");
    house_carry(&house);
    cr_expect(house.closed, "after both have left");
    cr_expect_eq(house.t.room->seats.connected, 0);
    cr_expect_eq(house.server.registry.hall_count, 0);
    cr_expect_eq(house_counted(&house, METRICS_ROOMS_ENDED), 1);
    house_close(&house);
}

CleanTest(server_rooms, who_is_just_joining_is_told_that_the_room_has_ended) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *ada = house_connect(&house);
    line_say(ada, hello_message("Ada", 60));
    house_end_room(&house);
    cr_expect_str_eq(line_heard(ada), "refused room_ended; closed 4007");
    house_carry(&house);
    house_close(&house);
}

CleanTest(server_rooms, what_was_to_be_said_is_said_before_the_end) {
    struct house house;
    house_open(&house, "chain", rights_everyone_everything());
    struct line *ada = house_join(&house, "Ada", 60);
    ada->full = true;
    line_say(ada, plain_message(5, WIRE_PAUSE));
    house_carry(&house);
    house_end_room(&house);
    ada->full = false;
    cr_expect_str_eq(line_heard(ada), "ack 5 @ 0; closed 4007");
    house_carry(&house);
    house_close(&house);
}

CleanTest(server_rooms, whoever_comes_later_is_told_so_too_and_it_is_no_wrong_guess) {
    struct house house;
    struct visitor visitor = {.guesses = token_bucket_full(1, 0, uv_hrtime())};
    house_open(&house, "chain", rights_hosted());
    house_end_room(&house);
    for (int i = 0; i < 3; i++) {
        struct line *line = house_connect(&house);
        line->viewer->visitor = &visitor;
        line_say(line, hello_message("Ada", 60));
        cr_expect_str_eq(line_heard(line), "refused room_ended; closed 4007");
    }
    house_carry(&house);
    house_close(&house);
}

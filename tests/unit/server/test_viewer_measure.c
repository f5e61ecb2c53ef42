#include "house.h"
#include "messages.h"
#include "support.h"

CleanTest(viewer_measure, gets_measures_at_the_rate_it_asked_for_from_the_ack_on) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 1);
    struct line *other = house_join(&house, "Ben", 1);
    line_heard(line);
    line_say(line, measure_message(4, 30, NO_PARTICLE));
    house_carry(&house);
    cr_expect_str_eq(line_heard(line), "ack 4 @ 0; measures @ 0");
    for (int step = 1; step <= 60; step++) {
        room_step(house.t.room);
        house_publish(&house);
    }
    cr_expect_eq(line->client.measures, 31);
    cr_expect_eq(other->client.measures, 0);
    line_heard(line);
    line_say(line, measure_message(5, 0, NO_PARTICLE));
    house_carry(&house);
    for (int step = 1; step <= 10; step++) {
        room_step(house.t.room);
        house_publish(&house);
    }
    cr_expect_str_eq(line_heard(line), "ack 5 @ 60");
    house_close(&house);
}

CleanTest(viewer_measure, a_full_socket_gets_the_newest_measures_after_its_tick) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line_say(line, measure_message(4, 60, NO_PARTICLE));
    house_carry(&house);
    line_heard(line);
    line->full = true;
    uint64_t skipped = house_counted(&house, METRICS_MEASURES_SKIPPED);
    uint64_t sent = house_counted(&house, METRICS_MEASURES_SENT);
    for (int step = 1; step <= 5; step++) {
        room_step(house.t.room);
        house_publish(&house);
    }
    cr_expect_eq(house_counted(&house, METRICS_MEASURES_SKIPPED) - skipped, 4);
    line->full = false;
    cr_expect_str_eq(line_heard(line), "tick 1..1; measures @ 5");
    cr_expect_eq(house_counted(&house, METRICS_MEASURES_SENT) - sent, 1);
    house_close(&house);
}

CleanTest(viewer_measure, a_late_thread_hands_out_the_newest_measures_only) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    line_say(line, measure_message(4, 60, NO_PARTICLE));
    house_carry(&house);
    line_heard(line);
    for (int step = 1; step <= 4; step++) {
        room_step(house.t.room);
        house_hold(&house);
    }
    house_publish(&house);
    cr_expect_str_eq(line_heard(line), "tick 1..1; measures @ 4");
    house_close(&house);
}

CleanTest(viewer_measure, gets_the_spectrum_of_its_own_particle) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *ada = house_join(&house, "Ada", 1);
    struct line *ben = house_join(&house, "Ben", 1);
    struct line *eve = house_join(&house, "Eve", 1);
    line_say(ada, measure_message(4, 1, 5));
    line_say(ben, measure_message(4, 1, 6));
    line_say(eve, measure_message(4, 1, NO_PARTICLE));
    house_carry(&house);
    for (int step = 1; step <= 255; step++) {
        room_step(house.t.room);
        house_publish(&house);
    }
    cr_expect_eq(ada->client.spectra, 0);
    for (int step = 1; step <= 60; step++) {
        room_step(house.t.room);
        house_publish(&house);
    }
    cr_expect_eq(ada->client.spectra, 2);
    cr_expect_eq(ben->client.spectra, 2);
    cr_expect_eq(eve->client.spectra, 0);
    house_close(&house);
}

CleanTest(viewer_measure, may_look_into_one_step_a_second) {
    struct house house;
    house_open(&house, "chain", rights_everyone_everything());
    struct line *line = house_join(&house, "Ada", 60);
    line_say(line, plain_message(4, WIRE_PAUSE));
    line_say(line, plain_message(5, WIRE_TRACE));
    line_say(line, plain_message(6, WIRE_TRACE));
    house_carry(&house);
    cr_expect_str_eq(line_heard(line), "refused 6 too_fast; ack 4 @ 0; trace 5 @ 0");
    line->viewer->traces.counted_ns -= 1000000000; // a second passes
    line_say(line, plain_message(7, WIRE_TRACE));
    house_carry(&house);
    cr_expect_str_eq(line_heard(line), "trace 7 @ 0");
    cr_expect_eq(house.t.room->traces, 2);
    house_close(&house);
}

CleanTest(viewer_measure, that_has_too_much_waiting_is_not_closed_for_a_step_it_asked_for) {
    struct house house;
    house_open(&house, "chain", rights_everyone_everything());
    struct line *line = house_join(&house, "Ada", 60);
    line_say(line, plain_message(4, WIRE_PAUSE));
    house_carry(&house);
    line_heard(line);
    line->full = true;
    line->viewer->outbound.bytes_max = 200;
    line_say(line, ping_message(1));
    line_say(line, plain_message(5, WIRE_TRACE));
    house_carry(&house);
    line->full = false;
    cr_expect_str_eq(line_heard(line), "pong @ 0; refused 5 busy");
    cr_expect_eq(house.server.metrics.refusals[WIRE_BUSY], 1);
    house_close(&house);
}

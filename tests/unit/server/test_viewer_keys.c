#include "house.h"
#include "messages.h"
#include "support.h"
#include "viewer.h"

// Viewers who have missed a frame that the next ones build on, and ask for one that does not.

static struct line *join_as(struct house *house, enum wire_encoding encoding, uint32_t rate_hz) {
    struct line *line = house_connect(house);
    struct wire_client_message hello = hello_message("Somebody", rate_hz);
    hello.hello.encoding = encoding;
    line_say(line, hello);
    house_carry(house);
    house_publish(house);
    must(line->client.frames == 1 && line->client.grid);
    line_heard(line);
    return line;
}

static void step(struct house *house) {
    room_step(house->t.room);
    house_publish(house);
}

// The line misses a frame.
static void miss(struct house *house, struct line *line) {
    line->full = true;
    step(house);
    line->full = false;
}

static bool is_up_to_date(const struct house *house, const struct line *line) {
    return line->client.number == house->t.room->frame->serial &&
           line->client.cursor == house->t.room->ring.e;
}

CleanTest(viewer_keys, whoever_keeps_up_needs_none) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = join_as(&house, WIRE_GRID_0_5, 60);
    for (int i = 0; i < 10; i++) {
        step(&house);
        cr_expect_str_eq(house_take_mail(&house), "");
    }
    cr_expect_eq(line->client.keys, 1);
    cr_expect_eq(line->client.deltas, 10);
    house_close(&house);
}

CleanTest(viewer_keys, an_answer_in_the_same_turn_as_a_tick_costs_none) {
    struct house house;
    house_open(&house, "chain", rights_everyone_everything());
    struct line *line = join_as(&house, WIRE_GRID_0_5, 60);
    for (uint32_t i = 0; i < 10; i++) {
        line_say(line, set_message(i, "gravity", 9));
        room_step(house.t.room);
        house_hold(&house);
        house_carry(&house); // the answer comes while the tick waits
        house_publish(&house);
        line_heard(line);
        cr_expect_str_eq(house_take_mail(&house), "");
    }
    cr_expect_eq(line->client.keys, 1);
    cr_expect_eq(line->client.acks, 10);
    cr_expect_eq(line->client.deltas, 10);
    house_close(&house);
}

CleanTest(viewer_keys, whoever_missed_a_frame_asks_and_gets_one_with_the_next) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = join_as(&house, WIRE_GRID_0_5, 60);
    struct line *other = join_as(&house, WIRE_GRID_0_5, 60);
    uint32_t keys = other->client.keys;
    line_heard(line);
    miss(&house, line);
    cr_expect_str_eq(line_heard(line), "");
    house_carry(&house);
    step(&house);
    cr_expect_str_eq(line_heard(line), "tick 2..2");
    cr_expect_eq(line->client.keys, 2);
    cr_expect(is_up_to_date(&house, line));
    step(&house);
    cr_expect_eq(line->client.keys, 2, "and then goes on like the others");
    cr_expect(is_up_to_date(&house, line));
    cr_expect_eq(other->client.keys, keys, "who have noticed nothing");
    cr_expect(is_up_to_date(&house, other));
    house_close(&house);
}

CleanTest(viewer_keys, one_is_asked_for_all_of_a_class) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *lines[3];
    for (int i = 0; i < 3; i++) {
        lines[i] = join_as(&house, WIRE_GRID_0_5, i < 2 ? 60 : 30);
    }
    room_step(house.t.room);
    for (int i = 0; i < 3; i++) {
        lines[i]->full = true;
    }
    house_publish(&house);
    step(&house);
    for (int i = 0; i < 3; i++) {
        lines[i]->full = false;
        line_drain(lines[i]);
    }
    step(&house); // while it is on its way
    cr_expect_eq(mailbox_count(&house.worker.inbox), 2);
    house_carry(&house);
    step(&house);
    for (int i = 0; i < 3; i++) {
        cr_expect(is_up_to_date(&house, lines[i]));
    }
    house_close(&house);
}

CleanTest(viewer_keys, one_that_does_not_come_is_asked_for_again_after_a_second) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = join_as(&house, WIRE_GRID_0_5, 60);
    miss(&house, line);
    line_drain(line);
    cr_expect_str_eq(house_take_mail(&house), "key 60"); // which is lost
    step(&house);
    cr_expect_str_eq(house_take_mail(&house), "");
    house_wait_for_keys(&house);
    step(&house);
    cr_expect_str_eq(house_take_mail(&house), "key 60");
    house_close(&house);
}

CleanTest(viewer_keys, one_that_could_not_be_asked_for_is_asked_for_with_the_next_tick) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = join_as(&house, WIRE_GRID_0_5, 60);
    miss(&house, line);
    house_fill_inbox(&house, false);
    line_drain(line);
    house_empty_inbox(&house);
    step(&house);
    cr_expect_str_eq(house_take_mail(&house), "key 60");
    house_close(&house);
}

// A viewer has missed a frame while the room was paused, and asked for a key. Before this thread
// gets to the key, a frame comes that builds on what it shows, and takes its place.
static struct line *overtake_key(struct house *house) {
    house_open(house, "chain", rights_everyone_everything());
    struct line *line = join_as(house, WIRE_GRID_0_5, 60);
    line_say(line, plain_message(1, WIRE_PAUSE));
    house_carry(house);
    miss(house, line);
    line_drain(line);
    house_carry(house);
    house_hold(house); // the key comes,
    line_say(line, plain_message(2, WIRE_STEP));
    house_carry(house);
    return line;
}

CleanTest(viewer_keys, one_that_was_overtaken_on_its_way_is_made_up_for_by_the_next) {
    struct house house;
    struct line *line = overtake_key(&house);
    house_publish(&house); // … which is coded independently as well
    cr_expect(is_up_to_date(&house, line));
    house_close(&house);
}

CleanTest(viewer_keys, one_that_was_overtaken_much_later_is_asked_for_again_at_once) {
    struct house house;
    struct line *line = overtake_key(&house);
    house.t.room->classes[line->viewer->class_index].keys_until_ms = -1; // a second is over
    house_publish(&house);
    cr_expect_not(is_up_to_date(&house, line));
    house_carry(&house);
    house_publish(&house);
    line_drain(line);
    cr_expect(is_up_to_date(&house, line));
    house_close(&house);
}

CleanTest(viewer_keys, whoever_lacks_events_only_needs_none) {
    struct house house;
    house_open(&house, "chain", rights_everyone_everything());
    struct line *line = join_as(&house, WIRE_GRID_0_5, 60);
    struct line *other = join_as(&house, WIRE_GRID_0_5, 60);
    line_say(other, plain_message(1, WIRE_PAUSE));
    house_carry(&house);
    house_publish(&house);
    line_heard(line);
    line->full = true;
    for (uint32_t i = 2; i < 5; i++) {
        line_say(other, set_message(i, "gravity", (float)i));
        house_carry(&house);
        house_publish(&house);
    }
    line->full = false;
    cr_expect_str_eq(line_heard(line), "tick 3..6");
    cr_expect_str_eq(house_take_mail(&house), "");
    cr_expect_eq(line->client.frames, 1);
    house_close(&house);
}

CleanTest(viewer_keys, a_late_thread_sends_one_frame_on_another_only_if_none_was_skipped) {
    for (int late = 0; late < 2; late++) {
        struct house house;
        house_open(&house, "chain", rights_hosted());
        struct line *line = join_as(&house, WIRE_GRID_0_5, 60);
        if (late) {
            room_step(house.t.room);
            house_hold(&house);
        }
        step(&house);
        cr_expect_eq(line->client.deltas, late ? 0 : 1);
        cr_expect_str_eq(house_take_mail(&house), late ? "key 60" : "");
        house_close(&house);
    }
}

#include <string.h>

#include "messages.h"
#include "room_fixture.h"
#include "support.h"

enum { ADA = 101, BEN = 102 };

static void command(struct test_room *t, uint64_t viewer, struct wire_client_message message) {
    room_command(t->room, viewer, &message);
}

// The events of a command, in short.
static const char *events_of(struct test_room *t, uint64_t viewer,
                             struct wire_client_message message) {
    uint64_t e0 = t->room->ring.e;
    command(t, viewer, message);
    return events_after(t, e0);
}

// What a command is answered with, in short.
static const char *answer_to(struct test_room *t, uint64_t viewer,
                             struct wire_client_message message) {
    test_room_forget_letters(t);
    command(t, viewer, message);
    return letters_to(t, viewer);
}

// As a newcomer is told; at full speed nothing is said.
static uint32_t told_slow(struct test_room *t) {
    room_send_state(t->room, ADA);
    const msgpack_object *state = field(read_message(last_letter_to(t, ADA)->message), "state");
    return field(state, "slow") == NULL ? 1 : (uint32_t)uint_field(state, "slow");
}

static bool publishes(struct test_room *t) {
    struct publication *publication = room_publish(t->room, 0);
    bool any = publication != NULL;
    publication_destroy(publication);
    return any;
}

CleanTest(room_time, slow_motion_is_an_event_and_the_beat_changes) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    t.room->timeline_changed = false;
    cr_expect_str_eq(events_of(&t, ADA, speed_message(1, 4)), "speed 1 4");
    cr_expect_str_eq(letter_in_short(last_letter_to(&t, ADA)), "ack 1 @ 0");
    cr_expect(t.room->timeline_changed);
    t.room->timeline_changed = false;
    cr_expect_str_eq(events_of(&t, ADA, speed_message(2, 4)), "", "it is so slow already");
    cr_expect(!t.room->timeline_changed);
    cr_expect_eq(pbd_world_rate_hz(t.room->world), 60, "h is what it was");
    test_room_close(&t);
}

CleanTest(room_time, slow_motion_outlives_resets_undos_and_scenes) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    cr_expect_eq(told_slow(&t), 1);
    command(&t, ADA, speed_message(1, 8));
    command(&t, ADA, plain_message(2, WIRE_RESET));
    cr_expect_eq(told_slow(&t), 8);
    command(&t, ADA, plain_message(3, WIRE_UNDO));
    cr_expect_eq(told_slow(&t), 8);
    command(&t, ADA, scene_message(4, "rope"));
    cr_expect_eq(told_slow(&t), 8);
    test_room_close(&t);
}

CleanTest(room_time, slow_motion_is_for_those_who_have_the_right_to_time) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    test_room_join(&t, ADA, "Ada");
    cr_expect_str_eq(answer_to(&t, ADA, speed_message(1, 2)), "refused 1 not_allowed");
    cr_expect_eq(t.room->slow, 1);
    test_room_close(&t);
}

// In slow motion steps come less often, so that a class of viewers can have more of them.
CleanTest(room_time, viewers_get_as_much_as_they_asked_for_but_no_step_twice_and_no_more) {
    static const struct {
        uint32_t world_hz, slow, viewer_hz;
        uint64_t period; // steps
    } cases[] = {
        {60, 1, 60, 1},   {60, 1, 10, 6},  {60, 2, 60, 1},   {60, 2, 30, 1},   {60, 2, 10, 3},
        {60, 4, 10, 2},   {60, 16, 10, 1}, {60, 16, 1, 4},   {240, 4, 60, 1},  {240, 4, 30, 2},
        {240, 16, 10, 2}, {960, 2, 60, 8}, {960, 16, 60, 1}, {960, 8, 1, 120},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct test_room t;
        test_room_open(&t, "chain", rights_everyone_everything());
        test_room_join(&t, ADA, "Ada");
        command(&t, ADA, set_message(1, "rate", (float)cases[i].world_hz));
        command(&t, ADA, speed_message(2, cases[i].slow));
        room_set_rate(t.room, ADA, cases[i].viewer_hz);
        publishes(&t);
        uint64_t messages = 0;
        for (uint64_t step = 0; step < 20 * cases[i].period; step++) {
            room_step(t.room);
            messages += publishes(&t);
            must(!publishes(&t), "no step twice");
        }
        cr_expect_eq(messages, 20, "case %u: %u", i, (unsigned)messages);
        double per_s = (double)cases[i].world_hz / cases[i].slow / (double)cases[i].period;
        cr_expect_leq(per_s, cases[i].viewer_hz);
        test_room_close(&t);
    }
}

CleanTest(room_time, measures_come_at_their_rate_in_slow_motion_too) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    command(&t, ADA, speed_message(1, 2));
    command(&t, ADA, measure_message(2, 10, NO_PARTICLE));
    uint32_t readings_seen = 0;
    for (uint32_t step = 0; step < 30; step++) { // a second
        room_step(t.room);
        struct readings *readings = room_read(t.room, step * 1000.0 / 30);
        readings_seen += readings != NULL;
        readings_destroy(readings);
    }
    cr_expect_eq(readings_seen, 10);
    test_room_close(&t);
}

CleanTest(room_time, a_paused_room_makes_single_steps_and_no_others) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    test_room_join(&t, ADA, "Ada");
    cr_expect_str_eq(answer_to(&t, ADA, plain_message(1, WIRE_STEP)), "refused 1 not_paused");
    cr_expect_str_eq(events_of(&t, ADA, plain_message(2, WIRE_PAUSE)), "paused 1");
    command(&t, ADA, plain_message(3, WIRE_STEP));
    cr_expect_eq(pbd_world_steps(t.room->world), 1);
    cr_expect_str_eq(events_of(&t, ADA, plain_message(4, WIRE_RESUME)), "resumed 1");
    test_room_close(&t);
}

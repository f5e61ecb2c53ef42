#include <math.h>
#include <string.h>

#include "messages.h"
#include "room_fixture.h"
#include "support.h"

enum { ADA = 101, BEN = 102 };

static void command(struct test_room *t, uint64_t viewer, struct wire_client_message message) {
    room_command(t->room, viewer, &message);
}

static struct wire_client_message pull_limit_message(uint32_t seq, float force_n) {
    struct wire_client_message message = plain_message(seq, WIRE_PULL_LIMIT);
    message.pull_limit_n = force_n;
    return message;
}

// A room that Ada leads and in which Ben, seat 2, takes part.
static void open_room(struct test_room *t, const char *scene) {
    test_room_open(t, scene, rights_hosted());
    test_room_join_host(t, ADA, "Ada");
    test_room_join(t, BEN, "Ben");
}

// Each hand's own limit in N, in the order in which they took hold: "4 4".
static const char *limits_of(const struct test_room *t) {
    struct text text = text_begin();
    for (uint32_t i = 0; i < pbd_world_hand_count(t->room->world); i++) {
        text_add(&text, "%s%g", i > 0 ? " " : "",
                 (double)pbd_world_hand(t->room->world, i).force_max_n);
    }
    return text_end(&text);
}

CleanTest(room_hands, pull_as_the_scene_lets_them_unless_a_host_sets_a_limit) {
    struct test_room t;
    open_room(&t, "chain");
    command(&t, BEN, grab_message(1, 0, 5, 0, 1, 0));
    cr_expect_str_eq(limits_of(&t), "0");
    command(&t, ADA, pull_limit_message(1, 12));
    cr_expect_str_eq(limits_of(&t), "12");
    command(&t, ADA, pull_limit_message(2, 0));
    cr_expect_str_eq(limits_of(&t), "0");
    test_room_close(&t);
}

CleanTest(room_hands, share_their_members_limit_and_leave_others_theirs) {
    struct test_room t;
    open_room(&t, "chain");
    command(&t, ADA, pull_limit_message(1, 12));
    command(&t, BEN, grab_message(1, 0, 5, 0, 1, 0));
    command(&t, ADA, grab_message(2, 0, 6, 0, 1, 0));
    cr_expect_str_eq(limits_of(&t), "12 12");
    command(&t, BEN, grab_message(2, 1, 7, 0, 1, 0));
    command(&t, BEN, grab_message(3, 2, 7, 0, 1, 0));
    cr_expect_str_eq(limits_of(&t), "4 12 4 4");
    command(&t, BEN, release_message(4, 1));
    cr_expect_str_eq(limits_of(&t), "6 12 6");
    command(&t, ADA, pull_limit_message(3, 3));
    cr_expect_str_eq(limits_of(&t), "1.5 3 1.5");
    test_room_close(&t);
}

CleanTest(room_hands, take_up_the_limit_again_after_a_reset_or_another_scene) {
    struct test_room t;
    open_room(&t, "chain");
    command(&t, ADA, pull_limit_message(1, 12));
    command(&t, BEN, grab_message(1, 0, 5, 0, 1, 0));
    command(&t, ADA, plain_message(2, WIRE_RESET));
    command(&t, BEN, grab_message(2, 0, 5, 0, 1, 0));
    cr_expect_str_eq(limits_of(&t), "12");
    command(&t, ADA, scene_message(3, "rope"));
    command(&t, BEN, grab_message(3, 0, 5, 0, 1, 0));
    cr_expect_str_eq(limits_of(&t), "12");
    test_room_close(&t);
}

CleanTest(room_hands, of_the_smallest_limit_pull_with_next_to_nothing) {
    struct test_room t;
    open_room(&t, "chain");
    command(&t, ADA, pull_limit_message(1, 1e-38f));
    command(&t, BEN, grab_message(1, 0, 5, 0, 1, 0));
    command(&t, BEN, grab_message(2, 1, 6, 0, 1, 0));
    for (uint32_t i = 0; i < 2; i++) {
        float limit_n = pbd_world_hand(t.room->world, i).force_max_n;
        cr_expect(limit_n > 0 && limit_n < 1e-37f, "%g", (double)limit_n);
    }
    test_room_close(&t);
}

// Where the tip of the chain is after Ben has pulled at it for three seconds, m.
static float tip_pulled_with(float limit_n, uint32_t hands) {
    struct test_room t;
    open_room(&t, "chain");
    uint32_t tip = pbd_world_particle_count(t.room->world) - 1;
    command(&t, ADA, set_message(1, "damping", 2));
    command(&t, ADA, pull_limit_message(2, limit_n));
    for (uint32_t hand = 0; hand < hands; hand++) {
        command(&t, BEN, grab_message(1 + hand, hand, tip, 3, 1, 0));
    }
    for (uint32_t i = 0; i < 180; i++) {
        room_step(t.room);
    }
    float x = pbd_world_positions(t.room->world)[3 * tip];
    test_room_close(&t);
    return x;
}

CleanTest(room_hands, many_of_one_member_pull_no_harder_than_one) {
    float one = tip_pulled_with(0.5f, 1);
    float four = tip_pulled_with(0.5f, 4);
    float unlimited = tip_pulled_with(0, 1);
    cr_expect_float_eq(one, four, 0.02f, "%g, %g", (double)one, (double)four);
    cr_expect_gt(unlimited, one + 0.1f, "%g, %g", (double)unlimited, (double)one);
}

#include "follower.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { PARTICLES = 3 };

static struct violations violations;
static struct follower follower;
static struct follower_news news;
static uint8_t frame[12 * PARTICLES];

static void take(const struct message *message) {
    follower_take(&follower, message, &news);
}

static struct message_state state_at(uint64_t e, uint64_t step) {
    return (struct message_state){
        .e = e, .step = step, .scene = {.particles = PARTICLES, .h_s = 1.0 / 60.0}};
}

static void take_welcome(uint64_t e, uint64_t step) {
    struct message message = {.type = MESSAGE_WELCOME};
    strcpy(message.welcome.encoding, "f32");
    message.welcome.rate_hz = 30;
    message.welcome.seat = 1;
    message.welcome.state = state_at(e, step);
    take(&message);
}

static void take_state(uint64_t e, uint64_t step) {
    take(&(struct message){.type = MESSAGE_STATE, .state = state_at(e, step)});
}

static struct message tick_of(uint64_t e, uint64_t step) {
    struct message message = {.type = MESSAGE_TICK};
    message.tick = (struct message_tick){
        .e0 = e,
        .e = e,
        .step = step,
        .time_ms = (double)step * 1000.0 / 60.0,
        .frame = frame,
        .frame_bytes = sizeof frame,
    };
    return message;
}

static void take_tick(uint64_t e, uint64_t step) {
    struct message message = tick_of(e, step);
    take(&message);
}

static void set_up(void) {
    follower_release(&follower);
    follower_init(&follower, &violations, "test", true);
    take_welcome(5, 100);
    cr_assert(news.joined);
}

// Exactly one violation, of this kind.
static void expect_only(enum violation kind) {
    cr_expect_eq(violations.counts[kind], 1, "%s", violation_name(kind));
    cr_expect_eq(violations_total(&violations), 1, "besides %s", violation_name(kind));
}

TestSuite(follower, .init = set_up);

Test(follower, follows_a_server_that_keeps_the_rules) {
    take_tick(5, 100);
    cr_expect_not(news.frame, "the first one shows what was");
    for (uint64_t step = 102; step < 200; step += 2) {
        take_tick(5, step);
        cr_expect(news.frame);
        cr_expect_eq(news.skipped, 0);
    }
    cr_expect_eq(violations_total(&violations), 0);
}

Test(follower, counts_frames_that_the_steps_leave_out) {
    take_tick(5, 100);
    take_tick(5, 102);
    take_tick(5, 110);
    cr_expect(news.frame);
    cr_expect_eq(news.skipped, 3);
    take_tick(5, 111);
    cr_expect_not(news.frame, "one that came because somebody joined");
    take_tick(5, 112);
    cr_expect(news.frame);
    cr_expect_eq(news.skipped, 0);
    cr_expect_eq(violations_total(&violations), 0);
}

Test(follower, asks_for_the_state_after_a_wrong_e0_and_discards_until_it_comes) {
    take_tick(5, 100);
    take_tick(6, 102);
    cr_expect(news.ask_state);
    take_tick(6, 104);
    cr_expect_not(news.ask_state, "once");
    take_state(6, 104);
    take_tick(6, 104);
    take_tick(6, 106);
    cr_expect(news.frame);
    expect_only(VIOLATION_WRONG_E0);
}

Test(follower, sees_missing_events) {
    struct message message = tick_of(5, 102);
    message.tick.e = 7; // and no event
    take(&message);
    expect_only(VIOLATION_EVENT_GAP);
    cr_expect_eq(follower.cursor, 7);
}

Test(follower, sees_steps_that_fall) {
    take_tick(5, 104);
    take_tick(5, 102);
    expect_only(VIOLATION_STEP_FELL);
}

Test(follower, sees_a_later_step_that_was_due_earlier) {
    take_tick(5, 104);
    struct message message = tick_of(5, 106);
    message.tick.time_ms = 1.0;
    take(&message);
    expect_only(VIOLATION_STEP_FELL);
}

Test(follower, sees_a_frame_that_is_too_short) {
    struct message message = tick_of(5, 102);
    message.tick.frame_bytes -= 4;
    take(&message);
    expect_only(VIOLATION_FRAME_LENGTH);
}

// Three particles at the origin, as frame `number`, against frame `base` or (0) independent: one
// block of zeros.
static size_t grid_frame(uint8_t bytes[14], uint8_t number, uint8_t base) {
    const uint8_t key[] = {'K', number, 0, 0, 0, 0, 0, 0, 0, 0x07};
    const uint8_t delta[] = {'D', number, 0, 0, 0, base, 0, 0, 0, 0, 0, 0, 0, 0x07};
    memcpy(bytes, base == 0 ? key : delta, base == 0 ? sizeof key : sizeof delta);
    return base == 0 ? sizeof key : sizeof delta;
}

static void take_grid_tick(uint64_t step, uint8_t number, uint8_t base) {
    uint8_t bytes[14];
    struct message message = tick_of(5, step);
    message.tick.frame = bytes;
    message.tick.frame_bytes = grid_frame(bytes, number, base);
    take(&message);
}

static void begin_on_a_grid(void) {
    follower_release(&follower);
    follower_init(&follower, &violations, "test", true);
    struct message message = {.type = MESSAGE_WELCOME};
    strcpy(message.welcome.encoding, "grid0.5");
    message.welcome.rate_hz = 30;
    message.welcome.state = state_at(5, 100);
    take(&message);
    take_grid_tick(100, 3, 0);
}

Test(follower, reads_frames_that_build_on_each_other) {
    begin_on_a_grid();
    take_grid_tick(102, 5, 3);
    cr_expect(news.frame);
    cr_expect_not_null(news.positions);
    take_grid_tick(104, 6, 5);
    cr_expect_eq(violations_total(&violations), 0);
}

Test(follower, asks_for_the_state_when_a_frame_builds_on_another_than_the_last) {
    begin_on_a_grid();
    take_grid_tick(102, 6, 5);
    cr_expect(news.ask_state);
    take_grid_tick(104, 7, 6);
    cr_expect_not(news.ask_state, "once");
    take_state(5, 104);
    take_grid_tick(104, 8, 0);
    take_grid_tick(106, 9, 8);
    cr_expect(news.frame);
    expect_only(VIOLATION_UNREADABLE);
}

Test(follower, a_tick_without_a_frame_says_that_the_last_one_still_holds) {
    take_tick(5, 100);
    struct message message = tick_of(5, 160);
    message.tick.frame = NULL;
    take(&message);
    cr_expect_not(news.frame);
    take_tick(5, 162);
    cr_expect(news.frame);
    cr_expect_eq(news.skipped, 0, "at rest there was nothing to send");
    cr_expect_eq(violations_total(&violations), 0);
}

Test(follower, sees_a_position_that_is_not_finite) {
    const float infinite = (float)INFINITY;
    memcpy(frame + 16, &infinite, sizeof infinite);
    take_tick(5, 102);
    expect_only(VIOLATION_NOT_FINITE);
}

Test(follower, wants_a_frame_after_the_welcome) {
    struct message message = tick_of(5, 102);
    message.tick.frame = NULL;
    take(&message);
    expect_only(VIOLATION_NO_FRAME);
}

Test(follower, takes_one_welcome_only) {
    take_welcome(5, 102);
    cr_expect_not(news.joined);
    expect_only(VIOLATION_SECOND_WELCOME);
}

Test(follower, takes_no_state_that_is_older) {
    take_state(4, 102);
    expect_only(VIOLATION_OLD_STATE);
}

Test(follower, expects_the_welcome_first) {
    follower_release(&follower);
    follower_init(&follower, &violations, "test", true);
    take_tick(5, 100);
    expect_only(VIOLATION_NO_WELCOME);
}

#include "pace.h"

#include "support.h"

static const struct pace_second fine = {.due = 30};
static const struct pace_second somewhat_late = {.due = 30, .missed = 6};
static const struct pace_second far_behind = {.due = 30, .missed = 20};
static const struct pace_second half_of_ten = {.due = 10, .missed = 6};
static const struct pace_second nearly_none_of_ten = {.due = 10, .missed = 9};

static struct pace pace_of(uint32_t asked_hz) {
    struct pace pace;
    pace_init(&pace, asked_hz, false);
    return pace;
}

static struct pace_second shows_old(double lag_ms) {
    return (struct pace_second){.due = 30, .has_lag = true, .lag_ms = lag_ms};
}

// So many such seconds; returns those after which the rate was another one.
static uint32_t pass(struct pace *pace, const struct pace_second *second, uint32_t seconds) {
    uint32_t changes = 0;
    for (uint32_t i = 0; i < seconds; i++) {
        uint32_t before_hz = pace_rate_hz(pace);
        enum pace_change change = pace_judge(pace, second);
        uint32_t after_hz = pace_rate_hz(pace);
        cr_assert_eq(change == PACE_LOWERED, after_hz < before_hz);
        cr_assert_eq(change == PACE_RAISED, after_hz > before_hz);
        changes += change != PACE_SAME;
    }
    return changes;
}

// Passes until the rate changes; returns the seconds that it took.
static uint32_t until_change(struct pace *pace, const struct pace_second *second) {
    for (uint32_t i = 1; i <= 1000; i++) {
        if (pass(pace, second, 1) > 0) {
            return i;
        }
    }
    cr_assert_fail("nothing changes");
    return 0;
}

static struct pace lowered_once(uint32_t asked_hz) {
    struct pace pace = pace_of(asked_hz);
    until_change(&pace, &far_behind);
    return pace;
}

Test(pace, gives_what_was_asked_to_who_keeps_up) {
    static const uint32_t rates_hz[] = {60, 30, 20, 10, 1};
    for (uint32_t i = 0; i < 5; i++) {
        struct pace pace = pace_of(rates_hz[i]);
        cr_expect_eq(pace_rate_hz(&pace), rates_hz[i]);
        cr_expect_eq(pass(&pace, &fine, 1000), 0);
        cr_expect_not(pace_is_lowered(&pace));
    }
}

Test(pace, gives_30_to_who_does_not_say_and_20_in_a_crowd) {
    struct pace pace = pace_of(0);
    cr_expect_eq(pace_rate_hz(&pace), 30);
    pace_meet_crowd(&pace, true);
    cr_expect_eq(pace_rate_hz(&pace), 20);
    cr_expect_not(pace_is_lowered(&pace), "it has not lagged");
    pace_meet_crowd(&pace, false);
    cr_expect_eq(pace_rate_hz(&pace), 30);
    pace_init(&pace, 0, true);
    cr_expect_eq(pace_rate_hz(&pace), 20);
}

Test(pace, gives_what_was_asked_in_a_crowd_too) {
    struct pace pace;
    pace_init(&pace, 60, true);
    cr_expect_eq(pace_rate_hz(&pace), 60);
    pace_meet_crowd(&pace, false);
    cr_expect_eq(pace_rate_hz(&pace), 60);
}

Test(pace, a_crowd_is_more_than_twenty_and_ends_below_eighteen) {
    cr_expect_not(pace_is_crowd(false, 20));
    cr_expect(pace_is_crowd(false, 21));
    cr_expect(pace_is_crowd(true, 20), "it does not end with one who leaves");
    cr_expect(pace_is_crowd(true, 18));
    cr_expect_not(pace_is_crowd(true, 17));
}

Test(pace, lowers_by_one_notch_at_once_who_misses_more_than_half) {
    struct pace pace = pace_of(60);
    pass(&pace, &fine, 10);
    cr_expect_eq(until_change(&pace, &far_behind), 1);
    cr_expect_eq(pace_rate_hz(&pace), 30);
    cr_expect(pace_is_lowered(&pace));
}

Test(pace, lowers_who_misses_some_in_two_seconds_running) {
    struct pace pace = pace_of(30);
    pass(&pace, &fine, 10);
    cr_expect_eq(until_change(&pace, &somewhat_late), 2);
    cr_expect_eq(pace_rate_hz(&pace), 20);
}

Test(pace, forgives_single_bad_seconds) {
    struct pace pace = pace_of(30);
    for (uint32_t i = 0; i < 100; i++) {
        cr_expect_eq(pass(&pace, &somewhat_late, 1), 0);
        cr_expect_eq(pass(&pace, &fine, 1), 0);
    }
}

Test(pace, forgives_a_miss_now_and_then) {
    struct pace pace = pace_of(30);
    cr_expect_eq(pass(&pace, &(struct pace_second){.due = 30, .missed = 3}, 100), 0);
}

Test(pace, lowers_who_shows_old_frames_though_none_is_missed) {
    struct pace_second old = shows_old(PACE_LAG_MS + 1);
    struct pace_second very_old = shows_old(PACE_LAG_FAR_MS + 1);
    struct pace pace = pace_of(30);
    pass(&pace, &fine, 10);
    cr_expect_eq(until_change(&pace, &old), 2);
    pace = pace_of(30);
    pass(&pace, &fine, 10);
    cr_expect_eq(until_change(&pace, &very_old), 1);
}

Test(pace, does_not_lower_for_a_short_lag) {
    struct pace_second short_lag = shows_old(PACE_LAG_MS - 1);
    struct pace pace = pace_of(60);
    cr_expect_eq(pass(&pace, &short_lag, 100), 0);
}

Test(pace, does_not_judge_the_seconds_after_a_change) {
    struct pace pace = pace_of(60);
    cr_expect_eq(until_change(&pace, &far_behind), PACE_HOLD_S + 1, "after it has come");
    cr_expect_eq(until_change(&pace, &far_behind), PACE_HOLD_S + 1, "after the rate was lowered");
    cr_expect_eq(pace_rate_hz(&pace), 20);
    pace_ask(&pace, 20, false);
    cr_expect_eq(until_change(&pace, &far_behind), PACE_HOLD_S + 1, "after it has asked");
}

Test(pace, lets_a_viewer_at_10_miss_frames_rather_than_give_it_one) {
    struct pace pace = pace_of(10);
    cr_expect_eq(pass(&pace, &half_of_ten, 100), 0);
    cr_expect_eq(until_change(&pace, &nearly_none_of_ten), 1);
    cr_expect_eq(pace_rate_hz(&pace), 1);
}

Test(pace, gives_one_to_who_shows_very_old_frames_at_10) {
    struct pace_second very_old = shows_old(PACE_LAG_FAR_MS + 1);
    struct pace pace = pace_of(10);
    pass(&pace, &fine, 10);
    cr_expect_eq(until_change(&pace, &very_old), 1);
    cr_expect_eq(pace_rate_hz(&pace), 1);
}

Test(pace, stays_at_the_slowest_rate_however_far_behind) {
    struct pace pace = pace_of(60);
    pass(&pace, &(struct pace_second){.due = 10, .missed = 10}, 20);
    cr_expect_eq(pace_rate_hz(&pace), 1);
    cr_expect_eq(pass(&pace, &(struct pace_second){.due = 1, .missed = 1}, 100), 0);
}

Test(pace, leaves_alone_who_asks_for_one) {
    struct pace_second very_old = shows_old(60000);
    struct pace pace = pace_of(1);
    cr_expect_eq(pass(&pace, &very_old, 100), 0);
    pace_ask(&pace, 30, false);
    cr_expect_eq(pace_rate_hz(&pace), 30, "what it showed meanwhile says nothing");
}

Test(pace, raises_again_one_notch_at_a_time_who_keeps_up) {
    struct pace pace = pace_of(60);
    until_change(&pace, &far_behind);
    until_change(&pace, &far_behind);
    cr_assert_eq(pace_rate_hz(&pace), 20);
    cr_expect_eq(until_change(&pace, &fine), PACE_HOLD_S + PACE_WAIT_S);
    cr_expect_eq(pace_rate_hz(&pace), 30);
    cr_expect_eq(until_change(&pace, &fine), PACE_HOLD_S + PACE_WAIT_S);
    cr_expect_eq(pace_rate_hz(&pace), 60);
    cr_expect_not(pace_is_lowered(&pace));
    cr_expect_eq(pass(&pace, &fine, 1000), 0);
}

Test(pace, does_not_raise_who_still_lags_now_and_then) {
    struct pace pace = lowered_once(30);
    for (uint32_t i = 0; i < 100; i++) {
        cr_expect_eq(pass(&pace, &fine, PACE_WAIT_S - 1), 0);
        cr_expect_eq(pass(&pace, &somewhat_late, 1), 0);
    }
}

Test(pace, waits_twice_as_long_after_each_try_that_fails) {
    struct pace pace = lowered_once(30);
    uint32_t wait_s = PACE_WAIT_S;
    for (uint32_t i = 0; i < 10; i++) {
        cr_expect_eq(until_change(&pace, &fine), PACE_HOLD_S + wait_s);
        cr_expect_eq(pace_rate_hz(&pace), 30);
        until_change(&pace, &far_behind);
        cr_expect_eq(pace_rate_hz(&pace), 20);
        wait_s = 2 * wait_s < PACE_WAIT_MAX_S ? 2 * wait_s : PACE_WAIT_MAX_S;
    }
    cr_expect_eq(wait_s, PACE_WAIT_MAX_S);
}

Test(pace, forgets_failures_once_a_try_has_lasted) {
    struct pace pace = lowered_once(30);
    until_change(&pace, &fine);
    until_change(&pace, &far_behind);
    until_change(&pace, &fine); // after twice the time
    pass(&pace, &fine, PACE_HOLD_S + PACE_TRIAL_S);
    until_change(&pace, &far_behind);
    cr_expect_eq(until_change(&pace, &fine), PACE_HOLD_S + PACE_WAIT_S);
}

Test(pace, another_rate_asked_for_leaves_the_trust_in_a_line_as_it_is) {
    struct pace pace = lowered_once(30);
    pace_ask(&pace, 60, false);
    cr_expect_eq(pace_rate_hz(&pace), 20);
    pace_ask(&pace, 10, false);
    cr_expect_eq(pace_rate_hz(&pace), 10);
    cr_expect_not(pace_is_lowered(&pace));
    pace_ask(&pace, 30, false);
    cr_expect_eq(pace_rate_hz(&pace), 20);
}

Test(pace, a_line_that_is_trusted_again_may_be_asked_for_more) {
    struct pace pace = lowered_once(30);
    until_change(&pace, &fine);
    pace_ask(&pace, 60, false);
    cr_expect_eq(pace_rate_hz(&pace), 60);
}

Test(pace, a_crowd_does_not_lower_twice_who_lags_anyway) {
    struct pace pace = lowered_once(0);
    pace_meet_crowd(&pace, true);
    cr_expect_eq(pace_rate_hz(&pace), 20);
    cr_expect_not(pace_is_lowered(&pace), "it gets what all others get");
    pace_meet_crowd(&pace, false);
    cr_expect_eq(pace_rate_hz(&pace), 20);
    cr_expect(pace_is_lowered(&pace));
}

Test(pace, a_world_at_rest_lowers_nobody) {
    struct pace pace = pace_of(60);
    cr_expect_eq(pass(&pace, &(struct pace_second){0}, 1000), 0);
}

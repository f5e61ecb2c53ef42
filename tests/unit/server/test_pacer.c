#include "pacer.h"

#include <criterion/criterion.h>

#include "support.h"

#define SECOND_NS 1000000000u
#define DAY_NS (86400 * (uint64_t)SECOND_NS)

static const uint32_t rates_hz[] = {60, 120, 240, 480, 960};
enum { RATE_COUNT = sizeof rates_hz / sizeof rates_hz[0] };

// What may be made up at once: 50 ms, but at least 4 steps.
static uint32_t most_at_once(uint32_t rate_hz) {
    return rate_hz / 20 > 4 ? rate_hz / 20 : 4;
}

Test(pacer, makes_exactly_rate_steps_per_second) {
    struct pacer pacer = {0};
    pacer_start(&pacer, 60, 1, 1000);
    uint64_t steps = 0;
    for (uint64_t now = 1000; now <= 1000 + 10000000000u; now += 1000000) {
        steps += pacer_take_due(&pacer, now);
    }
    cr_assert_eq(steps, 600);
    cr_assert_eq(pacer.lost, 0);
}

Test(pacer, counts_what_it_cannot_catch_up_as_lost) {
    struct pacer pacer = {0};
    pacer_start(&pacer, 60, 1, 0);
    uint32_t steps = pacer_take_due(&pacer, 2000000000u);
    cr_assert_eq(steps, PACER_CATCH_UP_STEPS_MIN);
    cr_assert_eq(steps + pacer.lost, 120);
    cr_assert_eq(pacer_take_due(&pacer, 2000000000u), 0);
}

Test(pacer, is_due_at_the_very_nanosecond_it_announces) {
    struct pacer pacer = {0};
    pacer_start(&pacer, 960, 1, 12345);
    for (int i = 0; i < 10000; i++) {
        uint64_t next = pacer_next_ns(&pacer);
        must(pacer_take_due(&pacer, next - 1) == 0);
        must(pacer_take_due(&pacer, next) == 1);
    }
}

Test(pacer, wakes_late_by_any_amount_add_up_to_the_rate) {
    for (int i = 0; i < RATE_COUNT; i++) {
        struct pacer pacer = {0};
        uint64_t random = 5;
        uint64_t start = 123456789;
        pacer_start(&pacer, rates_hz[i], 1, start);
        uint64_t steps = 0;
        uint64_t now = start;
        while (now < start + 60 * (uint64_t)SECOND_NS) {
            now = pacer_next_ns(&pacer) + random_below(&random, 20000000); // up to 20 ms
            steps += pacer_take_due(&pacer, now);
            must(now >= start + steps * SECOND_NS / rates_hz[i], "not early");
            must(now < start + (steps + 1) * SECOND_NS / rates_hz[i], "not late");
        }
        cr_expect_eq(pacer.lost, 0);
    }
}

Test(pacer, catches_up_fifty_milliseconds_but_at_least_four_steps) {
    for (int i = 0; i < RATE_COUNT; i++) {
        struct pacer pacer = {0};
        pacer_start(&pacer, rates_hz[i], 1, 0);
        uint64_t just_in_time = (uint64_t)most_at_once(rates_hz[i]) * SECOND_NS / rates_hz[i];
        cr_expect_eq(pacer_take_due(&pacer, just_in_time), most_at_once(rates_hz[i]));
        cr_expect_eq(pacer.lost, 0);
        cr_expect_eq(pacer_take_due(&pacer, just_in_time + SECOND_NS), most_at_once(rates_hz[i]));
        cr_expect_eq(pacer.lost, rates_hz[i] - most_at_once(rates_hz[i]));
    }
}

Test(pacer, goes_on_at_the_old_beat_after_a_stall) {
    struct pacer pacer = {0};
    pacer_start(&pacer, 60, 1, 0);
    pacer_take_due(&pacer, 10 * (uint64_t)SECOND_NS + 5000000);
    cr_expect_eq(pacer_last_ns(&pacer), 10 * (uint64_t)SECOND_NS);
    cr_expect_eq(pacer_next_ns(&pacer), 10 * (uint64_t)SECOND_NS + SECOND_NS / 60);
}

Test(pacer, starts_anew_without_forgetting_what_was_lost) {
    struct pacer pacer = {0};
    pacer_start(&pacer, 60, 1, 0);
    pacer_take_due(&pacer, SECOND_NS);
    uint64_t lost = pacer.lost;
    cr_assert_gt(lost, 0);
    pacer_start(&pacer, 240, 1, 7 * (uint64_t)SECOND_NS);
    cr_expect_eq(pacer.lost, lost);
    cr_expect_eq(pacer_next_ns(&pacer), 7 * (uint64_t)SECOND_NS + SECOND_NS / 240);
    cr_expect_eq(pacer_last_ns(&pacer), 7 * (uint64_t)SECOND_NS);
    cr_expect_eq(pacer_take_due(&pacer, 7 * (uint64_t)SECOND_NS), 0);
}

Test(pacer, keeps_its_beat_for_years) {
    for (int i = 0; i < RATE_COUNT; i++) {
        struct pacer pacer = {0};
        uint64_t start = 987654321;
        pacer_start(&pacer, rates_hz[i], 1, start);
        uint64_t made = 0;
        for (uint64_t day = 1; day <= 2000; day++) {
            made += pacer_take_due(&pacer, start + day * DAY_NS);
            must(pacer_last_ns(&pacer) == start + day * DAY_NS);
        }
        cr_expect_eq(made + pacer.lost, 2000 * (uint64_t)86400 * rates_hz[i]);
        for (uint32_t k = 1; k <= rates_hz[i]; k++) {
            uint64_t due = start + 2000 * DAY_NS + (uint64_t)k * SECOND_NS / rates_hz[i];
            must(pacer_next_ns(&pacer) == due);
            must(pacer_take_due(&pacer, due) == 1);
        }
    }
}

Test(pacer, in_slow_motion_steps_are_due_so_many_times_later) {
    static const uint32_t slows[] = {1, 2, 4, 8, 16};
    for (int i = 0; i < RATE_COUNT; i++) {
        for (int k = 0; k < 5; k++) {
            struct pacer pacer = {0};
            const uint64_t start = 987654321;
            pacer_start(&pacer, rates_hz[i], slows[k], start);
            for (uint64_t step = 1; step <= 2500; step++) {
                uint64_t due = start + step * slows[k] * SECOND_NS / rates_hz[i];
                must(pacer_next_ns(&pacer) == due);
                must(pacer_take_due(&pacer, due - 1) == 0);
                must(pacer_take_due(&pacer, due) == 1);
                must(pacer_last_ns(&pacer) == due);
            }
            cr_expect_eq(pacer.lost, 0);
        }
    }
}

Test(pacer, in_slow_motion_loses_only_what_the_slow_beat_asks_for) {
    struct pacer pacer = {0};
    pacer_start(&pacer, 240, 4, 0);
    cr_expect_eq(pacer_take_due(&pacer, 2 * (uint64_t)SECOND_NS), PACER_CATCH_UP_STEPS_MIN);
    cr_expect_eq(pacer.lost, 2 * 60 - PACER_CATCH_UP_STEPS_MIN);
}

// ---- worlds beside each other ------------------------------------------------------------------

// Worlds of one worker that were opened at the same moment, or one after another at any times, are
// due as evenly spread as to wait for each other as little as possible.
// When a world's first step is due, within a second.
static uint64_t first_due_ns(uint32_t rate_hz, uint32_t number, uint64_t now_ns) {
    struct pacer pacer = {0};
    pacer_start_apart(&pacer, rate_hz, 1, number, now_ns);
    return pacer_next_ns(&pacer) % SECOND_NS;
}

Test(pacer, spreads_worlds_over_a_step) {
    for (uint32_t r = 0; r < RATE_COUNT; r++) {
        uint64_t h_ns = SECOND_NS / rates_hz[r];
        uint64_t nearest_ns = h_ns;
        for (uint32_t i = 0; i < 30; i++) {
            uint64_t mine_ns = first_due_ns(rates_hz[r], i, DAY_NS + 7919 * (uint64_t)i);
            for (uint32_t k = 0; k < i; k++) {
                uint64_t other_ns = first_due_ns(rates_hz[r], k, DAY_NS);
                uint64_t apart_ns = (mine_ns + SECOND_NS - other_ns) % h_ns;
                apart_ns = apart_ns < h_ns - apart_ns ? apart_ns : h_ns - apart_ns;
                nearest_ns = apart_ns < nearest_ns ? apart_ns : nearest_ns;
            }
            cr_assert(nearest_ns >= h_ns / (3 * (i + 1)), "%u worlds at %u Hz: %lu ns", i + 1,
                      rates_hz[r], (unsigned long)nearest_ns);
        }
    }
}

Test(pacer, apart_is_no_more_than_one_h_later) {
    for (uint32_t number = 0; number < 100; number++) {
        for (uint32_t slow = 1; slow <= 16; slow *= 2) {
            uint64_t now_ns = 123457 * (uint64_t)number;
            uint64_t h_ns = SECOND_NS / 60;
            struct pacer pacer = {0};
            pacer_start_apart(&pacer, 60, slow, number, now_ns);
            uint64_t start_ns = pacer_last_ns(&pacer);
            cr_assert(start_ns >= now_ns && start_ns <= now_ns + h_ns + 1);
            cr_assert_eq(pacer_take_due(&pacer, start_ns + slow * h_ns - 1), 0);
            cr_assert_eq(pacer_take_due(&pacer, start_ns + slow * h_ns + slow), 1);
        }
    }
}

#include <criterion/criterion.h>

#include "pacer.h"

Test(pacer, makes_exactly_rate_steps_per_second) {
    struct pacer pacer = {0};
    pacer_start(&pacer, 60, 1000);
    uint64_t steps = 0;
    for (uint64_t now = 1000; now <= 1000 + 10000000000u; now += 1000000) {
        steps += pacer_take_due(&pacer, now);
    }
    cr_assert_eq(steps, 600);
    cr_assert_eq(pacer.lost, 0);
}

Test(pacer, counts_what_it_cannot_catch_up_as_lost) {
    struct pacer pacer = {0};
    pacer_start(&pacer, 60, 0);
    uint32_t steps = pacer_take_due(&pacer, 2000000000u);
    cr_assert_eq(steps, PACER_CATCH_UP_STEPS_MIN);
    cr_assert_eq(steps + pacer.lost, 120);
    cr_assert_eq(pacer_take_due(&pacer, 2000000000u), 0);
}

Test(pacer, is_due_at_the_very_nanosecond_it_announces) {
    struct pacer pacer = {0};
    pacer_start(&pacer, 960, 12345);
    for (int i = 0; i < 10000; i++) {
        uint64_t next = pacer_next_ns(&pacer);
        cr_assert_eq(pacer_take_due(&pacer, next - 1), 0);
        cr_assert_eq(pacer_take_due(&pacer, next), 1);
    }
}

#include "clock_offset.h"

#include <criterion/criterion.h>

Test(clock_offset, believes_the_quickest_round_trip) {
    struct clock_offset clock = {0};
    clock_offset_take(&clock, 100.0, 5104.0, 110.0);
    clock_offset_take(&clock, 200.0, 5201.5, 202.0);
    clock_offset_take(&clock, 300.0, 5399.0, 400.0);
    cr_expect_float_eq(clock.offset_ms, 5000.5, 1e-9);
    cr_expect_float_eq(clock_offset_to_use_ms(&clock, false), 5000.5, 1e-9);
}

Test(clock_offset, takes_both_clocks_for_one_on_one_machine) {
    struct clock_offset clock = {0};
    cr_expect_eq(clock_offset_to_use_ms(&clock, true), 0.0, "nothing is known");
    clock_offset_take(&clock, 100.0, 101.5, 102.0);
    cr_expect_eq(clock_offset_to_use_ms(&clock, true), 0.0);
    cr_expect_float_eq(clock_offset_to_use_ms(&clock, false), 0.5, 1e-9);
}

Test(clock_offset, sees_through_a_tunnel) {
    struct clock_offset clock = {0};
    clock_offset_take(&clock, 100.0, 9101.0, 102.0);
    cr_expect_float_eq(clock_offset_to_use_ms(&clock, true), 9000.0, 1e-9);
}

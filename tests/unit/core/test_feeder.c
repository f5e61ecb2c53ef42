#include "feeder.h"

#include <criterion/criterion.h>

Test(feeder, lowers_what_waits_and_lets_go_what_has_come_down) {
    struct feeder feeder = {
        .is_there = true, .height_m = 1.0f, .speed_m_per_s = 2.0f, .inverse_mass = 4.0f};
    float x[9] = {0, 1.0f, 0, 0, 1.05f, 0, 0, 1.2f, 0};
    float d[9] = {0};
    float w[3] = {0};
    feeder_advance(&feeder, 3, 0.01f, x, d, w);
    cr_assert(feeder.next == 1 && w[0] == 4.0f && w[1] == 0.0f && w[2] == 0.0f);
    cr_assert(d[1] == 0.0f, "what is free is not its business");
    cr_assert_float_eq(d[4], -0.02, 1e-7);
    cr_assert_float_eq(d[7], -0.02, 1e-7);
    for (int i = 0; i < 3; i++) { // 1.05 − 3 × 0.02 is below
        x[4] += d[4];
        x[7] += d[7];
        feeder_advance(&feeder, 3, 0.01f, x, d, w);
    }
    cr_assert(feeder.next == 2 && w[1] == 4.0f && w[2] == 0.0f);
    cr_assert_float_eq(d[4], -0.02, 1e-7, "it goes on at the speed of feeding");
}

Test(feeder, at_rest_holds_what_waits) {
    struct feeder feeder = {.is_there = true, .height_m = 1.0f, .inverse_mass = 1.0f};
    const float x[6] = {0, 2.0f, 0, 0, 3.0f, 0};
    float d[6] = {0.1f, -0.1f, 0.1f, 0, -0.5f, 0};
    float w[2] = {0};
    feeder_advance(&feeder, 2, 0.01f, x, d, w);
    for (int i = 0; i < 6; i++) {
        cr_assert(d[i] == 0.0f);
    }
    cr_assert(feeder.next == 0);
}

Test(feeder, that_is_empty_does_nothing) {
    struct feeder feeder = {.is_there = true, .next = 2, .height_m = 1.0f, .speed_m_per_s = 1.0f};
    const float x[6] = {0};
    float d[6] = {1, 2, 3, 4, 5, 6};
    float w[2] = {1, 1};
    feeder_advance(&feeder, 2, 0.01f, x, d, w);
    cr_assert(feeder.next == 2 && d[1] == 2.0f && d[4] == 5.0f && w[0] == 1.0f);
}

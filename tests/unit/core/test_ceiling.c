#include "ceiling.h"

#include <criterion/criterion.h>

// Two particles `distance` apart on the x axis under a string. Writes where they are afterwards.
static void project(float distance, float length_m, float w_a, float w_b, float after[2]) {
    const float x[6] = {0};
    float q[6] = {0};
    q[3] = distance;
    const float w[2] = {w_a, w_b};
    const struct two_ends string = {0, 1, length_m};
    const struct sweep sweep = {.x = x, .q = q, .w = w, .before = x, .stiffness = 0.5f};
    ceiling_project(&sweep, &string, NULL, 1);
    after[0] = q[0];
    after[1] = q[3];
}

Test(ceiling, pulls_what_is_stretched_together_by_inverse_mass) {
    float after[2];
    project(1.4f, 1.0f, 1.0f, 1.0f / 3.0f, after);
    cr_assert_float_eq(after[0], 0.3, 2e-7);
    cr_assert_float_eq(after[1], 1.4 - 0.1, 2e-7);
}

Test(ceiling, goes_slack_when_the_ends_come_near) {
    const float distances[] = {0.0f, 0.2f, 0.999999f, 1.0f};
    for (uint32_t i = 0; i < 4; i++) {
        float after[2];
        project(distances[i], 1.0f, 1.0f, 1.0f, after);
        cr_assert(after[0] == 0.0f && after[1] == distances[i]);
    }
}

Test(ceiling, between_pins_or_without_length_does_nothing_bad) {
    float after[2];
    project(2.0f, 1.0f, 0.0f, 0.0f, after);
    cr_assert(after[0] == 0.0f && after[1] == 2.0f);
    project(0.0f, 0.0f, 1.0f, 1.0f, after);
    cr_assert(after[0] == 0.0f && after[1] == 0.0f);
    project(2.0f, 1.0f, 0.0f, 1.0f, after);
    cr_assert_float_eq(after[1], 1.0, 1e-7);
    cr_assert(after[0] == 0.0f);
}

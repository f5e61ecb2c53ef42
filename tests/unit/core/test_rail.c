#include "rail.h"

#include <criterion/criterion.h>

Test(rail, puts_a_bead_back_on_its_line_and_lets_it_slide) {
    const float x[3] = {1, 2, 3};
    float q[3] = {0.5f, -0.25f, 0.125f};
    const float w[1] = {2};
    const struct rail rail = {0, {0, 2, 3}, {1, 0, 0}};
    const struct sweep sweep = {.x = x, .q = q, .w = w, .before = x};
    rail_project(&sweep, &rail, NULL, 1);
    cr_assert(q[0] == 0.5f && q[1] == 0.0f && q[2] == 0.0f);
}

Test(rail, may_lie_askew_and_works_in_plain_positions) {
    const float before[3] = {0};
    float q[3] = {1, 0, 0};
    const float w[1] = {1};
    const struct rail rail = {0, {0, 0, 0}, {0.6f, 0.8f, 0}};
    const struct sweep sweep = {.x = NULL, .q = q, .w = w, .before = before};
    rail_project(&sweep, &rail, NULL, 1);
    cr_assert_float_eq(q[0], 0.36, 1e-7);
    cr_assert_float_eq(q[1], 0.48, 1e-7);
}

Test(rail, does_not_move_a_pin) {
    const float x[3] = {5, 5, 5};
    float q[3] = {0};
    const float w[1] = {0};
    const struct rail rail = {0, {0, 0, 0}, {1, 0, 0}};
    const struct sweep sweep = {.x = x, .q = q, .w = w, .before = x};
    rail_project(&sweep, &rail, NULL, 1);
    cr_assert(q[0] == 0.0f && q[1] == 0.0f && q[2] == 0.0f);
}

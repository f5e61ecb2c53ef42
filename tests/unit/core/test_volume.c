#include "volume.h"

#include <criterion/criterion.h>
#include <math.h>

#include "worlds.h"

static const float unit_masses[4] = {1, 1, 1, 1};
static const float corner[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};

static double volume_of(const float x[12], const float q[12]) {
    double e[3][3];
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t c = 0; c < 3; c++) {
            e[i][c] = (double)(x[3 * i + 3 + c] - x[c]) + (double)(q[3 * i + 3 + c] - q[c]);
        }
    }
    return (e[2][0] * (e[0][1] * e[1][2] - e[0][2] * e[1][1]) +
            e[2][1] * (e[0][2] * e[1][0] - e[0][0] * e[1][2]) +
            e[2][2] * (e[0][0] * e[1][1] - e[0][1] * e[1][0])) /
           6.0;
}

static double project(double rest_m3, uint32_t times, float stiffness) {
    float q[12] = {0};
    const struct volume volume = {{0, 1, 2, 3}, (float)rest_m3};
    const struct sweep sweep = {
        .x = corner, .q = q, .w = unit_masses, .before = corner, .stiffness = stiffness};
    for (uint32_t i = 0; i < times; i++) {
        volume_project(&sweep, &volume, NULL, 1);
    }
    return volume_of(corner, q);
}

Test(volume, is_left_alone_when_it_is_right) {
    cr_assert_float_eq(project(1.0 / 6.0, 1, 1.0f), 1.0 / 6.0, 1e-8);
}

Test(volume, comes_back_after_a_squeeze_and_after_a_swelling) {
    cr_assert_float_eq(project(1.02 / 6.0, 1, 1.0f), 1.02 / 6.0, 1e-4);
    cr_assert_float_eq(project(0.5 / 6.0, 10, 1.0f), 0.5 / 6.0, 1e-6);
    cr_assert_float_eq(project(2.0 / 6.0, 10, 1.0f), 2.0 / 6.0, 1e-6);
}

// C is all but linear over such a way: the right weights land on it at once.
Test(volume, moves_its_corners_by_inverse_mass) {
    const float w[4] = {0.0f, 1.0f, 4.0f, 9.0f};
    float q[12] = {0};
    const struct volume volume = {{0, 1, 2, 3}, 1.01f / 6.0f};
    const struct sweep sweep = {.x = corner, .q = q, .w = w, .before = corner, .stiffness = 1.0f};
    volume_project(&sweep, &volume, NULL, 1);
    cr_assert_float_eq(volume_of(corner, q), 1.01 / 6.0, 1e-5);
    cr_assert(q[0] == 0.0f, "a pin stays");
    cr_assert_float_eq(q[7] / q[3], 4.0, 1e-4);
    cr_assert_float_eq(q[11] / q[3], 9.0, 1e-4);
}

Test(volume, that_was_turned_inside_out_turns_back) {
    cr_assert_float_eq(project(-1.0 / 6.0, 50, 1.0f), -1.0 / 6.0, 1e-5);
}

Test(volume, corrects_the_share_that_its_stiffness_says) {
    double now = project(1.002 / 6.0, 1, 0.5f);
    cr_assert_float_eq(now, 1.001 / 6.0, 1e-6);
}

// Nearly in one line, no finite way gives them their volume; they must not fly apart for it.
Test(volume, of_corners_in_a_line_moves_none_further_than_its_longest_edge) {
    const float line[12] = {0, 0, 0, 1, 1e-5f, 0, 2, 0, 1e-5f, 3, 1e-5f, 0};
    float q[12] = {0};
    const struct volume volume = {{0, 1, 2, 3}, 0.1f};
    const struct sweep sweep = {
        .x = line, .q = q, .w = unit_masses, .before = line, .stiffness = 1.0f};
    volume_project(&sweep, &volume, NULL, 1);
    for (uint32_t i = 0; i < 4; i++) {
        float way = sqrtf(sweep_length2(&q[3 * i]));
        cr_assert(way <= 3.001f, "corner %u: %g m", i, way);
    }
}

Test(volume, of_corners_in_one_place_or_of_pins_is_skipped) {
    const float x[12] = {0};
    const float pins[4] = {0};
    float q[12] = {0};
    const struct volume volume = {{0, 1, 2, 3}, 0.1f};
    struct sweep sweep = {.x = x, .q = q, .w = unit_masses, .before = x, .stiffness = 1.0f};
    volume_project(&sweep, &volume, NULL, 1);
    sweep.x = corner;
    sweep.w = pins;
    volume_project(&sweep, &volume, NULL, 1);
    for (uint32_t i = 0; i < 12; i++) {
        cr_assert(q[i] == 0.0f);
    }
}

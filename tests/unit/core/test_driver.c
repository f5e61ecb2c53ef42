#include "driver.h"

#include <criterion/criterion.h>
#include <math.h>

#include "worlds.h"

Test(driver, swings_as_a_sine_at_every_rate) {
    for (double rate = 60.0; rate <= 960.0; rate *= 2.0) {
        struct driver driver = {.is_there = true,
                                .centre_m = {1, 2, 3},
                                .direction = {0, 1, 0},
                                .amplitude_m = 0.1f,
                                .frequency_hz = 2.5f};
        float x[3] = {1, 2, 3};
        double worst = 0.0;
        for (int step = 1; step <= (int)(10.0 * rate); step++) {
            float d[3];
            driver_advance(&driver, (float)(1.0 / rate), x, d);
            for (uint32_t c = 0; c < 3; c++) {
                x[c] += d[c];
            }
            double wanted = 2.0 + 0.1 * sin(2.0 * PI * 2.5 * step / rate);
            worst = fmax(worst, fabs((double)x[1] - wanted));
        }
        cr_assert(worst < 2e-6, "%g at %g", worst, rate);
        cr_assert(x[0] == 1.0f && x[2] == 3.0f);
    }
}

Test(driver, goes_on_from_its_phase_when_the_frequency_changes) {
    struct driver driver = {
        .is_there = true, .direction = {1, 0, 0}, .amplitude_m = 1.0f, .frequency_hz = 1.0f};
    float x[3] = {0};
    float d[3];
    for (int i = 0; i < 240 / 8; i++) { // an eighth of a turn
        driver_advance(&driver, 1.0f / 240.0f, x, d);
        x[0] += d[0];
    }
    driver.frequency_hz = 3.0f;
    driver_advance(&driver, 1.0f / 240.0f, x, d);
    cr_assert_float_eq(x[0] + d[0], sin(2.0 * PI * (0.125 + 3.0 / 240.0)), 1e-6);
}

Test(driver, follows_a_jump_of_its_amplitude_at_the_speed_cap) {
    struct driver driver = {.is_there = true,
                            .direction = {1, 0, 0},
                            .amplitude_m = 10.0f,
                            .frequency_hz = 0.0f,
                            .phase_degrees = 90.0};
    const float x[3] = {0};
    float d[3];
    driver_advance(&driver, 1.0f / 60.0f, x, d);
    cr_assert_float_eq(d[0], PBD_SPEED_MAX / 60.0, 1e-6);
}

#include "exact_math.h"

#include <criterion/criterion.h>
#include <math.h>

#include "worlds.h"

#define TOLERANCE 1e-12 // relative; sine and cosine: absolute

static void assert_close(double got, double wanted, double argument) {
    if (!(fabs(got - wanted) <= TOLERANCE * fabs(wanted))) { // cr_assert is slow a million times
        cr_assert_fail("%g: %.17g for %.17g", argument, got, wanted);
    }
}

Test(exact_math, exp_agrees_with_libm) {
    for (int i = -7000; i <= 7000; i++) {
        double x = 0.1 * (double)i;
        assert_close(exact_exp(x), exp(x), x);
    }
    uint64_t seed = 1;
    for (int i = 0; i < 10000; i++) {
        double x = random_between(&seed, -1.0, 1.0) * pow(10.0, random_between(&seed, -12.0, 0.0));
        assert_close(exact_exp(x), exp(x), x);
    }
    cr_assert(exact_exp(0.0) == 1.0);
}

Test(exact_math, log_agrees_with_libm) {
    uint64_t seed = 2;
    for (int i = 0; i < 20000; i++) {
        double x = pow(10.0, random_between(&seed, -300.0, 300.0));
        assert_close(exact_log(x), log(x), x);
    }
    for (int i = 1; i < 4000; i++) {
        double x = 0.001 * (double)i;
        // Next to 1 the logarithm is as small as the argument's own rounding.
        cr_assert(fabs(exact_log(x) - log(x)) <= TOLERANCE * (fabs(log(x)) + 1e-3), "%g", x);
    }
    cr_assert(exact_log(1.0) == 0.0);
}

Test(exact_math, root_agrees_with_libm) {
    uint64_t seed = 3;
    for (uint32_t n = 1; n <= 200; n++) {
        for (int i = 0; i < 50; i++) {
            double x = random_between(&seed, 0.0, 1.0);
            assert_close(exact_root(x, n), pow(x, 1.0 / (double)n), x);
        }
        cr_assert(exact_root(0.0, n) == 0.0);
        cr_assert(exact_root(1.0, n) == 1.0);
    }
    cr_assert(exact_root(0.3, 1) == 0.3);
}

Test(exact_math, sine_and_cosine_agree_with_libm) {
    for (int i = -36000; i <= 36000; i++) {
        double degrees = 0.01 * (double)i;
        double x = degrees * (PI / 180.0);
        double error = fmax(fabs(exact_sin_degrees(degrees) - sin(x)),
                            fabs(exact_cos_degrees(degrees) - cos(x)));
        if (!(error <= TOLERANCE)) {
            cr_assert_fail("%g: %g off", degrees, error);
        }
    }
}

Test(exact_math, right_angles_are_exact_in_float32) {
    for (int turns = -1; turns <= 1; turns++) {
        double d = 360.0 * (double)turns;
        cr_assert(exact_sin_degrees(d) == 0.0);
        cr_assert((float)exact_cos_degrees(d) == 1.0f);
    }
    cr_assert((float)exact_sin_degrees(90.0) == 1.0f && exact_cos_degrees(90.0) == 0.0);
    cr_assert(exact_sin_degrees(180.0) == 0.0 && (float)exact_cos_degrees(180.0) == -1.0f);
    cr_assert((float)exact_sin_degrees(-90.0) == -1.0f && exact_cos_degrees(-90.0) == 0.0);
}

#include "histogram.h"

#include <criterion/criterion.h>
#include <math.h>

static struct histogram histogram; // too large for a stack; each test is a process of its own

Test(histogram, is_empty_at_first) {
    cr_expect_eq(histogram_quantile_ms(&histogram, 0.5), 0.0);
    cr_expect_eq(histogram_max_ms(&histogram), 0.0);
}

Test(histogram, tells_quantiles_within_one_percent) {
    for (int i = 1; i <= 100000; i++) {
        histogram_add(&histogram, 0.01 * i); // 0.01 … 1000 ms
    }
    const double shares[] = {0.001, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1.0};
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        double right = 1000.0 * shares[i];
        double told = histogram_quantile_ms(&histogram, shares[i]);
        cr_expect_float_eq(told, right, 0.01 * right + 0.001, "%g: %g, not %g", shares[i], told,
                           right);
    }
    cr_expect_float_eq(histogram_max_ms(&histogram), 1000.0, 1e-9);
}

Test(histogram, tells_a_single_value_as_it_is) {
    histogram_add(&histogram, 12.345);
    cr_expect_float_eq(histogram_quantile_ms(&histogram, 0.5), 12.345, 1e-9);
}

Test(histogram, takes_what_is_negative_or_endless) {
    histogram_add(&histogram, -3.0);
    cr_expect_eq(histogram_max_ms(&histogram), 0.0);
    histogram_add(&histogram, 1e300);
    histogram_add(&histogram, (double)NAN);
    cr_expect_eq(histogram.count, 3);
    cr_expect_eq(histogram_quantile_ms(&histogram, 0.5), 0.0);
    cr_expect_gt(histogram_quantile_ms(&histogram, 1.0), 3600e3);
}

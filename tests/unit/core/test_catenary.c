#include "catenary.h"

#include <criterion/criterion.h>
#include <math.h>

#include "worlds.h"

#define TABLED 1e-6 // what the known answers are rounded to

Test(catenary, has_the_parameter_and_sag_of_its_length_and_span) {
    cr_assert_float_eq(catenary_parameter(1.6, 2.0), 0.676404, TABLED);
    cr_assert_float_eq(catenary_curve(1.6, 2.0).sag_m, 0.530875, TABLED);
    cr_assert_float_eq(catenary_parameter(1.0, 1.2), 0.469542, TABLED);
    cr_assert_float_eq(catenary_curve(1.0, 1.2).sag_m, 0.292344, TABLED);
}

Test(catenary, is_as_long_as_it_was_asked_to_be) {
    const double excesses[] = {1e-9, 1e-6, 1e-3, 0.1, 0.5, 1.0, 10.0, 199.0};
    for (size_t i = 0; i < sizeof excesses / sizeof excesses[0]; i++) {
        double span = 0.3;
        double length = span + span * excesses[i];
        double a = catenary_parameter(span, length);
        double u = 0.5 * span / a;
        // By its series, because the hyperbolic sine cannot tell a taut one from its chord.
        double more = u < 0.1 ? u * u / 6.0 + u * u * u * u / 120.0 : sinh(u) / u - 1.0;
        double wanted = (length - span) / span;
        cr_assert_float_eq(more / wanted, 1.0, 1e-6, "%g: %.12g", excesses[i], more);
    }
}

Test(catenary, of_links_sags_as_known_for_their_number) {
    const struct {
        double span, length;
        uint32_t links;
        double sag;
    } known[] = {{1.6, 2.0, 20, 0.531583}, {1.6, 2.0, 40, 0.531052}, {1.0, 1.2, 20, 0.292721}};
    for (size_t i = 0; i < 3; i++) {
        uint32_t n = known[i].links;
        double h = catenary_links_pull(n, known[i].span, known[i].length);
        double across = 0.0;
        double sag = 0.0;
        for (uint32_t k = 0; k < n; k++) {
            double v = catenary_links_vertical(n, k);
            across += h / sqrt(h * h + v * v) * known[i].length / n;
            sag += (v > 0.0 ? v : 0.0) / sqrt(h * h + v * v) * known[i].length / n;
        }
        cr_assert_float_eq(across, known[i].span, 1e-12);
        cr_assert_float_eq(sag, known[i].sag, TABLED, "%u: %.9f", n, sag);
    }
}

// Two links with one bead: a triangle. Its pull is half the weight by the slope.
Test(catenary, of_two_links_is_a_triangle) {
    double depth = 0.3, span = 0.8;
    double length = 2.0 * sqrt(depth * depth + 0.25 * span * span);
    cr_assert_float_eq(catenary_links_pull(2, span, length), 0.5 * (0.5 * span) / depth, 1e-12);
}

// Many links are a catenary: the pull of H = ρ g a in weights of a bead, a ÷ the length of a link.
Test(catenary, of_many_links_is_the_smooth_one) {
    double pull = catenary_links_pull(1000, 1.6, 2.0);
    cr_assert_float_eq(pull * 2.0 / 1000.0, 0.676404, 1e-5);
}

Test(catenary, has_none_where_nothing_hangs) {
    cr_assert(isnan(catenary_parameter(2.0, 2.0)));
    cr_assert(isnan(catenary_parameter(2.0, 1.5)));
    cr_assert(isnan(catenary_parameter(0.0, 1.5)));
    cr_assert(isnan(catenary_links_pull(10, 2.0, 2.0)));
    // Three links of one metre over half a metre: the level one in the middle is too long.
    cr_assert(isnan(catenary_links_pull(3, 0.5, 3.0)));
    cr_assert(catenary_links_pull(4, 0.5, 3.0) > 0.0);
    struct hanging_curve none = catenary_curve(2.0, 1.5);
    cr_assert(isnan(none.sag_m) && isnan(hanging_curve_distance(&none, 0.0, 0.0, 0.0, 0.0)));
    cr_assert(isnan(parabola_curve(9, 2.0, 1.5).sag_m));
}

Test(catenary, a_parabola_of_equal_length_sags_deeper) {
    cr_assert_float_eq(parabola_curve(2000, 1.0, 1.2).sag_m / catenary_curve(1.0, 1.2).sag_m, 1.014,
                       5e-4);
    cr_assert_float_eq(parabola_curve(2000, 1.0, 1.02).sag_m / catenary_curve(1.0, 1.02).sag_m,
                       1.002, 5e-4);
}

Test(catenary, a_parabola_of_links_is_as_long_as_it_was_asked_to_be) {
    const double lengths[] = {1.0001, 1.01, 1.2, 2.0, 20.0};
    const uint32_t counts[] = {2, 3, 20, 100};
    for (size_t i = 0; i < 20; i++) {
        uint32_t n = counts[i % 4];
        double length = 0.7 * lengths[i / 4];
        struct hanging_curve curve = parabola_curve(n, 0.7, length);
        double along = 0.0;
        for (uint32_t k = 0; k < n; k++) {
            double t0 = 2.0 * k / n - 1.0, t1 = 2.0 * (k + 1) / n - 1.0;
            along += hypot(0.7 / n, curve.sag_m * (t1 * t1 - t0 * t0));
        }
        cr_assert_float_eq(along, length, 1e-9 * length, "%u links of %g", n, length);
    }
}

static double sag_at(const struct hanging_curve *curve, double t) {
    if (curve->a_m > 0.0) {
        return curve->sag_m - curve->a_m * (cosh(t / curve->a_m) - 1.0);
    }
    return curve->sag_m * (1.0 - 4.0 * t * t);
}

// The nearest of many places along the curve, counted out.
static double distance_by_search(const struct hanging_curve *curve, double t, double depth,
                                 double aside) {
    double nearest2 = INFINITY;
    for (int i = 0; i <= 400000; i++) {
        double at = (i / 400000.0 - 0.5) * 2.0 * curve->half_span_m;
        double off = at - t;
        double deeper = sag_at(curve, at) - depth;
        nearest2 = fmin(nearest2, off * off + deeper * deeper + aside * aside);
    }
    return sqrt(nearest2);
}

Test(catenary, distance_is_to_the_nearest_place_of_the_curve) {
    const struct hanging_curve curves[] = {catenary_curve(1.0, 1.2), parabola_curve(2000, 1.0, 1.2),
                                           catenary_curve(1.0, 2.5)};
    uint64_t seed = 5;
    for (int i = 0; i < 60; i++) {
        const struct hanging_curve *curve = &curves[i % 3];
        double t = random_between(&seed, -0.49, 0.49);
        double off = random_between(&seed, -0.03, 0.03);
        double aside = i % 2 == 0 ? 0.0 : 0.02;
        double depth = sag_at(curve, t) + off;
        double wanted = distance_by_search(curve, t, depth, aside);
        cr_assert_float_eq(hanging_curve_distance(curve, t, depth, aside, 0.0), wanted, 2e-5, "%d",
                           i);
        cr_assert_leq(wanted, sqrt(off * off + aside * aside) + 1e-9);
        double more = wanted + 0.001;
        cr_assert(hanging_curve_distance(curve, t, depth, aside, more) == more);
    }
}

#include "catenary.h"

#include <math.h>

#include "exact_math.h"

enum { NEWTON_STEPS_MAX = 200, FOOT_STEPS = 12 };

#define CONVERGED 1e-15      // of a value: further steps are rounding
#define PARABOLA_FOUND 1e-10 // of a sag
#define FOOT_FOUND 1e-7      // of a span: what it adds to a distance is its square

struct hyperbolic {
    double sinh, cosh;
};

static struct hyperbolic hyperbolic_of(double u) {
    double grown = exact_exp(u);
    return (struct hyperbolic){0.5 * (grown - 1.0 / grown), 0.5 * (grown + 1.0 / grown)};
}

// sinh(u)/u − 1 and its derivative. Close to 0 by its series, which loses nothing.
static double sinh_excess(double u, double *slope) {
    if (u > 1.0) {
        struct hyperbolic at = hyperbolic_of(u);
        *slope = (at.cosh - at.sinh / u) / u;
        return at.sinh / u - 1.0;
    }
    double u2 = u * u;
    double term = 1.0;
    double sum = 0.0;
    *slope = 0.0;
    for (int k = 1; k <= 10; k++) {
        term *= u2 / (double)(2 * k * (2 * k + 1));
        sum += term;
        *slope += 2.0 * k * term / u;
    }
    return sum;
}

// u = span/2a from length/span = 1 + excess.
static double solve_catenary(double excess) {
    double u = sqrt(6.0 * excess);
    for (int i = 0; i < NEWTON_STEPS_MAX; i++) {
        double slope;
        double change = (sinh_excess(u, &slope) - excess) / slope;
        u -= change;
        if (fabs(change) < CONVERGED * u) {
            break;
        }
    }
    return u;
}

double catenary_parameter(double span_m, double length_m) {
    if (!(length_m > span_m && span_m > 0.0)) {
        return NAN;
    }
    return 0.5 * span_m / solve_catenary((length_m - span_m) / span_m);
}

double catenary_links_vertical(uint32_t links, uint32_t i) {
    return 0.5 * ((double)links - 1.0) - (double)i;
}

double catenary_links_pull(uint32_t links, double span_m, double length_m) {
    double wanted = (double)links * span_m / length_m; // Σ cos θ
    // With an odd number the middle link lies level, however slack.
    if (!(length_m > span_m && wanted > (double)(links % 2))) {
        return NAN;
    }
    // The sum is concave, so that Newton's steps from below stay below.
    double h = 0.0;
    for (int k = 0; k < NEWTON_STEPS_MAX; k++) {
        double sum = 0.0;
        double slope = 0.0;
        for (uint32_t i = 0; i < links; i++) {
            double v = catenary_links_vertical(links, i);
            double pull = sqrt(h * h + v * v);
            sum += v == 0.0 ? 1.0 : h / pull;
            slope += v == 0.0 ? 0.0 : v * v / (pull * pull * pull);
        }
        double change = (wanted - sum) / slope;
        h += change;
        if (!(change > CONVERGED * h)) {
            break;
        }
    }
    return h;
}

// How far link i of a parabola 1 deep falls, its joints evenly spread along the horizontal.
static double parabola_fall(uint32_t links, uint32_t i) {
    double n = (double)links;
    return 4.0 * (n - 1.0 - 2.0 * (double)i) / (n * n);
}

// The sag at which links through so many joints are as long as they are.
static double solve_parabola(uint32_t links, double span_m, double length_m) {
    double across_m = span_m / (double)links;
    double sag_m = span_m * sqrt(0.375 * (length_m - span_m) / span_m); // of a flat one
    for (int k = 0; k < NEWTON_STEPS_MAX; k++) {
        double longer_m = -length_m;
        double slope = 0.0;
        for (uint32_t i = 0; i < links; i++) {
            double fall = parabola_fall(links, i);
            double link_m = sqrt(across_m * across_m + sag_m * sag_m * fall * fall);
            longer_m += link_m;
            slope += sag_m * fall * fall / link_m;
        }
        double change_m = longer_m / slope;
        sag_m -= change_m;
        if (fabs(change_m) < PARABOLA_FOUND * sag_m) {
            break;
        }
    }
    return sag_m;
}

struct hanging_curve catenary_curve(double span_m, double length_m) {
    double a_m = catenary_parameter(span_m, length_m);
    struct hanging_curve curve = {.half_span_m = 0.5 * span_m, .a_m = a_m, .sag_m = NAN};
    if (a_m > 0.0) {
        curve.sag_m = a_m * (hyperbolic_of(curve.half_span_m / a_m).cosh - 1.0);
    }
    return curve;
}

struct hanging_curve parabola_curve(uint32_t links, double span_m, double length_m) {
    struct hanging_curve curve = {.half_span_m = 0.5 * span_m, .sag_m = NAN};
    if (links >= 2 && length_m > span_m && span_m > 0.0) {
        curve.sag_m = solve_parabola(links, span_m, length_m);
    }
    return curve;
}

// Depth at t, and how it grows with t.
static double depth_at(const struct hanging_curve *curve, double t_m, double *slope) {
    if (curve->a_m > 0.0) {
        struct hyperbolic at = hyperbolic_of(t_m / curve->a_m);
        *slope = -at.sinh;
        return curve->sag_m - curve->a_m * (at.cosh - 1.0);
    }
    double part = t_m / curve->half_span_m;
    *slope = -2.0 * curve->sag_m * part / curve->half_span_m;
    return curve->sag_m * (1.0 - part * part);
}

double hanging_curve_distance(const struct hanging_curve *curve, double t_m, double depth_m,
                              double aside_m, double known_m) {
    if (isnan(curve->sag_m)) {
        return NAN;
    }
    double foot = fmax(-curve->half_span_m, fmin(curve->half_span_m, t_m));
    double distance2 = 0.0;
    for (int i = 0; i < FOOT_STEPS; i++) { // to the nearest place of the curve, by Gauss and Newton
        double slope;
        double deeper = depth_at(curve, foot, &slope) - depth_m;
        double off = foot - t_m;
        distance2 = off * off + deeper * deeper + aside_m * aside_m;
        if (distance2 <= known_m * known_m) {
            return known_m;
        }
        double next = foot - (off + deeper * slope) / (1.0 + slope * slope);
        next = fmax(-curve->half_span_m, fmin(curve->half_span_m, next));
        if (fabs(next - foot) < FOOT_FOUND * curve->half_span_m) {
            break;
        }
        foot = next;
    }
    return sqrt(distance2);
}

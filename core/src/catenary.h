// The shapes of what hangs between two pins of one height, from its length and its span.
//
//     pin ─────── span ─────── pin      depth of the middle: sag
//        ╲         │ sag     ╱          catenary: evenly heavy along itself
//          ╲_______▼_______╱            parabola: evenly loaded along the horizontal (a deck)
//
// The catenary of links is the same for beads on links of equal length: the exact shape that a
// finite number of them takes. All in double, of + − × ÷ √ alone.
#ifndef CATENARY_H
#define CATENARY_H

#include <stdint.h>

// What has no solution, such as a rope that is shorter than its span, is NaN.

// 2a sinh(span/2a) = length; its horizontal tension is a times the weight of a metre.
double catenary_parameter(double span_m, double length_m);

// Sum of the horizontal parts of the links = span: the horizontal tension in weights of a bead.
double catenary_links_pull(uint32_t links, double span_m, double length_m);
// The vertical tension in link i in weights of a bead, positive while it goes down.
double catenary_links_vertical(uint32_t links, uint32_t i);

// A curve below a span, by the horizontal distance t from its middle.
struct hanging_curve {
    double half_span_m;
    double a_m;   // of the catenary; 0: a parabola
    double sag_m; // both
};

struct hanging_curve catenary_curve(double span_m, double length_m);
// Its links join places of the parabola that are evenly spread along the horizontal, as hangers
// are.
struct hanging_curve parabola_curve(uint32_t links, double span_m, double length_m);
// Distance of a point from a curve: t from the middle, depth below the pins, and aside, m; or
// known_m if it is no more than that, which is found out sooner.
double hanging_curve_distance(const struct hanging_curve *curve, double t_m, double depth_m,
                              double aside_m, double known_m);

#endif

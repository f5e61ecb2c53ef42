#include "modes.h"

#include "exact_math.h"

#include <math.h>

#define TINY 1e-300 // in place of a pivot that is 0

enum { HALVINGS = 60 };

// How many of the eigenvalues ω² are below `limit`.
static uint32_t count_below(const struct bead_row *row, double limit) {
    uint32_t below = 0;
    double pivot = 1.0;
    for (uint32_t i = 0; i < row->beads; i++) {
        double diagonal = (row->stiffness[i] + row->stiffness[i + 1]) / row->mass[i];
        double taken = 0.0;
        if (i > 0) {
            taken =
                row->stiffness[i] * row->stiffness[i] / (row->mass[i - 1] * row->mass[i] * pivot);
        }
        pivot = diagonal - limit - taken;
        pivot = pivot == 0.0 ? TINY : pivot;
        below += pivot < 0.0;
    }
    return below;
}

// No less than any ω²: no row of M⁻¹K sums up to more (Gershgorin).
static double bound_of(const struct bead_row *row) {
    double bound = 0.0;
    for (uint32_t i = 0; i < row->beads; i++) {
        double sum = 2.0 * (row->stiffness[i] + row->stiffness[i + 1]) / row->mass[i];
        bound = sum > bound ? sum : bound;
    }
    return bound;
}

uint32_t modes_of_row(const struct bead_row *row, double hz[PBD_HARMONICS_MAX]) {
    uint32_t count = row->beads < PBD_HARMONICS_MAX ? row->beads : PBD_HARMONICS_MAX;
    double low = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        double high = bound_of(row);
        double below = low;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = 0.5 * (below + high);
            if (count_below(row, middle) > k) {
                high = middle;
            } else {
                below = middle;
            }
        }
        hz[k] = sqrt(high) / (2.0 * PI);
        low = below;
    }
    return count;
}

#include "direct.h"

#include <string.h>

#define PIVOT_MIN 1e-7      // of a row's diagonal: less is a singular matrix
#define GOOD_ENOUGH_M 1e-6f // an error that rounding leaves need not fall
enum { HALVINGS_MAX = 7 };

struct row {
    double pivot, off, solution; // off: to the next link
};

struct edge {
    float normal[3]; // from particle i + 1 to particle i; 0: the link is left out
    float rest_m;
};

// Fills the edges and writes the errors C. Returns the largest |C|.
static float measure(const struct sweep *sweep, uint32_t count, struct edge *edges,
                     struct row *rows) {
    float largest = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        float e[3];
        sweep_edge(sweep->x, sweep->q, i, i + 1, sweep->x == NULL, e);
        float length = sqrtf(sweep_length2(e));
        bool free = length > 0.0f && sweep->w[i] + sweep->w[i + 1] > 0.0f;
        for (uint32_t c = 0; c < 3; c++) {
            edges[i].normal[c] = free ? e[c] / length : 0.0f;
        }
        float error = free ? length - edges[i].rest_m : 0.0f;
        rows[i].solution = (double)error;
        largest = fabsf(error) > largest ? fabsf(error) : largest;
    }
    return largest;
}

// Solves A λ = C in place; false if A is singular, as for a rope drawn straight between two pins.
static bool solve(const float *w, uint32_t count, const struct edge *edges, struct row *rows) {
    for (uint32_t i = 0; i < count; i++) {
        double diagonal = (double)w[i] + (double)w[i + 1];
        diagonal = diagonal > 0.0 ? diagonal : 1.0;
        rows[i].off = i + 1 < count ? -(double)w[i + 1] *
                                          (double)sweep_dot(edges[i].normal, edges[i + 1].normal)
                                    : 0.0;
        rows[i].pivot = diagonal;
        if (i > 0) {
            double factor = rows[i - 1].off / rows[i - 1].pivot;
            rows[i].pivot -= factor * rows[i - 1].off;
            rows[i].solution -= factor * rows[i - 1].solution;
        }
        if (!(rows[i].pivot > PIVOT_MIN * diagonal)) {
            return false;
        }
    }
    for (uint32_t i = count; i-- > 0;) {
        double next = i + 1 < count ? rows[i].off * rows[i + 1].solution : 0.0;
        rows[i].solution = (rows[i].solution - next) / rows[i].pivot;
    }
    return true;
}

bool direct_project(const struct sweep *sweep, const struct pbd_link *links, uint32_t count,
                    float *kept, double *doubles, float *floats) {
    struct row *rows = (struct row *)(void *)doubles;
    struct edge *edges = (struct edge *)(void *)floats;
    _Static_assert(sizeof *rows == DIRECT_SCRATCH_DOUBLES * sizeof(double), "a row of scratch");
    _Static_assert(sizeof *edges == DIRECT_SCRATCH_FLOATS * sizeof(float), "a row of scratch");
    for (uint32_t i = 0; i < count; i++) {
        edges[links[i].a].rest_m = links[i].rest_m;
    }
    memcpy(kept, sweep->q, 3 * (count + 1) * sizeof *kept);
    float error = measure(sweep, count, edges, rows);
    bool solved = solve(sweep->w, count, edges, rows);
    for (uint32_t i = 0; i < count && solved; i++) {
        sweep_correct(sweep->q, sweep->w, i, i + 1, (float)rows[i].solution, edges[i].normal);
    }
    for (uint32_t halvings = 0; solved && halvings <= HALVINGS_MAX; halvings++) {
        float share = 1.0f / (float)(1u << halvings);
        float enough = fmaxf((1.0f - 0.5f * share) * error, GOOD_ENOUGH_M);
        if (measure(sweep, count, edges, rows) <= enough) {
            return true;
        }
        for (uint32_t i = 0; i < 3 * (count + 1); i++) {
            sweep->q[i] = kept[i] + 0.5f * (sweep->q[i] - kept[i]);
        }
    }
    memcpy(sweep->q, kept, 3 * (count + 1) * sizeof *kept);
    return false;
}

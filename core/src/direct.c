#include "direct.h"

#include <string.h>

#define PIVOT_MIN 1e-9      // of a row's diagonal: less is a singular matrix
#define GOOD_ENOUGH_M 1e-6f // an error that rounding leaves need not fall
enum { HALVINGS_MAX = 7 };

struct row {
    double normal[3]; // from particle i + 1 to particle i; 0: the link is left out
    double rest_m;
    double pivot, off, solution; // off: to the next link
    double give[3];              // λ n, as far as it was taken
};

// The largest |C| of rows that have been measured.
static float largest_of(uint32_t count, const struct row *rows) {
    double largest = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        largest = fabs(rows[i].solution) > largest ? fabs(rows[i].solution) : largest;
    }
    return (float)largest;
}

// Fills the rows' normals and writes the errors C as right-hand sides. Returns the largest |C|.
static float measure(const struct sweep *sweep, uint32_t count, struct row *rows) {
    for (uint32_t i = 0; i < count; i++) {
        float e[3];
        sweep_edge(sweep->x, sweep->q, i, i + 1, sweep->x == NULL, e);
        double length2 =
            (double)e[0] * (double)e[0] + (double)e[1] * (double)e[1] + (double)e[2] * (double)e[2];
        bool free = length2 > 0.0 && sweep->w[i] + sweep->w[i + 1] > 0.0f;
        double length = sqrt(length2);
        for (uint32_t c = 0; c < 3; c++) {
            rows[i].normal[c] = free ? (double)e[c] / length : 0.0;
        }
        rows[i].solution = free ? length - rows[i].rest_m : 0.0;
    }
    return largest_of(count, rows);
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Solves A λ = C in place; false if A is singular, as for a rope drawn straight between two pins.
static bool solve(const float *w, uint32_t count, struct row *rows) {
    for (uint32_t i = 0; i < count; i++) {
        double diagonal = (double)w[i] + (double)w[i + 1];
        diagonal = diagonal > 0.0 ? diagonal : 1.0;
        rows[i].off =
            i + 1 < count ? -(double)w[i + 1] * dot(rows[i].normal, rows[i + 1].normal) : 0.0;
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

static void correct(const struct sweep *sweep, uint32_t count, struct row *rows) {
    for (uint32_t i = 0; i < count; i++) {
        float pull[3];
        for (uint32_t c = 0; c < 3; c++) {
            pull[c] = (float)(rows[i].solution * rows[i].normal[c]);
            rows[i].give[c] = (double)pull[c];
        }
        sweep_correct(sweep->q, sweep->w, i, i + 1, 1.0f, pull);
    }
}

bool direct_project(const struct sweep *sweep, const struct pbd_link *links, uint32_t count,
                    float *kept, double *scratch) {
    struct row *rows = (struct row *)(void *)scratch;
    _Static_assert(sizeof *rows == DIRECT_SCRATCH_DOUBLES * sizeof(double), "a row of scratch");
    size_t bytes = 3 * ((size_t)count + 1) * sizeof *kept;
    for (uint32_t i = 0; i < count; i++) {
        rows[links[i].a].rest_m = (double)links[i].rest_m;
    }
    // What the last solution of this substep ended with is measured, unless something moved since.
    bool measured = !sweep->first && memcmp(kept, sweep->q, bytes) == 0;
    memcpy(kept, sweep->q, bytes);
    float error = measured ? largest_of(count, rows) : measure(sweep, count, rows);
    bool solved = solve(sweep->w, count, rows);
    if (solved) {
        correct(sweep, count, rows);
    }
    for (uint32_t halvings = 0; solved && halvings <= HALVINGS_MAX; halvings++) {
        float share = 1.0f / (float)(1u << halvings);
        float enough = fmaxf((1.0f - 0.5f * share) * error, GOOD_ENOUGH_M);
        if (measure(sweep, count, rows) <= enough) {
            memcpy(kept, sweep->q, bytes);
            return true;
        }
        for (uint32_t i = 0; i < 3 * (count + 1); i++) {
            sweep->q[i] = kept[i] + 0.5f * (sweep->q[i] - kept[i]);
        }
        for (uint32_t i = 0; i < 3 * count; i++) {
            rows[i / 3].give[i % 3] *= 0.5;
        }
    }
    memcpy(sweep->q, kept, bytes);
    kept[0] = NAN; // equal to nothing
    return false;
}

void direct_give(const double *scratch, uint32_t i, float give[3]) {
    const struct row *row = (const struct row *)(const void *)scratch + i;
    for (uint32_t c = 0; c < 3; c++) {
        give[c] = (float)row->give[c];
    }
}

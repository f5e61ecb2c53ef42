#include "hanging.h"

#include <math.h>

#include "catenary.h"
#include "world_internal.h"

#define LEVEL 1e-5 // of the span: pins at one height

// A row between two pins, and its frame: along from the first pin, down, and aside.
struct row {
    const struct pbd_world *world;
    struct pbd_hanging place;
    uint32_t links;
    double length_m;   // of its links at rest
    double span_m;     // along the horizontal
    double along[2];   // unit, in x and z
    bool evenly_heavy; // beads of one mass on links of one length
};

// Counts the links of the row, and adds up their lengths.
static void read_links(struct row *row) {
    const struct model *m = &row->world->model;
    const struct pbd_link *links = m->constraints[PBD_LINK];
    float rest_m = 0.0f;
    for (uint32_t i = 0; i < m->counts.of[PBD_LINK]; i++) {
        const struct pbd_link *link = &links[i];
        if (link->b != link->a + 1 || link->a < row->place.first || link->b > row->place.last) {
            continue;
        }
        row->evenly_heavy = row->evenly_heavy && (row->links == 0 || link->rest_m == rest_m);
        rest_m = link->rest_m;
        row->length_m += (double)rest_m;
        row->links++;
    }
    for (uint32_t i = row->place.first + 2; i < row->place.last; i++) {
        row->evenly_heavy = row->evenly_heavy && m->w[i] == m->w[i - 1];
    }
}

static bool read_row(const struct pbd_world *world, struct row *row) {
    const struct pbd_scene *scene = world->scene;
    *row = (struct row){.world = world, .evenly_heavy = true};
    if (scene->hangs == NULL || !scene->hangs(world->values, &row->place)) {
        return false;
    }
    const float *first = &world->model.x[3 * row->place.first];
    const float *last = &world->model.x[3 * row->place.last];
    double x = (double)last[0] - (double)first[0];
    double z = (double)last[2] - (double)first[2];
    row->span_m = sqrt(x * x + z * z);
    double rise_m = (double)last[1] - (double)first[1];
    if (!(row->span_m > 0.0) || fabs(rise_m) > LEVEL * row->span_m) {
        return false;
    }
    row->along[0] = x / row->span_m;
    row->along[1] = z / row->span_m;
    read_links(row);
    return row->links == row->place.last - row->place.first;
}

struct place {
    double t_m; // from the middle of the span
    double depth_m;
    double aside_m;
};

static struct place place_of(const struct row *row, uint32_t bead) {
    const float *first = &row->world->model.x[3 * row->place.first];
    const float *p = &row->world->model.x[3 * bead];
    double x = (double)p[0] - (double)first[0];
    double z = (double)p[2] - (double)first[2];
    return (struct place){
        .t_m = x * row->along[0] + z * row->along[1] - 0.5 * row->span_m,
        .depth_m = (double)first[1] - (double)p[1],
        .aside_m = z * row->along[0] - x * row->along[1],
    };
}

static double measure_sag(const struct row *row) {
    double sag_m = 0.0;
    for (uint32_t i = row->place.first; i <= row->place.last; i++) {
        sag_m = fmax(sag_m, place_of(row, i).depth_m);
    }
    return sag_m;
}

// Largest distance of a bead from a curve.
static double measure_error(const struct row *row, const struct hanging_curve *curve) {
    double error_m = isnan(curve->sag_m) ? (double)NAN : 0.0;
    for (uint32_t i = row->place.first + 1; i < row->place.last && !isnan(error_m); i++) {
        struct place at = place_of(row, i);
        error_m = hanging_curve_distance(curve, at.t_m, at.depth_m, at.aside_m, error_m);
    }
    return error_m;
}

// Follows the links from pin to pin, and compares bead by bead.
static void measure_links(const struct row *row, double values[PBD_MEASURE_COUNT]) {
    double pull = catenary_links_pull(row->links, row->span_m, row->length_m);
    if (!row->evenly_heavy || isnan(pull)) {
        return;
    }
    double link_m = row->length_m / (double)row->links;
    double t_m = -0.5 * row->span_m;
    double depth_m = 0.0;
    double sag_m = 0.0;
    double error_m = 0.0;
    for (uint32_t i = 0; i + 1 < row->links; i++) {
        double vertical = catenary_links_vertical(row->links, i);
        double all = sqrt(pull * pull + vertical * vertical);
        t_m += link_m * pull / all;
        depth_m += link_m * vertical / all;
        struct place at = place_of(row, row->place.first + i + 1);
        double off[3] = {at.t_m - t_m, at.depth_m - depth_m, at.aside_m};
        double distance_m = sqrt(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]);
        sag_m = fmax(sag_m, depth_m);
        error_m = fmax(error_m, distance_m);
    }
    values[PBD_MEASURE_CATENARY_H] = pull;
    values[PBD_MEASURE_CATENARY_DISCRETE_SAG] = sag_m;
    values[PBD_MEASURE_CATENARY_DISCRETE_ERROR] = error_m;
}

void hanging_measure(const struct pbd_world *world, double values[PBD_MEASURE_COUNT]) {
    struct row row;
    if (!read_row(world, &row)) {
        return;
    }
    values[PBD_MEASURE_SAG] = measure_sag(&row);
    if (row.place.deck) {
        const struct hanging_curve curve = parabola_curve(row.links, row.span_m, row.length_m);
        values[PBD_MEASURE_PARABOLA_SAG] = curve.sag_m;
        values[PBD_MEASURE_PARABOLA_ERROR] = measure_error(&row, &curve);
        return;
    }
    const struct hanging_curve curve = catenary_curve(row.span_m, row.length_m);
    values[PBD_MEASURE_CATENARY_A] = curve.a_m;
    values[PBD_MEASURE_CATENARY_SAG] = curve.sag_m;
    values[PBD_MEASURE_CATENARY_ERROR] = measure_error(&row, &curve);
    measure_links(&row, values);
}

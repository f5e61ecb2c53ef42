#include "loom.h"

#include <string.h>

#include "kernels.h"
#include "sweep.h"
#include "two_ends.h"
#include "world_internal.h"

enum { PAD = 16, SPARE = 8 }; // floats: the widest vector, and room for a run that begins one later

static uint32_t rounded_up(uint32_t count, uint32_t to) {
    return (count + to - 1) / to * to;
}

static uint32_t pitch_of(uint32_t columns) {
    return rounded_up((columns + 1) / 2, PAD) + SPARE;
}

size_t loom_floats(uint32_t rows, uint32_t columns) {
    return 14 * (size_t)rows * pitch_of(columns);
}

void loom_lay_out(struct loom *loom, uint32_t rows, uint32_t columns, float *memory) {
    uint32_t pitch = pitch_of(columns);
    size_t plane = 6 * (size_t)rows * pitch;
    loom->rows = rows;
    loom->columns = columns;
    loom->pitch = pitch;
    loom->q = memory;
    loom->x = memory + plane;
    loom->w = memory + 2 * plane;
}

// ---- whether there is one ----------------------------------------------------------------------

// Where a walk over a batch of constraints is, and whether it has been as expected so far.
struct check {
    const struct pbd_grid *grid;
    const struct two_ends *next; // links have the same shape
    float length_m;
    bool as_expected;
};

static void expect(struct check *check, uint32_t row_a, uint32_t column_a, uint32_t row_b,
                   uint32_t column_b) {
    const struct pbd_grid *grid = check->grid;
    const struct two_ends *ends = check->next++;
    check->as_expected = check->as_expected &&
                         ends->a == grid->first + row_a * grid->columns + column_a &&
                         ends->b == grid->first + row_b * grid->columns + column_b &&
                         ends->length_m == check->length_m;
}

static bool are_links(const struct pbd_grid *grid, const struct two_ends *links) {
    struct check check = {grid, links, links[0].length_m, true};
    for (uint32_t r = 0; r + 1 < grid->rows; r++) {
        for (uint32_t c = 0; c < grid->columns; c++) {
            expect(&check, r, c, r + 1, c);
        }
    }
    for (uint32_t parity = 0; parity < 2; parity++) {
        for (uint32_t r = 0; r < grid->rows; r++) {
            for (uint32_t c = parity; c + 1 < grid->columns; c += 2) {
                expect(&check, r, c, r, c + 1);
            }
        }
    }
    return check.as_expected;
}

static bool are_floors(const struct pbd_grid *grid, const struct two_ends *floors) {
    struct check check = {grid, floors, floors[0].length_m, true};
    for (uint32_t pass = 0; pass < 4; pass++) {
        for (uint32_t r = 0; r + 1 < grid->rows; r++) {
            for (uint32_t c = pass % 2; c + 1 < grid->columns; c += 2) {
                uint32_t down = pass / 2; // 0: ↘, 1: ↗
                expect(&check, r + down, c, r + 1 - down, c + 1);
            }
        }
    }
    return check.as_expected;
}

static bool are_tethers(const struct pbd_grid *grid, const struct two_ends *tethers) {
    struct check check = {grid, tethers, 0.0f, true};
    for (uint32_t r = 1; r < grid->rows; r++) {
        check.length_m = check.next->length_m;
        for (uint32_t c = 0; c < grid->columns; c++) {
            expect(&check, r, c, 0, c);
        }
    }
    return check.as_expected;
}

// From the last row backwards, as long as masses are those of the last particle.
static uint32_t find_alike(const struct loom *loom, const float *w) {
    uint32_t particle = loom->rows * loom->columns;
    float last = w[particle - 1];
    while (particle > 0 && w[particle - 1] == last) {
        particle--;
    }
    return (particle + loom->columns - 1) / loom->columns;
}

static void spread_masses(struct loom *loom, const float *w) {
    for (size_t i = 0; i < 2 * (size_t)loom->rows * loom->pitch; i++) {
        loom->w[i] = NAN;
    }
    for (uint32_t r = 0; r < loom->rows; r++) {
        for (uint32_t i = 0; i < loom->columns; i++) {
            loom->w[(2 * (size_t)r + i % 2) * loom->pitch + i / 2] = w[r * loom->columns + i];
        }
    }
    loom->alike_from = find_alike(loom, w);
}

// The only batch of a kind; NULL if there is none or there are several.
static const struct batch *only_batch(const struct model *m, enum pbd_kind kind) {
    const struct batch *found = NULL;
    for (uint32_t i = 0; i < m->batch_count; i++) {
        if (m->batches[i].kind == kind) {
            if (found != NULL) {
                return NULL;
            }
            found = &m->batches[i];
        }
    }
    return found;
}

void loom_find(struct loom *loom, const struct model *m) {
    const struct batch *links = only_batch(m, PBD_LINK);
    const struct batch *floors = only_batch(m, PBD_FLOOR);
    const struct batch *tethers = only_batch(m, PBD_TETHER);
    loom->is_there = false;
    const struct pbd_grid *grid = &m->grids[0];
    if (links == NULL || floors == NULL || m->grid_count != 1 || grid->rows != loom->rows ||
        grid->columns != loom->columns) {
        return;
    }
    uint32_t quads = (grid->rows - 1) * (grid->columns - 1);
    uint32_t warp = (grid->rows - 1) * grid->columns;
    _Static_assert(sizeof(struct pbd_link) == sizeof(struct two_ends), "links are two ends too");
    loom->is_there = links->count == warp + grid->rows * (grid->columns - 1) &&
                     floors->count == 2 * quads && floors == links + 1 && m->springs == 0 &&
                     are_links(grid, m->constraints[PBD_LINK]) &&
                     are_floors(grid, m->constraints[PBD_FLOOR]);
    loom->first = grid->first;
    loom->links = (uint32_t)(links - m->batches);
    loom->tethers =
        tethers != NULL && tethers->count == warp && are_tethers(grid, m->constraints[PBD_TETHER])
            ? (uint32_t)(tethers - m->batches)
            : UINT32_MAX;
    spread_masses(loom, &m->w[loom->first]);
}

// ---- to the loom and back ----------------------------------------------------------------------

// Eight particles at a time, in vectors that every processor has. Of eight in a row, 24 floats are
//
//     x0 y0 z0 x1 │ y1 z1 x2 y2 │ z2 x3 y3 z3 │ x4 y4 z4 x5 │ y5 z5 x6 y6 │ z6 x7 y7 z7
typedef float four __attribute__((vector_size(16)));
enum { GROUP = 8 };
#define PICK(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)

static four load_four(const float *from) {
    four v;
    memcpy(&v, from, sizeof v);
    return v;
}

static void store_four(float *to, four v) {
    memcpy(to, &v, sizeof v);
}

static void spread_group(const float *flat, float *planes, size_t pitch) {
    four v[6];
    for (uint32_t i = 0; i < 6; i++) {
        v[i] = load_four(&flat[4 * i]);
    }
    // Pairs of what stands six floats apart, and of those the first and the second half.
    four a = PICK(v[0], v[1], 0, 6, 1, 7); // x0 x2 y0 y2
    four b = PICK(v[3], v[4], 0, 6, 1, 7); // x4 x6 y4 y6
    four c = PICK(v[0], v[2], 2, 4, 3, 5); // z0 z2 x1 x3
    four d = PICK(v[3], v[5], 2, 4, 3, 5); // z4 z6 x5 x7
    four e = PICK(v[1], v[2], 0, 6, 1, 7); // y1 y3 z1 z3
    four f = PICK(v[4], v[5], 0, 6, 1, 7); // y5 y7 z5 z7
    store_four(&planes[0 * pitch], PICK(a, b, 0, 1, 4, 5));
    store_four(&planes[1 * pitch], PICK(c, d, 2, 3, 6, 7));
    store_four(&planes[2 * pitch], PICK(a, b, 2, 3, 6, 7));
    store_four(&planes[3 * pitch], PICK(e, f, 0, 1, 4, 5));
    store_four(&planes[4 * pitch], PICK(c, d, 0, 1, 4, 5));
    store_four(&planes[5 * pitch], PICK(e, f, 2, 3, 6, 7));
}

static void gather_group(const float *planes, float *flat, size_t pitch) {
    four even[3], odd[3];
    for (uint32_t c = 0; c < 3; c++) {
        even[c] = load_four(&planes[2 * c * pitch]);
        odd[c] = load_four(&planes[(2 * c + 1) * pitch]);
    }
    four a = PICK(even[0], even[1], 0, 4, 1, 5); // x0 y0 x2 y2
    four b = PICK(even[2], odd[0], 0, 4, 1, 5);  // z0 x1 z2 x3
    four c = PICK(odd[1], odd[2], 0, 4, 1, 5);   // y1 z1 y3 z3
    four d = PICK(even[0], even[1], 2, 6, 3, 7); // x4 y4 x6 y6
    four e = PICK(even[2], odd[0], 2, 6, 3, 7);  // z4 x5 z6 x7
    four f = PICK(odd[1], odd[2], 2, 6, 3, 7);   // y5 z5 y7 z7
    store_four(&flat[0], PICK(a, b, 0, 1, 4, 5));
    store_four(&flat[4], PICK(c, a, 0, 1, 6, 7));
    store_four(&flat[8], PICK(b, c, 2, 3, 6, 7));
    store_four(&flat[12], PICK(d, e, 0, 1, 4, 5));
    store_four(&flat[16], PICK(f, d, 0, 1, 6, 7));
    store_four(&flat[20], PICK(e, f, 2, 3, 6, 7));
}

static void spread(const struct loom *loom, const float *flat, float *planes) {
    size_t pitch = loom->pitch;
    for (uint32_t r = 0; r < loom->rows; r++) {
        const float *row = &flat[3 * (loom->first + (size_t)r * loom->columns)];
        float *runs = &planes[6 * r * pitch];
        uint32_t i = 0;
        for (; i + GROUP <= loom->columns; i += GROUP) {
            spread_group(&row[3 * i], &runs[i / 2], pitch);
        }
        for (i *= 3; i < 3 * loom->columns; i++) {
            runs[(2 * (i % 3) + i / 3 % 2) * pitch + i / 6] = row[i];
        }
    }
}

static void gather(const struct loom *loom, const float *planes, float *flat) {
    size_t pitch = loom->pitch;
    for (uint32_t r = 0; r < loom->rows; r++) {
        float *row = &flat[3 * (loom->first + (size_t)r * loom->columns)];
        const float *runs = &planes[6 * r * pitch];
        uint32_t i = 0;
        for (; i + GROUP <= loom->columns; i += GROUP) {
            gather_group(&runs[i / 2], &row[3 * i], pitch);
        }
        for (i *= 3; i < 3 * loom->columns; i++) {
            row[i] = runs[(2 * (i % 3) + i / 3 % 2) * pitch + i / 6];
        }
    }
}

void loom_begin(struct loom *loom, const struct sweep *sweep) {
    if (sweep->x != NULL) {
        spread(loom, sweep->x, loom->x);
    }
    loom->holds_q = false;
}

void loom_take(struct loom *loom, const struct sweep *sweep) {
    if (!loom->holds_q) {
        spread(loom, sweep->q, loom->q);
        loom->holds_q = true;
    }
}

void loom_give_back(struct loom *loom, const struct sweep *sweep) {
    if (loom->holds_q) {
        gather(loom, loom->q, sweep->q);
        loom->holds_q = false;
    }
}

static bool place_of(const struct loom *loom, uint32_t particle, size_t *at) {
    uint32_t index = particle - loom->first;
    uint32_t r = index / loom->columns;
    uint32_t column = index % loom->columns;
    *at = (6 * (size_t)r + column % 2) * loom->pitch + column / 2;
    return particle >= loom->first && r < loom->rows;
}

void loom_lend(const struct loom *loom, uint32_t particle, float q[3]) {
    size_t at;
    for (uint32_t c = 0; c < 3 && loom->holds_q && place_of(loom, particle, &at); c++) {
        q[c] = loom->q[at + 2 * (size_t)loom->pitch * c];
    }
}

void loom_return(struct loom *loom, uint32_t particle, const float q[3]) {
    size_t at;
    for (uint32_t c = 0; c < 3 && loom->holds_q && place_of(loom, particle, &at); c++) {
        loom->q[at + 2 * (size_t)loom->pitch * c] = q[c];
    }
}

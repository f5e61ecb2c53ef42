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
}

// ---- to the loom and back ----------------------------------------------------------------------

// Where an axis of a particle's row begins, by the parity of the column.
static float *run_at(float *planes, const struct loom *loom, uint32_t r, uint32_t c,
                     uint32_t parity) {
    return &planes[(6 * (size_t)r + 2 * c + parity) * loom->pitch];
}

static void spread(const struct loom *loom, const float *flat, float *planes) {
    for (uint32_t r = 0; r < loom->rows; r++) {
        const float *row = &flat[3 * (loom->first + (size_t)r * loom->columns)];
        for (uint32_t c = 0; c < 3; c++) {
            for (uint32_t parity = 0; parity < 2; parity++) {
                float *run = run_at(planes, loom, r, c, parity);
                for (uint32_t i = 0; 2 * i + parity < loom->columns; i++) {
                    run[i] = row[3 * (2 * i + parity) + c];
                }
            }
        }
    }
}

static void gather(const struct loom *loom, float *planes, float *flat) {
    for (uint32_t r = 0; r < loom->rows; r++) {
        float *row = &flat[3 * (loom->first + (size_t)r * loom->columns)];
        for (uint32_t c = 0; c < 3; c++) {
            for (uint32_t parity = 0; parity < 2; parity++) {
                const float *run = run_at(planes, loom, r, c, parity);
                for (uint32_t i = 0; 2 * i + parity < loom->columns; i++) {
                    row[3 * (2 * i + parity) + c] = run[i];
                }
            }
        }
    }
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

void loom_begin(struct loom *loom, const struct sweep *sweep) {
    spread_masses(loom, &sweep->w[loom->first]);
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

// The kernels of a weave on its loom. loom.h has the drawing.
#ifndef KERNELS_LOOM_H
#define KERNELS_LOOM_H

#include "lanes.h"
#include "loom.h"
#include "sweep.h"
#include "two_ends.h"

// A run of particles: one axis after another, at a distance of two pitches.
struct run {
    float *q;
    const float *x;
    const float *w;
};

// Of row r the even or odd columns, from the one with this index.
LANES_INLINE struct run run_of(const struct loom *loom, uint32_t r, uint32_t parity,
                               uint32_t index) {
    size_t at = (6 * (size_t)r + parity) * loom->pitch + index;
    return (struct run){&loom->q[at], &loom->x[at],
                        &loom->w[(2 * (size_t)r + parity) * loom->pitch + index]};
}

// e = p_a − p_b of the vectors at `i`, and its squared length.
LANES_INLINE vec edges(const struct run *a, const struct run *b, uint32_t i, size_t axis,
                       bool plain, const vec qa[3], const vec qb[3], vec e[3]) {
    for (uint32_t c = 0; c < 3; c++) {
        e[c] = qa[c] - qb[c];
        if (!plain) {
            e[c] = (vec_load(&a->x[c * axis + i]) - vec_load(&b->x[c * axis + i])) + e[c];
        }
    }
    return e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
}

LANES_INLINE void load_axes(const float *from, size_t axis, vec v[3]) {
    for (uint32_t c = 0; c < 3; c++) {
        v[c] = vec_load(&from[c * axis]);
    }
}

// What is known of the constraints in two runs before they are looked at: constants.
struct kind {
    bool plain;  // in plain positions
    bool floors; // else links
    bool alike;  // all masses of both runs are the same
};

// Solves the constraints between a vector of a and one of b, as distance.c and floor.c do one.
LANES_INLINE void join(const struct run *a, const struct run *b, uint32_t i, size_t axis,
                       struct kind kind, vec stiffness, vec rest) {
    vec qa[3], qb[3], e[3];
    load_axes(&a->q[i], axis, qa);
    load_axes(&b->q[i], axis, qb);
    vec length2 = edges(a, b, i, axis, kind.plain, qa, qb, e);
    vec wb = vec_load(&b->w[i]);
    vec wa = kind.alike ? wb : vec_load(&a->w[i]);
    vec weight = wa + wb;
    mask solved = (length2 > vec_all(SWEEP_LENGTH2_MIN)) & (weight > vec_all(0.0f));
    if (kind.floors) {
        solved &= length2 < rest * rest;
        if (!mask_any(solved)) {
            return;
        }
    }
    vec length = vec_sqrt(length2);
    vec error = kind.floors ? length - rest : stiffness * (length - rest);
    vec s = error / (length * weight);
    vec sa = vec_where(solved, wa * s);
    vec sb = kind.alike ? sa : vec_where(solved, wb * s);
    for (uint32_t c = 0; c < 3; c++) {
        vec_store(&a->q[c * axis + i], qa[c] - sa * e[c]);
        vec_store(&b->q[c * axis + i], qb[c] + sb * e[c]);
    }
}

// A family of constraints at one row: of which rows and columns its runs are, from row r on.
struct family {
    struct {
        uint32_t row, parity, index;
    } a, b;
    bool floors;
};

LANES_INLINE void solve_family(const struct loom *loom, const struct family family, uint32_t r,
                               uint32_t count, bool plain, vec stiffness, vec rest) {
    const struct kind kind = {plain, family.floors, false};
    const struct kind alike = {plain, family.floors, true};
    uint32_t last = r + (family.a.row > family.b.row ? family.a.row : family.b.row);
    if (r >= loom->rows || last >= loom->rows) { // r may be less than 0
        return;
    }
    const struct run a = run_of(loom, r + family.a.row, family.a.parity, family.a.index);
    const struct run b = run_of(loom, r + family.b.row, family.b.parity, family.b.index);
    const size_t axis = 2 * (size_t)loom->pitch;
    if (r >= loom->alike_from) {
        for (uint32_t i = 0; i < count; i += LANES) {
            join(&a, &b, i, axis, alike, stiffness, rest);
        }
    } else {
        for (uint32_t i = 0; i < count; i += LANES) {
            join(&a, &b, i, axis, kind, stiffness, rest);
        }
    }
}

// Families that touch the same rows are at least a row apart from one round to the next: by then
// what was stored has left for the cache, and can be loaded at another offset without waiting.
LANES_INLINE void sweep_rows(const struct loom_task *task, bool plain) {
    const struct loom loom = *task->loom;
    const uint32_t even = (loom.columns + 1) / 2;
    const uint32_t odd = loom.columns / 2; // so many quads begin in an even column, too
    const uint32_t odd_quads = (loom.columns - 1) / 2;
    const vec k = vec_all(task->stiffness);
    const vec link = vec_all(task->link_m);
    const vec floor = vec_all(task->floor_m);
    const struct family even_warp = {{0, 0, 0}, {1, 0, 0}, false};
    const struct family odd_warp = {{0, 1, 0}, {1, 1, 0}, false};
    const struct family even_weft = {{0, 0, 0}, {0, 1, 0}, false};
    const struct family odd_weft = {{0, 1, 0}, {0, 0, 1}, false};
    const struct family even_down = {{0, 0, 0}, {1, 1, 0}, true};
    const struct family odd_down = {{0, 1, 0}, {1, 0, 1}, true};
    const struct family even_up = {{1, 0, 0}, {0, 1, 0}, true};
    const struct family odd_up = {{1, 1, 0}, {0, 0, 1}, true};
    for (uint32_t t = 0; t < loom.rows + 9; t++) {
        solve_family(&loom, even_warp, t, even, plain, k, link);
        solve_family(&loom, odd_warp, t, odd, plain, k, link);
        solve_family(&loom, even_weft, t - 1, odd, plain, k, link);
        solve_family(&loom, odd_weft, t - 2, odd_quads, plain, k, link);
        solve_family(&loom, even_down, t - 4, odd, plain, k, floor);
        solve_family(&loom, odd_down, t - 6, odd_quads, plain, k, floor);
        solve_family(&loom, even_up, t - 7, odd, plain, k, floor);
        solve_family(&loom, odd_up, t - 9, odd_quads, plain, k, floor);
    }
}

static void loom_sweep(const struct loom_task *task) {
    if (task->plain) {
        sweep_rows(task, true);
    } else {
        sweep_rows(task, false);
    }
}

// Of the warp's particles to the pin at its head, as tether.c does one.
LANES_INLINE void tether_run(struct run a, struct run pin, uint32_t count, size_t axis, bool plain,
                             float reach_m) {
    const vec reach = vec_all(reach_m);
    for (uint32_t i = 0; i < count; i += LANES) {
        vec qa[3], qb[3], e[3];
        load_axes(&a.q[i], axis, qa);
        load_axes(&pin.q[i], axis, qb);
        vec length2 = edges(&a, &pin, i, axis, plain, qa, qb, e);
        mask taut = ~(length2 <= reach * reach) & (vec_load(&a.w[i]) != vec_all(0.0f)) &
                    mask_first(count - i);
        if (!mask_any(taut)) {
            continue;
        }
        vec length = vec_sqrt(length2);
        vec s = (reach - length) / length;
        for (uint32_t c = 0; c < 3; c++) {
            vec_store(&a.q[c * axis + i], vec_select(taut, qa[c] + s * e[c], qa[c]));
        }
    }
}

LANES_INLINE void tether_rows(const struct loom_task *task, bool plain) {
    const struct loom loom = *task->loom;
    const size_t axis = 2 * (size_t)loom.pitch;
    for (uint32_t r = 1; r < loom.rows; r++) {
        float reach_m = task->tethers[(size_t)(r - 1) * loom.columns].length_m;
        for (uint32_t parity = 0; parity < 2; parity++) {
            tether_run(run_of(&loom, r, parity, 0), run_of(&loom, 0, parity, 0),
                       (loom.columns + 1 - parity) / 2, axis, plain, reach_m);
        }
    }
}

static void loom_tethers(const struct loom_task *task) {
    if (task->plain) {
        tether_rows(task, true);
    } else {
        tether_rows(task, false);
    }
}

#endif

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

// Solves the constraints between a vector of a and one of b, as distance.c and floor.c do one:
// those in `wanted` that can be.
LANES_INLINE void join(const struct run *a, const struct run *b, uint32_t i, size_t axis,
                       mask wanted, bool plain, bool floors, vec stiffness, vec rest) {
    vec qa[3], qb[3], e[3];
    load_axes(&a->q[i], axis, qa);
    load_axes(&b->q[i], axis, qb);
    vec length2 = edges(a, b, i, axis, plain, qa, qb, e);
    vec wa = vec_load(&a->w[i]);
    vec wb = vec_load(&b->w[i]);
    vec weight = wa + wb;
    mask solved = wanted & (length2 > vec_all(SWEEP_LENGTH2_MIN)) & (weight != vec_all(0.0f));
    if (floors) {
        solved &= length2 < rest * rest;
        if (!mask_any(solved)) {
            return;
        }
    }
    vec length = vec_sqrt(length2);
    vec error = floors ? length - rest : stiffness * (length - rest);
    vec s = error / (length * weight);
    vec sa = wa * s;
    vec sb = wb * s;
    bool all = !floors && mask_every(solved);
    for (uint32_t c = 0; c < 3; c++) {
        vec to_a = qa[c] - sa * e[c];
        vec to_b = qb[c] + sb * e[c];
        vec_store(&a->q[c * axis + i], all ? to_a : vec_select(solved, to_a, qa[c]));
        vec_store(&b->q[c * axis + i], all ? to_b : vec_select(solved, to_b, qb[c]));
    }
}

// Solves `count` constraints between neighbours in two runs.
LANES_INLINE void join_runs(struct run a, struct run b, uint32_t count, size_t axis, bool plain,
                            bool floors, vec stiffness, vec rest) {
    uint32_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        join(&a, &b, i, axis, ~(mask){0}, plain, floors, stiffness, rest);
    }
    if (i < count) {
        join(&a, &b, i, axis, mask_first(count - i), plain, floors, stiffness, rest);
    }
}

LANES_INLINE void sweep_rows(const struct loom_task *task, bool plain) {
    const struct loom loom = *task->loom;
    const size_t axis = 2 * (size_t)loom.pitch;
    const uint32_t even = (loom.columns + 1) / 2; // columns, and quads by their left column
    const uint32_t odd = loom.columns / 2;
    const uint32_t odd_quads = (loom.columns - 1) / 2;
    const vec k = vec_all(task->stiffness);
    const vec link = vec_all(task->link_m);
    const vec floor = vec_all(task->floor_m);
    for (uint32_t t = 0; t < loom.rows + 3; t++) {
        if (t + 1 < loom.rows) {
            join_runs(run_of(&loom, t, 0, 0), run_of(&loom, t + 1, 0, 0), even, axis, plain, false,
                      k, link);
            join_runs(run_of(&loom, t, 1, 0), run_of(&loom, t + 1, 1, 0), odd, axis, plain, false,
                      k, link);
        }
        if (t < loom.rows) {
            join_runs(run_of(&loom, t, 0, 0), run_of(&loom, t, 1, 0), odd, axis, plain, false, k,
                      link);
            join_runs(run_of(&loom, t, 1, 0), run_of(&loom, t, 0, 1), odd_quads, axis, plain, false,
                      k, link);
        }
        if (t >= 1 && t < loom.rows) {
            join_runs(run_of(&loom, t - 1, 0, 0), run_of(&loom, t, 1, 0), odd, axis, plain, true, k,
                      floor);
        }
        if (t >= 2 && t - 1 < loom.rows) {
            join_runs(run_of(&loom, t - 2, 1, 0), run_of(&loom, t - 1, 0, 1), odd_quads, axis,
                      plain, true, k, floor);
            join_runs(run_of(&loom, t - 1, 0, 0), run_of(&loom, t - 2, 1, 0), odd, axis, plain,
                      true, k, floor);
        }
        if (t >= 3 && t - 2 < loom.rows) {
            join_runs(run_of(&loom, t - 2, 1, 0), run_of(&loom, t - 3, 0, 1), odd_quads, axis,
                      plain, true, k, floor);
        }
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

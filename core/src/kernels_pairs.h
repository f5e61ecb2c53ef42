// The kernels of self-contact: LANES pairs at once.
#ifndef KERNELS_PAIRS_H
#define KERNELS_PAIRS_H

#include "kernels_neighbours.h"
#include "lanes.h"
#include "segment.h"
#include "self_contact.h"
#include "touch.h"

// A vector in each lane, and what is in the fourth of it.
struct vectors {
    vec c[3];
    vec fourth;
};

// Row `row` of what each lane has `rows` of.
LANES_INLINE struct vectors gather(const xyz *from, const uint32_t numbers[LANES], uint32_t rows,
                                   uint32_t row) {
    xyz r[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        r[i] = from[(size_t)numbers[i] * rows + row];
    }
#if LANES == 4
    vec low = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5);
    vec low_too = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5);
    vec high = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7);
    vec high_too = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
    return (struct vectors){{__builtin_shufflevector(low, low_too, 0, 1, 4, 5),
                             __builtin_shufflevector(low, low_too, 2, 3, 6, 7),
                             __builtin_shufflevector(high, high_too, 0, 1, 4, 5)},
                            __builtin_shufflevector(high, high_too, 2, 3, 6, 7)};
#elif LANES == 8
    vec q[4];
    for (uint32_t i = 0; i < 4; i++) {
        q[i] = __builtin_shufflevector(r[i], r[i + 4], 0, 1, 2, 3, 4, 5, 6, 7);
    }
    vec low = __builtin_shufflevector(q[0], q[1], 0, 8, 1, 9, 4, 12, 5, 13);
    vec low_too = __builtin_shufflevector(q[2], q[3], 0, 8, 1, 9, 4, 12, 5, 13);
    vec high = __builtin_shufflevector(q[0], q[1], 2, 10, 3, 11, 6, 14, 7, 15);
    vec high_too = __builtin_shufflevector(q[2], q[3], 2, 10, 3, 11, 6, 14, 7, 15);
    return (struct vectors){{__builtin_shufflevector(low, low_too, 0, 1, 8, 9, 4, 5, 12, 13),
                             __builtin_shufflevector(low, low_too, 2, 3, 10, 11, 6, 7, 14, 15),
                             __builtin_shufflevector(high, high_too, 0, 1, 8, 9, 4, 5, 12, 13)},
                            __builtin_shufflevector(high, high_too, 2, 3, 10, 11, 6, 7, 14, 15)};
#else
    float lanes[4][LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        for (uint32_t c = 0; c < 4; c++) {
            lanes[c][i] = r[i][c];
        }
    }
    return (struct vectors){{vec_load(lanes[0]), vec_load(lanes[1]), vec_load(lanes[2])},
                            vec_load(lanes[3])};
#endif
}

LANES_INLINE struct vectors edge(struct vectors a, struct vectors b) {
    return (struct vectors){.c = {a.c[0] - b.c[0], a.c[1] - b.c[1], a.c[2] - b.c[2]}};
}

LANES_INLINE vec dot(struct vectors a, struct vectors b) {
    return a.c[0] * b.c[0] + a.c[1] * b.c[1] + a.c[2] * b.c[2];
}

// a > b ? a : b, and a < b ? a : b.
LANES_INLINE vec larger(vec a, vec b) {
#if defined(__x86_64__) && LANES == 4
    return (vec)_mm_max_ps((__m128)a, (__m128)b);
#elif defined(__AVX__) && LANES == 8
    return (vec)_mm256_max_ps((__m256)a, (__m256)b);
#else
    return vec_select(a > b, a, b);
#endif
}

LANES_INLINE vec smaller(vec a, vec b) {
#if defined(__x86_64__) && LANES == 4
    return (vec)_mm_min_ps((__m128)a, (__m128)b);
#elif defined(__AVX__) && LANES == 8
    return (vec)_mm256_min_ps((__m256)a, (__m256)b);
#else
    return vec_select(a < b, a, b);
#endif
}

// As segment_unit().
LANES_INLINE vec unit(vec part) {
    return smaller(vec_all(1.0f), larger(vec_all(0.0f), part));
}

// Where they are nearest.
struct nearest {
    vec part_a, part_b;
    struct vectors e;
};

// As segment_nearest(): what would not be looked at there is worked out too, and not taken.
LANES_INLINE struct nearest nearest_of(struct vectors a0, struct vectors a1, struct vectors b0,
                                       struct vectors b1) {
    const struct vectors u = edge(a1, a0);
    const struct vectors v = edge(b1, b0);
    const struct vectors r = edge(a0, b0);
    const vec zero = vec_all(0.0f);
    vec uu = dot(u, u);
    vec vv = dot(v, v);
    vec uv = dot(u, v);
    vec ur = dot(u, r);
    vec vr = dot(v, r);
    mask a_is_long = uu > vec_all(SWEEP_LENGTH2_MIN);
    mask b_is_long = vv > vec_all(SWEEP_LENGTH2_MIN);
    vec sine2 = uu * vv - uv * uv;
    vec crossing = unit((uv * vr - ur * vv) / sine2);
    vec at_b0 = unit(-ur / uu);
    vec at_b1 = unit((uv - ur) / uu);
    vec s = vec_select(sine2 > vec_all(SEGMENT_PARALLEL_SINE2) * uu * vv, crossing,
                       vec_all(0.5f) * (at_b0 + at_b1));
    vec t = (uv * s + vr) / vv;
    vec held = unit(t);
    s = vec_select((t < zero) | (t > vec_all(1.0f)), unit((uv * held - ur) / uu), s);
    s = vec_select(a_is_long, vec_select(b_is_long, s, at_b0), zero);
    t = vec_select(b_is_long, vec_select(a_is_long, held, unit(vr / vv)), zero);
    struct nearest nearest = {.part_a = s, .part_b = t};
    for (uint32_t c = 0; c < 3; c++) {
        nearest.e.c[c] = r.c[c] + s * u.c[c] - t * v.c[c];
    }
    return nearest;
}

LANES_INLINE vec length2_of(struct vectors a) {
    return dot(a, a);
}

// The bodies of LANES pairs.
struct numbers {
    uint32_t i[LANES], j[LANES];
};

enum { SHAPE_ROWS = sizeof(struct self_shape) / sizeof(xyz) };

LANES_INLINE mask are_neighbours(const xyz *rows, const struct numbers *numbers) {
    const struct vectors one = gather(rows, numbers->i, SHAPE_ROWS, 4);
    const struct vectors other = gather(rows, numbers->j, SHAPE_ROWS, 4);
    vec apart = one.fourth + other.fourth;
    return length2_of(edge(one, other)) < apart * apart;
}

// Whose distance is within what they may come nearer.
LANES_INLINE mask may_meet(const struct self_search *search, const xyz *rows,
                           const struct numbers *numbers) {
    const uint32_t *i = numbers->i;
    const uint32_t *j = numbers->j;
    const struct nearest nearest =
        nearest_of(gather(rows, i, SHAPE_ROWS, 0), gather(rows, i, SHAPE_ROWS, 1),
                   gather(rows, j, SHAPE_ROWS, 0), gather(rows, j, SHAPE_ROWS, 1));
    const struct vectors a0 = gather(rows, i, SHAPE_ROWS, 2);
    const struct vectors a1 = gather(rows, i, SHAPE_ROWS, 3);
    const struct vectors b0 = gather(rows, j, SHAPE_ROWS, 2);
    const struct vectors b1 = gather(rows, j, SHAPE_ROWS, 3);
    vec way2 = larger(larger(length2_of(edge(a0, b0)), length2_of(edge(a0, b1))),
                      larger(length2_of(edge(a1, b0)), length2_of(edge(a1, b1))));
    vec reach =
        vec_all(search->thickness_m + search->slack_m) + vec_all(search->substeps) * vec_sqrt(way2);
    return length2_of(nearest.e) <= reach * reach;
}

// What does not fill a vector is filled up with what comes last.
static uint32_t keep_near(const struct self_search *search, struct neighbour_pair *pairs,
                          uint32_t count) {
    const xyz *rows = (const xyz *)search->shapes;
    uint32_t kept = 0;
    for (uint32_t lane = 0; lane < LANES && count > 0; lane++) {
        pairs[count + lane] = pairs[count - 1];
    }
    for (uint32_t k = 0; k < count; k += LANES) {
        struct numbers numbers;
        for (uint32_t lane = 0; lane < LANES; lane++) {
            numbers.i[lane] = pairs[k + lane].i;
            numbers.j[lane] = pairs[k + lane].j;
        }
        uint32_t bits =
            mask_bits(may_meet(search, rows, &numbers) & ~are_neighbours(rows, &numbers));
        bits &= count - k < LANES ? (1u << (count - k)) - 1 : ~0u;
        for (uint32_t lane = 0; lane < LANES; lane++) { // without branches
            pairs[kept] = pairs[k + lane];
            kept += bits >> lane & 1;
        }
    }
    return kept;
}

// The particles of LANES pairs.
struct ends {
    uint32_t a[2][LANES], b[2][LANES];
};

// w × share² of the ends, in the order of shares_of().
LANES_INLINE vec weight_of(const float *w, const struct ends *ends, vec part_a, vec part_b) {
    const vec shares[2][2] = {{vec_all(1.0f) - part_a, vec_all(1.0f) - part_b}, {part_a, part_b}};
    vec weight = vec_all(0.0f);
    for (uint32_t end = 0; end < 2; end++) {
        vec wa, wb;
        for (uint32_t lane = 0; lane < LANES; lane++) {
            wa[lane] = w[ends->a[end][lane]];
            wb[lane] = w[ends->b[end][lane]];
        }
        weight += wa * shares[end][0] * shares[end][0] + wb * shares[end][1] * shares[end][1];
    }
    return weight;
}

// Whole vectors of pairs whose ends are not in one place, from pair i on. Returns where it stops.
static uint32_t measure_pairs(const struct self_contact *self, const float *w, uint32_t i) {
    for (; i + LANES <= self->pair_count; i += LANES) {
        struct self_pair *pairs = &self->pairs[i];
        struct ends ends;
        for (uint32_t lane = 0; lane < LANES; lane++) {
            for (uint32_t end = 0; end < 2; end++) {
                ends.a[end][lane] = pairs[lane].a[end];
                ends.b[end][lane] = pairs[lane].b[end];
            }
        }
        const struct nearest nearest =
            nearest_of(gather(self->rows, ends.a[0], 1, 0), gather(self->rows, ends.a[1], 1, 0),
                       gather(self->rows, ends.b[0], 1, 0), gather(self->rows, ends.b[1], 1, 0));
        vec length2 = dot(nearest.e, nearest.e);
        if (!mask_every(length2 > vec_all(SWEEP_LENGTH2_MIN))) {
            break;
        }
        vec length = vec_sqrt(length2);
        vec scale = vec_all(1.0f) / length;
        vec gap = larger(length - vec_all(self->thickness_m), vec_all(0.0f));
        vec weight = weight_of(w, &ends, nearest.part_a, nearest.part_b);
        for (uint32_t lane = 0; lane < LANES; lane++) {
            struct self_pair *pair = &pairs[lane];
            for (uint32_t c = 0; c < 3; c++) {
                pair->normal[c] = (nearest.e.c[c] * scale)[lane];
            }
            pair->gap_m = gap[lane];
            pair->parts[0] = nearest.part_a[lane];
            pair->parts[1] = nearest.part_b[lane];
            pair->weight = weight[lane];
            pair->pushed = (xyz){0.0f};
        }
    }
    return i;
}

#endif

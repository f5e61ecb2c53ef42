// What is done to many particles or constraints at once: one source, built for several widths of
// vectors. Each kernel gives the bits of the scalar functions that it stands in for.
#ifndef KERNELS_H
#define KERNELS_H

#include <stdbool.h>
#include <stdint.h>

#include "pbd/simd.h"

struct loom_task;
struct neighbour_pair;
struct self_contact;
struct self_search;
struct sorted_boxes;
struct strand_task;
struct sweep;

// What the prediction adds to displacements.
struct prediction {
    float *d;          // [particles][3] m
    const float *w;    // [particles] 1/kg
    const float *wind; // [particles][3] m/s²; NULL: none
    float damping;     // what is left of d
    float fall;        // m, along y
    float h2;          // s²
};

// What a substep leaves behind.
struct arrival {
    float *x, *d;   // [particles][3] m
    const float *p; // [particles][3] m: where they are to be, in plain positions; NULL: x + d
    float limit_m;  // of a displacement
};

struct kernels {
    uint32_t lanes;
    // Both go on from particle `i` as long as blocks of `lanes` particles need nothing special, and
    // return the first particle of the block that does, or of what is left over.
    uint32_t (*predict)(const struct prediction *prediction, uint32_t i, uint32_t particles);
    uint32_t (*arrive)(const struct arrival *arrival, uint32_t i, uint32_t particles);
    // See loom.h.
    void (*loom_tethers)(const struct loom_task *task);
    void (*loom_sweep)(const struct loom_task *task);
    // See strand.h.
    void (*strand_sweeps)(const struct strand_task *task);
    // See neighbours.h and self_contact.h.
    uint32_t (*overlapping)(const struct sorted_boxes *boxes, uint32_t k, float high,
                            uint32_t *next, uint32_t *hits);
    uint32_t (*keep_near)(const struct self_search *search, struct neighbour_pair *pairs,
                          uint32_t count);
    uint32_t (*measure_pairs)(const struct self_contact *self, const float *w, uint32_t i);
    void (*push_out_pairs)(const struct self_contact *self, float most_m, const float *w);
    void (*project_pairs)(const struct sweep *sweep, const struct self_contact *self);
};

// NULL for the scalar ones and for those that are not available.
const struct kernels *kernels_of(enum pbd_simd simd);

#endif

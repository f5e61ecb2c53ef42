// The inside of a step: what the next step of a world will do, constraint by constraint.
//
// It is found on a copy, so the world itself does not move. All displacements are since the
// beginning of their substep. In both forms of the step
//
//     predicted + Σ corrections, summed in double in the order of the records, rounded to float32
//         = moved,   to the bit, for every particle and axis, while `complete`.
#ifndef PBD_TRACE_H
#define PBD_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "pbd/world.h"

enum {
    PBD_TRACE_RECORDS_MAX = 16384,
    PBD_TRACE_TERMS_MAX = 65536,
    PBD_TRACE_ROWS_MAX = 262144, // particles × recorded substeps; one substep always fits
};

// What a record is of: the kinds of constraints by their numbers, then these.
enum pbd_trace_kind {
    PBD_TRACE_HAND = PBD_KIND_COUNT, // C: distance from the target
    PBD_TRACE_CONTACT,               // of a particle or link with an obstacle
    PBD_TRACE_SELF,                  // of a body with itself
    PBD_TRACE_DIRECT,                // all links solved at once: C the largest, no gradient
    PBD_TRACE_KIND_COUNT
};
extern const char *const pbd_trace_kinds[PBD_TRACE_KIND_COUNT]; // their names

// One projection that moved something.
struct pbd_trace_record {
    uint32_t substep, sweep; // from 0
    uint32_t kind;
    uint32_t first_term, terms;
};
_Static_assert(sizeof(struct pbd_trace_record) == 5 * sizeof(uint32_t), "a row of five numbers");

struct pbd_trace {
    uint64_t step; // steps made before the one that is shown
    float h_s;     // of the step
    uint32_t substeps;
    uint32_t sweeps; // per substep
    bool complete;   // false: only whole sweeps from the first on, as many as there is room for
    uint32_t particles;
    uint32_t recorded_substeps; // rows of `predicted` and `moved`

    const float *positions;  // [particles][3] m: where the step starts
    const float *predicted;  // [recorded_substeps][particles][3] m: displacements before sweeps
    const float *moved;      // [recorded_substeps][particles][3] m: and after them
    const float *final;      // [particles][3] m: where the step ends
    const float *velocities; // [particles][3] m/s: there
    uint64_t hash;           // pbd_state_hash after the step

    uint32_t record_count;
    const struct pbd_trace_record *records; // [record_count], in the order of solving
    const float *values; // [record_count]: C before the projection, m; of a volume m³; of a hinge
                         // 2 sin(δ/2)
    uint32_t term_count;
    const uint32_t *term_particles; // [term_count]
    const float *gradients;         // [term_count][3]: ∇C of this particle
    const double *corrections;      // [term_count][3] m
};

// Shows the next step. PBD_NO_MEMORY; on PBD_OK *trace is to be destroyed by the caller. Memory
// comes from the world's allocator, which must outlive the trace.
enum pbd_status pbd_world_trace(const struct pbd_world *world, struct pbd_trace **trace);
void pbd_trace_destroy(struct pbd_trace *trace); // NULL is fine

#endif

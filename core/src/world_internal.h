// The inside of a world, shared by the files that make up the solver.
//
// One block of memory holds all arrays; a rebuild makes a new block and swaps it in. `x` and `d`
// are the state: positions, and the displacements of the last substep (velocity × h/substeps). The
// step works in displacements, because in float32 a step's motion drowns in the position at small
// h.
#ifndef WORLD_INTERNAL_H
#define WORLD_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "driver.h"
#include "feeder.h"
#include "kernels.h"
#include "loom.h"
#include "obstacle.h"
#include "pbd/world.h"
#include "pins.h"
#include "self_contact.h"
#include "strand.h"
#include "timing.h"

// A run of constraints of one kind, solved in order; runs follow each other in order of creation.
struct batch {
    enum pbd_kind kind;
    uint32_t first, count;
};

#define DISPLACEMENT_MAX (2.0f * PBD_WORLD_BOUND) // m, in a substep: from end to end

enum { BATCHES_MAX = 256 };

// Which explicit springs have reached the world's bound: flags.
enum burst {
    BURST_NONE = 0,
    BURST_ALL = 1,     // as PBD_SPRINGS: nothing moves
    BURST_SPRINGS = 2, // those that a scene built: their particles stand still
    BURST_BOTH = BURST_ALL | BURST_SPRINGS
};

struct hand {
    uint32_t id;
    uint32_t particle;
    int32_t target[3];
    float force_max_n;   // its own limit; 0: only the law's
    float multiplier[3]; // λ of this substep, N s²; nothing of it outlives the substep
};

struct gust {
    uint64_t start_step;
    uint32_t duration_steps; // at each particle
    uint32_t life_steps;     // until its end has passed the last particle
    float direction[3];      // unit
    float strength;          // m/s²
    float width_m;
    uint32_t slot; // its row of model.gust_way_m
};

// What a scene builds.
struct model {
    struct pbd_counts counts;
    uint32_t rate_hz;
    float view_centre_m[3], view_radius_m;
    struct batch batches[BATCHES_MAX];
    uint32_t batch_count;
    void *block;
    float *x;    // [particles][3] m
    float *d;    // [particles][3] m
    float *w;    // [particles] 1/kg
    float *p;    // [particles][3] m, scratch: predicted positions of plain steps
    float *wind; // [particles][3] m/s², scratch
    // [PBD_GUSTS_MAX][particles] m: the way of a gust's front from where it starts to where each
    // particle was then. Only gusts with a width have one: memory of its own, from the first of
    // them on.
    float *gust_way_m;
    void *constraints[PBD_KIND_COUNT]; // [counts.of[kind]], in order of creation
    float *scratch[PBD_KIND_COUNT];    // [counts.of[kind]][scratch_floats]
    // The ground comes first; it counts while PBD_GROUND is on.
    struct obstacle obstacles[1 + PBD_OBSTACLES_MAX];
    uint32_t obstacle_count;
    float radius_m;      // of particles and links in contact
    float *touches;      // [obstacles][particles + links that touch][CONTACT_SCRATCH_FLOATS]
    double *direct_rows; // [links][DIRECT_SCRATCH_DOUBLES], paths only
    struct self_contact self;
    struct driver driver;
    struct pins pins;  // no part of the state
    uint32_t springs;  // the last of the links
    bool springs_only; // while building: links are springs from here on
    uint8_t *sprung;   // [particles] 1: joined by one of those springs
    struct {
        bool is_there;
        uint32_t particle;
        float acceleration[3]; // m/s²
    } pull;
    float steady_wind[3]; // m/s²
    struct pbd_grid grids[PBD_GRIDS_MAX];
    uint32_t grid_count;
    uint32_t *faces; // [counts.faces][3]
    struct feeder feeder;
    // No part of the state.
    struct loom loom;
    struct strands strands;
    uint8_t *marked; // [particles] while a strand is solved, 1: to be attended to; else 0
};

struct pbd_world {
    struct pbd_allocator allocator;
    const struct pbd_scene *scene;
    float values[PBD_PARAMETERS_MAX];
    struct model model;
    uint64_t step;
    uint32_t seed;
    uint32_t iterations; // in use now
    struct hand hands[PBD_HANDS_MAX];
    uint32_t hand_count;
    struct gust gusts[PBD_GUSTS_MAX];
    uint32_t gust_count;
    uint32_t burst; // enum burst
    struct pbd_counters counters;
    // Who looks on. No part of the state, and without influence on it.
    bool noting; // forces on pins, and times
    enum pbd_simd simd;
    const struct kernels *kernels; // of `simd`; NULL: scalar
    struct timing timing;
    double harmonics_hz[PBD_HARMONICS_MAX]; // what theory expects at the present values
    uint32_t harmonic_count;
    struct tracer *tracer; // NULL: none
};

// Pins never move; what waits to be paid out does.
static inline bool model_is_pin(const struct model *model, uint32_t particle) {
    bool waits = model->feeder.is_there && particle >= model->feeder.next;
    return model->w[particle] == 0.0f && !waits;
}

// Length of a substep, s.
float world_substep_s(const struct pbd_world *world);
// The most iterations that keep within PBD_PROJECTIONS_PER_S_MAX at the present rate and substeps.
uint32_t world_iterations_affordable(const struct pbd_world *world);

// A world of its own in the same state, on which nobody looks. NULL: no memory.
struct pbd_world *world_clone(const struct pbd_world *world);

// Replaces what the world holds by a scene; hands and gusts end. On failure nothing changes.
enum pbd_status world_rebuild(struct pbd_world *world, const struct pbd_scene *scene,
                              const float *values);

#endif

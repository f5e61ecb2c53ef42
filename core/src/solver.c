// One step of h, made of s substeps of h/s, each of them
//
//   predict   d ← e^(−c h/s) d + (h/s)² a          every particle that can move
//   sweep     n times: every batch of constraints in order of creation, then the hands
//   commit    cap d, keep inside the bound, x ← x + d, and what is next to nothing becomes 0
//
// with d the displacement, so that the velocity d/(h/s) is never computed. In plain positions (grid
// cloth while h/s ≥ 1/240 s) the sweeps work on p = x + d and d is read back as p − x.
//
// Wind is evaluated once per step.
//
// Next to nothing: a swing that dies away would shrink until the squares of edges are denormal
// numbers, with which processors are slow (a chain left alone for minutes took 1.8 times as long
// per step). The thresholds are far below what float32 resolves elsewhere in a scene, and far
// enough above 10^−19 that differences of what is kept have normal squares too.
#include "solver.h"

#include <math.h>
#include <string.h>

#include "distance.h"
#include "exact_math.h"
#include "floor.h"
#include "hand.h"
#include "wind.h"

enum { PLAIN_RATE_MAX_HZ = 240 };

#define POSITION_LEAST 0x1p-40f     // m, about 10^−12
#define DISPLACEMENT_LEAST 0x1p-50f // m, about 10^−15

// Stiffness of one sweep such that n of them leave (1 − k) of an error (Müller et al. 2007, 3.3).
static float sweep_stiffness(float k, uint32_t n) {
    if (k >= 1.0f) {
        return 1.0f;
    }
    return (float)(1.0 - exact_root(1.0 - (double)k, n));
}

static void predict(struct pbd_world *world, float substep_s, bool windy) {
    struct model *m = &world->model;
    float damping = (float)exact_exp(-(double)world->values[PBD_DAMPING] * (double)substep_s);
    float h2 = substep_s * substep_s;
    float fall = -world->values[PBD_GRAVITY] * h2;
    for (uint32_t i = 0; i < m->counts.particles; i++) {
        if (m->w[i] == 0.0f) {
            continue;
        }
        float *d = &m->d[3 * i];
        for (uint32_t c = 0; c < 3; c++) {
            d[c] *= damping;
        }
        d[1] += fall;
        if (windy) {
            for (uint32_t c = 0; c < 3; c++) {
                d[c] += h2 * m->wind[3 * i + c];
            }
        }
    }
}

static void project_constraints(struct pbd_world *world, const struct sweep *sweep) {
    const struct model *m = &world->model;
    for (uint32_t i = 0; i < m->batch_count; i++) {
        const struct batch *batch = &m->batches[i];
        switch (batch->kind) {
        case DISTANCE:
            distance_project(sweep, &m->links[batch->first], batch->count);
            break;
        case FLOOR:
            floor_project(sweep, &m->floors[batch->first], batch->count);
            break;
        case CONSTRAINT_KIND_COUNT:
            break;
        }
    }
}

// n sweeps over the constraints and hands.
static void sweep_all(struct pbd_world *world, const struct sweep *sweep) {
    struct hand_law law = {
        .force_n = world->values[PBD_HAND_FORCE],
        .compliance_m_per_n = world->values[PBD_HAND_COMPLIANCE],
        .damping_n_s_per_m = world->values[PBD_HAND_DAMPING],
    };
    hand_begin(world->hands, world->hand_count);
    for (uint32_t i = 0; i < world->iterations; i++) {
        project_constraints(world, sweep);
        hand_project(sweep, &law, world->model.x, world->hands, world->hand_count);
    }
}

// Holds a displacement to the speed cap. Returns whether it had to be changed.
static bool cap_displacement(struct pbd_counters *counters, float d[3], float limit) {
    float length2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    if (length2 <= limit * limit) {
        return false;
    }
    if (length2 - length2 != 0.0f) { // infinite or not a number
        memset(d, 0, 3 * sizeof d[0]);
        counters->not_finite++;
        return true;
    }
    float scale = limit / sqrtf(length2);
    for (uint32_t c = 0; c < 3; c++) {
        d[c] *= scale;
    }
    counters->speed_clamps++;
    return true;
}

static float unless_below(float least, float value) {
    return fabsf(value) < least ? 0.0f : value;
}

// Moves a particle by its displacement; `p` is where it is to be if nothing has to be capped.
static void commit(struct pbd_counters *counters, float x[3], float d[3], const float p[3],
                   float limit) {
    bool capped = cap_displacement(counters, d, limit);
    bool bounded = false;
    for (uint32_t c = 0; c < 3; c++) {
        float to = capped ? x[c] + d[c] : p[c];
        if (to > PBD_WORLD_BOUND || to < -PBD_WORLD_BOUND) {
            to = to > 0.0f ? PBD_WORLD_BOUND : -PBD_WORLD_BOUND;
            d[c] = 0.0f;
            bounded = true;
        }
        x[c] = unless_below(POSITION_LEAST, to);
        d[c] = unless_below(DISPLACEMENT_LEAST, d[c]);
    }
    counters->bound_clamps += bounded;
}

static void step_plain(struct pbd_world *world, struct sweep *sweep, float limit) {
    struct model *m = &world->model;
    uint32_t count = 3 * m->counts.particles;
    for (uint32_t i = 0; i < count; i++) {
        m->p[i] = m->x[i] + m->d[i];
    }
    sweep->x = NULL;
    sweep->q = m->p;
    sweep_all(world, sweep);
    for (uint32_t i = 0; i < count; i++) {
        m->d[i] = m->p[i] - m->x[i];
    }
    for (uint32_t i = 0; i < m->counts.particles; i++) {
        commit(&world->counters, &m->x[3 * i], &m->d[3 * i], &m->p[3 * i], limit);
    }
}

static void step_displacements(struct pbd_world *world, struct sweep *sweep, float limit) {
    struct model *m = &world->model;
    sweep->x = m->x;
    sweep->q = m->d;
    sweep_all(world, sweep);
    for (uint32_t i = 0; i < m->counts.particles; i++) {
        float *x = &m->x[3 * i];
        float *d = &m->d[3 * i];
        float p[3] = {x[0] + d[0], x[1] + d[1], x[2] + d[2]};
        commit(&world->counters, x, d, p, limit);
    }
}

// The iteration count in use moves by one per step towards the one that was set.
static void approach_iterations(struct pbd_world *world) {
    uint32_t wanted = (uint32_t)world->values[PBD_ITERATIONS];
    if (world->iterations < wanted) {
        world->iterations++;
    } else if (world->iterations > wanted) {
        world->iterations--;
    }
}

void solver_step(struct pbd_world *world) {
    uint32_t substeps = (uint32_t)world->values[PBD_SUBSTEPS];
    bool plain = world->scene->grid_cloth && world->model.rate_hz * substeps <= PLAIN_RATE_MAX_HZ;
    float substep_s = world_substep_s(world);
    approach_iterations(world);
    bool windy = wind_evaluate(world);
    struct sweep sweep = {
        .w = world->model.w,
        .stiffness = sweep_stiffness(world->values[PBD_STIFFNESS], world->iterations),
        .substep_s = substep_s,
    };
    for (uint32_t i = 0; i < substeps; i++) {
        predict(world, substep_s, windy);
        if (plain) {
            step_plain(world, &sweep, PBD_SPEED_MAX * substep_s);
        } else {
            step_displacements(world, &sweep, PBD_SPEED_MAX * substep_s);
        }
    }
    world->step++;
    wind_retire(world);
}

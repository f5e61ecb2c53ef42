#include "pbd/trace.h"

#include <math.h>
#include <string.h>

#include "constraint.h"
#include "pbd/state.h"
#include "solver.h"
#include "tracer.h"

const char *const pbd_trace_kinds[PBD_TRACE_KIND_COUNT] = {
    [PBD_LINK] = "link",
    [PBD_FLOOR] = "floor",
    [PBD_CEILING] = "ceiling",
    [PBD_TETHER] = "tether",
    [PBD_BEND] = "bend",
    [PBD_HINGE] = "hinge",
    [PBD_VOLUME] = "volume",
    [PBD_RAIL] = "rail",
    [PBD_PAIR] = "pair",
    [PBD_TRACE_HAND] = "hand",
    [PBD_TRACE_CONTACT] = "contact",
    [PBD_TRACE_SELF] = "self",
    [PBD_TRACE_DIRECT] = "direct",
};

struct tracer {
    struct pbd_trace trace; // what is given out: it comes first, so that its address is this one's
    struct pbd_allocator allocator;
    uint32_t rows_max; // of `predicted` and `moved`: substeps
    bool stopped;      // no room for more
    bool in_substep;   // the present substep has a row
    uint32_t sweep;
    // Where the present sweep began: what does not fit ends with the sweep before.
    uint32_t sweep_records, sweep_terms;

    float *positions, *predicted, *moved, *final, *velocities;
    struct pbd_trace_record *records;
    float *values;
    uint32_t *term_particles;
    float *gradients;
    double *corrections;
    double *sums; // [particles][3]: displacements as recorded so far
};

// ---- memory ------------------------------------------------------------------------------------

static void *take(char *memory, size_t *at, size_t bytes) {
    void *array = memory == NULL ? NULL : memory + *at;
    *at += (bytes + 15) & ~(size_t)15;
    return array;
}

// One piece of memory for all. Returns its size.
static size_t lay_out(struct tracer *tracer, char *memory) {
    size_t row = 3 * (size_t)tracer->trace.particles * sizeof(float);
    size_t at = (sizeof *tracer + 15) & ~(size_t)15;
    tracer->positions = take(memory, &at, row);
    tracer->final = take(memory, &at, row);
    tracer->velocities = take(memory, &at, row);
    tracer->predicted = take(memory, &at, tracer->rows_max * row);
    tracer->moved = take(memory, &at, tracer->rows_max * row);
    tracer->sums = take(memory, &at, 2 * row);
    tracer->records = take(memory, &at, PBD_TRACE_RECORDS_MAX * sizeof *tracer->records);
    tracer->values = take(memory, &at, PBD_TRACE_RECORDS_MAX * sizeof(float));
    tracer->term_particles = take(memory, &at, PBD_TRACE_TERMS_MAX * sizeof(uint32_t));
    tracer->gradients = take(memory, &at, 3 * PBD_TRACE_TERMS_MAX * sizeof(float));
    tracer->corrections = take(memory, &at, 3 * PBD_TRACE_TERMS_MAX * sizeof(double));
    return at;
}

static struct tracer *create(const struct pbd_world *world, uint32_t substeps) {
    struct tracer made = {
        .allocator = world->allocator,
        .trace = {.particles = world->model.counts.particles,
                  .substeps = substeps,
                  .complete = true},
    };
    uint32_t room = PBD_TRACE_ROWS_MAX / made.trace.particles;
    made.rows_max = substeps < room ? substeps : room;
    size_t bytes = lay_out(&made, NULL);
    char *memory = world->allocator.allocate(world->allocator.context, bytes);
    if (memory == NULL) {
        return NULL;
    }
    lay_out(&made, memory);
    memcpy(memory, &made, sizeof made);
    return (struct tracer *)(void *)memory;
}

// ---- recording ---------------------------------------------------------------------------------

// How far a particle is from where it was before the substep, along one axis. `i`: of all axes.
static double displacement(const struct sweep *sweep, size_t i) {
    double q = (double)sweep->q[i];
    return sweep->x == NULL ? q - (double)sweep->before[i] : q;
}

// The same in float32, as the solver will read it back.
static void copy_displacements(const struct tracer *tracer, const struct sweep *sweep,
                               float *rows) {
    size_t count = 3 * (size_t)tracer->trace.particles;
    float *row = rows + (tracer->trace.recorded_substeps - 1) * count;
    for (size_t i = 0; i < count; i++) {
        row[i] = (float)displacement(sweep, i);
    }
}

static void stop(struct tracer *tracer) {
    tracer->stopped = true;
    tracer->trace.complete = false;
}

void tracer_begin(struct tracer *tracer, const struct sweep *sweep) {
    if (tracer == NULL) {
        return;
    }
    tracer->in_substep = false;
    if (!tracer->stopped && tracer->trace.recorded_substeps == tracer->rows_max) {
        stop(tracer);
    }
    if (tracer->stopped) {
        return;
    }
    tracer->in_substep = true;
    tracer->trace.recorded_substeps++;
    copy_displacements(tracer, sweep, tracer->predicted);
    size_t count = 3 * (size_t)tracer->trace.particles;
    const float *row = tracer->predicted + (tracer->trace.recorded_substeps - 1) * count;
    for (size_t i = 0; i < count; i++) {
        tracer->sums[i] = (double)row[i];
    }
}

void tracer_end(struct tracer *tracer, const struct sweep *sweep) {
    if (tracer != NULL && tracer->in_substep) {
        copy_displacements(tracer, sweep, tracer->moved);
    }
}

void tracer_sweep(struct tracer *tracer, uint32_t number) {
    if (tracer == NULL) {
        return;
    }
    tracer->sweep = number;
    tracer->trace.sweeps = number + 1 > tracer->trace.sweeps ? number + 1 : tracer->trace.sweeps;
    tracer->sweep_records = tracer->trace.record_count;
    tracer->sweep_terms = tracer->trace.term_count;
}

// A term: what takes the recorded displacement of a particle to what it is now.
static void add_term(struct tracer *tracer, const struct sweep *sweep, uint32_t particle,
                     const float gradient[3]) {
    uint32_t term = tracer->trace.term_count++;
    tracer->term_particles[term] = particle;
    for (uint32_t c = 0; c < 3; c++) {
        double *sum = &tracer->sums[3 * particle + c];
        double correction = displacement(sweep, 3 * (size_t)particle + c) - *sum;
        tracer->gradients[3 * term + c] = gradient[c];
        tracer->corrections[3 * term + c] = correction;
        *sum += correction;
    }
}

// Begins a record of so many terms. Without room for it the present sweep is left out, and all
// that follows.
static bool add_record(struct tracer *tracer, uint32_t kind, float value, uint32_t terms) {
    struct pbd_trace *trace = &tracer->trace;
    if (trace->record_count == PBD_TRACE_RECORDS_MAX ||
        terms > PBD_TRACE_TERMS_MAX - trace->term_count) {
        trace->record_count = tracer->sweep_records;
        trace->term_count = tracer->sweep_terms;
        stop(tracer);
        return false;
    }
    tracer->values[trace->record_count] = value;
    tracer->records[trace->record_count++] = (struct pbd_trace_record){
        trace->recorded_substeps - 1, tracer->sweep, kind, trace->term_count, terms};
    return true;
}

// What a projection does to its few particles: q before it.
struct change {
    uint32_t particles[CONSTRAINT_PARTICLES_MAX];
    uint32_t count;
    float q[CONSTRAINT_PARTICLES_MAX][3];
};

static void remember(struct change *change, const struct sweep *sweep) {
    for (uint32_t i = 0; i < change->count; i++) {
        memcpy(change->q[i], &sweep->q[3 * change->particles[i]], sizeof change->q[i]);
    }
}

static bool has_changed(const struct change *change, const struct sweep *sweep) {
    for (uint32_t i = 0; i < change->count; i++) {
        if (memcmp(change->q[i], &sweep->q[3 * change->particles[i]], sizeof change->q[i]) != 0) {
            return true;
        }
    }
    return false;
}

// Exchanges what is remembered for what is there: C is to be read as it was before, after all that
// a projection finds out.
static void swap(struct change *change, const struct sweep *sweep) {
    for (uint32_t i = 0; i < change->count; i++) {
        float kept[3];
        float *q = &sweep->q[3 * change->particles[i]];
        memcpy(kept, q, sizeof kept);
        memcpy(q, change->q[i], sizeof kept);
        memcpy(change->q[i], kept, sizeof kept);
    }
}

static void record(struct tracer *tracer, const struct sweep *sweep, uint32_t kind,
                   const struct change *change, float value, float gradients[][3]) {
    if (add_record(tracer, kind, value, change->count)) {
        for (uint32_t i = 0; i < change->count; i++) {
            add_term(tracer, sweep, change->particles[i], gradients[i]);
        }
    }
}

// ---- what is projected -------------------------------------------------------------------------

static void project_recorded(struct tracer *tracer, const struct sweep *sweep, struct model *m,
                             enum pbd_kind kind, uint32_t index) {
    const struct constraint_kind *rules = constraint_kinds[kind];
    const char *constraint = (const char *)m->constraints[kind] + index * rules->bytes;
    struct change change;
    change.count = rules->particles(constraint, change.particles);
    remember(&change, sweep);
    constraint_project(sweep, m, kind, index, 1);
    if (!has_changed(&change, sweep)) {
        return;
    }
    float value = 0.0f;
    float gradients[CONSTRAINT_PARTICLES_MAX][3] = {{0}};
    swap(&change, sweep);
    rules->evaluate(sweep, constraint, m->scratch[kind] + (size_t)index * rules->scratch_floats,
                    &value, gradients);
    swap(&change, sweep);
    record(tracer, sweep, kind, &change, value, gradients);
}

void tracer_project(struct tracer *tracer, const struct sweep *sweep, struct model *model,
                    const struct batch *run) {
    uint32_t end = run->first + run->count;
    uint32_t at = run->first;
    for (; at < end && !tracer->stopped; at++) {
        project_recorded(tracer, sweep, model, run->kind, at);
    }
    constraint_project(sweep, model, run->kind, at, end - at);
}

// C = |p − target|.
static float hand_value(const struct sweep *sweep, const struct hand *hand, float gradient[3]) {
    float off[3];
    sweep_way(sweep, hand->particle, off);
    for (uint32_t c = 0; c < 3; c++) {
        float target = (float)hand->target[c] * (1.0f / PBD_TARGET_STEPS_PER_M);
        off[c] += sweep->before[3 * hand->particle + c] - target;
    }
    float length = sqrtf(sweep_length2(off));
    for (uint32_t c = 0; c < 3; c++) {
        gradient[c] = length > 0.0f ? off[c] / length : 0.0f;
    }
    return length;
}

void tracer_project_hands(struct tracer *tracer, const struct sweep *sweep,
                          const struct hand_law *law, struct hand *hands, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        struct change change = {.particles = {hands[i].particle}, .count = 1};
        float gradients[1][3];
        float value = hand_value(sweep, &hands[i], gradients[0]);
        remember(&change, sweep);
        hand_project(sweep, law, sweep->before, &hands[i], 1);
        if (!tracer->stopped && has_changed(&change, sweep)) {
            record(tracer, sweep, PBD_TRACE_HAND, &change, value, gradients);
        }
    }
}

static void project_contact(struct tracer *tracer, const struct sweep *sweep,
                            const struct contact_bodies *bodies, float *touches, uint32_t obstacle,
                            uint32_t body) {
    struct change change;
    change.count = contact_particles(bodies, body, change.particles);
    remember(&change, sweep);
    contact_project_one(sweep, bodies, touches, obstacle, body);
    if (!has_changed(&change, sweep)) {
        return;
    }
    float value = 0.0f;
    float gradients[2][3] = {{0}};
    swap(&change, sweep);
    contact_evaluate(sweep, bodies, touches, obstacle, body, &value, gradients);
    swap(&change, sweep);
    record(tracer, sweep, PBD_TRACE_CONTACT, &change, value, gradients);
}

void tracer_project_contacts(struct tracer *tracer, const struct sweep *sweep,
                             const struct contact_bodies *bodies, float *touches) {
    if (tracer->stopped) {
        contact_project(sweep, bodies, touches);
        return;
    }
    for (uint32_t k = bodies->obstacle_count; k-- > 0;) {
        for (uint32_t i = 0; i < bodies->particle_count + bodies->link_count; i++) {
            if (tracer->stopped) {
                contact_project_one(sweep, bodies, touches, k, i);
            } else {
                project_contact(tracer, sweep, bodies, touches, k, i);
            }
        }
    }
}

void tracer_project_self_contacts(struct tracer *tracer, const struct sweep *sweep,
                                  struct self_contact *self) {
    for (uint32_t i = 0; i < self->pair_count; i++) {
        struct change change;
        change.count = self_contact_particles(self, i, change.particles);
        float value = 0.0f;
        float gradients[CONSTRAINT_PARTICLES_MAX][3] = {{0}};
        self_contact_evaluate(sweep, self, i, &value, gradients);
        remember(&change, sweep);
        self_contact_project_one(sweep, self, i);
        if (!tracer->stopped && has_changed(&change, sweep)) {
            record(tracer, sweep, PBD_TRACE_SELF, &change, value, gradients);
        }
    }
}

// The largest |C| of the links of a path, by the displacements recorded so far.
static float largest_error(const struct tracer *tracer, const struct sweep *sweep,
                           const struct model *model) {
    const struct pbd_link *links = model->constraints[PBD_LINK];
    double largest = 0.0;
    for (uint32_t i = 0; i < model->counts.of[PBD_LINK]; i++) {
        double length2 = 0.0;
        for (uint32_t c = 0; c < 3; c++) {
            size_t a = 3 * (size_t)links[i].a + c;
            size_t b = 3 * (size_t)links[i].b + c;
            double e = ((double)sweep->before[a] - (double)sweep->before[b]) +
                       (tracer->sums[a] - tracer->sums[b]);
            length2 += e * e;
        }
        largest = fmax(largest, fabs(sqrt(length2) - (double)links[i].rest_m));
    }
    return (float)largest;
}

void tracer_note_direct(struct tracer *tracer, const struct sweep *sweep,
                        const struct model *model) {
    const float none[3] = {0};
    uint32_t count = model->counts.particles;
    if (!tracer->stopped &&
        add_record(tracer, PBD_TRACE_DIRECT, largest_error(tracer, sweep, model), count)) {
        for (uint32_t i = 0; i < count; i++) {
            add_term(tracer, sweep, i, none);
        }
    }
}

// ---- the outside -------------------------------------------------------------------------------

static void show(struct tracer *tracer) {
    struct pbd_trace *trace = &tracer->trace;
    trace->positions = tracer->positions;
    trace->predicted = tracer->predicted;
    trace->moved = tracer->moved;
    trace->final = tracer->final;
    trace->velocities = tracer->velocities;
    trace->records = tracer->records;
    trace->values = tracer->values;
    trace->term_particles = tracer->term_particles;
    trace->gradients = tracer->gradients;
    trace->corrections = tracer->corrections;
}

enum pbd_status pbd_world_trace(const struct pbd_world *world, struct pbd_trace **trace) {
    uint32_t substeps = (uint32_t)world->values[PBD_SUBSTEPS];
    size_t row = 3 * (size_t)world->model.counts.particles * sizeof(float);
    struct tracer *tracer = create(world, substeps);
    struct pbd_world *clone = world_clone(world);
    if (tracer == NULL || clone == NULL) {
        pbd_world_destroy(clone);
        pbd_trace_destroy(tracer == NULL ? NULL : &tracer->trace);
        return PBD_NO_MEMORY;
    }
    tracer->trace.step = world->step;
    tracer->trace.h_s = 1.0f / (float)world->model.rate_hz;
    memcpy(tracer->positions, clone->model.x, row);
    clone->tracer = tracer;
    solver_step(clone);
    memcpy(tracer->final, clone->model.x, row);
    for (uint32_t i = 0; i < clone->model.counts.particles; i++) {
        pbd_world_velocity(clone, i, &tracer->velocities[3 * i]);
    }
    tracer->trace.hash = pbd_state_hash(clone);
    pbd_world_destroy(clone);
    show(tracer);
    *trace = &tracer->trace;
    return PBD_OK;
}

void pbd_trace_destroy(struct pbd_trace *trace) {
    if (trace != NULL) {
        struct tracer *tracer = (struct tracer *)(void *)trace;
        tracer->allocator.release(tracer->allocator.context, tracer);
    }
}

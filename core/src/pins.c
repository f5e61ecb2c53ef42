#include "pins.h"

#include <string.h>

#include "constraint.h"
#include "direct.h"
#include "world_internal.h"

bool pins_open(struct model *model, const struct pbd_allocator *allocator) {
    size_t n = model->counts.particles;
    size_t constraints = 0;
    for (uint32_t kind = 0; kind < PBD_KIND_COUNT; kind++) {
        constraints += model->counts.of[kind];
    }
    size_t bytes = 3 * n * (sizeof(double) + sizeof(float)) + constraints * sizeof(uint32_t) + n;
    struct pins *pins = &model->pins;
    *pins = (struct pins){.memory = allocator->allocate(allocator->context, bytes)};
    if (pins->memory == NULL) {
        return false;
    }
    memset(pins->memory, 0, bytes);
    pins->pull = pins->memory;
    pins->forces_n = (float *)(pins->pull + 3 * n);
    uint32_t *joined = (uint32_t *)(void *)(pins->forces_n + 3 * n);
    for (uint32_t kind = 0; kind < PBD_KIND_COUNT; kind++) {
        pins->joined[kind] = joined;
        joined += model->counts.of[kind];
    }
    pins->known = (uint8_t *)joined;
    return true;
}

void pins_close(struct model *model, const struct pbd_allocator *allocator) {
    if (model->pins.memory != NULL) {
        allocator->release(allocator->context, model->pins.memory);
    }
    model->pins = (struct pins){0};
}

static bool joins_pin(const struct model *m, enum pbd_kind kind, uint32_t index) {
    const struct constraint_kind *rules = constraint_kinds[kind];
    uint32_t particles[CONSTRAINT_PARTICLES_MAX];
    const char *constraints = m->constraints[kind];
    uint32_t count = rules->particles(constraints + index * rules->bytes, particles);
    uint32_t pins = 0;
    for (uint32_t i = 0; i < count; i++) {
        pins += model_is_pin(m, particles[i]);
    }
    return pins > 0 && pins < count;
}

static void list_joined(struct model *m) {
    struct pins *pins = &m->pins;
    for (uint32_t kind = 0; kind < PBD_KIND_COUNT; kind++) {
        pins->joined_count[kind] = 0;
        for (uint32_t i = 0; i < m->counts.of[kind]; i++) {
            if (joins_pin(m, (enum pbd_kind)kind, i)) {
                pins->joined[kind][pins->joined_count[kind]++] = i;
            }
        }
    }
}

// Whether other particles are pins than those that are known; they are known from now on.
static bool have_changed(struct model *m) {
    bool changed = !m->pins.listed;
    for (uint32_t i = 0; i < m->counts.particles; i++) {
        uint8_t is_pin = model_is_pin(m, i);
        changed = changed || m->pins.known[i] != is_pin;
        m->pins.known[i] = is_pin;
    }
    m->pins.listed = true;
    return changed;
}

void pins_begin(struct model *model, bool on) {
    struct pins *pins = &model->pins;
    pins->on = on;
    if (!on) {
        return;
    }
    memset(pins->pull, 0, 3 * (size_t)model->counts.particles * sizeof pins->pull[0]);
    if (have_changed(model)) {
        list_joined(model);
    }
}

void pins_end(struct model *model, float substep_s, uint32_t substeps) {
    struct pins *pins = &model->pins;
    if (!pins->on) {
        return;
    }
    double per_n = (double)substep_s * (double)substep_s * (double)substeps;
    pins->count = 0;
    for (uint32_t i = 0; i < model->counts.particles; i++) {
        if (model_is_pin(model, i)) {
            for (uint32_t c = 0; c < 3; c++) {
                pins->forces_n[3 * pins->count + c] = (float)(pins->pull[3 * i + c] / per_n);
            }
            pins->count++;
        }
    }
    pins->noted = true;
}

void pins_note(struct model *model, uint32_t a, uint32_t b, float s, const float give[3]) {
    for (uint32_t c = 0; c < 3; c++) {
        double given = (double)s * (double)give[c];
        model->pins.pull[3 * a + c] -= model->w[a] == 0.0f ? given : 0.0;
        model->pins.pull[3 * b + c] += model->w[b] == 0.0f ? given : 0.0;
    }
}

// What one constraint has to do with pins: its particles, and what it gave to those that are free.
struct given {
    uint32_t particles[CONSTRAINT_PARTICLES_MAX];
    uint32_t count, pins;
    float before[CONSTRAINT_PARTICLES_MAX][3]; // q
    double sum[3];                             // Σ m Δp, kg m
};

static void remember(struct given *given, const struct sweep *sweep) {
    given->pins = 0;
    for (uint32_t i = 0; i < given->count; i++) {
        given->pins += sweep->w[given->particles[i]] == 0.0f;
        memcpy(given->before[i], &sweep->q[3 * given->particles[i]], sizeof given->before[i]);
    }
}

static void sum_up(struct given *given, const struct sweep *sweep) {
    memset(given->sum, 0, sizeof given->sum);
    for (uint32_t i = 0; i < given->count; i++) {
        uint32_t particle = given->particles[i];
        float w = sweep->w[particle];
        for (uint32_t c = 0; c < 3 && w > 0.0f; c++) {
            double change = (double)sweep->q[3 * particle + c] - (double)given->before[i][c];
            given->sum[c] += change / (double)w;
        }
    }
}

// Shares among several pins: as their gradients are to that of the free particles together.
static void share(const struct given *given, const struct sweep *sweep,
                  float gradients[CONSTRAINT_PARTICLES_MAX][3], double *pull) {
    double free[3] = {0};
    double along = 0.0;
    double size2 = 0.0;
    for (uint32_t i = 0; i < given->count; i++) {
        for (uint32_t c = 0; c < 3 && sweep->w[given->particles[i]] > 0.0f; c++) {
            free[c] += (double)gradients[i][c];
        }
    }
    for (uint32_t c = 0; c < 3; c++) {
        along += given->sum[c] * free[c];
        size2 += free[c] * free[c];
    }
    for (uint32_t i = 0; i < given->count && size2 > 0.0; i++) {
        for (uint32_t c = 0; c < 3 && sweep->w[given->particles[i]] == 0.0f; c++) {
            pull[3 * given->particles[i] + c] += along / size2 * (double)gradients[i][c];
        }
    }
}

static void give_to_pins(const struct given *given, const struct sweep *sweep, double *pull) {
    for (uint32_t i = 0; i < given->count; i++) {
        for (uint32_t c = 0; c < 3 && sweep->w[given->particles[i]] == 0.0f; c++) {
            pull[3 * given->particles[i] + c] -= given->sum[c];
        }
    }
}

static void project_noted(struct model *m, const struct sweep *sweep, enum pbd_kind kind,
                          uint32_t index) {
    const struct constraint_kind *rules = constraint_kinds[kind];
    const char *constraint = (const char *)m->constraints[kind] + index * rules->bytes;
    const float *scratch = m->scratch[kind] + (size_t)index * rules->scratch_floats;
    struct given given;
    float gradients[CONSTRAINT_PARTICLES_MAX][3];
    float value;
    given.count = rules->particles(constraint, given.particles);
    remember(&given, sweep);
    bool shared = given.pins > 1 && rules->evaluate(sweep, constraint, scratch, &value, gradients);
    constraint_project(sweep, m, kind, index, 1);
    sum_up(&given, sweep);
    if (shared) {
        share(&given, sweep, gradients, m->pins.pull);
    } else if (given.pins == 1) {
        give_to_pins(&given, sweep, m->pins.pull);
    }
}

void pins_project(struct model *model, const struct sweep *sweep, const struct batch *run) {
    const uint32_t *joined = model->pins.joined[run->kind];
    uint32_t count = model->pins.joined_count[run->kind];
    uint32_t end = run->first + run->count;
    uint32_t at = run->first;
    uint32_t i = 0;
    while (i < count && joined[i] < at) {
        i++;
    }
    for (; i < count && joined[i] < end; i++) {
        constraint_project(sweep, model, run->kind, at, joined[i] - at);
        project_noted(model, sweep, run->kind, joined[i]);
        at = joined[i] + 1;
    }
    constraint_project(sweep, model, run->kind, at, end - at);
}

void pins_note_direct(struct model *model) {
    for (uint32_t i = 0; i < model->counts.of[PBD_LINK]; i++) {
        float give[3];
        direct_give(model->direct_rows, i, give);
        pins_note(model, i, i + 1, 1.0f, give);
    }
}

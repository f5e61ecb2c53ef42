#include "pbd/measure.h"

#include <math.h>

#include "exact_math.h"
#include "hanging.h"
#include "pair.h"
#include "solver.h"
#include "world_internal.h"

const struct pbd_measure_text pbd_measure_texts[PBD_MEASURE_COUNT] = {
#define X(id, name, title, unit) {name, title, unit},
    PBD_MEASURES(X)
#undef X
};

// ---- stretch -----------------------------------------------------------------------------------

static void measure_stretch(const struct pbd_world *world, double values[PBD_MEASURE_COUNT]) {
    const struct model *m = &world->model;
    const struct pbd_link *links = m->constraints[PBD_LINK];
    double sum = 0.0;
    double largest = -1.0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->counts.of[PBD_LINK]; i++) {
        double length2 = 0.0;
        for (uint32_t c = 0; c < 3; c++) {
            double e = (double)m->x[3 * links[i].a + c] - (double)m->x[3 * links[i].b + c];
            length2 += e * e;
        }
        if (links[i].rest_m > 0.0f) {
            double stretch = sqrt(length2) / (double)links[i].rest_m - 1.0;
            sum += stretch;
            largest = fmax(largest, stretch);
            count++;
        }
    }
    if (count > 0) {
        values[PBD_MEASURE_STRETCH_MEAN] = sum / (double)count;
        values[PBD_MEASURE_STRETCH_MAX] = largest;
    }
}

// ---- energy and momentum -----------------------------------------------------------------------

static void add_cross(const double a[3], const double b[3], double sum[3]) {
    sum[0] += a[1] * b[2] - a[2] * b[1];
    sum[1] += a[2] * b[0] - a[0] * b[2];
    sum[2] += a[0] * b[1] - a[1] * b[0];
}

// Centre of mass of what can move; returns its mass, kg.
static double find_centre(const struct model *m, double centre_m[3]) {
    double mass_kg = 0.0;
    double sum[3] = {0};
    for (uint32_t i = 0; i < m->counts.particles; i++) {
        double kg = m->w[i] > 0.0f ? 1.0 / (double)m->w[i] : 0.0;
        mass_kg += kg;
        for (uint32_t c = 0; c < 3; c++) {
            sum[c] += kg * (double)m->x[3 * i + c];
        }
    }
    for (uint32_t c = 0; c < 3; c++) {
        centre_m[c] = mass_kg > 0.0 ? sum[c] / mass_kg : 0.0;
    }
    return mass_kg;
}

static void measure_motion(const struct pbd_world *world, double values[PBD_MEASURE_COUNT]) {
    const struct model *m = &world->model;
    double substep_s = (double)world_substep_s(world);
    double centre_m[3];
    double mass_kg = find_centre(m, centre_m);
    double kinetic = 0.0;
    double momentum[3] = {0};
    double angular[3] = {0};
    for (uint32_t i = 0; i < m->counts.particles; i++) {
        double kg = m->w[i] > 0.0f ? 1.0 / (double)m->w[i] : 0.0;
        double arm_m[3], part[3]; // of the momentum
        for (uint32_t c = 0; c < 3; c++) {
            double speed = (double)m->d[3 * i + c] / substep_s;
            arm_m[c] = (double)m->x[3 * i + c] - centre_m[c];
            part[c] = kg * speed;
            momentum[c] += part[c];
            kinetic += 0.5 * part[c] * speed;
        }
        add_cross(arm_m, part, angular);
    }
    double potential = mass_kg * (double)world->values[PBD_GRAVITY] * centre_m[1];
    values[PBD_MEASURE_ENERGY_KINETIC] = kinetic;
    values[PBD_MEASURE_ENERGY_POTENTIAL] = potential;
    values[PBD_MEASURE_ENERGY_TOTAL] = kinetic + potential;
    for (uint32_t c = 0; c < 3; c++) {
        values[PBD_MEASURE_MOMENTUM_X + c] = momentum[c];
        values[PBD_MEASURE_ANGULAR_X + c] = angular[c];
    }
}

// ---- forces and contacts -----------------------------------------------------------------------

static void measure_tension(const struct pbd_world *world, double values[PBD_MEASURE_COUNT]) {
    const struct pins *pins = &world->model.pins;
    double largest2 = 0.0;
    for (uint32_t i = 0; pins->noted && i < pins->count; i++) {
        double size2 = 0.0;
        for (uint32_t c = 0; c < 3; c++) {
            double force_n = (double)pins->forces_n[3 * i + c];
            size2 += force_n * force_n;
        }
        largest2 = fmax(largest2, size2);
    }
    if (pins->noted && pins->count > 0) {
        values[PBD_MEASURE_TENSION] = sqrt(largest2);
    }
}

static void measure_penetration(const struct pbd_world *world, double values[PBD_MEASURE_COUNT]) {
    const struct model *m = &world->model;
    const struct contact_bodies bodies = solver_bodies(world);
    double deepest_m = 0.0;
    bool may_touch =
        bodies.obstacle_count > 0 || m->counts.of[PBD_PAIR] > 0 || m->counts.bodies > 0;
    deepest_m = fmax(deepest_m, (double)contact_deepest(&bodies, m->x, m->w));
    deepest_m = fmax(deepest_m,
                     (double)pair_deepest(m->constraints[PBD_PAIR], m->counts.of[PBD_PAIR], m->x));
    deepest_m = fmax(deepest_m, (double)self_contact_overlap(&m->self, m->x));
    if (may_touch && (m->counts.bodies == 0 || m->self.searched)) {
        values[PBD_MEASURE_PENETRATION] = deepest_m;
    }
}

// ---- theory and times --------------------------------------------------------------------------

// Amplitude time constant of the scheme for the first harmonic, with the damping that was set.
// Explicit springs do not damp.
static void measure_damping(const struct pbd_world *world, double values[PBD_MEASURE_COUNT]) {
    if (world->harmonic_count == 0 || world->values[PBD_STEPPING] == PBD_SPRINGS) {
        return;
    }
    double h = (double)world_substep_s(world);
    double turn = 2.0 * PI * world->harmonics_hz[0] * h; // ωh
    double decay = exact_log(1.0 + turn * turn) + (double)world->values[PBD_DAMPING] * h;
    values[PBD_MEASURE_DAMPING_TIME] = 2.0 * h / decay;
}

static void measure_times(const struct pbd_world *world, double values[PBD_MEASURE_COUNT]) {
    const struct timing *timing = &world->timing;
    if (timing->steps == 0) {
        return;
    }
    double per_us = 1000.0 * (double)timing->steps;
    double all = 0.0;
    for (uint32_t i = 0; i < TIMING_PART_COUNT; i++) {
        all += (double)timing->ns[i];
    }
    values[PBD_MEASURE_STEP_US] = all / per_us;
    values[PBD_MEASURE_LINKS_US] = (double)timing->ns[TIMING_LINKS] / per_us;
    values[PBD_MEASURE_SPRINGS_US] = (double)timing->ns[TIMING_SPRINGS] / per_us;
    values[PBD_MEASURE_CONTACTS_US] = (double)timing->ns[TIMING_CONTACTS] / per_us;
}

// ---- the outside -------------------------------------------------------------------------------

void pbd_world_measure(const struct pbd_world *world, double values[PBD_MEASURE_COUNT]) {
    for (uint32_t i = 0; i < PBD_MEASURE_COUNT; i++) {
        values[i] = NAN;
    }
    measure_stretch(world, values);
    measure_motion(world, values);
    measure_tension(world, values);
    measure_penetration(world, values);
    hanging_measure(world, values);
    measure_damping(world, values);
    measure_times(world, values);
}

void pbd_world_note_forces(struct pbd_world *world, bool on) {
    if (on != world->noting) {
        pins_close(&world->model, &world->allocator);
        world->noting = on && pins_open(&world->model, &world->allocator);
        pbd_world_restart_timing(world);
    }
}

uint32_t pbd_world_pin_count(const struct pbd_world *world) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->model.counts.particles; i++) {
        count += model_is_pin(&world->model, i);
    }
    return count;
}

const float *pbd_world_pin_forces(const struct pbd_world *world) {
    return world->model.pins.noted ? world->model.pins.forces_n : NULL;
}

void pbd_world_restart_timing(struct pbd_world *world) {
    world->timing = (struct timing){.clock = world->timing.clock};
}

uint32_t pbd_world_harmonics(const struct pbd_world *world, double hz[PBD_HARMONICS_MAX]) {
    for (uint32_t i = 0; i < world->harmonic_count; i++) {
        hz[i] = world->harmonics_hz[i];
    }
    return world->harmonic_count;
}

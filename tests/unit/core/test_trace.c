#include "pbd/trace.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bend.h"
#include "constraint.h"
#include "contact.h"
#include "golden_script.h"
#include "hinge.h"
#include "pair.h"
#include "pbd/measure.h"
#include "pbd/state.h"
#include "rail.h"
#include "self_contact.h"
#include "two_ends.h"
#include "volume.h"
#include "worlds.h"

static struct pbd_trace *trace_of(const struct pbd_world *world) {
    struct pbd_trace *trace = NULL;
    cr_assert(pbd_world_trace(world, &trace) == PBD_OK);
    return trace;
}

// How many displacements are not, to the bit, what was predicted and the corrections.
static uint32_t differences(const struct pbd_trace *trace) {
    size_t row = 3 * (size_t)trace->particles;
    double *sums = malloc(row * sizeof *sums);
    uint32_t different = 0;
    uint32_t at = 0;
    for (uint32_t substep = 0; substep < trace->recorded_substeps; substep++) {
        for (size_t i = 0; i < row; i++) {
            sums[i] = (double)trace->predicted[substep * row + i];
        }
        for (; at < trace->record_count && trace->records[at].substep == substep; at++) {
            const struct pbd_trace_record *record = &trace->records[at];
            for (uint32_t t = record->first_term; t < record->first_term + record->terms; t++) {
                for (uint32_t c = 0; c < 3; c++) {
                    sums[3 * trace->term_particles[t] + c] += trace->corrections[3 * t + c];
                }
            }
        }
        for (size_t i = 0; i < row; i++) {
            float sum = (float)sums[i];
            different += memcmp(&sum, &trace->moved[substep * row + i], sizeof sum) != 0;
        }
    }
    free(sums);
    return different + (at != trace->record_count);
}

// ---- corrections along the gradients -----------------------------------------------------------

static const char *looked_at;

static bool goes_along_its_gradient(uint32_t kind) {
    return kind != PBD_PAIR && kind < PBD_KIND_COUNT; // pairs rub
}

// Δp_i = −s w_i ∇_i C with one s for all particles of a record.
static void assert_parallel(const struct pbd_world *world, const struct pbd_trace *trace,
                            uint32_t number, double rounding_m) {
    const struct pbd_trace_record *record = &trace->records[number];
    const float *w = pbd_world_inverse_masses(world);
    double along = 0.0;
    double size2 = 0.0;
    uint32_t end = record->first_term + record->terms;
    for (uint32_t k = record->first_term; k < end; k++) {
        uint32_t particle = trace->term_particles[k];
        if (w[particle] == 0.0f && !pbd_world_is_pin(world, particle)) {
            return; // it waits to be paid out, and may be let go in this very step
        }
    }
    for (uint32_t k = 3 * record->first_term; k < 3 * end; k++) {
        double way = (double)w[trace->term_particles[k / 3]] * (double)trace->gradients[k];
        along -= way * trace->corrections[k];
        size2 += way * way;
    }
    double s = along / size2;
    for (uint32_t k = 3 * record->first_term; k < 3 * end; k++) {
        double way = (double)w[trace->term_particles[k / 3]] * (double)trace->gradients[k];
        double off = trace->corrections[k] + s * way;
        if (!(fabs(off) < rounding_m + 1e-5 * fabs(s) * sqrt(size2))) {
            cr_assert_fail("%s: %s %u: %g off %g", looked_at, pbd_trace_kinds[record->kind], number,
                           off, trace->corrections[k]);
        }
    }
}

// What the last bit of displacements and positions is worth, and a little more.
static double rounding_of(const struct pbd_world *world, const struct pbd_trace *trace) {
    bool plain = pbd_world_scene(world)->grid_cloth && trace->substeps / trace->h_s < 241.0f;
    float longest = 0.0f;
    for (size_t i = 0; i < 3 * (size_t)trace->particles * trace->recorded_substeps; i++) {
        longest = fmaxf(longest, fmaxf(fabsf(trace->predicted[i]), fabsf(trace->moved[i])));
    }
    return (plain ? 5e-7 : 1e-8) + 5e-7 * (double)longest;
}

// Asks about five hundred of a trace's records.
static void assert_along_gradients(const struct pbd_world *world, const struct pbd_trace *trace) {
    double rounding_m = rounding_of(world, trace);
    for (uint32_t i = 0; i < trace->record_count; i += 1 + trace->record_count / 500) {
        if (goes_along_its_gradient(trace->records[i].kind)) {
            assert_parallel(world, trace, i, rounding_m);
        }
    }
}

// ---- under the script of the golden runs -------------------------------------------------------

static struct pbd_trace *shown;
static uint32_t completes, kinds_seen[PBD_TRACE_KIND_COUNT];

static bool is_looked_at(uint32_t step) {
    return step % 11 == 3 || step == 100 || step == 300;
}

static void look_ahead(struct pbd_world *world, uint32_t step) {
    if (!is_looked_at(step)) {
        return;
    }
    uint64_t hash = pbd_state_hash(world);
    shown = trace_of(world);
    cr_assert(pbd_state_hash(world) == hash, "the world was touched at %u", step);
    cr_assert(shown->step == pbd_world_steps(world));
    cr_assert(memcmp(shown->positions, pbd_world_positions(world),
                     3 * shown->particles * sizeof(float)) == 0);
    if (shown->complete) {
        cr_assert(differences(shown) == 0, "%u displacements at %u", differences(shown), step);
        completes++;
    }
    assert_along_gradients(world, shown);
    for (uint32_t i = 0; i < shown->record_count; i++) {
        kinds_seen[shown->records[i].kind]++;
    }
}

static void compare(struct pbd_world *world, uint32_t step) {
    if (!is_looked_at(step)) {
        return;
    }
    cr_assert(pbd_state_hash(world) == shown->hash, "another step than was shown at %u", step);
    cr_assert(memcmp(shown->final, pbd_world_positions(world),
                     3 * shown->particles * sizeof(float)) == 0);
    for (uint32_t i = 0; i < shown->particles; i++) {
        float velocity[3];
        pbd_world_velocity(world, i, velocity);
        if (memcmp(velocity, &shown->velocities[3 * i], sizeof velocity) != 0) {
            cr_assert_fail("velocity of %u", i);
        }
    }
    pbd_trace_destroy(shown);
}

// All scenes, forms and steppings, with hands, wind, ground and obstacles.
Test(trace, corrections_add_up_to_the_step_that_follows_and_lie_along_gradients) {
    for (uint32_t i = 0; i < GOLDEN_COUNT; i++) {
        completes = 0;
        looked_at = goldens[i].name;
        uint64_t hash =
            golden_run_watched(i, (struct golden_watcher){.before = look_ahead, .after = compare});
        cr_assert(hash == goldens[i].hash, "%s: tracing changed its bits", goldens[i].name);
        cr_assert_geq(completes, 20, "%s: %u complete", goldens[i].name, completes);
    }
    for (uint32_t kind = 0; kind < PBD_TRACE_KIND_COUNT; kind++) {
        cr_assert(kinds_seen[kind] > 0, "never a %s", pbd_trace_kinds[kind]);
    }
}

// ---- gradients ---------------------------------------------------------------------------------

// One constraint of each kind, none of them at rest.
static const struct {
    enum pbd_kind kind;
    union {
        struct pbd_link link;
        struct two_ends ends;
        struct bend bend;
        struct hinge hinge;
        struct volume volume;
        struct rail rail;
    };
} of_kinds[] = {
    {PBD_LINK, .link = {0, 1, 0.4f}},
    {PBD_FLOOR, .ends = {1, 2, 0.9f}},
    {PBD_CEILING, .ends = {2, 3, 0.2f}},
    {PBD_TETHER, .ends = {3, 0, 0.3f}},
    {PBD_BEND, .bend = {0, 1, 2, 0.1f}},
    {PBD_HINGE, .hinge = {0, 1, 2, 3, 0.5f, 0.8660254f}},
    {PBD_VOLUME, .volume = {{0, 1, 2, 3}, 0.01f}},
    {PBD_RAIL, .rail = {1, {0.1f, 0, 0.4f}, {0.6f, 0, 0.8f}}},
};
enum { KINDS = sizeof of_kinds / sizeof of_kinds[0] };

static const float places[4][3] = {
    {0, 0, 0}, {0.7f, 0.1f, -0.2f}, {0.3f, 0.8f, 0.1f}, {0.4f, 0.2f, 0.9f}};
static const float ways[4][3] = {
    {0.01f, 0, 0.02f}, {-0.03f, 0.01f, 0}, {0, 0.02f, 0.01f}, {0.02f, 0.02f, -0.01f}};

// C of one kind with one coordinate moved on, and its gradients there.
static float value_at(size_t i, bool plain, uint32_t coordinate, float by, float gradients[4][3]) {
    static const float w[4] = {1, 2, 0.5f, 1};
    float q[12];
    for (uint32_t k = 0; k < 12; k++) {
        q[k] = (&ways[0][0])[k] + (plain ? (&places[0][0])[k] : 0.0f);
    }
    q[coordinate] += by;
    const struct sweep sweep = {
        .x = plain ? NULL : &places[0][0], .q = q, .w = w, .before = &places[0][0]};
    float value;
    cr_assert(constraint_kinds[of_kinds[i].kind]->evaluate(&sweep, &of_kinds[i].link, NULL, &value,
                                                           gradients));
    return value;
}

// A hinge has the gradients of its angle, which are those of 2 sin(δ/2) ÷ cos(δ/2).
static double scale_of(size_t i, double value) {
    return of_kinds[i].kind == PBD_HINGE ? sqrt(1.0 - 0.25 * value * value) : 1.0;
}

Test(trace, gradients_are_those_of_the_value) {
    const float by = 0.0078125f;
    for (size_t i = 0; i < KINDS; i++) {
        uint32_t particles[CONSTRAINT_PARTICLES_MAX];
        uint32_t count =
            constraint_kinds[of_kinds[i].kind]->particles(&of_kinds[i].link, particles);
        for (int plain = 0; plain <= 1; plain++) {
            float gradients[4][3], ignored[4][3];
            double value = (double)value_at(i, plain, 0, 0.0f, gradients);
            for (uint32_t k = 0; k < 3 * count; k++) {
                uint32_t coordinate = 3 * particles[k / 3] + k % 3;
                double slope = ((double)value_at(i, plain, coordinate, by, ignored) -
                                (double)value_at(i, plain, coordinate, -by, ignored)) /
                               (2.0 * (double)by);
                double told = (double)gradients[k / 3][k % 3] * scale_of(i, value);
                cr_assert_float_eq(slope, told, 1e-3, "%s, %u of particle %u: %g for %g",
                                   pbd_trace_kinds[of_kinds[i].kind], k % 3, particles[k / 3], told,
                                   slope);
            }
        }
    }
}

// Segments and balls that touch: C and its gradients after one of them has pushed.
Test(trace, gradients_of_self_contact_are_those_of_its_value) {
    static const float w[4] = {1, 3, 2, 0.5f};
    static const float x[12] = {0, 0, 0, 1, 0, 0, 0.3f, 0.1f, -0.4f, 0.4f, 0.2f, 0.6f};
    static const uint32_t ends[3][4] = {{0, 1, 2, 3}, {2, 2, 0, 1}, {0, 0, 2, 2}};
    static const uint32_t counts[3] = {4, 3, 2};
    for (uint32_t kind = 0; kind < 3; kind++) {
        float before[12], q[12] = {0};
        memcpy(before, x, sizeof before);
        q[7] = q[10] = -0.004f;
        struct self_pair pair = {.a = {ends[kind][0], ends[kind][1]},
                                 .b = {ends[kind][2], ends[kind][3]}};
        const float thicknesses[3] = {0.2f, 0.5f, 0.6f};
        xyz rows[4];
        struct self_contact self = {.thickness_m = thicknesses[kind],
                                    .pairs = &pair,
                                    .pair_count = 1,
                                    .particles = 4,
                                    .rows = rows};
        self_contact_begin(&self, 0.0f, before, w); // takes nothing away at no time
        const struct sweep sweep = {.x = before, .q = q, .w = w, .before = before};
        uint32_t particles[4];
        cr_assert(self_contact_particles(&self, 0, particles) == counts[kind]);
        float value, plus, minus, gradients[4][3], ignored[4][3];
        self_contact_evaluate(&sweep, &self, 0, &value, gradients);
        cr_assert(value < -1e-4f, "%u: it would get deeper: %g", kind, (double)value);
        for (uint32_t k = 0; k < 3 * counts[kind]; k++) {
            uint32_t coordinate = 3 * particles[k / 3] + k % 3;
            float kept = q[coordinate];
            q[coordinate] = kept + 0.0009765625f;
            self_contact_evaluate(&sweep, &self, 0, &plus, ignored);
            q[coordinate] = kept - 0.0009765625f;
            self_contact_evaluate(&sweep, &self, 0, &minus, ignored);
            q[coordinate] = kept;
            cr_assert_float_eq((plus - minus) / 0.001953125f, gradients[k / 3][k % 3], 1e-3,
                               "%u: %u of particle %u", kind, k % 3, particles[k / 3]);
        }
        self_contact_project_one(&sweep, &self, 0);
        self_contact_evaluate(&sweep, &self, 0, &value, gradients);
        cr_assert_float_eq(value, 0.0, 1e-6, "it is put right");
    }
}

// Two balls that meet, with the normal of when they did.
Test(trace, gradients_of_a_pair_are_those_of_its_value) {
    static const float w[2] = {1, 3};
    static const float x[6] = {0, 0, 0, 0.5f, 0.1f, 0.2f};
    const struct two_ends pair = {0, 1, 0.4f};
    float scratch[PAIR_SCRATCH_FLOATS] = {0};
    float q[6] = {0.1f, 0, 0.1f, -0.1f, 0.02f, 0};
    const struct sweep sweep = {.x = x, .q = q, .w = w, .before = x};
    float gradients[4][3], ignored[4][3], value, plus, minus;
    cr_assert(!pair_kind.evaluate(&sweep, &pair, scratch, &value, gradients), "not met yet");
    pair_project(&sweep, &pair, scratch, 1);
    cr_assert(pair_kind.evaluate(&sweep, &pair, scratch, &value, gradients));
    cr_assert_float_eq(value, 0.0, 1e-6, "it is put right");
    for (uint32_t k = 0; k < 6; k++) {
        float kept = q[k];
        q[k] = kept + 0.125f;
        pair_kind.evaluate(&sweep, &pair, scratch, &plus, ignored);
        q[k] = kept - 0.125f;
        pair_kind.evaluate(&sweep, &pair, scratch, &minus, ignored);
        q[k] = kept;
        cr_assert_float_eq((plus - minus) / 0.25f, gradients[k / 3][k % 3], 1e-5);
    }
}

// A link that falls on a bar, nearer to one end.
Test(trace, gradients_of_a_contact_are_those_of_its_value) {
    static const float w[2] = {1, 3};
    static const float x[6] = {-0.3f, 1, 0, 0.9f, 1, 0};
    static const struct obstacle bar = {.shape = CAPSULE,
                                        .capsule = {{0, 0.8f, -1}, {0, 0, 2}, 0.1f}};
    static const struct pbd_link link = {0, 1, 1.2f};
    const struct contact_bodies bodies = {&bar, 1, 2, &link, 1, 0.02f};
    enum { LINK_BODY = 2 };
    float scratch[3 * CONTACT_SCRATCH_FLOATS] = {0};
    float q[6] = {0, -0.15f, 0, 0, -0.15f, 0};
    const struct sweep sweep = {.x = x, .q = q, .w = w, .before = x};
    float gradients[2][3], ignored[2][3], value, plus, minus;
    uint32_t particles[2];
    cr_assert(contact_particles(&bodies, LINK_BODY, particles) == 2);
    cr_assert(particles[0] == 0 && particles[1] == 1);
    contact_project_one(&sweep, &bodies, scratch, 0, LINK_BODY);
    cr_assert(contact_evaluate(&sweep, &bodies, scratch, 0, LINK_BODY, &value, gradients));
    cr_assert_float_eq(gradients[0][1], 0.75, 0.01, "three quarters are on the nearer end");
    cr_assert_float_eq(gradients[1][1], 0.25, 0.01);
    for (uint32_t k = 0; k < 6; k++) {
        float kept = q[k];
        q[k] = kept + 0.125f;
        contact_evaluate(&sweep, &bodies, scratch, 0, LINK_BODY, &plus, ignored);
        q[k] = kept - 0.125f;
        contact_evaluate(&sweep, &bodies, scratch, 0, LINK_BODY, &minus, ignored);
        q[k] = kept;
        cr_assert_float_eq((plus - minus) / 0.25f, gradients[k / 3][k % 3], 1e-5);
    }
}

// ---- values ------------------------------------------------------------------------------------

// A link of stiffness 1 is put right at once: its ends come nearer by C.
Test(trace, the_value_is_c_before_the_projection) {
    struct pbd_world *world = world_of("chain", "links=8 iterations=3 tip_mass=7");
    run_steps(world, 40);
    struct pbd_trace *trace = trace_of(world);
    cr_assert(trace->complete && trace->sweeps == 3 && trace->substeps == 1);
    cr_assert(trace->record_count == 24);
    for (uint32_t i = 0; i < trace->record_count; i++) {
        const struct pbd_trace_record *record = &trace->records[i];
        cr_assert(record->kind == PBD_LINK && record->terms == 2 && record->sweep == i / 8);
        double nearer = 0.0;
        for (uint32_t k = 3 * record->first_term; k < 3 * record->first_term + 6; k++) {
            nearer -= trace->corrections[k] * (double)trace->gradients[k];
        }
        cr_assert_float_eq(nearer, trace->values[i], 1e-7 + 1e-5 * fabs((double)trace->values[i]));
    }
    pbd_trace_destroy(trace);
    pbd_world_destroy(world);
}

// ---- what else is recorded ---------------------------------------------------------------------

static const struct pbd_trace_record *first_of(const struct pbd_trace *trace, uint32_t kind) {
    for (uint32_t i = 0; i < trace->record_count; i++) {
        if (trace->records[i].kind == kind) {
            return &trace->records[i];
        }
    }
    cr_assert_fail("no %s", pbd_trace_kinds[kind]);
    return NULL;
}

Test(trace, a_hand_is_recorded_with_its_distance_from_the_target) {
    struct pbd_world *world = world_of("chain", "links=4 length=1 angle=0 gravity=0");
    apply(world, grab_command(9, 4, 0.25f, 0.5f, 0.0f));
    struct pbd_trace *trace = trace_of(world);
    const struct pbd_trace_record *record = first_of(trace, PBD_TRACE_HAND);
    cr_assert(record->terms == 1 && trace->term_particles[record->first_term] == 4);
    cr_assert_float_eq(trace->values[record - trace->records], 0.25, 1e-6);
    cr_assert_float_eq(trace->gradients[3 * record->first_term], -1.0, 1e-6);
    cr_assert_gt(trace->corrections[3 * record->first_term], 0.0);
    pbd_trace_destroy(trace);
    pbd_world_destroy(world);
}

Test(trace, a_contact_is_recorded_with_how_deep_it_would_be) {
    const struct body_particle particles[] = {{{0, 0.01f, 0}, {2, -3, 0}, 1}};
    const struct body body = {.particles = particles, .particle_count = 1};
    struct pbd_world *world = body_world(&body, "gravity=0 ground=1 friction=0 iterations=1");
    struct pbd_trace *trace = trace_of(world);
    const struct pbd_trace_record *record = first_of(trace, PBD_TRACE_CONTACT);
    cr_assert(trace->record_count == 1 && record->terms == 1);
    cr_assert_float_eq(trace->values[0], 0.01 - 0.05, 1e-6);
    cr_assert_float_eq(trace->gradients[1], 1.0, 1e-6);
    cr_assert_float_eq(trace->corrections[1], 0.04, 1e-6);
    cr_assert_float_eq(trace->corrections[0], 0.0, 1e-9);
    pbd_trace_destroy(trace);
    pbd_world_destroy(world);
}

Test(trace, a_direct_solve_is_one_record_of_all_particles) {
    struct pbd_world *world = world_of("chain", "links=6 stepping=1 rate=240 iterations=2");
    run_steps(world, 50);
    struct pbd_trace *trace = trace_of(world);
    cr_assert(trace->complete && trace->record_count == 2);
    for (uint32_t i = 0; i < 2; i++) {
        cr_assert(trace->records[i].kind == PBD_TRACE_DIRECT && trace->records[i].terms == 7);
        cr_assert(trace->records[i].sweep == i);
    }
    cr_assert_gt(trace->values[0], 1e-5f, "the worst link after the prediction");
    cr_assert_lt(trace->values[1], 1e-2f * trace->values[0], "and after a solution");
    cr_assert(differences(trace) == 0);
    pbd_trace_destroy(trace);
    pbd_world_destroy(world);
}

Test(trace, what_moves_nothing_is_not_recorded) {
    struct pbd_world *world = world_of("chain", "links=4 length=1 angle=0 gravity=0 ground=1");
    struct pbd_trace *trace = trace_of(world);
    cr_assert(trace->complete && trace->record_count == 0 && trace->recorded_substeps == 1);
    cr_assert(differences(trace) == 0);
    pbd_trace_destroy(trace);
    pbd_world_destroy(world);
}

Test(trace, of_burst_springs_shows_that_nothing_moves) {
    struct pbd_world *world = world_of("chain", "links=10 stepping=2 spring=1000000 bead_mass=0.1");
    run_for(world, 5.0);
    cr_assert(pbd_world_has_burst(world));
    struct pbd_trace *trace = trace_of(world);
    cr_assert(trace->complete && trace->record_count == 0 && trace->recorded_substeps == 0);
    cr_assert(memcmp(trace->positions, trace->final, 3 * 11 * sizeof(float)) == 0);
    pbd_trace_destroy(trace);
    pbd_world_destroy(world);
}

// ---- the bound ---------------------------------------------------------------------------------

// A trace that does not fit holds whole sweeps: those of a step that has no more of them.
Test(trace, holds_whole_sweeps_from_the_first_on) {
    const char *const settings = "columns=32 rows=16 breeze=0";
    struct pbd_world *world = world_of("cloth", "%s iterations=60", settings);
    struct pbd_trace *trace = trace_of(world);
    cr_assert(!trace->complete && trace->sweeps == 60);
    cr_assert(trace->record_count <= PBD_TRACE_RECORDS_MAX &&
              trace->term_count <= PBD_TRACE_TERMS_MAX);
    cr_assert_gt(trace->record_count, PBD_TRACE_RECORDS_MAX * 3 / 4,
                 "as many as there is room for");
    uint32_t sweeps = trace->records[trace->record_count - 1].sweep + 1;
    struct pbd_world *shorter = world_of("cloth", "%s iterations=%u", settings, sweeps);
    struct pbd_trace *whole = trace_of(shorter);
    cr_assert(whole->complete && whole->record_count == trace->record_count);
    cr_assert(
        memcmp(whole->records, trace->records, whole->record_count * sizeof *whole->records) == 0);
    cr_assert(memcmp(whole->corrections, trace->corrections,
                     3 * whole->term_count * sizeof(double)) == 0);
    run_steps(world, 1);
    cr_assert(pbd_state_hash(world) == trace->hash, "the rest of the step is made all the same");
    pbd_trace_destroy(whole);
    pbd_trace_destroy(trace);
    pbd_world_destroy(shorter);
    pbd_world_destroy(world);
}

Test(trace, of_terms_is_bounded_too) {
    struct pbd_world *world = world_of("chain", "links=1000 stepping=1 iterations=3 substeps=30");
    run_steps(world, 3);
    struct pbd_trace *trace = trace_of(world);
    cr_assert(!trace->complete && trace->term_count <= PBD_TRACE_TERMS_MAX);
    cr_assert_gt(trace->term_count, PBD_TRACE_TERMS_MAX - 3 * 1001);
    run_steps(world, 1);
    cr_assert(pbd_state_hash(world) == trace->hash);
    pbd_trace_destroy(trace);
    pbd_world_destroy(world);
}

Test(trace, of_substeps_is_bounded_too) {
    enum { MANY = 20000 };
    static struct body_particle particles[MANY];
    for (uint32_t i = 0; i < MANY; i++) {
        particles[i] = (struct body_particle){{0, 30, 0.001f * (float)i}, {0}, 1};
    }
    const struct body body = {.particles = particles, .particle_count = MANY};
    struct pbd_world *world = body_world(&body, "substeps=20");
    struct pbd_trace *trace = trace_of(world);
    cr_assert(!trace->complete && trace->substeps == 20);
    cr_assert(trace->recorded_substeps == PBD_TRACE_ROWS_MAX / MANY);
    cr_assert(differences(trace) == 0);
    pbd_trace_destroy(trace);
    pbd_world_destroy(world);
}

// ---- the outside -------------------------------------------------------------------------------

Test(trace, leaves_forces_and_times_alone) {
    struct pbd_world *world = world_of("chain", "links=5");
    pbd_world_note_forces(world, true);
    run_steps(world, 10);
    float before[3];
    memcpy(before, pbd_world_pin_forces(world), sizeof before);
    pbd_trace_destroy(trace_of(world));
    cr_assert(memcmp(before, pbd_world_pin_forces(world), sizeof before) == 0);
    pbd_world_destroy(world);
}

Test(trace, without_memory_says_so_and_keeps_nothing) {
    struct counting_heap heap = {0};
    struct pbd_world_def def = def_of(pbd_scene_find("chain"), "links=5");
    def.allocator = counting_allocator(&heap);
    struct pbd_world *world = NULL;
    cr_assert(pbd_world_create(&def, &world) == PBD_OK);
    int64_t owned = heap.owned;
    struct pbd_trace *trace = NULL;
    for (uint64_t i = 1; i <= 3; i++) {
        heap.fail_at = heap.calls + i;
        cr_assert(pbd_world_trace(world, &trace) == PBD_NO_MEMORY && trace == NULL, "%d", (int)i);
        cr_assert(heap.owned == owned);
    }
    heap.fail_at = 0;
    cr_assert(pbd_world_trace(world, &trace) == PBD_OK);
    pbd_trace_destroy(trace);
    pbd_trace_destroy(NULL);
    cr_assert(heap.owned == owned);
    pbd_world_destroy(world);
    cr_assert(heap.owned == 0);
}

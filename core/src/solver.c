// One step of h, made of s substeps of h/s, each of them
//
//   begin     move what overlaps apart, by x alone
//   predict   d ← e^(−c h/s) d + (h/s)² a          every particle that can move
//   sweep     n times: every batch of constraints in order of creation, then the hands, then the
//             contacts: pairs, then self-contact, then obstacles
//   commit    cap d, keep inside the bound, x ← x + d, and what is next to nothing becomes 0
//
// with d the displacement, so that the velocity d/(h/s) is never computed. In plain positions (grid
// cloth while h/s ≥ 1/240 s) the sweeps work on p = x + d and d is read back as p − x. As springs,
// the forces of links, floors and ceilings join the prediction, and one sweep does the rest. The
// springs that a scene built do so in every stepping.
//
// Wind is evaluated once per step.
//
// Next to nothing: see rest.h.
//
// Where there are vectors, kernels do the same to many at once, up to what needs more than they can
// do (kernels.h); a weave's links, floors and tethers are solved on its loom (loom.h). Who looks on
// closely, a tracer or the forces on pins, has everything done one by one.
#include "solver.h"

#include <math.h>
#include <string.h>

#include "constraint.h"
#include "contact.h"
#include "direct.h"
#include "exact_math.h"
#include "hand.h"
#include "rail.h"
#include "rest.h"
#include "springs.h"
#include "strand.h"
#include "tracer.h"
#include "two_ends.h"
#include "wind.h"

enum { PLAIN_RATE_MAX_HZ = 240 };

// Stiffness of one sweep such that n of them leave (1 − k) of an error (Müller et al. 2007, 3.3).
static float sweep_stiffness(float k, uint32_t n) {
    if (k >= 1.0f) {
        return 1.0f;
    }
    return (float)(1.0 - exact_root(1.0 - (double)k, n));
}

static void predict_one(const struct prediction *p, uint32_t i) {
    if (p->w[i] == 0.0f) {
        return;
    }
    float *d = &p->d[3 * i];
    for (uint32_t c = 0; c < 3; c++) {
        d[c] *= p->damping;
    }
    d[1] += p->fall;
    for (uint32_t c = 0; c < 3 && p->wind != NULL; c++) {
        d[c] += p->h2 * p->wind[3 * i + c];
    }
}

// The end of the block of particles that begins with i, as kernels leave it.
static uint32_t end_of_block(const struct pbd_world *world, uint32_t i) {
    uint32_t particles = world->model.counts.particles;
    uint32_t lanes = world->kernels != NULL ? world->kernels->lanes : particles;
    return particles - i < lanes ? particles : i + lanes;
}

static void predict_all(struct pbd_world *world, const struct prediction *prediction) {
    uint32_t particles = world->model.counts.particles;
    for (uint32_t i = 0; i < particles;) {
        if (world->kernels != NULL) {
            i = world->kernels->predict(prediction, i, particles);
        }
        for (uint32_t end = end_of_block(world, i); i < end; i++) {
            predict_one(prediction, i);
        }
    }
}

static void predict(struct pbd_world *world, float substep_s, bool windy) {
    struct model *m = &world->model;
    uint32_t driven = m->driver.pin;
    if (m->driver.is_there) {
        driver_advance(&m->driver, substep_s, &m->x[3 * driven], &m->d[3 * driven]);
    }
    if (m->feeder.is_there) {
        feeder_advance(&m->feeder, m->counts.particles, substep_s, m->x, m->d, m->w);
    }
    float damping = (float)exact_exp(-(double)world->values[PBD_DAMPING] * (double)substep_s);
    float h2 = substep_s * substep_s;
    const struct prediction prediction = {
        .d = m->d,
        .w = m->w,
        .wind = windy ? m->wind : NULL,
        .damping = damping,
        .fall = -world->values[PBD_GRAVITY] * h2,
        .h2 = h2,
    };
    predict_all(world, &prediction);
    if (m->pull.is_there) {
        sweep_push(m->d, m->pull.particle, h2, m->pull.acceleration);
    }
}

// What touches obstacles now: the ground counts while it is on.
struct contact_bodies solver_bodies(const struct pbd_world *world) {
    const struct model *m = &world->model;
    uint32_t skipped = world->values[PBD_GROUND] != 0.0f ? 0 : 1;
    return (struct contact_bodies){
        .obstacles = &m->obstacles[skipped],
        .obstacle_count = m->obstacle_count - skipped,
        .particle_count = m->counts.particles,
        .links = m->constraints[PBD_LINK],
        .link_count = m->counts.links_touch ? m->counts.of[PBD_LINK] : 0,
        .radius_m = m->radius_m,
    };
}

// Removes overlap and forgets what the last substep left in the scratch.
static void begin(struct pbd_world *world, const struct contact_bodies *bodies) {
    struct model *m = &world->model;
    for (uint32_t kind = 0; kind < PBD_KIND_COUNT; kind++) {
        const struct constraint_kind *rules = constraint_kinds[kind];
        uint32_t count = m->counts.of[kind];
        if (rules->begin != NULL) {
            rules->begin(m->constraints[kind], count, m->x, m->w);
        }
        memset(m->scratch[kind], 0, (size_t)count * rules->scratch_floats * sizeof(float));
    }
    self_contact_begin(&m->self, world_substep_s(world), m->x, m->w);
    contact_begin(bodies, m->x, m->w);
    memset(m->touches, 0,
           (size_t)bodies->obstacle_count * (bodies->particle_count + bodies->link_count) *
               CONTACT_SCRATCH_FLOATS * sizeof(float));
    hand_begin(world->hands, world->hand_count);
}

static enum pbd_stepping stepping_of(const struct pbd_world *world) {
    return (enum pbd_stepping)world->values[PBD_STEPPING];
}

// As springs, links and what is like them are forces, only what guides and contacts is projected.
static bool is_projected(const struct pbd_world *world, enum pbd_kind kind) {
    const struct constraint_kind *rules = constraint_kinds[kind];
    if (stepping_of(world) == PBD_SPRINGS && !rules->contact && kind != PBD_RAIL) {
        return false;
    }
    return rules->acts == NULL || rules->acts(world->values);
}

// All links of a path at once; false if they are to be swept.
static bool solve_path(struct pbd_world *world, const struct sweep *sweep) {
    struct model *m = &world->model;
    if (stepping_of(world) != PBD_DIRECT || !world->scene->path || sweep->x == NULL) {
        return false;
    }
    bool solved = direct_project(sweep, m->constraints[PBD_LINK], m->counts.of[PBD_LINK], m->p,
                                 m->direct_rows);
    world->counters.direct_undone += !solved;
    if (solved && m->pins.on) {
        pins_note_direct(m);
    }
    if (solved && world->tracer != NULL) {
        tracer_note_direct(world->tracer, sweep, m);
    }
    return solved;
}

// A run of constraints, through those who look on if there are any.
static void project_run(struct pbd_world *world, const struct sweep *sweep,
                        const struct batch *run) {
    struct model *m = &world->model;
    if (world->tracer != NULL) {
        tracer_project(world->tracer, sweep, m, run);
    } else if (m->pins.on) {
        pins_project(m, sweep, run);
    } else {
        constraint_project(sweep, m, run->kind, run->first, run->count);
    }
}

// What is solved on the loom now; NULL: nothing.
static struct loom *loom_of(struct pbd_world *world, const struct sweep *sweep) {
    struct loom *loom = &world->model.loom;
    bool works = loom->is_there && world->kernels != NULL && sweep->compliance == 0.0f &&
                 world->tracer == NULL && !world->model.pins.on;
    return works ? loom : NULL;
}

// Solves a batch on the loom, if that is its place: the links, and with them the floors, which come
// next; the tethers. Returns how many batches that were.
static uint32_t weave(struct pbd_world *world, struct loom *loom, const struct sweep *sweep,
                      uint32_t batch) {
    const struct model *m = &world->model;
    const struct pbd_link *links = m->constraints[PBD_LINK];
    const struct two_ends *floors = m->constraints[PBD_FLOOR];
    const struct loom_task task = {
        .loom = loom,
        .plain = sweep->x == NULL,
        .stiffness = sweep->stiffness,
        .link_m = links[0].rest_m,
        .floor_m = floors[0].length_m,
        .tethers = m->constraints[PBD_TETHER],
    };
    if (batch == loom->links) {
        loom_take(loom, sweep);
        world->kernels->loom_sweep(&task);
        return 2;
    }
    if (batch == loom->tethers) {
        if (sweep->first) {
            loom_take(loom, sweep);
            world->kernels->loom_tethers(&task);
        }
        return 1;
    }
    return 0;
}

// The batches that are contacts, or those that are not.
static void project_batches(struct pbd_world *world, const struct sweep *sweep, bool contact) {
    struct model *m = &world->model;
    struct loom *loom = loom_of(world, sweep);
    for (uint32_t i = 0; i < m->batch_count; i++) {
        const struct batch *batch = &m->batches[i];
        const struct constraint_kind *rules = constraint_kinds[batch->kind];
        if (rules->contact != contact || !is_projected(world, batch->kind) ||
            (batch->kind == PBD_LINK && solve_path(world, sweep))) {
            continue;
        }
        uint32_t woven = loom != NULL ? weave(world, loom, sweep, i) : 0;
        if (woven > 0) {
            i += woven - 1;
            continue;
        }
        if (loom != NULL) {
            loom_give_back(loom, sweep);
        }
        project_run(world, sweep, batch);
    }
}

static struct hand_law hand_law_of(const struct pbd_world *world) {
    return (struct hand_law){
        .force_n = world->values[PBD_HAND_FORCE],
        .compliance_m_per_n = world->values[PBD_HAND_COMPLIANCE],
        .damping_n_s_per_m = world->values[PBD_HAND_DAMPING],
    };
}

static void project_hands(struct pbd_world *world, const struct sweep *sweep) {
    const struct hand_law law = hand_law_of(world);
    if (world->tracer != NULL) {
        tracer_project_hands(world->tracer, sweep, &law, world->hands, world->hand_count);
        return;
    }
    for (uint32_t i = 0; i < world->hand_count; i++) {
        struct hand *hand = &world->hands[i];
        float *q = &sweep->q[3 * hand->particle];
        loom_lend(&world->model.loom, hand->particle, q);
        hand_project(sweep, &law, sweep->before, hand, 1);
        loom_return(&world->model.loom, hand->particle, q);
    }
}

static void project_contacts(struct pbd_world *world, const struct sweep *sweep,
                             const struct contact_bodies *bodies) {
    project_batches(world, sweep, true);
    if (world->model.self.pair_count > 0 || bodies->obstacle_count > 0) {
        loom_give_back(&world->model.loom, sweep);
    }
    if (world->tracer != NULL) {
        tracer_project_self_contacts(world->tracer, sweep, &world->model.self);
        tracer_project_contacts(world->tracer, sweep, bodies, world->model.touches);
    } else {
        self_contact_project(sweep, &world->model.self);
        contact_project(sweep, bodies, world->model.touches);
    }
}

// ---- strands -----------------------------------------------------------------------------------

// Whether all that is projected are links in strands, and what a particle can have done to it when
// its links are: so that the sweeps need not wait for each other.
static bool only_strands(const struct pbd_world *world, const struct sweep *sweep,
                         const struct contact_bodies *bodies) {
    const struct model *m = &world->model;
    bool only = m->strands.count > 0 && world->kernels != NULL && world->tracer == NULL &&
                !m->pins.on && stepping_of(world) == PBD_SWEEPS && sweep->x != NULL &&
                sweep->compliance == 0.0f && m->self.pair_count == 0 && bodies->obstacle_count == 0;
    for (uint32_t i = 0; only && i < m->batch_count; i++) {
        enum pbd_kind kind = m->batches[i].kind;
        only = !is_projected(world, kind) || i == m->strands.batch ||
               (kind == PBD_TETHER && i < m->strands.batch) ||
               (kind == PBD_RAIL && i > m->strands.batch);
    }
    const struct rail *rails = m->constraints[PBD_RAIL];
    for (uint32_t i = 0; only && i < m->counts.of[PBD_RAIL]; i++) {
        only = strands_have(&m->strands, rails[i].a);
    }
    for (uint32_t i = 0; only && i < world->hand_count; i++) {
        only = strands_have(&m->strands, world->hands[i].particle);
    }
    return only;
}

// Rails and hands of one particle.
static void attend(const struct strand_task *task, uint32_t particle) {
    struct pbd_world *world = task->context;
    struct model *m = &world->model;
    const struct rail *rails = m->constraints[PBD_RAIL];
    for (uint32_t i = 0; i < m->counts.of[PBD_RAIL]; i++) {
        if (rails[i].a == particle) {
            constraint_project(task->sweep, m, PBD_RAIL, i, 1);
        }
    }
    const struct hand_law law = hand_law_of(world);
    for (uint32_t i = 0; i < world->hand_count; i++) {
        if (world->hands[i].particle == particle) {
            hand_project(task->sweep, &law, task->sweep->before, &world->hands[i], 1);
        }
    }
}

static void mark_all(struct pbd_world *world, uint8_t mark) {
    struct model *m = &world->model;
    const struct rail *rails = m->constraints[PBD_RAIL];
    for (uint32_t i = 0; i < m->counts.of[PBD_RAIL]; i++) {
        m->marked[rails[i].a] = mark;
    }
    for (uint32_t i = 0; i < world->hand_count; i++) {
        m->marked[world->hands[i].particle] = mark;
    }
}

// All sweeps of one strand after another. Tethers come before the links of the first sweep.
static void sweep_strands(struct pbd_world *world, struct sweep *sweep) {
    struct model *m = &world->model;
    sweep->first = true;
    for (uint32_t i = 0; i < m->strands.batch; i++) {
        if (is_projected(world, m->batches[i].kind)) {
            project_run(world, sweep, &m->batches[i]);
        }
    }
    mark_all(world, 1);
    for (uint32_t i = 0; i < m->strands.count; i++) {
        struct strand_task task =
            strand_prepare(&m->strands, &m->strands.of[i], m->constraints[PBD_LINK], sweep);
        task.sweeps = world->iterations;
        task.marked = m->counts.of[PBD_RAIL] + world->hand_count > 0 ? m->marked : NULL;
        task.attend = attend;
        task.context = world;
        world->kernels->strand_sweeps(&task);
    }
    mark_all(world, 0);
    timing_lap(&world->timing, TIMING_LINKS);
}

// ---- sweeps ------------------------------------------------------------------------------------

// n sweeps over constraints, hands and contacts.
static void sweep_all(struct pbd_world *world, struct sweep *sweep,
                      const struct contact_bodies *bodies) {
    uint32_t sweeps = stepping_of(world) == PBD_SPRINGS ? 1 : world->iterations;
    if (only_strands(world, sweep, bodies)) {
        sweep_strands(world, sweep);
        return;
    }
    if (loom_of(world, sweep) != NULL) {
        loom_begin(&world->model.loom, sweep);
    }
    tracer_begin(world->tracer, sweep);
    for (uint32_t i = 0; i < sweeps; i++) {
        sweep->first = i == 0;
        tracer_sweep(world->tracer, i);
        project_batches(world, sweep, false);
        project_hands(world, sweep);
        timing_lap(&world->timing, TIMING_LINKS);
        project_contacts(world, sweep, bodies);
        timing_lap(&world->timing, TIMING_CONTACTS);
    }
    tracer_end(world->tracer, sweep);
    loom_give_back(&world->model.loom, sweep);
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

// Where links touch obstacles, the fastest particle slows all down alike: to slow one end of a link
// would turn it into what the other end was held off. Springs are not slowed.
static void cap_together(struct pbd_world *world, float limit) {
    struct model *m = &world->model;
    float fastest2 = 0.0f;
    for (uint32_t i = 0; i < m->counts.particles; i++) {
        fastest2 = m->sprung[i] ? fastest2 : fmaxf(fastest2, sweep_length2(&m->d[3 * i]));
    }
    if (fastest2 <= limit * limit || fastest2 - fastest2 != 0.0f) {
        return;
    }
    float scale = limit / sqrtf(fastest2);
    for (uint32_t i = 0; i < 3 * m->counts.particles; i++) {
        m->d[i] *= m->sprung[i / 3] ? 1.0f : scale;
    }
    world->counters.speed_clamps++;
}

static float unless_below(float least, float value) {
    return fabsf(value) < least ? 0.0f : value;
}

// Moves a particle by its displacement; `p` is where it is to be if nothing has to be capped.
static void commit_one(struct pbd_counters *counters, float x[3], float d[3], const float p[3],
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

// The particles of springs that have burst stand still.
static void hold_burst_springs(struct pbd_world *world) {
    struct model *m = &world->model;
    for (uint32_t i = 0; (world->burst & BURST_SPRINGS) && i < 3 * m->counts.particles; i++) {
        if (m->sprung[i / 3]) {
            m->d[i] = 0.0f;
            m->p[i] = m->x[i];
        }
    }
}

// What the displacements lead to, in both forms.
static void commit(struct pbd_world *world, const struct arrival *arrival) {
    struct model *m = &world->model;
    uint32_t particles = m->counts.particles;
    for (uint32_t i = 0; i < particles;) {
        if (world->kernels != NULL) {
            i = world->kernels->arrive(arrival, i, particles);
        }
        for (uint32_t end = end_of_block(world, i); i < end; i++) {
            float *x = &arrival->x[3 * i];
            float *d = &arrival->d[3 * i];
            float p[3];
            for (uint32_t c = 0; c < 3; c++) {
                p[c] = arrival->p != NULL ? arrival->p[3 * i + c] : x[c] + d[c];
                d[c] = arrival->p != NULL ? p[c] - x[c] : d[c];
            }
            commit_one(&world->counters, x, d, p, m->sprung[i] ? INFINITY : arrival->limit_m);
        }
    }
}

static void step_plain(struct pbd_world *world, struct sweep *sweep,
                       const struct contact_bodies *bodies, float limit) {
    struct model *m = &world->model;
    uint32_t count = 3 * m->counts.particles;
    for (uint32_t i = 0; i < count; i++) {
        m->p[i] = m->x[i] + m->d[i];
    }
    sweep->x = NULL;
    sweep->q = m->p;
    sweep_all(world, sweep, bodies);
    hold_burst_springs(world);
    commit(world, &(struct arrival){.x = m->x, .d = m->d, .p = m->p, .limit_m = limit});
}

static void step_displacements(struct pbd_world *world, struct sweep *sweep,
                               const struct contact_bodies *bodies, float limit) {
    struct model *m = &world->model;
    sweep->x = m->x;
    sweep->q = m->d;
    sweep_all(world, sweep, bodies);
    hold_burst_springs(world);
    if (bodies->link_count > 0) {
        cap_together(world, limit);
    }
    commit(world, &(struct arrival){.x = m->x, .d = m->d, .limit_m = limit});
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

// Springs have no cap: what blows up is to be seen doing so, up to the world's bound.
static void contain_springs(struct pbd_world *world, const struct pbd_counters *before) {
    if (world->counters.bound_clamps > before->bound_clamps ||
        world->counters.not_finite > before->not_finite) {
        world->burst |= BURST_ALL;
        memset(world->model.d, 0, 3 * (size_t)world->model.counts.particles * sizeof(float));
    }
}

// Those that a scene built, in a world that goes on without them.
static void contain_built_springs(struct pbd_world *world) {
    const struct model *m = &world->model;
    for (uint32_t i = 0; i < 3 * m->counts.particles; i++) {
        if (m->sprung[i / 3] && fabsf(m->x[i]) >= PBD_WORLD_BOUND) {
            world->burst |= BURST_SPRINGS;
        }
    }
    hold_burst_springs(world);
}

static void substep(struct pbd_world *world, struct sweep *sweep, bool plain, bool windy) {
    struct model *m = &world->model;
    const struct contact_bodies bodies = solver_bodies(world);
    bool springs = stepping_of(world) == PBD_SPRINGS;
    const struct pbd_counters before = world->counters;
    float limit = springs ? INFINITY : PBD_SPEED_MAX * sweep->substep_s;
    begin(world, &bodies);
    timing_lap(&world->timing, TIMING_CONTACTS);
    predict(world, sweep->substep_s, windy);
    timing_lap(&world->timing, TIMING_OTHER);
    if (springs) {
        springs_accelerate(m, world->values[PBD_SPRING], sweep->substep_s);
    } else if (m->springs > 0) {
        springs_accelerate_built(m, world->values[PBD_SPRING], sweep->substep_s);
    }
    hold_burst_springs(world);
    timing_lap(&world->timing, TIMING_SPRINGS);
    if (plain) {
        step_plain(world, sweep, &bodies, limit);
    } else {
        step_displacements(world, sweep, &bodies, limit);
    }
    if (springs) {
        contain_springs(world, &before);
    } else if (m->springs > 0) {
        contain_built_springs(world);
    }
}

static struct sweep sweep_of(const struct pbd_world *world) {
    const float *values = world->values;
    float substep_s = world_substep_s(world);
    float sliding = values[PBD_SLIDING];
    return (struct sweep){
        .w = world->model.w,
        .before = world->model.x,
        .stiffness = sweep_stiffness(values[PBD_STIFFNESS], world->iterations),
        .bending = sweep_stiffness(values[PBD_BENDING], world->iterations),
        .compliance = values[PBD_COMPLIANCE] / (substep_s * substep_s),
        .friction = values[PBD_FRICTION],
        .sliding = sliding < values[PBD_FRICTION] ? sliding : values[PBD_FRICTION],
        .substep_s = substep_s,
    };
}

#define SELF_SLACK 0.125f // of a thickness: what bodies may gain on each other beyond their speed

// Which bodies may touch each other in the coming substeps of this step.
static void find_self_contacts(struct pbd_world *world, uint32_t substeps) {
    struct model *m = &world->model;
    float h = 1.0f / (float)m->rate_hz;
    float slack_m = SELF_SLACK * m->self.thickness_m + h * h * world->values[PBD_GRAVITY];
    timing_lap(&world->timing, TIMING_OTHER);
    world->counters.pairs_dropped += self_contact_find(
        &m->self, m->counts.particles, m->x, m->d, m->w, (float)substeps, slack_m, world->kernels);
    timing_lap(&world->timing, TIMING_CONTACTS);
}

void solver_step(struct pbd_world *world) {
    uint32_t substeps = (uint32_t)world->values[PBD_SUBSTEPS];
    bool plain = world->scene->grid_cloth && world->model.rate_hz * substeps <= PLAIN_RATE_MAX_HZ;
    timing_begin(&world->timing, world->noting);
    pins_begin(&world->model, world->noting);
    approach_iterations(world);
    bool windy = wind_evaluate(world);
    struct sweep sweep = sweep_of(world);
    bool touches_itself = world->model.self.count > 0;
    for (uint32_t i = 0; i < substeps && !(world->burst & BURST_ALL); i++) {
        if (touches_itself &&
            (i == 0 || self_contact_strays(&world->model.self, world->model.counts.particles,
                                           world->model.d))) {
            find_self_contacts(world, substeps - i);
        }
        substep(world, &sweep, plain, windy);
    }
    world->step++;
    wind_retire(world);
    pins_end(&world->model, sweep.substep_s, substeps);
    timing_lap(&world->timing, TIMING_OTHER);
}

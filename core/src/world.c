#include "pbd/world.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "builder.h"
#include "constraint.h"
#include "contact.h"
#include "direct.h"
#include "hand_command.h"
#include "scene_cost.h"
#include "solver.h"
#include "wind.h"
#include "world_internal.h"

#define DEF_COOKIE 0x50424431u

// ---- memory ------------------------------------------------------------------------------------

static void *heap_allocate(void *context, size_t bytes) {
    (void)context;
    return malloc(bytes);
}

static void heap_release(void *context, void *memory) {
    (void)context;
    free(memory);
}

static size_t aligned(size_t bytes) {
    return (bytes + 63) & ~(size_t)63;
}

// How many particles and links can touch an obstacle.
static size_t touching_bodies(const struct pbd_counts *counts) {
    return counts->particles + (counts->links_touch ? counts->of[PBD_LINK] : 0);
}

// Arrays are taken one after another out of one block. With block NULL only the size is computed.
struct layout {
    char *block;
    size_t bytes;
};

static void *take(struct layout *layout, size_t count, size_t bytes_each) {
    void *array = layout->block == NULL ? NULL : layout->block + layout->bytes;
    layout->bytes += aligned(count * bytes_each);
    return array;
}

static size_t lay_out(struct model *m, const struct pbd_scene *scene, char *block) {
    struct layout layout = {.block = block};
    size_t n = m->counts.particles;
    size_t links = m->counts.of[PBD_LINK];
    m->block = block;
    m->x = take(&layout, 3 * n, sizeof(float));
    m->d = take(&layout, 3 * n, sizeof(float));
    m->w = take(&layout, n, sizeof(float));
    m->p = take(&layout, 3 * n, sizeof(float));
    m->wind = take(&layout, 3 * n, sizeof(float));
    m->sprung = take(&layout, n, sizeof(uint8_t));
    m->faces = take(&layout, 3 * (size_t)m->counts.faces, sizeof(uint32_t));
    for (uint32_t kind = 0; kind < PBD_KIND_COUNT; kind++) {
        const struct constraint_kind *rules = constraint_kinds[kind];
        size_t count = m->counts.of[kind];
        m->constraints[kind] = take(&layout, count, rules->bytes);
        m->scratch[kind] = take(&layout, count, rules->scratch_floats * sizeof(float));
    }
    m->touches = take(&layout, (1 + m->counts.obstacles) * touching_bodies(&m->counts),
                      CONTACT_SCRATCH_FLOATS * sizeof(float));
    size_t woven = loom_floats(m->counts.weave.rows, m->counts.weave.columns);
    loom_lay_out(&m->loom, m->counts.weave.rows, m->counts.weave.columns,
                 take(&layout, woven, sizeof(float)));
    m->strands.planes = take(&layout, strand_floats(m->counts.strand_links), sizeof(float));
    m->marked = take(&layout, m->counts.strand_links > 0 ? n : 0, sizeof(uint8_t));
    size_t bodies = m->counts.bodies;
    m->self.bodies = take(&layout, bodies, sizeof *m->self.bodies);
    m->self.shapes = take(&layout, bodies, sizeof *m->self.shapes);
    m->self.pairs = take(&layout, NEIGHBOURS_MAX * bodies, sizeof *m->self.pairs);
    m->self.d = take(&layout, bodies > 0 ? n : 0, sizeof *m->self.d);
    m->self.rows = take(&layout, bodies > 0 ? n : 0, sizeof *m->self.rows);
    struct neighbours *search = &m->self.search;
    search->boxes = take(&layout, bodies, sizeof *search->boxes);
    search->rows = take(&layout, bodies > 0 ? NEIGHBOURS_ROWS * (bodies + NEIGHBOURS_SPARE) : 0,
                        sizeof(float));
    search->order = take(&layout, 2 * bodies, sizeof *search->order);
    search->keys = take(&layout, bodies, sizeof *search->keys);
    search->found = take(&layout, NEIGHBOURS_MAX * bodies, sizeof *search->found);
    search->found_count = take(&layout, bodies, sizeof *search->found_count);
    size_t path_links = scene->path ? links : 0;
    m->direct_rows = take(&layout, path_links, DIRECT_SCRATCH_DOUBLES * sizeof(double));
    return layout.bytes;
}

// ---- building ----------------------------------------------------------------------------------

static float substep_of(uint32_t rate_hz, float substeps) {
    return (float)(1.0 / ((double)rate_hz * (double)substeps));
}

float world_substep_s(const struct pbd_world *world) {
    return substep_of(world->model.rate_hz, world->values[PBD_SUBSTEPS]);
}

uint32_t world_iterations_affordable(const struct pbd_world *world) {
    double rate_hz = (double)world->model.rate_hz;
    double left =
        (double)PBD_PROJECTIONS_PER_S_MAX - (double)scene_searched(&world->model.counts) * rate_hz;
    double per_iteration = (double)scene_constraints_acting(&world->model.counts, world->values) *
                           (double)world->values[PBD_SUBSTEPS] * rate_hz;
    double max = (double)world->scene->parameters[PBD_ITERATIONS].max;
    return (uint32_t)(per_iteration * max <= left ? max : left / per_iteration);
}

static struct pbd_builder builder_of(struct pbd_world *world) {
    return (struct pbd_builder){
        .model = &world->model,
        .substep_s = world_substep_s(world),
        .made = world->model.counts,
    };
}

// Whether links join each particle to the next, in one row.
static bool is_path(const struct model *m) {
    const struct pbd_link *links = m->constraints[PBD_LINK];
    uint32_t rows = 0;
    for (uint32_t i = 0; i < m->batch_count; i++) {
        rows += m->batches[i].kind == PBD_LINK;
    }
    bool path = rows == 1 && m->counts.of[PBD_LINK] + 1 == m->counts.particles;
    for (uint32_t i = 0; i < m->counts.of[PBD_LINK]; i++) {
        path = path && links[i].b == links[i].a + 1;
    }
    return path;
}

// Whether a scene has built what it said it would.
static bool is_as_said(const struct pbd_scene *scene, const struct pbd_builder *builder) {
    return !builder->overfull &&
           memcmp(&builder->made, &builder->model->counts, sizeof builder->made) == 0 &&
           (!scene->path || is_path(builder->model));
}

// Not cheap for long rows, so once for all measurements.
static void find_harmonics(struct pbd_world *world) {
    const struct pbd_scene *scene = world->scene;
    world->harmonic_count =
        scene->harmonics != NULL ? scene->harmonics(world->values, world->harmonics_hz) : 0;
}

enum pbd_status world_rebuild(struct pbd_world *world, const struct pbd_scene *scene,
                              const float *values) {
    enum pbd_status status = pbd_scene_check(scene, values, NULL);
    if (status != PBD_OK) {
        return status;
    }
    struct model model = {
        .counts = scene->counts(values),
        .rate_hz = (uint32_t)values[PBD_RATE],
    };
    size_t bytes = lay_out(&model, scene, NULL);
    char *block = world->allocator.allocate(world->allocator.context, bytes);
    if (block == NULL) {
        return PBD_NO_MEMORY;
    }
    memset(block, 0, bytes);
    lay_out(&model, scene, block);
    struct pbd_builder builder = {
        .model = &model,
        .substep_s = substep_of(model.rate_hz, values[PBD_SUBSTEPS]),
        .made = {.links_touch = model.counts.links_touch,
                 .strand_links = model.counts.strand_links,
                 .weave = model.counts.weave},
    };
    builder_ground(&builder);
    scene->build(values, &builder);
    if (!is_as_said(scene, &builder)) {
        world->allocator.release(world->allocator.context, block);
        return PBD_BAD_SCENE;
    }
    if (scene->refresh != NULL) {
        scene->refresh(values, &builder);
    }
    loom_find(&model.loom, &model);
    strands_find(&model.strands, &model);

    if (world->model.block != NULL) {
        pins_close(&world->model, &world->allocator);
        wind_close_fronts(&world->model, &world->allocator);
        world->allocator.release(world->allocator.context, world->model.block);
    }
    world->model = model;
    world->noting = world->noting && pins_open(&world->model, &world->allocator);
    world->scene = scene;
    memmove(world->values, values, scene->parameter_count * sizeof values[0]);
    world->iterations = (uint32_t)values[PBD_ITERATIONS];
    world->hand_count = 0;
    world->gust_count = 0;
    world->burst = BURST_NONE;
    find_harmonics(world);
    return PBD_OK;
}

struct pbd_world_def pbd_world_def_default(const struct pbd_scene *scene) {
    struct pbd_world_def def = {
        .cookie = DEF_COOKIE,
        .scene = scene,
        .seed = 1,
        .allocator = {heap_allocate, heap_release, NULL},
    };
    pbd_scene_initial_values(scene, def.values);
    return def;
}

enum pbd_status pbd_world_create(const struct pbd_world_def *def, struct pbd_world **world) {
    if (def->cookie != DEF_COOKIE) {
        return PBD_BAD_DEFINITION;
    }
    struct pbd_world *made = def->allocator.allocate(def->allocator.context, sizeof *made);
    if (made == NULL) {
        return PBD_NO_MEMORY;
    }
    memset(made, 0, sizeof *made);
    made->allocator = def->allocator;
    made->seed = def->seed;
    made->timing.clock = def->clock;
    pbd_world_set_simd(made, pbd_simd_best());
    enum pbd_status status = world_rebuild(made, def->scene, def->values);
    if (status != PBD_OK) {
        def->allocator.release(def->allocator.context, made);
        return status;
    }
    *world = made;
    return PBD_OK;
}

struct pbd_world *world_clone(const struct pbd_world *world) {
    const struct pbd_allocator *allocator = &world->allocator;
    struct model model = world->model;
    size_t bytes = lay_out(&model, world->scene, NULL);
    struct pbd_world *clone = allocator->allocate(allocator->context, sizeof *clone);
    if (clone == NULL) {
        return NULL;
    }
    char *block = allocator->allocate(allocator->context, bytes);
    if (block == NULL) {
        allocator->release(allocator->context, clone);
        return NULL;
    }
    model.gust_way_m = NULL;
    if (world->model.gust_way_m != NULL && !wind_open_fronts(&model, allocator)) {
        allocator->release(allocator->context, block);
        allocator->release(allocator->context, clone);
        return NULL;
    }
    if (model.gust_way_m != NULL) {
        memcpy(model.gust_way_m, world->model.gust_way_m, wind_fronts_bytes(&model));
    }
    memcpy(block, world->model.block, bytes);
    lay_out(&model, world->scene, block);
    *clone = *world;
    clone->model = model;
    clone->noting = false;
    clone->model.pins = (struct pins){0};
    clone->timing = (struct timing){0};
    return clone;
}

void pbd_world_destroy(struct pbd_world *world) {
    if (world == NULL) {
        return;
    }
    struct pbd_allocator allocator = world->allocator;
    pins_close(&world->model, &allocator);
    wind_close_fronts(&world->model, &allocator);
    allocator.release(allocator.context, world->model.block);
    allocator.release(allocator.context, world);
}

// ---- commands ----------------------------------------------------------------------------------

enum pbd_status pbd_target_from_position(const float position_m[3], int32_t target[3]) {
    int32_t rounded[3];
    for (uint32_t c = 0; c < 3; c++) {
        float scaled = position_m[c] * (float)PBD_TARGET_STEPS_PER_M;
        if (!(fabsf(position_m[c]) <= PBD_WORLD_BOUND)) {
            return PBD_OUT_OF_RANGE;
        }
        rounded[c] = (int32_t)(scaled < 0.0f ? scaled - 0.5f : scaled + 0.5f);
    }
    memcpy(target, rounded, sizeof rounded);
    return PBD_OK;
}

static bool in_range(float value, float min, float max) {
    bool ordinary = isnormal(value) || value == 0.0f;
    return ordinary && value >= min && value <= max;
}

static enum pbd_status apply_gust(struct pbd_world *world, const struct pbd_command *command) {
    const float *d = command->gust.direction;
    bool finite = isfinite(d[0]) && isfinite(d[1]) && isfinite(d[2]);
    bool somewhere = d[0] != 0.0f || d[1] != 0.0f || d[2] != 0.0f;
    if (!finite || !somewhere || !in_range(command->gust.strength, 0.0f, PBD_GUST_STRENGTH_MAX) ||
        !in_range(command->gust.duration_s, PBD_GUST_DURATION_MIN, PBD_GUST_DURATION_MAX) ||
        !in_range(command->gust.width_m, 0.0f, PBD_GUST_WIDTH_MAX)) {
        return PBD_OUT_OF_RANGE;
    }
    if (world->gust_count == PBD_GUSTS_MAX) {
        return PBD_TOO_MANY_GUSTS;
    }
    return wind_start_gust(world, command);
}

// A new iteration count moves by one per step; a scene that re-kicks takes it at once, put back and
// pushed, unless a hand holds on.
static void iterations_changed(struct pbd_world *world, struct pbd_outcome *outcome) {
    const struct pbd_scene *scene = world->scene;
    if (scene->rekick == NULL || !scene->wants_rekick(world->values) || world->hand_count > 0) {
        return;
    }
    world->iterations = (uint32_t)world->values[PBD_ITERATIONS];
    struct pbd_builder builder = builder_of(world);
    world->burst = BURST_NONE;
    scene->rekick(world->values, &builder);
    outcome->rekicked = true;
}

// Displacements are per substep: keep the velocities, as far as a state may hold them.
static void substeps_changed(struct pbd_world *world, float substep_before_s) {
    float ratio = world_substep_s(world) / substep_before_s;
    for (uint32_t i = 0; i < 3 * world->model.counts.particles; i++) {
        float d = world->model.d[i] * ratio;
        world->model.d[i] = fmaxf(-DISPLACEMENT_MAX, fminf(DISPLACEMENT_MAX, d));
    }
}

// The iterations in use may still be on the way down to the number set, and must not cost more than
// that number was allowed to.
static void limit_iterations(struct pbd_world *world) {
    uint32_t affordable = world_iterations_affordable(world);
    world->iterations = world->iterations < affordable ? world->iterations : affordable;
}

static void apply_live(struct pbd_world *world, uint32_t parameter, float value,
                       struct pbd_outcome *outcome) {
    float before = world->values[parameter];
    float substep_before_s = world_substep_s(world);
    world->values[parameter] = value;
    if (parameter == PBD_SUBSTEPS) {
        substeps_changed(world, substep_before_s);
    }
    if (parameter == PBD_STEPPING && value != before) {
        world->burst &= BURST_SPRINGS;
    }
    limit_iterations(world);
    if (world->scene->refresh != NULL) {
        struct pbd_builder builder = builder_of(world);
        world->scene->refresh(world->values, &builder);
        loom_find(&world->model.loom, &world->model);
    }
    if (parameter == PBD_ITERATIONS && value != before) {
        iterations_changed(world, outcome);
    }
    find_harmonics(world);
}

static enum pbd_status apply_set(struct pbd_world *world, const struct pbd_command *command,
                                 struct pbd_outcome *outcome) {
    const struct pbd_scene *scene = world->scene;
    uint32_t parameter = command->set.parameter;
    if (parameter >= scene->parameter_count) {
        return PBD_NO_SUCH_PARAMETER;
    }
    float values[PBD_PARAMETERS_MAX];
    memcpy(values, world->values, sizeof values);
    values[parameter] = command->set.value;
    enum pbd_status status = pbd_scene_check(scene, values, NULL);
    if (status != PBD_OK) {
        return status;
    }
    if (scene->parameters[parameter].live) {
        apply_live(world, parameter, command->set.value, outcome);
        return PBD_OK;
    }
    status = world_rebuild(world, scene, values);
    outcome->rebuilt = status == PBD_OK;
    return status;
}

static enum pbd_status apply_scene(struct pbd_world *world, const struct pbd_scene *scene,
                                   const float *values, struct pbd_outcome *outcome) {
    if (scene == NULL) {
        return PBD_NO_SUCH_SCENE;
    }
    enum pbd_status status = world_rebuild(world, scene, values);
    outcome->rebuilt = status == PBD_OK;
    return status;
}

enum pbd_status pbd_world_apply(struct pbd_world *world, const struct pbd_command *command,
                                struct pbd_outcome *outcome) {
    struct pbd_outcome ignored;
    outcome = outcome == NULL ? &ignored : outcome;
    *outcome = (struct pbd_outcome){0};
    switch (command->kind) {
    case PBD_GRAB:
    case PBD_MOVE:
    case PBD_RELEASE:
    case PBD_LIMIT_PULL:
        return hand_command_apply(world, command);
    case PBD_GUST:
        return apply_gust(world, command);
    case PBD_SET:
        return apply_set(world, command, outcome);
    case PBD_RESET:
        return apply_scene(world, world->scene, world->values, outcome);
    case PBD_SCENE:
        return apply_scene(world, command->scene.scene, command->scene.values, outcome);
    }
    return PBD_OUT_OF_RANGE;
}

void pbd_world_step(struct pbd_world *world) {
    solver_step(world);
}

enum pbd_status pbd_world_set_simd(struct pbd_world *world, enum pbd_simd simd) {
    if (!pbd_simd_is_available(simd)) {
        return PBD_NO_SUCH_SIMD;
    }
    world->simd = simd;
    world->kernels = kernels_of(simd);
    return PBD_OK;
}

enum pbd_simd pbd_world_simd(const struct pbd_world *world) {
    return world->simd;
}

// ---- what a world tells ------------------------------------------------------------------------

const struct pbd_scene *pbd_world_scene(const struct pbd_world *world) {
    return world->scene;
}

const float *pbd_world_values(const struct pbd_world *world) {
    return world->values;
}

uint64_t pbd_world_steps(const struct pbd_world *world) {
    return world->step;
}

uint32_t pbd_world_rate_hz(const struct pbd_world *world) {
    return world->model.rate_hz;
}

uint32_t pbd_world_iterations(const struct pbd_world *world) {
    return world->iterations;
}

bool pbd_world_has_burst(const struct pbd_world *world) {
    return world->burst != BURST_NONE;
}

void pbd_world_view(const struct pbd_world *world, float centre_m[3], float *radius_m) {
    memcpy(centre_m, world->model.view_centre_m, sizeof world->model.view_centre_m);
    *radius_m = world->model.view_radius_m;
}

struct pbd_counters pbd_world_counters(const struct pbd_world *world) {
    return world->counters;
}

uint32_t pbd_world_particle_count(const struct pbd_world *world) {
    return world->model.counts.particles;
}

const float *pbd_world_positions(const struct pbd_world *world) {
    return world->model.x;
}

const float *pbd_world_inverse_masses(const struct pbd_world *world) {
    return world->model.w;
}

bool pbd_world_is_pin(const struct pbd_world *world, uint32_t particle) {
    return model_is_pin(&world->model, particle);
}

void pbd_world_velocity(const struct pbd_world *world, uint32_t particle,
                        float velocity_m_per_s[3]) {
    float substep_s = world_substep_s(world);
    for (uint32_t c = 0; c < 3; c++) {
        velocity_m_per_s[c] = world->model.d[3 * particle + c] / substep_s;
    }
}

uint32_t pbd_world_link_count(const struct pbd_world *world) {
    return world->model.counts.of[PBD_LINK];
}

const struct pbd_link *pbd_world_links(const struct pbd_world *world) {
    return world->model.constraints[PBD_LINK];
}

uint32_t pbd_world_spring_count(const struct pbd_world *world) {
    return world->model.springs;
}

uint32_t pbd_world_grid_count(const struct pbd_world *world) {
    return world->model.grid_count;
}

const struct pbd_grid *pbd_world_grids(const struct pbd_world *world) {
    return world->model.grids;
}

uint32_t pbd_world_face_count(const struct pbd_world *world) {
    return world->model.counts.faces;
}

const uint32_t *pbd_world_faces(const struct pbd_world *world) {
    return world->model.faces;
}

uint32_t pbd_world_obstacle_count(const struct pbd_world *world) {
    return world->model.obstacle_count - 1;
}

struct pbd_obstacle pbd_world_obstacle(const struct pbd_world *world, uint32_t index) {
    return obstacle_view(&world->model.obstacles[1 + index]);
}

float pbd_world_contact_radius_m(const struct pbd_world *world) {
    return world->model.radius_m;
}

uint32_t pbd_world_hand_count(const struct pbd_world *world) {
    return world->hand_count;
}

struct pbd_hand_view pbd_world_hand(const struct pbd_world *world, uint32_t index) {
    const struct hand *hand = &world->hands[index];
    struct pbd_hand_view view = {
        .id = hand->id,
        .particle = hand->particle,
        .force_max_n = hand->force_max_n,
    };
    for (uint32_t c = 0; c < 3; c++) {
        view.target_m[c] = (float)hand->target[c] * (1.0f / PBD_TARGET_STEPS_PER_M);
    }
    return view;
}

#include "pbd/world.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

// Lays the arrays of a model out in one block. With block NULL only the size is computed.
static size_t lay_out(struct model *m, char *block) {
    size_t n = m->counts.particles;
    size_t sizes[] = {3 * n * sizeof(float),
                      3 * n * sizeof(float),
                      n * sizeof(float),
                      3 * n * sizeof(float),
                      3 * n * sizeof(float),
                      m->counts.links * sizeof(struct pbd_link),
                      m->counts.floors * sizeof(struct floor_constraint),
                      PBD_GUSTS_MAX * n * sizeof(float)};
    size_t offsets[sizeof sizes / sizeof sizes[0]];
    size_t total = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        offsets[i] = total;
        total += aligned(sizes[i]);
    }
    if (block != NULL) {
        m->block = block;
        m->x = (float *)(void *)(block + offsets[0]);
        m->d = (float *)(void *)(block + offsets[1]);
        m->w = (float *)(void *)(block + offsets[2]);
        m->p = (float *)(void *)(block + offsets[3]);
        m->wind = (float *)(void *)(block + offsets[4]);
        m->links = (struct pbd_link *)(void *)(block + offsets[5]);
        m->floors = (struct floor_constraint *)(void *)(block + offsets[6]);
        m->gust_way_m = (float *)(void *)(block + offsets[7]);
    }
    return total;
}

// ---- building ----------------------------------------------------------------------------------

static float substep_of(uint32_t rate_hz, float substeps) {
    return (float)(1.0 / ((double)rate_hz * (double)substeps));
}

float world_substep_s(const struct pbd_world *world) {
    return substep_of(world->model.rate_hz, world->values[PBD_SUBSTEPS]);
}

uint32_t world_iterations_affordable(const struct pbd_world *world) {
    const struct pbd_counts *counts = &world->model.counts;
    double per_iteration = ((double)counts->links + (double)counts->floors) *
                           (double)world->values[PBD_SUBSTEPS] * (double)world->model.rate_hz;
    double max = (double)world->scene->parameters[PBD_ITERATIONS].max;
    bool all = per_iteration * max <= (double)PBD_PROJECTIONS_PER_S_MAX;
    return (uint32_t)(all ? max : (double)PBD_PROJECTIONS_PER_S_MAX / per_iteration);
}

static struct pbd_builder builder_of(struct pbd_world *world) {
    return (struct pbd_builder){
        .model = &world->model,
        .substep_s = world_substep_s(world),
        .particles = world->model.counts.particles,
        .links = world->model.counts.links,
        .floors = world->model.counts.floors,
    };
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
    size_t bytes = lay_out(&model, NULL);
    char *block = world->allocator.allocate(world->allocator.context, bytes);
    if (block == NULL) {
        return PBD_NO_MEMORY;
    }
    memset(block, 0, bytes);
    lay_out(&model, block);
    struct pbd_builder builder = {
        .model = &model,
        .substep_s = substep_of(model.rate_hz, values[PBD_SUBSTEPS]),
    };
    scene->build(values, &builder);
    assert(builder.particles == model.counts.particles && builder.links == model.counts.links &&
           builder.floors == model.counts.floors);
    if (scene->refresh != NULL) {
        scene->refresh(values, &builder);
    }

    if (world->model.block != NULL) {
        world->allocator.release(world->allocator.context, world->model.block);
    }
    world->model = model;
    world->scene = scene;
    memmove(world->values, values, scene->parameter_count * sizeof values[0]);
    world->iterations = (uint32_t)values[PBD_ITERATIONS];
    world->hand_count = 0;
    world->gust_count = 0;
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
    enum pbd_status status = world_rebuild(made, def->scene, def->values);
    if (status != PBD_OK) {
        def->allocator.release(def->allocator.context, made);
        return status;
    }
    *world = made;
    return PBD_OK;
}

void pbd_world_destroy(struct pbd_world *world) {
    if (world == NULL) {
        return;
    }
    struct pbd_allocator allocator = world->allocator;
    allocator.release(allocator.context, world->model.block);
    allocator.release(allocator.context, world);
}

// ---- commands ----------------------------------------------------------------------------------

static struct hand *find_hand(struct pbd_world *world, uint32_t id) {
    for (uint32_t i = 0; i < world->hand_count; i++) {
        if (world->hands[i].id == id) {
            return &world->hands[i];
        }
    }
    return NULL;
}

static bool target_in_bound(const int32_t target[3]) {
    const int32_t bound = (int32_t)PBD_WORLD_BOUND * PBD_TARGET_STEPS_PER_M;
    for (uint32_t c = 0; c < 3; c++) {
        if (target[c] < -bound || target[c] > bound) {
            return false;
        }
    }
    return true;
}

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

static enum pbd_status apply_grab(struct pbd_world *world, const struct pbd_command *command) {
    if (command->hand.particle >= world->model.counts.particles) {
        return PBD_NO_SUCH_PARTICLE;
    }
    if (!target_in_bound(command->hand.target)) {
        return PBD_OUT_OF_RANGE;
    }
    if (world->model.w[command->hand.particle] == 0.0f) {
        return PBD_PINNED;
    }
    if (find_hand(world, command->hand.id) != NULL) {
        return PBD_HAND_IN_USE;
    }
    if (world->hand_count == PBD_HANDS_MAX) {
        return PBD_TOO_MANY_HANDS;
    }
    struct hand *hand = &world->hands[world->hand_count++];
    *hand = (struct hand){.id = command->hand.id, .particle = command->hand.particle};
    memcpy(hand->target, command->hand.target, sizeof hand->target);
    return PBD_OK;
}

static enum pbd_status apply_move(struct pbd_world *world, const struct pbd_command *command) {
    struct hand *hand = find_hand(world, command->hand.id);
    if (hand == NULL) {
        return PBD_NO_SUCH_HAND;
    }
    if (!target_in_bound(command->hand.target)) {
        return PBD_OUT_OF_RANGE;
    }
    memcpy(hand->target, command->hand.target, sizeof hand->target);
    return PBD_OK;
}

static enum pbd_status apply_release(struct pbd_world *world, const struct pbd_command *command) {
    struct hand *hand = find_hand(world, command->hand.id);
    if (hand == NULL) {
        return PBD_NO_SUCH_HAND;
    }
    // The others keep their order, because the order of solving is part of the bits.
    uint32_t index = (uint32_t)(hand - world->hands);
    memmove(hand, hand + 1, (world->hand_count - index - 1) * sizeof *hand);
    world->hand_count--;
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
    wind_start_gust(world, command);
    return PBD_OK;
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
    scene->rekick(world->values, &builder);
    outcome->rekicked = true;
}

// Displacements are per substep: keep the velocities. The iterations in use may still be on the way
// down to the number set, and must not cost more than that number was allowed to.
static void substeps_changed(struct pbd_world *world, float substep_before_s) {
    float ratio = world_substep_s(world) / substep_before_s;
    for (uint32_t i = 0; i < 3 * world->model.counts.particles; i++) {
        world->model.d[i] *= ratio;
    }
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
    if (world->scene->refresh != NULL) {
        struct pbd_builder builder = builder_of(world);
        world->scene->refresh(world->values, &builder);
    }
    if (parameter == PBD_ITERATIONS && value != before) {
        iterations_changed(world, outcome);
    }
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
        return apply_grab(world, command);
    case PBD_MOVE:
        return apply_move(world, command);
    case PBD_RELEASE:
        return apply_release(world, command);
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

// ---- what a scene may do while it builds -------------------------------------------------------

static void count_in_batch(struct model *m, enum constraint_kind kind, uint32_t index) {
    struct batch *last = m->batch_count > 0 ? &m->batches[m->batch_count - 1] : NULL;
    if (last != NULL && last->kind == kind) {
        last->count++;
        return;
    }
    assert(m->batch_count < BATCHES_MAX);
    m->batches[m->batch_count++] = (struct batch){kind, index, 1};
}

void pbd_builder_particle(struct pbd_builder *builder, const float position_m[3],
                          const float velocity_m_per_s[3], float mass_kg) {
    assert(builder->particles < builder->model->counts.particles);
    uint32_t particle = builder->particles++;
    pbd_builder_set_mass(builder, particle, mass_kg);
    pbd_builder_set_motion(builder, particle, position_m, velocity_m_per_s);
}

void pbd_builder_link(struct pbd_builder *builder, uint32_t a, uint32_t b, float rest_m) {
    assert(builder->links < builder->model->counts.links);
    uint32_t index = builder->links++;
    builder->model->links[index] = (struct pbd_link){a, b, rest_m};
    count_in_batch(builder->model, DISTANCE, index);
}

void pbd_builder_floor(struct pbd_builder *builder, uint32_t a, uint32_t b, float length_m) {
    assert(builder->floors < builder->model->counts.floors);
    uint32_t index = builder->floors++;
    builder->model->floors[index] = (struct floor_constraint){a, b, length_m};
    count_in_batch(builder->model, FLOOR, index);
}

void pbd_builder_view(struct pbd_builder *builder, const float centre_m[3], float radius_m) {
    memcpy(builder->model->view_centre_m, centre_m, 3 * sizeof centre_m[0]);
    builder->model->view_radius_m = radius_m;
}

void pbd_builder_set_mass(struct pbd_builder *builder, uint32_t particle, float mass_kg) {
    builder->model->w[particle] = mass_kg > 0.0f ? 1.0f / mass_kg : 0.0f;
}

void pbd_builder_set_motion(struct pbd_builder *builder, uint32_t particle,
                            const float position_m[3], const float velocity_m_per_s[3]) {
    struct model *m = builder->model;
    for (uint32_t c = 0; c < 3; c++) {
        m->x[3 * particle + c] = position_m[c];
        m->d[3 * particle + c] =
            m->w[particle] > 0.0f ? velocity_m_per_s[c] * builder->substep_s : 0.0f;
    }
}

void pbd_builder_set_floors(struct pbd_builder *builder, float length_m) {
    for (uint32_t i = 0; i < builder->floors; i++) {
        builder->model->floors[i].length_m = length_m;
    }
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

void pbd_world_velocity(const struct pbd_world *world, uint32_t particle,
                        float velocity_m_per_s[3]) {
    float substep_s = world_substep_s(world);
    for (uint32_t c = 0; c < 3; c++) {
        velocity_m_per_s[c] = world->model.d[3 * particle + c] / substep_s;
    }
}

uint32_t pbd_world_link_count(const struct pbd_world *world) {
    return world->model.counts.links;
}

const struct pbd_link *pbd_world_links(const struct pbd_world *world) {
    return world->model.links;
}

uint32_t pbd_world_hand_count(const struct pbd_world *world) {
    return world->hand_count;
}

struct pbd_hand_view pbd_world_hand(const struct pbd_world *world, uint32_t index) {
    const struct hand *hand = &world->hands[index];
    struct pbd_hand_view view = {.id = hand->id, .particle = hand->particle};
    for (uint32_t c = 0; c < 3; c++) {
        view.target_m[c] = (float)hand->target[c] * (1.0f / PBD_TARGET_STEPS_PER_M);
    }
    return view;
}

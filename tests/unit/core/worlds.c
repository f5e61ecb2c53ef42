#include "worlds.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common_parameters.h"

// ---- making worlds -----------------------------------------------------------------------------

static void change_values(const struct pbd_scene *scene, char *settings, float *values) {
    for (char *name = settings + strspn(settings, " "); *name != '\0';) {
        char *equals = strchr(name, '=');
        cr_assert(equals != NULL, "not name=number: %s", name);
        *equals = '\0';
        int index = pbd_scene_parameter_index(scene, name);
        cr_assert(index >= 0, "%s has no parameter %s", scene->name, name);
        values[index] = strtof(equals + 1, &name);
        name += strspn(name, " ");
    }
}

static struct pbd_world_def def_of_list(const struct pbd_scene *scene, const char *settings,
                                        va_list list) {
    cr_assert(scene != NULL);
    char text[1024];
    int length = vsnprintf(text, sizeof text, settings, list);
    cr_assert(length >= 0 && (size_t)length < sizeof text);
    struct pbd_world_def def = pbd_world_def_default(scene);
    change_values(scene, text, def.values);
    return def;
}

static struct pbd_world *create(const struct pbd_world_def *def) {
    struct pbd_world *world = NULL;
    enum pbd_status status = pbd_world_create(def, &world);
    cr_assert(status == PBD_OK, "%s: %s", def->scene->name, pbd_status_text(status));
    return world;
}

struct pbd_world_def def_of(const struct pbd_scene *scene, const char *settings, ...) {
    va_list list;
    va_start(list, settings);
    struct pbd_world_def def = def_of_list(scene, settings, list);
    va_end(list);
    return def;
}

struct pbd_world *world_of(const char *scene, const char *settings, ...) {
    va_list list;
    va_start(list, settings);
    struct pbd_world_def def = def_of_list(pbd_scene_find(scene), settings, list);
    va_end(list);
    return create(&def);
}

static struct body current_body;

static struct pbd_counts body_counts(const float *values) {
    (void)values;
    struct pbd_counts counts = current_body.more;
    counts.particles = current_body.particle_count;
    counts.of[PBD_LINK] += current_body.link_count;
    counts.of[PBD_FLOOR] += current_body.floor_count;
    return counts;
}

static void body_build(const float *values, struct pbd_builder *builder) {
    (void)values;
    for (uint32_t i = 0; i < current_body.particle_count; i++) {
        const struct body_particle *p = &current_body.particles[i];
        pbd_builder_particle(builder, p->position_m, p->velocity_m_per_s, p->mass_kg);
    }
    for (uint32_t i = 0; i < current_body.link_count; i++) {
        const struct body_pair *pair = &current_body.links[i];
        pbd_builder_link(builder, pair->a, pair->b, pair->length_m);
    }
    for (uint32_t i = 0; i < current_body.floor_count; i++) {
        const struct body_pair *pair = &current_body.floors[i];
        pbd_builder_floor(builder, pair->a, pair->b, pair->length_m);
    }
    if (current_body.build_more != NULL) {
        current_body.build_more(builder);
    }
}

const struct pbd_scene *scene_of_body(const struct body *body) {
    static const struct pbd_parameter parameters[PBD_COMMON_PARAMETER_COUNT] = {
        COMMON_PARAMETERS(0, 50)};
    static struct pbd_scene scene = {
        .name = "body",
        .title = "Body",
        .description = "A body for a test.",
        .version = 1,
        .parameters = parameters,
        .parameter_count = PBD_COMMON_PARAMETER_COUNT,
        .counts = body_counts,
        .build = body_build,
    };
    current_body = *body;
    scene.grid_cloth = body->grid_cloth;
    scene.path = body->path;
    return &scene;
}

struct pbd_world *body_world(const struct body *body, const char *settings, ...) {
    va_list list;
    va_start(list, settings);
    struct pbd_world_def def = def_of_list(scene_of_body(body), settings, list);
    va_end(list);
    return create(&def);
}

// ---- running and changing them -----------------------------------------------------------------

void run_steps(struct pbd_world *world, uint64_t steps) {
    for (uint64_t i = 0; i < steps; i++) {
        pbd_world_step(world);
    }
}

void run_for(struct pbd_world *world, double seconds) {
    run_steps(world, (uint64_t)llround(seconds * (double)pbd_world_rate_hz(world)));
}

struct pbd_command set_command(const struct pbd_world *world, const char *name, float value) {
    int index = pbd_scene_parameter_index(pbd_world_scene(world), name);
    cr_assert(index >= 0, "no parameter %s", name);
    return (struct pbd_command){.kind = PBD_SET, .set = {(uint32_t)index, value}};
}

static void set_target(struct pbd_command *command, float x, float y, float z) {
    const float target_m[3] = {x, y, z};
    cr_assert(pbd_target_from_position(target_m, command->hand.target) == PBD_OK);
}

struct pbd_command grab_command(uint32_t id, uint32_t particle, float x, float y, float z) {
    struct pbd_command command = {.kind = PBD_GRAB, .hand = {.id = id, .particle = particle}};
    set_target(&command, x, y, z);
    return command;
}

struct pbd_command move_command(uint32_t id, float x, float y, float z) {
    struct pbd_command command = {.kind = PBD_MOVE, .hand = {.id = id}};
    set_target(&command, x, y, z);
    return command;
}

struct pbd_command release_command(uint32_t id) {
    return (struct pbd_command){.kind = PBD_RELEASE, .hand = {.id = id}};
}

struct pbd_command limit_pull_command(uint32_t id, float force_n) {
    return (struct pbd_command){.kind = PBD_LIMIT_PULL, .hand = {.id = id, .force_max_n = force_n}};
}

struct pbd_command gust_command(float x, float y, float z, float strength, float duration_s,
                                float width_m) {
    return (struct pbd_command){
        .kind = PBD_GUST,
        .gust = {{x, y, z}, strength, duration_s, width_m},
    };
}

struct pbd_outcome apply(struct pbd_world *world, struct pbd_command command) {
    struct pbd_outcome outcome;
    enum pbd_status status = pbd_world_apply(world, &command, &outcome);
    cr_assert(status == PBD_OK, "command %d: %s", (int)command.kind, pbd_status_text(status));
    return outcome;
}

// ---- measuring them ----------------------------------------------------------------------------

uint32_t middle_particle(const struct pbd_world *world) {
    uint32_t count = pbd_world_particle_count(world);
    uint32_t middle = count / 2;
    while (pbd_world_inverse_masses(world)[middle] == 0.0f) {
        middle = (middle + 1) % count;
    }
    return middle;
}

const float *position(const struct pbd_world *world, uint32_t particle) {
    return &pbd_world_positions(world)[3 * particle];
}

double speed(const struct pbd_world *world, uint32_t particle) {
    float v[3];
    pbd_world_velocity(world, particle, v);
    return sqrt((double)v[0] * v[0] + (double)v[1] * v[1] + (double)v[2] * v[2]);
}

double fastest(const struct pbd_world *world) {
    double most = 0.0;
    for (uint32_t i = 0; i < pbd_world_particle_count(world); i++) {
        most = fmax(most, speed(world, i));
    }
    return most;
}

double link_length(const struct pbd_world *world, uint32_t link) {
    const struct pbd_link *l = &pbd_world_links(world)[link];
    const float *a = position(world, l->a);
    const float *b = position(world, l->b);
    double e[3] = {(double)a[0] - b[0], (double)a[1] - b[1], (double)a[2] - b[2]};
    return sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
}

double worst_stretch(const struct pbd_world *world) {
    double worst = -1.0;
    for (uint32_t i = 0; i < pbd_world_link_count(world); i++) {
        worst = fmax(worst, link_length(world, i) / pbd_world_links(world)[i].rest_m - 1.0);
    }
    return worst;
}

double kinetic_energy(const struct pbd_world *world) {
    double energy = 0.0;
    for (uint32_t i = 0; i < pbd_world_particle_count(world); i++) {
        double w = (double)pbd_world_inverse_masses(world)[i];
        double v = speed(world, i);
        energy += w > 0.0 ? 0.5 * v * v / w : 0.0;
    }
    return energy;
}

double potential_energy(const struct pbd_world *world, double gravity) {
    double energy = 0.0;
    for (uint32_t i = 0; i < pbd_world_particle_count(world); i++) {
        double w = (double)pbd_world_inverse_masses(world)[i];
        energy += w > 0.0 ? gravity * (double)position(world, i)[1] / w : 0.0;
    }
    return energy;
}

bool is_finite_and_bounded(const struct pbd_world *world) {
    for (uint32_t i = 0; i < pbd_world_particle_count(world); i++) {
        float v[3];
        pbd_world_velocity(world, i, v);
        for (uint32_t c = 0; c < 3; c++) {
            if (!(fabsf(position(world, i)[c]) <= PBD_WORLD_BOUND) || !isfinite(v[c])) {
                return false;
            }
        }
    }
    return true;
}

uint32_t random_u32(uint64_t *state) { // splitmix64
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 32);
}

double random_between(uint64_t *state, double low, double high) {
    return low + (high - low) * ((double)random_u32(state) / 4294967296.0);
}

// ---- memory ------------------------------------------------------------------------------------

static void *counting_allocate(void *context, size_t bytes) {
    struct counting_heap *heap = context;
    heap->calls++;
    if (heap->calls == heap->fail_at) {
        return NULL;
    }
    heap->owned++;
    heap->bytes += bytes;
    return malloc(bytes);
}

static void counting_release(void *context, void *memory) {
    struct counting_heap *heap = context;
    heap->owned--;
    free(memory);
}

struct pbd_allocator counting_allocator(struct counting_heap *heap) {
    return (struct pbd_allocator){counting_allocate, counting_release, heap};
}

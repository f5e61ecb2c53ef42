#include "pbd/state.h"

#include <string.h>

#include "constraint.h"
#include "walk.h"
#include "wind.h"
#include "world_internal.h"

#define MAGIC 0x54535752u // "RWST"
enum { FORMAT_VERSION = 3, NAME_BYTES = 32 };

#define ANY_FLOAT 3.0e38f
#define INVERSE_MASS_MAX 1.0e6f // 1/kg; a scene's masses are far inside 1e-6 … 1e6 kg
#define INVERSE_MASS_MIN 1.0e-6f

// Of the slots only the contents are state; a restored world fills them in order.
static void walk_gust(struct walk *walk, struct model *m, struct gust *gust, uint32_t index) {
    const uint32_t steps_max = 120 * m->rate_hz; // no front takes so long
    walk_u64(walk, &gust->start_step);
    walk_count(walk, &gust->duration_steps, steps_max);
    walk_count(walk, &gust->life_steps, steps_max);
    walk_floats(walk, gust->direction, 3, 1.001f);
    walk_float(walk, &gust->strength, PBD_GUST_STRENGTH_MAX);
    walk_float(walk, &gust->width_m, PBD_GUST_WIDTH_MAX);
    if (walk->mode == RESTORE) {
        gust->slot = index;
    }
    if (gust->width_m > 0.0f) {
        size_t particles = m->counts.particles;
        walk_floats(walk, &m->gust_way_m[gust->slot * particles], particles,
                    4.0f * PBD_WORLD_BOUND);
    }
}

static void walk_hand(struct walk *walk, struct hand *hand, uint32_t particle_count) {
    walk_u32(walk, &hand->id);
    walk_count(walk, &hand->particle, particle_count - 1);
    walk_float(walk, &hand->force_max_n, ANY_FLOAT);
    const int32_t bound = (int32_t)PBD_WORLD_BOUND * PBD_TARGET_STEPS_PER_M;
    for (uint32_t c = 0; c < 3; c++) {
        walk_bits(walk, &hand->target[c]);
        if (walk->mode == RESTORE && (hand->target[c] < -bound || hand->target[c] > bound)) {
            walk->damaged = true;
            hand->target[c] = 0;
        }
    }
}

static void walk_constraints(struct walk *walk, struct model *m, uint32_t kind) {
    const struct constraint_kind *rules = constraint_kinds[kind];
    for (uint32_t i = 0; i < m->counts.of[kind] && rules->walk != NULL; i++) {
        rules->walk(walk, (char *)m->constraints[kind] + i * rules->bytes);
    }
}

static void walk_feeder(struct walk *walk, struct feeder *feeder, uint32_t particle_count) {
    if (feeder->is_there) {
        walk_count(walk, &feeder->next, particle_count);
    }
}

static void walk_driver(struct walk *walk, struct driver *driver) {
    if (driver->is_there) {
        walk_double(walk, &driver->phase_degrees, 360.0);
    }
}

// Everything after the head, for a world whose scene and parameters are in place.
static void walk_body(struct walk *walk, struct pbd_world *world) {
    struct model *m = &world->model;
    walk_u64(walk, &world->step);
    walk_u32(walk, &world->seed);
    walk_count(walk, &world->iterations, (uint32_t)world->scene->parameters[PBD_ITERATIONS].max);
    walk_floats(walk, m->x, 3 * (size_t)m->counts.particles, PBD_WORLD_BOUND);
    walk_floats(walk, m->d, 3 * (size_t)m->counts.particles, DISPLACEMENT_MAX);
    walk_floats(walk, m->w, m->counts.particles, INVERSE_MASS_MAX);
    for (uint32_t kind = 0; kind < PBD_KIND_COUNT; kind++) {
        walk_constraints(walk, m, kind);
    }
    walk_driver(walk, &m->driver);
    walk_count(walk, &world->burst, BURST_BOTH);
    walk_feeder(walk, &m->feeder, m->counts.particles);
    walk_count(walk, &world->gust_count, PBD_GUSTS_MAX);
    for (uint32_t i = 0; i < world->gust_count; i++) {
        walk_gust(walk, m, &world->gusts[i], i);
    }
    walk_count(walk, &world->hand_count, PBD_HANDS_MAX);
    for (uint32_t i = 0; i < world->hand_count; i++) {
        walk_hand(walk, &world->hands[i], m->counts.particles);
    }
}

struct head {
    uint32_t magic, format, core, scene_version, parameter_count;
    char scene[NAME_BYTES];
    float values[PBD_PARAMETERS_MAX];
};

static void walk_head(struct walk *walk, struct head *head) {
    walk_u32(walk, &head->magic);
    walk_u32(walk, &head->format);
    walk_u32(walk, &head->core);
    for (uint32_t i = 0; i < NAME_BYTES; i += 4) {
        uint32_t word = 0;
        for (uint32_t k = 0; k < 4; k++) {
            word |= (uint32_t)(uint8_t)head->scene[i + k] << 8 * k;
        }
        walk_u32(walk, &word);
        for (uint32_t k = 0; k < 4; k++) {
            head->scene[i + k] = (char)(uint8_t)(word >> 8 * k);
        }
    }
    walk_u32(walk, &head->scene_version);
    walk_count(walk, &head->parameter_count, PBD_PARAMETERS_MAX);
    walk_floats(walk, head->values, head->parameter_count, ANY_FLOAT);
}

static void walk_world(struct walk *walk, const struct pbd_world *world) {
    struct head head = {
        .magic = MAGIC,
        .format = FORMAT_VERSION,
        .core = PBD_CORE_VERSION,
        .scene_version = world->scene->version,
        .parameter_count = world->scene->parameter_count,
    };
    strncpy(head.scene, world->scene->name, NAME_BYTES - 1);
    memcpy(head.values, world->values, sizeof head.values);
    walk_head(walk, &head);
    // Safe, because a walk writes to the world only when it restores, and that never comes here.
    walk_body(walk, (struct pbd_world *)(uintptr_t)world);
}

size_t pbd_state_size(const struct pbd_world *world) {
    struct walk walk = {.mode = MEASURE};
    walk_world(&walk, world);
    return walk.at;
}

void pbd_state_save(const struct pbd_world *world, uint8_t *bytes) {
    struct walk walk = {.mode = SAVE, .out = bytes};
    walk_world(&walk, world);
}

uint64_t pbd_state_hash(const struct pbd_world *world) {
    struct walk walk = {.mode = HASH, .hash = 0xcbf29ce484222325u};
    walk_world(&walk, world);
    // Final mixing (splitmix64), because FNV over words leaves the low bits weak.
    uint64_t z = walk.hash;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

// The scene named by a restored head, or why there is none.
static enum pbd_status head_scene(const struct head *head, const struct pbd_scene **scene) {
    if (head->magic != MAGIC) {
        return PBD_BAD_STATE;
    }
    if (head->format != FORMAT_VERSION || head->core != PBD_CORE_VERSION) {
        return PBD_OTHER_VERSION;
    }
    char name[NAME_BYTES + 1] = {0};
    memcpy(name, head->scene, NAME_BYTES);
    const struct pbd_scene *found = pbd_scene_find(name);
    if (found == NULL) {
        return PBD_NO_SUCH_SCENE;
    }
    if (head->scene_version != found->version || head->parameter_count != found->parameter_count) {
        return PBD_OTHER_VERSION;
    }
    *scene = found;
    return PBD_OK;
}

// A pin moves only if it is driven or paid out.
static bool is_still_or_driven(const struct pbd_world *world, uint32_t pin) {
    const struct driver *driver = &world->model.driver;
    const struct feeder *feeder = &world->model.feeder;
    const float *d = &world->model.d[3 * pin];
    return (driver->is_there && driver->pin == pin) || (feeder->is_there && pin >= feeder->next) ||
           (d[0] == 0.0f && d[1] == 0.0f && d[2] == 0.0f);
}

// What a walk cannot see field by field.
static bool body_makes_sense(const struct pbd_world *world) {
    bool sense = world->iterations >= 1 && world->iterations <= world_iterations_affordable(world);
    for (uint32_t i = 0; i < world->model.counts.particles; i++) {
        float w = world->model.w[i];
        sense = sense && (w >= INVERSE_MASS_MIN || (w == 0.0f && is_still_or_driven(world, i)));
    }
    const struct driver *driver = &world->model.driver;
    sense = sense && (!driver->is_there || world->model.w[driver->pin] == 0.0f);
    sense = sense && (!(world->burst & BURST_ALL) || world->values[PBD_STEPPING] == PBD_SPRINGS);
    sense = sense && (!(world->burst & BURST_SPRINGS) || world->model.springs > 0);
    const struct feeder *feeder = &world->model.feeder;
    for (uint32_t i = feeder->next; feeder->is_there && i < world->model.counts.particles; i++) {
        sense = sense && world->model.w[i] == 0.0f;
    }
    for (uint32_t i = 0; i < world->hand_count; i++) {
        const struct hand *hand = &world->hands[i];
        sense = sense && world->model.w[hand->particle] > 0.0f && hand->force_max_n >= 0.0f;
    }
    for (uint32_t i = 0; i < world->gust_count; i++) {
        const struct gust *gust = &world->gusts[i];
        sense = sense && gust->start_step <= world->step && gust->strength >= 0.0f &&
                gust->width_m >= 0.0f;
    }
    return sense;
}

enum pbd_status pbd_state_restore(const uint8_t *bytes, size_t length,
                                  const struct pbd_allocator *allocator, struct pbd_world **world) {
    struct walk walk = {.mode = RESTORE, .in = bytes, .length = length};
    struct head head = {0};
    walk_head(&walk, &head);
    const struct pbd_scene *scene = NULL;
    enum pbd_status status = walk.damaged ? PBD_BAD_STATE : head_scene(&head, &scene);
    if (status != PBD_OK) {
        return status;
    }
    struct pbd_world_def def = pbd_world_def_default(scene);
    memcpy(def.values, head.values, sizeof def.values);
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    struct pbd_world *made = NULL;
    status = pbd_world_create(&def, &made);
    if (status != PBD_OK) {
        return status == PBD_NO_MEMORY ? status : PBD_BAD_STATE;
    }
    if (!wind_open_fronts(&made->model, &made->allocator)) {
        pbd_world_destroy(made);
        return PBD_NO_MEMORY;
    }
    walk_body(&walk, made);
    loom_find(&made->model.loom, &made->model);
    if (walk.damaged || walk.at != length || !body_makes_sense(made)) {
        pbd_world_destroy(made);
        return PBD_BAD_STATE;
    }
    *world = made;
    return PBD_OK;
}

// No sequence of commands makes a position infinite, not a number, or leave the world's bound:
// random scenes under random commands, at the ends of their ranges as often as between. A million
// steps at length (ROPEWALK_FULL=1), tens of thousands otherwise.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common_parameters.h"
#include "worlds.h"

enum { STEPS = 250 };   // in each world
#define COST_MAX 3000.0 // projections in a step: the time of all this goes by their sum

// A value of a parameter: an end of its range as often as something between.
static float any_value(const struct pbd_parameter *parameter, uint64_t *seed) {
    uint32_t pick = random_u32(seed) % 4;
    if (parameter->kind == PBD_CHOICE) {
        return parameter->choices[random_u32(seed) % parameter->choice_count];
    }
    if (pick < 2) {
        return pick == 0 ? parameter->min : parameter->max;
    }
    double value = random_between(seed, (double)parameter->min, (double)parameter->max);
    return parameter->kind == PBD_FLOAT ? (float)value : (float)floor(value);
}

static int32_t any_target(uint64_t *seed) {
    const int32_t bound = 64 * PBD_TARGET_STEPS_PER_M;
    uint32_t pick = random_u32(seed) % 4;
    return pick < 2 ? (pick == 0 ? -bound : bound)
                    : (int32_t)random_between(seed, -4.0 * PBD_TARGET_STEPS_PER_M,
                                              4.0 * PBD_TARGET_STEPS_PER_M);
}

static struct pbd_command any_command(const struct pbd_world *world, uint64_t *seed) {
    const struct pbd_scene *scene = pbd_world_scene(world);
    struct pbd_command command = {.kind = PBD_GRAB};
    uint32_t pick = random_u32(seed) % 16;
    if (pick < 7) {
        command.kind = pick < 3 ? PBD_GRAB : pick < 6 ? PBD_MOVE : PBD_RELEASE;
        command.hand.id = random_u32(seed) % 8;
        command.hand.force_max_n = random_u32(seed) % 2 ? 0.0f : (float)random_between(seed, 0, 60);
        command.hand.particle = random_u32(seed) % (pbd_world_particle_count(world) + 1);
        for (uint32_t c = 0; c < 3; c++) {
            command.hand.target[c] = any_target(seed);
        }
    } else if (pick < 9) {
        command =
            gust_command((float)random_between(seed, -1, 1), (float)random_between(seed, -1, 1),
                         (float)random_between(seed, -1, 1), random_u32(seed) % 2 ? 100.0f : 20.0f,
                         (float)random_between(seed, 0.02, 10), random_u32(seed) % 2 ? 0.0f : 0.5f);
    } else if (pick < 15) {
        uint32_t p = random_u32(seed) % scene->parameter_count;
        command = (struct pbd_command){.kind = PBD_SET,
                                       .set = {p, any_value(&scene->parameters[p], seed)}};
    } else {
        command.kind = PBD_RESET;
    }
    return command;
}

// Projections per step; the sum over a test is what its time goes by.
static double cost(const struct pbd_scene *scene, const float *values) {
    return pbd_scene_projections_per_s(scene, values) / (double)values[PBD_RATE];
}

static bool affordable(const struct pbd_world *world, const struct pbd_command *command) {
    float values[PBD_PARAMETERS_MAX];
    const struct pbd_scene *scene = pbd_world_scene(world);
    memcpy(values, pbd_world_values(world), scene->parameter_count * sizeof values[0]);
    if (command->kind == PBD_SET) {
        values[command->set.parameter] = command->set.value;
    }
    return cost(scene, values) < COST_MAX;
}

// Springs are to be seen blowing up: the bound alone contains them.
static bool as_springs(const struct pbd_world *world) {
    return pbd_world_values(world)[PBD_STEPPING] == PBD_SPRINGS;
}

static bool is_sprung(const struct pbd_world *world, uint32_t particle) {
    uint32_t links = pbd_world_link_count(world);
    for (uint32_t i = links - pbd_world_spring_count(world); i < links; i++) {
        const struct pbd_link *link = &pbd_world_links(world)[i];
        if (link->a == particle || link->b == particle) {
            return true;
        }
    }
    return false;
}

// m/s, of what is not joined by springs.
static double fastest_capped(const struct pbd_world *world) {
    double most = 0.0;
    for (uint32_t i = 0; i < pbd_world_particle_count(world); i++) {
        most = is_sprung(world, i) ? most : fmax(most, speed(world, i));
    }
    return most;
}

static void assert_holds_out(const struct pbd_scene *scene, uint64_t *seed) {
    struct pbd_world_def def;
    do {
        def = pbd_world_def_default(scene);
        for (uint32_t p = 0; p < scene->parameter_count; p++) {
            def.values[p] = any_value(&scene->parameters[p], seed);
        }
    } while (cost(scene, def.values) > COST_MAX);
    struct pbd_world *world = NULL;
    enum pbd_status status = pbd_world_create(&def, &world);
    cr_assert(status == PBD_OK || status == PBD_TOO_COSTLY);
    for (uint32_t step = 0; status == PBD_OK && step < STEPS; step++) {
        for (uint32_t k = random_u32(seed) % 3; k > 0; k--) {
            struct pbd_command command = any_command(world, seed);
            if (affordable(world, &command)) {
                pbd_world_apply(world, &command, NULL);
            }
        }
        pbd_world_step(world);
        if (!is_finite_and_bounded(world) || pbd_world_counters(world).not_finite > 0) {
            cr_assert_fail("%s, step %u: not finite, or out of bounds", scene->name, step);
        }
        if (!as_springs(world) && fastest_capped(world) > PBD_SPEED_MAX * 1.00001) {
            cr_assert_fail("%s, step %u: %g m/s", scene->name, step, fastest_capped(world));
        }
    }
    pbd_world_destroy(world);
}

// ---- any scene at all --------------------------------------------------------------------------

enum { PARTICLES = 16, APART = 8, EACH = 4, OBSTACLES = 5, BODIES = 8 };

// What the scene below is made from; a rebuild makes the same again.
static uint64_t recipe;

static struct pbd_counts counts_of_any(const float *values) {
    (void)values;
    struct pbd_counts counts = {
        .particles = PARTICLES,
        .obstacles = OBSTACLES,
        .links_touch = (uint32_t)(recipe % 2),
        .bodies = recipe % 4 < 2 ? BODIES : 0,
    };
    for (uint32_t kind = 0; kind < PBD_KIND_COUNT; kind++) {
        counts.of[kind] = EACH;
    }
    return counts;
}

static void any_place(uint64_t *seed, float reach, float place[3]) {
    for (uint32_t c = 0; c < 3; c++) {
        place[c] = (float)random_between(seed, -(double)reach, (double)reach);
    }
}

static void any_particles(uint64_t *seed, struct pbd_builder *builder) {
    float place[3] = {0};
    for (uint32_t i = 0; i < PARTICLES; i++) {
        float velocity[3];
        any_place(seed, 50.0f, velocity);
        if (i < APART || random_u32(seed) % 3 != 0) { // otherwise where the last one is
            any_place(seed, 2.0f, place);
        }
        float mass = (float)pow(10.0, random_between(seed, -3.0, 3.0));
        pbd_builder_particle(builder, place, velocity, i == 0 || i % 7 == 3 ? 0.0f : mass);
    }
}

// Different ones of those that are apart: angles and volumes are defined between them.
static void any_corners(uint64_t *seed, uint32_t corners[4]) {
    uint32_t first = random_u32(seed) % APART;
    uint32_t stride = 1 + 2 * (random_u32(seed) % 4); // odd: comes round after APART only
    for (uint32_t i = 0; i < 4; i++) {
        corners[i] = (first + i * stride) % APART;
    }
}

static void any_constraint(uint64_t *seed, enum pbd_kind kind, struct pbd_builder *builder) {
    uint32_t corners[4];
    float direction[3];
    any_corners(seed, corners);
    any_place(seed, 1.0f, direction);
    uint32_t a = random_u32(seed) % PARTICLES;
    uint32_t b = (a + 1 + random_u32(seed) % (PARTICLES - 1)) % PARTICLES;
    float length_m = random_u32(seed) % 4 == 0 ? 0.0f : (float)random_between(seed, 0.0, 3.0);
    switch (kind) {
    case PBD_LINK:
        pbd_builder_link(builder, a, b, length_m);
        break;
    case PBD_FLOOR:
        pbd_builder_floor(builder, a, b, length_m);
        break;
    case PBD_CEILING:
        pbd_builder_ceiling(builder, a, b, length_m);
        break;
    case PBD_TETHER:
        pbd_builder_tether(builder, a, 0, length_m);
        break;
    case PBD_BEND:
        pbd_builder_bend(builder, corners[0], corners[1], corners[2], length_m);
        break;
    case PBD_HINGE:
        pbd_builder_hinge(builder, corners[0], corners[1], corners[2], corners[3]);
        break;
    case PBD_VOLUME:
        pbd_builder_volume(builder, corners);
        break;
    case PBD_RAIL:
        pbd_builder_rail(builder, a, direction);
        break;
    case PBD_PAIR:
        pbd_builder_pair(builder, a, b, length_m);
        break;
    case PBD_KIND_COUNT:
        break;
    }
}

static void any_obstacle(uint64_t *seed, struct pbd_builder *builder) {
    float from[3], to[3];
    any_place(seed, 2.0f, from);
    any_place(seed, 2.0f, to);
    float radius_m = (float)random_between(seed, 0.01, 1.0);
    switch (random_u32(seed) % 4) {
    case 0:
        pbd_builder_slope(builder, from, to);
        break;
    case 1:
        pbd_builder_capsule(builder, from, to, radius_m);
        break;
    case 2:
        pbd_builder_capsule(builder, from, from, radius_m);
        break;
    default:
        pbd_builder_box(builder, from, (const float[3]){radius_m, 0.01f, 0.5f});
    }
}

static void build_any(const float *values, struct pbd_builder *builder) {
    (void)values;
    uint64_t seed = recipe;
    any_particles(&seed, builder);
    for (uint32_t i = 0; i < EACH; i++) {
        for (uint32_t kind = 0; kind < PBD_KIND_COUNT; kind++) {
            if (i % 2 == 0) { // two of a kind in a row, so that there are not too many batches
                any_constraint(&seed, (enum pbd_kind)kind, builder);
                any_constraint(&seed, (enum pbd_kind)kind, builder);
            }
        }
    }
    for (uint32_t i = 0; i < OBSTACLES; i++) {
        any_obstacle(&seed, builder);
    }
    pbd_builder_radius(builder, (float)random_between(&seed, 0.0, 0.1));
    pbd_builder_thickness(builder, (float)random_between(&seed, 0.0, 0.3));
    for (uint32_t i = 0; i < BODIES && recipe % 4 < 2; i++) {
        uint32_t a = random_u32(&seed) % PARTICLES;
        pbd_builder_body(builder, a, i % 3 == 0 ? a : random_u32(&seed) % PARTICLES);
    }
    pbd_builder_driver(builder, 0, (const float[3]){0.3f, 1.0f, -0.2f});
    pbd_builder_set_driver(builder, (float)random_between(&seed, 0.0, 2.0),
                           (float)random_between(&seed, 0.0, 20.0));
}

// ---- the tests ---------------------------------------------------------------------------------

static uint32_t rounds(void) {
    const char *full = getenv("ROPEWALK_FULL");
    return full != NULL && strcmp(full, "1") == 0 ? 310 : 15;
}

#define LIBRARY(X)                                                                                 \
    X(chain, 11)                                                                                   \
    X(rope, 12)                                                                                    \
    X(cloth, 13)                                                                                   \
    X(string, 15)                                                                                  \
    X(tug, 16) X(flag, 17) X(jelly, 18) X(bridge, 19) X(contrast, 20) X(pile, 31) X(collide, 32)

#define HOLDS_OUT(name, first_seed)                                                                \
    Test(never_blows_up, name) {                                                                   \
        uint64_t seed = first_seed;                                                                \
        for (uint32_t round = 0; round < rounds(); round++) {                                      \
            assert_holds_out(pbd_scene_find(#name), &seed);                                        \
        }                                                                                          \
    }
LIBRARY(HOLDS_OUT)

Test(never_blows_up, asks_every_scene_of_the_library) {
#define NAME(name, first_seed) #name,
    const char *const asked[] = {LIBRARY(NAME)};
    for (uint32_t i = 0; pbd_scene_at(i) != NULL; i++) {
        bool found = false;
        for (uint32_t k = 0; k < sizeof asked / sizeof asked[0]; k++) {
            found = found || strcmp(asked[k], pbd_scene_at(i)->name) == 0;
        }
        cr_assert(found, "%s", pbd_scene_at(i)->name);
    }
}

Test(never_blows_up, any_particles_under_any_constraints_among_any_obstacles) {
    static const struct pbd_parameter parameters[PBD_COMMON_PARAMETER_COUNT] = {
        COMMON_PARAMETERS(0, 50)};
    const struct pbd_scene scene = {
        .name = "any",
        .title = "Any",
        .description = "Whatever comes.",
        .version = 1,
        .parameters = parameters,
        .parameter_count = PBD_COMMON_PARAMETER_COUNT,
        .counts = counts_of_any,
        .build = build_any,
    };
    uint64_t seed = 14;
    for (uint32_t round = 0; round < rounds(); round++) {
        recipe = random_u32(&seed);
        assert_holds_out(&scene, &seed);
    }
}

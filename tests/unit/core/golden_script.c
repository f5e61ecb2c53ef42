#include "golden_script.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "common_parameters.h"
#include "pbd/state.h"

// These constants never change for the sake of speed. Faster code that gives other bits is wrong:
// logs and saved states would no longer replay, and replicas in browsers would drift from the
// server. When the physics itself has to change, PBD_CORE_VERSION is raised with them.
const struct golden goldens[GOLDEN_COUNT] = {
    {"chain", 0x5a9eede3cf0d0ea1},
    {"rope", 0xb990363b9e766945},
    {"cloth in plain positions", 0x620492557fdf0069},
    {"cloth in displacements", 0x339b45b4bb0bc66d},
    {"chain solved directly", 0x62a2c6cbeef1ded4},
    {"rope solved directly", 0xeac9c504b22281d5},
    {"rope with compliance, bending and tethers", 0xd4b500ff3404e578},
    {"cloth in plain positions with bending and tethers", 0xfa7764e38e33066a},
    {"cloth in displacements with bending and tethers", 0x8069725d0fc125da},
    {"rope as springs", 0xb1c5092f674d509d},
    {"everything else there is", 0x662accbf45a49e86},
    {"string", 0x7e2820460738cf66},
    {"tug", 0x35abcbf071f7951a},
    {"flag", 0x068a5d7e816f65a2},
    {"jelly", 0x6f54221ede991ced},
    {"bridge", 0x3d67f626b988444c},
    {"contrast", 0xda18afcee21f5d4a},
    {"pile", 0xfff797092ff315d4},
    {"collide", 0x6e188c839ef18fdf},
};

enum {
    COLUMNS = PBD_COMMON_PARAMETER_COUNT,
    ROWS
}; // of cloth and flag; the first of pile and collide
enum { FEED_SPEED = PBD_COMMON_PARAMETER_COUNT + 4 }; // of the pile

struct setting {
    uint32_t parameter;
    float value;
};

// What each world is, and which particles the script grabs.
static const struct {
    const char *scene; // NULL: the one below
    float rate, substeps;
    uint32_t held, held_too;
    struct setting settings[4];
} worlds[GOLDEN_COUNT] = {
    {"chain", 60, 1, 20, 9, {{0}}},
    {"rope", 60, 1, 13, 22, {{0}}},
    {"cloth", 60, 1, 554, 300, {{0}}},
    {"cloth", 240, 2, 554, 300, {{0}}},
    {"chain", 240, 1, 20, 9, {{PBD_STEPPING, PBD_DIRECT}}},
    {"rope", 240, 1, 13, 22, {{PBD_STEPPING, PBD_DIRECT}}},
    {"rope", 60, 4, 13, 22, {{PBD_COMPLIANCE, 1e-4f}, {PBD_BENDING, 0.3f}, {PBD_TETHERS, 1}}},
    {"cloth", 60, 1, 140, 70, {{PBD_BENDING, 0.2f}, {PBD_TETHERS, 1}, {COLUMNS, 16}, {ROWS, 8}}},
    {"cloth", 240, 2, 140, 70, {{PBD_BENDING, 0.2f}, {PBD_TETHERS, 1}, {COLUMNS, 16}, {ROWS, 8}}},
    {"rope", 960, 1, 13, 22, {{PBD_STEPPING, PBD_SPRINGS}, {PBD_SPRING, 2000}}},
    {NULL, 240, 1, 0, 6, {{PBD_GROUND, 1}, {PBD_BENDING, 0.5f}, {PBD_SLIDING, 0.3f}}},
    {"string", 240, 2, 8, 15, {{PBD_BENDING, 0.1f}}},
    {"tug", 120, 1, 3, 25, {{PBD_BENDING, 0.1f}}},
    {"flag", 120, 2, 95, 40, {{COLUMNS, 10}, {ROWS, 8}}},
    {"jelly", 120, 1, 75, 20, {{COLUMNS, 4}, {ROWS, 3}}},
    {"bridge", 120, 4, 26, 11, {{PBD_BENDING, 0.2f}}},
    {"contrast", 480, 1, 12, 35, {{PBD_BENDING, 0.2f}, {PBD_TETHERS, 1}}},
    {"pile", 240, 1, 3, 12, {{PBD_BENDING, 0.1f}, {COLUMNS, 150}, {FEED_SPEED, 2}}},
    {"collide", 120, 1, 60, 130, {{PBD_BENDING, 0.1f}, {COLUMNS, 10}}},
};

// ---- a scene of the kinds that no scene of the library has -------------------------------------

static struct pbd_counts counts_of_all(const float *values) {
    (void)values;
    return (struct pbd_counts){
        .particles = 15,
        .of = {[PBD_LINK] = 9,
               [PBD_CEILING] = 1,
               [PBD_BEND] = 1,
               [PBD_HINGE] = 1,
               [PBD_VOLUME] = 1,
               [PBD_RAIL] = 1,
               [PBD_PAIR] = 2},
        .obstacles = 4,
        .links_touch = 1,
    };
}

static void build_all(const float *values, struct pbd_builder *builder) {
    (void)values;
    static const float places[][4] = {
        {0.0f, 1.0f, 0.0f, 1},  {0.3f, 1.0f, 0.0f, 2},  {0.0f, 1.3f, 0.1f, 1},  // a tetrahedron
        {0.1f, 1.1f, 0.4f, 3},  {-1.0f, 2.0f, 0.0f, 0}, {-0.7f, 2.0f, 0.0f, 1}, // a driven string
        {-0.4f, 2.0f, 0.0f, 1}, {-0.1f, 2.0f, 0.0f, 2}, {1.0f, 1.0f, 0.0f, 1},  // a fold
        {1.0f, 1.3f, 0.0f, 1},  {0.7f, 1.1f, 0.1f, 1},  {1.3f, 1.2f, 0.0f, 1},
        {0.1f, 2.0f, 0.1f, 1},  {0.1f, 2.4f, 0.12f, 4}, {0.12f, 2.7f, 0.1f, 1}, // balls
    };
    static const float still[3] = {0};
    static const float x_axis[3] = {1, 0, 0}, y_axis[3] = {0, 1, 0}, tilted[3] = {-0.3f, 1, 0.1f};
    for (uint32_t i = 0; i < 15; i++) {
        pbd_builder_particle(builder, places[i], still, places[i][3]);
    }
    for (uint32_t a = 0; a < 4; a++) {
        for (uint32_t b = a + 1; b < 4; b++) {
            pbd_builder_link(builder, a, b, 0.4f);
        }
    }
    for (uint32_t i = 4; i < 7; i++) {
        pbd_builder_link(builder, i, i + 1, 0.3f);
    }
    pbd_builder_ceiling(builder, 8, 9, 0.31f);
    pbd_builder_bend(builder, 4, 5, 6, 0.01f);
    pbd_builder_hinge(builder, 8, 9, 10, 11);
    pbd_builder_volume(builder, (const uint32_t[4]){0, 1, 2, 3});
    pbd_builder_rail(builder, 7, x_axis);
    pbd_builder_pair(builder, 12, 13, 0.3f);
    pbd_builder_pair(builder, 13, 14, 0.35f);
    pbd_builder_slope(builder, (const float[3]){0, 0.1f, 0}, tilted);
    pbd_builder_capsule(builder, (const float[3]){0, 0.6f, -1}, (const float[3]){0.1f, 0.6f, 1},
                        0.1f);
    pbd_builder_capsule(builder, (const float[3]){1, 0.5f, 0}, (const float[3]){1, 0.5f, 0}, 0.2f);
    pbd_builder_box(builder, (const float[3]){-0.5f, 1.5f, 0}, (const float[3]){0.1f, 0.2f, 0.3f});
    pbd_builder_radius(builder, 0.02f);
    pbd_builder_driver(builder, 4, y_axis);
    pbd_builder_set_driver(builder, 0.1f, 1.3f);
}

static const struct pbd_parameter parameters_of_all[PBD_COMMON_PARAMETER_COUNT] = {
    COMMON_PARAMETERS(0, 50)};
static const struct pbd_scene scene_of_all = {
    .name = "all",
    .title = "All",
    .description = "What no other scene has.",
    .version = 1,
    .parameters = parameters_of_all,
    .parameter_count = PBD_COMMON_PARAMETER_COUNT,
    .counts = counts_of_all,
    .build = build_all,
};

// ---- the script --------------------------------------------------------------------------------

enum { STEPS = 600 };

static bool apply(struct pbd_world *world, struct pbd_command command) {
    return pbd_world_apply(world, &command, NULL) == PBD_OK;
}

static struct pbd_command set(uint32_t parameter, float value) {
    return (struct pbd_command){.kind = PBD_SET, .set = {parameter, value}};
}

static struct pbd_command hand(enum pbd_command_kind kind, uint32_t id, uint32_t particle,
                               int32_t x, int32_t y, int32_t z) {
    return (struct pbd_command){.kind = kind, .hand = {id, particle, {x, y, z}, 0.0f}};
}

static struct pbd_command gust(float x, float y, float z, float strength, float duration_s,
                               float width_m) {
    return (struct pbd_command){.kind = PBD_GUST,
                                .gust = {{x, y, z}, strength, duration_s, width_m}};
}

// What happens before a step. Targets are in 1/8192 m.
static bool act(struct pbd_world *world, uint32_t index, uint32_t step) {
    const int32_t at = (int32_t)step;
    if (step >= 60 && step < 150 && step % 3 == 0) { // a hand draws aside, in all directions
        return apply(world, hand(step == 60 ? PBD_GRAB : PBD_MOVE, 1, worlds[index].held,
                                 2000 + 60 * (at - 60), 8192 + 20 * (at - 60), 40 * (at - 60)));
    }
    switch (step) {
    case 20:
        return apply(world, gust(0.3f, 0.1f, 1.0f, 12.0f, 0.7f, 0.4f));
    case 100:
        return apply(world, hand(PBD_GRAB, 2, worlds[index].held_too, -3000, 9000, -1500));
    case 170:
        return apply(world, hand(PBD_RELEASE, 1, 0, 0, 0, 0));
    case 180:
        return apply(world, set(PBD_ITERATIONS, 20)); // no re-kick: a hand still holds
    case 200:
        return apply(world, hand(PBD_RELEASE, 2, 0, 0, 0, 0));
    case 210:
        return apply(world, set(PBD_BREEZE, 1.7f));
    case 260:
        return apply(world, gust(-1.0f, 0.2f, -0.4f, 30.0f, 0.4f, 0.0f));
    case 300:
        return apply(world, set(PBD_ITERATIONS, 5)); // the chain re-kicks
    case 360:
        return apply(world, set(PBD_DAMPING, 0.3f));
    case 400:
        return apply(world, set(PBD_STIFFNESS, 0.7f));
    case 450:
        return apply(world, set(PBD_SUBSTEPS, worlds[index].substeps + 1.0f));
    case 500:
        return apply(world, set(PBD_GRAVITY, 3.7f));
    case 560: // still there at the end, as are the breeze and the hand
        return apply(world, gust(0.5f, 0.5f, 0.7f, 9.0f, 5.0f, 1.3f)) &&
               apply(world, hand(PBD_GRAB, 3, worlds[index].held, 5000, 9000, 700));
    default:
        return true;
    }
}

static struct pbd_world *create(uint32_t index) {
    const char *name = worlds[index].scene;
    struct pbd_world_def def =
        pbd_world_def_default(name == NULL ? &scene_of_all : pbd_scene_find(name));
    def.values[PBD_RATE] = worlds[index].rate;
    def.values[PBD_SUBSTEPS] = worlds[index].substeps;
    for (uint32_t i = 0; i < 4 && worlds[index].settings[i].parameter != 0; i++) {
        def.values[worlds[index].settings[i].parameter] = worlds[index].settings[i].value;
    }
    def.seed = 20;
    struct pbd_world *world = NULL;
    return pbd_world_create(&def, &world) == PBD_OK ? world : NULL;
}

// The world that its saved state restores, in its place; NULL if there is none.
static struct pbd_world *save_and_restore(struct pbd_world *world) {
    struct pbd_world *restored = NULL;
    size_t size = pbd_state_size(world);
    uint8_t *bytes = malloc(size);
    if (bytes != NULL) {
        pbd_state_save(world, bytes);
        pbd_state_restore(bytes, size, NULL, &restored);
    }
    free(bytes);
    pbd_world_destroy(world);
    return restored;
}

static uint64_t run(uint32_t index, enum pbd_simd simd, uint32_t restored_at,
                    struct golden_watcher watcher) {
    struct pbd_world *world = create(index);
    if (world != NULL) {
        pbd_world_set_simd(world, simd);
    }
    bool taken = true;
    for (uint32_t step = 0; step < STEPS && world != NULL && taken; step++) {
        world = step == restored_at ? save_and_restore(world) : world;
        taken = world != NULL && act(world, index, step);
        if (taken && watcher.before != NULL) {
            watcher.before(world, step);
        }
        if (taken) {
            pbd_world_step(world);
        }
        if (taken && watcher.after != NULL) {
            watcher.after(world, step);
        }
    }
    uint64_t hash = world != NULL && taken ? pbd_state_hash(world) : 0;
    pbd_world_destroy(world);
    return hash;
}

uint64_t golden_run(uint32_t index) {
    return golden_run_by(index, pbd_simd_best());
}

uint64_t golden_run_by(uint32_t index, enum pbd_simd simd) {
    return run(index, simd, STEPS, (struct golden_watcher){0});
}

uint64_t golden_run_watched(uint32_t index, struct golden_watcher watcher) {
    return run(index, pbd_simd_best(), STEPS, watcher);
}

uint64_t golden_run_restored(uint32_t index) {
    return run(index, pbd_simd_best(), 130,
               (struct golden_watcher){0}); // two hands hold, one on its way, and a gust blows
}

bool golden_is_of_library(uint32_t index) {
    return worlds[index].scene != NULL;
}

#include "golden_script.h"

#include <stdbool.h>
#include <stddef.h>

#include "pbd/state.h"

// These constants never change for the sake of speed. Faster code that gives other bits is wrong:
// logs and saved states would no longer replay, and replicas in browsers would drift from the
// server. When the physics itself has to change, PBD_CORE_VERSION is raised with them.
const struct golden goldens[GOLDEN_COUNT] = {
    {"chain", 0xfefb958c269c8cc1},
    {"rope", 0xdfc9d756280b4790},
    {"cloth in plain positions", 0xc29db33d0e9d7928},
    {"cloth in displacements", 0x7a1d0c320c0ed7dd},
};

// What each world is, and which particles the script grabs.
static const struct {
    const char *scene;
    float rate, substeps;
    uint32_t held, held_too;
} worlds[GOLDEN_COUNT] = {
    {"chain", 60, 1, 20, 9},
    {"rope", 60, 1, 13, 22},
    {"cloth", 60, 1, 554, 300},
    {"cloth", 240, 2, 554, 300},
};

enum { STEPS = 600 };

static bool apply(struct pbd_world *world, struct pbd_command command) {
    return pbd_world_apply(world, &command, NULL) == PBD_OK;
}

static struct pbd_command set(uint32_t parameter, float value) {
    return (struct pbd_command){.kind = PBD_SET, .set = {parameter, value}};
}

static struct pbd_command hand(enum pbd_command_kind kind, uint32_t id, uint32_t particle,
                               int32_t x, int32_t y, int32_t z) {
    return (struct pbd_command){.kind = kind, .hand = {id, particle, {x, y, z}}};
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

uint64_t golden_run(uint32_t index) {
    struct pbd_world_def def = pbd_world_def_default(pbd_scene_find(worlds[index].scene));
    def.values[PBD_RATE] = worlds[index].rate;
    def.values[PBD_SUBSTEPS] = worlds[index].substeps;
    def.seed = 20;
    struct pbd_world *world = NULL;
    if (pbd_world_create(&def, &world) != PBD_OK) {
        return 0;
    }
    bool taken = true;
    for (uint32_t step = 0; step < STEPS && taken; step++) {
        taken = act(world, index, step);
        pbd_world_step(world);
    }
    uint64_t hash = taken ? pbd_state_hash(world) : 0;
    pbd_world_destroy(world);
    return hash;
}

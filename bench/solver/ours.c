#include <stdlib.h>

#include "pbd/world.h"
#include "task.h"

// The cloth and chain of the library, jittered and squeezed after they are built.
static const struct pbd_scene *base;
static float squeeze;

static void build(const float *values, struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    uint32_t seed = 1;
    base->build(values, builder);
    if (strcmp(base->name, "cloth") != 0) {
        return;
    }
    for (uint32_t r = 0; r < SIDE; r++) {
        for (uint32_t c = 0; c < SIDE; c++) {
            float position[3] = {(float)c * SPACING * squeeze, -(float)r * SPACING * squeeze, 0};
            for (int axis = 0; axis < 3; axis++) {
                position[axis] += task_jitter(&seed) * SPACING;
            }
            pbd_builder_set_motion(builder, r * SIDE + c, position, at_rest);
        }
    }
}

static void set(struct pbd_world_def *def, const char *name, float value) {
    def->values[pbd_scene_parameter_index(def->scene, name)] = value;
}

static struct pbd_world *create(const char *scene, const char *state) {
    base = pbd_scene_find(scene);
    squeeze = strcmp(state, "crush") == 0 ? CRUSH : 1.0f;
    struct pbd_scene jittered = *base;
    jittered.build = build;
    struct pbd_world_def def = pbd_world_def_default(base);
    set(&def, "breeze", 0);
    if (strcmp(scene, "cloth") == 0) {
        set(&def, "columns", SIDE - 1);
        set(&def, "rows", SIDE - 1);
    } else {
        set(&def, "links", CHAIN_LINKS);
        set(&def, "length", CHAIN_LINKS * CHAIN_SPACING);
    }
    static struct pbd_scene kept;
    kept = jittered;
    def.scene = &kept;
    struct pbd_world *world;
    if (pbd_world_create(&def, &world) != PBD_OK) {
        exit(1);
    }
    return world;
}

int main(void) {
    char scene[16];
    char state[16];
    while (scanf("%15s %15s", scene, state) == 2) {
        struct pbd_world *world = create(scene, state);
        int steps = strcmp(scene, "cloth") == 0 ? CLOTH_STEPS : CHAIN_STEPS;
        double start_s = task_cpu_s();
        for (int i = 0; i < steps; i++) {
            pbd_world_step(world);
        }
        double cpu_s = task_cpu_s() - start_s;
        double sum = 0;
        for (uint32_t i = 0; i < 3 * pbd_world_particle_count(world); i++) {
            sum += (double)pbd_world_positions(world)[i];
        }
        printf("%.9f %.6f\n", cpu_s, sum);
        fflush(stdout);
        pbd_world_destroy(world);
    }
    return 0;
}

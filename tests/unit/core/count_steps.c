// Steps a world under a tool that counts instructions: count_steps SCENE. The scenes are those of
// `instructions`, at a width that every x86-64 has, in states in which everything has come to act.
#include <stdio.h>
#include <string.h>

#include "pbd/world.h"

struct setting {
    const char *name;
    float value;
};

static const struct {
    const char *name;
    const char *scene;
    struct setting settings[5];
    int unseen; // steps before those that are counted
} cases[] = {
    {"cloth", "cloth", {{"columns", 63}, {"rows", 63}, {"iterations", 12}, {"breeze", 5}}, 20},
    {"rope", "rope", {{"links", 1000}, {"length", 10}, {"span", 8}, {"iterations", 12}}, 20},
    {"pile", "pile", {{"links", 150}, {"iterations", 4}, {"feed_speed", 2}, {"breeze", 0}}, 900},
};
enum { CASE_COUNT = sizeof cases / sizeof cases[0], STEPS = 10 };

// A function of its own, so that it can be told apart.
__attribute__((noinline)) void counted_steps(struct pbd_world *world);
void counted_steps(struct pbd_world *world) {
    for (int i = 0; i < STEPS; i++) {
        pbd_world_step(world);
    }
}

static int count(int index) {
    struct pbd_world_def def = pbd_world_def_default(pbd_scene_find(cases[index].scene));
    for (int i = 0; i < 5 && cases[index].settings[i].name != NULL; i++) {
        const struct setting *setting = &cases[index].settings[i];
        def.values[pbd_scene_parameter_index(def.scene, setting->name)] = setting->value;
    }
    struct pbd_world *world;
    if (pbd_world_create(&def, &world) != PBD_OK) {
        return 1;
    }
    // Valgrind runs at most AVX2; what comes before is made as fast as it can be.
    for (int i = 0; i < cases[index].unseen; i++) {
        pbd_world_step(world);
    }
    if (pbd_world_set_simd(world, PBD_SIMD_SSE2) != PBD_OK) {
        return 1;
    }
    counted_steps(world);
    pbd_world_destroy(world);
    return 0;
}

int main(int argument_count, char **arguments) {
    for (int i = 0; argument_count == 2 && i < CASE_COUNT; i++) {
        if (strcmp(cases[i].name, arguments[1]) == 0) {
            return count(i);
        }
    }
    fprintf(stderr, "Usage: count_steps cloth|rope|pile\n");
    return 2;
}

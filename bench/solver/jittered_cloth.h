// The cloth of the library as task.h wants it: jittered and squeezed after it is built.
#ifndef JITTERED_CLOTH_H
#define JITTERED_CLOTH_H

#include "pbd/scene.h"
#include "task.h"

static float jittered_squeeze;

static void jittered_build(const float *values, struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    uint32_t seed = 1;
    pbd_scene_find("cloth")->build(values, builder);
    for (uint32_t r = 0; r < SIDE; r++) {
        for (uint32_t c = 0; c < SIDE; c++) {
            float position[3] = {(float)c * SPACING * jittered_squeeze,
                                 -(float)r * SPACING * jittered_squeeze, 0};
            for (int axis = 0; axis < 3; axis++) {
                position[axis] += task_jitter(&seed) * SPACING;
            }
            pbd_builder_set_motion(builder, r * SIDE + c, position, at_rest);
        }
    }
}

// There is one squeeze at a time in a process.
static const struct pbd_scene *jittered_cloth(float squeeze) {
    static struct pbd_scene scene;
    jittered_squeeze = squeeze;
    scene = *pbd_scene_find("cloth");
    scene.build = jittered_build;
    return &scene;
}

#endif

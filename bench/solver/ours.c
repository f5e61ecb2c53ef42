// The tasks of task.h with the library's own scenes, at the width of vectors that is named as the
// argument; without one it lists those that there are. Besides cloth, chain and rope:
//
//   displaced  the cloth stepped in displacements, at 480 steps per second
//   tethered   the cloth with tethers
//   ropes      four ropes in one world
//   stretch    the cloth hanging: rms stretch of its links, the mean of the last five of ten s
//
// STATE may end with a number of iterations other than 12, as in hang:20.
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "jittered_cloth.h"
#include "pbd/world.h"
#include "task.h"

// ---- scenes ------------------------------------------------------------------------------------

enum { ROPES = 4 };

static struct pbd_counts count_ropes(const float *values) {
    (void)values;
    return (struct pbd_counts){.particles = ROPES * (CHAIN_LINKS + 1),
                               .strand_links = CHAIN_LINKS,
                               .of = {[PBD_LINK] = ROPES * CHAIN_LINKS}};
}

static void build_ropes(const float *values, struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    (void)values;
    for (uint32_t rope = 0; rope < ROPES; rope++) {
        for (uint32_t i = 0; i <= CHAIN_LINKS; i++) {
            float along = (float)i / CHAIN_LINKS;
            const float position[3] = {ROPE_SPAN * (along - 0.5f),
                                       10.0f - 6.0f * (along < 0.5f ? along : 1.0f - along),
                                       (float)rope};
            bool pinned = i == 0 || i == CHAIN_LINKS;
            pbd_builder_particle(builder, position, at_rest, pinned ? 0.0f : 0.1f);
        }
    }
    for (uint32_t rope = 0; rope < ROPES; rope++) {
        for (uint32_t i = 0; i < CHAIN_LINKS; i++) {
            uint32_t link = i % 2 == 0 ? i / 2 : CHAIN_LINKS - 1 - i / 2;
            uint32_t first = rope * (CHAIN_LINKS + 1) + link;
            pbd_builder_link(builder, first, first + 1, CHAIN_SPACING);
        }
    }
}

// ---- worlds ------------------------------------------------------------------------------------

static void set(struct pbd_world_def *def, const char *name, float value) {
    def->values[pbd_scene_parameter_index(def->scene, name)] = value;
}

static struct pbd_world *create(const struct pbd_world_def *def, enum pbd_simd simd) {
    struct pbd_world *world;
    if (pbd_world_create(def, &world) != PBD_OK || pbd_world_set_simd(world, simd) != PBD_OK) {
        fprintf(stderr, "a world cannot be made\n");
        exit(1);
    }
    return world;
}

static int iterations_of(const char *state) {
    const char *colon = strchr(state, ':');
    return colon == NULL ? ITERATIONS : atoi(colon + 1);
}

static struct pbd_world *create_cloth(const char *kind, const char *state, enum pbd_simd simd) {
    bool crush = strncmp(state, "crush", 5) == 0;
    struct pbd_world_def def = pbd_world_def_default(jittered_cloth(crush ? CRUSH : 1.0f));
    set(&def, "breeze", 0);
    set(&def, "iterations", (float)iterations_of(state));
    set(&def, "columns", SIDE - 1);
    set(&def, "rows", SIDE - 1);
    set(&def, "tethers", strcmp(kind, "tethered") == 0);
    set(&def, "rate", strcmp(kind, "displaced") == 0 ? 480 : 60);
    return create(&def, simd);
}

static struct pbd_world *create_row(const char *kind, enum pbd_simd simd) {
    struct pbd_world_def def = pbd_world_def_default(pbd_scene_find(kind));
    set(&def, "breeze", 0);
    set(&def, "links", CHAIN_LINKS);
    set(&def, "length", CHAIN_LINKS * CHAIN_SPACING);
    if (strcmp(kind, "rope") == 0) {
        set(&def, "span", ROPE_SPAN);
    }
    return create(&def, simd);
}

static struct pbd_world *create_ropes(enum pbd_simd simd) {
    static struct pbd_scene scene;
    scene = *pbd_scene_find("rope");
    scene.counts = count_ropes;
    scene.build = build_ropes;
    scene.path = false;
    scene.hangs = NULL;
    scene.harmonics = NULL;
    struct pbd_world_def def = pbd_world_def_default(&scene);
    set(&def, "breeze", 0);
    return create(&def, simd);
}

static struct pbd_world *create_for(const char *kind, const char *state, enum pbd_simd simd) {
    if (strcmp(kind, "chain") == 0 || strcmp(kind, "rope") == 0) {
        return create_row(kind, simd);
    }
    return strcmp(kind, "ropes") == 0 ? create_ropes(simd) : create_cloth(kind, state, simd);
}

// ---- tasks -------------------------------------------------------------------------------------

static void run(const char *kind, const char *state, enum pbd_simd simd, bool tell) {
    struct pbd_world *world = create_for(kind, state, simd);
    bool row =
        strcmp(kind, "chain") == 0 || strcmp(kind, "rope") == 0 || strcmp(kind, "ropes") == 0;
    int steps = row ? CHAIN_STEPS : CLOTH_STEPS;
    double start_s = task_cpu_s();
    for (int i = 0; i < steps; i++) {
        pbd_world_step(world);
    }
    double cpu_s = task_cpu_s() - start_s;
    double sum = 0;
    for (uint32_t i = 0; i < 3 * pbd_world_particle_count(world); i++) {
        sum += (double)pbd_world_positions(world)[i];
    }
    if (tell) {
        printf("%.9f %.6f\n", cpu_s, sum);
    }
    pbd_world_destroy(world);
}

static void tell_time(const char *kind, const char *state, enum pbd_simd simd) {
    run(kind, state, simd, false);
    run(kind, state, simd, true);
}

static double rms_stretch(const struct pbd_world *world) {
    const struct pbd_link *links = pbd_world_links(world);
    const float *x = pbd_world_positions(world);
    double sum = 0;
    for (uint32_t i = 0; i < pbd_world_link_count(world); i++) {
        double length2 = 0;
        for (uint32_t c = 0; c < 3; c++) {
            double e = (double)x[3 * links[i].a + c] - (double)x[3 * links[i].b + c];
            length2 += e * e;
        }
        double stretch = sqrt(length2) / (double)links[i].rest_m - 1;
        sum += stretch * stretch;
    }
    return sqrt(sum / pbd_world_link_count(world));
}

static void tell_stretch(const char *state, enum pbd_simd simd) {
    struct pbd_world *world = create_cloth("cloth", state, simd);
    double sum = 0;
    for (int i = 0; i < STRETCH_STEPS; i++) {
        pbd_world_step(world);
        sum += i >= STRETCH_FROM ? rms_stretch(world) : 0;
    }
    printf("%.9f\n", sum / (STRETCH_STEPS - STRETCH_FROM));
    pbd_world_destroy(world);
}

static enum pbd_simd simd_named(const char *name) {
    for (int i = 0; i < PBD_SIMD_COUNT; i++) {
        if (strcmp(pbd_simd_name((enum pbd_simd)i), name) == 0) {
            return (enum pbd_simd)i;
        }
    }
    fprintf(stderr, "there is no %s\n", name);
    exit(1);
}

int main(int count, char **arguments) {
    if (count < 2) {
        for (int i = 0; i < PBD_SIMD_COUNT; i++) {
            if (pbd_simd_is_available((enum pbd_simd)i)) {
                printf("%s\n", pbd_simd_name((enum pbd_simd)i));
            }
        }
        return 0;
    }
    enum pbd_simd simd = simd_named(arguments[1]);
    char kind[16];
    char state[16];
    while (scanf("%15s %15s", kind, state) == 2) {
        if (strcmp(kind, "stretch") == 0) {
            tell_stretch(state, simd);
        } else {
            tell_time(kind, state, simd);
        }
        fflush(stdout);
    }
    return 0;
}

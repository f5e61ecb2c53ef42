// What is measured once and not against peers: stretches, small scenes, memory, threads. Prints a
// line "NAME VALUE" for each.
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "jittered_cloth.h"
#include "pbd/world.h"
#include "task.h"

// ---- worlds ------------------------------------------------------------------------------------

struct setting {
    const char *name;
    float value;
};

static struct pbd_world_def def_of(const char *scene, const struct setting *settings, int count) {
    struct pbd_world_def def = pbd_world_def_default(pbd_scene_find(scene));
    for (int i = 0; i < count; i++) {
        def.values[pbd_scene_parameter_index(def.scene, settings[i].name)] = settings[i].value;
    }
    return def;
}

#define DEF_OF(scene, ...)                                                                         \
    def_of(scene, (const struct setting[]){__VA_ARGS__},                                           \
           sizeof((const struct setting[]){__VA_ARGS__}) / sizeof(struct setting))

static struct pbd_world *created(const struct pbd_world_def *def) {
    struct pbd_world *world;
    if (pbd_world_create(def, &world) != PBD_OK) {
        fprintf(stderr, "a world cannot be made\n");
        exit(1);
    }
    return world;
}

static void run(struct pbd_world *world, int steps) {
    for (int i = 0; i < steps; i++) {
        pbd_world_step(world);
    }
}

// Of links that can be solved: not of those between two pins.
static double worst_stretch(const struct pbd_world *world) {
    const struct pbd_link *links = pbd_world_links(world);
    const float *x = pbd_world_positions(world);
    double worst = -1;
    for (uint32_t i = 0; i < pbd_world_link_count(world); i++) {
        if (pbd_world_is_pin(world, links[i].a) && pbd_world_is_pin(world, links[i].b)) {
            continue;
        }
        double length2 = 0;
        for (uint32_t c = 0; c < 3; c++) {
            double e = (double)x[3 * links[i].a + c] - (double)x[3 * links[i].b + c];
            length2 += e * e;
        }
        worst = fmax(worst, sqrt(length2) / (double)links[i].rest_m - 1);
    }
    return worst;
}

// Over the next steps.
static double worst_stretch_over(struct pbd_world *world, int steps) {
    double worst = -1;
    for (int i = 0; i < steps; i++) {
        pbd_world_step(world);
        worst = fmax(worst, worst_stretch(world));
    }
    return worst;
}

// ---- figures -----------------------------------------------------------------------------------

// A chain of 1 m, let go off the plumb line.
static struct pbd_world *let_go(float degrees) {
    const struct pbd_world_def def =
        DEF_OF("chain", {"links", 64}, {"length", 1}, {"angle", degrees}, {"rate", 240},
               {"stepping", PBD_DIRECT}, {"iterations", 2}, {"breeze", 0});
    return created(&def);
}

static void tell_swing_from(const char *name, float degrees) {
    struct pbd_world *world = let_go(degrees);
    printf("%s %.6f\n", name, worst_stretch_over(world, 10 * 240));
    pbd_world_destroy(world);
}

// From 90° its tip goes farther in a step than a link is long, and a link's direction at the start
// of a step says little of that at its end.
static void tell_swing(void) {
    tell_swing_from("rope64_swing60_stretch", 60);
    tell_swing_from("rope64_whip_stretch", 90);
    struct pbd_world *world = let_go(35);
    printf("rope64_swing_stretch %.6f\n", worst_stretch_over(world, 10 * 240));
    double start_s = task_cpu_s();
    run(world, 10 * 240);
    printf("rope64_swing_us_per_frame %.3f\n", (task_cpu_s() - start_s) / 600 * 1e6);
    pbd_world_destroy(world);
}

static void blow(struct pbd_world *world) {
    const struct pbd_command gust = {
        .kind = PBD_GUST,
        .gust = {.direction = {0.3f, 0.1f, 1.0f}, .strength = 40, .duration_s = 2, .width_m = 1}};
    if (pbd_world_apply(world, &gust, NULL) != PBD_OK) {
        fprintf(stderr, "a gust was refused\n");
        exit(1);
    }
}

// Jittered at first: a sheet that was never moved would hang as it was made.
static void tell_tethers(void) {
    struct pbd_world_def hung =
        DEF_OF("cloth", {"columns", SIDE - 1}, {"rows", SIDE - 1}, {"tethers", 1}, {"breeze", 0});
    hung.scene = jittered_cloth(1.0f);
    struct pbd_world *world = created(&hung);
    run(world, 20 * 60);
    printf("cloth64_tether_stretch %.6f\n", worst_stretch_over(world, 10 * 60));
    pbd_world_destroy(world);

    const struct pbd_world_def blown =
        DEF_OF("cloth", {"columns", SIDE - 1}, {"rows", SIDE - 1}, {"tethers", 1}, {"breeze", 0},
               {"iterations", 1}, {"substeps", 16});
    world = created(&blown);
    run(world, 5 * 60);
    blow(world);
    printf("cloth64_gust_tether_stretch %.6f\n", worst_stretch_over(world, 5 * 60));
    pbd_world_destroy(world);
}

// All of it paid out, and come to lie.
static void tell_pile(void) {
    const struct pbd_world_def def =
        DEF_OF("pile", {"links", 1000}, {"iterations", 4}, {"feed_speed", 2}, {"breeze", 0});
    struct pbd_world *world = created(&def);
    run(world, 240 * 30);
    enum { PARTS = 9, STEPS = 60 };
    double best_s = 1;
    for (int part = 0; part < PARTS; part++) {
        double start_s = task_cpu_s();
        run(world, STEPS);
        best_s = fmin(best_s, (task_cpu_s() - start_s) / STEPS);
    }
    printf("pile1000_n4_us %.1f\n", best_s * 1e6);
    pbd_world_destroy(world);
}

static void *count_bytes(void *context, size_t bytes) {
    *(size_t *)context += bytes;
    return malloc(bytes);
}

static void release(void *context, void *memory) {
    (void)context;
    free(memory);
}

static void tell_memory(void) {
    size_t bytes = 0;
    struct pbd_world_def def = DEF_OF("cloth", {"columns", SIDE - 1}, {"rows", SIDE - 1});
    def.allocator = (struct pbd_allocator){count_bytes, release, &bytes};
    double start_s = task_cpu_s();
    struct pbd_world *world = created(&def);
    printf("create_ms %.3f\n", (task_cpu_s() - start_s) * 1e3);
    printf("world_kb %.1f\n", (double)bytes / 1024);
    printf("bytes_per_particle %.1f\n", (double)bytes / pbd_world_particle_count(world));
    pbd_world_destroy(world);
}

// ---- threads -----------------------------------------------------------------------------------

static void *step_a_world(void *steps) {
    const struct pbd_world_def def =
        DEF_OF("cloth", {"columns", SIDE - 1}, {"rows", SIDE - 1}, {"breeze", 0});
    struct pbd_world *world = created(&def);
    run(world, *(int *)steps);
    pbd_world_destroy(world);
    return NULL;
}

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Steps of two worlds in two threads per second, by those of one in one; the best of some tries.
static void tell_threads(void) {
    int steps = 2000;
    double one_s = 1e9;
    double two_s = 1e9;
    for (int i = 0; i < 5; i++) {
        double start_s = now_s();
        step_a_world(&steps);
        one_s = fmin(one_s, now_s() - start_s);
        pthread_t other;
        start_s = now_s();
        if (pthread_create(&other, NULL, step_a_world, &steps) != 0) {
            exit(1);
        }
        step_a_world(&steps);
        pthread_join(other, NULL);
        two_s = fmin(two_s, now_s() - start_s);
    }
    printf("two_worlds_two_threads %.3f\n", 2 * one_s / two_s);
}

int main(void) {
    tell_swing();
    tell_tethers();
    tell_pile();
    tell_memory();
    tell_threads();
    return 0;
}

// Writes trajectories of our own scenes into a folder, and their names to standard output. Usage:
// trajectory FOLDER
//
// Twenty seconds as a lesson has them, the same bits each time: the client's gust every four
// seconds, and a hand that takes a particle after 3 s, swings it about for 8 s and lets it go, and
// once more for 4 s after 14 s.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "frames.h"
#include "pbd/world.h"

enum { SETTINGS_MAX = 3, HAND = 1 };

struct setting {
    const char *name;
    float value;
};

struct run {
    const char *name;
    const char *scene;
    struct setting settings[SETTINGS_MAX]; // the others stay at their defaults
    uint32_t held;                         // particle; NONE: the last that moves
    float gust_strength;                   // m/s²
};

#define NONE UINT32_MAX
#define GUST_STRENGTH 12.0f // m/s², as the client's button
#define REACH 0.5f          // m that the hand swings to each side

static const struct run runs[] = {
    {"cloth64", "cloth", {{"columns", 63}, {"rows", 63}}, NONE, GUST_STRENGTH},
    {"cloth32", "cloth", {{"columns", 31}, {"rows", 31}}, NONE, GUST_STRENGTH},
    {"rope200", "rope", {{"links", 199}, {"breeze", 0.8f}}, 100, GUST_STRENGTH},
    {"cloth64_storm", "cloth", {{"columns", 63}, {"rows", 63}, {"breeze", 5}}, NONE, 60},
};
enum { RUN_COUNT = sizeof runs / sizeof runs[0] };

static void require(const char *name, enum pbd_status status) {
    if (status != PBD_OK) {
        frames_fail(name, pbd_status_text(status));
    }
}

static void write_all(const char *name, FILE *file, const void *from, size_t bytes) {
    if (fwrite(from, 1, bytes, file) != bytes) {
        frames_fail(name, "cannot be written");
    }
}

static struct pbd_world *create(const struct run *run) {
    const struct pbd_scene *scene = pbd_scene_find(run->scene);
    struct pbd_world_def def = pbd_world_def_default(scene);
    for (int i = 0; i < SETTINGS_MAX && run->settings[i].name != NULL; i++) {
        def.values[pbd_scene_parameter_index(scene, run->settings[i].name)] =
            run->settings[i].value;
    }
    struct pbd_world *world;
    require(run->name, pbd_world_create(&def, &world));
    return world;
}

static uint32_t last_that_moves(const struct pbd_world *world) {
    uint32_t particle = pbd_world_particle_count(world) - 1;
    while (particle > 0 && pbd_world_inverse_masses(world)[particle] == 0.0f) {
        particle--;
    }
    return particle;
}

static void blow(const struct run *run, struct pbd_world *world, int count) {
    // A weave billows away from the viewer and back, a rope swings to either side.
    float side = count % 2 == 0 ? 1.0f : -1.0f;
    int axis = pbd_world_grid_count(world) > 0 ? 2 : 0;
    struct pbd_command gust = {
        .kind = PBD_GUST,
        .gust = {.strength = run->gust_strength, .duration_s = 0.8f, .width_m = 0.5f}};
    gust.gust.direction[axis] = axis == 2 ? -side : side;
    require(run->name, pbd_world_apply(world, &gust, NULL));
}

struct hand {
    bool holds;
    int since; // frame
    uint32_t particle;
    float from_m[3];
};

static bool should_hold(int frame) {
    int s = frame / FRAMES_PER_S;
    return (s >= 3 && s < 11) || (s >= 14 && s < 18);
}

// Where it pulls to: out from where it took its particle, in a figure that never repeats.
static void aim(const struct hand *hand, int frame, struct pbd_command *command) {
    float t = (float)(frame - hand->since) / FRAMES_PER_S;
    const float at_m[3] = {
        hand->from_m[0] + REACH * sinf(2.1f * t),
        hand->from_m[1] + 0.5f * REACH * (1 - cosf(1.3f * t)),
        hand->from_m[2] + REACH * sinf(1.7f * t),
    };
    require("hand", pbd_target_from_position(at_m, command->hand.target));
}

static void handle(const struct run *run, struct pbd_world *world, struct hand *hand, int frame) {
    struct pbd_command command = {.kind = PBD_MOVE, .hand = {.id = HAND}};
    if (should_hold(frame) && !hand->holds) {
        hand->since = frame;
        hand->particle = run->held == NONE ? last_that_moves(world) : run->held;
        memcpy(hand->from_m, pbd_world_positions(world) + 3 * (size_t)hand->particle,
               sizeof hand->from_m);
        command.kind = PBD_GRAB;
        command.hand.particle = hand->particle;
    } else if (!should_hold(frame) && hand->holds) {
        command.kind = PBD_RELEASE;
    } else if (!hand->holds) {
        return;
    }
    if (command.kind != PBD_RELEASE) {
        aim(hand, frame, &command);
    }
    require(run->name, pbd_world_apply(world, &command, NULL));
    hand->holds = command.kind != PBD_RELEASE;
}

static void play(const struct run *run, struct pbd_world *world, FILE *file) {
    struct hand hand = {.holds = false};
    uint32_t steps = pbd_world_rate_hz(world) / FRAMES_PER_S;
    size_t frame_bytes = (size_t)pbd_world_particle_count(world) * 3 * sizeof(float);
    for (int frame = 0; frame < FRAME_COUNT; frame++) {
        if (frame % (4 * FRAMES_PER_S) == FRAMES_PER_S) {
            blow(run, world, frame / (4 * FRAMES_PER_S));
        }
        handle(run, world, &hand, frame);
        for (uint32_t i = 0; i < steps; i++) {
            pbd_world_step(world);
        }
        write_all(run->name, file, pbd_world_positions(world), frame_bytes);
    }
}

static void write_trajectory(const char *folder, const struct run *run) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, run->name);
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        frames_fail(path, "cannot be written");
    }
    struct pbd_world *world = create(run);
    const uint32_t counts[3] = {pbd_world_particle_count(world), pbd_world_link_count(world),
                                FRAME_COUNT};
    write_all(path, file, counts, sizeof counts);
    for (uint32_t i = 0; i < counts[1]; i++) {
        const struct pbd_link *link = &pbd_world_links(world)[i];
        write_all(path, file, (const uint32_t[2]){link->a, link->b}, 2 * sizeof(uint32_t));
    }
    play(run, world, file);
    pbd_world_destroy(world);
    if (fclose(file) != 0) {
        frames_fail(path, "cannot be written");
    }
    printf("%s\n", run->name);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        frames_fail(argv[0], "usage: trajectory FOLDER");
    }
    for (int i = 0; i < RUN_COUNT; i++) {
        write_trajectory(argv[1], &runs[i]);
    }
    const struct pbd_scene *scene;
    for (uint32_t i = 0; (scene = pbd_scene_at(i)) != NULL; i++) {
        const struct run run = {scene->name, scene->name, {{NULL, 0}}, NONE, GUST_STRENGTH};
        write_trajectory(argv[1], &run);
    }
    return 0;
}

// Worlds for tests: a scene with some values changed, or a body made of a few particles.
//
//     struct pbd_world *world = world_of("chain", "links=%d iterations=5", 20);
//     run_for(world, 30.0);
//     cr_assert(worst_stretch(world) < 0.1);
//     pbd_world_destroy(world);
//
// What a helper cannot do fails the test that called it.
#ifndef WORLDS_H
#define WORLDS_H

#include <stdbool.h>
#include <stdint.h>

#include "pbd/world.h"

#ifndef PI
#define PI 3.14159265358979323846
#endif
#define G 9.81 // m/s², the default gravity

// ---- making worlds -----------------------------------------------------------------------------

// A definition of a scene with the values named in `settings` changed: "name=number name=number".
__attribute__((format(printf, 2, 3))) struct pbd_world_def def_of(const struct pbd_scene *scene,
                                                                  const char *settings, ...);
__attribute__((format(printf, 2, 3))) struct pbd_world *world_of(const char *scene,
                                                                 const char *settings, ...);

struct body_particle {
    float position_m[3];
    float velocity_m_per_s[3];
    float mass_kg; // 0: pin
};

struct body_pair {
    uint32_t a, b;
    float length_m;
};

// A scene made on the spot. It has the common parameters only, and no breeze.
struct body {
    const struct body_particle *particles;
    uint32_t particle_count;
    const struct body_pair *links;
    uint32_t link_count;
    const struct body_pair *floors;
    uint32_t floor_count;
    bool grid_cloth;
    bool path;
    // Other constraints and obstacles: how many, and what makes them.
    struct pbd_counts more;
    void (*build_more)(struct pbd_builder *builder);
};

// The scene of a body, whose arrays must live on. There is one at a time in a process.
const struct pbd_scene *scene_of_body(const struct body *body);
__attribute__((format(printf, 2, 3))) struct pbd_world *body_world(const struct body *body,
                                                                   const char *settings, ...);

// ---- running and changing them -----------------------------------------------------------------

void run_steps(struct pbd_world *world, uint64_t steps);
void run_for(struct pbd_world *world, double seconds);

struct pbd_command set_command(const struct pbd_world *world, const char *name, float value);
struct pbd_command grab_command(uint32_t id, uint32_t particle, float x, float y, float z);
struct pbd_command move_command(uint32_t id, float x, float y, float z);
struct pbd_command release_command(uint32_t id);
struct pbd_command limit_pull_command(uint32_t id, float force_n);
struct pbd_command gust_command(float x, float y, float z, float strength, float duration_s,
                                float width_m);

// Applies a command that must be taken.
struct pbd_outcome apply(struct pbd_world *world, struct pbd_command command);

// ---- measuring them ----------------------------------------------------------------------------

// The first from the middle on, and round, that can be grabbed.
uint32_t middle_particle(const struct pbd_world *world);
const float *position(const struct pbd_world *world, uint32_t particle); // [3]
double speed(const struct pbd_world *world, uint32_t particle);          // m/s
double fastest(const struct pbd_world *world);                           // m/s
double worst_stretch(const struct pbd_world *world); // longest link ÷ its rest length − 1
double link_length(const struct pbd_world *world, uint32_t link);
double kinetic_energy(const struct pbd_world *world);                   // J
double potential_energy(const struct pbd_world *world, double gravity); // J, of height
bool is_finite_and_bounded(const struct pbd_world *world);

// A sequence of numbers that is the same everywhere.
uint32_t random_u32(uint64_t *state);
double random_between(uint64_t *state, double low, double high);

// ---- memory ------------------------------------------------------------------------------------

// Counts what is allocated, and can fail.
struct counting_heap {
    uint64_t calls;
    uint64_t fail_at; // the call that fails, counted from 1; 0: none
    int64_t owned;    // blocks not released yet
    size_t bytes;     // asked for in all
};

struct pbd_allocator counting_allocator(struct counting_heap *heap);

#endif

// A world: particles, constraints and a step counter. It knows nothing of networks and files,
// and of clocks only one that it is lent to time its steps.
//
// Position-based dynamics after Müller, Heidelberger, Hennix, Ratcliff, "Position Based Dynamics"
// (J. Vis. Commun. Image R. 18, 2007), algorithm of section 3.1, at a fixed time step h: predict,
// n Gauss–Seidel sweeps over the constraints, read the velocity back from the displacement.
//
// The same state and commands give the same bits on every machine: float32, one documented order of
// constraints, nothing but + − × ÷ √. Stepping never allocates. Not thread-safe: one world, one
// thread at a time.
#ifndef PBD_WORLD_H
#define PBD_WORLD_H

#include <stddef.h>
#include <stdint.h>

#include "pbd/command.h"
#include "pbd/scene.h"
#include "pbd/simd.h"
#include "pbd/status.h"

enum { PBD_CORE_VERSION = 1 }; // raised when the same input gives other bits

#define PBD_WORLD_BOUND 64.0f // m: positions stay within ± this on each axis
#define PBD_SPEED_MAX 50.0f   // m/s: faster particles are slowed to this, but not as PBD_SPRINGS

struct pbd_world;

struct pbd_allocator {
    void *(*allocate)(void *context, size_t bytes); // aligned as malloc's; NULL when there is none
    void (*release)(void *context, void *memory);
    void *context;
};

// A clock that the host lends for timing steps. It must not fall.
struct pbd_clock {
    uint64_t (*now_ns)(void *context); // NULL: there is none
    void *context;
};

struct pbd_world_def {
    uint32_t cookie; // set by the default function
    const struct pbd_scene *scene;
    float values[PBD_PARAMETERS_MAX]; // initial values of the scene's parameters
    uint32_t seed;                    // of the breeze
    struct pbd_allocator allocator;   // malloc and free
    struct pbd_clock clock;           // none
};

// Never happened in a healthy world: each is counted and should be shown to operators.
struct pbd_counters {
    uint64_t speed_clamps;  // particles slowed to PBD_SPEED_MAX
    uint64_t bound_clamps;  // particles held at PBD_WORLD_BOUND
    uint64_t not_finite;    // particles whose motion was not a number and was stopped
    uint64_t direct_undone; // direct solves that made it worse: sweeps took their place
    uint64_t pairs_dropped; // pairs of bodies near each other that there was no room for
};

struct pbd_link {
    uint32_t a, b; // particles
    float rest_m;
};

// A woven surface: `rows` rows of `columns` particles, from particle `first` on.
struct pbd_grid {
    uint32_t first, columns, rows;
};

// Convex, fixed and rigid.
struct pbd_obstacle {
    enum pbd_shape { PBD_CAPSULE, PBD_BOX, PBD_SLOPE } shape;
    union {
        struct {
            float from_m[3], to_m[3]; // the axis; of length 0: a sphere
            float radius_m;
        } capsule;
        struct {
            float centre_m[3], half_size_m[3];
        } box;
        struct {
            float point_m[3];
            float normal[3]; // unit, outward
        } slope;
    };
};

struct pbd_hand_view {
    uint32_t id;
    uint32_t particle;
    float target_m[3];
    float force_max_n; // its own limit; 0: only the scene's `hand_force`
};

struct pbd_world_def pbd_world_def_default(const struct pbd_scene *scene);

// Builds a world. On PBD_OK *world is to be destroyed by the caller; otherwise it is not written.
enum pbd_status pbd_world_create(const struct pbd_world_def *def, struct pbd_world **world);
void pbd_world_destroy(struct pbd_world *world); // NULL is fine

// Applies one command between two steps. Not PBD_OK: nothing changed. `outcome` may be NULL.
enum pbd_status pbd_world_apply(struct pbd_world *world, const struct pbd_command *command,
                                struct pbd_outcome *outcome);

// A copy of the world as it is now, to return to: a world of its own, on which nobody looks. To be
// destroyed, or returned to; NULL without memory.
struct pbd_world *pbd_world_keep(const struct pbd_world *world);
// The world is again what it was when `kept` was made of it, but its hands are let go, and what
// only rises goes on: the counters, and the steps, with which the breeze goes on as well. Gusts
// blow on from where they were. Takes over `kept`.
void pbd_world_return_to(struct pbd_world *world, struct pbd_world *kept);

// One step of h.
void pbd_world_step(struct pbd_world *world);

// What the steps from here on are made with; the bits are the same. A new world takes the best
// there is. PBD_NO_SUCH_SIMD: this processor does not have it.
enum pbd_status pbd_world_set_simd(struct pbd_world *world, enum pbd_simd simd);
enum pbd_simd pbd_world_simd(const struct pbd_world *world);

// Whether explicit springs have blown up: one of their particles has reached the world's bound. As
// PBD_SPRINGS nothing moves then until the world is reset, rebuilt, or stepped in another way. In
// other steppings the particles of pbd_builder_springs() alone stand still, until the world is
// reset or rebuilt, and the others go on.
bool pbd_world_has_burst(const struct pbd_world *world);

const struct pbd_scene *pbd_world_scene(const struct pbd_world *world);
const float *pbd_world_values(const struct pbd_world *world); // [parameter_count]
uint64_t pbd_world_steps(const struct pbd_world *world);      // made since creation, never falls
uint32_t pbd_world_rate_hz(const struct pbd_world *world);    // 1/h
uint32_t
pbd_world_iterations(const struct pbd_world *world); // in use now: on the way to the value set
void pbd_world_view(const struct pbd_world *world, float centre_m[3], float *radius_m);
struct pbd_counters pbd_world_counters(const struct pbd_world *world);

uint32_t pbd_world_particle_count(const struct pbd_world *world);
const float *pbd_world_positions(const struct pbd_world *world); // [particles][3], m
// [particles], 1/kg; 0: a pin, or what waits to be paid out
const float *pbd_world_inverse_masses(const struct pbd_world *world);
bool pbd_world_is_pin(const struct pbd_world *world, uint32_t particle); // never moves
void pbd_world_velocity(const struct pbd_world *world, uint32_t particle,
                        float velocity_m_per_s[3]);

uint32_t pbd_world_link_count(const struct pbd_world *world);
const struct pbd_link *pbd_world_links(const struct pbd_world *world); // [links], order of solving
uint32_t pbd_world_spring_count(const struct pbd_world *world); // the last links: explicit springs

// For drawing.
uint32_t pbd_world_grid_count(const struct pbd_world *world);
const struct pbd_grid *pbd_world_grids(const struct pbd_world *world); // [grids]
uint32_t pbd_world_face_count(const struct pbd_world *world);
const uint32_t *pbd_world_faces(const struct pbd_world *world);   // [faces][3]: particles
uint32_t pbd_world_obstacle_count(const struct pbd_world *world); // besides the ground
struct pbd_obstacle pbd_world_obstacle(const struct pbd_world *world, uint32_t index);
float pbd_world_contact_radius_m(const struct pbd_world *world); // of particles; 0: points

uint32_t pbd_world_hand_count(const struct pbd_world *world);
struct pbd_hand_view pbd_world_hand(const struct pbd_world *world,
                                    uint32_t index); // order of solving

#endif

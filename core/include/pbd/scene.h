// Scenes: named recipes with parameters that build a world.
//
// A scene says how many particles and constraints it needs, then creates them through a builder.
// Constraints are solved in the order of their creation, contacts after all others: that order is
// part of the golden hash and never changes. A scene is one file and one row in the table of
// scene.c; tests bring their own.
#ifndef PBD_SCENE_H
#define PBD_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pbd/parameter.h"
#include "pbd/status.h"

enum {
    PBD_PARTICLES_MAX = 32768,                   // per world
    PBD_CONSTRAINTS_MAX = 8 * PBD_PARTICLES_MAX, // per world
    PBD_PROJECTIONS_PER_S_MAX = 100000000, // constraints × iterations × substeps × rate: about 0.7
                                           // s of one core per second
};

struct pbd_builder;

// The kinds of constraints, each in a file of its own (core/src/<kind>.c). C is in metres but for
// the volume's; ≥ and ≤ act only when violated.
enum pbd_kind {
    PBD_LINK,    // |x_a − x_b| = rest, drawn
    PBD_FLOOR,   // |x_a − x_b| ≥ length: compression-only
    PBD_CEILING, // |x_a − x_b| ≤ length: a string that goes slack
    PBD_TETHER,  // |x_a − x_pin| ≤ length, in the first sweep only, while PBD_TETHERS is on
    PBD_BEND,    // three points of a rope stay as straight as they were
    PBD_HINGE,   // two triangles keep their angle
    PBD_VOLUME,  // a tetrahedron keeps its volume
    PBD_RAIL,    // a bead stays on a straight line
    PBD_PAIR,    // two balls do not overlap, with friction
    PBD_KIND_COUNT
};

enum {
    PBD_OBSTACLES_MAX = 16, // besides the ground
    PBD_GRIDS_MAX = 4,
};

struct pbd_counts {
    uint32_t particles;
    uint32_t of[PBD_KIND_COUNT];
    uint32_t obstacles;   // besides the ground
    uint32_t links_touch; // 1: links touch obstacles as particles do
    uint32_t faces;       // triangles to be drawn
    uint32_t bodies;      // that touch each other
    // Links of the longest row, solved from one end or from both: its sweeps can be made at once.
    // 0: none, or other links lie between.
    uint32_t strand_links;
    // Particles of a sheet that is all there is, its constraints in the order of core/src/weave.h:
    // it can be solved by vectors. 0: none.
    struct {
        uint32_t rows, columns;
    } weave;
};

enum { PBD_HARMONICS_MAX = 8 };

// A row of particles, each joined to the next, that hangs between two pins of one height.
struct pbd_hanging {
    uint32_t first, last; // the pins
    bool deck;            // it carries a load even along the horizontal: a parabola, no catenary
};

struct pbd_scene {
    const char *name;
    const char *title;
    const char *description;                // one sentence
    uint32_t version;                       // raised when the recipe changes
    const struct pbd_parameter *parameters; // [parameter_count]
    uint32_t parameter_count;
    bool grid_cloth; // stepped in plain positions while h/substeps ≥ 1/240 s
    bool path;       // its links, made in a row, join each particle to the next: for PBD_DIRECT

    // What build() will create. `values` [parameter_count] are inside their ranges.
    struct pbd_counts (*counts)(const float *values);
    // Creates exactly that.
    void (*build)(const float *values, struct pbd_builder *builder);
    // Writes what live parameters of this scene decide; called after build() and after every change
    // of a live parameter. NULL if there is nothing.
    void (*refresh)(const float *values, struct pbd_builder *builder);
    // Puts the world back and pushes it, when `iterations` changes; whether it wants to now. NULL
    // if the scene has no re-kick.
    bool (*wants_rekick)(const float *values);
    void (*rekick)(const float *values, struct pbd_builder *builder);
    // What theory says of it, for measurements. Each may be NULL.
    // Frequencies of small swings, Hz, lowest first; how many there are, 0 for none.
    uint32_t (*harmonics)(const float *values, double hz[PBD_HARMONICS_MAX]);
    // What hangs between two pins; false if nothing does now.
    bool (*hangs)(const float *values, struct pbd_hanging *hanging);
};

// The scenes of this library, by index and by name; NULL past the end or for an unknown name.
const struct pbd_scene *pbd_scene_at(uint32_t index);
const struct pbd_scene *pbd_scene_find(const char *name);

// Writes every parameter's initial value into values [parameter_count].
void pbd_scene_initial_values(const struct pbd_scene *scene, float *values);
// Index of a parameter; −1 if the scene has none of that name.
int pbd_scene_parameter_index(const struct pbd_scene *scene, const char *name);
// PBD_OK; PBD_OUT_OF_RANGE, and *parameter says which; PBD_TOO_COSTLY when the sizes or the
// projections per second exceed the world's limits. `parameter` may be NULL.
enum pbd_status pbd_scene_check(const struct pbd_scene *scene, const float *values,
                                uint32_t *parameter);
// Constraints that act × iterations × substeps × rate, in projections of links: a hinge counts
// as 4. What a step costs besides is added. 0 if a value is outside its range.
double pbd_scene_projections_per_s(const struct pbd_scene *scene, const float *values);

// For build(): creates the next particle. mass_kg 0 makes a pin; velocities of pins are ignored.
void pbd_builder_particle(struct pbd_builder *builder, const float position_m[3],
                          const float velocity_m_per_s[3], float mass_kg);
// Constraints, each made once its particles are there. Rest shapes are those that the particles
// have at that moment, unless a length is given.
void pbd_builder_link(struct pbd_builder *builder, uint32_t a, uint32_t b, float rest_m);
void pbd_builder_floor(struct pbd_builder *builder, uint32_t a, uint32_t b, float length_m);
void pbd_builder_ceiling(struct pbd_builder *builder, uint32_t a, uint32_t b, float length_m);
void pbd_builder_tether(struct pbd_builder *builder, uint32_t a, uint32_t pin, float length_m);
// rest_m: how far the middle lies off the middle between a and c; 0: straight.
void pbd_builder_bend(struct pbd_builder *builder, uint32_t a, uint32_t middle, uint32_t c,
                      float rest_m);
// The triangles (a, b, left) and (a, b, right) meet at the edge a b.
void pbd_builder_hinge(struct pbd_builder *builder, uint32_t a, uint32_t b, uint32_t left,
                       uint32_t right);
// In either orientation.
void pbd_builder_volume(struct pbd_builder *builder, const uint32_t corners[4]);
// The line runs through where the particle is.
void pbd_builder_rail(struct pbd_builder *builder, uint32_t a, const float direction[3]);
// distance_m: the sum of the radii.
void pbd_builder_pair(struct pbd_builder *builder, uint32_t a, uint32_t b, float distance_m);

// Links made from here on are explicit springs of PBD_SPRING N/m, however the others are stepped.
void pbd_builder_springs(struct pbd_builder *builder);

// Obstacles are convex, fixed and rigid. A capsule of length 0 is a sphere.
void pbd_builder_capsule(struct pbd_builder *builder, const float from_m[3], const float to_m[3],
                         float radius_m);
void pbd_builder_box(struct pbd_builder *builder, const float centre_m[3],
                     const float half_size_m[3]);
// A half-space: what lies behind the plane through a point with this outward unit normal.
void pbd_builder_slope(struct pbd_builder *builder, const float point_m[3], const float normal[3]);
// Contact radius of all particles, and of the links if they touch. 0 unless called.
void pbd_builder_radius(struct pbd_builder *builder, float radius_m);

// How far the axes of bodies stay apart, m. Before the first of them.
void pbd_builder_thickness(struct pbd_builder *builder, float thickness_m);
// A body touches all others but its neighbours in the material: a segment between two particles,
// or, with a = b, a ball about one. A segment that begins where the last one ended goes on with its
// strand, in which those nearer than 1.5 thicknesses are neighbours; balls are when they begin
// nearer than two.
void pbd_builder_body(struct pbd_builder *builder, uint32_t a, uint32_t b);

// A strand is paid out: the particles from `first` to the last, made as pins above one another,
// sink at the speed of feeding, and each gets its mass when it has come down to height_m. A scene
// has one feeder at most. For refresh(): changes the speed, m/s.
void pbd_builder_feeder(struct pbd_builder *builder, uint32_t first, float height_m, float mass_kg);
void pbd_builder_set_feed(struct pbd_builder *builder, float speed_m_per_s);

// The pin swings about where it is: x = x₀ + direction · amplitude · sin(2π frequency t). A scene
// has one such pin at most. For refresh(): changes amplitude (m) and frequency (Hz), and keeps the
// phase.
void pbd_builder_driver(struct pbd_builder *builder, uint32_t pin, const float direction[3]);
void pbd_builder_set_driver(struct pbd_builder *builder, float amplitude_m, float frequency_hz);

// A particle is accelerated by this besides gravity and wind, as by a weight on a string over a
// pulley. A scene has one such particle at most. For refresh(): changes the acceleration.
void pbd_builder_pull(struct pbd_builder *builder, uint32_t particle,
                      const float acceleration_m_per_s2[3]);

// A steady wind besides breeze and gusts, the same everywhere. For refresh(): changes it.
void pbd_builder_wind(struct pbd_builder *builder, const float acceleration_m_per_s2[3]);

// For drawing alone. A grid is a woven surface: `rows` rows of `columns` particles each, row by row
// from particle `first` on. A face is a triangle of the surface of a body.
void pbd_builder_grid(struct pbd_builder *builder, uint32_t first, uint32_t columns, uint32_t rows);
void pbd_builder_face(struct pbd_builder *builder, uint32_t a, uint32_t b, uint32_t c);
// What a camera should show.
void pbd_builder_view(struct pbd_builder *builder, const float centre_m[3], float radius_m);

// For refresh() and rekick(): change what is there.
void pbd_builder_set_mass(struct pbd_builder *builder, uint32_t particle, float mass_kg);
void pbd_builder_set_motion(struct pbd_builder *builder, uint32_t particle,
                            const float position_m[3], const float velocity_m_per_s[3]);
void pbd_builder_set_floors(struct pbd_builder *builder, float length_m); // all of them

#endif

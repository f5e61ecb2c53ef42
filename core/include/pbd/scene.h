// Scenes: named recipes with parameters that build a world.
//
// A scene says how many particles and constraints it needs, then creates them through a builder.
// Constraints are solved in the order of their creation: that order is part of the golden hash and
// never changes. A scene is one file and one row in the table of scene.c; tests bring their own.
#ifndef PBD_SCENE_H
#define PBD_SCENE_H

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

struct pbd_counts {
    uint32_t particles;
    uint32_t links;  // distance constraints
    uint32_t floors; // compression-only constraints
};

struct pbd_scene {
    const char *name;
    const char *title;
    const char *description;                // one sentence
    uint32_t version;                       // raised when the recipe changes
    const struct pbd_parameter *parameters; // [parameter_count]
    uint32_t parameter_count;
    bool grid_cloth; // stepped in plain positions while h/substeps ≥ 1/240 s

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
// constraints × iterations × substeps × rate; 0 if a value is outside its range.
double pbd_scene_projections_per_s(const struct pbd_scene *scene, const float *values);

// For build(): creates the next particle. mass_kg 0 makes a pin; velocities of pins are ignored.
void pbd_builder_particle(struct pbd_builder *builder, const float position_m[3],
                          const float velocity_m_per_s[3], float mass_kg);
// A distance constraint |x_a − x_b| = rest, drawn as a link.
void pbd_builder_link(struct pbd_builder *builder, uint32_t a, uint32_t b, float rest_m);
// A compression-only constraint |x_a − x_b| ≥ length.
void pbd_builder_floor(struct pbd_builder *builder, uint32_t a, uint32_t b, float length_m);
// What a camera should show.
void pbd_builder_view(struct pbd_builder *builder, const float centre_m[3], float radius_m);

// For refresh() and rekick(): change what is there.
void pbd_builder_set_mass(struct pbd_builder *builder, uint32_t particle, float mass_kg);
void pbd_builder_set_motion(struct pbd_builder *builder, uint32_t particle,
                            const float position_m[3], const float velocity_m_per_s[3]);
void pbd_builder_set_floors(struct pbd_builder *builder, float length_m); // all of them

#endif

#include "pbd/scene.h"

#include <string.h>

#include "common_parameters.h"
#include "constraint.h"
#include "scene_cost.h"
#include "scene_table.h"
#include "self_contact.h"

const float common_rates[COMMON_RATE_COUNT] = {60, 120, 240, 480, 960};
const float common_steppings[PBD_STEPPING_COUNT] = {PBD_SWEEPS, PBD_DIRECT, PBD_SPRINGS};
const char *const common_stepping_labels[PBD_STEPPING_COUNT] = {
    [PBD_SWEEPS] = "Iterations", [PBD_DIRECT] = "Direct solve", [PBD_SPRINGS] = "Springs"};

enum { LINK_CONTACT_COST = 16 }; // of one that is near, in projections of a link

// clang-format off
static const struct pbd_scene *const scenes[] = { // a row each
    &scene_chain,
    &scene_rope,
    &scene_cloth,
    &scene_string,
    &scene_tug,
    &scene_flag,
    &scene_jelly,
    &scene_bridge,
    &scene_contrast,
    &scene_pile,
    &scene_collide,
};
// clang-format on
enum { SCENE_COUNT = sizeof scenes / sizeof scenes[0] };

const struct pbd_scene *pbd_scene_at(uint32_t index) {
    return index < SCENE_COUNT ? scenes[index] : NULL;
}

const struct pbd_scene *pbd_scene_find(const char *name) {
    for (uint32_t i = 0; i < SCENE_COUNT; i++) {
        if (strcmp(scenes[i]->name, name) == 0) {
            return scenes[i];
        }
    }
    return NULL;
}

void pbd_scene_initial_values(const struct pbd_scene *scene, float *values) {
    for (uint32_t i = 0; i < scene->parameter_count; i++) {
        values[i] = scene->parameters[i].initial;
    }
}

int pbd_scene_parameter_index(const struct pbd_scene *scene, const char *name) {
    for (uint32_t i = 0; i < scene->parameter_count; i++) {
        if (strcmp(scene->parameters[i].name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

// First parameter whose value is outside its range; parameter_count if all are inside.
static uint32_t first_out_of_range(const struct pbd_scene *scene, const float *values) {
    uint32_t i = 0;
    while (i < scene->parameter_count && pbd_parameter_accepts(&scene->parameters[i], values[i])) {
        i++;
    }
    return i;
}

uint64_t scene_constraints_acting(const struct pbd_counts *counts, const float *values) {
    uint64_t acting = 0;
    for (uint32_t kind = 0; kind < PBD_KIND_COUNT; kind++) {
        const struct constraint_kind *rules = constraint_kinds[kind];
        acting += rules->acts == NULL || rules->acts(values)
                      ? (uint64_t)rules->cost * counts->of[kind]
                      : 0;
    }
    uint64_t obstacles = counts->obstacles + (values[PBD_GROUND] != 0.0f ? 1 : 0);
    uint64_t touching_links = counts->links_touch ? counts->of[PBD_LINK] : 0;
    uint64_t self_contact = (uint64_t)SELF_CONTACT_COST * counts->bodies;
    return acting + self_contact +
           obstacles * (counts->particles + LINK_CONTACT_COST * touching_links);
}

uint64_t scene_searched(const struct pbd_counts *counts) {
    return (uint64_t)SELF_SEARCH_COST * counts->bodies;
}

static uint64_t constraints_in_all(const struct pbd_counts *counts) {
    uint64_t all = 0;
    for (uint32_t kind = 0; kind < PBD_KIND_COUNT; kind++) {
        all += counts->of[kind];
    }
    return all;
}

double pbd_scene_projections_per_s(const struct pbd_scene *scene, const float *values) {
    if (first_out_of_range(scene, values) < scene->parameter_count) {
        return 0.0;
    }
    struct pbd_counts counts = scene->counts(values);
    double per_step = (double)scene_constraints_acting(&counts, values) *
                          (double)values[PBD_ITERATIONS] * (double)values[PBD_SUBSTEPS] +
                      (double)scene_searched(&counts);
    return per_step * (double)values[PBD_RATE];
}

enum pbd_status pbd_scene_check(const struct pbd_scene *scene, const float *values,
                                uint32_t *parameter) {
    uint32_t wrong = first_out_of_range(scene, values);
    if (wrong < scene->parameter_count) {
        if (parameter != NULL) {
            *parameter = wrong;
        }
        return PBD_OUT_OF_RANGE;
    }
    struct pbd_counts counts = scene->counts(values);
    if (counts.particles > PBD_PARTICLES_MAX || constraints_in_all(&counts) > PBD_CONSTRAINTS_MAX ||
        counts.obstacles > PBD_OBSTACLES_MAX || counts.faces > PBD_CONSTRAINTS_MAX ||
        counts.bodies > PBD_PARTICLES_MAX ||
        (1 + counts.obstacles) * ((uint64_t)counts.particles + counts.of[PBD_LINK]) >
            PBD_CONSTRAINTS_MAX ||
        pbd_scene_projections_per_s(scene, values) > (double)PBD_PROJECTIONS_PER_S_MAX) {
        return PBD_TOO_COSTLY;
    }
    return PBD_OK;
}

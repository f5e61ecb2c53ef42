#include "pbd/scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "worlds.h"

static const char *const common_names[PBD_COMMON_PARAMETER_COUNT] = {
    [PBD_ITERATIONS] = "iterations",
    [PBD_SUBSTEPS] = "substeps",
    [PBD_RATE] = "rate",
    [PBD_GRAVITY] = "gravity",
    [PBD_DAMPING] = "damping",
    [PBD_STIFFNESS] = "stiffness",
    [PBD_BREEZE] = "breeze",
    [PBD_HAND_FORCE] = "hand_force",
    [PBD_HAND_COMPLIANCE] = "hand_compliance",
    [PBD_HAND_DAMPING] = "hand_damping",
    [PBD_STEPPING] = "stepping",
    [PBD_TETHERS] = "tethers",
    [PBD_COMPLIANCE] = "compliance",
    [PBD_BENDING] = "bending",
    [PBD_SPRING] = "spring",
    [PBD_GROUND] = "ground",
    [PBD_FRICTION] = "friction",
    [PBD_SLIDING] = "sliding_friction",
};

Test(scene, are_found_by_name_and_by_index) {
    const char *const names[] = {"chain", "rope",   "cloth",    "string", "tug",    "flag",
                                 "jelly", "bridge", "contrast", "pile",   "collide"};
    const uint32_t count = sizeof names / sizeof names[0];
    for (uint32_t i = 0; i < count; i++) {
        cr_assert_str_eq(pbd_scene_at(i)->name, names[i]);
        cr_assert(pbd_scene_find(names[i]) == pbd_scene_at(i));
    }
    cr_assert_null(pbd_scene_at(count));
    cr_assert_null(pbd_scene_at(UINT32_MAX));
    cr_assert_null(pbd_scene_find("trampoline"));
    cr_assert_null(pbd_scene_find(""));
    cr_assert_null(pbd_scene_find("Chain"));
}

Test(scene, have_the_common_parameters_first) {
    for (uint32_t i = 0; pbd_scene_at(i) != NULL; i++) {
        const struct pbd_scene *scene = pbd_scene_at(i);
        cr_assert(scene->parameter_count <= PBD_PARAMETERS_MAX);
        for (uint32_t p = 0; p < PBD_COMMON_PARAMETER_COUNT; p++) {
            cr_assert_str_eq(scene->parameters[p].name, common_names[p]);
            cr_assert(pbd_scene_parameter_index(scene, common_names[p]) == (int)p);
        }
    }
}

Test(scene, describe_every_parameter) {
    for (uint32_t i = 0; pbd_scene_at(i) != NULL; i++) {
        const struct pbd_scene *scene = pbd_scene_at(i);
        cr_assert(strlen(scene->title) > 0 && strlen(scene->description) > 0);
        for (uint32_t p = 0; p < scene->parameter_count; p++) {
            const struct pbd_parameter *parameter = &scene->parameters[p];
            cr_assert(strlen(parameter->name) > 0 && strlen(parameter->title) > 0);
            cr_assert_not_null(parameter->unit);
            cr_assert(pbd_parameter_accepts(parameter, parameter->initial), "%s", parameter->name);
            cr_assert(pbd_parameter_accepts(parameter, parameter->min), "%s", parameter->name);
            cr_assert(pbd_parameter_accepts(parameter, parameter->max), "%s", parameter->name);
            cr_assert(pbd_scene_parameter_index(scene, parameter->name) == (int)p, "twice: %s",
                      parameter->name);
        }
        cr_assert(pbd_scene_parameter_index(scene, "colour") == -1);
    }
}

Test(scene, initial_values_pass_the_check) {
    for (uint32_t i = 0; pbd_scene_at(i) != NULL; i++) {
        const struct pbd_scene *scene = pbd_scene_at(i);
        float values[PBD_PARAMETERS_MAX];
        pbd_scene_initial_values(scene, values);
        for (uint32_t p = 0; p < scene->parameter_count; p++) {
            cr_assert(values[p] == scene->parameters[p].initial);
        }
        uint32_t parameter = 77;
        cr_assert(pbd_scene_check(scene, values, &parameter) == PBD_OK);
        cr_assert(parameter == 77, "written although nothing was wrong");
    }
}

Test(scene, check_names_the_parameter_that_is_wrong) {
    for (uint32_t i = 0; pbd_scene_at(i) != NULL; i++) {
        const struct pbd_scene *scene = pbd_scene_at(i);
        for (uint32_t p = 0; p < scene->parameter_count; p++) {
            const struct pbd_parameter *parameter = &scene->parameters[p];
            const float wrong[] = {NAN,
                                   INFINITY,
                                   -INFINITY,
                                   1e-40f,
                                   1e38f,
                                   -1e38f,
                                   nextafterf(parameter->min, -INFINITY),
                                   nextafterf(parameter->max, INFINITY)};
            for (uint32_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
                struct pbd_world_def def = def_of(scene, "%s", "");
                def.values[p] = wrong[k];
                uint32_t found = UINT32_MAX;
                cr_assert(pbd_scene_check(scene, def.values, &found) == PBD_OUT_OF_RANGE, "%s %g",
                          parameter->name, (double)wrong[k]);
                cr_assert(found == p);
                cr_assert(pbd_scene_check(scene, def.values, NULL) == PBD_OUT_OF_RANGE);
                cr_assert(pbd_scene_projections_per_s(scene, def.values) == 0.0);
            }
            if (parameter->kind != PBD_FLOAT) {
                struct pbd_world_def def = def_of(scene, "%s", "");
                def.values[p] = parameter->min + 0.5f;
                cr_assert(pbd_scene_check(scene, def.values, NULL) == PBD_OUT_OF_RANGE);
            }
        }
    }
}

Test(scene, counts_projections_per_second) {
    struct pbd_world_def chain =
        def_of(pbd_scene_find("chain"), "links=50 iterations=7 substeps=3 rate=240");
    cr_assert_float_eq(pbd_scene_projections_per_s(chain.scene, chain.values),
                       50.0 * 7.0 * 3.0 * 240.0, 1e-9);
    struct pbd_world_def cloth = def_of(pbd_scene_find("cloth"), "columns=4 rows=3 iterations=2");
    // 5 × 3 warp, 4 × 4 weft and 2 × 12 floors
    cr_assert_float_eq(pbd_scene_projections_per_s(cloth.scene, cloth.values),
                       (15.0 + 16.0 + 24.0) * 2.0 * 60.0, 1e-9);
}

Test(scene, too_costly_values_are_refused) {
    const struct pbd_scene *chain = pbd_scene_find("chain");
    // 520 links × 200 × 960 = 99.84 million a second, 521 links: 100.03
    struct pbd_world_def dear = def_of(chain, "links=521 iterations=200 rate=960");
    struct pbd_world_def just = def_of(chain, "links=520 iterations=200 rate=960");
    cr_assert(pbd_scene_check(chain, dear.values, NULL) == PBD_TOO_COSTLY);
    cr_assert(pbd_scene_check(chain, just.values, NULL) == PBD_OK);
    struct pbd_world *world = NULL;
    cr_assert(pbd_world_create(&dear, &world) == PBD_TOO_COSTLY);
    cr_assert_null(world);
}

static struct pbd_counts too_many_particles(const float *values) {
    (void)values;
    return (struct pbd_counts){.particles = PBD_PARTICLES_MAX + 1};
}

static struct pbd_counts too_many_constraints(const float *values) {
    (void)values;
    return (struct pbd_counts){.particles = 2,
                               .of = {[PBD_LINK] = PBD_CONSTRAINTS_MAX, [PBD_FLOOR] = 1}};
}

Test(scene, too_large_scenes_are_refused) {
    const struct body body = {0};
    struct pbd_scene scene = *scene_of_body(&body);
    struct pbd_world_def def = def_of(&scene, "iterations=1");
    scene.counts = too_many_particles;
    cr_assert(pbd_scene_check(&scene, def.values, NULL) == PBD_TOO_COSTLY);
    scene.counts = too_many_constraints;
    cr_assert(pbd_scene_check(&scene, def.values, NULL) == PBD_TOO_COSTLY);
}

// Every end of every range builds a world (or costs too much) which then moves as worlds should.
Test(scene, every_extreme_of_every_parameter_builds) {
    for (uint32_t i = 0; pbd_scene_at(i) != NULL; i++) {
        const struct pbd_scene *scene = pbd_scene_at(i);
        for (uint32_t p = 0; p < scene->parameter_count; p++) {
            for (uint32_t end = 0; end < 2; end++) {
                struct pbd_world_def def = def_of(scene, "iterations=2 substeps=1 rate=60");
                const struct pbd_parameter *parameter = &scene->parameters[p];
                def.values[p] = end == 0 ? parameter->min : parameter->max;
                struct pbd_world *world = NULL;
                enum pbd_status status = pbd_world_create(&def, &world);
                if (pbd_scene_projections_per_s(scene, def.values) >
                    (double)PBD_PROJECTIONS_PER_S_MAX) {
                    cr_assert(status == PBD_TOO_COSTLY);
                    continue;
                }
                cr_assert(status == PBD_OK, "%s", parameter->name);
                run_steps(world, 10);
                cr_assert(is_finite_and_bounded(world), "%s", parameter->name);
                cr_assert(pbd_world_counters(world).not_finite == 0);
                pbd_world_destroy(world);
            }
        }
    }
}

static bool is_affordable(const struct pbd_world *world, uint32_t parameter, float value) {
    const struct pbd_scene *scene = pbd_world_scene(world);
    float values[PBD_PARAMETERS_MAX];
    memcpy(values, pbd_world_values(world), scene->parameter_count * sizeof values[0]);
    values[parameter] = value;
    return pbd_scene_check(scene, values, NULL) == PBD_OK;
}

// A live parameter keeps the world, the others build it anew: positions tell.
Test(scene, only_parameters_that_are_not_live_rebuild) {
    for (uint32_t i = 0; pbd_scene_at(i) != NULL; i++) {
        const struct pbd_scene *scene = pbd_scene_at(i);
        for (uint32_t p = 0; p < scene->parameter_count; p++) {
            const struct pbd_parameter *parameter = &scene->parameters[p];
            struct pbd_world *world = world_of(scene->name, "iterations=2 substeps=1 rate=60");
            uint32_t middle = middle_particle(world);
            apply(world, grab_command(9, middle, 1.0f, 1.0f, 1.0f));
            run_steps(world, 20);
            bool at_max =
                parameter->initial == parameter->max || !is_affordable(world, p, parameter->max);
            struct pbd_outcome outcome =
                apply(world, set_command(world, parameter->name,
                                         at_max ? parameter->min : parameter->max));
            cr_assert(outcome.rebuilt == !parameter->live, "%s", parameter->name);
            cr_assert(pbd_world_hand_count(world) == (parameter->live ? 1 : 0));
            cr_assert(pbd_world_steps(world) == 20);
            pbd_world_destroy(world);
        }
    }
}

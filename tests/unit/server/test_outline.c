#include "outline.h"

#include <string.h>

#include "support.h"

static struct pbd_world *world_of(const char *scene, const char *parameter, float value) {
    struct pbd_world_def def = pbd_world_def_default(pbd_scene_find(scene));
    struct pbd_world *world = NULL;
    if (parameter != NULL) {
        int index = pbd_scene_parameter_index(def.scene, parameter);
        must(index >= 0);
        def.values[index] = value;
    }
    must(pbd_world_create(&def, &world) == PBD_OK);
    return world;
}

// How long a line is, in points.
static uint32_t line_points(const struct outline *outline, uint32_t line) {
    return outline->ends[line] - (line == 0 ? 0 : outline->ends[line - 1]);
}

CleanTest(outline, of_a_chain_is_one_line_from_end_to_end) {
    struct pbd_world *world = world_of("chain", "links", 20);
    struct outline *outline = outline_create(world);
    cr_assert_not_null(outline);
    cr_expect_eq(outline->line_count, 1);
    cr_expect_eq(outline->point_count, 21);
    for (uint32_t i = 0; i < 21; i++) {
        cr_expect_eq(outline->points[i], i);
    }
    cr_expect_eq(outline->pin_count, 1);
    cr_expect_eq(outline->pins[0], 0);
    outline_unref(outline);
    pbd_world_destroy(world);
}

CleanTest(outline, of_a_long_chain_keeps_every_so_many_particles_and_both_ends) {
    struct pbd_world *world = world_of("chain", "links", 1000);
    struct outline *outline = outline_create(world);
    cr_assert_not_null(outline);
    cr_expect_eq(outline->line_count, 1);
    cr_expect_eq(outline->point_count, 501);
    cr_expect_eq(outline->points[0], 0);
    cr_expect_eq(outline->points[250], 500);
    cr_expect_eq(outline->points[500], 1000);
    outline_unref(outline);
    pbd_world_destroy(world);
}

CleanTest(outline, of_a_cloth_is_some_of_its_rows_and_columns_with_the_hems) {
    struct pbd_world *world = world_of("cloth", NULL, 0);
    struct outline *outline = outline_create(world);
    cr_assert_not_null(outline);
    const struct pbd_grid *grid = &pbd_world_grids(world)[0];
    cr_expect_eq(outline->line_count, 18, "nine rows and nine columns");
    uint32_t corners = 0;
    for (uint32_t i = 0; i < outline->point_count; i++) {
        corners += outline->points[i] == grid->first ||
                   outline->points[i] == grid->first + grid->rows * grid->columns - 1;
        cr_assert_lt(outline->points[i], outline->particle_count);
    }
    cr_expect_eq(corners, 4, "each corner ends a row and a column");
    outline_unref(outline);
    pbd_world_destroy(world);
}

CleanTest(outline, of_every_scene_fits_into_its_bounds) {
    const struct pbd_scene *scene;
    for (uint32_t i = 0; (scene = pbd_scene_at(i)) != NULL; i++) {
        struct pbd_world *world = world_of(scene->name, NULL, 0);
        struct outline *outline = outline_create(world);
        cr_assert_not_null(outline);
        cr_expect_gt(outline->line_count, 0, "%s", scene->name);
        cr_expect_leq(outline->point_count, OUTLINE_POINTS_MAX, "%s", scene->name);
        cr_expect_eq(outline->ends[outline->line_count - 1], outline->point_count);
        for (uint32_t line = 0; line < outline->line_count; line++) {
            must(line_points(outline, line) >= 2);
        }
        for (uint32_t k = 0; k < outline->pin_count; k++) {
            must(pbd_world_is_pin(world, outline->pins[k]));
        }
        outline_unref(outline);
        pbd_world_destroy(world);
    }
}

// Many short lines cannot be thinned point by point.
CleanTest(outline, of_a_big_jelly_leaves_out_whole_lines) {
    struct pbd_world_def def = pbd_world_def_default(pbd_scene_find("jelly"));
    struct pbd_world *world = NULL;
    def.values[pbd_scene_parameter_index(def.scene, "columns")] = 8;
    def.values[pbd_scene_parameter_index(def.scene, "rows")] = 8;
    def.values[pbd_scene_parameter_index(def.scene, "layers")] = 4;
    def.values[PBD_ITERATIONS] = 1;
    must(pbd_world_create(&def, &world) == PBD_OK);
    struct outline *outline = outline_create(world);
    cr_assert_not_null(outline);
    cr_expect_leq(outline->point_count, OUTLINE_POINTS_MAX);
    cr_expect_gt(outline->point_count, OUTLINE_POINTS_MAX / 4);
    outline_unref(outline);
    pbd_world_destroy(world);
}

CleanTest(outline, without_memory_there_is_none_and_nothing_is_left) {
    struct pbd_world *world = world_of("bridge", NULL, 0);
    for (uint32_t n = 1;; n++) {
        fail_allocation(n);
        struct outline *outline = outline_create(world);
        bool failed = allocation_has_failed();
        fail_allocation(0);
        cr_assert_eq(outline == NULL, failed, "allocation %u", n);
        outline_unref(outline);
        if (!failed) {
            break;
        }
    }
    pbd_world_destroy(world);
}

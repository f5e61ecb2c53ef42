#include "snapshot.h"

#include <string.h>

#include "support.h"

static struct pbd_world *world_of(const char *scene) {
    struct pbd_world_def def = pbd_world_def_default(pbd_scene_find(scene));
    struct pbd_world *world;
    cr_assert_eq(pbd_world_create(&def, &world), PBD_OK);
    return world;
}

static void check_arrays(const struct wire_scene *scene, const struct pbd_world *world) {
    cr_expect_eq(scene->particle_count, pbd_world_particle_count(world));
    cr_assert_eq(scene->link_count, pbd_world_link_count(world));
    for (uint32_t i = 0; i < scene->link_count; i++) {
        const struct pbd_link *link = &pbd_world_links(world)[i];
        must(scene->links[2 * i] == link->a && scene->links[2 * i + 1] == link->b);
        must(scene->rest_m[i] == link->rest_m);
    }
    uint32_t pin = 0;
    for (uint32_t i = 0; i < scene->particle_count; i++) {
        if (pbd_world_is_pin(world, i)) {
            must(pin < scene->pin_count && scene->pins[pin] == i);
            pin++;
        }
    }
    cr_expect_eq(pin, scene->pin_count);
}

static void check_parameters(const struct wire_scene *scene, const struct pbd_world *world) {
    const struct pbd_scene *source = pbd_world_scene(world);
    cr_assert_eq(scene->parameter_count, source->parameter_count);
    for (uint32_t i = 0; i < source->parameter_count; i++) {
        const struct wire_parameter *parameter = &scene->parameters[i];
        must(strcmp(parameter->name, source->parameters[i].name) == 0);
        must(parameter->value == pbd_world_values(world)[i]);
        must(parameter->initial == source->parameters[i].initial);
    }
}

CleanTest(snapshot, holds_all_that_a_client_draws_of_every_scene) {
    const struct pbd_scene *scene;
    for (uint32_t s = 0; (scene = pbd_scene_at(s)) != NULL; s++) {
        struct pbd_world *world = world_of(scene->name);
        struct snapshot_scene snapshot;
        cr_assert(snapshot_scene_init(&snapshot, world));
        cr_expect_str_eq(snapshot.scene.name, scene->name);
        cr_expect_str_eq(snapshot.scene.title, scene->title);
        cr_expect_eq(snapshot.scene.version, scene->version);
        cr_expect_eq(snapshot.scene.h_s, 1.0 / pbd_world_rate_hz(world));
        check_arrays(&snapshot.scene, world);
        check_parameters(&snapshot.scene, world);
        float centre[3];
        float radius;
        pbd_world_view(world, centre, &radius);
        cr_expect_arr_eq(snapshot.scene.view_centre_m, centre, sizeof centre);
        cr_expect_eq(snapshot.scene.view_radius_m, radius);
        snapshot_scene_release(&snapshot);
        pbd_world_destroy(world);
    }
}

// A scene that has all that some scenes have.
static struct pbd_counts counts_of_everything(const float *values) {
    (void)values;
    return (struct pbd_counts){.particles = 4, .of = {[PBD_LINK] = 3}, .obstacles = 3, .faces = 2};
}

static const float from_m[] = {-1, 0.5f, 0}, to_m[] = {1, 0.5f, 0.25f}, centre_m[] = {0, 1, 2},
                   half_size_m[] = {0.5f, 0.25f, 2}, point_m[] = {0, -1, 0}, normal[] = {0, 1, 0};

static void build_everything(const float *values, struct pbd_builder *builder) {
    (void)values;
    for (int i = 0; i < 4; i++) {
        pbd_builder_particle(builder, (float[]){(float)i, 5, 0}, (float[]){0, 0, 0}, 1);
    }
    pbd_builder_link(builder, 0, 1, 1);
    pbd_builder_springs(builder);
    pbd_builder_link(builder, 1, 2, 1);
    pbd_builder_link(builder, 2, 3, 1);
    pbd_builder_capsule(builder, from_m, to_m, 0.3f);
    pbd_builder_box(builder, centre_m, half_size_m);
    pbd_builder_slope(builder, point_m, normal);
    pbd_builder_radius(builder, 0.02f);
    pbd_builder_grid(builder, 0, 2, 2);
    pbd_builder_face(builder, 0, 1, 2);
    pbd_builder_face(builder, 1, 3, 2);
    pbd_builder_view(builder, centre_m, 1);
}

CleanTest(snapshot, holds_obstacles_surfaces_and_springs_where_there_are_some) {
    struct pbd_scene everything = *pbd_scene_find("chain");
    everything.path = false;
    everything.counts = counts_of_everything;
    everything.build = build_everything;
    everything.refresh = NULL;
    everything.wants_rekick = NULL;
    struct pbd_world_def def = pbd_world_def_default(&everything);
    struct pbd_world *world;
    cr_assert_eq(pbd_world_create(&def, &world), PBD_OK);
    struct snapshot_scene snapshot;
    cr_assert(snapshot_scene_init(&snapshot, world));
    const struct wire_scene *scene = &snapshot.scene;
    cr_assert_eq(scene->obstacle_count, 3);
    cr_expect_eq(scene->obstacles[0].shape, WIRE_CAPSULE);
    cr_expect_arr_eq(scene->obstacles[0].capsule.from_m, from_m, sizeof from_m);
    cr_expect_arr_eq(scene->obstacles[0].capsule.to_m, to_m, sizeof to_m);
    cr_expect_eq(scene->obstacles[0].capsule.radius_m, 0.3f);
    cr_expect_eq(scene->obstacles[1].shape, WIRE_BOX);
    cr_expect_arr_eq(scene->obstacles[1].box.centre_m, centre_m, sizeof centre_m);
    cr_expect_arr_eq(scene->obstacles[1].box.half_size_m, half_size_m, sizeof half_size_m);
    cr_expect_eq(scene->obstacles[2].shape, WIRE_SLOPE);
    cr_expect_arr_eq(scene->obstacles[2].slope.point_m, point_m, sizeof point_m);
    cr_expect_arr_eq(scene->obstacles[2].slope.normal, normal, sizeof normal);
    cr_expect_eq(scene->radius_m, 0.02f);
    cr_assert_eq(scene->grid_count, 1);
    cr_expect(scene->grids[0].first == 0 && scene->grids[0].columns == 2 &&
              scene->grids[0].rows == 2);
    cr_assert_eq(scene->face_count, 2);
    cr_expect_arr_eq(scene->faces, ((uint32_t[]){0, 1, 2, 1, 3, 2}), 6 * sizeof(uint32_t));
    cr_expect_eq(scene->spring_count, 2);
    snapshot_scene_release(&snapshot);
    pbd_world_destroy(world);
}

CleanTest(snapshot, shows_parameters_as_they_are_now) {
    struct pbd_world *world = world_of("chain");
    struct pbd_command command = {.kind = PBD_SET, .set = {.parameter = PBD_GRAVITY, .value = 2}};
    cr_assert_eq(pbd_world_apply(world, &command, NULL), PBD_OK);
    command.set.parameter = PBD_RATE;
    command.set.value = 240;
    cr_assert_eq(pbd_world_apply(world, &command, NULL), PBD_OK);
    struct snapshot_scene snapshot;
    cr_assert(snapshot_scene_init(&snapshot, world));
    cr_expect_eq(snapshot.scene.parameters[PBD_GRAVITY].value, 2);
    cr_expect_eq(snapshot.scene.parameters[PBD_GRAVITY].initial, 9.81f);
    cr_expect_eq(snapshot.scene.h_s, 1.0 / 240);
    snapshot_scene_release(&snapshot);
    pbd_world_destroy(world);
}

CleanTest(snapshot, describes_a_parameter_in_full) {
    static const float choices[] = {1, 2, 4};
    static const char *const labels[] = {"Low", "Middle", "High"};
    static const struct pbd_parameter parameter = {
        .name = "gear",
        .title = "Gear",
        .unit = "m",
        .kind = PBD_CHOICE,
        .min = 1,
        .max = 4,
        .initial = 2,
        .live = true,
        .choices = choices,
        .choice_count = 3,
        .labels = labels,
    };
    struct wire_parameter described = snapshot_parameter(&parameter, 4);
    cr_expect_str_eq(described.name, "gear");
    cr_expect_str_eq(described.title, "Gear");
    cr_expect_str_eq(described.unit, "m");
    cr_expect_str_eq(described.kind, "choice");
    cr_expect_eq(described.min, 1);
    cr_expect_eq(described.max, 4);
    cr_expect_eq(described.initial, 2);
    cr_expect_eq(described.value, 4);
    cr_expect(described.live);
    cr_expect_eq(described.choices, choices);
    cr_expect_eq(described.choice_count, 3);
    cr_expect_eq(described.labels, labels);
}

CleanTest(snapshot, names_every_kind) {
    static const char *const names[] = {"float", "int", "bool", "choice"};
    for (int kind = PBD_FLOAT; kind <= PBD_CHOICE; kind++) {
        struct pbd_parameter parameter = {.kind = (enum pbd_parameter_kind)kind};
        cr_expect_str_eq(snapshot_parameter(&parameter, 0).kind, names[kind]);
    }
}

CleanTest(snapshot, is_not_made_without_memory) {
    struct pbd_world *world = world_of("chain");
    struct snapshot_scene snapshot;
    fail_allocation(1);
    bool made = snapshot_scene_init(&snapshot, world);
    fail_allocation(0);
    cr_expect_not(made);
    pbd_world_destroy(world);
}

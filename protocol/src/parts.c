#include "parts.h"

#include "put.h"

static uint32_t count_rights(const bool rights[WIRE_RIGHT_COUNT]) {
    uint32_t count = 0;
    for (int i = 0; i < WIRE_RIGHT_COUNT; i++)
        count += rights[i];
    return count;
}

void wire_put_rights_field(struct wire_buffer *out, const char *key,
                           const bool rights[WIRE_RIGHT_COUNT]) {
    wire_put_array_field(out, key, count_rights(rights));
    for (int i = 0; i < WIRE_RIGHT_COUNT; i++)
        if (rights[i])
            wire_put_text(out, wire_right_name((enum wire_right)i));
}

void wire_put_rules_field(struct wire_buffer *out, const struct wire_rules *rules) {
    wire_put_map_field(out, "rules", 7);
    wire_put_map_field(out, "rights", WIRE_RIGHT_COUNT);
    for (int i = 0; i < WIRE_RIGHT_COUNT; i++)
        wire_put_text_field(out, wire_right_name((enum wire_right)i),
                            wire_holders_name(rules->holders[i]));
    wire_put_bool_field(out, "frozen", rules->frozen);
    wire_put_text_field(out, "newcomers", wire_newcomers_name(rules->newcomers));
    wire_put_uint_field(out, "capacity", rules->capacity);
    wire_put_bool_field(out, "names_hidden", rules->names_hidden);
    wire_put_text_field(out, "away", wire_away_name(rules->away));
    wire_put_float_field(out, "pull_limit", rules->pull_limit_n);
}

uint32_t wire_seat_field_count(const struct wire_seat *seat) {
    return 4 + (uint32_t)seat->watch + (count_rights(seat->named) > 0);
}

void wire_put_seat_fields(struct wire_buffer *out, const struct wire_seat *seat) {
    wire_put_uint_field(out, "seat", seat->seat);
    wire_put_text_field(out, "name", seat->name);
    wire_put_colour_field(out, "colour", seat->colour_rgb);
    wire_put_bool_field(out, "host", seat->host);
    if (seat->watch)
        wire_put_bool_field(out, "watch", true);
    if (count_rights(seat->named) > 0)
        wire_put_rights_field(out, "named", seat->named);
}

static void put_labels_field(struct wire_buffer *out, const struct wire_parameter *parameter) {
    wire_put_array_field(out, "labels", parameter->choice_count);
    for (uint32_t i = 0; i < parameter->choice_count; i++)
        wire_put_text(out, parameter->labels[i]);
}

static void put_parameter(struct wire_buffer *out, const struct wire_parameter *parameter) {
    bool is_choice = parameter->choice_count > 0;
    bool has_labels = is_choice && parameter->labels != NULL;
    wire_put_map(out, has_labels ? 11 : is_choice ? 10 : 9);
    wire_put_text_field(out, "name", parameter->name);
    wire_put_text_field(out, "title", parameter->title);
    wire_put_text_field(out, "unit", parameter->unit);
    wire_put_text_field(out, "kind", parameter->kind);
    wire_put_float_field(out, "min", parameter->min);
    wire_put_float_field(out, "max", parameter->max);
    wire_put_float_field(out, "default", parameter->initial);
    wire_put_float_field(out, "value", parameter->value);
    wire_put_bool_field(out, "live", parameter->live);
    if (is_choice)
        wire_put_floats_field(out, "choices", parameter->choices, parameter->choice_count);
    if (has_labels)
        put_labels_field(out, parameter);
}

static void put_obstacle(struct wire_buffer *out, const struct wire_obstacle *obstacle) {
    switch (obstacle->shape) {
    case WIRE_CAPSULE:
        wire_put_map(out, 4);
        wire_put_text_field(out, "shape", "capsule");
        wire_put_floats_field(out, "from", obstacle->capsule.from_m, 3);
        wire_put_floats_field(out, "to", obstacle->capsule.to_m, 3);
        wire_put_float_field(out, "radius", obstacle->capsule.radius_m);
        break;
    case WIRE_BOX:
        wire_put_map(out, 3);
        wire_put_text_field(out, "shape", "box");
        wire_put_floats_field(out, "centre", obstacle->box.centre_m, 3);
        wire_put_floats_field(out, "half_size", obstacle->box.half_size_m, 3);
        break;
    case WIRE_SLOPE:
        wire_put_map(out, 3);
        wire_put_text_field(out, "shape", "slope");
        wire_put_floats_field(out, "point", obstacle->slope.point_m, 3);
        wire_put_floats_field(out, "normal", obstacle->slope.normal, 3);
        break;
    }
}

static void put_obstacles_field(struct wire_buffer *out, const struct wire_scene *scene) {
    wire_put_array_field(out, "obstacles", scene->obstacle_count);
    for (uint32_t i = 0; i < scene->obstacle_count; i++)
        put_obstacle(out, &scene->obstacles[i]);
}

static void put_grids_field(struct wire_buffer *out, const struct wire_scene *scene) {
    wire_put_array_field(out, "grids", scene->grid_count);
    for (uint32_t i = 0; i < scene->grid_count; i++) {
        wire_put_map(out, 3);
        wire_put_uint_field(out, "first", scene->grids[i].first);
        wire_put_uint_field(out, "columns", scene->grids[i].columns);
        wire_put_uint_field(out, "rows", scene->grids[i].rows);
    }
}

// What not every scene has.
static uint32_t count_extras(const struct wire_scene *scene) {
    uint32_t count = 0;
    count += scene->obstacle_count > 0;
    count += scene->radius_m > 0.0f;
    count += scene->grid_count > 0;
    count += scene->face_count > 0;
    count += scene->spring_count > 0;
    return count;
}

static void put_extras(struct wire_buffer *out, const struct wire_scene *scene) {
    if (scene->obstacle_count > 0)
        put_obstacles_field(out, scene);
    if (scene->radius_m > 0.0f)
        wire_put_float_field(out, "radius", scene->radius_m);
    if (scene->grid_count > 0)
        put_grids_field(out, scene);
    if (scene->face_count > 0)
        wire_put_uint_bin_field(out, "faces", scene->faces, (size_t)scene->face_count * 3);
    if (scene->spring_count > 0)
        wire_put_uint_field(out, "springs", scene->spring_count);
}

void wire_put_scene_field(struct wire_buffer *out, const struct wire_scene *scene) {
    wire_put_map_field(out, "scene", 10 + count_extras(scene));
    wire_put_text_field(out, "name", scene->name);
    wire_put_text_field(out, "title", scene->title);
    wire_put_uint_field(out, "version", scene->version);
    wire_put_double_field(out, "h", scene->h_s);
    wire_put_uint_field(out, "particles", scene->particle_count);
    wire_put_uint_bin_field(out, "links", scene->links, (size_t)scene->link_count * 2);
    wire_put_float_bin_field(out, "rest", scene->rest_m, scene->link_count);
    wire_put_uint_bin_field(out, "pins", scene->pins, scene->pin_count);
    wire_put_map_field(out, "view", 2);
    wire_put_floats_field(out, "centre", scene->view_centre_m, 3);
    wire_put_float_field(out, "radius", scene->view_radius_m);
    put_extras(out, scene);
    wire_put_array_field(out, "parameters", scene->parameter_count);
    for (uint32_t i = 0; i < scene->parameter_count; i++)
        put_parameter(out, &scene->parameters[i]);
}

#include "parts.h"

#include "put.h"

void wire_put_seat_fields(struct wire_buffer *out, const struct wire_seat *seat) {
    wire_put_uint_field(out, "seat", seat->seat);
    wire_put_text_field(out, "name", seat->name);
    wire_put_colour_field(out, "colour", seat->colour_rgb);
    wire_put_bool_field(out, "host", seat->host);
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

void wire_put_scene_field(struct wire_buffer *out, const struct wire_scene *scene) {
    wire_put_map_field(out, "scene", 10);
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
    wire_put_array_field(out, "parameters", scene->parameter_count);
    for (uint32_t i = 0; i < scene->parameter_count; i++)
        put_parameter(out, &scene->parameters[i]);
}

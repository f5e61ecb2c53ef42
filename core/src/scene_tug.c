// Tug: a free rope on the ground with a heavier bead in its middle, the marker. Friction holds it
// until one side pulls harder. Solved from both ends to the middle. An odd number of links puts the
// marker half a link to the left.
#include "common_parameters.h"
#include "row.h"
#include "scene_table.h"

enum parameter {
    LENGTH = PBD_COMMON_PARAMETER_COUNT,
    LINKS,
    BEAD_MASS,
    MARKER_MASS,
    SELF_COLLISION,
    THICKNESS,
    PARAMETER_COUNT
};

static const struct pbd_parameter parameters[PARAMETER_COUNT] = {
    COMMON_PARAMETERS_AT(20, 1, 240, 0, 60, 9.81f, 1e4f, 1),
    {.name = "length",
     .title = "Length",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0.5f,
     .max = 20,
     .initial = 3,
     .live = false},
    {.name = "links",
     .title = "Links",
     .unit = "",
     .kind = PBD_INT,
     .min = 2,
     .max = 400,
     .initial = 30,
     .live = false},
    {.name = "bead_mass",
     .title = "Mass of a bead",
     .unit = "kg",
     .kind = PBD_FLOAT,
     .min = 0.001f,
     .max = 1000,
     .initial = 0.1f,
     .live = false},
    {.name = "marker_mass",
     .title = "Mass of the marker",
     .unit = "kg",
     .kind = PBD_FLOAT,
     .min = 0.001f,
     .max = 1000,
     .initial = 1,
     .live = true},
    SELF_COLLISION_PARAMETERS(1, 0.04f),
};

static struct pbd_counts counts(const float *values) {
    uint32_t links = (uint32_t)values[LINKS];
    return (struct pbd_counts){
        .particles = links + 1,
        .strand_links = links,
        .of = {[PBD_LINK] = links, [PBD_BEND] = links - 1},
        .bodies = values[SELF_COLLISION] != 0.0f ? links : 0,
    };
}

static void build(const float *values, struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    uint32_t links = (uint32_t)values[LINKS];
    float rest = values[LENGTH] / values[LINKS];
    float radius = 0.5f * values[THICKNESS];
    for (uint32_t i = 0; i <= links; i++) {
        const float position[3] = {((float)i - 0.5f * values[LINKS]) * rest, radius, 0.0f};
        pbd_builder_particle(builder, position, at_rest, values[BEAD_MASS]);
    }
    row_links(builder, 0, links, rest);
    row_bends(builder, 0, links);
    if (values[SELF_COLLISION] != 0.0f) {
        row_bodies(builder, 0, links, values[THICKNESS]);
    }
    pbd_builder_radius(builder, radius);
    const float centre[3] = {0.0f, 0.1f * values[LENGTH], 0.0f};
    pbd_builder_view(builder, centre, 0.6f * values[LENGTH]);
}

static void refresh(const float *values, struct pbd_builder *builder) {
    pbd_builder_set_mass(builder, (uint32_t)values[LINKS] / 2, values[MARKER_MASS]);
}

const struct pbd_scene scene_tug = {
    .name = "tug",
    .title = "Tug of war",
    .description = "A rope on the ground with a marker in the middle: who draws it over?",
    .version = 1,
    .parameters = parameters,
    .parameter_count = PARAMETER_COUNT,
    .path = true,
    .counts = counts,
    .build = build,
    .refresh = refresh,
};

// Flag: a weave on a pole. Its rows, counted from the pins, run upright; its columns fly out.
//
//     o───o───o───o        row 0 is the pole's, row 1 the next to it, …
//     │╲ ╱│╲ ╱│╲ ╱│        column 0 is the top edge
//     o───o───o───o   → wind
#include "common_parameters.h"
#include "scene_table.h"
#include "weave.h"

enum parameter {
    COLUMNS = PBD_COMMON_PARAMETER_COUNT, // links out from the pole: the weave's rows
    ROWS,                                 // links down the pole: the weave's columns
    SPACING,
    PARTICLE_MASS,
    FLOOR_RATIO,
    WIND,
    SELF_COLLISION,
    THICKNESS,
    PARAMETER_COUNT
};

static const struct pbd_parameter parameters[PARAMETER_COUNT] = {
    COMMON_PARAMETERS_AT(16, 1, 120, 8, 5, 9.81f, 1e4f, 0),
    {.name = "columns",
     .title = "Links out from the pole",
     .unit = "",
     .kind = PBD_INT,
     .min = 2,
     .max = 128,
     .initial = 24,
     .live = false},
    {.name = "rows",
     .title = "Links down the pole",
     .unit = "",
     .kind = PBD_INT,
     .min = 2,
     .max = 128,
     .initial = 16,
     .live = false},
    WEAVE_PARAMETERS,
    {.name = "wind",
     .title = "Wind away from the pole",
     .unit = "m/s²",
     .kind = PBD_FLOAT,
     .min = 0,
     .max = 50,
     .initial = 18,
     .live = true},
    SELF_COLLISION_PARAMETERS(0, 0.04f),
};

#define CLEARANCE 0.6f // m from the lower edge down to y = 0

static struct weave weave_of(const float *values) {
    return (struct weave){
        .columns = (uint32_t)values[ROWS],
        .rows = (uint32_t)values[COLUMNS],
        .spacing_m = values[SPACING],
        .thickness_m = values[SELF_COLLISION] != 0.0f ? values[THICKNESS] : 0.0f,
    };
}

static struct pbd_counts counts(const float *values) {
    const struct weave weave = weave_of(values);
    return weave_counts(&weave);
}

static void build(const float *values, struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    const struct weave weave = weave_of(values);
    float width = values[COLUMNS] * values[SPACING];
    float height = values[ROWS] * values[SPACING];
    for (uint32_t r = 0; r <= weave.rows; r++) {
        for (uint32_t c = 0; c <= weave.columns; c++) {
            const float position[3] = {(float)r * weave.spacing_m - 0.5f * width,
                                       CLEARANCE + height - (float)c * weave.spacing_m, 0.0f};
            pbd_builder_particle(builder, position, at_rest, r == 0 ? 0.0f : values[PARTICLE_MASS]);
        }
    }
    weave_build(&weave, builder);
    const float centre[3] = {0.0f, CLEARANCE + 0.5f * height, 0.0f};
    pbd_builder_view(builder, centre, 0.6f * (width > height ? width : height));
}

static void refresh(const float *values, struct pbd_builder *builder) {
    const struct weave weave = weave_of(values);
    const float wind[3] = {values[WIND], 0.0f, 0.0f};
    weave_set_floors(&weave, values[FLOOR_RATIO], builder);
    pbd_builder_wind(builder, wind);
}

const struct pbd_scene scene_flag = {
    .name = "flag",
    .title = "Flag",
    .description = "A weave on a pole: the wind draws it out, and the breeze makes it wave.",
    .version = 2,
    .parameters = parameters,
    .parameter_count = PARAMETER_COUNT,
    .grid_cloth = true,
    .counts = counts,
    .build = build,
    .refresh = refresh,
};

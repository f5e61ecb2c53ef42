// Cloth: a weave hung from a rail of pins across its whole top edge.
#include "common_parameters.h"
#include "scene_table.h"
#include "weave.h"

enum parameter {
    COLUMNS = PBD_COMMON_PARAMETER_COUNT, // links across
    ROWS,                                 // links down
    SPACING,
    PARTICLE_MASS,
    FLOOR_RATIO,
    SELF_COLLISION,
    THICKNESS,
    PARAMETER_COUNT
};

static const struct pbd_parameter parameters[PARAMETER_COUNT] = {
    COMMON_PARAMETERS(0.8f, 5),
    {.name = "columns",
     .title = "Links across",
     .unit = "",
     .kind = PBD_INT,
     .min = 2,
     .max = 128,
     .initial = 32,
     .live = false},
    {.name = "rows",
     .title = "Links down",
     .unit = "",
     .kind = PBD_INT,
     .min = 2,
     .max = 128,
     .initial = 16,
     .live = false},
    WEAVE_PARAMETERS,
    SELF_COLLISION_PARAMETERS(0, 0.04f),
};

#define CLEARANCE 0.5f // m from the hem at rest down to y = 0

static struct weave weave_of(const float *values) {
    return (struct weave){
        .columns = (uint32_t)values[COLUMNS],
        .rows = (uint32_t)values[ROWS],
        .spacing_m = values[SPACING],
        .thickness_m = values[SELF_COLLISION] != 0.0f ? values[THICKNESS] : 0.0f,
    };
}

static struct pbd_counts counts(const float *values) {
    const struct weave weave = weave_of(values);
    return weave_counts(&weave);
}

static void create_particles(const float *values, struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    float spacing = values[SPACING];
    float top = values[ROWS] * spacing + CLEARANCE;
    for (uint32_t r = 0; r <= (uint32_t)values[ROWS]; r++) {
        for (uint32_t c = 0; c <= (uint32_t)values[COLUMNS]; c++) {
            const float position[3] = {((float)c - 0.5f * values[COLUMNS]) * spacing,
                                       top - (float)r * spacing, 0.0f};
            pbd_builder_particle(builder, position, at_rest, r == 0 ? 0.0f : values[PARTICLE_MASS]);
        }
    }
}

static void build(const float *values, struct pbd_builder *builder) {
    const struct weave weave = weave_of(values);
    create_particles(values, builder);
    weave_build(&weave, builder);
    float width = values[COLUMNS] * values[SPACING];
    float height = values[ROWS] * values[SPACING];
    const float centre[3] = {0.0f, CLEARANCE + 0.5f * height, 0.0f};
    pbd_builder_view(builder, centre, 0.55f * (width > height ? width : height));
}

static void refresh(const float *values, struct pbd_builder *builder) {
    const struct weave weave = weave_of(values);
    weave_set_floors(&weave, values[FLOOR_RATIO], builder);
}

const struct pbd_scene scene_cloth = {
    .name = "cloth",
    .title = "Cloth",
    .description = "A weave hung from a rail: it shears and billows freely, but folds spring back.",
    .version = 3,
    .parameters = parameters,
    .parameter_count = PARAMETER_COUNT,
    .grid_cloth = true,
    .counts = counts,
    .build = build,
    .refresh = refresh,
};

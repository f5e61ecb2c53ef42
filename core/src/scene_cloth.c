// Cloth: a weave hung from a rail of pins across its whole top edge.
//
//     o───o───o───o   rail          particle (row, column) = row × (columns + 1) + column
//     │╲ ╱│╲ ╱│╲ ╱│                 warp: vertical links, weft: horizontal links
//     │╱ ╲│╱ ╲│╱ ╲│                 diagonals of each quad: compression-only floors
//     o───o───o───o
//
// Order: warp row by row from the rail down; weft even, then odd links; then the diagonals by quad
// column: ↘ even, ↘ odd, ↗ even, ↗ odd. Within each pass no two constraints share a particle, but
// for the warp, where a column's links follow each other. Tethers come before all that, hinges
// after.
#include <math.h>

#include "common_parameters.h"
#include "scene_table.h"

enum parameter {
    COLUMNS = PBD_COMMON_PARAMETER_COUNT, // links across
    ROWS,                                 // links down
    SPACING,
    PARTICLE_MASS,
    FLOOR_RATIO,
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
    {.name = "spacing",
     .title = "Length of a link",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0.01f,
     .max = 0.2f,
     .initial = 0.05f,
     .live = false},
    {.name = "particle_mass",
     .title = "Mass of a crossing",
     .unit = "kg",
     .kind = PBD_FLOAT,
     .min = 0.001f,
     .max = 1000,
     .initial = 0.01f,
     .live = false},
    {.name = "floor_ratio",
     .title = "Resistance to crushing",
     .unit = "",
     .kind = PBD_FLOAT,
     .min = 0,
     .max = 0.95f,
     .initial = 0.8f,
     .live = true},
};

#define CLEARANCE 0.5f // m from the hem at rest down to y = 0

static struct pbd_counts counts(const float *values) {
    uint32_t columns = (uint32_t)values[COLUMNS];
    uint32_t rows = (uint32_t)values[ROWS];
    return (struct pbd_counts){
        .particles = (columns + 1) * (rows + 1),
        .of =
            {
                [PBD_TETHER] = (columns + 1) * rows,
                [PBD_LINK] = (columns + 1) * rows + columns * (rows + 1),
                [PBD_FLOOR] = 2 * columns * rows,
                [PBD_HINGE] = (columns - 1) * rows + columns * (rows - 1),
            },
    };
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

// Down from the rail, as far as the warp reaches.
static void create_tethers(const float *values, struct pbd_builder *builder) {
    uint32_t stride = (uint32_t)values[COLUMNS] + 1;
    for (uint32_t r = 1; r <= (uint32_t)values[ROWS]; r++) {
        for (uint32_t c = 0; c < stride; c++) {
            pbd_builder_tether(builder, r * stride + c, c, (float)r * values[SPACING]);
        }
    }
}

static void create_links(const float *values, struct pbd_builder *builder) {
    uint32_t columns = (uint32_t)values[COLUMNS];
    uint32_t rows = (uint32_t)values[ROWS];
    uint32_t stride = columns + 1;
    for (uint32_t r = 0; r < rows; r++) {
        for (uint32_t c = 0; c <= columns; c++) {
            pbd_builder_link(builder, r * stride + c, (r + 1) * stride + c, values[SPACING]);
        }
    }
    for (uint32_t parity = 0; parity < 2; parity++) {
        for (uint32_t r = 0; r <= rows; r++) {
            for (uint32_t c = parity; c < columns; c += 2) {
                pbd_builder_link(builder, r * stride + c, r * stride + c + 1, values[SPACING]);
            }
        }
    }
}

static void create_floors(const float *values, struct pbd_builder *builder) {
    uint32_t columns = (uint32_t)values[COLUMNS];
    uint32_t rows = (uint32_t)values[ROWS];
    uint32_t stride = columns + 1;
    for (uint32_t pass = 0; pass < 4; pass++) {
        uint32_t left_down = pass / 2; // 0: ↘, 1: ↗
        for (uint32_t r = 0; r < rows; r++) {
            for (uint32_t c = pass % 2; c < columns; c += 2) {
                uint32_t left = (r + left_down) * stride + c;
                uint32_t right = (r + 1 - left_down) * stride + c + 1;
                pbd_builder_floor(builder, left, right, 0.0f); // refresh() gives the length
            }
        }
    }
}

// Over each link inside the sheet, between corners that face each other.
static void create_hinges(const float *values, struct pbd_builder *builder) {
    uint32_t columns = (uint32_t)values[COLUMNS];
    uint32_t rows = (uint32_t)values[ROWS];
    uint32_t stride = columns + 1;
    for (uint32_t r = 0; r < rows; r++) {
        for (uint32_t c = 1; c < columns; c++) {
            uint32_t top = r * stride + c;
            pbd_builder_hinge(builder, top, top + stride, top - 1, top + stride + 1);
        }
    }
    for (uint32_t r = 1; r < rows; r++) {
        for (uint32_t c = 0; c < columns; c++) {
            uint32_t left = r * stride + c;
            pbd_builder_hinge(builder, left, left + 1, left + stride, left - stride + 1);
        }
    }
}

static void build(const float *values, struct pbd_builder *builder) {
    create_particles(values, builder);
    create_tethers(values, builder);
    create_links(values, builder);
    create_floors(values, builder);
    create_hinges(values, builder);
    pbd_builder_grid(builder, 0, (uint32_t)values[COLUMNS] + 1, (uint32_t)values[ROWS] + 1);
    float width = values[COLUMNS] * values[SPACING];
    float height = values[ROWS] * values[SPACING];
    const float centre[3] = {0.0f, CLEARANCE + 0.5f * height, 0.0f};
    pbd_builder_view(builder, centre, 0.55f * (width > height ? width : height));
}

static void refresh(const float *values, struct pbd_builder *builder) {
    pbd_builder_set_floors(builder, values[FLOOR_RATIO] * sqrtf(2.0f) * values[SPACING]);
}

const struct pbd_scene scene_cloth = {
    .name = "cloth",
    .title = "Cloth",
    .description = "A weave hung from a rail: it shears and billows freely, but folds spring back.",
    .version = 2,
    .parameters = parameters,
    .parameter_count = PARAMETER_COUNT,
    .grid_cloth = true,
    .counts = counts,
    .build = build,
    .refresh = refresh,
};

// Pile: a long rope is paid out on to the ground in rounds, where it coils and heaps up on itself.
//
// What waits to be paid out stands above the feeder as a helix and sinks; its rounds get wider and
// narrower again. Solved as a free rope: from both ends to the middle.
#include <math.h>

#include "common_parameters.h"
#include "exact_math.h"
#include "row.h"
#include "scene_table.h"

enum parameter {
    LINKS = PBD_COMMON_PARAMETER_COUNT,
    LINK_LENGTH,
    BEAD_MASS,
    FEED_HEIGHT,
    FEED_SPEED,
    COIL_RADIUS,
    SELF_COLLISION,
    THICKNESS,
    PARAMETER_COUNT
};

static const struct pbd_parameter parameters[PARAMETER_COUNT] = {
    COMMON_PARAMETERS_AT(12, 1, 240, 0, 20, 9.81f, 1e4f, 1),
    {.name = "links",
     .title = "Links",
     .unit = "",
     .kind = PBD_INT,
     .min = 10,
     .max = 1000,
     .initial = 400,
     .live = false},
    {.name = "link_length",
     .title = "Length of a link",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0.02f,
     .max = 0.05f,
     .initial = 0.04f,
     .live = false},
    {.name = "bead_mass",
     .title = "Mass of a bead",
     .unit = "kg",
     .kind = PBD_FLOAT,
     .min = 0.001f,
     .max = 1000,
     .initial = 0.02f,
     .live = false},
    {.name = "feed_height",
     .title = "Height of the feeder",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0.1f,
     .max = 2,
     .initial = 0.7f,
     .live = false},
    {.name = "feed_speed",
     .title = "Speed of sinking",
     .unit = "m/s",
     .kind = PBD_FLOAT,
     .min = 0,
     .max = 2,
     .initial = 0.6f,
     .live = true},
    {.name = "coil_radius",
     .title = "Radius that it is laid in",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0.005f,
     .max = 0.5f,
     .initial = 0.3f,
     .live = false},
    SELF_COLLISION_PARAMETERS(1, 0.025f),
};

#define PITCH 0.25f       // m that the feeder sinks by for a turn
#define RADIUS_LEAST 0.3f // of the largest: turns get wider and narrower again
#define TURNS_OUT 6       // from the narrowest to the widest

static struct pbd_counts counts(const float *values) {
    uint32_t links = (uint32_t)values[LINKS];
    return (struct pbd_counts){
        .particles = links + 1,
        .strand_links = links,
        .of = {[PBD_LINK] = links, [PBD_BEND] = links - 1},
        .bodies = values[SELF_COLLISION] != 0.0f ? links : 0,
    };
}

// What waits lies on a helix: the more slowly it sinks, the wider it is laid.
static void create_particles(const float *values, struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    double turns = 0.0;
    float height = values[FEED_HEIGHT];
    for (uint32_t i = 0; i <= (uint32_t)values[LINKS]; i++) {
        double phase = turns - 2.0 * TURNS_OUT * (double)(uint32_t)(turns / (2.0 * TURNS_OUT));
        float wide = (float)(phase < TURNS_OUT ? phase / TURNS_OUT : 2.0 - phase / TURNS_OUT);
        float radius = values[COIL_RADIUS] * (RADIUS_LEAST + (1.0f - RADIUS_LEAST) * wide);
        double degrees = 360.0 * (turns - (double)(uint32_t)turns);
        const float position[3] = {radius * (float)exact_sin_degrees(degrees), height,
                                   radius * (float)exact_cos_degrees(degrees)};
        pbd_builder_particle(builder, position, at_rest, i == 0 ? values[BEAD_MASS] : 0.0f);
        float round = (float)(2.0 * PI) * radius;
        float turn = sqrtf(round * round + PITCH * PITCH);
        turns += (double)(values[LINK_LENGTH] / turn);
        height += PITCH * values[LINK_LENGTH] / turn;
    }
    pbd_builder_feeder(builder, 1, values[FEED_HEIGHT], values[BEAD_MASS]);
}

static void build(const float *values, struct pbd_builder *builder) {
    create_particles(values, builder);
    uint32_t links = (uint32_t)values[LINKS];
    row_links(builder, 0, links, values[LINK_LENGTH]);
    row_bends(builder, 0, links);
    pbd_builder_radius(builder, 0.5f * values[THICKNESS]);
    if (values[SELF_COLLISION] != 0.0f) {
        row_bodies(builder, 0, links, values[THICKNESS]);
    }
    const float centre[3] = {0.0f, 0.5f * values[FEED_HEIGHT], 0.0f};
    pbd_builder_view(builder, centre, 0.75f * values[FEED_HEIGHT]);
}

static void refresh(const float *values, struct pbd_builder *builder) {
    pbd_builder_set_feed(builder, values[FEED_SPEED]);
}

const struct pbd_scene scene_pile = {
    .name = "pile",
    .title = "Pile",
    .description = "A long rope is paid out on to the ground, coils and heaps up on itself.",
    .version = 1,
    .parameters = parameters,
    .parameter_count = PARAMETER_COUNT,
    .path = true,
    .counts = counts,
    .build = build,
    .refresh = refresh,
};

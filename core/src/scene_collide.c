// Collide: a cloth falls on to a ball, and two ropes across a pole above a box.
#include "common_parameters.h"
#include "row.h"
#include "scene_table.h"
#include "weave.h"

enum parameter {
    CLOTH_LINKS = PBD_COMMON_PARAMETER_COUNT, // along a side
    ROPE_LINKS,                               // of each rope
    SPACING,
    PARTICLE_MASS,
    BEAD_MASS,
    BALL_RADIUS,
    POLE_RADIUS,
    FLOOR_RATIO,
    SELF_COLLISION,
    THICKNESS,
    PARAMETER_COUNT
};

static const struct pbd_parameter parameters[PARAMETER_COUNT] = {
    COMMON_PARAMETERS_AT(12, 1, 120, 0, 10, 9.81f, 1e4f, 1),
    {.name = "cloth_links",
     .title = "Links along a side of the cloth",
     .unit = "",
     .kind = PBD_INT,
     .min = 2,
     .max = 40,
     .initial = 20,
     .live = false},
    {.name = "rope_links",
     .title = "Links of a rope",
     .unit = "",
     .kind = PBD_INT,
     .min = 2,
     .max = 100,
     .initial = 30,
     .live = false},
    {.name = "spacing",
     .title = "Length of a link",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0.02f,
     .max = 0.1f,
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
    {.name = "bead_mass",
     .title = "Mass of a bead",
     .unit = "kg",
     .kind = PBD_FLOAT,
     .min = 0.001f,
     .max = 1000,
     .initial = 0.05f,
     .live = false},
    {.name = "ball_radius",
     .title = "Radius of the ball",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0.05f,
     .max = 0.4f,
     .initial = 0.25f,
     .live = false},
    {.name = "pole_radius",
     .title = "Radius of the pole",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0.03f,
     .max = 0.2f,
     .initial = 0.06f,
     .live = false},
    {.name = "floor_ratio",
     .title = "Resistance to crushing",
     .unit = "",
     .kind = PBD_FLOAT,
     .min = 0,
     .max = 0.95f,
     .initial = 0.8f,
     .live = true},
    SELF_COLLISION_PARAMETERS(1, 0.04f),
};

enum { ROPES = 2 };
static const float ball_m[3] = {-0.65f, 0.45f, 0.0f};
static const float pole_m[2] = {0.65f, 0.75f};      // x and y; it lies along z
static const float pole_end_m = 0.4f;               // z
static const float box_m[3] = {0.65f, 0.12f, 0.0f}; // centre
static const float box_half_m[3] = {0.3f, 0.12f, 0.25f};
static const float rope_m[ROPES][3] = {{0.07f, 0.15f, -0.12f},
                                       {-0.04f, 0.3f, 0.1f}}; // off the pole
#define DROP_M 0.25f                                          // of the cloth, from above the ball

static struct weave weave_of(const float *values) {
    return (struct weave){
        .columns = (uint32_t)values[CLOTH_LINKS],
        .rows = (uint32_t)values[CLOTH_LINKS],
        .spacing_m = values[SPACING],
        .loose = true,
        .thickness_m = values[SELF_COLLISION] != 0.0f ? values[THICKNESS] : 0.0f,
    };
}

static struct pbd_counts counts(const float *values) {
    const struct weave weave = weave_of(values);
    uint32_t links = (uint32_t)values[ROPE_LINKS];
    struct pbd_counts counts = weave_counts(&weave);
    counts.particles += ROPES * (links + 1);
    counts.of[PBD_LINK] += ROPES * links;
    counts.of[PBD_BEND] += ROPES * (links - 1);
    counts.bodies += values[SELF_COLLISION] != 0.0f ? ROPES * links : 0;
    counts.obstacles = 3;
    return counts;
}

static void build_cloth(const float *values, struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    const struct weave weave = weave_of(values);
    float half = 0.5f * values[CLOTH_LINKS] * weave.spacing_m;
    for (uint32_t r = 0; r <= weave.rows; r++) {
        for (uint32_t c = 0; c <= weave.columns; c++) {
            const float position[3] = {ball_m[0] + (float)c * weave.spacing_m - half,
                                       ball_m[1] + values[BALL_RADIUS] + DROP_M,
                                       ball_m[2] + (float)r * weave.spacing_m - half};
            pbd_builder_particle(builder, position, at_rest, values[PARTICLE_MASS]);
        }
    }
    weave_build(&weave, builder);
}

static void build_rope(const float *values, uint32_t number, struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    const struct weave weave = weave_of(values);
    uint32_t links = (uint32_t)values[ROPE_LINKS];
    uint32_t first = (weave.columns + 1) * (weave.rows + 1) + number * (links + 1);
    const float *off = rope_m[number];
    for (uint32_t i = 0; i <= links; i++) {
        float along = ((float)i - 0.5f * values[ROPE_LINKS]) * values[SPACING];
        const float position[3] = {pole_m[0] + off[0] + along,
                                   pole_m[1] + values[POLE_RADIUS] + off[1], off[2]};
        pbd_builder_particle(builder, position, at_rest, values[BEAD_MASS]);
    }
    row_links(builder, first, links, values[SPACING]);
    row_bends(builder, first, links);
    if (values[SELF_COLLISION] != 0.0f) {
        row_bodies(builder, first, links, values[THICKNESS]);
    }
}

static void build(const float *values, struct pbd_builder *builder) {
    build_cloth(values, builder);
    for (uint32_t number = 0; number < ROPES; number++) {
        build_rope(values, number, builder);
    }
    const float from[3] = {pole_m[0], pole_m[1], -pole_end_m};
    const float to[3] = {pole_m[0], pole_m[1], pole_end_m};
    pbd_builder_capsule(builder, ball_m, ball_m, values[BALL_RADIUS]);
    pbd_builder_capsule(builder, from, to, values[POLE_RADIUS]);
    pbd_builder_box(builder, box_m, box_half_m);
    pbd_builder_radius(builder, 0.5f * values[THICKNESS]);
    const float centre[3] = {0.0f, 0.5f, 0.0f};
    pbd_builder_view(builder, centre, 1.1f);
}

static void refresh(const float *values, struct pbd_builder *builder) {
    const struct weave weave = weave_of(values);
    weave_set_floors(&weave, values[FLOOR_RATIO], builder);
}

const struct pbd_scene scene_collide = {
    .name = "collide",
    .title = "Collide",
    .description = "A cloth falls on to a ball, and two ropes across a pole: what holds them?",
    .version = 1,
    .parameters = parameters,
    .parameter_count = PARAMETER_COUNT,
    .counts = counts,
    .build = build,
    .refresh = refresh,
};

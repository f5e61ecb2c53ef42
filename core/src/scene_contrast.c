// Contrast: the same rope twice, side by side. The left one is held together by projections, the
// right one by explicit springs, which burst once the step is too long for them: k > m/h², about.
//
// Particles: the left rope from its pin to its tip, then the right one. Solved like a chain.
#include "common_parameters.h"
#include "exact_math.h"
#include "scene_table.h"

enum parameter { LINKS = PBD_COMMON_PARAMETER_COUNT, LENGTH, BEAD_MASS, PARAMETER_COUNT };

// 6,000 N/m is 4 % more than beads of 0.1 kg bear at 240 steps per second: the right rope begins to
// jerk at once, and there is a second and a half to watch it before it bursts.
static const struct pbd_parameter parameters[PARAMETER_COUNT] = {
    COMMON_PARAMETERS_AT(12, 1, 240, 0, 50, 9.81f, 6000, 0),
    {.name = "links",
     .title = "Links of each rope",
     .unit = "",
     .kind = PBD_INT,
     .min = 1,
     .max = 500,
     .initial = 20,
     .live = false},
    {.name = "length",
     .title = "Length of each rope",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0.1f,
     .max = 20,
     .initial = 1,
     .live = false},
    {.name = "bead_mass",
     .title = "Mass of a bead",
     .unit = "kg",
     .kind = PBD_FLOAT,
     .min = 0.001f,
     .max = 1000,
     .initial = 0.1f,
     .live = false},
};

#define CLEARANCE 0.5f      // m from the tips at rest down to y = 0
#define APART 1.3f          // of the length
#define START_DEGREES -30.0 // off the plumb line

static struct pbd_counts counts(const float *values) {
    uint32_t links = (uint32_t)values[LINKS];
    return (struct pbd_counts){
        .particles = 2 * (links + 1),
        .strand_links = links,
        .of = {[PBD_TETHER] = links, [PBD_LINK] = 2 * links, [PBD_BEND] = links - 1},
    };
}

static void create_particles(const float *values, float pin_x, struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    float spacing = values[LENGTH] / values[LINKS];
    for (uint32_t i = 0; i <= (uint32_t)values[LINKS]; i++) {
        float along = (float)i * spacing;
        const float position[3] = {
            pin_x + along * (float)exact_sin_degrees(START_DEGREES),
            values[LENGTH] + CLEARANCE - along * (float)exact_cos_degrees(START_DEGREES), 0.0f};
        pbd_builder_particle(builder, position, at_rest, i == 0 ? 0.0f : values[BEAD_MASS]);
    }
}

static void create_links(const float *values, uint32_t first, struct pbd_builder *builder) {
    float spacing = values[LENGTH] / values[LINKS];
    for (uint32_t i = 0; i < (uint32_t)values[LINKS]; i++) {
        pbd_builder_link(builder, first + i, first + i + 1, spacing);
    }
}

static void build(const float *values, struct pbd_builder *builder) {
    uint32_t links = (uint32_t)values[LINKS];
    float spacing = values[LENGTH] / values[LINKS];
    create_particles(values, -0.5f * APART * values[LENGTH], builder);
    create_particles(values, 0.5f * APART * values[LENGTH], builder);
    for (uint32_t i = 1; i <= links; i++) {
        pbd_builder_tether(builder, i, 0, (float)i * spacing);
    }
    create_links(values, 0, builder);
    for (uint32_t i = 1; i < links; i++) {
        pbd_builder_bend(builder, i - 1, i, i + 1, 0.0f);
    }
    pbd_builder_springs(builder);
    create_links(values, links + 1, builder);
    const float centre[3] = {0.0f, CLEARANCE + 0.45f * values[LENGTH], 0.0f};
    pbd_builder_view(builder, centre, 1.2f * values[LENGTH]);
}

const struct pbd_scene scene_contrast = {
    .name = "contrast",
    .title = "Contrast",
    .description =
        "One rope by projections, the same by springs: too stiff for the step, they burst.",
    .version = 1,
    .parameters = parameters,
    .parameter_count = PARAMETER_COUNT,
    .counts = counts,
    .build = build,
};

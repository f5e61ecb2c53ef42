// Chain: beads on links, hung from one pin. Solved from the pin to the tip.
#include "common_parameters.h"
#include "exact_math.h"
#include "modes.h"
#include "row.h"
#include "scene_table.h"

enum parameter {
    LINKS = PBD_COMMON_PARAMETER_COUNT,
    LENGTH,
    BEAD_MASS,
    TIP_MASS,
    ANGLE,
    REKICK,
    SELF_COLLISION,
    THICKNESS,
    PARAMETER_COUNT
};

static const struct pbd_parameter parameters[PARAMETER_COUNT] = {
    COMMON_PARAMETERS(0, 500),
    {.name = "links",
     .title = "Links",
     .unit = "",
     .kind = PBD_INT,
     .min = 1,
     .max = 1000,
     .initial = 20,
     .live = false},
    {.name = "length",
     .title = "Length",
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
     .initial = 1,
     .live = false},
    {.name = "tip_mass",
     .title = "Mass at the tip",
     .unit = "kg",
     .kind = PBD_FLOAT,
     .min = 0.001f,
     .max = 1000,
     .initial = 1,
     .live = true},
    {.name = "angle",
     .title = "Starting angle",
     .unit = "°",
     .kind = PBD_FLOAT,
     .min = -180,
     .max = 180,
     .initial = 35,
     .live = false},
    {.name = "rekick",
     .title = "Kick on a change of iterations",
     .unit = "",
     .kind = PBD_BOOL,
     .min = 0,
     .max = 1,
     .initial = 1,
     .live = true},
    SELF_COLLISION_PARAMETERS(0, 0.02f),
};

#define REKICK_SPEED 3.0f // m/s at the tip, less in proportion above it
#define CLEARANCE 0.5f    // m from the tip at rest down to y = 0

static struct pbd_counts counts(const float *values) {
    uint32_t links = (uint32_t)values[LINKS];
    return (struct pbd_counts){
        .particles = links + 1,
        .strand_links = links,
        .of = {[PBD_TETHER] = links, [PBD_LINK] = links, [PBD_BEND] = links - 1},
        .bodies = values[SELF_COLLISION] != 0.0f ? links : 0,
    };
}

// Bead i on the straight line that hangs from the pin at `degrees` off the plumb line.
static void bead_position(const float *values, uint32_t i, double degrees, float position[3]) {
    float along = (float)i * (values[LENGTH] / values[LINKS]);
    position[0] = along * (float)exact_sin_degrees(degrees);
    position[1] = values[LENGTH] + CLEARANCE - along * (float)exact_cos_degrees(degrees);
    position[2] = 0.0f;
}

static void build(const float *values, struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    uint32_t links = (uint32_t)values[LINKS];
    for (uint32_t i = 0; i <= links; i++) {
        float position[3];
        bead_position(values, i, (double)values[ANGLE], position);
        pbd_builder_particle(builder, position, at_rest, i == 0 ? 0.0f : values[BEAD_MASS]);
    }
    float rest = values[LENGTH] / values[LINKS];
    for (uint32_t i = 1; i <= links; i++) {
        pbd_builder_tether(builder, i, 0, (float)i * rest);
    }
    for (uint32_t i = 0; i < links; i++) {
        pbd_builder_link(builder, i, i + 1, rest);
    }
    for (uint32_t i = 1; i < links; i++) {
        pbd_builder_bend(builder, i - 1, i, i + 1, 0.0f);
    }
    if (values[SELF_COLLISION] != 0.0f) {
        row_bodies(builder, 0, links, values[THICKNESS]);
    }
    const float centre[3] = {0.0f, CLEARANCE + 0.4f * values[LENGTH], 0.0f};
    pbd_builder_view(builder, centre, 0.8f * values[LENGTH]);
}

static void refresh(const float *values, struct pbd_builder *builder) {
    pbd_builder_set_mass(builder, (uint32_t)values[LINKS], values[TIP_MASS]);
}

static bool wants_rekick(const float *values) {
    return values[REKICK] != 0.0f;
}

static void rekick(const float *values, struct pbd_builder *builder) {
    uint32_t links = (uint32_t)values[LINKS];
    for (uint32_t i = 0; i <= links; i++) {
        float position[3];
        bead_position(values, i, 0.0, position);
        const float velocity[3] = {REKICK_SPEED * (float)i / values[LINKS], 0.0f, 0.0f};
        pbd_builder_set_motion(builder, i, position, velocity);
    }
}

// Each link carries all beads below it. Resistance to bending has no closed form.
static uint32_t harmonics(const float *values, double hz[PBD_HARMONICS_MAX]) {
    uint32_t links = (uint32_t)values[LINKS];
    if (values[PBD_BENDING] > 0.0f || values[PBD_GRAVITY] == 0.0f) {
        return 0;
    }
    struct bead_row row = {.beads = links};
    double carried_kg = 0.0;
    for (uint32_t i = links; i-- > 0;) {
        row.mass[i] = (double)(i + 1 == links ? values[TIP_MASS] : values[BEAD_MASS]);
        carried_kg += row.mass[i];
        row.stiffness[i] =
            (double)values[PBD_GRAVITY] * carried_kg * (double)links / (double)values[LENGTH];
    }
    return modes_of_row(&row, hz);
}

const struct pbd_scene scene_chain = {
    .name = "chain",
    .title = "Chain",
    .description = "Beads on links, hung from one pin: more iterations make it stiffer.",
    .version = 3,
    .parameters = parameters,
    .parameter_count = PARAMETER_COUNT,
    .path = true,
    .counts = counts,
    .build = build,
    .refresh = refresh,
    .wants_rekick = wants_rekick,
    .rekick = rekick,
    .harmonics = harmonics,
};

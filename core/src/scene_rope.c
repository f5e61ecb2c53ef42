// Rope: hung between two pins at one height. Starts as a V and finds the catenary by itself.
// Solved from both ends to the middle (1, N, 2, N − 1, …), so that the shape stays symmetric.
#include <math.h>

#include "catenary.h"
#include "common_parameters.h"
#include "modes.h"
#include "row.h"
#include "scene_table.h"

enum parameter {
    SPAN = PBD_COMMON_PARAMETER_COUNT,
    LENGTH,
    LINKS,
    BEAD_MASS,
    SELF_COLLISION,
    THICKNESS,
    PARAMETER_COUNT
};

static const struct pbd_parameter parameters[PARAMETER_COUNT] = {
    COMMON_PARAMETERS(0, 50),
    {.name = "span",
     .title = "Span",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0.1f,
     .max = 20,
     .initial = 1.6f,
     .live = false},
    {.name = "length",
     .title = "Length",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0.1f,
     .max = 20,
     .initial = 2,
     .live = false},
    {.name = "links",
     .title = "Links",
     .unit = "",
     .kind = PBD_INT,
     .min = 2,
     .max = 1000,
     .initial = 40,
     .live = false},
    {.name = "bead_mass",
     .title = "Mass of a bead",
     .unit = "kg",
     .kind = PBD_FLOAT,
     .min = 0.001f,
     .max = 1000,
     .initial = 0.1f,
     .live = false},
    SELF_COLLISION_PARAMETERS(0, 0.02f),
};

#define CLEARANCE 0.5f // m from the lowest point that the rope can reach down to y = 0

// Those of a rope shorter than its span would contradict each other.
static bool has_tethers(const float *values) {
    return values[LENGTH] >= values[SPAN];
}

static struct pbd_counts counts(const float *values) {
    uint32_t links = (uint32_t)values[LINKS];
    return (struct pbd_counts){
        .particles = links + 1,
        .strand_links = links,
        .of = {[PBD_TETHER] = has_tethers(values) ? 2 * (links - 1) : 0,
               [PBD_LINK] = links,
               [PBD_BEND] = links - 1},
        .bodies = values[SELF_COLLISION] != 0.0f ? links : 0,
    };
}

static void create_particles(const float *values, struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    uint32_t links = (uint32_t)values[LINKS];
    float span = values[SPAN];
    float length = values[LENGTH];
    // A rope shorter than its span starts straight, and stretched.
    float depth = length > span ? 0.5f * sqrtf(length * length - span * span) : 0.0f;
    for (uint32_t i = 0; i <= links; i++) {
        float along = (float)i / values[LINKS];
        float down = along <= 0.5f ? 2.0f * along : 2.0f - 2.0f * along;
        const float position[3] = {span * (along - 0.5f), 0.5f * length + CLEARANCE - depth * down,
                                   0.0f};
        bool pinned = i == 0 || i == links;
        pbd_builder_particle(builder, position, at_rest, pinned ? 0.0f : values[BEAD_MASS]);
    }
}

static void build(const float *values, struct pbd_builder *builder) {
    create_particles(values, builder);
    uint32_t links = (uint32_t)values[LINKS];
    float rest = values[LENGTH] / values[LINKS];
    for (uint32_t i = 1; i < links && has_tethers(values); i++) {
        pbd_builder_tether(builder, i, 0, (float)i * rest);
        pbd_builder_tether(builder, i, links, (float)(links - i) * rest);
    }
    row_links(builder, 0, links, rest);
    row_bends(builder, 0, links);
    if (values[SELF_COLLISION] != 0.0f) {
        row_bodies(builder, 0, links, values[THICKNESS]);
    }
    float reach = values[SPAN] > values[LENGTH] ? values[SPAN] : values[LENGTH];
    const float centre[3] = {0.0f, CLEARANCE + 0.3f * values[LENGTH], 0.0f};
    pbd_builder_view(builder, centre, 0.5f * reach);
}

static bool hangs(const float *values, struct pbd_hanging *hanging) {
    *hanging = (struct pbd_hanging){.first = 0, .last = (uint32_t)values[LINKS]};
    return true;
}

// Swings out of the plane in which it hangs, of a rope that is slack: there the links pull with
// what they carry. Those within the plane have no closed form.
static uint32_t harmonics(const float *values, double hz[PBD_HARMONICS_MAX]) {
    uint32_t links = (uint32_t)values[LINKS];
    double pull = catenary_links_pull(links, (double)values[SPAN], (double)values[LENGTH]);
    if (!(pull > 0.0) || values[PBD_BENDING] > 0.0f || values[PBD_GRAVITY] == 0.0f) {
        return 0;
    }
    struct bead_row row = {.beads = links - 1};
    double weight_n = (double)values[BEAD_MASS] * (double)values[PBD_GRAVITY];
    for (uint32_t i = 0; i < links; i++) {
        double vertical = catenary_links_vertical(links, i);
        row.stiffness[i] = weight_n * sqrt(pull * pull + vertical * vertical) * (double)links /
                           (double)values[LENGTH];
    }
    for (uint32_t i = 0; i < row.beads; i++) {
        row.mass[i] = (double)values[BEAD_MASS];
    }
    return modes_of_row(&row, hz);
}

const struct pbd_scene scene_rope = {
    .name = "rope",
    .title = "Rope",
    .description = "A rope between two pins settles into a catenary by itself.",
    .version = 3,
    .parameters = parameters,
    .parameter_count = PARAMETER_COUNT,
    .path = true,
    .counts = counts,
    .build = build,
    .harmonics = harmonics,
    .hangs = hangs,
};

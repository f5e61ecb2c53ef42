// String: level, one end driven up and down, the other drawn outward by a weight.
//
//     driven pin o───o───o───o───o───◦→ M g   a light bead on a rail along x
//
// The sliding end is pulled as by a weight M over a pulley, on a soft spring: with M g, whatever
// the string does and however often it is corrected. So it sounds at its true pitch, while one
// between two pins, tuned by links that are too short, would sound at a pitch that iterations and
// rate make. A weight of M that is tied on directly (end_mass = tension_mass) cannot follow what a
// wave of more than a few millimetres takes of the length twice in a period, and the tension swings
// instead.
//
// Solved from both ends to the middle; then the rail.
#include <math.h>

#include "common_parameters.h"
#include "exact_math.h"
#include "row.h"
#include "scene_table.h"

enum parameter {
    TENSION_MASS = PBD_COMMON_PARAMETER_COUNT,
    FREQUENCY,
    AMPLITUDE,
    LENGTH,
    LINKS,
    ROPE_MASS,
    END_MASS,
    PARAMETER_COUNT
};

// Numerical damping takes a wave of angular frequency ω within 2/(ω²h): the nodes of the second
// harmonic would not stand still if h were 1/960 s.
static const struct pbd_parameter parameters[PARAMETER_COUNT] = {
    COMMON_PARAMETERS_AT(25, 4, 960, 0, 10, 9.81f, 1e4f, 0),
    {.name = "tension_mass",
     .title = "Weight that draws it",
     .unit = "kg",
     .kind = PBD_FLOAT,
     .min = 0.1f,
     .max = 100,
     .initial = 2,
     .live = true},
    {.name = "frequency",
     .title = "Frequency of the driven end",
     .unit = "Hz",
     .kind = PBD_FLOAT,
     .min = 0,
     .max = 100,
     .initial = 13.95f,
     .live = true},
    {.name = "amplitude",
     .title = "Amplitude of the driven end",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0,
     .max = 0.1f,
     .initial = 0.002f,
     .live = true},
    {.name = "length",
     .title = "Length",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0.1f,
     .max = 20,
     .initial = 1,
     .live = false},
    {.name = "links",
     .title = "Links",
     .unit = "",
     .kind = PBD_INT,
     .min = 2,
     .max = 200,
     .initial = 20,
     .live = false},
    {.name = "rope_mass",
     .title = "Mass of the string",
     .unit = "kg",
     .kind = PBD_FLOAT,
     .min = 0.01f,
     .max = 10,
     .initial = 0.1f,
     .live = false},
    {.name = "end_mass",
     .title = "Mass of the sliding end",
     .unit = "kg",
     .kind = PBD_FLOAT,
     .min = 0.001f,
     .max = 100,
     .initial = 0.005f,
     .live = true},
};

#define HEIGHT 1.0f // m above y = 0
#define STEEPEST 0.5f

static struct pbd_counts counts(const float *values) {
    uint32_t links = (uint32_t)values[LINKS];
    return (struct pbd_counts){
        .particles = links + 1,
        .strand_links = links,
        .of = {[PBD_LINK] = links, [PBD_BEND] = links - 1, [PBD_RAIL] = 1},
    };
}

// How steeply the string falls from bead i to the next, as it hangs at rest: it starts so, because
// a level start would sway for seconds. What it carries there, half of its weight less i beads, by
// its tension; at most so that a heavy string under a light weight has a shape.
static float slope_after(const float *values, uint32_t i) {
    float bead_by_weight = values[ROPE_MASS] / values[LINKS] / values[TENSION_MASS];
    float steepest = 0.5f * bead_by_weight * (values[LINKS] - 1.0f);
    float scale = steepest > STEEPEST ? STEEPEST / steepest : 1.0f;
    return scale * bead_by_weight * (0.5f * (values[LINKS] - 1.0f) - (float)i);
}

static void build(const float *values, struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    const float outward[3] = {1, 0, 0}, up[3] = {0, 1, 0};
    uint32_t links = (uint32_t)values[LINKS];
    float rest = values[LENGTH] / values[LINKS];
    float position[3] = {-0.5f * values[LENGTH], HEIGHT, 0.0f};
    for (uint32_t i = 0; i <= links; i++) {
        float mass = i == 0 ? 0.0f : values[ROPE_MASS] / values[LINKS];
        pbd_builder_particle(builder, position, at_rest, i == links ? values[END_MASS] : mass);
        float fall = slope_after(values, i);
        position[0] += rest * sqrtf(1.0f - fall * fall);
        position[1] -= rest * fall;
    }
    row_links(builder, 0, links, rest);
    row_bends(builder, 0, links);
    pbd_builder_rail(builder, links, outward);
    pbd_builder_driver(builder, 0, up);
    const float centre[3] = {0.0f, HEIGHT, 0.0f};
    pbd_builder_view(builder, centre, 0.6f * values[LENGTH]);
}

static void refresh(const float *values, struct pbd_builder *builder) {
    uint32_t end = (uint32_t)values[LINKS];
    float weight_n = values[TENSION_MASS] * values[PBD_GRAVITY];
    const float outward[3] = {weight_n / values[END_MASS], 0.0f, 0.0f};
    pbd_builder_set_mass(builder, end, values[END_MASS]);
    pbd_builder_pull(builder, end, outward);
    pbd_builder_set_driver(builder, values[AMPLITUDE], values[FREQUENCY]);
}

// N beads of mass m at a distance a: f = √(T / (m a)) / π · sin(kπ / 2N). There are N − 1 of them.
static uint32_t harmonics(const float *values, double hz[PBD_HARMONICS_MAX]) {
    double links = (double)values[LINKS];
    double tension_n = (double)values[TENSION_MASS] * (double)values[PBD_GRAVITY];
    double mass_by_spacing = (double)values[ROPE_MASS] * (double)values[LENGTH] / (links * links);
    uint32_t k = 0;
    while (tension_n > 0.0 && k < PBD_HARMONICS_MAX && k + 1 < (uint32_t)values[LINKS]) {
        k++;
        hz[k - 1] =
            sqrt(tension_n / mass_by_spacing) / PI * exact_sin_degrees(90.0 * (double)k / links);
    }
    return k;
}

const struct pbd_scene scene_string = {
    .name = "string",
    .title = "String",
    .description =
        "A string drawn by a weight and shaken at one end: at its harmonics waves stand.",
    .version = 1,
    .parameters = parameters,
    .parameter_count = PARAMETER_COUNT,
    .path = true,
    .counts = counts,
    .build = build,
    .refresh = refresh,
    .harmonics = harmonics,
};

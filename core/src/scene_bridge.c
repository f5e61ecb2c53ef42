// Bridge: a deck that hangs from a cable. Equal weights at equal distances along the horizontal
// draw the cable into a parabola; its own weight alone would make a catenary of it.
//
//         P                       P
//       ╱ │ ╲                   ╱ │ ╲        P: pins. Feet and anchors of the towers are pins too,
//     ╱   │ │ ╲ _ │     │   _ ╱ │ │   ╲      and their links are there to be seen.
//   P     ●─●───●─●─ … ─●───●───●─●     P
//         │                       │          The deck's ends slide along x, as on bearings:
//         P                       P          between pins it would carry itself.
//
// Particles: the cable from left to right, the deck likewise, then feet and anchors. Built as it
// hangs at rest but for the cable's own weight. Links in the order of their colours, created as the
// cable, the hangers, the deck, each from left to right; then the towers, the deck's bending and
// the rails.
#include <math.h>

#include "colouring.h"
#include "common_parameters.h"
#include "scene_table.h"

enum parameter {
    SPAN = PBD_COMMON_PARAMETER_COUNT,
    SAG,
    PANELS,
    DECK_MASS,
    CABLE_MASS,
    PARAMETER_COUNT
};

enum { PANELS_MAX = 100 };

static const struct pbd_parameter parameters[PARAMETER_COUNT] = {
    COMMON_PARAMETERS_AT(5, 16, 240, 0, 200, 9.81f, 1e4f, 0),
    {.name = "span",
     .title = "Span",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0.5f,
     .max = 20,
     .initial = 2,
     .live = false},
    {.name = "sag",
     .title = "Sag as built",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0.05f,
     .max = 5,
     .initial = 0.4f,
     .live = false},
    {.name = "panels",
     .title = "Panels of the deck",
     .unit = "",
     .kind = PBD_INT,
     .min = 2,
     .max = PANELS_MAX,
     .initial = 20,
     .live = false},
    {.name = "deck_mass",
     .title = "Mass of a panel",
     .unit = "kg",
     .kind = PBD_FLOAT,
     .min = 0.001f,
     .max = 1000,
     .initial = 1,
     .live = true},
    {.name = "cable_mass",
     .title = "Mass of the cable",
     .unit = "kg/m",
     .kind = PBD_FLOAT,
     .min = 0.001f,
     .max = 1000,
     .initial = 0.2f,
     .live = true},
};

#define DECK_HEIGHT 0.4f     // m above y = 0
#define SHORTEST_HANGER 0.1f // m, in the middle
#define BACK 0.4f            // of the span: from a tower to its anchor

// Where things are in the array of particles.
struct parts {
    uint32_t panels;
    uint32_t deck; // the first of the deck; the cable's is 0
    uint32_t feet; // two feet, two anchors
};

static struct parts parts_of(const float *values) {
    uint32_t panels = (uint32_t)values[PANELS];
    return (struct parts){panels, panels + 1, 2 * (panels + 1)};
}

static struct pbd_counts counts(const float *values) {
    uint32_t panels = (uint32_t)values[PANELS];
    return (struct pbd_counts){
        .particles = 2 * (panels + 1) + 4,
        .of = {[PBD_LINK] = panels + (panels - 1) + panels + 4,
               [PBD_BEND] = panels - 1,
               [PBD_RAIL] = 2},
    };
}

static float tower_height(const float *values) {
    return DECK_HEIGHT + SHORTEST_HANGER + values[SAG];
}

static float along_of(const float *values, uint32_t i) {
    return ((float)i / values[PANELS] - 0.5f) * values[SPAN];
}

// A parabola: the corners of a weightless cable under equal weights at equal distances lie on it.
static float cable_height(const float *values, uint32_t i) {
    float x = 2.0f * along_of(values, i) / values[SPAN]; // −1 … 1
    return tower_height(values) - values[SAG] * (1.0f - x * x);
}

// Masses of joints and panels are given by refresh().
static void create_particles(const float *values, struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    uint32_t panels = (uint32_t)values[PANELS];
    for (uint32_t i = 0; i <= panels; i++) {
        const float position[3] = {along_of(values, i), cable_height(values, i), 0.0f};
        bool pinned = i == 0 || i == panels;
        pbd_builder_particle(builder, position, at_rest, pinned ? 0.0f : values[CABLE_MASS]);
    }
    for (uint32_t i = 0; i <= panels; i++) {
        const float position[3] = {along_of(values, i), DECK_HEIGHT, 0.0f};
        pbd_builder_particle(builder, position, at_rest, values[DECK_MASS]);
    }
    for (uint32_t i = 0; i < 4; i++) {
        float side = i % 2 == 0 ? -1.0f : 1.0f;
        const float position[3] = {side * values[SPAN] * (i < 2 ? 0.5f : 0.5f + BACK), 0.0f, 0.0f};
        pbd_builder_particle(builder, position, at_rest, 0.0f);
    }
}

static float hypotenuse(float a, float b) {
    return sqrtf(a * a + b * b);
}

// Of the cable, from joint i to the next.
static float link_length(const float *values, uint32_t i) {
    return hypotenuse(values[SPAN] / values[PANELS],
                      cable_height(values, i + 1) - cable_height(values, i));
}

struct pair {
    uint32_t ends[2];
    float length_m;
};
enum { PAIRS_MAX = 3 * PANELS_MAX };

// Cable, hangers and deck in the order of creation. Returns how many.
static uint32_t list_pairs(const float *values, struct pair *pairs) {
    const struct parts parts = parts_of(values);
    float panel = values[SPAN] / values[PANELS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < parts.panels; i++) {
        pairs[count++] = (struct pair){{i, i + 1}, link_length(values, i)};
    }
    for (uint32_t i = 1; i < parts.panels; i++) {
        pairs[count++] = (struct pair){{i, parts.deck + i}, cable_height(values, i) - DECK_HEIGHT};
    }
    for (uint32_t i = 0; i < parts.panels; i++) {
        pairs[count++] = (struct pair){{parts.deck + i, parts.deck + i + 1}, panel};
    }
    return count;
}

static void create_links(const float *values, struct pbd_builder *builder) {
    struct pair pairs[PAIRS_MAX];
    uint64_t taken[2 * (PANELS_MAX + 1)] = {0};
    uint8_t colours[PAIRS_MAX];
    struct colouring colouring = {.taken = taken, .colours = colours};
    uint32_t count = list_pairs(values, pairs);
    for (uint32_t i = 0; i < count; i++) {
        colouring_add(&colouring, pairs[i].ends, 2);
    }
    for (uint32_t colour = 0; colour < colouring.used; colour++) {
        for (uint32_t i = 0; i < count; i++) {
            if (colours[i] == colour) {
                pbd_builder_link(builder, pairs[i].ends[0], pairs[i].ends[1], pairs[i].length_m);
            }
        }
    }
}

// Between pins, which nothing moves.
static void create_towers(const float *values, struct pbd_builder *builder) {
    const struct parts parts = parts_of(values);
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t top = side * parts.panels;
        float height = tower_height(values);
        pbd_builder_link(builder, top, parts.feet + side, height);
        pbd_builder_link(builder, top, parts.feet + 2 + side,
                         hypotenuse(height, BACK * values[SPAN]));
    }
}

static void build(const float *values, struct pbd_builder *builder) {
    const float along[3] = {1, 0, 0};
    const struct parts parts = parts_of(values);
    create_particles(values, builder);
    create_links(values, builder);
    create_towers(values, builder);
    for (uint32_t i = 1; i < parts.panels; i++) {
        pbd_builder_bend(builder, parts.deck + i - 1, parts.deck + i, parts.deck + i + 1, 0.0f);
    }
    pbd_builder_rail(builder, parts.deck, along);
    pbd_builder_rail(builder, parts.deck + parts.panels, along);
    float height = tower_height(values);
    const float centre[3] = {0.0f, 0.5f * height, 0.0f};
    pbd_builder_view(builder, centre, fmaxf(0.65f * values[SPAN], 0.6f * height));
}

static void refresh(const float *values, struct pbd_builder *builder) {
    const struct parts parts = parts_of(values);
    for (uint32_t i = 1; i < parts.panels; i++) {
        float length = 0.5f * (link_length(values, i - 1) + link_length(values, i));
        pbd_builder_set_mass(builder, i, length * values[CABLE_MASS]);
    }
    for (uint32_t i = 0; i <= parts.panels; i++) {
        pbd_builder_set_mass(builder, parts.deck + i, values[DECK_MASS]);
    }
}

static bool hangs(const float *values, struct pbd_hanging *hanging) {
    *hanging = (struct pbd_hanging){0, (uint32_t)values[PANELS], true};
    return true;
}

const struct pbd_scene scene_bridge = {
    .name = "bridge",
    .title = "Bridge",
    .description = "A deck hung from a cable: its even weight draws the cable into a parabola.",
    .version = 1,
    .parameters = parameters,
    .parameter_count = PARAMETER_COUNT,
    .counts = counts,
    .build = build,
    .refresh = refresh,
    .hangs = hangs,
};

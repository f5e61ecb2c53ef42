// Jelly: a block of cubes, each cut into five tetrahedra, that falls on the ground.
//
//     y  ●───○     Corners are even (●) or odd (○), as a chessboard's squares are in space. The
//     │ ╱│╲ ╱│     four even corners of a cube make one tetrahedron; each odd corner makes one
//     │○─┼─●─○     with its three neighbours, which are even. So the diagonals of all sides join
//     ││ ●─│─┘     even corners, and those of two cubes that share a side are one.
//     │○───●  x
//
// Links keep the edges of the tetrahedra, softly, and volumes the tetrahedra. Both in the order of
// their colours: links of a corner to the right, up and to the front, corner by corner; then the
// diagonals square to z, y and x, each by its lowest corner; then the volumes, cube by cube.
#include <assert.h>
#include <math.h>

#include "colouring.h"
#include "common_parameters.h"
#include "exact_math.h"
#include "scene_table.h"

enum parameter {
    COLUMNS = PBD_COMMON_PARAMETER_COUNT, // cubes along x
    ROWS,                                 // along y
    LAYERS,                               // along z
    SPACING,
    PARTICLE_MASS,
    DROP,
    TILT,
    PARAMETER_COUNT
};

enum {
    CUBES_MAX = 10, // along each axis
    CORNERS_MAX = (CUBES_MAX + 1) * (CUBES_MAX + 1) * (CUBES_MAX + 1),
    LINKS_MAX = 3 * CUBES_MAX * (CUBES_MAX + 1) * (2 * CUBES_MAX + 1),
    TETRAHEDRA = 5, // of a cube: fewer than links, in all
};

#define RADIUS 0.01f // m

static const struct pbd_parameter parameters[PARAMETER_COUNT] = {
    COMMON_PARAMETERS_SOFT(3, 4, 120, 0, 100, 9.81f, 1e4f, 1, 0.004f),
    {.name = "columns",
     .title = "Cubes across",
     .unit = "",
     .kind = PBD_INT,
     .min = 1,
     .max = CUBES_MAX,
     .initial = 5,
     .live = false},
    {.name = "rows",
     .title = "Cubes high",
     .unit = "",
     .kind = PBD_INT,
     .min = 1,
     .max = CUBES_MAX,
     .initial = 4,
     .live = false},
    {.name = "layers",
     .title = "Cubes deep",
     .unit = "",
     .kind = PBD_INT,
     .min = 1,
     .max = CUBES_MAX,
     .initial = 4,
     .live = false},
    {.name = "spacing",
     .title = "Side of a cube",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0.02f,
     .max = 0.5f,
     .initial = 0.12f,
     .live = false},
    {.name = "particle_mass",
     .title = "Mass of a corner",
     .unit = "kg",
     .kind = PBD_FLOAT,
     .min = 0.001f,
     .max = 1000,
     .initial = 0.05f,
     .live = false},
    {.name = "drop",
     .title = "Height of fall",
     .unit = "m",
     .kind = PBD_FLOAT,
     .min = 0,
     .max = 20,
     .initial = 0.8f,
     .live = false},
    {.name = "tilt",
     .title = "Tilt as it falls",
     .unit = "°",
     .kind = PBD_FLOAT,
     .min = -180,
     .max = 180,
     .initial = 20,
     .live = false},
};

struct block {
    uint32_t cubes[3];
    float spacing_m;
};

static struct block block_of(const float *values) {
    return (struct block){
        {(uint32_t)values[COLUMNS], (uint32_t)values[ROWS], (uint32_t)values[LAYERS]},
        values[SPACING],
    };
}

static uint32_t corner(const struct block *block, const uint32_t at[3]) {
    return (at[2] * (block->cubes[1] + 1) + at[1]) * (block->cubes[0] + 1) + at[0];
}

static bool is_even(const uint32_t at[3]) {
    return (at[0] + at[1] + at[2]) % 2 == 0;
}

// The corner that is further by these, each 0 or 1.
static uint32_t corner_from(const struct block *block, const uint32_t at[3], const uint32_t by[3]) {
    const uint32_t there[3] = {at[0] + by[0], at[1] + by[1], at[2] + by[2]};
    return corner(block, there);
}

static struct pbd_counts counts(const float *values) {
    const struct block block = block_of(values);
    uint32_t c = block.cubes[0];
    uint32_t r = block.cubes[1];
    uint32_t l = block.cubes[2];
    uint32_t edges = c * (r + 1) * (l + 1) + (c + 1) * r * (l + 1) + (c + 1) * (r + 1) * l;
    uint32_t sides = c * r * (l + 1) + c * (r + 1) * l + (c + 1) * r * l;
    return (struct pbd_counts){
        .particles = (c + 1) * (r + 1) * (l + 1),
        .of = {[PBD_LINK] = edges + sides, [PBD_VOLUME] = TETRAHEDRA * c * r * l},
        .faces = 4 * (c * r + r * l + c * l),
    };
}

// ---- particles ---------------------------------------------------------------------------------

// Turned about its middle in the plane of x and y; its lowest corner is `drop` above the ground.
static void create_particles(const float *values, struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    float sine = (float)exact_sin_degrees((double)values[TILT]);
    float cosine = (float)exact_cos_degrees((double)values[TILT]);
    float width = values[COLUMNS] * values[SPACING];
    float height = values[ROWS] * values[SPACING];
    float middle = values[DROP] + RADIUS + 0.5f * (width * fabsf(sine) + height * fabsf(cosine));
    for (uint32_t k = 0; k <= (uint32_t)values[LAYERS]; k++) {
        for (uint32_t j = 0; j <= (uint32_t)values[ROWS]; j++) {
            for (uint32_t i = 0; i <= (uint32_t)values[COLUMNS]; i++) {
                float x = (float)i * values[SPACING] - 0.5f * width;
                float y = (float)j * values[SPACING] - 0.5f * height;
                float z = ((float)k - 0.5f * values[LAYERS]) * values[SPACING];
                const float position[3] = {cosine * x - sine * y, middle + sine * x + cosine * y,
                                           z};
                pbd_builder_particle(builder, position, at_rest, values[PARTICLE_MASS]);
            }
        }
    }
}

// ---- links and volumes -------------------------------------------------------------------------

// What is created twice: first to be coloured, then once per colour to be built.
struct creation {
    struct colouring colouring;
    struct pbd_builder *builder; // NULL while colouring
    uint32_t colour;             // being built
    uint32_t next;               // number of the constraint that comes
};

// Whether the next constraint is to be built now.
static bool is_its_turn(struct creation *creation, const uint32_t *particles, uint32_t count) {
    if (creation->builder == NULL) {
        colouring_add(&creation->colouring, particles, count);
        return false;
    }
    return creation->colouring.colours[creation->next++] == creation->colour;
}

static void create_link(struct creation *creation, uint32_t a, uint32_t b, float length_m) {
    const uint32_t ends[2] = {a, b};
    if (is_its_turn(creation, ends, 2)) {
        pbd_builder_link(creation->builder, a, b, length_m);
    }
}

// The diagonal of the side that is square to this axis, with its lowest corner here.
static void create_diagonal(struct creation *creation, const struct block *block,
                            const uint32_t at[3], uint32_t axis) {
    uint32_t first[3] = {0}, second[3] = {0};
    second[(axis + 1) % 3] = 1;
    if (is_even(at)) {
        second[(axis + 2) % 3] = 1;
    } else {
        first[(axis + 2) % 3] = 1;
    }
    create_link(creation, corner_from(block, at, first), corner_from(block, at, second),
                sqrtf(2.0f) * block->spacing_m);
}

// Goes on to the next place of at[c] < ends[c], x first; false past the last.
static bool go_on(uint32_t at[3], const uint32_t ends[3]) {
    for (uint32_t c = 0; c < 3; c++) {
        if (++at[c] < ends[c]) {
            return true;
        }
        at[c] = 0;
    }
    return false;
}

static void create_links(struct creation *creation, const struct block *block) {
    const uint32_t *cubes = block->cubes;
    const uint32_t corners[3] = {cubes[0] + 1, cubes[1] + 1, cubes[2] + 1};
    uint32_t at[3] = {0};
    do {
        for (uint32_t axis = 0; axis < 3; axis++) {
            uint32_t by[3] = {0};
            by[axis] = 1;
            if (at[axis] < cubes[axis]) {
                create_link(creation, corner(block, at), corner_from(block, at, by),
                            block->spacing_m);
            }
        }
    } while (go_on(at, corners));
    for (uint32_t axis = 3; axis-- > 0;) {
        uint32_t sides[3] = {cubes[0], cubes[1], cubes[2]};
        sides[axis]++;
        do {
            create_diagonal(creation, block, at, axis);
        } while (go_on(at, sides));
    }
}

static void create_tetrahedron(struct creation *creation, const uint32_t corners[4]) {
    if (is_its_turn(creation, corners, 4)) {
        pbd_builder_volume(creation->builder, corners);
    }
}

static void create_volumes_of_cube(struct creation *creation, const struct block *block,
                                   const uint32_t at[3]) {
    uint32_t inner[4];
    uint32_t found = 0;
    for (uint32_t bits = 0; bits < 8; bits++) {
        const uint32_t by[3] = {bits & 1, bits >> 1 & 1, bits >> 2};
        const uint32_t here[3] = {at[0] + by[0], at[1] + by[1], at[2] + by[2]};
        if (is_even(here)) {
            inner[found++] = corner(block, here);
            continue;
        }
        uint32_t outer[4] = {corner(block, here)};
        for (uint32_t c = 0; c < 3; c++) {
            uint32_t across[3] = {by[0], by[1], by[2]};
            across[c] = 1 - across[c];
            outer[1 + c] = corner_from(block, at, across);
        }
        create_tetrahedron(creation, outer);
    }
    create_tetrahedron(creation, inner);
}

static void create_volumes(struct creation *creation, const struct block *block) {
    uint32_t at[3] = {0};
    do {
        create_volumes_of_cube(creation, block, at);
    } while (go_on(at, block->cubes));
}

static void create_coloured(const struct block *block, struct pbd_builder *builder,
                            void (*create)(struct creation *creation, const struct block *block)) {
    uint64_t taken[CORNERS_MAX] = {0};
    uint8_t colours[LINKS_MAX];
    struct creation creation = {.colouring = {.taken = taken, .colours = colours}};
    create(&creation, block);
    creation.builder = builder;
    for (creation.colour = 0; creation.colour < creation.colouring.used; creation.colour++) {
        creation.next = 0;
        create(&creation, block);
    }
}

// ---- the surface -------------------------------------------------------------------------------

// Two triangles of the side that is square to this axis, seen from outside counterclockwise. They
// meet in its diagonal.
static void create_faces_of_side(const struct block *block, const uint32_t at[3], uint32_t axis,
                                 bool far, struct pbd_builder *builder) {
    static const uint32_t round[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    uint32_t quad[4];
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t by[3] = {0};
        by[(axis + 1) % 3] = round[i][far ? 0 : 1];
        by[(axis + 2) % 3] = round[i][far ? 1 : 0];
        quad[i] = corner_from(block, at, by);
    }
    uint32_t first = is_even(at) ? 0 : 1;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t a = (first + 2 * i) % 4;
        pbd_builder_face(builder, quad[a], quad[(a + 1) % 4], quad[(a + 2) % 4]);
    }
}

static void create_faces(const struct block *block, struct pbd_builder *builder) {
    for (uint32_t axis = 0; axis < 3; axis++) {
        for (uint32_t far = 0; far < 2; far++) {
            uint32_t sides[3] = {block->cubes[0], block->cubes[1], block->cubes[2]};
            uint32_t at[3] = {0};
            sides[axis] = 1;
            do {
                uint32_t there[3] = {at[0], at[1], at[2]};
                there[axis] = far == 1 ? block->cubes[axis] : 0;
                create_faces_of_side(block, there, axis, far == 1, builder);
            } while (go_on(at, sides));
        }
    }
}

static void build(const float *values, struct pbd_builder *builder) {
    const struct block block = block_of(values);
    create_particles(values, builder);
    create_coloured(&block, builder, create_links);
    create_coloured(&block, builder, create_volumes);
    create_faces(&block, builder);
    pbd_builder_radius(builder, RADIUS);
    float size = fmaxf(values[COLUMNS], fmaxf(values[ROWS], values[LAYERS])) * values[SPACING];
    float high = size + fminf(values[DROP], 2.0f * size);
    // It falls a little tilted and tumbles to the right.
    const float centre[3] = {0.5f * size, 0.45f * high, 0.0f};
    pbd_builder_view(builder, centre, 0.65f * high);
}

const struct pbd_scene scene_jelly = {
    .name = "jelly",
    .title = "Jelly",
    .description = "A block of tetrahedra that keep their volume falls, and wobbles.",
    .version = 1,
    .parameters = parameters,
    .parameter_count = PARAMETER_COUNT,
    .counts = counts,
    .build = build,
};

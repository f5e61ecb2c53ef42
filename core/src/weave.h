// A weave: a sheet of particles, most often hung from a line of pins.
//
//     o───o───o───o   pins          particle (row, column) = first + row × (columns + 1) + column
//     │╲ ╱│╲ ╱│╲ ╱│                 warp: links from row to row, weft: links along a row
//     │╱ ╲│╱ ╲│╱ ╲│                 diagonals of each quad: compression-only floors
//     o───o───o───o
//
// Rows are counted from the pins, whichever way the sheet hangs. Order: warp row by row from the
// pins on; weft even, then odd links; then the diagonals by quad column: ↘ even, ↘ odd, ↗ even, ↗
// odd. Within each pass no two constraints share a particle, but for the warp, where a column's
// links follow each other. Tethers come before all that, hinges after.
#ifndef WEAVE_H
#define WEAVE_H

#include <stdbool.h>
#include <stdint.h>

#include "pbd/scene.h"

// Touching itself, a weave is made of balls about its crossings. No ball fits between four others
// while they are no further apart than 1.4 thicknesses: thicknesses of 0.75 spacings and more let
// nothing through.
struct weave {
    uint32_t columns, rows; // of links
    float spacing_m;        // of each
    uint32_t first;         // particle
    bool loose;             // no row of pins, and no tethers to them
    float thickness_m;      // 0: it does not touch itself
};

// Of a scene of one weave, in this order: spacing, particle_mass, floor_ratio.
// clang-format off
#define WEAVE_PARAMETERS                                                                           \
    {.name = "spacing", .title = "Length of a link", .unit = "m", .kind = PBD_FLOAT,               \
     .min = 0.01f, .max = 0.2f, .initial = 0.05f, .live = false},                                  \
    {.name = "particle_mass", .title = "Mass of a crossing", .unit = "kg", .kind = PBD_FLOAT,      \
     .min = 0.001f, .max = 1000, .initial = 0.01f, .live = false},                                 \
    {.name = "floor_ratio", .title = "Resistance to crushing", .unit = "", .kind = PBD_FLOAT,      \
     .min = 0, .max = 0.95f, .initial = 0.8f, .live = true}
// clang-format on

struct pbd_counts weave_counts(const struct weave *weave);
// All constraints, bodies and the grid, once the particles are there. Floors get their length from
// weave_set_floors().
void weave_build(const struct weave *weave, struct pbd_builder *builder);
// ratio: of a quad's diagonal.
void weave_set_floors(const struct weave *weave, float ratio, struct pbd_builder *builder);

#endif

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

struct pbd_counts weave_counts(const struct weave *weave);
// All constraints, bodies and the grid, once the particles are there. Floors get their length from
// weave_set_floors().
void weave_build(const struct weave *weave, struct pbd_builder *builder);
// ratio: of a quad's diagonal.
void weave_set_floors(const struct weave *weave, float ratio, struct pbd_builder *builder);

#endif

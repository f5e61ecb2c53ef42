// A weave: a sheet of particles that hangs from a line of pins.
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

#include <stdint.h>

#include "pbd/scene.h"

struct weave {
    uint32_t columns, rows; // of links
    float spacing_m;        // of each
};

struct pbd_counts weave_counts(const struct weave *weave);
// All constraints and the grid, once the particles are there: from particle 0 on, the first row
// pins. Floors get their length from weave_set_floors().
void weave_build(const struct weave *weave, struct pbd_builder *builder);
// ratio: of a quad's diagonal.
void weave_set_floors(const struct weave *weave, float ratio, struct pbd_builder *builder);

#endif

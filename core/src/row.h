// A row of particles, each joined to the next: what ropes and strings are made of. Solved from both
// ends to the middle (1, N, 2, N − 1, …), so that neither end has an advantage.
#ifndef ROW_H
#define ROW_H

#include <stdint.h>

#include "pbd/scene.h"

// 0, count − 1, 1, count − 2, …
uint32_t row_from_both_ends(uint32_t i, uint32_t count);
// `links` links between the particles from `first` on.
void row_links(struct pbd_builder *builder, uint32_t first, uint32_t links, float rest_m);
// Its links touch what else there is, and each other unless they are neighbours.
void row_bodies(struct pbd_builder *builder, uint32_t first, uint32_t links, float thickness_m);
// `links` − 1 constraints that keep it straight.
void row_bends(struct pbd_builder *builder, uint32_t first, uint32_t links);

#endif

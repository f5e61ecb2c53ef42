// From which particles each one is predicted, so that a frame's numbers become small ones.
//
// Both sides make this table from the scene's links alone. Particles are coded in the order of
// their numbers, so references are always to lower ones. Of particle i, with its linked particles
// of lower number, the highest first:
//
//     c──b   two of them, a and b, have a linked particle c in common,     x[a] + x[b] − x[c]
//     │  │   lower than both: the far corner of a parallelogram (cloth)
//     a──i
//     c──a──i   only a, which has such a particle c itself (rope)          x[a] + x[a] − x[c]
//     a──i      only a                                                    x[a]
//     i         none: the particle before it                              x[i − 1]
//
// Particle 0 is predicted as 0.
//
// Must not call: sockets, clocks, stdio, the solver.
#ifndef WIRE_PREDICTORS_H
#define WIRE_PREDICTORS_H

#include <stdbool.h>
#include <stdint.h>

struct wire_predictors {
    uint32_t count;    // of particles
    uint32_t (*of)[3]; // [count]: a, b, c; x[a] is written as (a, a, a); of[0] means nothing
};

// `links` is [link_count][2], in any order; both ends are below `particle_count`. Of a particle's
// lower linked particles only the WIRE_PREDICTORS_LINKS_MAX highest count. False without memory;
// otherwise to be released.
enum { WIRE_PREDICTORS_LINKS_MAX = 8 };
bool wire_predictors_init(struct wire_predictors *predictors, uint32_t particle_count,
                          const uint32_t *links, uint32_t link_count);
// May be called on zeros, and twice.
void wire_predictors_release(struct wire_predictors *predictors);

#endif

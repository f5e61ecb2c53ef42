// The loom: a weave laid out for vectors.
//
// Its particles lie in planes, row after row; of a row the even columns apart from the odd ones:
//
//     columns   0 1 2 3 4 5 …        x of even columns   0 2 4 …  ▒▒     LANES at a time
//                                    x of odd columns    1 3 5 …  ▒▒
//               o─o─o─o─o─o          y of even columns   0 2 4 …  ▒▒
//               │╳│╳│╳│╳│╳│          …
//               o─o─o─o─o─o          z of odd columns    1 3 5 …  ▒▒
//
// so that every family of constraints joins two runs of neighbours in memory, element by element:
//
//     │  warp      even with even, odd with odd, of the next row
//     ─  weft      even with odd; odd with even, one further
//     ╲  even ↘    even with odd of the next row         odd ↘   odd with even of the next, one
//     further ╱  even ↗    even of the next row with odd         odd ↗   odd of the next row with
//     even, one further
//
// No two constraints of a family share a particle, except those of the warp from row to row. So a
// family may be solved in any order, and a vector at once. Runs are padded (▒) as far as vectors
// reach beyond them, with an inverse mass that is not a number: a constraint that has one of those,
// or none at all, is left as it is.
//
// Families follow each other over the whole sheet, but nothing sees more of the sheet than the rows
// next to its own. So they may follow each other at a distance of rows in one pass, which stays in
// the nearest cache: when the warp is at row t,
//
//     warp t   weft t   even ↘ t−1   odd ↘, even ↗ t−2   odd ↗ t−3
//
// The bits are those of the families one after another.
#ifndef LOOM_H
#define LOOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kernels;
struct model;
struct sweep;
struct two_ends;

struct loom {
    bool is_there;
    uint32_t first, rows, columns; // particles: of the sheet, and how many
    uint32_t pitch;                // floats of a run, padding included
    uint32_t links;                // the batch of links; that of floors comes next
    uint32_t tethers;              // their batch; UINT32_MAX: none
    float *q;                      // [rows][3][2][pitch] m: predicted positions, or displacements
    float *x;                      // likewise, positions; in displacements only
    float *w;                      // [rows][2][pitch] 1/kg; not a number in the padding
    uint32_t alike_from;           // the row from which on all masses are the same
    bool holds_q;                  // q is here, and not in the array of all particles
};

// What the kernels are given.
struct loom_task {
    const struct loom *loom;
    bool plain;                     // in plain positions
    float stiffness;                // of links
    float link_m;                   // length
    float floor_m;                  // length
    const struct two_ends *tethers; // [rows − 1][columns]
};

// How many floats of memory a loom for such a sheet takes, and a loom in that memory, which is
// zero.
size_t loom_floats(uint32_t rows, uint32_t columns);
void loom_lay_out(struct loom *loom, uint32_t rows, uint32_t columns, float *memory);
// Whether a model is one sheet, woven in the order that the kernels follow, every link and every
// floor as long as the others: looked at anew whenever constraints or masses may have changed.
void loom_find(struct loom *loom, const struct model *model);

// Once per substep, before anything else: positions, if there are displacements.
void loom_begin(struct loom *loom, const struct sweep *sweep);
// q is on the loom from here on; it is in the array of all particles from here on. Nothing if it is
// there already.
void loom_take(struct loom *loom, const struct sweep *sweep);
void loom_give_back(struct loom *loom, const struct sweep *sweep);
// One particle's q, to change it in the array of all particles while the loom holds the others.
void loom_lend(const struct loom *loom, uint32_t particle, float q[3]);
void loom_return(struct loom *loom, uint32_t particle, const float q[3]);

#endif

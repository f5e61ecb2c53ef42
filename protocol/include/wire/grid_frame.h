// Positions on a grid of integers, in about a byte for each particle.
//
// Only integers are predicted and coded, so nothing is lost beyond the rounding to the grid, and
// errors do not add up. A frame is independent (K), or against an earlier one that the reader holds
// (D); what is predicted (predictors.h) is then how far each coordinate has moved. docs/PROTOCOL.md
// describes the bytes.
//
//     residuals, 8 particles to a block:  x y z x y z … 24 numbers
//     bits:  level of the block │ 24 × (ones, a zero, low bits) │ level │ …
//
// The bits are Rice's code (R. F. Rice, "Some Practical Universal Noiseless Coding Techniques", JPL
// 79-22, 1979), whose parameter is the block's level − 1; level 0 is a block of zeros.
//
// Must not call: sockets, clocks, stdio, the solver.
#ifndef WIRE_GRID_FRAME_H
#define WIRE_GRID_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/buffer.h"
#include "wire/client_message.h"
#include "wire/predictors.h"

// Step of the grid of an encoding, in metres; 0 for one without a grid.
double wire_grid_step_m(enum wire_encoding encoding);

// Nearest points of the grid: grid[count][3] in steps of `step_m`, from positions_m[count][3],
// which must lie within ±2^30 steps.
void wire_grid_quantise(int32_t *grid, const float *positions_m, uint32_t count, double step_m);

// Appends a frame. `grid` and `base` are [predictors->count][3]. Numbers are the sender's to
// choose.
void wire_encode_grid_key(struct wire_buffer *out, const struct wire_predictors *predictors,
                          const int32_t *grid, uint32_t number);
void wire_encode_grid_delta(struct wire_buffer *out, const struct wire_predictors *predictors,
                            const int32_t *grid, const int32_t *base, uint32_t number,
                            uint32_t base_number);

enum wire_grid_result {
    WIRE_GRID_OK,
    WIRE_GRID_MALFORMED, // not a frame of so many particles, or not what its sender has encoded
    WIRE_GRID_NO_BASE,   // it is against a frame that is not held
};
// Reads a frame into grid[predictors->count][3] and *number. `base` is the frame held, number
// `base_number`; NULL: none. If the result is not OK, *number is not written and the content of
// `grid`, which must not be `base`, is of no meaning.
enum wire_grid_result wire_decode_grid(const uint8_t *bytes, size_t length,
                                       const struct wire_predictors *predictors,
                                       const int32_t *base, uint32_t base_number, int32_t *grid,
                                       uint32_t *number);

#endif

#ifndef WIRE_GRID_FRAME_H
#define WIRE_GRID_FRAME_H
#include <stdbool.h>
#include <stdint.h>
#include "wire/buffer.h"
#include "wire/predictors.h"
void wire_grid_quantise(int32_t *grid, const float *positions_m, uint32_t count, double step_m);
void wire_encode_grid_key(struct wire_buffer *out, const struct wire_predictors *p, const int32_t *grid, uint32_t number);
void wire_encode_grid_delta(struct wire_buffer *out, const struct wire_predictors *p, const int32_t *grid, const int32_t *base, uint32_t number, uint32_t base_number);
#endif

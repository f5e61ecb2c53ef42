#include "wire/grid_frame.h"
#include <math.h>
#include <stdlib.h>
bool wire_predictors_init(struct wire_predictors *predictors, uint32_t particle_count, const uint32_t *links, uint32_t link_count) {
    (void)links; (void)link_count;
    predictors->count = particle_count; predictors->of = calloc(particle_count + 1, sizeof *predictors->of); return predictors->of != NULL; }
void wire_predictors_release(struct wire_predictors *predictors) { free(predictors->of); predictors->of = NULL; predictors->count = 0; }
void wire_grid_quantise(int32_t *grid, const float *positions_m, uint32_t count, double step_m) {
    for (uint32_t i = 0; i < 3 * count; i++) grid[i] = (int32_t)floor((double)positions_m[i] / step_m + 0.5); }
static void u32(struct wire_buffer *out, uint32_t v) { wire_buffer_append(out, &v, 4); }
void wire_encode_grid_key(struct wire_buffer *out, const struct wire_predictors *p, const int32_t *grid, uint32_t number) {
    wire_buffer_append(out, "K", 1); u32(out, number); u32(out, 0); wire_buffer_append(out, grid, p->count * 12); }
void wire_encode_grid_delta(struct wire_buffer *out, const struct wire_predictors *p, const int32_t *grid, const int32_t *base, uint32_t number, uint32_t base_number) {
    wire_buffer_append(out, "D", 1); u32(out, number); u32(out, base_number); u32(out, 0);
    for (uint32_t i = 0; i < 3 * p->count; i++) u32(out, (uint32_t)(grid[i] - base[i])); }

#ifndef WIRE_PREDICTORS_H
#define WIRE_PREDICTORS_H
#include <stdbool.h>
#include <stdint.h>
struct wire_predictors { uint32_t count; uint32_t (*of)[3]; };
bool wire_predictors_init(struct wire_predictors *predictors, uint32_t particle_count, const uint32_t *links, uint32_t link_count);
void wire_predictors_release(struct wire_predictors *predictors);
#endif

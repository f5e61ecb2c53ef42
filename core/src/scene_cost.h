// What a scene's constraints cost.
#ifndef SCENE_COST_H
#define SCENE_COST_H

#include "pbd/scene.h"

// Constraints that these values switch on. Those that act in some sweeps only count as if they
// acted in all.
uint64_t scene_constraints_acting(const struct pbd_counts *counts, const float *values);

#endif

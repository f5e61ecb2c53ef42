// What a scene's constraints cost.
#ifndef SCENE_COST_H
#define SCENE_COST_H

#include "pbd/scene.h"

// Constraints that these values switch on. Those that act in some sweeps only count as if they
// acted in all.
uint64_t scene_constraints_acting(const struct pbd_counts *counts, const float *values);
// What each step costs besides, however many sweeps it has: the search for self-contacts.
uint64_t scene_searched(const struct pbd_counts *counts);

#endif

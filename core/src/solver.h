// The step: the seeds' loop as a list of stages.
#ifndef SOLVER_H
#define SOLVER_H

#include "world_internal.h"

void solver_step(struct pbd_world *world);

#endif

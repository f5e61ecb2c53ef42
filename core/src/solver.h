// The step: the seeds' loop as a list of stages.
#ifndef SOLVER_H
#define SOLVER_H

#include "contact.h"
#include "world_internal.h"

void solver_step(struct pbd_world *world);

// What touches obstacles now.
struct contact_bodies solver_bodies(const struct pbd_world *world);

#endif

// Distance constraint: C = |p_a − p_b| − rest.
#ifndef DISTANCE_H
#define DISTANCE_H

#include "pbd/world.h"
#include "sweep.h"

void distance_project(const struct sweep *sweep, const struct pbd_link *links, uint32_t count);

#endif

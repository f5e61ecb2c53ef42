// Distance constraint: C = |p_a − p_b| − rest, with stiffness (Müller et al. 2007, equations 10 and
// 11) or, if the compliance is not 0, as XPBD (Macklin, Müller, Chentanez 2016, equation 18).
#ifndef DISTANCE_H
#define DISTANCE_H

#include "constraint.h"
#include "pbd/world.h"

extern const struct constraint_kind distance_kind; // of struct pbd_link

void distance_project(const struct sweep *sweep, const void *constraints, float *scratch,
                      uint32_t count);

#endif

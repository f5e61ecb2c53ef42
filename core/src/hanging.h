// How well what hangs between two pins fits what theory says.
#ifndef HANGING_H
#define HANGING_H

#include "pbd/measure.h"

// Writes sag, catenary_* and parabola_* where they apply.
void hanging_measure(const struct pbd_world *world, double values[PBD_MEASURE_COUNT]);

#endif

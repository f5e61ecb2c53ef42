// Wind as an acceleration field: the breeze and the gusts.
//
// The breeze is ambient and varies in time and space; it is a pure function of seed, step and
// place. A gust is an acceleration along its direction. Its soft front of `width` runs over the
// scene at 5 m/s, and so does its end; a front without width acts everywhere at once. A particle at
// rest gains strength × duration from it at any h.
#ifndef WIND_H
#define WIND_H

#include "world_internal.h"

// Writes the acceleration at each particle for this step into model.wind; false, and nothing
// written, when the air is still.
bool wind_evaluate(struct pbd_world *world);
// Ends the gusts that have passed.
void wind_retire(struct pbd_world *world);
// Starts a gust now. The command is checked and the direction is not zero.
void wind_start_gust(struct pbd_world *world, const struct pbd_command *command);

#endif

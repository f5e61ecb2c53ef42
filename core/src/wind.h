// Wind as an acceleration field: the breeze, the gusts, and what steadily blows in some scenes.
//
// The breeze is ambient and varies in time and space; it is a pure function of seed, step and
// place. A gust is an acceleration along its direction. Its soft front of `width` runs at 5 m/s
// over the scene as it lay when the gust started, and so does its end; a front without width acts
// everywhere at once. Every free particle gains strength × duration from it, at any h and however
// it moves meanwhile: were the front to meet particles where they are, one that is blown along
// would stay in the gust for longer, at half the front's speed twice as long.
#ifndef WIND_H
#define WIND_H

#include "world_internal.h"

// Writes the acceleration at each particle for this step into model.wind; false, and nothing
// written, when the air is still.
bool wind_evaluate(struct pbd_world *world);
// Ends the gusts that have passed; called when a step is done.
void wind_retire(struct pbd_world *world);
// Starts a gust now. The command is checked and the direction is not zero. PBD_NO_MEMORY: it is not
// started.
enum pbd_status wind_start_gust(struct pbd_world *world, const struct pbd_command *command);

// The memory of fronts. Opening what is open does nothing; false without memory.
size_t wind_fronts_bytes(const struct model *model);
bool wind_open_fronts(struct model *model, const struct pbd_allocator *allocator);
void wind_close_fronts(struct model *model, const struct pbd_allocator *allocator);

#endif

// What commands do to hands: take hold, aim elsewhere, pull less hard, let go.
#ifndef HAND_COMMAND_H
#define HAND_COMMAND_H

#include "pbd/command.h"
#include "pbd/status.h"

struct pbd_world;

// Applies a command of a hand. Not PBD_OK: nothing changed.
enum pbd_status hand_command_apply(struct pbd_world *world, const struct pbd_command *command);

#endif

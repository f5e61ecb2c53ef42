// Who may do what in a room: one table, action × (everyone, named members, hosts), and what
// overrules it.
#ifndef RIGHTS_H
#define RIGHTS_H

#include <stdbool.h>

#include "seat.h"
#include "wire/rules.h"

// Both for newcomers of all kinds, without a limit of their own.
struct wire_rules rights_everyone_everything(void); // demo rooms
struct wire_rules rights_hosted(void); // grab and gust for everyone, the rest for hosts

// Whether the room allows it to a member now: hosts may do everything; who may only watch, or
// anybody while the room stands by for its host, nothing; of the others those whom the table names.
bool rights_allow(const struct wire_rules *rules, bool host_away, enum wire_right right,
                  const struct seat *seat);

#endif

// Who may do what in a room: one table, action × (everyone, hosts).
#ifndef RIGHTS_H
#define RIGHTS_H

#include <stdbool.h>

#include "wire/server_message.h"

enum rights_holders { RIGHTS_EVERYONE, RIGHTS_HOSTS };

struct rights {
    enum rights_holders holders[WIRE_RIGHT_COUNT];
};

struct rights rights_everyone_everything(void); // demo rooms
struct rights rights_hosted(void);              // grab and gust for everyone, the rest for hosts
bool rights_allow(const struct rights *rights, enum wire_right right, bool host);

#endif

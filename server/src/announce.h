// What the server tells the person who started it: where to join, who may host.
//
// Secrets are printed only to a terminal; otherwise they go to a file that only its owner can read.
#ifndef ANNOUNCE_H
#define ANNOUNCE_H

#include <stdbool.h>
#include <stdint.h>

#include "srv/options.h"

struct announce_room {
    const char *code;
    const char *host_key;
};

struct announce_secrets {
    const char *create_key;            // NULL: not needed
    const char *metrics_key;           // NULL: not needed
    const char *admin_key;             // goes to its own file, for the subcommands
    const struct announce_room *rooms; // [room_count]
    uint32_t room_count;
};

// False, with one sentence on stderr, if a file of secrets cannot be written.
bool announce(const struct srv_options *options, uint16_t port,
              const struct announce_secrets *secrets);

#endif

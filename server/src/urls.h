// The base URLs under which people reach the server, without a slash at the end.
#ifndef URLS_H
#define URLS_H

#include <stdbool.h>
#include <stdint.h>

#include "srv/options.h"

enum { URL_BYTES = SRV_TEXT_BYTES + 32, URLS_MAX = 16 };

struct urls {
    char list[URLS_MAX][URL_BYTES];
    uint32_t count;  // at least one
    bool only_local; // nobody else on the network can use it
};

// The public URL, or the address it listens on, or every LAN address of this machine.
void urls_collect(const struct srv_options *options, uint16_t port, struct urls *urls);

#endif

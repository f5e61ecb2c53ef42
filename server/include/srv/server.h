// The server: one object that owns the loop, the workers, the rooms and the connections.
#ifndef SRV_SERVER_H
#define SRV_SERVER_H

#include "srv/options.h"

// Serves until SIGTERM or SIGINT. Returns the exit code: 0 after a clean end, 1 when something
// failed on the way, 2 when it could not start for a reason that the operator can mend (one
// sentence on stderr). Log lines go to stderr as JSON, announcements for people to stdout.
int srv_server_run(const struct srv_options *options);

#endif

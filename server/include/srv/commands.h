// Subcommands of the binary, for those who run a server on this machine. Each returns the exit
// code.
#ifndef SRV_COMMANDS_H
#define SRV_COMMANDS_H

#include "srv/options.h"

// 0 if the server answers that it is alive, 1 otherwise. For a container's HEALTHCHECK.
int srv_command_health(const struct srv_options *options);

// Renews the host key of a room and prints the new host link; earlier links stop working. Reads the
// administrator's key that the running server keeps in the data folder.
int srv_command_host_link(const struct srv_options *options, const char *code);

#endif

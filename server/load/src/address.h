// Where the server is, and whether it may be loaded.
#ifndef ADDRESS_H
#define ADDRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

// Returns a problem, or NULL and the first address of the host.
const char *address_find(const char *host, uint16_t port, struct sockaddr_storage *address);

// Whether it is a loopback address: this very machine.
bool address_is_own(const struct sockaddr *address);

#endif

// A small HTTP call to a server on this machine: what the subcommands of the binary need.
#ifndef CALL_H
#define CALL_H

#include <stdbool.h>
#include <stddef.h>

#include "srv/options.h"

enum { CALL_BODY_BYTES = 1024 };

struct call_answer {
    int status; // of HTTP
    char body[CALL_BODY_BYTES];
};

// Sends one request to the server that these options describe (over TLS if they name a certificate,
// which is not checked: it is this machine). `key` may be NULL. False, with a sentence on stderr,
// if there is no answer within a few seconds.
bool call_server(const struct srv_options *options, const char *method, const char *path,
                 const char *key, struct call_answer *answer);

#endif

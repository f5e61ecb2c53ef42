// TLS by certificate files, reloaded when they change.
#ifndef TLS_H
#define TLS_H

#include <libwebsockets.h>
#include <stdbool.h>

#include "server_internal.h"

// Whether the options name a certificate and key that can be used together, or none at all; one
// sentence on stderr if not.
bool tls_files_fit(const struct srv_options *options);
// Adds the certificate to the context that is about to be created, if there is one.
void tls_configure(const struct srv_options *options, struct lws_context_creation_info *info);

// Looks at the files every few seconds. Open once the context is there.
void tls_watch_open(struct server *server);
void tls_watch_close(struct server *server);
// Loads the files again, changed or not; new connections use them. Bad files leave the old ones.
void tls_reload(struct server *server);

#endif

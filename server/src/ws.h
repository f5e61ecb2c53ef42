// WebSockets by libwebsockets: the only file that knows both.
#ifndef WS_H
#define WS_H

#include <libwebsockets.h>

#include "viewer.h"

extern const struct viewer_port ws_port;

// The callback of the subprotocol ropewalk.v1.
int ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t length);

// Whether a request may come in from the page that sent it: no Origin (a script), or one whose host
// is the request's own Host. Used for HTTP as well.
int ws_origin_is_own(struct lws *wsi);

// The server object of a connection.
struct server *ws_server(struct lws *wsi);

#endif

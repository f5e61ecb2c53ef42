// WebSockets by libwebsockets: the only file that knows both.
#ifndef WS_H
#define WS_H

#include <libwebsockets.h>

#include "viewer.h"

extern const struct viewer_port ws_port;

// The callback of the subprotocol ropewalk.v1.
int ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t length);

#endif

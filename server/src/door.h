// The door: which connections and requests come in at all.
//
// A page may only talk to us from our own origin or an allowed one, and only under a name that is
// ours: a Host that somebody else's DNS made point here is refused, or their page could reach into
// a school's network through its visitors' browsers. Each address has its limits; behind a trusted
// proxy the address is the one that the proxy names.
#ifndef DOOR_H
#define DOOR_H

#include <libwebsockets.h>
#include <stdbool.h>

#include "server_internal.h"

// Connections, in the order of their lives.
bool door_admits_peer(struct server *server, int fd); // before there is a connection object
void door_opened(struct lws *wsi);
void door_closed(struct lws *wsi);

// Whether the request's Host is a name of ours.
bool door_host_is_ours(struct lws *wsi);
// Whether the page that sent the request is ours or allowed; a request without Origin is no page's.
bool door_origin_is_allowed(struct lws *wsi);
// Whether this upgrade to a WebSocket may go on; counts the handshake.
bool door_admits_handshake(struct lws *wsi);

// Who is behind the connection, for limits; NULL when unknown.
struct visitor *door_visitor(struct lws *wsi);
// Who sent this request, also through a proxy; NULL if they may not have another one.
struct visitor *door_sender(struct lws *wsi);

struct server *door_server(struct lws *wsi);

#endif

// HTTP beside the WebSocket: the built client, the JSON of docs/PROTOCOL.md, health.
#ifndef HTTP_H
#define HTTP_H

#include <libwebsockets.h>
#include <stddef.h>

enum { HTTP_BODY_BYTES_MAX = 4096 };

struct http_session {
    char *answer; // being sent, owned (cJSON's)
    size_t answer_bytes;
    size_t sent_bytes;
    char body[HTTP_BODY_BYTES_MAX]; // of a POST
    size_t body_bytes;
    int body_too_large;
};

// The callback of the protocol "http", which also keeps the door for new connections.
int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length);

#endif

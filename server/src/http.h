// HTTP beside the WebSocket: the built client, the JSON of docs/PROTOCOL.md, health.
#ifndef HTTP_H
#define HTTP_H

#include <libwebsockets.h>
#include <stdbool.h>
#include <stddef.h>

#include "srv/options.h"

enum { HTTP_BODY_BYTES_MAX = 4096, HTTP_PATH_BYTES = 128 };

struct http_session {
    char *answer; // being sent, owned
    size_t answer_bytes;
    size_t sent_bytes;
    uint64_t noise; // not 0: the answer is `answer_bytes` of this generator instead
    char post_path[HTTP_PATH_BYTES]; // of the POST whose body is being received
    char body[HTTP_BODY_BYTES_MAX];
    size_t body_bytes;
    int body_too_large;
    bool awaits_body;
    bool posted; // the answer is the connection's last
};

// Which paths are files and which are answered here. libwebsockets keeps pointers into it, so it
// must outlive the context.
enum { HTTP_MOUNT_COUNT = 8 };
struct http_mounts {
    struct lws_http_mount list[HTTP_MOUNT_COUNT]; // the first is the head
    char assets_folder[SRV_TEXT_BYTES + 8];
};
void http_mounts_init(struct http_mounts *mounts, const char *www);

// The callback of the protocol "http", which also keeps the door for new connections.
int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length);

#endif

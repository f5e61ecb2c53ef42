#include "door.h"

#include <string.h>
#include <strings.h>

enum { HOST_BYTES = 256, FORWARDED_BYTES = 512 };

struct server *door_server(struct lws *wsi) {
    return lws_context_user(lws_get_context(wsi));
}

struct visitor *door_visitor(struct lws *wsi) {
    return lws_get_opaque_user_data(wsi);
}

// ---- addresses ---------------------------------------------------------------------------------

static bool is_proxy(const struct server *server, const struct address *peer) {
    for (uint32_t i = 0; i < server->proxies.count; i++) {
        if (address_range_contains(&server->proxies.list[i], peer)) {
            return true;
        }
    }
    return false;
}

bool door_admits_peer(struct server *server, int fd) {
    struct address peer;
    if (server->draining || !address_of_peer(fd, &peer)) {
        return false;
    }
    return is_proxy(server, &peer) || visitors_may_arrive(&server->visitors, &peer);
}

void door_opened(struct lws *wsi) {
    struct server *server = door_server(wsi);
    struct address peer;
    // Who comes through a proxy is known with the first request.
    if (address_of_peer(lws_get_socket_fd(wsi), &peer) && !is_proxy(server, &peer)) {
        lws_set_opaque_user_data(wsi, visitors_arrive(&server->visitors, &peer, uv_hrtime()));
    }
}

void door_closed(struct lws *wsi) {
    struct visitor *visitor = door_visitor(wsi);
    if (visitor != NULL) {
        visitors_depart(visitor);
        lws_set_opaque_user_data(wsi, NULL);
    }
}

// Finds out who sent this request if it came through a proxy. False: they may not have another one.
static bool meet_sender(struct lws *wsi) {
    struct server *server = door_server(wsi);
    char forwarded[FORWARDED_BYTES] = "";
    struct address peer;
    if (!address_of_peer(lws_get_socket_fd(wsi), &peer) || !is_proxy(server, &peer)) {
        return door_visitor(wsi) != NULL;
    }
    if (lws_hdr_copy(wsi, forwarded, sizeof forwarded, WSI_TOKEN_X_FORWARDED_FOR) < 0) {
        return false; // longer than any honest one
    }
    struct address sender = address_behind(&peer, forwarded, &server->proxies);
    door_closed(wsi);
    struct visitor *visitor = visitors_arrive(&server->visitors, &sender, uv_hrtime());
    lws_set_opaque_user_data(wsi, visitor);
    return visitor != NULL;
}

struct visitor *door_sender(struct lws *wsi) {
    return meet_sender(wsi) ? door_visitor(wsi) : NULL;
}

// ---- names -------------------------------------------------------------------------------------

// Whether `text` is one of the words of a list separated by commas.
static bool list_holds(const char *list, const char *text) {
    size_t wanted = strlen(text);
    while (*list != '\0') {
        size_t length = strcspn(list, ",");
        if (length == wanted && strncasecmp(list, text, length) == 0) {
            return true;
        }
        list += length + (list[length] == ',');
    }
    return false;
}

// Whether this is a name or an address and perhaps a port. Anything more, such as a user's name or
// a second Host joined to the first, is there to be read by us in one way and by others in another.
static bool is_plain_host(const char *host) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
    const char *port = host + (host[0] == '[' ? strcspn(host, "]") + 1 : strspn(host, plain));
    size_t name_bytes = (size_t)(port - host);
    return name_bytes > 0 && name_bytes <= strlen(host) &&
           (port[0] == '\0' ||
            (port[0] == ':' && port[1 + strspn(port + 1, "0123456789")] == '\0'));
}

// "school.example:8080" → "school.example", "[::1]:80" → "::1".
static void strip_port(char *host) {
    if (host[0] == '[') {
        char *end = strchr(host, ']');
        if (end != NULL) {
            *end = '\0';
            memmove(host, host + 1, strlen(host));
        }
        return;
    }
    char *colon = strrchr(host, ':');
    if (colon != NULL) {
        *colon = '\0';
    }
}

// The host part of a URL such as https://school.example:8443/path, without the port.
static void host_of_url(const char *url, char host[HOST_BYTES]) {
    const char *start = strstr(url, "://");
    start = start == NULL ? url : start + 3;
    size_t length = strcspn(start, "/");
    length = length < HOST_BYTES ? length : HOST_BYTES - 1;
    memcpy(host, start, length);
    host[length] = '\0';
    strip_port(host);
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text);
    size_t wanted = strlen(end);
    return length >= wanted && strcasecmp(text + length - wanted, end) == 0;
}

bool door_host_is_ours(struct lws *wsi) {
    const struct srv_options *options = door_server(wsi)->options;
    char host[HOST_BYTES];
    char public_host[HOST_BYTES];
    struct address address;
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0 || !is_plain_host(host)) {
        return false;
    }
    strip_port(host);
    host_of_url(options->public_url, public_host);
    // Addresses, and names that only a local network resolves, cannot be pointed here by a
    // stranger.
    bool local =
        address_parse(host, &address) || strchr(host, '.') == NULL || ends_with(host, ".local");
    return local || strcasecmp(host, public_host) == 0 || list_holds(options->allowed_hosts, host);
}

bool door_origin_is_allowed(struct lws *wsi) {
    char origin[HOST_BYTES];
    char host[HOST_BYTES];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0) {
        return true;
    }
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0 ||
        lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0) {
        return false;
    }
    if (list_holds(door_server(wsi)->options->allowed_origins, origin)) {
        return true;
    }
    const char *separator = strstr(origin, "://");
    return separator != NULL && strcasecmp(separator + 3, host) == 0;
}

// libwebsockets looks at neither: it would answer any version, and any key however short.
static bool speaks_version_13(struct lws *wsi) {
    enum { KEY_BYTES = 24 }; // 16 bytes in base64
    char version[4];
    return lws_hdr_copy(wsi, version, sizeof version, WSI_TOKEN_VERSION) > 0 &&
           strcmp(version, "13") == 0 && lws_hdr_total_length(wsi, WSI_TOKEN_KEY) == KEY_BYTES;
}

bool door_admits_handshake(struct lws *wsi) {
    char path[8];
    int length = lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    return length == 3 && strcmp(path, "/ws") == 0 && speaks_version_13(wsi) &&
           !door_server(wsi)->draining && door_host_is_ours(wsi) && door_origin_is_allowed(wsi) &&
           meet_sender(wsi) && visitor_may_shake_hands(door_visitor(wsi), uv_hrtime());
}

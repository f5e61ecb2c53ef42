#include "urls.h"

#include <stdio.h>
#include <string.h>
#include <uv.h>

static void add(struct urls *urls, const struct srv_options *options, const char *host,
                uint16_t port) {
    if (urls->count == URLS_MAX) {
        return;
    }
    bool v6 = strchr(host, ':') != NULL;
    snprintf(urls->list[urls->count++], URL_BYTES, "%s://%s%s%s:%u",
             options->tls_cert[0] == '\0' ? "http" : "https", v6 ? "[" : "", host, v6 ? "]" : "",
             port);
}

static void add_lan_addresses(struct urls *urls, const struct srv_options *options, uint16_t port) {
    uv_interface_address_t *addresses;
    int count;
    if (uv_interface_addresses(&addresses, &count) != 0) {
        return;
    }
    for (int i = 0; i < count; i++) {
        char host[64];
        // IPv6 addresses of a LAN are mostly link-local, which browsers do not open.
        if (!addresses[i].is_internal && addresses[i].address.address4.sin_family == AF_INET) {
            uv_ip4_name(&addresses[i].address.address4, host, sizeof host);
            add(urls, options, host, port);
        }
    }
    uv_free_interface_addresses(addresses, count);
}

void urls_collect(const struct srv_options *options, uint16_t port, struct urls *urls) {
    const char *listen = options->listen;
    *urls = (struct urls){0};
    if (options->public_url[0] != '\0') {
        size_t length = strlen(options->public_url);
        while (length > 0 && options->public_url[length - 1] == '/') {
            length--;
        }
        snprintf(urls->list[urls->count++], URL_BYTES, "%.*s", (int)length, options->public_url);
        return;
    }
    if (listen[0] == '\0' || strcmp(listen, "0.0.0.0") == 0 || strcmp(listen, "::") == 0) {
        add_lan_addresses(urls, options, port);
    } else {
        add(urls, options, listen, port);
    }
    if (urls->count == 0) {
        add(urls, options, "localhost", port);
        urls->only_local = true;
    }
}

#include "call.h"

#include <openssl/bio.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

enum { TIMEOUT_S = 3 };

// The address to call: where the server listens, or loopback if that is everywhere.
static const char *host_of(const struct srv_options *options) {
    const char *listen = options->listen;
    bool everywhere =
        listen[0] == '\0' || strcmp(listen, "0.0.0.0") == 0 || strcmp(listen, "::") == 0;
    return everywhere ? "127.0.0.1" : listen;
}

static BIO *open_connection(const struct srv_options *options, SSL_CTX *tls) {
    char place[SRV_TEXT_BYTES + 16];
    const char *host = host_of(options);
    bool v6 = strchr(host, ':') != NULL;
    snprintf(place, sizeof place, "%s%s%s:%u", v6 ? "[" : "", host, v6 ? "]" : "", options->port);
    BIO *bio = tls == NULL ? BIO_new_connect(place) : BIO_new_ssl_connect(tls);
    if (bio != NULL && tls != NULL) {
        BIO_set_conn_hostname(bio, place);
    }
    return bio;
}

static void set_timeout(BIO *bio) {
    int fd = -1;
    struct timeval timeout = {.tv_sec = TIMEOUT_S};
    if (BIO_get_fd(bio, &fd) >= 0) {
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
    }
}

// Reads until the server closes or the buffer is full.
static size_t read_all(BIO *bio, char *text, size_t capacity) {
    size_t length = 0;
    int got;
    while (length + 1 < capacity &&
           (got = BIO_read(bio, text + length, (int)(capacity - length - 1))) > 0) {
        length += (size_t)got;
    }
    text[length] = '\0';
    return length;
}

static bool exchange(BIO *bio, const struct srv_options *options, const char *method,
                     const char *path, const char *key, struct call_answer *answer) {
    char text[4096];
    const char *host = host_of(options);
    bool v6 = strchr(host, ':') != NULL;
    int length = snprintf(text, sizeof text,
                          "%s %s HTTP/1.1\r\nHost: %s%s%s\r\nConnection: close\r\n"
                          "Content-Length: 0\r\n%s%s%s\r\n",
                          method, path, v6 ? "[" : "", host, v6 ? "]" : "",
                          key == NULL ? "" : "Authorization: Bearer ", key == NULL ? "" : key,
                          key == NULL ? "" : "\r\n");
    if (length < 0 || (size_t)length >= sizeof text || BIO_write(bio, text, length) != length) {
        return false;
    }
    read_all(bio, text, sizeof text);
    const char *body = strstr(text, "\r\n\r\n");
    if (sscanf(text, "HTTP/1.%*d %d", &answer->status) != 1 || body == NULL) {
        return false;
    }
    snprintf(answer->body, sizeof answer->body, "%s", body + 4);
    return true;
}

bool call_server(const struct srv_options *options, const char *method, const char *path,
                 const char *key, struct call_answer *answer) {
    bool with_tls = options->tls_cert[0] != '\0';
    SSL_CTX *tls = with_tls ? SSL_CTX_new(TLS_client_method()) : NULL;
    BIO *bio = with_tls && tls == NULL ? NULL : open_connection(options, tls);
    bool answered = false;
    if (bio != NULL && BIO_do_connect(bio) > 0) {
        set_timeout(bio);
        answered = exchange(bio, options, method, path, key, answer);
    }
    if (!answered) {
        fprintf(stderr, "ropewalk: no answer from %s port %u\n", host_of(options), options->port);
    }
    BIO_free_all(bio);
    SSL_CTX_free(tls);
    return answered;
}

#include "tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { LOOK_EVERY_MS = 5000 };

static bool uses_tls(const struct srv_options *options) {
    return options->tls_cert[0] != '\0';
}

// Loads both files into a context of its own: NULL, or what is wrong with them.
static const char *try_files(const struct srv_options *options) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    const char *wrong = NULL;
    if (context == NULL) {
        return "out of memory";
    }
    if (SSL_CTX_use_certificate_chain_file(context, options->tls_cert) != 1) {
        wrong = "the certificate cannot be read as PEM";
    } else if (SSL_CTX_use_PrivateKey_file(context, options->tls_key, SSL_FILETYPE_PEM) != 1) {
        wrong = "the private key cannot be read as PEM, or belongs to another certificate";
    } else if (SSL_CTX_check_private_key(context) != 1) {
        wrong = "the private key belongs to another certificate";
    }
    ERR_clear_error();
    SSL_CTX_free(context);
    return wrong;
}

bool tls_files_fit(const struct srv_options *options) {
    if (!uses_tls(options) && options->tls_key[0] == '\0') {
        return true;
    }
    if (!uses_tls(options) || options->tls_key[0] == '\0') {
        fprintf(stderr, "ropewalk: --tls-cert and --tls-key go together\n");
        return false;
    }
    const char *wrong = try_files(options);
    if (wrong != NULL) {
        fprintf(stderr, "ropewalk: %s, %s: %s\n", options->tls_cert, options->tls_key, wrong);
    }
    return wrong == NULL;
}

void tls_configure(const struct srv_options *options, struct lws_context_creation_info *info) {
    if (!uses_tls(options)) {
        return;
    }
    info->options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    info->ssl_cert_filepath = options->tls_cert;
    info->ssl_private_key_filepath = options->tls_key;
    info->ssl_options_set = SSL_OP_NO_RENEGOTIATION; // one handshake for each connection
    info->alpn = "http/1.1"; // writing from the tick needs WebSocket over HTTP/1
}

void tls_reload(struct server *server) {
    if (!uses_tls(server->options)) {
        return;
    }
    const char *wrong = try_files(server->options);
    if (wrong != NULL) {
        LOG(&server->log, LOG_WARNING, "certificate_not_reloaded", LOG_TEXT("reason", wrong));
        return;
    }
    lws_tls_cert_updated(server->context, server->options->tls_cert, server->options->tls_key, NULL,
                         0, NULL, 0);
    LOG(&server->log, LOG_INFO, "certificate_reloaded", LOG_NUMBER("draining", server->draining));
}

// A number that changes with either file.
static uint64_t fingerprint(const struct srv_options *options) {
    uint64_t sum = 0;
    const char *paths[] = {options->tls_cert, options->tls_key};
    for (int i = 0; i < 2; i++) {
        struct stat file;
        if (stat(paths[i], &file) == 0) {
            sum = sum * 31 + (uint64_t)file.st_mtim.tv_sec * 1000000000u +
                  (uint64_t)file.st_mtim.tv_nsec + (uint64_t)file.st_ino + (uint64_t)file.st_size;
        }
    }
    return sum;
}

static void on_look(uv_timer_t *timer) {
    struct server *server = timer->data;
    uint64_t now = fingerprint(server->options);
    if (now != server->tls_fingerprint) {
        server->tls_fingerprint = now;
        tls_reload(server);
    }
}

void tls_watch_open(struct server *server) {
    server->tls_fingerprint = fingerprint(server->options);
    if (uses_tls(server->options)) {
        uv_timer_start(&server->tls_timer, on_look, LOOK_EVERY_MS, LOOK_EVERY_MS);
    }
}

void tls_watch_close(struct server *server) {
    uv_timer_stop(&server->tls_timer);
}

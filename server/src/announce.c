#include "announce.h"

#include <errno.h>
#include <fcntl.h>
#include <qrencode.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

enum { URL_BYTES = SRV_TEXT_BYTES + 64 };

// ---- QR codes ----------------------------------------------------------------------------------

// Two modules to a character, dark on light whatever the terminal's colours.
static void print_qr(FILE *out, const char *text) {
    enum { QUIET = 2 };
    QRcode *qr = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
    if (qr == NULL) {
        return;
    }
    for (int y = -QUIET; y < qr->width + QUIET; y += 2) {
        fputs("    \x1b[30;107m", out);
        for (int x = -QUIET; x < qr->width + QUIET; x++) {
            bool dark[2];
            for (int half = 0; half < 2; half++) {
                int row = y + half;
                bool inside = x >= 0 && x < qr->width && row >= 0 && row < qr->width;
                dark[half] = inside && (qr->data[row * qr->width + x] & 1) != 0;
            }
            fputs(dark[0] && dark[1] ? "█" : dark[0] ? "▀" : dark[1] ? "▄" : " ", out);
        }
        fputs("\x1b[0m\n", out);
    }
    QRcode_free(qr);
}

// ---- links -------------------------------------------------------------------------------------

static void print_join(FILE *out, const char *base, bool with_qr) {
    fprintf(out, "  Join:  %s/\n", base);
    if (with_qr) {
        print_qr(out, base);
    }
}

static void base_url(char url[URL_BYTES], const char *host, uint16_t port) {
    bool v6 = strchr(host, ':') != NULL;
    snprintf(url, URL_BYTES, "http://%s%s%s:%u", v6 ? "[" : "", host, v6 ? "]" : "", port);
}

// Calls `each` with the base URL of every address under which others may reach this server, until
// it has none left; the first one is written to `first`.
static void print_addresses(FILE *out, const struct srv_options *options, uint16_t port,
                            bool with_qr, char first[URL_BYTES]) {
    char url[URL_BYTES];
    if (options->public_url[0] != '\0') {
        snprintf(first, URL_BYTES, "%s", options->public_url);
        size_t length = strlen(first);
        if (length > 0 && first[length - 1] == '/') {
            first[length - 1] = '\0';
        }
        print_join(out, first, with_qr);
        return;
    }
    if (options->listen[0] != '\0' && strcmp(options->listen, "0.0.0.0") != 0 &&
        strcmp(options->listen, "::") != 0) {
        base_url(first, options->listen, port);
        print_join(out, first, with_qr);
        return;
    }
    uv_interface_address_t *addresses;
    int count = 0;
    base_url(first, "localhost", port);
    if (uv_interface_addresses(&addresses, &count) != 0) {
        count = 0;
    }
    bool found = false;
    for (int i = 0; i < count; i++) {
        char host[64];
        if (addresses[i].is_internal || addresses[i].address.address4.sin_family != AF_INET) {
            continue;
        }
        uv_ip4_name(&addresses[i].address.address4, host, sizeof host);
        base_url(url, host, port);
        print_join(out, url, with_qr);
        if (!found) {
            memcpy(first, url, URL_BYTES);
            found = true;
        }
    }
    if (count > 0) {
        uv_free_interface_addresses(addresses, count);
    }
    if (!found) {
        print_join(out, first, false);
    }
}

static void print_secrets(FILE *out, const char *base, const struct announce_secrets *secrets) {
    for (uint32_t i = 0; i < secrets->room_count; i++) {
        fprintf(out, "  Host:  %s/r/%s#host=%s\n", base, secrets->rooms[i].code,
                secrets->rooms[i].host_key);
    }
    if (secrets->create_key != NULL) {
        fprintf(out, "  Key for new rooms:  %s\n", secrets->create_key);
    }
    if (secrets->metrics_key != NULL) {
        fprintf(out, "  Key for /metrics:   %s\n", secrets->metrics_key);
    }
}

static bool write_secrets(const struct srv_options *options, const char *base,
                          const struct announce_secrets *secrets, char path[URL_BYTES]) {
    snprintf(path, URL_BYTES, "%s/host-links.txt", options->data);
    unlink(path); // so that the mode is that of a new file
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (file == NULL) {
        fprintf(stderr, "ropewalk: cannot write %s: %s\n", path, strerror(errno));
        if (fd >= 0) {
            close(fd);
        }
        return false;
    }
    print_secrets(file, base, secrets);
    bool written = fflush(file) == 0;
    fclose(file);
    if (!written) {
        fprintf(stderr, "ropewalk: cannot write %s: the disk is full\n", path);
    }
    return written;
}

bool announce(const struct srv_options *options, uint16_t port,
              const struct announce_secrets *secrets) {
    char first[URL_BYTES];
    char path[URL_BYTES];
    bool terminal = isatty(STDOUT_FILENO);
    printf("Ropewalk %s is ready.\n\n", ROPEWALK_VERSION);
    print_addresses(stdout, options, port, terminal, first);
    if (terminal) {
        print_secrets(stdout, first, secrets);
    } else {
        if (!write_secrets(options, first, secrets, path)) {
            return false;
        }
        printf("  Host links and keys are in %s.\n", path);
    }
    printf("\nStop with Ctrl-C.\n");
    fflush(stdout);
    return true;
}

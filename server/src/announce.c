#include "announce.h"

#include <stdio.h>
#include <unistd.h>

#include "qr.h"
#include "secret_file.h"
#include "urls.h"

// ---- announcing --------------------------------------------------------------------------------

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

static bool write_links(const struct srv_options *options, const char *base,
                        const struct announce_secrets *secrets) {
    FILE *file = secret_file_create(options, SECRET_FILE_LINKS);
    if (file == NULL) {
        return false;
    }
    print_secrets(file, base, secrets);
    return secret_file_finish(file, SECRET_FILE_LINKS);
}

static bool write_admin_key(const struct srv_options *options, const char *key) {
    FILE *file = secret_file_create(options, SECRET_FILE_ADMIN);
    if (file == NULL) {
        return false;
    }
    fprintf(file, "%s\n", key);
    return secret_file_finish(file, SECRET_FILE_ADMIN);
}

bool announce(const struct srv_options *options, uint16_t port,
              const struct announce_secrets *secrets) {
    struct urls urls;
    bool terminal = isatty(STDOUT_FILENO);
    urls_collect(options, port, &urls);
    if (!write_admin_key(options, secrets->admin_key) ||
        (!terminal && !write_links(options, urls.list[0], secrets))) {
        return false;
    }
    printf("Ropewalk %s is ready.\n\n", ROPEWALK_VERSION);
    for (uint32_t i = 0; i < urls.count; i++) {
        printf("  Join:  %s/\n", urls.list[i]);
        if (terminal && !urls.only_local) {
            qr_print(stdout, urls.list[i]);
        }
    }
    if (terminal) {
        print_secrets(stdout, urls.list[0], secrets);
    } else {
        printf("  Host links and keys are in %s/%s.\n", options->data, SECRET_FILE_LINKS);
    }
    printf("\nStop with Ctrl-C.\n");
    fflush(stdout);
    return true;
}

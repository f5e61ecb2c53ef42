#include "srv/options.h"

#include <errno.h>
#include <getopt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "address.h"

// One row per option: the flag --NAME and the environment variable ROPEWALK_NAME are the same
// thing.
enum option_kind { TEXT, NUMBER, PORT, ACCESS, RANGES, EMPTY_ROOMS, SWITCH, SIMD };

struct option_row {
    const char *flag;
    const char *variable;
    enum option_kind kind;
    size_t offset; // in struct srv_options
    uint32_t min, max;
    const char *help;
};

#define AT(field) offsetof(struct srv_options, field)

static const struct option_row rows[] = {
    {"listen", "ROPEWALK_LISTEN", TEXT, AT(listen), 0, 0,
     "ADDRESS to listen on (default: all interfaces)"},
    {"port", "ROPEWALK_PORT", PORT, AT(port), 0, 65535, "PORT, 0 for a free one (default 8080)"},
    {"public-url", "ROPEWALK_PUBLIC_URL", TEXT, AT(public_url), 0, 0,
     "URL under which people reach this server (default: its LAN addresses)"},
    {"allowed-hosts", "ROPEWALK_ALLOWED_HOSTS", TEXT, AT(allowed_hosts), 0, 0,
     "NAMES, separated by commas, that this server goes by besides its addresses,\n"
     "      names without a dot, *.local and the host of --public-url"},
    {"allowed-origins", "ROPEWALK_ALLOWED_ORIGINS", TEXT, AT(allowed_origins), 0, 0,
     "ORIGINS, separated by commas, of other pages that may connect"},
    {"embed-origins", "ROPEWALK_EMBED_ORIGINS", TEXT, AT(embed_origins), 0, 0,
     "ORIGINS, separated by commas, of pages that may embed a room (?embed=1)"},
    {"trusted-proxies", "ROPEWALK_TRUSTED_PROXIES", RANGES, AT(trusted_proxies), 0, 0,
     "ADDRESSES or ranges (10.0.0.0/8), separated by commas, whose X-Forwarded-For\n"
     "      is believed"},
    {"tls-cert", "ROPEWALK_TLS_CERT", TEXT, AT(tls_cert), 0, 0,
     "FILE of the certificate chain, PEM; reloaded when it changes"},
    {"tls-key", "ROPEWALK_TLS_KEY", TEXT, AT(tls_key), 0, 0, "FILE of its private key, PEM"},
    {"www", "ROPEWALK_WWW", TEXT, AT(www), 0, 0,
     "FOLDER of the built client (default web_client/dist)"},
    {"data", "ROPEWALK_DATA", TEXT, AT(data), 0, 0,
     "FOLDER for what the server writes (default var)"},
    {"workers", "ROPEWALK_WORKERS", NUMBER, AT(workers), 0, 64,
     "threads that step rooms, 0 for cores - 1 (default 0)"},
    {"simd", "ROPEWALK_SIMD", SIMD, AT(simd), 0, 0,
     "vectors that rooms are stepped with, to the same bits: auto, scalar, sse2, neon,\n"
     "      avx2 or avx512 (default auto: the widest that this processor has)"},
    {"create", "ROPEWALK_CREATE", ACCESS, AT(create), 0, 0,
     "who may create rooms: open, key or off (default key)"},
    {"metrics", "ROPEWALK_METRICS", ACCESS, AT(metrics), 0, 0,
     "who may read /metrics: open, key or off (default key)"},
    {"empty-rooms", "ROPEWALK_EMPTY_ROOMS", EMPTY_ROOMS, AT(empty_rooms), 0, 0,
     "what a room does when nobody has been in it for 5 s: stop, until somebody comes,\n"
     "      or run (default stop)"},
    {"room-end-after", "ROPEWALK_ROOM_END_AFTER", NUMBER, AT(room_end_after_min), 0, 10080,
     "MINUTES after which a created room that nobody has been in ends, 0 for never\n"
     "      (default 180); demo rooms stay"},
    {"adaptive-rate", "ROPEWALK_ADAPTIVE_RATE", SWITCH, AT(adaptive_rate), 0, 0,
     "whether viewers that lag, and crowds, are sent fewer frames per second: on or off\n"
     "      (default on)"},
    {"rooms-max", "ROPEWALK_ROOMS_MAX", NUMBER, AT(rooms_max), 3, 10000,
     "rooms at most (default 100)"},
    {"viewers-per-room-max", "ROPEWALK_VIEWERS_PER_ROOM_MAX", NUMBER, AT(viewers_per_room_max), 1,
     1000, "viewers in one room at most (default 100)"},
    {"viewers-max", "ROPEWALK_VIEWERS_MAX", NUMBER, AT(viewers_max), 1, 20000,
     "viewers in all at most (default 2000)"},
    {"commands-per-s-max", "ROPEWALK_COMMANDS_PER_S_MAX", NUMBER, AT(commands_per_s_max), 1, 10000,
     "commands per second of one viewer (default 240)"},
    {"connections-per-address-max", "ROPEWALK_CONNECTIONS_PER_ADDRESS_MAX", NUMBER,
     AT(connections_per_address_max), 1, 100000,
     "connections from one address, a class behind one NAT (default 600)"},
    {"handshakes-per-s-max", "ROPEWALK_HANDSHAKES_PER_S_MAX", NUMBER, AT(handshakes_per_s_max), 1,
     100000, "new WebSockets per second from one address, and as many at once (default 100)"},
    {"guesses-per-minute-max", "ROPEWALK_GUESSES_PER_MINUTE_MAX", NUMBER,
     AT(guesses_per_minute_max), 1, 100000,
     "wrong room codes per minute from one address, and as many at once (default 60)"},
    {"viewer-queue-bytes-max", "ROPEWALK_VIEWER_QUEUE_BYTES_MAX", NUMBER,
     AT(viewer_queue_bytes_max), 65536, 1 << 28,
     "bytes that may wait for one viewer (default 1048576)"},
    {"send-buffer-bytes", "ROPEWALK_SEND_BUFFER_BYTES", NUMBER, AT(send_buffer_bytes), 4096,
     1 << 24, "kernel's buffer for one viewer (default 65536)"},
    {"retry-after-s", "ROPEWALK_RETRY_AFTER_S", NUMBER, AT(retry_after_s), 0, 3600,
     "when viewers are told to come back after a shutdown (default 5)"},
    {"hands-per-seat-max", "ROPEWALK_HANDS_PER_SEAT_MAX", NUMBER, AT(hands_per_seat_max), 1, 10,
     "hands of one member (default 10)"},
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

struct srv_options srv_options_default(void) {
    return (struct srv_options){
        .port = 8080,
        .www = "web_client/dist",
        .data = "var",
        .simd = pbd_simd_best(),
        .create = SRV_BY_KEY,
        .metrics = SRV_BY_KEY,
        .adaptive_rate = true,
        .room_end_after_min = 180,
        .rooms_max = 100,
        .viewers_per_room_max = 100,
        .viewers_max = 2000,
        .commands_per_s_max = 240,
        .hands_per_seat_max = 10,
        .connections_per_address_max = 600,
        .handshakes_per_s_max = 100,
        .guesses_per_minute_max = 60,
        .viewer_queue_bytes_max = 1 << 20,
        .send_buffer_bytes = 64 * 1024,
        .retry_after_s = 5,
    };
}

static bool read_number(const char *text, uint32_t min, uint32_t max, uint32_t *number) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || value < (long)min || value > (long)max) {
        return false;
    }
    *number = (uint32_t)value;
    return true;
}

static bool read_access(const char *text, enum srv_access *access) {
    static const char *const words[] = {"key", "open", "off"};
    for (uint32_t i = 0; i < 3; i++) {
        if (strcmp(text, words[i]) == 0) {
            *access = (enum srv_access)i;
            return true;
        }
    }
    return false;
}

static bool read_switch(const char *text, bool *on) {
    bool is_on = strcmp(text, "on") == 0;
    if (!is_on && strcmp(text, "off") != 0) {
        return false;
    }
    *on = is_on;
    return true;
}

static bool read_empty_rooms(const char *text, enum srv_empty_rooms *empty_rooms) {
    bool run = strcmp(text, "run") == 0;
    if (!run && strcmp(text, "stop") != 0) {
        return false;
    }
    *empty_rooms = run ? SRV_EMPTY_ROOMS_RUN : SRV_EMPTY_ROOMS_STOP;
    return true;
}

// The vectors of a name; PBD_SIMD_COUNT if there are none.
static enum pbd_simd simd_named(const char *name) {
    if (strcmp(name, "auto") == 0) {
        return pbd_simd_best();
    }
    int simd = 0;
    while (simd < PBD_SIMD_COUNT && strcmp(name, pbd_simd_name((enum pbd_simd)simd)) != 0) {
        simd++;
    }
    return (enum pbd_simd)simd;
}

static bool take_simd(enum pbd_simd *simd, const char *name, const char *text, FILE *complaints) {
    enum pbd_simd wanted = simd_named(text);
    if (wanted == PBD_SIMD_COUNT) {
        fprintf(complaints,
                "ropewalk: %s must be auto, scalar, sse2, neon, avx2 or avx512, not '%s'\n", name,
                text);
        return false;
    }
    if (!pbd_simd_is_available(wanted)) {
        fprintf(complaints, "ropewalk: %s is '%s', which this processor does not have\n", name,
                text);
        return false;
    }
    *simd = wanted;
    return true;
}

// Writes one value into the options, or a sentence that says what it must be.
static bool take(struct srv_options *options, const struct option_row *row, const char *name,
                 const char *text, FILE *complaints) {
    char *field = (char *)options + row->offset;
    uint32_t number;
    struct address_ranges ranges;
    switch (row->kind) {
    case RANGES:
        if (!address_ranges_parse(text, &ranges)) {
            fprintf(complaints,
                    "ropewalk: %s must be at most %d addresses or ranges such as 10.0.0.0/8, "
                    "separated by commas, not '%s'\n",
                    name, ADDRESS_RANGES_MAX, text);
            return false;
        }
        // fall through
    case TEXT:
        if (strlen(text) >= SRV_TEXT_BYTES) {
            fprintf(complaints, "ropewalk: %s is longer than %d bytes\n", name, SRV_TEXT_BYTES - 1);
            return false;
        }
        strcpy(field, text);
        return true;
    case NUMBER:
    case PORT:
        if (!read_number(text, row->min, row->max, &number)) {
            fprintf(complaints, "ropewalk: %s must be a whole number from %u to %u, not '%s'\n",
                    name, row->min, row->max, text);
            return false;
        }
        if (row->kind == PORT) {
            uint16_t port = (uint16_t)number;
            memcpy(field, &port, sizeof port);
        } else {
            memcpy(field, &number, sizeof number);
        }
        return true;
    case ACCESS:
        if (!read_access(text, (enum srv_access *)(void *)field)) {
            fprintf(complaints, "ropewalk: %s must be open, key or off, not '%s'\n", name, text);
            return false;
        }
        return true;
    case SWITCH:
        if (!read_switch(text, (bool *)field)) {
            fprintf(complaints, "ropewalk: %s must be on or off, not '%s'\n", name, text);
            return false;
        }
        return true;
    case SIMD:
        return take_simd((enum pbd_simd *)(void *)field, name, text, complaints);
    case EMPTY_ROOMS:
        if (!read_empty_rooms(text, (enum srv_empty_rooms *)(void *)field)) {
            fprintf(complaints, "ropewalk: %s must be stop or run, not '%s'\n", name, text);
            return false;
        }
        return true;
    }
    return false;
}

static void print_help(FILE *out) {
    fputs("Usage: ropewalk [flags]\n\n"
          "Serves shared worlds of rope and cloth to browsers. Every flag has an environment\n"
          "variable of the same meaning; the flag wins.\n\n",
          out);
    for (uint32_t i = 0; i < ROW_COUNT; i++) {
        fprintf(out, "  --%-22s %s\n      %s\n", rows[i].flag, rows[i].help, rows[i].variable);
    }
    fputs("  --help                   this text\n  --version                the version\n", out);
}

static bool read_environment(struct srv_options *options, FILE *complaints) {
    for (uint32_t i = 0; i < ROW_COUNT; i++) {
        const char *text = getenv(rows[i].variable);
        if (text != NULL && !take(options, &rows[i], rows[i].variable, text, complaints)) {
            return false;
        }
    }
    return true;
}

enum { HELP = ROW_COUNT, VERSION };

enum srv_options_result srv_options_read(struct srv_options *options, int argc, char **argv,
                                         FILE *answers, FILE *complaints) {
    struct srv_options read = *options;
    if (!read_environment(&read, complaints)) {
        return SRV_OPTIONS_WRONG;
    }
    struct option flags[ROW_COUNT + 3] = {
        [HELP] = {"help", no_argument, NULL, HELP},
        [VERSION] = {"version", no_argument, NULL, VERSION},
    };
    for (int i = 0; i < ROW_COUNT; i++) {
        flags[i] = (struct option){rows[i].flag, required_argument, NULL, i};
    }
    opterr = 0; // the sentence is ours
    optind = 1;
    for (;;) {
        const char *word = argv[optind]; // getopt's own pointer lags in a group of letters
        int index = getopt_long(argc, argv, "+:", flags, NULL);
        if (index == -1) {
            break;
        }
        if (index == HELP) {
            print_help(answers);
            return SRV_OPTIONS_EXIT;
        }
        if (index == VERSION) {
            fprintf(answers, "ropewalk %s\n", ROPEWALK_VERSION);
            return SRV_OPTIONS_EXIT;
        }
        if (index == ':') {
            fprintf(complaints, "ropewalk: %s needs a value; see --help\n", word);
            return SRV_OPTIONS_WRONG;
        }
        if (index == '?') {
            fprintf(complaints, "ropewalk: unknown flag '%s'; see --help\n", word);
            return SRV_OPTIONS_WRONG;
        }
        char name[64];
        snprintf(name, sizeof name, "--%s", rows[index].flag);
        if (!take(&read, &rows[index], name, optarg, complaints)) {
            return SRV_OPTIONS_WRONG;
        }
    }
    if (optind < argc) {
        fprintf(complaints, "ropewalk: unexpected argument '%s'; see --help\n", argv[optind]);
        return SRV_OPTIONS_WRONG;
    }
    *options = read;
    return SRV_OPTIONS_RUN;
}

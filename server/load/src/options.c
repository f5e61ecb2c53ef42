#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum row_kind { ROW_NUMBER, ROW_RATE, ROW_TEXT, ROW_ROOM, ROW_URL, ROW_SWITCH };

struct row {
    const char *flag;
    enum row_kind kind;
    size_t offset; // in struct options; unused for rooms and the URL
    uint32_t min, max;
    const char *help;
};

#define AT(field) offsetof(struct options, field)

static const struct row rows[] = {
    {"url", ROW_URL, 0, 0, 0, "ws://HOST:PORT/PATH (default ws://127.0.0.1:8080/ws)"},
    {"room", ROW_ROOM, 0, 0, 0, "CODE of a room; given again, viewers spread (default ROPE)"},
    {"viewers", ROW_NUMBER, AT(viewers), 1, 20000, "viewers in all (default 100)"},
    {"rate", ROW_RATE, AT(rate_hz), 0, 0, "frames per second: 60, 30, 20, 10 or 1 (default 30)"},
    {"encoding", ROW_TEXT, AT(encoding), 0, sizeof((struct options *)NULL)->encoding,
     "NAME of the encoding of frames (default f32)"},
    {"read-frames", ROW_SWITCH, AT(read_frames), 0, 0,
     "read frames on a grid whole; otherwise only by those who have hands"},
    {"seconds", ROW_NUMBER, AT(seconds), 1, 3600,
     "measured, after everybody has joined (default 10)"},
    {"connect-per-s", ROW_NUMBER, AT(connect_per_s), 1, 5000,
     "new connections per second (default 200)"},
    {"hands", ROW_NUMBER, AT(hands), 0, 20000,
     "of the viewers: grab a particle and lead it in a circle (default 0)"},
    {"move-hz", ROW_NUMBER, AT(move_hz), 1, 120, "moves per second of a hand (default 30)"},
    {"stalled", ROW_NUMBER, AT(stalled), 0, 20000,
     "of the viewers: stop reading a second after they joined (default 0)"},
    {"stall-s", ROW_NUMBER, AT(stall_s), 0, 3600,
     "seconds until they read on for as long, and again; 0: never (default 0)"},
    {"storm", ROW_NUMBER, AT(storm), 0, 20000,
     "of the viewers: leave and come back every few seconds, with and without the\n"
     "                         key of their seat, with and without a goodbye (default 0)"},
    {"ping-s", ROW_NUMBER, AT(ping_s), 0, 3600,
     "seconds between pings of a viewer; 0: one only (default 1)"},
    {"silence-s", ROW_NUMBER, AT(silence_s), 1, 600,
     "seconds without a tick or an answer that break a rule (default 5)"},
    {"watch", ROW_NUMBER, AT(watch), 1, INT32_MAX,
     "PID of the server: tells what it uses meanwhile"},
    {"json", ROW_TEXT, AT(json), 0, sizeof((struct options *)NULL)->json,
     "FILE for the figures, one flat object"},
    {"allow-remote", ROW_SWITCH, AT(allow_remote), 0, 0,
     "load a server that is not on this machine"},
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0], HELP = ROW_COUNT };

struct options options_default(void) {
    return (struct options){
        .host = "127.0.0.1",
        .port = 8080,
        .path = "/ws",
        .rooms = {"ROPE"},
        .viewers = 100,
        .rate_hz = 30,
        .encoding = "f32",
        .seconds = 10,
        .connect_per_s = 200,
        .move_hz = 30,
        .ping_s = 1,
        .silence_s = 5,
    };
}

static void print_help(FILE *out) {
    fputs("Usage: ropewalk-load [flags]\n\n"
          "Joins rooms of a Ropewalk server with many viewers, holds the server to its protocol,\n"
          "and measures what arrives. Exit code: 0 kept all rules, 1 broke some, 2 could not "
          "run.\n\n",
          out);
    for (int i = 0; i < ROW_COUNT; i++) {
        fprintf(out, "  --%-20s %s\n", rows[i].flag, rows[i].help);
    }
    fprintf(out, "  --%-20s %s\n", "help", "this text");
}

// ---- values ------------------------------------------------------------------------------------

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

static bool read_rate(const char *text, uint32_t *rate_hz) {
    uint32_t number;
    if (!read_number(text, 1, 60, &number) ||
        (number != 60 && number != 30 && number != 20 && number != 10 && number != 1)) {
        return false;
    }
    *rate_hz = number;
    return true;
}

// ws://HOST:PORT/PATH, where the port and the path may be missing and an IPv6 address stands in
// brackets.
static bool read_url(const char *text, struct options *options) {
    static const char scheme[] = "ws://";
    if (strncmp(text, scheme, sizeof scheme - 1) != 0) {
        return false;
    }
    const char *host = text + sizeof scheme - 1;
    bool bracketed = *host == '[';
    host += bracketed;
    size_t host_bytes = strcspn(host, bracketed ? "]" : ":/");
    const char *rest = host + host_bytes + (bracketed && host[host_bytes] == ']');
    uint32_t port = 80;
    if (host_bytes == 0 || host_bytes >= sizeof options->host) {
        return false;
    }
    if (*rest == ':') {
        char digits[8] = {0};
        size_t digit_bytes = strcspn(rest + 1, "/");
        if (digit_bytes >= sizeof digits) {
            return false;
        }
        memcpy(digits, rest + 1, digit_bytes);
        if (!read_number(digits, 1, 65535, &port)) {
            return false;
        }
        rest += 1 + digit_bytes;
    }
    if ((*rest != '/' && *rest != '\0') || strlen(rest) >= sizeof options->path) {
        return false;
    }
    memcpy(options->host, host, host_bytes);
    options->host[host_bytes] = '\0';
    options->port = (uint16_t)port;
    strcpy(options->path, *rest == '\0' ? "/ws" : rest);
    return true;
}

static bool add_room(const char *text, struct options *options, bool first) {
    if (first) {
        options->room_count = 0;
    }
    if (options->room_count == OPTIONS_ROOMS_MAX || text[0] == '\0' ||
        strlen(text) > WIRE_ROOM_BYTES_MAX) {
        return false;
    }
    strcpy(options->rooms[options->room_count++], text);
    return true;
}

static bool take(struct options *options, const struct row *row, const char *text,
                 FILE *complaints) {
    char *field = (char *)options + row->offset;
    const char *wanted = NULL;
    char range[64];
    switch (row->kind) {
    case ROW_NUMBER:
        snprintf(range, sizeof range, "a whole number from %u to %u", row->min, row->max);
        wanted = read_number(text, row->min, row->max, (uint32_t *)(void *)field) ? NULL : range;
        break;
    case ROW_RATE:
        wanted = read_rate(text, (uint32_t *)(void *)field) ? NULL : "60, 30, 20, 10 or 1";
        break;
    case ROW_TEXT:
        wanted = strlen(text) < row->max ? NULL : "shorter";
        if (wanted == NULL) {
            strcpy(field, text);
        }
        break;
    case ROW_ROOM:
        wanted = add_room(text, options, options->room_count == 0)
                     ? NULL
                     : "a code of 1 to 16 bytes, given 1000 times at most";
        break;
    case ROW_URL:
        wanted = read_url(text, options) ? NULL : "like ws://127.0.0.1:8080/ws";
        break;
    case ROW_SWITCH:
        *(bool *)(void *)field = true;
        break;
    }
    if (wanted != NULL) {
        fprintf(complaints, "ropewalk-load: --%s must be %s, not '%s'\n", row->flag, wanted, text);
    }
    return wanted == NULL;
}

// ---- the command line --------------------------------------------------------------------------

static enum options_result read_flags(struct options *options, int argc, char **argv, FILE *answers,
                                      FILE *complaints) {
    struct option flags[ROW_COUNT + 2] = {[HELP] = {"help", no_argument, NULL, HELP}};
    for (int i = 0; i < ROW_COUNT; i++) {
        int argument = rows[i].kind == ROW_SWITCH ? no_argument : required_argument;
        flags[i] = (struct option){rows[i].flag, argument, NULL, i};
    }
    opterr = 0; // the sentence is ours
    optind = 1;
    for (int index; (index = getopt_long(argc, argv, ":", flags, NULL)) != -1;) {
        if (index == HELP) {
            print_help(answers);
            return OPTIONS_EXIT;
        }
        if (index == ':' || index == '?') {
            fprintf(complaints, "ropewalk-load: %s '%s'; see --help\n",
                    index == ':' ? "a value is missing after" : "unknown flag", argv[optind - 1]);
            return OPTIONS_WRONG;
        }
        if (!take(options, &rows[index], optarg == NULL ? "" : optarg, complaints)) {
            return OPTIONS_WRONG;
        }
    }
    if (optind < argc) {
        fprintf(complaints, "ropewalk-load: unexpected argument '%s'; see --help\n", argv[optind]);
        return OPTIONS_WRONG;
    }
    return OPTIONS_RUN;
}

enum options_result options_read(struct options *options, int argc, char **argv, FILE *answers,
                                 FILE *complaints) {
    struct options read = *options;
    enum options_result result = read_flags(&read, argc, argv, answers, complaints);
    if (result != OPTIONS_RUN) {
        return result;
    }
    read.room_count = read.room_count == 0 ? 1 : read.room_count; // the default
    if ((uint64_t)read.hands + read.stalled + read.storm > read.viewers) {
        fprintf(complaints,
                "ropewalk-load: --hands, --stalled and --storm together exceed --viewers\n");
        return OPTIONS_WRONG;
    }
    *options = read;
    return OPTIONS_RUN;
}

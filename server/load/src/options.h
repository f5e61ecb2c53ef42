// What a run is to be: flags and their bounds.
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "wire/limits.h"

enum { OPTIONS_ROOMS_MAX = 1000 };

struct options {
    char host[128]; // of --url
    uint16_t port;
    char path[128];
    char rooms[OPTIONS_ROOMS_MAX][WIRE_ROOM_BYTES_MAX + 1]; // [room_count]
    uint32_t room_count;
    uint32_t viewers; // hands, stalled and storm among them
    uint32_t rate_hz;
    char encoding[WIRE_WORD_BYTES_MAX + 1]; // of frames, asked for
    bool read_frames;                       // also by viewers without hands
    uint32_t seconds;                       // measured, after everybody has joined
    uint32_t connect_per_s;
    uint32_t hands;
    uint32_t move_hz;
    uint32_t stalled;
    uint32_t stall_s; // 0: to the end
    uint32_t storm;
    uint32_t ping_s; // between a viewer's pings; 0: none but the first
    uint32_t silence_s;
    uint32_t watch; // the server's process; 0: none
    char json[256]; // empty: none
    bool allow_remote;
};

enum options_result { OPTIONS_RUN, OPTIONS_EXIT, OPTIONS_WRONG };

struct options options_default(void);

// `options` is changed only on OPTIONS_RUN; OPTIONS_WRONG has written a sentence to `complaints`.
enum options_result options_read(struct options *options, int argc, char **argv, FILE *answers,
                                 FILE *complaints);

#endif

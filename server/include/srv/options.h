// What an operator may choose: flags, their environment twins, defaults.
#ifndef SRV_OPTIONS_H
#define SRV_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "pbd/simd.h"

// Who may do a thing: whoever has its key, anybody, nobody.
enum srv_access { SRV_BY_KEY, SRV_OPEN, SRV_OFF };

// What becomes of a room that nobody is in: after a few seconds it stands still, or it steps on.
enum srv_empty_rooms { SRV_EMPTY_ROOMS_STOP, SRV_EMPTY_ROOMS_RUN };

enum { SRV_TEXT_BYTES = 256 };

struct srv_options {
    char listen[SRV_TEXT_BYTES];     // address; empty: all interfaces
    uint16_t port;                   // 0: a free one
    char public_url[SRV_TEXT_BYTES]; // as people reach the server; empty: its LAN addresses
    char www[SRV_TEXT_BYTES];        // folder of the built client
    char data[SRV_TEXT_BYTES];       // folder for what the server writes
    uint32_t workers;                // threads that step rooms; 0: cores − 1, at least one
    enum pbd_simd simd;              // what rooms' steps are made with
    enum srv_access create;          // who may create rooms
    enum srv_access metrics;         // who may read /metrics
    enum srv_empty_rooms empty_rooms;
    bool adaptive_rate;          // viewers that lag, and crowds, are sent fewer frames
    uint32_t room_end_after_min; // without people a created room ends; 0: never
    uint32_t rooms_max;
    uint32_t viewers_per_room_max;
    uint32_t viewers_max;        // in all
    uint32_t commands_per_s_max; // per viewer
    uint32_t hands_per_seat_max;
    char allowed_hosts[SRV_TEXT_BYTES];   // names, separated by commas
    char allowed_origins[SRV_TEXT_BYTES]; // origins, separated by commas
    char embed_origins[SRV_TEXT_BYTES];   // of pages that may embed ?embed=1, separated by commas
    char trusted_proxies[SRV_TEXT_BYTES]; // address ranges, separated by commas
    uint32_t connections_per_address_max;
    uint32_t handshakes_per_s_max;   // per address
    uint32_t guesses_per_minute_max; // wrong room codes, per address
    uint32_t viewer_queue_bytes_max;
    uint32_t send_buffer_bytes; // of the kernel: a large one hides that a viewer reads slowly
    uint32_t retry_after_s;
    char tls_cert[SRV_TEXT_BYTES]; // file; empty: plain http
    char tls_key[SRV_TEXT_BYTES];  // file
};

enum srv_options_result {
    SRV_OPTIONS_RUN,   // start the server
    SRV_OPTIONS_EXIT,  // help or version was printed
    SRV_OPTIONS_WRONG, // one sentence was written to `complaints`
};

struct srv_options srv_options_default(void);

// Reads the environment (ROPEWALK_PORT …), then the flags, which win. `options` holds defaults and
// is changed only on SRV_OPTIONS_RUN.
enum srv_options_result srv_options_read(struct srv_options *options, int argc, char **argv,
                                         FILE *answers, FILE *complaints);

#endif

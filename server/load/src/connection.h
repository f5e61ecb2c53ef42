// One WebSocket to the server, on a libuv loop: connect, upgrade, messages, close.
//
//     OPENING ──connected, 101──▶ OPEN ──close asked or received──▶ CLOSING ──▶ CLOSED, freed
//
// Of our own, because libwebsockets' client costs too much for thousands of viewers in one process:
// it takes received bytes one by one through its state machine (measured: 61 µs for a message of
// 6.8 kB, see bench/README.md), and it shows a close code of 1013 as 1002.
#ifndef CONNECTION_H
#define CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <uv.h>

#include "frame_reader.h"

struct connection;

// What a connection tells its owner. After `ended` it is gone.
struct connection_events {
    void (*opened)(void *owner);
    void (*message)(void *owner, bool is_text, const uint8_t *bytes, size_t length);
    void (*broken)(void *owner, const char *problem); // bytes that are no WebSocket; it ends
    // `code`: of the server's close frame; CONNECTION_NOT_TOLD if it ended without one,
    // CONNECTION_NEVER_OPEN if it never opened, and then `why` is a sentence.
    void (*ended)(void *owner, uint16_t code, const char *why);
};

enum { CONNECTION_NEVER_OPEN = 0, CONNECTION_NOT_TOLD = 1006 };

// What all sockets share. Outlives them.
struct connection_host {
    uv_loop_t *loop;
    struct sockaddr_storage address;
    char authority[128]; // for the Host header
    char path[128];
    uint8_t chunk[64 * 1024]; // bytes as they are read: libuv reads for one connection at a time
};

// NULL without memory or descriptors.
struct connection *connection_open(struct connection_host *host,
                                   const struct connection_events *events, void *owner);
// From now on somebody else is told.
void connection_hand_over(struct connection *connection, const struct connection_events *events,
                          void *owner);

// Sends one binary message.
void connection_send(struct connection *connection, const uint8_t *bytes, size_t length);

// Keeps the window that the kernel offers to the server at one size from now on: the same for every
// server, whatever it has sent before, so that what their messages cost can be compared.
void connection_keep_window(struct connection *connection);

// Stops and starts reading.
void connection_stall(struct connection *connection);
void connection_read_on(struct connection *connection);

// Says goodbye with a code; the server's answer ends the connection.
void connection_close(struct connection *connection, uint16_t code);
// Ends the connection without a word. Both may be called at any time and twice.
void connection_drop(struct connection *connection);

#endif

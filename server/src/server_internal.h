// The server object, seen by the files that run on the I/O thread.
#ifndef SERVER_INTERNAL_H
#define SERVER_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "log.h"
#include "mailbox.h"
#include "metrics.h"
#include "registry.h"
#include "secret.h"
#include "srv/options.h"
#include "srv/server.h"
#include "token_bucket.h"
#include "visitors.h"
#include "worker.h"

struct lws_context;
struct viewer;

// What the transport does for a viewer. All on the I/O thread.
struct viewer_port {
    bool (*ready)(struct viewer *viewer); // a message could be written at once
    bool (*write)(struct viewer *viewer,
                  const struct blob *message); // false: the connection is dead
    void (*wake)(struct viewer *viewer); // call viewer_writable() as soon as it can be written to
    // Called once a second: whether its line has been too slow since.
    void (*fit)(struct viewer *viewer, bool slow);
    void (*hurry)(struct viewer *viewer); // it is closing: end it in a few seconds at the latest
};

struct server {
    const struct srv_options *options;
    struct log log;
    struct metrics metrics;
    uv_loop_t loop;
    uv_signal_t on_term, on_int, on_hup;
    uv_timer_t tls_timer;
    uint64_t tls_fingerprint;
    uv_timer_t drain_timer;
    uv_timer_t watch_timer; // see viewer_watch()
    uint64_t watches;
    struct mailbox outbox;
    struct worker *workers; // [worker_count]
    uint32_t worker_count;
    struct registry registry;
    struct visitors visitors;
    struct address_ranges proxies; // trusted to name the address behind them
    struct secret_hash create_key;
    struct secret_hash metrics_key;
    struct secret_hash admin_key;
    struct token_bucket creations; // of rooms
    struct lws_context *context;   // NULL once destroyed
    const struct viewer_port *port;
    uint64_t turn; // counts the times that mail from the workers was read
    uint16_t bound_port;
    bool draining;
    uint32_t drain_ticks;                  // of the drain timer
    uint32_t drain_idle_ticks, drain_left; // since a viewer left; viewers left then
    uint32_t destroy_ticks;                // since the context's destruction began
};

// Creates a room and hands it to a worker. NULL when there are too many or memory ran out. `code`
// NULL: a random one. `lasts`: it does not end because nobody is there. The host key is written to
// host_key, and kept only as a hash.
struct hall *server_create_room(struct server *server, const char *code, const char *title,
                                const struct pbd_scene *scene, const float *values,
                                struct wire_rules rules, bool listed, bool lasts,
                                char host_key[SECRET_KEY_BYTES]);

// Gives a room a new host key; those who are hosts stay so. False if the room cannot take mail now.
bool server_renew_host_key(struct server *server, const struct hall *hall,
                           char host_key[SECRET_KEY_BYTES]);

// Its worker has said that the room has ended: sends everybody away and forgets it.
void server_end_room(struct server *server, struct hall *hall);

// A room code that no room has or had lately. False without randomness.
bool server_new_code(struct server *server, char code[SECRET_CODE_BYTES]);

#endif

// A viewer: one connection, from its first message to its end.
//
//     OPENING ──hello──▶ JOINING ──welcome──▶ OPEN
//        └──────────────────┴──────────────────┴──▶ CLOSING ──▶ freed by the transport
//
// A closing viewer has left its room already: its hands are let go at once, and nothing is written
// to it any more but the letters that say why.
#ifndef VIEWER_H
#define VIEWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "outbound.h"
#include "pace.h"
#include "server_internal.h"

enum viewer_state { VIEWER_OPENING, VIEWER_JOINING, VIEWER_OPEN, VIEWER_CLOSING };

enum {
    VIEWER_FRAGMENTS_MAX = 64, // per message
    VIEWER_SILENCE_MS = 6000,  // after which hands are let go
    VIEWER_WATCH_MS = 1000,    // between two calls of viewer_watch()
    VIEWER_QUALITY_PERIOD = 2, // of these calls, one tells hosts about connections
};

struct viewer {
    uint64_t id;
    struct server *server;
    void *connection;        // the transport's
    struct visitor *visitor; // whose address it comes from; NULL when unknown
    enum viewer_state state;
    struct hall *hall; // from JOINING on
    uint32_t class_index;
    struct pace pace;
    struct pace_second second;  // so far
    uint32_t send_buffer_bytes; // of the kernel, as the transport keeps them
    struct measuring measuring;
    uint32_t seat; // from OPEN on
    bool host;
    uint64_t heard_ns;    // when it last sent something
    bool silent;          // for so long that its hands were let go
    double round_trip_ms; // as it measured; below 0: it has not told
    uint64_t skipped;     // messages with frames that it missed
    struct outbound outbound;
    struct token_bucket commands;
    struct token_bucket traces; // looks into a step
    struct token_bucket renames;
    bool awaits_writable;  // the transport has been asked to say when it can be written to
    uint64_t written_turn; // of the loop: at most one message from the tick in each
    uint32_t excess;       // commands refused as too fast, less those taken since
    uint16_t close_code;   // CLOSING
    const char *close_reason;
    bool close_written; // by the transport: nothing may follow
    uint8_t *pieces;    // of the message being received; NULL: none, or it is whole
    size_t pieces_bytes;
    uint32_t fragments;
};

// NULL when there are too many viewers or no memory.
struct viewer *viewer_create(struct server *server, void *connection);
// Only from the transport's last callback.
void viewer_destroy(struct viewer *viewer);

// One complete message.
void viewer_receive(struct viewer *viewer, const uint8_t *bytes, size_t length);
// Its socket can take a message: writes at most one. False: close it now with close_code.
bool viewer_writable(struct viewer *viewer);
// Decides to close. May be called twice; `reason` is static.
void viewer_close(struct viewer *viewer, uint16_t code, const char *reason);
// The server is going away: says so, and when to come back, and closes.
void viewer_dismiss(struct viewer *viewer);
// Its room has ended: closes, and says why to one that is just joining.
void viewer_end(struct viewer *viewer);
// Frees what there is of a message in pieces.
void viewer_forget_pieces(struct viewer *viewer);
// The peer has gone, or a write failed: nothing can be said any more.
void viewer_gone(struct viewer *viewer);

// Called about once a second: lets go the hands of those who have fallen silent, tells hosts how
// well everybody is connected, and lowers and raises rates of frames. (viewer_watch.c)
void viewer_watch(struct server *server, uint64_t now_ns);

// What comes from the workers.
void viewer_deliver(struct server *server, struct letter *letter);
void viewer_publish(struct server *server, struct publication *publication);
void viewer_measure(struct server *server, const struct readings *readings);

// ---- rates (viewer_rate.c) ----
// The rate for a viewer in a hall that asks for `asked_hz`; 0: it leaves it to the server.
uint32_t viewer_choose_rate(struct viewer *viewer, uint32_t asked_hz);
// From now on it is sent so many frames per second; it is told so if that is not what it asked.
void viewer_agree_rate(struct viewer *viewer, uint32_t asked_hz, uint32_t rate_hz);
// It says that it has seen the tick of this step.
void viewer_note_seen(struct viewer *viewer, uint64_t step);
void viewer_watch_rate(struct viewer *viewer);
// How many are sent fewer frames now because they lag.
uint32_t viewer_count_lowered(const struct server *server);

// ---- shared by these files ----
// Posts mail about this viewer to its room. False: the worker has no room for it.
bool viewer_post(struct viewer *viewer, struct mail mail);
// Queues a letter; a viewer that lets too much pile up is closed.
void viewer_push(struct viewer *viewer, const struct letter *letter);

#endif

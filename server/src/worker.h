// A worker: a thread with its own loop that owns rooms, steps them and publishes what they say.
//
// Mail comes in through `inbox`; publications and letters go to the I/O thread's mailbox. While
// that one is nearly full the worker takes no more mail, so that nothing it has to say is ever
// dropped.
//
// A room that nobody is in stands still after a grace: it makes no steps, and no timer fires for
// it. Whoever joins sets it going from the step where it stopped; nothing of the time between is
// made up or counted as lost, and nobody is told, because nobody was there. A room that has been
// empty for much longer ends, unless it is one that lasts; server_rooms.c says how.
#ifndef WORKER_H
#define WORKER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "log.h"
#include "mailbox.h"
#include "metrics.h"
#include "room.h"

enum mail_kind {
    MAIL_OPEN_ROOM,
    MAIL_JOIN,
    MAIL_LEAVE,
    MAIL_COMMAND,
    MAIL_STATE,
    MAIL_KEY,
    MAIL_RATE,
    MAIL_HOST_KEY,
    MAIL_CODE,
    MAIL_SILENT,
    MAIL_CLOSE_ROOM // after POST_ROOM_ENDED, when nobody stands there any more
};

// To a worker.
struct mail {
    enum mail_kind kind;
    uint32_t room; // id
    uint64_t viewer;
    union {
        struct room *opened;
        struct {
            struct wire_hello hello;
            bool by_old_code;
        } join;
        struct {
            uint32_t seq; // of the viewer's command
            char code[WIRE_ROOM_BYTES_MAX + 1];
        } code;
        struct wire_client_message command;
        uint32_t rate_hz;   // of frames, as the I/O thread has decided
        uint32_t key_class; // whose viewers need an independent frame
        struct secret_hash host_key;
    };
};

enum post_kind { POST_PUBLICATION, POST_READINGS, POST_LETTER, POST_ROOM_ENDED };

// To the I/O thread.
struct post {
    enum post_kind kind;
    union {
        struct publication *publication;
        struct readings *readings;
        struct letter letter;
        uint32_t ended_room; // id; nothing follows about it but letters
    };
};

void post_destroy(struct post *post);

enum {
    WORKER_INBOX_CAPACITY = 32768,
    WORKER_INBOX_RESERVE = 24576, // kept for joins and leaves: more than there can be viewers
    OUTBOX_CAPACITY = 32768,
    OUTBOX_RESERVE = 16384, // places free before a worker takes mail or publishes
    // Looking into steps may cost a worker so much of each second, whatever its rooms ask, and so
    // much at once. What goes beyond is owed, and paid back before the next look.
    WORKER_TRACE_NS_PER_S = 5000000,
    WORKER_TRACE_BURST_NS = 25000000,
    WORKER_EMPTY_GRACE_MS = 5000, // that an empty room steps on: somebody may only reload the page
};

#define WORKER_NEVER_STILL UINT32_MAX // as a grace: empty rooms step on

struct worker_rules {
    uint32_t rooms_max;
    uint32_t empty_grace_ms;   // rooms that have been empty for so long stand still
    uint64_t room_end_after_s; // and after so long they end, unless they last; 0: never
};

struct worker {
    uv_thread_t thread;
    uv_loop_t loop;
    uv_timer_t timer;
    struct mailbox inbox;
    struct mailbox *outbox; // the I/O thread's
    struct log *log;
    struct metrics *metrics;
    struct worker_room *rooms; // [room_count], with room for rooms_max
    uint32_t room_count;
    uint32_t opened; // rooms so far
    struct worker_rules rules;
    atomic_uint rooms_still; // because nobody is there; for any thread to read
    int64_t trace_ns;        // left for looking into steps; below 0: owed
    uint64_t trace_counted_ns;
    atomic_bool stopping;
};

bool worker_start(struct worker *worker, struct mailbox *outbox, struct log *log,
                  struct metrics *metrics, const struct worker_rules *rules);
// Asks it to stop, waits for its thread and frees what it owned.
void worker_stop(struct worker *worker);

// Any thread. Takes over the mail if it returns true. Joins, leaves and ends of rooms always fit;
// other mail leaves room for them.
bool worker_post(struct worker *worker, struct mail *mail);

#endif

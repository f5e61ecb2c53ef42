// A worker on its own thread, and the test's thread as the one that gets its posts. There is one
// viewer, whose socket is always writable.
#ifndef WORKER_FIXTURE_H
#define WORKER_FIXTURE_H

#include "client.h"
#include "outbound.h"
#include "support.h"
#include "worker.h"

enum { ADA = 101, ROOM = 3 };

struct test_worker {
    uv_loop_t loop;
    struct mailbox outbox;
    struct worker worker;
    struct log log;
    struct metrics metrics;
    struct feed feed;
    struct outbound outbound;
    struct client client;
    uint32_t class_index; // of the viewer, which asks for 60 frames per second
    struct text letters;  // in short
    uint64_t step, lost;  // of the newest publication
    double time_ms;       // the same
    uint32_t beat_hz;     // to be checked: nobody pauses; 0: not now
    uint32_t publications;
    uint64_t first_step, first_lost; // of the first publication
    double first_ms;
    uint32_t ended; // times that the room has ended
    bool lasts;     // what the room is to be
    uint64_t end_after_s;
    char logged[65536];
};

// Everything but the worker.
void test_worker_open(struct test_worker *f);
void test_worker_start_with_grace(struct test_worker *f, uint32_t rooms_max,
                                  uint32_t empty_grace_ms);
void test_worker_start(struct test_worker *f, uint32_t rooms_max);
void test_worker_close(struct test_worker *f);
// Mail of the one viewer to the one room.
void test_worker_post(struct test_worker *f, struct mail mail);
// A chain that the caller owns.
struct room *test_worker_new_room(void);
void test_worker_open_room(struct test_worker *f);
void test_worker_join(struct test_worker *f);
void test_worker_command(struct test_worker *f, struct wire_client_message message);
// Waits until the letters so far end with this one.
void test_worker_await_letter(struct test_worker *f, const char *letter);
void test_worker_await_step(struct test_worker *f, uint64_t step);
// Opens, starts, opens a room, joins, and waits for the welcome.
void test_worker_open_and_join(struct test_worker *f);

#endif

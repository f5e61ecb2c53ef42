#include "worker_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room_fixture.h"

static void drain(struct test_worker *f) {
    struct blob *message;
    bool more;
    enum outbound_answer answer;
    while ((answer = outbound_next(&f->outbound, &f->feed, f->class_index, &message, &more)) ==
               OUTBOUND_MESSAGE ||
           answer == OUTBOUND_READING) {
        client_take(&f->client, message);
        blob_unref(message);
    }
    if (answer == OUTBOUND_NEEDS_KEY) {
        test_worker_post(f, (struct mail){.kind = MAIL_KEY, .key_class = f->class_index});
    }
}

static void take_letter(struct test_worker *f, struct letter *letter) {
    text_next_part(&f->letters);
    text_add(&f->letters, "%s", letter_in_short(letter));
    if (letter->message != NULL) {
        must(outbound_push(&f->outbound, letter));
    }
    letter->message = NULL;
    drain(f);
}

// Publications come at the beat of the world: as much later as steps were made or lost.
static void check_beat(struct test_worker *f, const struct moment *now) {
    uint64_t steps = now->step + now->lost - f->step - f->lost;
    double due_ms = f->time_ms + (double)steps * 1000 / f->beat_hz;
    must(fabs(now->time_ms - due_ms) < 0.001);
}

static void take_publication(struct test_worker *f, struct publication *publication) {
    const struct moment *now = &publication->now;
    const struct class_message *turn = &publication->classes[f->class_index];
    bool wake;
    must(publication->room == ROOM);
    if (f->publications++ == 0) {
        f->first_step = now->step;
        f->first_lost = now->lost;
        f->first_ms = now->time_ms;
    }
    if (f->beat_hz > 0) {
        check_beat(f, now);
    }
    f->step = now->step;
    f->lost = now->lost;
    f->time_ms = now->time_ms;
    feed_absorb(&f->feed, publication);
    if (turn->due || turn->key != NULL) {
        struct blob *message = outbound_offer(&f->outbound, turn, true, &wake);
        if (message != NULL) {
            client_take(&f->client, message);
        }
    }
    drain(f);
}

// Those of a viewer whose rate is 60.
static void take_readings(struct test_worker *f, struct readings *readings) {
    must(readings->room == ROOM);
    if (readings->due[f->class_index % CLASS_RATE_COUNT]) {
        outbound_put(&f->outbound, OUTBOUND_MEASURES, blob_ref(readings->measures));
    }
    readings_destroy(readings);
    drain(f);
}

static void on_posts(uv_async_t *wake) {
    struct test_worker *f = wake->data;
    for (struct post *post; (post = mailbox_take(&f->outbox)) != NULL;) {
        must(f->ended == 0 || post->kind == POST_LETTER, "after its end only letters come");
        if (post->kind == POST_ROOM_ENDED) {
            must(post->ended_room == ROOM);
            f->ended++;
        } else if (post->kind == POST_LETTER) {
            take_letter(f, &post->letter);
        } else if (post->kind == POST_READINGS) {
            take_readings(f, post->readings);
            post->readings = NULL; // taken over
        } else if (post->kind == POST_PUBLICATION && post->publication != NULL) {
            take_publication(f, post->publication);
        }
        post_destroy(post);
    }
}

void test_worker_open(struct test_worker *f) {
    memset(f, 0, sizeof *f);
    f->log = (struct log){fmemopen(f->logged, sizeof f->logged, "w"), LOG_INFO};
    f->letters = text_begin();
    f->class_index = class_index(WIRE_F32, 60);
    metrics_init(&f->metrics);
    feed_init(&f->feed);
    outbound_init(&f->outbound);
    must(uv_loop_init(&f->loop) == 0);
    must(mailbox_open(&f->outbox, &f->loop, OUTBOX_CAPACITY, on_posts, f));
}

void test_worker_start_with_grace(struct test_worker *f, uint32_t rooms_max,
                                  uint32_t empty_grace_ms) {
    const struct worker_rules rules = {
        .rooms_max = rooms_max,
        .empty_grace_ms = empty_grace_ms,
        .room_end_after_s = f->end_after_s,
    };
    must(worker_start(&f->worker, &f->outbox, &f->log, &f->metrics, &rules));
}

void test_worker_start(struct test_worker *f, uint32_t rooms_max) {
    test_worker_start_with_grace(f, rooms_max, WORKER_EMPTY_GRACE_MS);
}

void test_worker_close(struct test_worker *f) {
    worker_stop(&f->worker);
    mailbox_close(&f->outbox, NULL);
    uv_run(&f->loop, UV_RUN_DEFAULT);
    for (struct post *post; (post = mailbox_take(&f->outbox)) != NULL;) {
        post_destroy(post);
    }
    must(uv_loop_close(&f->loop) == 0);
    mailbox_release(&f->outbox);
    outbound_release(&f->outbound);
    feed_release(&f->feed);
    fclose(f->log.out);
}

// ---- mail --------------------------------------------------------------------------------------

void test_worker_post(struct test_worker *f, struct mail mail) {
    struct mail *item = malloc(sizeof *item);
    must(item != NULL);
    *item = mail;
    item->room = ROOM;
    item->viewer = ADA;
    must(worker_post(&f->worker, item));
}

struct room *test_worker_new_room(void) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    struct room *room = t.room;
    room->id = ROOM;
    free(t.letters);
    return room;
}

void test_worker_open_room(struct test_worker *f) {
    struct room *room = test_worker_new_room();
    room->lasts = f->lasts;
    test_worker_post(f, (struct mail){.kind = MAIL_OPEN_ROOM, .opened = room});
}

void test_worker_join(struct test_worker *f) {
    struct wire_hello hello = hello_of("Ada", NULL, NULL);
    hello.encoding = class_encoding(f->class_index);
    test_worker_post(f, (struct mail){.kind = MAIL_JOIN, .join = {.hello = hello}});
}

void test_worker_command(struct test_worker *f, struct wire_client_message message) {
    test_worker_post(f, (struct mail){.kind = MAIL_COMMAND, .command = message});
}

void test_worker_await_letter(struct test_worker *f, const char *letter) {
    for (;;) {
        const char *letters = text_end(&f->letters);
        size_t length = strlen(letters);
        size_t wanted = strlen(letter);
        if (length >= wanted && strcmp(letters + length - wanted, letter) == 0) {
            return;
        }
        uv_run(&f->loop, UV_RUN_ONCE);
    }
}

void test_worker_await_step(struct test_worker *f, uint64_t step) {
    while (f->step < step) {
        uv_run(&f->loop, UV_RUN_ONCE);
    }
}

void test_worker_open_and_join(struct test_worker *f) {
    test_worker_open(f);
    test_worker_start(f, 2);
    test_worker_open_room(f);
    test_worker_join(f);
    test_worker_await_letter(f, "welcome");
}

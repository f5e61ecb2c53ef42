#include "worker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "client.h"
#include "messages.h"
#include "outbound.h"
#include "room_fixture.h"
#include "support.h"

TestSuite(worker, .timeout = 60); // tests wait for what must come

// A worker on its own thread, and this thread as the one that gets its posts. There is one viewer,
// whose socket is always writable.
enum { ADA = 101, ROOM = 3 };

struct fixture {
    uv_loop_t loop;
    struct mailbox outbox;
    struct worker worker;
    struct log log;
    struct metrics metrics;
    struct feed feed;
    struct outbound outbound;
    struct client client;
    struct text letters; // in short
    uint64_t step, lost; // of the newest frame
    double time_ms;      // of the newest frame
    uint32_t beat_hz;    // to be checked: nobody pauses; 0: not now
    uint32_t publications;
    uint64_t first_step, first_lost; // of the first publication
    double first_ms;
    uint32_t ended; // times that the room has ended
    bool lasts;     // what the room is to be
    uint64_t end_after_s;
};

static char logged[65536];

static void drain(struct fixture *f) {
    struct blob *message;
    bool more;
    enum outbound_answer answer;
    while ((answer = outbound_next(&f->outbound, &f->feed, &message, &more)) == OUTBOUND_MESSAGE ||
           answer == OUTBOUND_READING) {
        client_take(&f->client, message);
        blob_unref(message);
    }
}

static void take_letter(struct fixture *f, struct letter *letter) {
    text_next_part(&f->letters);
    text_add(&f->letters, "%s", letter_in_short(letter));
    if (letter->message != NULL) {
        must(outbound_push(&f->outbound, letter));
    }
    letter->message = NULL;
    drain(f);
}

// Frames come at the beat of the world: as much later as steps were made or lost.
static void check_beat(struct fixture *f, const struct frame *frame) {
    uint64_t steps = frame->step + frame->lost - f->step - f->lost;
    double due_ms = f->time_ms + (double)steps * 1000 / f->beat_hz;
    must(fabs(frame->time_ms - due_ms) < 0.001);
}

static void take_publication(struct fixture *f, struct publication *publication) {
    const struct frame *frame = publication->frame;
    bool wake;
    must(publication->room == ROOM);
    if (f->publications++ == 0 && frame != NULL) {
        f->first_step = frame->step;
        f->first_lost = frame->lost;
        f->first_ms = frame->time_ms;
    }
    if (frame != NULL) {
        if (f->beat_hz > 0) {
            check_beat(f, frame);
        }
        f->step = frame->step;
        f->lost = frame->lost;
        f->time_ms = frame->time_ms;
    }
    uint32_t index = class_index(WIRE_F32, 60);
    struct offer offer = {
        .message = publication->classes[index].message,
        .e0 = publication->classes[index].e0,
        .has_frame = frame != NULL,
    };
    feed_absorb(&f->feed, publication);
    offer.e = f->feed.ring.e;
    offer.newest_serial = f->feed.frame->serial;
    if (publication->classes[index].due &&
        outbound_offer(&f->outbound, &offer, true, &wake) != NULL) {
        client_take(&f->client, offer.message);
    }
    drain(f);
}

// Those of a viewer whose rate is 60.
static void take_readings(struct fixture *f, struct readings *readings) {
    must(readings->room == ROOM);
    if (readings->due[class_index(WIRE_F32, 60)]) {
        outbound_put(&f->outbound, OUTBOUND_MEASURES, blob_ref(readings->measures));
    }
    readings_destroy(readings);
    drain(f);
}

static void on_posts(uv_async_t *wake) {
    struct fixture *f = wake->data;
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

static void open_outbox(struct fixture *f) {
    memset(f, 0, sizeof *f);
    memset(logged, 0, sizeof logged);
    f->log = (struct log){fmemopen(logged, sizeof logged, "w"), LOG_INFO};
    f->letters = text_begin();
    metrics_init(&f->metrics);
    feed_init(&f->feed);
    outbound_init(&f->outbound);
    must(uv_loop_init(&f->loop) == 0);
    must(mailbox_open(&f->outbox, &f->loop, OUTBOX_CAPACITY, on_posts, f));
}

static void start_with_grace(struct fixture *f, uint32_t rooms_max, uint32_t empty_grace_ms) {
    const struct worker_rules rules = {
        .rooms_max = rooms_max,
        .empty_grace_ms = empty_grace_ms,
        .room_end_after_s = f->end_after_s,
    };
    must(worker_start(&f->worker, &f->outbox, &f->log, &f->metrics, &rules));
}

static void start(struct fixture *f, uint32_t rooms_max) {
    start_with_grace(f, rooms_max, WORKER_EMPTY_GRACE_MS);
}

static void fixture_close(struct fixture *f) {
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

static void post(struct fixture *f, struct mail mail) {
    struct mail *item = malloc(sizeof *item);
    must(item != NULL);
    *item = mail;
    item->room = ROOM;
    item->viewer = ADA;
    must(worker_post(&f->worker, item));
}

static struct room *new_room(void) {
    struct test_room t;
    test_room_open(&t, "chain", rights_everyone_everything());
    struct room *room = t.room;
    room->id = ROOM;
    free(t.letters);
    return room;
}

static void open_room(struct fixture *f) {
    struct room *room = new_room();
    room->lasts = f->lasts;
    post(f, (struct mail){.kind = MAIL_OPEN_ROOM, .opened = room});
}

static void join(struct fixture *f) {
    post(f, (struct mail){.kind = MAIL_JOIN, .join = {.hello = hello_of("Ada", NULL, NULL)}});
}

static void command(struct fixture *f, struct wire_client_message message) {
    post(f, (struct mail){.kind = MAIL_COMMAND, .command = message});
}

// Waits until the letters so far end with this one.
static void await_letter(struct fixture *f, const char *letter) {
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

static void await_step(struct fixture *f, uint64_t step) {
    while (f->step < step) {
        uv_run(&f->loop, UV_RUN_ONCE);
    }
}

static void open_and_join(struct fixture *f) {
    open_outbox(f);
    start(f, 2);
    open_room(f);
    join(f);
    await_letter(f, "welcome");
}

// ---- rooms -------------------------------------------------------------------------------------

CleanTest(worker, steps_its_room_at_its_beat_and_publishes) {
    struct fixture f;
    open_and_join(&f);
    await_step(&f, 1);
    f.beat_hz = 60;
    await_step(&f, 30);
    cr_expect_geq(f.client.frames, 5, "a few at once if this machine is slow");
    cr_expect_eq(f.client.states, 1);
    cr_expect_geq(f.metrics.counters[METRICS_STEPS], 30);
    cr_expect_eq(f.metrics.counters[METRICS_POSTS_LOST], 0);
    fixture_close(&f);
}

CleanTest(worker, takes_up_the_beat_of_another_rate) {
    struct fixture f;
    open_and_join(&f);
    command(&f, set_message(1, "rate", 240));
    while (f.client.acks < 1) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    uint64_t step = f.step;
    await_step(&f, step + 8);
    f.beat_hz = 240;
    await_step(&f, step + 40);
    fixture_close(&f);
}

CleanTest(worker, in_slow_motion_steps_come_less_often_and_none_is_lost) {
    struct fixture f;
    open_and_join(&f);
    command(&f, speed_message(1, 4));
    while (f.client.acks < 1) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    uint64_t step = f.step;
    await_step(&f, step + 2);
    f.beat_hz = 15;
    await_step(&f, step + 10);
    fixture_close(&f);
}

CleanTest(worker, reads_mail_in_order_and_answers) {
    struct fixture f;
    open_and_join(&f);
    command(&f, plain_message(1, WIRE_PAUSE));
    command(&f, plain_message(2, WIRE_PAUSE));
    command(&f, set_message(3, "links", 9));
    command(&f, set_message(4, "no_such", 9));
    await_letter(&f, "refused 4 no_such_parameter");
    const char *first = strstr(text_end(&f.letters), "ack 1 ");
    const char *second = strstr(text_end(&f.letters), "ack 2 ");
    const char *third = strstr(text_end(&f.letters), "ack 3 ");
    cr_expect(first != NULL && first < second && second < third, "%s", text_end(&f.letters));
    while (f.client.particles != 10) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    fixture_close(&f);
}

CleanTest(worker, a_paused_room_makes_only_the_steps_that_it_is_told_to) {
    struct fixture f;
    open_and_join(&f);
    await_step(&f, 3);
    command(&f, plain_message(1, WIRE_PAUSE));
    while (!f.client.paused) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    uint64_t paused_at = f.client.step;
    for (uint32_t i = 0; i < 3; i++) {
        command(&f, plain_message(2 + i, WIRE_STEP));
    }
    await_step(&f, paused_at + 3);
    cr_expect_eq(f.step, paused_at + 3);
    command(&f, plain_message(5, WIRE_RESUME));
    await_step(&f, paused_at + 10);
    cr_expect_eq(f.client.step, f.step);
    fixture_close(&f);
}

// ---- the end of rooms --------------------------------------------------------------------------

static double now_s(void) {
    return (double)uv_hrtime() / 1e9;
}

static void await_end(struct fixture *f) {
    while (f->ended == 0) {
        uv_run(&f->loop, UV_RUN_ONCE);
    }
}

// Lets the worker read what it has been sent.
static void await_all_read(struct fixture *f) {
    while (mailbox_count(&f->worker.inbox) > 0) {
        usleep(1000);
    }
}

CleanTest(worker, a_room_ends_when_nobody_has_been_there_for_long_also_while_it_stands_still) {
    static const uint32_t graces_ms[] = {20, WORKER_NEVER_STILL};
    for (uint32_t i = 0; i < 2; i++) {
        struct fixture f;
        open_outbox(&f);
        f.end_after_s = 1;
        start_with_grace(&f, 2, graces_ms[i]);
        double begun_s = now_s();
        open_room(&f);
        await_end(&f);
        cr_expect_geq(now_s() - begun_s, 1.0);
        join(&f); // too late
        post(&f, (struct mail){.kind = MAIL_CLOSE_ROOM});
        open_room(&f); // the same id is free again
        await_all_read(&f);
        cr_expect_str_eq(text_end(&f.letters), "");
        fixture_close(&f);
    }
}

CleanTest(worker, a_room_does_not_end_while_somebody_is_there_but_so_long_after_the_last_has_left) {
    struct fixture f;
    open_outbox(&f);
    f.end_after_s = 1;
    start_with_grace(&f, 2, 20);
    open_room(&f);
    join(&f);
    await_letter(&f, "welcome");
    await_step(&f, 90);
    cr_expect_eq(f.ended, 0, "somebody has been there for a second and a half");
    double left_s = now_s();
    post(&f, (struct mail){.kind = MAIL_LEAVE});
    await_end(&f);
    cr_expect_geq(now_s() - left_s, 0.95);
    fixture_close(&f);
}

CleanTest(worker, a_room_that_lasts_does_not_end_and_goes_on_when_somebody_comes) {
    struct fixture f;
    open_outbox(&f);
    f.end_after_s = 1;
    f.lasts = true;
    start_with_grace(&f, 2, 20);
    open_room(&f);
    usleep(1300000);
    join(&f);
    await_letter(&f, "welcome");
    await_step(&f, 3);
    cr_expect_eq(f.ended, 0);
    fixture_close(&f);
}

CleanTest(worker, a_host_ends_a_room_and_after_that_it_answers_nobody) {
    struct fixture f;
    open_outbox(&f);
    start(&f, 1);
    open_room(&f);
    struct wire_hello hello = hello_of("Ada", NULL, TEST_HOST_KEY);
    post(&f, (struct mail){.kind = MAIL_JOIN, .join = {.hello = hello}});
    await_step(&f, 3);
    command(&f, plain_message(7, WIRE_END));
    command(&f, plain_message(8, WIRE_PAUSE));
    await_end(&f);
    cr_expect_not_null(strstr(text_end(&f.letters), "ack 7"), "%s", text_end(&f.letters));
    cr_expect_null(strstr(text_end(&f.letters), "ack 8"));
    post(&f, (struct mail){.kind = MAIL_LEAVE});
    post(&f, (struct mail){.kind = MAIL_CLOSE_ROOM});
    open_room(&f); // there is room for it now, because the first one is gone
    await_all_read(&f);
    cr_expect_null(strstr(logged, "room_lost"));
    fixture_close(&f);
}

CleanTest(worker, counts_bursts) {
    struct fixture f;
    open_and_join(&f);
    command(&f, set_message(1, "spring", 1e6f));
    command(&f, set_message(2, "stepping", PBD_SPRINGS));
    while (!f.client.burst) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    await_step(&f, f.step + 3);
    cr_expect_eq(f.metrics.counters[METRICS_BURSTS], 1);
    fixture_close(&f);
}

CleanTest(worker, moves_act_while_paused) {
    struct fixture f;
    open_and_join(&f);
    command(&f, plain_message(1, WIRE_PAUSE));
    command(&f, grab_message(2, 0, 5, 0, 1, 0));
    command(&f, move_message(3, 0, 1, 1, 0));
    while (f.client.acks < 3) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    cr_expect_not_null(strstr(text_end(&f.letters), "ack 3 "));
    fixture_close(&f);
}

CleanTest(worker, sends_measures_to_those_who_asked_and_counts_them) {
    struct fixture f;
    open_and_join(&f);
    command(&f, measure_message(3, 60, 5));
    while (f.client.measures < 5) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    cr_expect_geq(atomic_load(&f.metrics.counters[METRICS_MEASURED]), 4);
    cr_expect_eq(atomic_load(&f.metrics.counters[METRICS_PROBES]), 1);
    command(&f, measure_message(4, 0, NO_PARTICLE));
    uint64_t step = f.step;
    await_step(&f, step + 3);
    uint32_t measures = f.client.measures;
    await_step(&f, step + 20);
    cr_expect_eq(f.client.measures, measures);
    fixture_close(&f);
}

CleanTest(worker, looks_into_steps_for_a_part_of_its_time_only) {
    struct fixture f;
    char expected[32];
    open_and_join(&f);
    command(&f, plain_message(1, WIRE_PAUSE));
    command(&f, plain_message(2, WIRE_TRACE));
    uint32_t seq = 2;
    while (f.client.refusals == 0) {
        cr_assert_lt(seq, 100000);
        command(&f, plain_message(++seq, WIRE_TRACE));
        while (f.client.traces + f.client.refusals < seq - 1) {
            uv_run(&f.loop, UV_RUN_ONCE);
        }
        f.letters = text_begin(); // they would be many
    }
    cr_expect_gt(f.client.traces, 1);
    uint32_t traces = f.client.traces;
    for (; f.client.traces == traces; uv_sleep(20)) { // what it owes is paid back
        command(&f, plain_message(++seq, WIRE_TRACE));
        while (f.client.traces + f.client.refusals < seq - 1) {
            uv_run(&f.loop, UV_RUN_ONCE);
        }
    }
    snprintf(expected, sizeof expected, "trace %u @ %u", seq, (unsigned)f.step);
    await_letter(&f, expected);
    fixture_close(&f);
}

CleanTest(worker, carries_every_kind_of_mail_to_the_room) {
    struct fixture f;
    open_and_join(&f);
    post(&f, (struct mail){.kind = MAIL_STATE});
    await_letter(&f, "state");
    command(&f, rate_message(7, 60));
    command(&f, plain_message(8, WIRE_PAUSE));
    while (!f.client.paused) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    cr_expect_not_null(strstr(text_end(&f.letters), "ack 7 "));
    post(&f, (struct mail){.kind = MAIL_HOST_KEY, .host_key = secret_hash_of("NEW KEY")});
    post(&f, (struct mail){.kind = MAIL_LEAVE});
    post(&f, (struct mail){.kind = MAIL_JOIN, .join = {.hello = hello_of("Ada", NULL, "NEW KEY")}});
    f.client = (struct client){0};
    outbound_release(&f.outbound);
    outbound_init(&f.outbound);
    await_letter(&f, "welcome; roster");
    cr_assert_eq(f.client.seat_count, 1);
    cr_expect(f.client.seats[0].host);
    fixture_close(&f);
}

CleanTest(worker, mail_for_a_room_that_is_not_there_is_dropped) {
    struct fixture f;
    open_outbox(&f);
    start(&f, 2);
    join(&f);
    command(&f, plain_message(1, WIRE_PAUSE));
    open_room(&f);
    join(&f);
    await_letter(&f, "welcome");
    cr_expect_str_eq(text_end(&f.letters), "welcome");
    fixture_close(&f);
}

CleanTest(worker, one_room_too_many_is_dropped_and_logged) {
    struct fixture f;
    open_outbox(&f);
    start(&f, 1);
    open_room(&f);
    open_room(&f);
    join(&f);
    await_letter(&f, "welcome");
    cr_expect_not_null(strstr(logged, "\"room_lost\""));
    fixture_close(&f);
}

CleanTest(worker, frees_what_it_has_not_read_when_it_is_stopped) {
    struct fixture f;
    open_outbox(&f);
    start(&f, 1);
    for (int i = 0; i < 50; i++) {
        join(&f);
        open_room(&f);
    }
    fixture_close(&f);
}

// ---- empty rooms -------------------------------------------------------------------------------

enum { GRACE_MS = 100, LONGER_MS = 400 };

static uint64_t steps_made(struct fixture *f) {
    return atomic_load(&f->metrics.counters[METRICS_STEPS]);
}

static void open_with_grace(struct fixture *f, uint32_t grace_ms) {
    open_outbox(f);
    start_with_grace(f, 2, grace_ms);
    open_room(f);
}

static void await_still(struct fixture *f) {
    while (atomic_load(&f->worker.rooms_still) == 0) {
        uv_run(&f->loop, UV_RUN_NOWAIT);
        uv_sleep(5);
    }
    uv_run(&f->loop, UV_RUN_NOWAIT); // what it said before
}

// Joins as somebody who knows nothing yet.
static void join_anew(struct fixture *f) {
    f->client = (struct client){0};
    f->letters = text_begin();
    outbound_release(&f->outbound);
    outbound_init(&f->outbound);
    join(f);
    await_letter(f, "welcome");
}

static long waits_of_this_process(void) {
    struct rusage usage;
    must(getrusage(RUSAGE_SELF, &usage) == 0);
    return usage.ru_nvcsw;
}

CleanTest(worker, a_room_that_nobody_is_in_stands_still_after_a_grace) {
    struct fixture f;
    open_with_grace(&f, GRACE_MS);
    await_still(&f);
    uint64_t steps = steps_made(&f);
    cr_expect_gt(steps, 0, "not before the grace has passed");
    uv_sleep(LONGER_MS);
    cr_expect_eq(steps_made(&f), steps);
    cr_expect_eq(f.metrics.counters[METRICS_STEPS_LOST], 0);
    fixture_close(&f);
}

CleanTest(worker, goes_on_from_where_it_stood_still_when_somebody_comes) {
    struct fixture f;
    open_with_grace(&f, GRACE_MS);
    join(&f);
    await_step(&f, 10);
    post(&f, (struct mail){.kind = MAIL_LEAVE});
    await_still(&f);
    uint64_t steps = steps_made(&f);
    uint64_t lost = atomic_load(&f.metrics.counters[METRICS_STEPS_LOST]);
    uv_sleep(LONGER_MS);
    double before_ms = (double)uv_hrtime() / 1e6;
    f.publications = 0;
    join_anew(&f);
    while (f.publications == 0) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    cr_expect_eq(atomic_load(&f.worker.rooms_still), 0);
    cr_expect_not(f.client.paused);
    cr_expect_eq(f.first_step, steps, "the step where it stood still comes first");
    cr_expect_eq(f.first_lost, lost, "nothing is lost of the time that nobody saw");
    cr_expect_geq(f.first_ms, before_ms);
    f.beat_hz = 60; // and nothing is made up for
    await_step(&f, steps + 30);
    fixture_close(&f);
}

CleanTest(worker, a_room_with_somebody_in_it_never_stands_still) {
    struct fixture f;
    open_with_grace(&f, GRACE_MS);
    join(&f);
    await_letter(&f, "welcome");
    for (uint64_t from_ns = uv_hrtime(); uv_hrtime() - from_ns < LONGER_MS * (uint64_t)1000000;) {
        uv_run(&f.loop, UV_RUN_ONCE);
        cr_assert_eq(atomic_load(&f.worker.rooms_still), 0);
    }
    fixture_close(&f);
}

CleanTest(worker, empty_rooms_step_on_if_they_are_to) {
    struct fixture f;
    open_with_grace(&f, WORKER_NEVER_STILL);
    while (steps_made(&f) < 30) {
        uv_sleep(5);
    }
    cr_expect_eq(atomic_load(&f.worker.rooms_still), 0);
    fixture_close(&f);
}

CleanTest(worker, a_paused_room_stands_still_too_and_is_paused_afterwards) {
    struct fixture f;
    open_with_grace(&f, GRACE_MS);
    join(&f);
    await_step(&f, 3);
    command(&f, plain_message(1, WIRE_PAUSE));
    command(&f, plain_message(2, WIRE_TRACE));
    while (f.client.traces < 1) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    post(&f, (struct mail){.kind = MAIL_LEAVE});
    await_still(&f);
    join_anew(&f);
    cr_expect(f.client.paused);
    cr_expect_eq(f.client.step, f.step);
    command(&f, plain_message(3, WIRE_STEP));
    await_step(&f, f.step + 1);
    command(&f, plain_message(4, WIRE_RESUME));
    await_step(&f, f.step + 5);
    fixture_close(&f);
}

CleanTest(worker, does_not_wake_for_rooms_that_stand_still) {
    struct fixture f;
    open_with_grace(&f, GRACE_MS);
    await_still(&f);
    uv_sleep(50);
    long waits = waits_of_this_process();
    uv_sleep(LONGER_MS);
    cr_expect_leq(waits_of_this_process() - waits, 5, "no step, no message of a paused room");
    fixture_close(&f);
}

// ---- limits ------------------------------------------------------------------------------------

CleanTest(worker, keeps_places_in_its_inbox_for_joins_and_leaves) {
    uv_loop_t loop;
    struct worker worker = {0}; // whose thread never comes
    must(uv_loop_init(&loop) == 0);
    must(mailbox_open(&worker.inbox, &loop, WORKER_INBOX_CAPACITY, NULL, NULL));
    struct mail mail = {.kind = MAIL_COMMAND};
    uint32_t commands = 0;
    while (worker_post(&worker, &mail)) {
        commands++;
    }
    cr_expect_eq(commands, WORKER_INBOX_CAPACITY - WORKER_INBOX_RESERVE);
    mail.kind = MAIL_STATE;
    cr_expect_not(worker_post(&worker, &mail));
    uint32_t others = 0;
    for (mail.kind = MAIL_JOIN; worker_post(&worker, &mail); others++) {
        mail.kind = others % 2 == 0 ? MAIL_LEAVE : MAIL_JOIN;
    }
    cr_expect_eq(others, WORKER_INBOX_RESERVE);
    mailbox_close(&worker.inbox, NULL);
    uv_run(&loop, UV_RUN_NOWAIT);
    must(uv_loop_close(&loop) == 0);
    mailbox_release(&worker.inbox);
}

static void fill_outbox(struct fixture *f, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        struct post *item = calloc(1, sizeof *item);
        must(item != NULL);
        item->kind = POST_PUBLICATION; // of nothing
        must(mailbox_post(&f->outbox, item, 0));
    }
}

enum { OUTBOX_FULL = OUTBOX_CAPACITY - OUTBOX_RESERVE };

CleanTest(worker, reads_nothing_while_the_outbox_is_nearly_full_and_loses_nothing) {
    struct fixture f;
    open_outbox(&f);
    fill_outbox(&f, OUTBOX_FULL);
    start(&f, 2);
    open_room(&f);
    join(&f);
    uv_sleep(100); // long enough for a fault to show
    cr_expect_eq(mailbox_count(&f.outbox), OUTBOX_FULL);
    cr_expect_eq(mailbox_count(&f.worker.inbox), 2);
    await_letter(&f, "welcome");
    await_step(&f, 3);
    cr_expect_eq(f.metrics.counters[METRICS_POSTS_LOST], 0);
    fixture_close(&f);
}

CleanTest(worker, says_nothing_while_the_outbox_is_nearly_full) {
    struct fixture f;
    open_and_join(&f);
    await_step(&f, 1);
    fill_outbox(&f, OUTBOX_FULL);
    uv_sleep(200); // long enough for a fault to show
    cr_expect_leq(mailbox_count(&f.outbox), OUTBOX_FULL + 3, "what was on its way already");
    await_step(&f, f.step + 3);
    fixture_close(&f);
}

CleanTest(worker, is_not_started_without_memory) {
    for (uint32_t n = 1; n <= 2; n++) {
        struct fixture f;
        open_outbox(&f);
        fail_allocation(n);
        const struct worker_rules rules = {.rooms_max = 1};
        bool started = worker_start(&f.worker, &f.outbox, &f.log, &f.metrics, &rules);
        fail_allocation(0);
        cr_assert_not(started);
        start(&f, 1);
        fixture_close(&f);
    }
}

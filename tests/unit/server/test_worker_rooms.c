// Rooms that nobody is in: they stand still, and in the end they end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "messages.h"
#include "room_fixture.h"
#include "worker_fixture.h"

TestSuite(worker_rooms, .timeout = 60); // tests wait for what must come

// ---- empty rooms -------------------------------------------------------------------------------

enum { GRACE_MS = 100, LONGER_MS = 400 };

static uint64_t steps_made(struct test_worker *f) {
    return atomic_load(&f->metrics.counters[METRICS_STEPS]);
}

static void open_with_grace(struct test_worker *f, uint32_t grace_ms) {
    test_worker_open(f);
    test_worker_start_with_grace(f, 2, grace_ms);
    test_worker_open_room(f);
}

static void await_still(struct test_worker *f) {
    while (atomic_load(&f->worker.rooms_still) == 0) {
        uv_run(&f->loop, UV_RUN_NOWAIT);
        uv_sleep(5);
    }
    uv_run(&f->loop, UV_RUN_NOWAIT); // what it said before
}

// Joins as somebody who knows nothing yet.
static void join_anew(struct test_worker *f) {
    f->client = (struct client){0};
    f->letters = text_begin();
    outbound_release(&f->outbound);
    outbound_init(&f->outbound);
    test_worker_join(f);
    test_worker_await_letter(f, "welcome");
}

static long waits_of_this_process(void) {
    struct rusage usage;
    must(getrusage(RUSAGE_SELF, &usage) == 0);
    return usage.ru_nvcsw;
}

CleanTest(worker_rooms, a_room_that_nobody_is_in_stands_still_after_a_grace) {
    struct test_worker f;
    open_with_grace(&f, GRACE_MS);
    await_still(&f);
    uint64_t steps = steps_made(&f);
    cr_expect_gt(steps, 0, "not before the grace has passed");
    uv_sleep(LONGER_MS);
    cr_expect_eq(steps_made(&f), steps);
    cr_expect_eq(f.metrics.counters[METRICS_STEPS_LOST], 0);
    test_worker_close(&f);
}

CleanTest(worker_rooms, goes_on_from_where_it_stood_still_when_somebody_comes) {
    struct test_worker f;
    open_with_grace(&f, GRACE_MS);
    test_worker_join(&f);
    test_worker_await_step(&f, 10);
    test_worker_post(&f, (struct mail){.kind = MAIL_LEAVE});
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
    test_worker_await_step(&f, steps + 30);
    test_worker_close(&f);
}

CleanTest(worker_rooms, a_room_with_somebody_in_it_never_stands_still) {
    struct test_worker f;
    open_with_grace(&f, GRACE_MS);
    test_worker_join(&f);
    test_worker_await_letter(&f, "welcome");
    for (uint64_t from_ns = uv_hrtime(); uv_hrtime() - from_ns < LONGER_MS * (uint64_t)1000000;) {
        uv_run(&f.loop, UV_RUN_ONCE);
        cr_assert_eq(atomic_load(&f.worker.rooms_still), 0);
    }
    test_worker_close(&f);
}

CleanTest(worker_rooms, empty_rooms_step_on_if_they_are_to) {
    struct test_worker f;
    open_with_grace(&f, WORKER_NEVER_STILL);
    while (steps_made(&f) < 30) {
        uv_sleep(5);
    }
    cr_expect_eq(atomic_load(&f.worker.rooms_still), 0);
    test_worker_close(&f);
}

CleanTest(worker_rooms, a_paused_room_stands_still_too_and_is_paused_afterwards) {
    struct test_worker f;
    open_with_grace(&f, GRACE_MS);
    test_worker_join(&f);
    test_worker_await_step(&f, 3);
    test_worker_command(&f, plain_message(1, WIRE_PAUSE));
    test_worker_command(&f, plain_message(2, WIRE_TRACE));
    while (f.client.traces < 1) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    test_worker_post(&f, (struct mail){.kind = MAIL_LEAVE});
    await_still(&f);
    join_anew(&f);
    cr_expect(f.client.paused);
    cr_expect_eq(f.client.step, f.step);
    test_worker_command(&f, plain_message(3, WIRE_STEP));
    test_worker_await_step(&f, f.step + 1);
    test_worker_command(&f, plain_message(4, WIRE_RESUME));
    test_worker_await_step(&f, f.step + 5);
    test_worker_close(&f);
}

CleanTest(worker_rooms, does_not_wake_for_rooms_that_stand_still) {
    struct test_worker f;
    open_with_grace(&f, GRACE_MS);
    await_still(&f);
    uv_sleep(50);
    long waits = waits_of_this_process();
    uv_sleep(LONGER_MS);
    cr_expect_leq(waits_of_this_process() - waits, 5, "no step, no message of a paused room");
    test_worker_close(&f);
}

// ---- the end of rooms --------------------------------------------------------------------------

static double now_s(void) {
    return (double)uv_hrtime() / 1e9;
}

static void await_end(struct test_worker *f) {
    while (f->ended == 0) {
        uv_run(&f->loop, UV_RUN_ONCE);
    }
}

// Lets the worker read what it has been sent.
static void await_all_read(struct test_worker *f) {
    while (mailbox_count(&f->worker.inbox) > 0) {
        usleep(1000);
    }
}

CleanTest(worker_rooms,
          a_room_ends_when_nobody_has_been_there_for_long_also_while_it_stands_still) {
    static const uint32_t graces_ms[] = {20, WORKER_NEVER_STILL};
    for (uint32_t i = 0; i < 2; i++) {
        struct test_worker f;
        test_worker_open(&f);
        f.end_after_s = 1;
        test_worker_start_with_grace(&f, 2, graces_ms[i]);
        double begun_s = now_s();
        test_worker_open_room(&f);
        await_end(&f);
        cr_expect_geq(now_s() - begun_s, 1.0);
        test_worker_join(&f); // too late
        test_worker_post(&f, (struct mail){.kind = MAIL_CLOSE_ROOM});
        test_worker_open_room(&f); // the same id is free again
        await_all_read(&f);
        cr_expect_str_eq(text_end(&f.letters), "");
        test_worker_close(&f);
    }
}

CleanTest(worker_rooms,
          a_room_does_not_end_while_somebody_is_there_but_so_long_after_the_last_has_left) {
    struct test_worker f;
    test_worker_open(&f);
    f.end_after_s = 1;
    test_worker_start_with_grace(&f, 2, 20);
    test_worker_open_room(&f);
    test_worker_join(&f);
    test_worker_await_letter(&f, "welcome");
    test_worker_await_step(&f, 90);
    cr_expect_eq(f.ended, 0, "somebody has been there for a second and a half");
    double left_s = now_s();
    test_worker_post(&f, (struct mail){.kind = MAIL_LEAVE});
    await_end(&f);
    cr_expect_geq(now_s() - left_s, 0.95);
    test_worker_close(&f);
}

CleanTest(worker_rooms, a_room_that_lasts_does_not_end_and_goes_on_when_somebody_comes) {
    struct test_worker f;
    test_worker_open(&f);
    f.end_after_s = 1;
    f.lasts = true;
    test_worker_start_with_grace(&f, 2, 20);
    test_worker_open_room(&f);
    usleep(1300000);
    test_worker_join(&f);
    test_worker_await_letter(&f, "welcome");
    test_worker_await_step(&f, 3);
    cr_expect_eq(f.ended, 0);
    test_worker_close(&f);
}

CleanTest(worker_rooms, a_host_ends_a_room_and_after_that_it_answers_nobody) {
    struct test_worker f;
    test_worker_open(&f);
    test_worker_start(&f, 1);
    test_worker_open_room(&f);
    struct wire_hello hello = hello_of("Ada", NULL, TEST_HOST_KEY);
    test_worker_post(&f, (struct mail){.kind = MAIL_JOIN, .join = {.hello = hello}});
    test_worker_await_step(&f, 3);
    test_worker_command(&f, plain_message(7, WIRE_END));
    test_worker_command(&f, plain_message(8, WIRE_PAUSE));
    await_end(&f);
    cr_expect_not_null(strstr(text_end(&f.letters), "ack 7"), "%s", text_end(&f.letters));
    cr_expect_null(strstr(text_end(&f.letters), "ack 8"));
    test_worker_post(&f, (struct mail){.kind = MAIL_LEAVE});
    test_worker_post(&f, (struct mail){.kind = MAIL_CLOSE_ROOM});
    test_worker_open_room(&f); // there is room for it now, because the first one is gone
    await_all_read(&f);
    cr_expect_null(strstr(f.logged, "room_lost"));
    test_worker_close(&f);
}

#include "worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "room_fixture.h"
#include "worker_fixture.h"

TestSuite(worker, .timeout = 60); // tests wait for what must come

// ---- rooms -------------------------------------------------------------------------------------

CleanTest(worker, steps_its_room_at_its_beat_and_publishes) {
    struct test_worker f;
    test_worker_open_and_join(&f);
    test_worker_await_step(&f, 1);
    f.beat_hz = 60;
    test_worker_await_step(&f, 30);
    cr_expect_geq(f.client.frames, 5, "a few at once if this machine is slow");
    cr_expect_eq(f.client.states, 1);
    cr_expect_geq(f.metrics.counters[METRICS_STEPS], 30);
    cr_expect_eq(f.metrics.counters[METRICS_POSTS_LOST], 0);
    test_worker_close(&f);
}

CleanTest(worker, takes_up_the_beat_of_another_rate) {
    struct test_worker f;
    test_worker_open_and_join(&f);
    test_worker_command(&f, set_message(1, "rate", 240));
    while (f.client.acks < 1) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    uint64_t step = f.step;
    test_worker_await_step(&f, step + 8);
    f.beat_hz = 240;
    test_worker_await_step(&f, step + 40);
    test_worker_close(&f);
}

CleanTest(worker, in_slow_motion_steps_come_less_often_and_none_is_lost) {
    struct test_worker f;
    test_worker_open_and_join(&f);
    test_worker_command(&f, speed_message(1, 4));
    while (f.client.acks < 1) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    uint64_t step = f.step;
    test_worker_await_step(&f, step + 2);
    f.beat_hz = 15;
    test_worker_await_step(&f, step + 10);
    test_worker_close(&f);
}

CleanTest(worker, reads_mail_in_order_and_answers) {
    struct test_worker f;
    test_worker_open_and_join(&f);
    test_worker_command(&f, plain_message(1, WIRE_PAUSE));
    test_worker_command(&f, plain_message(2, WIRE_PAUSE));
    test_worker_command(&f, set_message(3, "links", 9));
    test_worker_command(&f, set_message(4, "no_such", 9));
    test_worker_await_letter(&f, "refused 4 no_such_parameter");
    const char *first = strstr(text_end(&f.letters), "ack 1 ");
    const char *second = strstr(text_end(&f.letters), "ack 2 ");
    const char *third = strstr(text_end(&f.letters), "ack 3 ");
    cr_expect(first != NULL && first < second && second < third, "%s", text_end(&f.letters));
    while (f.client.particles != 10) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    test_worker_close(&f);
}

CleanTest(worker, a_paused_room_makes_only_the_steps_that_it_is_told_to) {
    struct test_worker f;
    test_worker_open_and_join(&f);
    test_worker_await_step(&f, 3);
    test_worker_command(&f, plain_message(1, WIRE_PAUSE));
    while (!f.client.paused) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    uint64_t paused_at = f.client.step;
    for (uint32_t i = 0; i < 3; i++) {
        test_worker_command(&f, plain_message(2 + i, WIRE_STEP));
    }
    test_worker_await_step(&f, paused_at + 3);
    cr_expect_eq(f.step, paused_at + 3);
    test_worker_command(&f, plain_message(5, WIRE_RESUME));
    test_worker_await_step(&f, paused_at + 10);
    cr_expect_eq(f.client.step, f.step);
    test_worker_close(&f);
}

CleanTest(worker, counts_bursts) {
    struct test_worker f;
    test_worker_open_and_join(&f);
    test_worker_command(&f, set_message(1, "spring", 1e6f));
    test_worker_command(&f, set_message(2, "stepping", PBD_SPRINGS));
    while (!f.client.burst) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    test_worker_await_step(&f, f.step + 3);
    cr_expect_eq(f.metrics.counters[METRICS_BURSTS], 1);
    test_worker_close(&f);
}

CleanTest(worker, moves_act_while_paused) {
    struct test_worker f;
    test_worker_open_and_join(&f);
    test_worker_command(&f, plain_message(1, WIRE_PAUSE));
    test_worker_command(&f, grab_message(2, 0, 5, 0, 1, 0));
    test_worker_command(&f, move_message(3, 0, 1, 1, 0));
    while (f.client.acks < 3) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    cr_expect_not_null(strstr(text_end(&f.letters), "ack 3 "));
    test_worker_close(&f);
}

CleanTest(worker, sends_measures_to_those_who_asked_and_counts_them) {
    struct test_worker f;
    test_worker_open_and_join(&f);
    test_worker_command(&f, measure_message(3, 60, 5));
    while (f.client.measures < 5) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    cr_expect_geq(atomic_load(&f.metrics.counters[METRICS_MEASURED]), 4);
    cr_expect_eq(atomic_load(&f.metrics.counters[METRICS_PROBES]), 1);
    test_worker_command(&f, measure_message(4, 0, NO_PARTICLE));
    uint64_t step = f.step;
    test_worker_await_step(&f, step + 3);
    uint32_t measures = f.client.measures;
    test_worker_await_step(&f, step + 20);
    cr_expect_eq(f.client.measures, measures);
    test_worker_close(&f);
}

CleanTest(worker, looks_into_steps_for_a_part_of_its_time_only) {
    struct test_worker f;
    char expected[32];
    test_worker_open_and_join(&f);
    test_worker_command(&f, plain_message(1, WIRE_PAUSE));
    test_worker_command(&f, plain_message(2, WIRE_TRACE));
    uint32_t seq = 2;
    while (f.client.refusals == 0) {
        cr_assert_lt(seq, 100000);
        test_worker_command(&f, plain_message(++seq, WIRE_TRACE));
        while (f.client.traces + f.client.refusals < seq - 1) {
            uv_run(&f.loop, UV_RUN_ONCE);
        }
        f.letters = text_begin(); // they would be many
    }
    cr_expect_gt(f.client.traces, 1);
    uint32_t traces = f.client.traces;
    for (; f.client.traces == traces; uv_sleep(20)) { // what it owes is paid back
        test_worker_command(&f, plain_message(++seq, WIRE_TRACE));
        while (f.client.traces + f.client.refusals < seq - 1) {
            uv_run(&f.loop, UV_RUN_ONCE);
        }
    }
    snprintf(expected, sizeof expected, "trace %u @ %u", seq, (unsigned)f.step);
    test_worker_await_letter(&f, expected);
    test_worker_close(&f);
}

CleanTest(worker, carries_every_kind_of_mail_to_the_room) {
    struct test_worker f;
    test_worker_open_and_join(&f);
    test_worker_post(&f, (struct mail){.kind = MAIL_STATE});
    test_worker_await_letter(&f, "state");
    test_worker_command(&f, rate_message(7, 60));
    test_worker_command(&f, plain_message(8, WIRE_PAUSE));
    while (!f.client.paused) {
        uv_run(&f.loop, UV_RUN_ONCE);
    }
    cr_expect_not_null(strstr(text_end(&f.letters), "ack 7 "));
    test_worker_post(&f,
                     (struct mail){.kind = MAIL_HOST_KEY, .host_key = secret_hash_of("NEW KEY")});
    test_worker_post(&f, (struct mail){.kind = MAIL_LEAVE});
    test_worker_post(
        &f, (struct mail){.kind = MAIL_JOIN, .join = {.hello = hello_of("Ada", NULL, "NEW KEY")}});
    f.client = (struct client){0};
    outbound_release(&f.outbound);
    outbound_init(&f.outbound);
    test_worker_await_letter(&f, "welcome; roster");
    cr_assert_eq(f.client.seat_count, 1);
    cr_expect(f.client.seats[0].host);
    test_worker_close(&f);
}

CleanTest(worker, mail_for_a_room_that_is_not_there_is_dropped) {
    struct test_worker f;
    test_worker_open(&f);
    test_worker_start(&f, 2);
    test_worker_join(&f);
    test_worker_command(&f, plain_message(1, WIRE_PAUSE));
    test_worker_open_room(&f);
    test_worker_join(&f);
    test_worker_await_letter(&f, "welcome");
    cr_expect_str_eq(text_end(&f.letters), "welcome");
    test_worker_close(&f);
}

CleanTest(worker, one_room_too_many_is_dropped_and_logged) {
    struct test_worker f;
    test_worker_open(&f);
    test_worker_start(&f, 1);
    test_worker_open_room(&f);
    test_worker_open_room(&f);
    test_worker_join(&f);
    test_worker_await_letter(&f, "welcome");
    cr_expect_not_null(strstr(f.logged, "\"room_lost\""));
    test_worker_close(&f);
}

CleanTest(worker, frees_what_it_has_not_read_when_it_is_stopped) {
    struct test_worker f;
    test_worker_open(&f);
    test_worker_start(&f, 1);
    for (int i = 0; i < 50; i++) {
        test_worker_join(&f);
        test_worker_open_room(&f);
    }
    test_worker_close(&f);
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

static void fill_outbox(struct test_worker *f, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        struct post *item = calloc(1, sizeof *item);
        must(item != NULL);
        item->kind = POST_PUBLICATION; // of nothing
        must(mailbox_post(&f->outbox, item, 0));
    }
}

enum { OUTBOX_FULL = OUTBOX_CAPACITY - OUTBOX_RESERVE };

CleanTest(worker, reads_nothing_while_the_outbox_is_nearly_full_and_loses_nothing) {
    struct test_worker f;
    test_worker_open(&f);
    fill_outbox(&f, OUTBOX_FULL);
    test_worker_start(&f, 2);
    test_worker_open_room(&f);
    test_worker_join(&f);
    uv_sleep(100); // long enough for a fault to show
    cr_expect_eq(mailbox_count(&f.outbox), OUTBOX_FULL);
    cr_expect_eq(mailbox_count(&f.worker.inbox), 2);
    test_worker_await_letter(&f, "welcome");
    test_worker_await_step(&f, 3);
    cr_expect_eq(f.metrics.counters[METRICS_POSTS_LOST], 0);
    test_worker_close(&f);
}

CleanTest(worker, says_nothing_while_the_outbox_is_nearly_full) {
    struct test_worker f;
    test_worker_open_and_join(&f);
    test_worker_await_step(&f, 1);
    fill_outbox(&f, OUTBOX_FULL);
    uv_sleep(200); // long enough for a fault to show
    cr_expect_leq(mailbox_count(&f.outbox), OUTBOX_FULL + 3, "what was on its way already");
    test_worker_await_step(&f, f.step + 3);
    test_worker_close(&f);
}

CleanTest(worker, is_not_started_without_memory) {
    for (uint32_t n = 1; n <= 2; n++) {
        struct test_worker f;
        test_worker_open(&f);
        fail_allocation(n);
        const struct worker_rules rules = {.rooms_max = 1};
        bool started = worker_start(&f.worker, &f.outbox, &f.log, &f.metrics, &rules);
        fail_allocation(0);
        cr_assert_not(started);
        test_worker_start(&f, 1);
        test_worker_close(&f);
    }
}

#include "mailbox.h"

#include <sched.h>

#include "support.h"

TestSuite(mailbox, .timeout = 60); // a wake that does not come

// A box on a loop of the test's own. Items are numbers, dressed up as pointers.
struct fixture {
    uv_loop_t loop;
    struct mailbox box;
    uint32_t wakes;
};

static void on_wake(uv_async_t *wake) {
    ((struct fixture *)wake->data)->wakes++;
}

static void fixture_open(struct fixture *f, uint32_t capacity) {
    f->wakes = 0;
    cr_assert_eq(uv_loop_init(&f->loop), 0);
    cr_assert(mailbox_open(&f->box, &f->loop, capacity, on_wake, f));
}

static void on_closed(uv_handle_t *handle) {
    mailbox_release(&((struct fixture *)handle->data)->box);
}

static void fixture_close(struct fixture *f) {
    mailbox_close(&f->box, on_closed);
    uv_run(&f->loop, UV_RUN_DEFAULT);
    cr_assert_eq(uv_loop_close(&f->loop), 0);
}

static bool post(struct fixture *f, uintptr_t number, uint32_t reserve) {
    return mailbox_post(&f->box, (void *)number, reserve);
}

static uintptr_t take(struct fixture *f) {
    return (uintptr_t)mailbox_take(&f->box);
}

CleanTest(mailbox, gives_items_in_the_order_in_which_they_came) {
    struct fixture f;
    fixture_open(&f, 4);
    for (uintptr_t round = 0; round < 10; round++) { // several times around the ring
        for (uintptr_t i = 1; i <= 3; i++) {
            cr_expect(post(&f, 10 * round + i, 0));
        }
        for (uintptr_t i = 1; i <= 3; i++) {
            cr_expect_eq(take(&f), 10 * round + i);
        }
        cr_expect_eq(take(&f), 0, "empty");
    }
    fixture_close(&f);
}

CleanTest(mailbox, takes_no_more_than_its_capacity) {
    struct fixture f;
    fixture_open(&f, 3);
    for (uintptr_t i = 1; i <= 3; i++) {
        cr_expect(post(&f, i, 0));
    }
    cr_expect_not(post(&f, 4, 0));
    cr_expect_eq(mailbox_count(&f.box), 3);
    cr_expect_eq(take(&f), 1);
    cr_expect(post(&f, 5, 0));
    cr_expect_eq(take(&f), 2);
    cr_expect_eq(take(&f), 3);
    cr_expect_eq(take(&f), 5, "what was refused is not in it");
    fixture_close(&f);
}

CleanTest(mailbox, keeps_a_reserve_for_those_who_need_none) {
    struct fixture f;
    fixture_open(&f, 5);
    cr_expect(post(&f, 1, 2));
    cr_expect(post(&f, 2, 2));
    cr_expect(post(&f, 3, 2));
    cr_expect_not(post(&f, 4, 2), "two places are kept");
    cr_expect(post(&f, 5, 0));
    cr_expect(post(&f, 6, 0));
    cr_expect_not(post(&f, 7, 0));
    fixture_close(&f);
}

CleanTest(mailbox, counts_what_waits) {
    struct fixture f;
    fixture_open(&f, 5);
    cr_expect_eq(mailbox_count(&f.box), 0);
    post(&f, 1, 0);
    post(&f, 2, 0);
    cr_expect_eq(mailbox_count(&f.box), 2);
    take(&f);
    cr_expect_eq(mailbox_count(&f.box), 1);
    fixture_close(&f);
}

CleanTest(mailbox, wakes_its_owner_once_something_was_posted) {
    struct fixture f;
    fixture_open(&f, 2);
    uv_run(&f.loop, UV_RUN_NOWAIT);
    cr_expect_eq(f.wakes, 0);
    post(&f, 1, 0);
    uv_run(&f.loop, UV_RUN_ONCE);
    cr_expect_eq(f.wakes, 1);
    post(&f, 2, 0);
    post(&f, 3, 0); // finds it full
    uv_run(&f.loop, UV_RUN_ONCE);
    cr_expect_eq(f.wakes, 2);
    fixture_close(&f);
}

CleanTest(mailbox, is_not_opened_without_memory) {
    uv_loop_t loop;
    struct mailbox box;
    cr_assert_eq(uv_loop_init(&loop), 0);
    fail_allocation(1);
    bool opened = mailbox_open(&box, &loop, 4, on_wake, NULL);
    fail_allocation(0);
    cr_expect_not(opened);
    cr_expect_eq(uv_loop_close(&loop), 0, "nothing is left on the loop");
}

// ---- many threads ------------------------------------------------------------------------------

enum { PRODUCERS = 4, ITEMS = 20000 };

struct hammer {
    struct fixture f;
    uintptr_t newest[PRODUCERS]; // number of the last item that came from each
    uint32_t taken;
};

struct producer {
    struct hammer *hammer;
    uintptr_t index;
};

static void produce(void *argument) {
    const struct producer *producer = argument;
    for (uintptr_t number = 1; number <= ITEMS; number++) {
        while (!post(&producer->hammer->f, producer->index << 32 | number, number % 3)) {
            sched_yield(); // full: the owner is at work
        }
    }
}

static void on_hammer_wake(uv_async_t *wake) {
    struct hammer *hammer = wake->data;
    for (uintptr_t item; (item = take(&hammer->f)) != 0;) {
        uintptr_t index = item >> 32;
        must(index < PRODUCERS);
        must((uint32_t)item == hammer->newest[index] + 1, "in order, none lost, none twice");
        hammer->newest[index]++;
        hammer->taken++;
    }
    if (hammer->taken == PRODUCERS * ITEMS) {
        uv_stop(wake->loop);
    }
}

CleanTest(mailbox, loses_nothing_when_many_threads_post_into_a_small_one) {
    struct hammer hammer = {.taken = 0};
    struct producer producers[PRODUCERS];
    uv_thread_t threads[PRODUCERS];
    fixture_open(&hammer.f, 16);
    hammer.f.box.wake.async_cb = on_hammer_wake;
    hammer.f.box.wake.data = &hammer;
    for (uintptr_t i = 0; i < PRODUCERS; i++) {
        producers[i] = (struct producer){&hammer, i};
        cr_assert_eq(uv_thread_create(&threads[i], produce, &producers[i]), 0);
    }
    uv_run(&hammer.f.loop, UV_RUN_DEFAULT);
    for (uintptr_t i = 0; i < PRODUCERS; i++) {
        uv_thread_join(&threads[i]);
        cr_expect_eq(hammer.newest[i], ITEMS);
    }
    cr_expect_eq(mailbox_count(&hammer.f.box), 0);
    hammer.f.box.wake.data = &hammer.f;
    fixture_close(&hammer.f);
}

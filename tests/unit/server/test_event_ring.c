#include "event_ring.h"

#include <string.h>

#include "support.h"

static void append_bytes(struct event_ring *ring, size_t length) {
    event_ring_append(ring, blob_of_bytes(length, (uint8_t)(ring->e + 1)));
}

static void append_many(struct event_ring *ring, uint32_t count, size_t length) {
    for (uint32_t i = 0; i < count; i++) {
        append_bytes(ring, length);
    }
}

CleanTest(event_ring, numbers_events_after_where_it_began) {
    struct event_ring ring;
    event_ring_init(&ring, 40);
    append_many(&ring, 2, 1);
    cr_expect_eq(ring.e, 42);
    cr_expect_eq(*wire_buffer_content(&event_ring_at(&ring, 41)->buffer), 41);
    cr_expect_eq(*wire_buffer_content(&event_ring_at(&ring, 42)->buffer), 42);
    event_ring_release(&ring);
}

CleanTest(event_ring, covers_from_where_it_began_to_the_newest) {
    struct event_ring ring;
    event_ring_init(&ring, 40);
    cr_expect(event_ring_covers(&ring, 40), "nothing is after 40");
    cr_expect_not(event_ring_covers(&ring, 39));
    append_many(&ring, 2, 1);
    cr_expect_not(event_ring_covers(&ring, 39));
    cr_expect(event_ring_covers(&ring, 40));
    cr_expect(event_ring_covers(&ring, 42));
    cr_expect_not(event_ring_covers(&ring, 43), "not yet happened");
    event_ring_release(&ring);
}

CleanTest(event_ring, holds_256_events) {
    struct event_ring ring;
    event_ring_init(&ring, 0);
    append_many(&ring, 256, 1);
    cr_expect(event_ring_covers(&ring, 0));
    append_many(&ring, 44, 1);
    cr_expect_eq(ring.e, 300);
    cr_expect(event_ring_covers(&ring, 44));
    cr_expect_not(event_ring_covers(&ring, 43));
    cr_expect_eq(*wire_buffer_content(&event_ring_at(&ring, 45)->buffer), 45);
    event_ring_release(&ring);
}

CleanTest(event_ring, holds_64_kB) {
    struct event_ring ring;
    event_ring_init(&ring, 0);
    append_many(&ring, 64, 1024);
    cr_expect(event_ring_covers(&ring, 0), "just as many as fit");
    append_bytes(&ring, 1);
    cr_expect_not(event_ring_covers(&ring, 0));
    cr_expect(event_ring_covers(&ring, 1));
    append_bytes(&ring, 3000);
    cr_expect_not(event_ring_covers(&ring, 2));
    cr_expect(event_ring_covers(&ring, 3), "made room by dropping no more than it had to");
    event_ring_release(&ring);
}

CleanTest(event_ring, one_event_may_fill_it) {
    struct event_ring ring;
    event_ring_init(&ring, 0);
    append_many(&ring, 10, 1);
    append_bytes(&ring, EVENT_RING_BYTES_MAX);
    cr_expect(event_ring_covers(&ring, 10));
    cr_expect_not(event_ring_covers(&ring, 9));
    append_bytes(&ring, 1);
    cr_expect_not(event_ring_covers(&ring, 10));
    cr_expect(event_ring_covers(&ring, 11));
    event_ring_release(&ring);
}

static void check_hole(struct event_ring *ring) {
    cr_expect_eq(ring->e, 4, "it has a number like others");
    cr_expect(event_ring_covers(ring, 4));
    cr_expect_not(event_ring_covers(ring, 3), "nobody can be brought across it");
    append_many(ring, 2, 1);
    cr_expect(event_ring_covers(ring, 4), "after it all is well again");
    cr_expect_not(event_ring_covers(ring, 3));
    event_ring_release(ring);
}

CleanTest(event_ring, an_event_that_is_too_large_leaves_a_hole) {
    struct event_ring ring;
    event_ring_init(&ring, 0);
    append_many(&ring, 3, 1);
    append_bytes(&ring, EVENT_RING_BYTES_MAX + 1);
    check_hole(&ring);
}

CleanTest(event_ring, an_event_that_memory_ran_out_for_leaves_a_hole) {
    struct event_ring ring;
    event_ring_init(&ring, 0);
    append_many(&ring, 3, 1);
    event_ring_append(&ring, NULL);
    check_hole(&ring);
}

CleanTest(event_ring, copies_what_came_from_one_number_to_another_and_appends_it) {
    struct event_ring ring;
    struct wire_buffer out;
    event_ring_init(&ring, 6);
    wire_buffer_init(&out, 0);
    wire_buffer_append(&out, "before", 6);
    append_bytes(&ring, 3);
    append_bytes(&ring, 1);
    append_bytes(&ring, 2);
    event_ring_copy(&ring, 7, 9, &out);
    cr_assert_eq(out.length_bytes, 9);
    cr_expect_eq(memcmp(wire_buffer_content(&out), "before\x08\x09\x09", 9), 0);
    event_ring_copy(&ring, 9, 9, &out);
    cr_expect_eq(out.length_bytes, 9, "nothing is after the newest");
    event_ring_copy(&ring, 6, 7, &out);
    cr_assert_eq(out.length_bytes, 12);
    cr_expect_eq(memcmp(wire_buffer_content(&out) + 9, "\x07\x07\x07", 3), 0, "and no further");
    wire_buffer_release(&out);
    event_ring_release(&ring);
}

// How many of the newest events fit, from the definition.
static uint32_t newest_that_fit(const size_t *lengths, uint32_t appended) {
    uint32_t count = 0;
    size_t bytes = 0;
    while (count < appended && count < EVENT_RING_EVENTS_MAX &&
           bytes + lengths[appended - count - 1] <= EVENT_RING_BYTES_MAX) {
        bytes += lengths[appended - count - 1];
        count++;
    }
    return count;
}

CleanTest(event_ring, holds_the_newest_that_fit_whatever_their_sizes) {
    enum { EVENTS = 3000 };
    static size_t lengths[EVENTS];
    uint64_t random = 7;
    struct event_ring ring;
    event_ring_init(&ring, 0);
    for (uint32_t i = 0; i < EVENTS; i++) {
        uint32_t largest = chance(&random, 2) ? 2 * EVENT_RING_BYTES_MAX
                           : i / 500 % 2 == 0 ? 50
                                              : 3000;
        lengths[i] = 1 + random_below(&random, largest);
        append_bytes(&ring, lengths[i]);
        must(ring.e == i + 1);
        must(ring.count == newest_that_fit(lengths, i + 1));
        if (ring.count > 0) {
            uint64_t number = ring.e - random_below(&random, ring.count);
            const struct blob *event = event_ring_at(&ring, number);
            must(event->buffer.length_bytes == lengths[number - 1]);
            must(*wire_buffer_content(&event->buffer) == (uint8_t)number);
        }
    }
    event_ring_release(&ring);
}

#include "feed.h"

#include <math.h>

#include "support.h"

static void absorb(struct feed *feed, uint64_t e0, uint64_t e, uint64_t serial) {
    struct publication *publication = numbered_publication(e0, e, serial);
    feed_absorb(feed, publication);
    publication_destroy(publication);
}

// The message is exactly what a viewer with this cursor lacks.
static void check_message(struct blob *message, uint64_t cursor, uint64_t e, uint64_t serial) {
    const msgpack_object *tick = read_message(message);
    cr_expect_str_eq(text_field(tick, "type"), "tick");
    cr_expect_eq(uint_field(tick, "e0"), cursor);
    cr_expect_eq(uint_field(tick, "e"), e);
    const msgpack_object_array *events = array_field(tick, "events");
    cr_assert_eq(events->size, e - cursor);
    for (uint32_t i = 0; i < events->size; i++) {
        cr_expect_eq(uint_field(&events->ptr[i], "step"), cursor + 1 + i);
    }
    struct frame *expected = numbered_frame(serial);
    cr_expect_eq(uint_field(tick, "step"), expected->step);
    cr_expect_eq(number_field(tick, "time"), expected->time_ms);
    cr_expect_eq(uint_field(tick, "lost"), expected->lost);
    const msgpack_object *frame = field(tick, "frame");
    cr_assert_eq(frame->via.bin.size, expected->bytes.length_bytes);
    cr_expect_arr_eq(frame->via.bin.ptr, wire_buffer_content(&expected->bytes),
                     expected->bytes.length_bytes);
    const msgpack_object_array *hands = array_field(tick, "hands");
    cr_assert_eq(hands->size, 1);
    cr_expect_eq(hands->ptr[0].via.array.ptr[0].via.u64, expected->hands[0].seat);
    cr_expect_eq(hands->ptr[0].via.array.ptr[1].via.u64, expected->hands[0].hand);
    cr_expect_eq(hands->ptr[0].via.array.ptr[4].via.f64, (double)expected->hands[0].at_m[2]);
    frame_unref(expected);
    blob_unref(message);
}

static enum feed_answer ask(struct feed *feed, uint64_t cursor, uint64_t serial) {
    struct blob *message = NULL;
    enum feed_answer answer = feed_catch_up(feed, cursor, serial, &message);
    blob_unref(message);
    return answer;
}

CleanTest(feed, brings_a_viewer_from_its_cursor_to_the_newest_event_and_frame) {
    struct feed feed;
    struct blob *message;
    feed_init(&feed);
    absorb(&feed, 0, 4, 1);
    absorb(&feed, 4, 4, 0);
    absorb(&feed, 4, 9, 2);
    for (uint64_t cursor = 0; cursor <= 9; cursor++) {
        cr_assert_eq(feed_catch_up(&feed, cursor, 1, &message), FEED_MESSAGE);
        check_message(message, cursor, 9, 2);
    }
    feed_release(&feed);
}

CleanTest(feed, makes_one_message_for_all_who_stand_at_one_cursor) {
    struct feed feed;
    struct blob *first, *second, *other, *later;
    feed_init(&feed);
    absorb(&feed, 0, 4, 1);
    cr_assert_eq(feed_catch_up(&feed, 2, 0, &first), FEED_MESSAGE);
    cr_assert_eq(feed_catch_up(&feed, 2, 7, &second), FEED_MESSAGE);
    cr_expect_eq(first, second);
    cr_assert_eq(feed_catch_up(&feed, 3, 0, &other), FEED_MESSAGE);
    absorb(&feed, 4, 5, 2);
    cr_assert_eq(feed_catch_up(&feed, 3, 0, &later), FEED_MESSAGE);
    check_message(first, 2, 4, 1);
    blob_unref(second);
    check_message(other, 3, 4, 1);
    check_message(later, 3, 5, 2);
    feed_release(&feed);
}

CleanTest(feed, repeats_the_frame_for_a_viewer_that_lacks_only_events) {
    struct feed feed;
    struct blob *message;
    feed_init(&feed);
    absorb(&feed, 0, 1, 5);
    absorb(&feed, 1, 3, 0);
    cr_assert_eq(feed_catch_up(&feed, 1, 5, &message), FEED_MESSAGE);
    check_message(message, 1, 3, 5);
    feed_release(&feed);
}

CleanTest(feed, has_nothing_for_a_viewer_that_has_everything) {
    struct feed feed;
    feed_init(&feed);
    absorb(&feed, 0, 3, 2);
    cr_expect_eq(ask(&feed, 3, 2), FEED_NOTHING);
    cr_expect_eq(ask(&feed, 3, 1), FEED_MESSAGE, "a frame is missing");
    cr_expect_eq(ask(&feed, 2, 2), FEED_MESSAGE, "an event is missing");
    feed_release(&feed);
}

CleanTest(feed, has_nothing_before_the_first_frame) {
    struct feed feed;
    feed_init(&feed);
    cr_expect_eq(ask(&feed, 0, 0), FEED_NOTHING);
    absorb(&feed, 0, 3, 0);
    cr_expect_eq(ask(&feed, 0, 0), FEED_NOTHING);
    absorb(&feed, 3, 3, 1);
    cr_expect_eq(ask(&feed, 0, 0), FEED_MESSAGE);
    feed_release(&feed);
}

CleanTest(feed, has_nothing_for_a_viewer_that_is_ahead_of_it) {
    struct feed feed;
    feed_init(&feed);
    absorb(&feed, 0, 3, 1);
    cr_expect_eq(ask(&feed, 4, 0), FEED_NOTHING);
    feed_release(&feed);
}

CleanTest(feed, sends_a_viewer_for_the_state_once_its_cursor_has_left_the_ring) {
    struct feed feed;
    feed_init(&feed);
    absorb(&feed, 0, 200, 1);
    absorb(&feed, 200, 300, 2);
    cr_expect_eq(ask(&feed, 43, 1), FEED_STATE);
    cr_expect_eq(ask(&feed, 44, 1), FEED_MESSAGE);
    feed_release(&feed);
}

CleanTest(feed, begins_anew_after_a_gap) {
    struct feed feed;
    struct blob *message;
    feed_init(&feed);
    absorb(&feed, 0, 3, 1);
    absorb(&feed, 10, 12, 2);
    cr_expect_eq(ask(&feed, 3, 1), FEED_STATE);
    cr_expect_eq(ask(&feed, 9, 1), FEED_STATE);
    cr_assert_eq(feed_catch_up(&feed, 10, 1, &message), FEED_MESSAGE);
    check_message(message, 10, 12, 2);
    feed_release(&feed);
}

CleanTest(feed, takes_events_and_frame_out_of_the_publication) {
    struct feed feed;
    feed_init(&feed);
    struct publication *publication = numbered_publication(0, 3, 1);
    publication->classes[2].message = blob_of_bytes(1, 'm');
    feed_absorb(&feed, publication);
    cr_expect_eq(publication->event_count, 0);
    cr_expect_null(publication->frame);
    cr_expect_not_null(publication->classes[2].message, "the messages stay");
    publication_destroy(publication);
    cr_expect_eq(ask(&feed, 0, 0), FEED_MESSAGE, "it still has what it took");
    feed_release(&feed);
}

CleanTest(feed, says_so_whenever_memory_runs_out) {
    struct feed feed;
    struct blob *message;
    feed_init(&feed);
    absorb(&feed, 0, 100, 1);
    uint32_t failures = 0;
    for (;;) {
        fail_allocation(failures + 1);
        enum feed_answer answer = feed_catch_up(&feed, 0, 0, &message);
        bool ran_out = allocation_has_failed();
        fail_allocation(0);
        if (!ran_out) {
            cr_assert_eq(answer, FEED_MESSAGE);
            break;
        }
        cr_assert_eq(answer, FEED_NO_MEMORY);
        failures++;
    }
    cr_expect_gt(failures, 2, "the events, the message and its bytes at least");
    check_message(message, 0, 100, 1);
    feed_release(&feed);
}

#include "publication.h"

#include "support.h"

CleanTest(publication, every_rate_is_a_class_of_its_own) {
    static const uint32_t rates[] = {60, 30, 20, 10, 1};
    bool seen[CLASS_COUNT] = {0};
    for (uint32_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        uint32_t index = class_index(WIRE_F32, rates[i]);
        cr_assert_lt(index, CLASS_COUNT);
        cr_expect_not(seen[index]);
        seen[index] = true;
        cr_expect_eq(class_rate_hz(index), rates[i]);
        cr_expect_eq(class_encoding(index), WIRE_F32);
    }
}

CleanTest(publication, a_frame_lives_until_its_last_reference_is_dropped) {
    struct frame *frame = numbered_frame(3);
    cr_assert_eq(frame_ref(frame), frame);
    frame_unref(frame);
    cr_expect_eq(frame->hands[0].seat, 3);
    frame_unref(frame);
    frame_unref(NULL);
}

CleanTest(publication, frees_what_nobody_took_out) {
    struct publication *publication = numbered_publication(5, 8, 1);
    publication->classes[0].message = blob_of_bytes(1, 'm');
    publication->classes[CLASS_COUNT - 1].message = blob_of_bytes(1, 'm');
    publication_destroy(publication);
    publication_destroy(NULL);
}

// ---- merging -----------------------------------------------------------------------------------

static struct publication *with_message(struct publication *publication, uint32_t class,
                                        uint64_t e0, struct blob *message) {
    publication->classes[class].due = true;
    publication->classes[class].e0 = e0;
    publication->classes[class].message = message;
    return publication;
}

CleanTest(publication, merges_events_and_keeps_the_newest_frame) {
    struct publication *first = numbered_publication(2, 4, 1);
    struct publication *second = numbered_publication(4, 7, 2);
    struct frame *newest = second->frame;
    struct blob *last_event = second->events[2];
    cr_assert(publication_merge(first, second));
    cr_expect_eq(first->e0, 2);
    cr_assert_eq(first->event_count, 5);
    cr_expect_eq(first->events[4], last_event);
    cr_expect_eq(first->frame, newest);
    cr_assert(publication_merge(first, numbered_publication(7, 8, 0)));
    cr_expect_eq(first->frame, newest, "no newer one came");
    publication_destroy(first);
}

CleanTest(publication, keeps_the_later_message_if_it_tells_everything) {
    struct blob *later = blob_of_bytes(1, 'l');
    struct publication *first =
        with_message(numbered_publication(3, 3, 1), 1, 3, blob_of_bytes(1, 'f'));
    struct publication *second = with_message(numbered_publication(3, 5, 2), 1, 3, later);
    with_message(second, 2, 1, blob_of_bytes(1, 'o'));
    cr_assert(publication_merge(first, second));
    cr_expect_eq(first->classes[1].message, later);
    cr_expect_eq(first->classes[1].skipped, 1);
    cr_expect_eq(first->classes[1].e0, 3);
    cr_expect_not_null(first->classes[2].message, "it was due for the first time");
    cr_expect_eq(first->classes[2].skipped, 0);
    cr_expect_eq(first->classes[2].e0, 1);
    publication_destroy(first);
}

CleanTest(publication, drops_a_message_that_tells_less_than_both) {
    struct publication *first = numbered_publication(3, 4, 1);
    struct publication *second = numbered_publication(4, 5, 0);
    with_message(first, 0, 3, blob_of_bytes(1, 'f'));
    with_message(second, 0, 4, blob_of_bytes(1, 's')); // without the event 4
    with_message(first, 1, 3, blob_of_bytes(1, 'f'));  // without the event 5
    with_message(second, 2, 3, blob_of_bytes(1, 's')); // without the frame
    cr_assert(publication_merge(first, second));
    for (uint32_t class = 0; class < 3; class ++) {
        cr_expect(first->classes[class].due);
        cr_expect_null(first->classes[class].message);
        cr_expect_eq(first->classes[class].e0, 3);
    }
    publication_destroy(first);
}

CleanTest(publication, does_not_merge_what_does_not_follow) {
    struct publication *first = numbered_publication(3, 4, 1);
    struct publication *second = numbered_publication(5, 6, 2);
    cr_expect_not(publication_merge(first, second));
    cr_expect_eq(first->event_count, 1);
    cr_expect_eq(second->event_count, 1);
    struct publication *third = numbered_publication(4, 6, 3);
    fail_allocation(1);
    cr_expect_not(publication_merge(first, third), "without memory");
    fail_allocation(0);
    cr_expect_eq(first->event_count, 1);
    publication_destroy(first);
    publication_destroy(second);
    publication_destroy(third);
}

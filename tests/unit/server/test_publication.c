#include "publication.h"

#include "support.h"

enum { CLASS = 7 };

static const uint32_t rates_hz[] = {60, 30, 20, 10, 1};
enum { RATE_COUNT = sizeof rates_hz / sizeof rates_hz[0] };

CleanTest(publication, every_rate_of_an_encoding_is_a_class_of_its_own) {
    bool seen[CLASS_COUNT] = {0};
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        enum wire_encoding encoding = i / RATE_COUNT;
        uint32_t index = class_index(encoding, rates_hz[i % RATE_COUNT]);
        must(index < CLASS_COUNT && !seen[index]);
        seen[index] = true;
        must(class_rate_hz(index) == rates_hz[i % RATE_COUNT]);
        must(class_encoding(index) == encoding);
    }
}

CleanTest(publication, frames_on_a_grid_build_on_others_unless_they_come_seldom) {
    for (uint32_t i = 0; i < RATE_COUNT; i++) {
        bool often = rates_hz[i] >= 20;
        cr_expect_not(class_has_deltas(class_index(WIRE_F32, rates_hz[i])));
        cr_expect_eq(class_has_deltas(class_index(WIRE_GRID_0_5, rates_hz[i])), often);
        cr_expect_eq(class_has_deltas(class_index(WIRE_GRID_1, rates_hz[i])), often);
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

CleanTest(publication, a_key_lives_until_its_last_reference_is_dropped_and_holds_its_frame) {
    struct key *key = numbered_key(3, 5);
    struct frame *frame = frame_ref(key->frame);
    cr_assert_eq(key_ref(key), key);
    key_unref(key);
    cr_expect_eq(key_bytes(key), &key->bytes);
    cr_expect_eq(key->frame->serial, 3);
    key_unref(key);
    key_unref(NULL);
    frame_unref(frame);
}

CleanTest(publication, frees_what_nobody_took_out) {
    struct publication *publication = numbered_publication(5, 8, 1);
    publication->classes[0].message = blob_of_bytes(1, 'm');
    publication->classes[2].key = numbered_key(1, 8);
    publication->classes[CLASS_COUNT - 1].message = blob_of_bytes(1, 'm');
    publication->classes[CLASS_COUNT - 1].independent = blob_of_bytes(1, 'i');
    publication_destroy(publication);
    publication_destroy(NULL);
}

// ---- merging -----------------------------------------------------------------------------------

// A turn in which the class's viewers, who have had the events until e0 and the frame `needs` (0:
// whichever), are told those until e and have the frame `serial` afterwards. The message is the
// byte `mark`.
static struct class_message told(uint64_t e0, uint64_t e, uint64_t needs, uint64_t serial,
                                 char mark) {
    return (struct class_message){
        .due = true,
        .e0 = e0,
        .e = e,
        .needs = needs,
        .serial = serial,
        .message = blob_of_bytes(1, (uint8_t)mark),
    };
}

// The same, with a key for those who have something else, and an independent message.
static struct class_message with_key(struct class_message turn, char mark) {
    turn.key = numbered_key(turn.serial, turn.e);
    turn.independent = blob_of_bytes(1, (uint8_t)mark);
    return turn;
}

// A turn that has a key for others, and no news.
static struct class_message key_only(uint64_t e, uint64_t serial, char mark) {
    return with_key((struct class_message){.e0 = e, .e = e, .serial = serial}, mark);
}

static struct publication *publication_of(uint64_t e0, uint64_t e, struct class_message turn) {
    struct publication *publication = numbered_publication(e0, e, turn.serial);
    publication->classes[CLASS] = turn;
    return publication;
}

static char mark_of(const struct blob *message) {
    return message == NULL ? '-' : (char)*wire_buffer_content(&message->buffer);
}

// What becomes of a turn that is merged with the next: "a on 1: 3..5 shows 2, independent b, key of
// 2 @ 5, skipped 1".
static const char *merged(struct class_message first, struct class_message second) {
    uint64_t e0 = first.due ? first.e0 : second.e0;
    uint64_t between = first.due ? first.e : second.e0;
    struct publication *publication = publication_of(e0, between, first);
    must(publication_merge(publication, publication_of(between, second.e, second)));
    const struct class_message *turn = &publication->classes[CLASS];
    struct text text = text_begin();
    if (turn->due) {
        text_add(&text, "%c", mark_of(turn->message));
    } else {
        text_add(&text, "not due");
    }
    if (turn->message != NULL && turn->needs != 0) {
        text_add(&text, " on %u", (unsigned)turn->needs);
    }
    text_add(&text, ": %u..%u shows %u", (unsigned)turn->e0, (unsigned)turn->e,
             (unsigned)turn->serial);
    if (turn->independent != NULL) {
        text_add(&text, ", independent %c", mark_of(turn->independent));
    }
    if (turn->key != NULL) {
        text_add(&text, ", key of %u @ %u", (unsigned)turn->key->frame->serial,
                 (unsigned)turn->key->e);
    }
    text_add(&text, ", skipped %u%s", turn->skipped, turn->lost_key ? ", lost a key" : "");
    publication_destroy(publication);
    return text_end(&text);
}

CleanTest(publication, merges_events_and_keeps_the_newest_frame_and_moment) {
    struct publication *first = numbered_publication(2, 4, 1);
    struct publication *second = numbered_publication(4, 7, 2);
    struct frame *newest = second->frame;
    struct blob *last_event = second->events[2];
    second->scene = "rope";
    second->newcomers = WIRE_CLOSED;
    cr_assert(publication_merge(first, second));
    cr_expect_eq(first->e0, 2);
    cr_assert_eq(first->event_count, 5);
    cr_expect_eq(first->events[4], last_event);
    cr_expect_eq(first->frame, newest);
    cr_expect_eq(first->now.step, 20);
    cr_expect_str_eq(first->scene, "rope");
    cr_expect_eq(first->newcomers, WIRE_CLOSED);
    struct publication *third = numbered_publication(7, 8, 0);
    third->now.step = 25;
    cr_assert(publication_merge(first, third));
    cr_expect_eq(first->frame, newest, "no newer one came");
    cr_expect_eq(first->now.step, 25);
    publication_destroy(first);
}

CleanTest(publication, does_not_merge_what_does_not_follow) {
    struct publication *first = numbered_publication(3, 4, 1);
    struct publication *second = numbered_publication(5, 6, 2);
    cr_expect_not(publication_merge(first, second));
    cr_expect_eq(first->event_count, 1);
    cr_expect_eq(second->event_count, 1);
    struct publication *third = publication_of(4, 6, told(4, 6, 1, 3, 'b'));
    fail_allocation(1);
    cr_expect_not(publication_merge(first, third), "without memory");
    fail_allocation(0);
    cr_expect_eq(first->event_count, 1);
    cr_expect_not(first->classes[CLASS].due);
    cr_expect_not_null(third->classes[CLASS].message);
    publication_destroy(first);
    publication_destroy(second);
    publication_destroy(third);
}

// ---- merging two turns of a class --------------------------------------------------------------

CleanTest(publication, a_turn_that_is_the_only_one_stays_as_it_is) {
    const struct class_message none = {.e0 = 3, .e = 3};
    cr_expect_str_eq(merged(with_key(told(3, 3, 1, 2, 'a'), 'i'), none),
                     "a on 1: 3..3 shows 2, independent i, key of 2 @ 3, skipped 0");
    cr_expect_str_eq(merged(none, with_key(told(3, 5, 1, 2, 'a'), 'i')),
                     "a on 1: 3..5 shows 2, independent i, key of 2 @ 5, skipped 0");
}

CleanTest(publication, a_turn_may_tell_of_earlier_events_than_its_publication) {
    struct publication *first = numbered_publication(3, 4, 1);
    cr_assert(publication_merge(first, publication_of(4, 5, told(1, 5, 1, 2, 'a'))));
    cr_expect_eq(first->classes[CLASS].e0, 1, "the class had not been told of those before");
    cr_expect_eq(first->classes[CLASS].e, 5);
    cr_expect_eq(mark_of(first->classes[CLASS].message), 'a');
    publication_destroy(first);
}

CleanTest(publication, keeps_a_later_frame_that_needs_none_if_there_were_no_events_before) {
    cr_expect_str_eq(merged(told(3, 3, 0, 1, 'a'), told(3, 5, 0, 2, 'b')),
                     "b: 3..5 shows 2, skipped 1");
    cr_expect_str_eq(merged(told(3, 3, 9, 10, 'a'), told(3, 3, 0, 11, 'b')),
                     "b: 3..3 shows 11, skipped 1");
    cr_expect_str_eq(merged(with_key(told(3, 3, 9, 10, 'a'), 'i'), told(3, 3, 0, 11, 'b')),
                     "b: 3..3 shows 11, skipped 1, lost a key");
}

CleanTest(publication, keeps_a_later_frame_on_the_one_that_its_readers_have) {
    cr_expect_str_eq(merged(told(3, 3, 1, 1, 'a'), told(3, 5, 1, 2, 'b')),
                     "b on 1: 3..5 shows 2, skipped 1");
    cr_expect_str_eq(merged(told(3, 3, 1, 1, 'a'), with_key(told(3, 5, 1, 2, 'b'), 'j')),
                     "b on 1: 3..5 shows 2, independent j, key of 2 @ 5, skipped 1");
    cr_expect_str_eq(merged(with_key(told(3, 3, 1, 1, 'a'), 'i'), told(3, 3, 1, 2, 'b')),
                     "b on 1: 3..3 shows 2, skipped 1, lost a key");
}

CleanTest(publication, takes_the_independent_message_for_a_frame_on_one_that_was_skipped) {
    cr_expect_str_eq(merged(told(3, 3, 1, 2, 'a'), with_key(told(3, 4, 2, 5, 'b'), 'j')),
                     "j: 3..4 shows 5, key of 5 @ 4, skipped 1");
    cr_expect_str_eq(merged(told(3, 3, 0, 2, 'a'), with_key(told(3, 3, 2, 5, 'b'), 'j')),
                     "j: 3..3 shows 5, key of 5 @ 3, skipped 1");
}

CleanTest(publication, has_no_message_on_a_frame_that_was_skipped) {
    cr_expect_str_eq(merged(told(3, 3, 1, 2, 'a'), told(3, 4, 2, 5, 'b')),
                     "-: 3..4 shows 5, skipped 1");
    cr_expect_str_eq(merged(with_key(told(3, 3, 1, 2, 'a'), 'i'), told(3, 4, 2, 5, 'b')),
                     "-: 3..4 shows 5, skipped 1, lost a key");
}

CleanTest(publication, keeps_the_first_message_if_the_later_one_has_no_news) {
    cr_expect_str_eq(merged(told(3, 3, 1, 2, 'a'), told(3, 3, 2, 2, 'b')),
                     "a on 1: 3..3 shows 2, skipped 1");
    cr_expect_str_eq(merged(told(3, 3, 2, 2, 'a'), told(3, 3, 2, 2, 'b')),
                     "a on 2: 3..3 shows 2, skipped 1");
    cr_expect_str_eq(merged(with_key(told(3, 3, 1, 2, 'a'), 'i'), told(3, 3, 2, 2, 'b')),
                     "a on 1: 3..3 shows 2, independent i, key of 2 @ 3, skipped 1");
    cr_expect_str_eq(
        merged(with_key(told(3, 3, 1, 2, 'a'), 'i'), with_key(told(3, 3, 2, 2, 'b'), 'j')),
        "a on 1: 3..3 shows 2, independent i, key of 2 @ 3, skipped 1");
}

CleanTest(publication, a_frame_and_later_events_are_told_together_or_not_at_all) {
    cr_expect_str_eq(merged(told(3, 3, 1, 2, 'a'), with_key(told(3, 5, 2, 2, 'b'), 'j')),
                     "j: 3..5 shows 2, key of 2 @ 5, skipped 1");
    cr_expect_str_eq(merged(told(3, 3, 1, 2, 'a'), told(3, 5, 2, 2, 'b')),
                     "-: 3..5 shows 2, skipped 1");
    cr_expect_str_eq(merged(with_key(told(3, 3, 1, 2, 'a'), 'i'), told(3, 5, 2, 2, 'b')),
                     "-: 3..5 shows 2, key of 2 @ 3, skipped 1", "the key still holds");
    cr_expect_str_eq(merged(told(3, 3, 2, 2, 'a'), told(3, 5, 2, 2, 'b')),
                     "b on 2: 3..5 shows 2, skipped 1", "at rest");
}

CleanTest(publication, drops_a_message_that_tells_less_than_both) {
    cr_expect_str_eq(merged(told(3, 4, 0, 1, 'a'), told(4, 4, 0, 2, 'b')),
                     "-: 3..4 shows 2, skipped 1");
    cr_expect_str_eq(merged(told(3, 4, 1, 1, 'a'), told(4, 5, 1, 1, 'b')),
                     "-: 3..5 shows 1, skipped 1");
    cr_expect_str_eq(merged(told(3, 4, 1, 1, 'a'), told(4, 4, 1, 1, 'b')),
                     "-: 3..4 shows 1, skipped 1");
    cr_expect_str_eq(
        merged(with_key(told(3, 4, 1, 2, 'a'), 'i'), with_key(told(4, 5, 2, 3, 'b'), 'j')),
        "-: 3..5 shows 3, key of 3 @ 5, skipped 1", "the key is for all");
    cr_expect_str_eq(merged(with_key(told(3, 4, 1, 2, 'a'), 'i'), told(4, 5, 2, 2, 'b')),
                     "-: 3..5 shows 2, key of 2 @ 4, skipped 1", "at rest it still holds");
}

CleanTest(publication, skipped_messages_add_up) {
    struct publication *sum = publication_of(3, 3, told(3, 3, 0, 1, 'a'));
    for (uint64_t serial = 2; serial <= 5; serial += 2) {
        struct publication *next = publication_of(3, 3, told(3, 3, 0, serial, 'b'));
        cr_assert(publication_merge(next, publication_of(3, 3, told(3, 3, 0, serial + 1, 'c'))));
        cr_assert(publication_merge(sum, next));
    }
    cr_expect_eq(sum->classes[CLASS].skipped, 4);
    publication_destroy(sum);
}

CleanTest(publication, a_key_that_follows_a_turn_is_kept_with_it) {
    cr_expect_str_eq(merged(told(3, 5, 1, 2, 'a'), key_only(5, 2, 'j')),
                     "a on 1: 3..5 shows 2, key of 2 @ 5, skipped 0");
    cr_expect_str_eq(merged(with_key(told(3, 3, 1, 2, 'a'), 'i'), key_only(3, 2, 'j')),
                     "a on 1: 3..3 shows 2, independent i, key of 2 @ 3, skipped 0");
}

CleanTest(publication, a_key_before_a_turn_is_kept_while_it_shows_the_frame) {
    cr_expect_str_eq(merged(key_only(3, 2, 'i'), told(3, 5, 2, 2, 'b')),
                     "b on 2: 3..5 shows 2, key of 2 @ 3, skipped 0");
    cr_expect_str_eq(merged(key_only(3, 2, 'i'), with_key(told(3, 5, 2, 2, 'b'), 'j')),
                     "b on 2: 3..5 shows 2, independent j, key of 2 @ 5, skipped 0");
    cr_expect_str_eq(merged(key_only(3, 2, 'i'), told(3, 3, 2, 3, 'b')),
                     "b on 2: 3..3 shows 3, skipped 0, lost a key");
    cr_expect_str_eq(merged(key_only(3, 2, 'i'), with_key(told(3, 3, 2, 3, 'b'), 'j')),
                     "b on 2: 3..3 shows 3, independent j, key of 3 @ 3, skipped 0");
}

CleanTest(publication, of_keys_the_later_one_is_kept) {
    const struct class_message none = {.e0 = 3, .e = 3};
    cr_expect_str_eq(merged(key_only(3, 2, 'i'), key_only(3, 2, 'j')),
                     "not due: 3..3 shows 2, independent j, key of 2 @ 3, skipped 0");
    cr_expect_str_eq(merged(none, key_only(3, 2, 'j')),
                     "not due: 3..3 shows 2, independent j, key of 2 @ 3, skipped 0");
    cr_expect_str_eq(merged(key_only(3, 2, 'i'), none),
                     "not due: 3..3 shows 2, independent i, key of 2 @ 3, skipped 0");
}

CleanTest(publication, remembers_that_a_key_was_lost_until_there_is_another) {
    struct publication *sum = publication_of(3, 3, key_only(3, 2, 'i'));
    for (uint64_t serial = 3; serial <= 5; serial++) {
        struct class_message turn = told(3, 3, serial - 1, serial, 'b');
        cr_assert(publication_merge(sum, publication_of(3, 3, turn)));
        cr_expect(sum->classes[CLASS].lost_key);
    }
    cr_assert(publication_merge(sum, publication_of(3, 3, key_only(3, 5, 'j'))));
    cr_expect_not(sum->classes[CLASS].lost_key);
    publication_destroy(sum);
    sum = numbered_publication(3, 3, 1);
    struct publication *lossy = publication_of(3, 3, key_only(3, 2, 'i'));
    cr_assert(publication_merge(lossy, publication_of(3, 3, told(3, 3, 2, 3, 'b'))));
    cr_assert(publication_merge(sum, lossy));
    cr_expect(sum->classes[CLASS].lost_key);
    publication_destroy(sum);
}

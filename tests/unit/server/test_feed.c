#include "feed.h"

#include "support.h"

enum { CLASS = CLASS_RATE_COUNT + 1, OTHER = 2 }; // the first of a grid encoding, at 30

// What a turn of the class has: the events e0 + 1 … e, and this frame, which may be the same as
// before. Its key comes with it if there is one.
static struct publication *turn(uint64_t e0, uint64_t e, uint64_t serial, struct key *key) {
    struct publication *publication = numbered_publication(e0, e, serial);
    publication->classes[CLASS] =
        (struct class_message){.due = true, .e0 = e0, .e = e, .serial = serial, .key = key};
    return publication;
}

static void absorb_publication(struct feed *feed, struct publication *publication) {
    feed_absorb(feed, publication);
    publication_destroy(publication);
}

// The class is sent this frame, and there is a key of it.
static void absorb(struct feed *feed, uint64_t e0, uint64_t e, uint64_t serial) {
    absorb_publication(feed, turn(e0, e, serial, numbered_key(serial, e)));
}

// The class is sent this frame, on the one that it has; or events only, if it has this one.
static void absorb_without_key(struct feed *feed, uint64_t e0, uint64_t e, uint64_t serial) {
    absorb_publication(feed, turn(e0, e, serial, NULL));
}

// Somebody has asked for a key: those in step are sent nothing.
static void absorb_key(struct feed *feed, struct key *key) {
    struct publication *publication = numbered_publication(feed->ring.e, feed->ring.e, 0);
    publication->now = key->now;
    publication->classes[CLASS] = (struct class_message){
        .e0 = feed->ring.e, .e = feed->ring.e, .serial = key->frame->serial, .key = key};
    absorb_publication(feed, publication);
}

static void check_events(const msgpack_object *tick, uint64_t cursor, uint64_t e) {
    cr_expect_str_eq(text_field(tick, "type"), "tick");
    cr_expect_eq(uint_field(tick, "e0"), cursor);
    cr_expect_eq(uint_field(tick, "e"), e);
    const msgpack_object_array *events = array_field(tick, "events");
    cr_assert_eq(events->size, e - cursor);
    for (uint32_t i = 0; i < events->size; i++) {
        cr_expect_eq(uint_field(&events->ptr[i], "step"), cursor + 1 + i);
    }
}

static void check_moment(const msgpack_object *tick, struct moment expected) {
    cr_expect_eq(uint_field(tick, "step"), expected.step);
    cr_expect_eq(number_field(tick, "time"), expected.time_ms);
    cr_expect_eq(uint_field(tick, "lost"), expected.lost);
}

// The message leads from this cursor to e and shows the key.
static void check_message(struct blob *message, uint64_t cursor, uint64_t e, struct key *key) {
    const msgpack_object *tick = read_message(message);
    check_events(tick, cursor, e);
    check_moment(tick, key->now);
    const msgpack_object *frame = field(tick, "frame");
    const struct wire_buffer *bytes = key_bytes(key);
    cr_assert_eq(frame->via.bin.size, bytes->length_bytes);
    cr_expect_arr_eq(frame->via.bin.ptr, wire_buffer_content(bytes), bytes->length_bytes);
    const msgpack_object_array *hands = array_field(tick, "hands");
    const struct wire_hand_target *hand = &key->frame->hands[0];
    cr_assert_eq(hands->size, 1);
    cr_expect_eq(hands->ptr[0].via.array.ptr[0].via.u64, hand->seat);
    cr_expect_eq(hands->ptr[0].via.array.ptr[1].via.u64, hand->hand);
    cr_expect_eq(hands->ptr[0].via.array.ptr[4].via.f64, (double)hand->at_m[2]);
    key_unref(key);
    blob_unref(message);
}

// What the feed has for a viewer at this place, which moves on: "2..9 shows 20" (e0, e and the
// step), "2..9" for a tick without a frame, or why there is none.
static const char *serve(struct feed *feed, struct place *place) {
    static const char *const answers[] = {"", "nothing", "needs key", "state", "no memory"};
    const struct place before = *place;
    struct blob *message = NULL;
    enum feed_answer answer = feed_catch_up(feed, CLASS, place, &message);
    if (answer != FEED_MESSAGE) {
        must(message == NULL && place->cursor == before.cursor && place->serial == before.serial);
        return answers[answer];
    }
    const msgpack_object *tick = read_message(message);
    struct text text = text_begin();
    must(place->cursor == uint_field(tick, "e"));
    text_add(&text, "%u..%u", (unsigned)uint_field(tick, "e0"), (unsigned)uint_field(tick, "e"));
    if (field(tick, "frame") != NULL) {
        text_add(&text, " shows %u", (unsigned)uint_field(tick, "step"));
    }
    blob_unref(message);
    return text_end(&text);
}

// The same for somebody who stands there once.
static const char *ask(struct feed *feed, uint64_t cursor, uint64_t serial) {
    struct place place = {.cursor = cursor, .serial = serial};
    return serve(feed, &place);
}

CleanTest(feed, brings_a_viewer_from_its_cursor_to_the_newest_event_and_frame) {
    struct feed feed;
    feed_init(&feed);
    absorb(&feed, 0, 4, 1);
    absorb_without_key(&feed, 4, 4, 1);
    absorb(&feed, 4, 9, 2);
    for (uint64_t cursor = 0; cursor <= 9; cursor++) {
        struct place place = {.cursor = cursor, .serial = 1};
        struct blob *message;
        cr_assert_eq(feed_catch_up(&feed, CLASS, &place, &message), FEED_MESSAGE);
        check_message(message, cursor, 9, numbered_key(2, 9));
        cr_expect_eq(place.cursor, 9);
        cr_expect_eq(place.serial, 2);
    }
    feed_release(&feed);
}

CleanTest(feed, shows_the_positions_themselves_where_the_key_is_not_encoded) {
    struct feed feed;
    struct blob *message;
    struct place place = {0};
    struct key *key = numbered_key(1, 2);
    feed_init(&feed);
    wire_buffer_release(&key->bytes);
    absorb_publication(&feed, turn(0, 2, 1, key_ref(key)));
    cr_assert_eq(feed_catch_up(&feed, CLASS, &place, &message), FEED_MESSAGE);
    cr_expect_eq(key_bytes(key), &key->frame->positions);
    check_message(message, 0, 2, key);
    feed_release(&feed);
}

CleanTest(feed, makes_one_message_for_all_who_stand_at_one_cursor) {
    struct feed feed;
    struct blob *first, *second, *other, *later;
    struct place a = {.cursor = 2}, b = {.cursor = 2}, c = {.cursor = 3}, d = {.cursor = 3};
    feed_init(&feed);
    absorb(&feed, 0, 4, 8);
    cr_assert_eq(feed_catch_up(&feed, CLASS, &a, &first), FEED_MESSAGE);
    b.serial = 7;
    cr_assert_eq(feed_catch_up(&feed, CLASS, &b, &second), FEED_MESSAGE);
    cr_expect_eq(first, second);
    cr_assert_eq(feed_catch_up(&feed, CLASS, &c, &other), FEED_MESSAGE);
    absorb(&feed, 4, 5, 9);
    cr_assert_eq(feed_catch_up(&feed, CLASS, &d, &later), FEED_MESSAGE);
    check_message(first, 2, 4, numbered_key(8, 4));
    blob_unref(second);
    check_message(other, 3, 4, numbered_key(8, 4));
    check_message(later, 3, 5, numbered_key(9, 5));
    feed_release(&feed);
}

CleanTest(feed, does_not_take_one_who_lacks_a_frame_for_one_who_lacks_events_only) {
    struct feed feed;
    feed_init(&feed);
    absorb(&feed, 0, 4, 1);
    for (int i = 0; i < 2; i++) {
        cr_expect_str_eq(ask(&feed, 2, 0), "2..4 shows 10");
        cr_expect_str_eq(ask(&feed, 2, 1), "2..4");
    }
    feed_release(&feed);
}

CleanTest(feed, does_not_take_one_class_for_another) {
    struct feed feed;
    struct blob *message;
    struct place place = {.cursor = 1};
    struct publication *publication = turn(0, 2, 1, numbered_key(1, 2));
    feed_init(&feed);
    publication->classes[OTHER] =
        (struct class_message){.due = true, .e = 2, .serial = 1, .key = numbered_key(1, 2)};
    add_grid_frame(&publication->classes[OTHER].key->bytes, 99, 0);
    absorb_publication(&feed, publication);
    cr_expect_str_eq(ask(&feed, 1, 0), "1..2 shows 10");
    cr_assert_eq(feed_catch_up(&feed, OTHER, &place, &message), FEED_MESSAGE);
    cr_expect_eq(field(read_message(message), "frame")->via.bin.size, 18);
    blob_unref(message);
    feed_release(&feed);
}

CleanTest(feed, repeats_no_frame_for_a_viewer_that_lacks_only_events) {
    struct feed feed;
    struct blob *message;
    struct place place = {.cursor = 1, .serial = 5};
    feed_init(&feed);
    absorb(&feed, 0, 1, 5);
    struct publication *later = turn(1, 3, 5, NULL);
    later->now = numbered_moment(7); // the world is at rest
    absorb_publication(&feed, later);
    cr_assert_eq(feed_catch_up(&feed, CLASS, &place, &message), FEED_MESSAGE);
    const msgpack_object *tick = read_message(message);
    check_events(tick, 1, 3);
    check_moment(tick, numbered_moment(7));
    cr_expect_null(field(tick, "frame"));
    cr_expect_null(field(tick, "hands"));
    cr_expect_eq(place.cursor, 3);
    cr_expect_eq(place.serial, 5);
    blob_unref(message);
    feed_release(&feed);
}

CleanTest(feed, leads_a_viewer_that_lacks_an_older_frame_on_in_two_messages) {
    struct feed feed;
    struct place place = {.cursor = 1, .serial = 4};
    feed_init(&feed);
    absorb(&feed, 0, 2, 5);
    absorb_without_key(&feed, 2, 6, 5); // at rest
    cr_expect_str_eq(serve(&feed, &place), "1..2 shows 50");
    cr_expect_str_eq(serve(&feed, &place), "2..6");
    cr_expect_str_eq(serve(&feed, &place), "nothing");
    feed_release(&feed);
}

CleanTest(feed, has_nothing_for_a_viewer_that_has_everything) {
    struct feed feed;
    feed_init(&feed);
    absorb(&feed, 0, 3, 2);
    cr_expect_str_eq(ask(&feed, 3, 2), "nothing");
    cr_expect_str_eq(ask(&feed, 3, 1), "3..3 shows 20", "a frame is missing");
    cr_expect_str_eq(ask(&feed, 2, 2), "2..3", "an event is missing");
    feed_release(&feed);
}

CleanTest(feed, has_nothing_before_the_first_frame_of_the_class) {
    struct feed feed;
    feed_init(&feed);
    cr_expect_str_eq(ask(&feed, 0, 0), "nothing");
    absorb_publication(&feed, numbered_publication(0, 3, 1)); // of other classes
    cr_expect_str_eq(ask(&feed, 0, 0), "nothing");
    absorb(&feed, 3, 3, 1);
    cr_expect_str_eq(ask(&feed, 0, 0), "0..3 shows 10");
    feed_release(&feed);
}

CleanTest(feed, has_nothing_for_a_viewer_that_is_ahead_of_its_class) {
    struct feed feed;
    feed_init(&feed);
    absorb(&feed, 0, 3, 7);
    absorb_publication(&feed, numbered_publication(3, 6, 8)); // of other classes
    cr_expect_str_eq(ask(&feed, 4, 0), "nothing");
    cr_expect_str_eq(ask(&feed, 4, 7), "nothing");
    cr_expect_str_eq(ask(&feed, 3, 8), "nothing", "a frame that its class has yet to get");
    cr_expect_str_eq(ask(&feed, 2, 8), "nothing");
    feed_release(&feed);
}

CleanTest(feed, leads_no_further_than_the_class_has_been_told) {
    struct feed feed;
    feed_init(&feed);
    absorb(&feed, 0, 3, 7);
    absorb_publication(&feed, numbered_publication(3, 6, 8)); // of other classes
    cr_expect_str_eq(ask(&feed, 1, 6), "1..3 shows 70");
    cr_expect_str_eq(ask(&feed, 1, 7), "1..3");
    feed_release(&feed);
}

CleanTest(feed, asks_for_a_key_while_there_is_none_of_the_frame_that_the_class_has) {
    struct feed feed;
    feed_init(&feed);
    absorb_without_key(&feed, 0, 3, 1);
    cr_expect_str_eq(ask(&feed, 3, 0), "needs key");
    absorb_key(&feed, numbered_key(1, 3));
    cr_expect_str_eq(ask(&feed, 3, 0), "3..3 shows 10");
    absorb_without_key(&feed, 3, 4, 2);
    cr_expect_str_eq(ask(&feed, 3, 1), "needs key", "that key is of another frame");
    cr_expect_str_eq(ask(&feed, 3, 2), "3..4", "whoever has the frame needs none");
    feed_release(&feed);
}

CleanTest(feed, keeps_a_key_while_the_class_has_the_same_frame) {
    struct feed feed;
    feed_init(&feed);
    absorb(&feed, 0, 3, 1);
    absorb_without_key(&feed, 3, 3, 1);
    absorb_publication(&feed, numbered_publication(3, 3, 0));
    cr_expect_str_eq(ask(&feed, 2, 0), "2..3 shows 10");
    feed_release(&feed);
}

CleanTest(feed, asks_for_a_newer_key_for_a_viewer_that_is_past_it) {
    struct feed feed;
    feed_init(&feed);
    absorb(&feed, 0, 3, 1);
    absorb_without_key(&feed, 3, 5, 1);
    cr_expect_str_eq(ask(&feed, 3, 0), "3..3 shows 10");
    cr_expect_str_eq(ask(&feed, 4, 0), "needs key", "it shows the world as it was before event 4");
    struct key *newer = numbered_key(1, 5);
    newer->now = numbered_moment(6);
    absorb_key(&feed, newer);
    cr_expect_str_eq(ask(&feed, 4, 0), "4..5 shows 60");
    feed_release(&feed);
}

CleanTest(feed, shows_no_earlier_step_than_a_viewer_was_told_with_its_state) {
    struct feed feed;
    struct place place = {.cursor = 3, .step = 11};
    feed_init(&feed);
    absorb(&feed, 0, 3, 1);
    cr_expect_str_eq(serve(&feed, &place), "needs key");
    place.step = 10;
    cr_expect_str_eq(serve(&feed, &place), "3..3 shows 10");
    place = (struct place){.cursor = 3, .step = 60};
    struct key *newer = numbered_key(1, 3); // at rest: the same frame, as of now
    newer->now = numbered_moment(6);
    absorb_key(&feed, newer);
    cr_expect_str_eq(serve(&feed, &place), "3..3 shows 60");
    feed_release(&feed);
}

CleanTest(feed, sends_a_viewer_for_the_state_once_its_cursor_has_left_the_ring) {
    struct feed feed;
    feed_init(&feed);
    absorb(&feed, 0, 200, 1);
    absorb(&feed, 200, 300, 2);
    cr_expect_str_eq(ask(&feed, 43, 1), "state");
    cr_expect_str_eq(ask(&feed, 44, 1), "44..300 shows 20");
    absorb_without_key(&feed, 300, 301, 3);
    cr_expect_str_eq(ask(&feed, 44, 1), "state", "a key would be of no use to it");
    feed_release(&feed);
}

CleanTest(feed, begins_anew_after_a_gap) {
    struct feed feed;
    feed_init(&feed);
    absorb(&feed, 0, 3, 1);
    absorb(&feed, 10, 12, 2);
    cr_expect_str_eq(ask(&feed, 3, 1), "state");
    cr_expect_str_eq(ask(&feed, 9, 1), "state");
    cr_expect_str_eq(ask(&feed, 10, 1), "10..12 shows 20");
    feed_release(&feed);
}

CleanTest(feed, takes_events_and_frame_out_of_the_publication) {
    struct feed feed;
    feed_init(&feed);
    struct publication *publication = turn(0, 3, 1, numbered_key(1, 3));
    publication->classes[CLASS].message = blob_of_bytes(1, 'm');
    feed_absorb(&feed, publication);
    cr_expect_eq(publication->event_count, 0);
    cr_expect_null(publication->frame);
    cr_expect_eq(feed.frame->serial, 1);
    cr_expect_eq(feed.now.step, 10);
    cr_expect_not_null(publication->classes[CLASS].message, "the messages stay");
    cr_expect_not_null(publication->classes[CLASS].key, "and so do the keys");
    publication_destroy(publication);
    cr_expect_str_eq(ask(&feed, 0, 0), "0..3 shows 10", "it still has what it took");
    feed_release(&feed);
}

CleanTest(feed, says_so_whenever_memory_runs_out) {
    struct feed feed;
    struct blob *message;
    feed_init(&feed);
    absorb(&feed, 0, 100, 1);
    uint32_t failures = 0;
    for (;;) {
        struct place place = {0};
        fail_allocation(failures + 1);
        enum feed_answer answer = feed_catch_up(&feed, CLASS, &place, &message);
        bool ran_out = allocation_has_failed();
        fail_allocation(0);
        if (!ran_out) {
            cr_assert_eq(answer, FEED_MESSAGE);
            break;
        }
        cr_assert_eq(answer, FEED_NO_MEMORY);
        cr_expect_eq(place.cursor, 0);
        failures++;
    }
    cr_expect_gt(failures, 2, "the events, the message and its bytes at least");
    check_message(message, 0, 100, numbered_key(1, 100));
    feed_release(&feed);
}

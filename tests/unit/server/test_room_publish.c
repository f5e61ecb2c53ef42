#include <math.h>
#include <string.h>

#include "client.h"
#include "messages.h"
#include "outbound.h"
#include "room_fixture.h"
#include "support.h"

enum { ADA = 101, BEN = 102 };

static const uint32_t rates_hz[] = {60, 30, 20, 10, 1};
enum { RATE_COUNT = sizeof rates_hz / sizeof rates_hz[0] };

static uint32_t class_of(uint32_t rate_hz) {
    return class_index(WIRE_F32, rate_hz);
}

static void join_at(struct test_room *t, uint64_t viewer, uint32_t rate_hz) {
    test_room_join_as(t, viewer, WIRE_F32, rate_hz);
}

static void command(struct test_room *t, uint64_t viewer, struct wire_client_message message) {
    room_command(t->room, viewer, &message);
}

// A chain with Ada at 60 frames per second, who has had her first message.
static void open_room(struct test_room *t) {
    test_room_open(t, "chain", rights_everyone_everything());
    join_at(t, ADA, 60);
    publication_destroy(room_publish(t->room, 0));
}

// Which classes a publication has a message for: "60 20", "" for none.
static const char *rates_due(const struct publication *publication) {
    struct text text = text_begin();
    for (uint32_t i = 0; publication != NULL && i < RATE_COUNT; i++) {
        if (publication->classes[class_of(rates_hz[i])].due) {
            text_add(&text, "%s%u", text.length > 0 ? " " : "", rates_hz[i]);
        }
    }
    return text_end(&text);
}

// Publishes, and says for whom.
static const char *publish_for(struct test_room *t) {
    struct publication *publication = room_publish(t->room, 0);
    const char *due = rates_due(publication);
    publication_destroy(publication);
    return due;
}

static const msgpack_object *message_of(const struct publication *publication, uint32_t rate_hz) {
    cr_assert_not_null(publication);
    return read_message(publication->classes[class_of(rate_hz)].message);
}

// ---- when --------------------------------------------------------------------------------------

CleanTest(room_publish, says_nothing_while_nobody_is_there) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    room_step(t.room);
    cr_expect_str_eq(publish_for(&t), "");
    cr_expect_null(room_publish(t.room, 0));
    test_room_close(&t);
}

CleanTest(room_publish, while_nobody_is_there_has_a_frame_once_a_second_if_something_moves) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    struct publication *first = room_publish_unseen(t.room, 5000);
    cr_assert_not_null(first, "at once");
    cr_expect_not_null(first->frame);
    cr_expect_str_eq(rates_due(first), "");
    publication_destroy(first);
    cr_expect_null(room_publish_unseen(t.room, 9000), "nothing has moved");
    room_step(t.room);
    struct publication *second = room_publish_unseen(t.room, 9000);
    cr_assert_not_null(second);
    cr_expect_eq(second->frame->step, 1);
    publication_destroy(second);
    room_step(t.room);
    cr_expect_null(room_publish_unseen(t.room, 9999));
    join_at(&t, ADA, 60);
    cr_expect_null(room_publish_unseen(t.room, 12000), "somebody is there");
    test_room_close(&t);
}

CleanTest(room_publish, has_a_first_message_for_a_newcomer_at_once_whatever_the_rate) {
    for (uint32_t i = 0; i < RATE_COUNT; i++) {
        struct test_room t;
        test_room_open(&t, "chain", rights_hosted());
        for (int step = 0; step < 7; step++) {
            room_step(t.room);
        }
        join_at(&t, ADA, rates_hz[i]);
        struct publication *publication = room_publish(t.room, 0);
        cr_assert_not_null(publication);
        cr_expect_not_null(publication->frame);
        cr_expect_eq(publication->frame->step, 7);
        cr_expect(publication->classes[class_of(rates_hz[i])].due);
        publication_destroy(publication);
        cr_expect_null(room_publish(t.room, 0), "once");
        test_room_close(&t);
    }
}

CleanTest(room_publish, each_class_is_due_at_its_own_beat_of_the_steps) {
    static const uint32_t world_rates_hz[] = {60, 240};
    for (int w = 0; w < 2; w++) {
        struct test_room t;
        open_room(&t);
        command(&t, ADA, set_message(1, "rate", (float)world_rates_hz[w]));
        room_step(t.room);
        for (uint32_t i = 0; i < RATE_COUNT; i++) {
            join_at(&t, 1 + i, rates_hz[i]);
        }
        cr_expect_str_eq(publish_for(&t), "60 30 20 10 1", "somebody is new in each");
        for (uint64_t step = 2; step <= 130 * world_rates_hz[w] / 60; step++) {
            room_step(t.room);
            const char *due = publish_for(&t);
            struct text expected = text_begin();
            for (uint32_t i = 0; i < RATE_COUNT; i++) {
                if (step % (world_rates_hz[w] / rates_hz[i]) == 0) {
                    text_add(&expected, "%s%u", expected.length > 0 ? " " : "", rates_hz[i]);
                }
            }
            must(strcmp(due, text_end(&expected)) == 0);
        }
        test_room_close(&t);
    }
}

CleanTest(room_publish, says_once_what_several_steps_made_in_one_go_have_brought) {
    struct test_room t;
    open_room(&t);
    room_step(t.room);
    room_step(t.room);
    room_step(t.room);
    struct publication *publication = room_publish(t.room, 0);
    cr_expect_eq(uint_field(message_of(publication, 60), "step"), 3);
    cr_expect_eq(publication->classes[class_of(60)].skipped, 2);
    publication_destroy(publication);
    cr_expect_null(room_publish(t.room, 0));
    test_room_close(&t);
}

CleanTest(room_publish, does_not_wait_for_the_beat_when_somebody_asked_for_the_state) {
    struct test_room t;
    open_room(&t);
    join_at(&t, BEN, 1);
    publish_for(&t);
    room_step(t.room);
    cr_expect_str_eq(publish_for(&t), "60");
    room_send_state(t.room, BEN);
    cr_expect_str_eq(publish_for(&t), "1");
    room_set_rate(t.room, BEN, 10);
    cr_expect_str_eq(publish_for(&t), "10");
    test_room_close(&t);
}

CleanTest(room_publish, is_silent_while_paused_and_nothing_happens) {
    struct test_room t;
    open_room(&t);
    join_at(&t, BEN, 1);
    command(&t, ADA, plain_message(1, WIRE_PAUSE));
    cr_expect_str_eq(publish_for(&t), "60 1");
    cr_expect_null(room_publish(t.room, 0));
    test_room_close(&t);
}

CleanTest(room_publish, while_paused_events_go_out_to_every_class_without_a_frame) {
    struct test_room t;
    open_room(&t);
    join_at(&t, BEN, 1);
    command(&t, ADA, plain_message(1, WIRE_PAUSE));
    publish_for(&t);
    command(&t, ADA, gust_message(2, 5));
    struct publication *publication = room_publish(t.room, 0);
    cr_expect_str_eq(rates_due(publication), "60 1");
    cr_expect_null(publication->frame);
    cr_expect_null(field(message_of(publication, 1), "frame"));
    cr_expect_str_eq(events_in_short(array_field(message_of(publication, 1), "events")), "gust 1");
    publication_destroy(publication);
    cr_expect_null(room_publish(t.room, 0));
    test_room_close(&t);
}

CleanTest(room_publish, while_paused_a_frame_goes_out_whenever_something_was_moved) {
    struct test_room t;
    open_room(&t);
    command(&t, ADA, plain_message(1, WIRE_PAUSE));
    publish_for(&t);
    const struct wire_client_message moving[] = {
        grab_message(2, 0, 5, 0, 1, 0), move_message(3, 0, 1, 1, 0),   plain_message(4, WIRE_STEP),
        release_message(5, 0),          plain_message(6, WIRE_RESET),  set_message(7, "links", 5),
        scene_message(8, "rope"),       grab_message(9, 1, 5, 0, 1, 0)};
    for (uint32_t i = 0; i < sizeof moving / sizeof moving[0]; i++) {
        command(&t, ADA, moving[i]);
        room_apply_moves(t.room);
        struct publication *publication = room_publish(t.room, 0);
        cr_assert_not_null(publication, "command %u", moving[i].seq);
        cr_expect_not_null(publication->frame, "command %u", moving[i].seq);
        cr_expect_not_null(field(message_of(publication, 60), "frame"));
        publication_destroy(publication);
    }
    join_at(&t, BEN, 60);
    publish_for(&t);
    room_leave(t.room, ADA); // and lets go
    struct publication *publication = room_publish(t.room, 0);
    cr_expect_not_null(publication->frame);
    cr_expect_eq(publication->frame->hand_count, 0);
    publication_destroy(publication);
    test_room_close(&t);
}

CleanTest(room_publish, a_rekick_while_paused_brings_a_frame) {
    struct test_room t;
    open_room(&t);
    command(&t, ADA, plain_message(1, WIRE_PAUSE));
    publish_for(&t);
    command(&t, ADA, set_message(2, "iterations", 4));
    struct publication *publication = room_publish(t.room, 0);
    cr_expect_not_null(publication->frame);
    publication_destroy(publication);
    test_room_close(&t);
}

// ---- what --------------------------------------------------------------------------------------

CleanTest(room_publish, a_message_shows_the_step_its_time_the_positions_and_the_hands) {
    struct test_room t;
    open_room(&t);
    command(&t, ADA, grab_message(1, 3, 5, 0.5f, 1, -2));
    room_step(t.room);
    t.room->lost = 9;
    struct publication *publication = room_publish(t.room, 1234.5);
    const msgpack_object *tick = message_of(publication, 60);
    cr_expect_str_eq(text_field(tick, "type"), "tick");
    cr_expect_eq(uint_field(tick, "e0"), 1);
    cr_expect_eq(uint_field(tick, "e"), 2);
    cr_expect_str_eq(events_in_short(array_field(tick, "events")), "taken 1.3 p5");
    cr_expect_eq(uint_field(tick, "step"), 1);
    cr_expect_eq(number_field(tick, "time"), 1234.5);
    cr_expect_eq(uint_field(tick, "lost"), 9);
    const msgpack_object *frame = field(tick, "frame");
    cr_expect_eq(hash_bytes(frame->via.bin.ptr, frame->via.bin.size),
                 hash_of_positions(t.room->world));
    const msgpack_object_array *hands = array_field(tick, "hands");
    cr_assert_eq(hands->size, 1);
    const double expected[] = {1, 3, 0.5, 1, -2};
    for (uint32_t i = 0; i < 5; i++) {
        const msgpack_object *value = &hands->ptr[0].via.array.ptr[i];
        double number = value->type == MSGPACK_OBJECT_POSITIVE_INTEGER ? (double)value->via.u64
                                                                       : value->via.f64;
        cr_expect_eq(number, expected[i]);
    }
    publication_destroy(publication);
    test_room_close(&t);
}

CleanTest(room_publish, hands_the_same_frame_and_events_to_those_who_catch_up) {
    struct test_room t;
    struct feed feed;
    open_room(&t);
    command(&t, ADA, gust_message(1, 5));
    command(&t, ADA, grab_message(1, 0, 5, 1, 1, 1));
    room_step(t.room);
    t.room->lost = 2;
    struct publication *publication = room_publish(t.room, 77);
    cr_expect_eq(publication->e0, 1);
    cr_expect_eq(publication->event_count, 2);
    cr_expect_str_eq(publication->scene, "chain");
    struct blob *direct = blob_ref(publication->classes[class_of(60)].message);
    struct blob *caught_up;
    struct place place = {.cursor = 1};
    feed_init(&feed);
    feed_absorb(&feed, publication);
    cr_assert_eq(feed_catch_up(&feed, class_of(60), &place, &caught_up), FEED_MESSAGE);
    cr_assert_eq(caught_up->buffer.length_bytes, direct->buffer.length_bytes);
    cr_expect_arr_eq(wire_buffer_content(&caught_up->buffer), wire_buffer_content(&direct->buffer),
                     direct->buffer.length_bytes);
    blob_unref(direct);
    blob_unref(caught_up);
    publication_destroy(publication);
    feed_release(&feed);
    test_room_close(&t);
}

CleanTest(room_publish, classes_that_are_due_together_get_what_each_has_not_seen) {
    struct test_room t;
    open_room(&t);
    join_at(&t, BEN, 30);
    publish_for(&t);
    room_step(t.room);
    command(&t, ADA, gust_message(1, 1));
    publish_for(&t); // 60 only
    room_step(t.room);
    command(&t, ADA, set_message(2, "gravity", 5));
    struct publication *publication = room_publish(t.room, 0);
    cr_expect_str_eq(events_in_short(array_field(message_of(publication, 60), "events")),
                     "parameter 1 gravity=5");
    cr_expect_str_eq(events_in_short(array_field(message_of(publication, 30), "events")),
                     "gust 1; parameter 1 gravity=5");
    cr_expect_eq(publication->event_count, 1, "the feed has the gust already");
    publication_destroy(publication);
    test_room_close(&t);
}

CleanTest(room_publish, has_no_message_for_a_class_whose_events_have_left_the_ring) {
    struct test_room t;
    open_room(&t);
    for (uint32_t i = 0; i <= EVENT_RING_EVENTS_MAX; i++) {
        command(&t, ADA, set_message(i, "gravity", (float)(1 + i % 2)));
    }
    room_step(t.room);
    struct publication *publication = room_publish(t.room, 0);
    cr_expect(publication->classes[class_of(60)].due);
    cr_expect_null(publication->classes[class_of(60)].message);
    cr_expect_eq(publication->event_count, EVENT_RING_EVENTS_MAX);
    cr_expect_eq(publication->e0, t.room->ring.e - EVENT_RING_EVENTS_MAX);
    publication_destroy(publication);
    room_step(t.room);
    publication = room_publish(t.room, 0);
    cr_expect_eq(uint_field(message_of(publication, 60), "e0"), t.room->ring.e, "and on it goes");
    publication_destroy(publication);
    test_room_close(&t);
}

// ---- whatever happens --------------------------------------------------------------------------

// A viewer whose socket is always writable.
struct reader {
    struct outbound outbound;
    struct client client;
    uint32_t class_index;
};

static void reader_join(struct test_room *t, struct reader *reader, uint64_t viewer,
                        enum wire_encoding encoding, uint32_t rate_hz) {
    *reader = (struct reader){.class_index = class_index(encoding, rate_hz)};
    outbound_init(&reader->outbound);
    test_room_join_as(t, viewer, encoding, rate_hz);
}

// To readers of the viewers 1, 2, 3 …
static void give_letters(struct test_room *t, struct reader *readers) {
    for (uint32_t i = 0; i < t->letter_count; i++) {
        struct letter letter = t->letters[i];
        struct reader *reader = &readers[letter.viewer - 1];
        must(letter.message != NULL || letter.sets_measuring);
        must(letter.message == NULL || outbound_push(&reader->outbound, &letter));
    }
    t->letter_count = 0;
}

static void drain(struct test_room *t, struct reader *reader, struct feed *feed) {
    struct blob *message;
    bool more;
    enum outbound_answer answer;
    while ((answer = outbound_next(&reader->outbound, feed, reader->class_index, &message,
                                   &more)) == OUTBOUND_MESSAGE) {
        client_take(&reader->client, message);
        blob_unref(message);
    }
    must(answer == OUTBOUND_NOTHING || answer == OUTBOUND_NEEDS_KEY);
    if (answer == OUTBOUND_NEEDS_KEY) {
        room_want_key(t->room, reader->class_index);
    }
}

// NULL: there is none, but letters wait.
static void give_publication(struct test_room *t, struct publication *publication,
                             struct reader *readers, uint32_t count, struct feed *feed) {
    bool wake;
    if (publication != NULL) {
        feed_absorb(feed, publication);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct reader *reader = &readers[i];
        const struct class_message *turn =
            publication == NULL ? NULL : &publication->classes[reader->class_index];
        if (turn != NULL && (turn->due || turn->key != NULL)) {
            struct blob *message = outbound_offer(&reader->outbound, turn, true, &wake);
            if (message != NULL) {
                client_take(&reader->client, message);
            }
        }
        drain(t, reader, feed);
    }
    publication_destroy(publication);
}

// It knows all events and shows the newest frame.
static bool is_up_to_date(const struct test_room *t, const struct reader *reader) {
    const struct wire_buffer *positions = &t->room->frame->positions;
    uint64_t hash = hash_bytes(wire_buffer_content(positions), positions->length_bytes);
    return reader->client.cursor == t->room->ring.e &&
           (reader->client.grid ? reader->client.number == t->room->frame->serial
                                : reader->client.frame_hash == hash);
}

// Goes on, perhaps paused, with allocation number n failing on the way to a message. Whether it
// came to that.
static bool goes_on_with_failure(enum wire_encoding encoding, bool paused, uint32_t n) {
    struct test_room t;
    struct feed feed;
    struct reader reader;
    feed_init(&feed);
    test_room_open(&t, "chain", rights_everyone_everything());
    reader_join(&t, &reader, 1, encoding, 60);
    if (paused) {
        command(&t, 1, plain_message(1, WIRE_PAUSE));
    }
    give_letters(&t, &reader);
    give_publication(&t, room_publish(t.room, 0), &reader, 1, &feed);
    must(is_up_to_date(&t, &reader));
    room_step(t.room);
    if (!paused) {
        command(&t, 1, grab_message(2, 0, 5, 0, 1, 0));
    }
    give_letters(&t, &reader);
    fail_allocation(n);
    struct publication *publication = room_publish(t.room, 0);
    bool ran_out = allocation_has_failed();
    fail_allocation(0);
    must(ran_out || publication->classes[reader.class_index].message != NULL);
    give_publication(&t, publication, &reader, 1, &feed);
    must(ran_out || is_up_to_date(&t, &reader));
    for (int turn = 0; turn < 2; turn++) { // in the first it may have to ask for a key
        if (!paused) {
            room_step(t.room);
        }
        give_publication(&t, room_publish(t.room, 0), &reader, 1, &feed);
    }
    must(t.room->frame->step == pbd_world_steps(t.room->world));
    must(is_up_to_date(&t, &reader));
    must(reader.client.states == 1, "it needed no state for that");
    outbound_release(&reader.outbound);
    feed_release(&feed);
    test_room_close(&t);
    return ran_out;
}

CleanTest(room_publish, nothing_is_lost_when_memory_runs_out_on_the_way) {
    static const enum wire_encoding encodings[] = {WIRE_F32, WIRE_GRID_0_5};
    for (int i = 0; i < 4; i++) {
        uint32_t n = 1;
        while (goes_on_with_failure(encodings[i / 2], i % 2 == 0, n)) {
            n++;
        }
        cr_expect_gt(n, i / 2 == 0 ? 7 : 9);
    }
}

CleanTest(room_publish, what_memory_ran_out_for_is_still_due) {
    for (uint32_t n = 1;; n++) {
        struct test_room t;
        open_room(&t);
        room_step(t.room);
        command(&t, ADA, grab_message(1, 0, 5, 0, 1, 0));
        fail_allocation(n);
        struct publication *publication = room_publish(t.room, 0);
        bool ran_out = allocation_has_failed();
        fail_allocation(0);
        if (publication == NULL) {
            publication = room_publish(t.room, 0);
        }
        cr_assert_not_null(publication);
        cr_expect_not_null(publication->frame);
        cr_expect_eq(publication->e0, 1);
        cr_expect_eq(publication->event_count, 1);
        publication_destroy(publication);
        test_room_close(&t);
        if (!ran_out) {
            return;
        }
    }
}

CleanTest(room_publish, while_nobody_is_there_a_frame_that_memory_ran_out_for_comes_later) {
    for (uint32_t n = 1;; n++) {
        struct test_room t;
        test_room_open(&t, "chain", rights_hosted());
        fail_allocation(n);
        struct publication *publication = room_publish_unseen(t.room, 5000);
        bool ran_out = allocation_has_failed();
        fail_allocation(0);
        if (publication == NULL) {
            publication = room_publish_unseen(t.room, 6000);
        }
        cr_assert_not_null(publication);
        cr_expect_not_null(publication->frame);
        publication_destroy(publication);
        cr_expect_null(room_publish_unseen(t.room, 7000));
        test_room_close(&t);
        if (!ran_out) {
            cr_expect_gt(n, 4);
            return;
        }
    }
}

// What the classes have been told and shown, each in turn.
struct told {
    uint64_t e[CLASS_COUNT], serial[CLASS_COUNT];
};

static void check_chain(const struct publication *publication, uint64_t e, struct told *told) {
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        const struct class_message *turn = &publication->classes[i];
        if (turn->due && turn->message != NULL) {
            const msgpack_object *tick = read_message(turn->message);
            bool has_frame = turn->serial != told->serial[i];
            must(uint_field(tick, "e0") == told->e[i], "without a gap");
            must(uint_field(tick, "e0") == turn->e0);
            must(uint_field(tick, "e") == e && turn->e == e);
            must(array_field(tick, "events")->size == e - told->e[i]);
            must((field(tick, "frame") != NULL) == has_frame);
            must(turn->needs == 0 || turn->needs == told->serial[i]);
        }
        if (turn->due) {
            told->e[i] = e;
            told->serial[i] = turn->serial;
        }
    }
}

// No coordinate of the world is further than 10 µm from the newest frame.
static bool looks_like(const struct pbd_world *world, const struct frame *frame) {
    const float *then_m = (const float *)(const void *)wire_buffer_content(&frame->positions);
    const float *now_m = pbd_world_positions(world);
    bool same = frame->positions.length_bytes == 12 * (size_t)pbd_world_particle_count(world);
    for (uint32_t i = 0; same && i < 3 * pbd_world_particle_count(world); i++) {
        same = fabsf(now_m[i] - then_m[i]) <= 1e-5f;
    }
    return same;
}

CleanTest(room_publish, events_reach_each_class_without_gaps_and_frames_whenever_the_world_moved) {
    static const enum wire_encoding encodings[] = {WIRE_F32, WIRE_GRID_0_1};
    struct test_room t;
    struct told told = {0};
    uint64_t random = 21;
    uint64_t feed_e = 0;
    struct frame *shown = NULL;
    test_room_open(&t, "chain", rights_everyone_everything());
    for (uint32_t i = 0; i < RATE_COUNT; i++) {
        enum wire_encoding encoding = encodings[i % 2];
        told.e[class_index(encoding, rates_hz[i])] = i;
        test_room_join_as(&t, 1 + i, encoding, rates_hz[i]);
    }
    for (uint32_t seq = 1; seq <= 3000; seq++) {
        struct wire_client_message message = random_message(&random, seq);
        room_command(t.room, 1 + random_below(&random, RATE_COUNT), &message);
        if (!t.room->paused && chance(&random, 40)) {
            room_step(t.room);
        }
        struct publication *publication =
            chance(&random, 50) ? room_publish(t.room, 16 * (double)seq) : NULL;
        if (publication != NULL) {
            check_chain(publication, t.room->ring.e, &told);
            must(publication->e0 == feed_e, "the feed has no gap either");
            feed_e += publication->event_count;
            must(feed_e == t.room->ring.e);
            if (publication->frame != NULL) {
                frame_unref(shown);
                shown = frame_ref(publication->frame);
            }
            must(looks_like(t.room->world, shown), "the newest frame is the world");
        }
        publication_destroy(publication);
        test_room_forget_letters(&t);
        forget_handed_out();
    }
    cr_expect_gt(t.room->ring.e, 1000);
    frame_unref(shown);
    test_room_close(&t);
}

static const char *knowledge_of_newcomer(struct test_room *t, uint64_t viewer) {
    struct client newcomer = {.follows = true};
    room_send_state(t->room, viewer);
    client_take(&newcomer, last_letter_to(t, viewer)->message);
    return client_knowledge(&newcomer);
}

CleanTest(room_publish, who_follows_the_events_knows_what_the_state_says) {
    static const enum wire_encoding encodings[] = {WIRE_F32, WIRE_GRID_0_5, WIRE_GRID_1};
    enum { READERS = RATE_COUNT + 2 };
    static struct reader readers[READERS];
    struct test_room t;
    struct feed feed;
    uint64_t random = 22;
    feed_init(&feed);
    test_room_open(&t, "chain", rights_everyone_everything());
    for (uint32_t i = 0; i < READERS; i++) {
        reader_join(&t, &readers[i], 1 + i, encodings[i % 3], rates_hz[i % RATE_COUNT]);
    }
    for (uint32_t seq = 1; seq <= 3000; seq++) {
        struct wire_client_message message = random_message(&random, seq);
        room_command(t.room, 1 + random_below(&random, READERS), &message);
        if (!t.room->paused && chance(&random, 40)) {
            room_step(t.room);
        }
        give_letters(&t, readers);
        give_publication(&t, room_publish(t.room, 16 * (double)seq), readers, READERS, &feed);
        forget_handed_out();
    }
    command(&t, 1, plain_message(3001, WIRE_RESUME));
    command(&t, 1, plain_message(3002, WIRE_PAUSE));
    give_letters(&t, readers);
    give_publication(&t, room_publish(t.room, 48000), readers, READERS, &feed);
    const char *expected = knowledge_of_newcomer(&t, 1);
    cr_expect(looks_like(t.room->world, t.room->frame));
    for (uint32_t i = 0; i < READERS; i++) {
        const struct client *client = &readers[i].client;
        cr_expect_str_eq(client_knowledge(client), expected);
        cr_expect(is_up_to_date(&t, &readers[i]));
        cr_expect_eq(client->hand_count, pbd_world_hand_count(t.room->world));
        cr_expect_eq(client->states, 1, "the welcome was enough");
        if (class_has_deltas(readers[i].class_index)) {
            cr_expect_gt(client->deltas, 5 * client->keys);
        }
        outbound_release(&readers[i].outbound);
    }
    feed_release(&feed);
    test_room_close(&t);
}

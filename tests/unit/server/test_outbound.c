#include "outbound.h"

#include "client.h"
#include "support.h"

// Letters are told apart by their seq.
static struct letter letter(uint32_t seq) {
    struct blob *message = blob_create();
    must(message != NULL);
    wire_encode_ack(&message->buffer, seq, 0);
    return (struct letter){.message = message};
}

// As welcome and state: a letter that sets the cursor.
static struct letter state_letter(uint64_t cursor) {
    struct letter state = letter(0);
    state.sets_cursor = true;
    state.cursor = cursor;
    return state;
}

static void push(struct outbound *outbound, struct letter letter) {
    must(outbound_push(outbound, &letter));
}

static void absorb(struct feed *feed, uint64_t e0, uint64_t e, uint64_t serial) {
    struct publication *publication = numbered_publication(e0, e, serial);
    feed_absorb(feed, publication);
    publication_destroy(publication);
}

// Takes the next message, which must be there, as text: "ack 3 @ 0", "tick 2..5 20" (e0, e, step).
static const char *next(struct outbound *outbound, struct feed *feed, bool *more) {
    struct blob *message;
    enum outbound_answer answer = outbound_next(outbound, feed, &message, more);
    must(answer == OUTBOUND_MESSAGE || answer == OUTBOUND_READING);
    const msgpack_object *map = read_message(message);
    struct text text = text_begin();
    if (field(map, "e0") == NULL) {
        text_add(&text, "%s", letter_in_short(&(struct letter){.message = message}));
    } else {
        text_add(&text, "tick %u..%u %u", (unsigned)uint_field(map, "e0"),
                 (unsigned)uint_field(map, "e"), (unsigned)uint_field(map, "step"));
    }
    blob_unref(message);
    return text_end(&text);
}

static enum outbound_answer ask(struct outbound *outbound, struct feed *feed) {
    struct blob *message = NULL;
    bool more;
    enum outbound_answer answer = outbound_next(outbound, feed, &message, &more);
    blob_unref(message);
    return answer;
}

// A viewer that has been welcomed with event 3 and has had frame 1 since.
struct follower {
    struct outbound outbound;
    struct feed feed;
};

static void follower_init(struct follower *f) {
    bool more;
    outbound_init(&f->outbound);
    feed_init(&f->feed);
    absorb(&f->feed, 0, 3, 1);
    push(&f->outbound, state_letter(3));
    cr_assert_str_eq(next(&f->outbound, &f->feed, &more), "ack 0 @ 0");
    must(more, "a frame is to follow");
    cr_assert_str_eq(next(&f->outbound, &f->feed, &more), "tick 3..3 10");
    must(!more);
    must(ask(&f->outbound, &f->feed) == OUTBOUND_NOTHING);
}

static void follower_release(struct follower *f) {
    outbound_release(&f->outbound);
    feed_release(&f->feed);
}

static struct blob any_message;

static struct offer offer_of(uint64_t e0, uint64_t e, uint64_t serial) {
    return (struct offer){
        .message = &any_message, .e0 = e0, .e = e, .has_frame = true, .newest_serial = serial};
}

// Whether the offer is taken at once; otherwise *wake says whether the viewer asks to be served.
static bool takes(struct follower *f, struct offer offer, bool ready, bool *wake) {
    struct blob *message = outbound_offer(&f->outbound, &offer, ready, wake);
    must(message == NULL || message == offer.message);
    return message != NULL;
}

// ---- readings ----------------------------------------------------------------------------------

static struct blob *measures_of_step(uint64_t step) {
    struct blob *message = blob_create();
    must(message != NULL);
    wire_encode_measures(&message->buffer, &(struct wire_measures){.step = step});
    return message;
}

static struct blob *spectrum_of_step(uint64_t step) {
    struct blob *message = blob_create();
    must(message != NULL);
    wire_encode_spectrum(&message->buffer, &(struct wire_spectrum){.step = step});
    return message;
}

CleanTest(outbound, newer_measures_take_the_place_of_those_that_wait) {
    struct follower f;
    bool more;
    follower_init(&f);
    cr_expect_not(outbound_put(&f.outbound, OUTBOUND_MEASURES, measures_of_step(1)));
    cr_expect_not(outbound_put(&f.outbound, OUTBOUND_SPECTRUM, spectrum_of_step(1)));
    cr_expect(outbound_put(&f.outbound, OUTBOUND_MEASURES, measures_of_step(2)));
    cr_expect(outbound_put(&f.outbound, OUTBOUND_SPECTRUM, spectrum_of_step(3)));
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "measures @ 2");
    cr_expect(more);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "spectrum @ 3");
    cr_expect_not(more);
    cr_expect_eq(ask(&f.outbound, &f.feed), OUTBOUND_NOTHING);
    follower_release(&f);
}

CleanTest(outbound, measures_wait_for_letters_and_ticks_and_hold_up_neither) {
    struct follower f;
    bool more, wake;
    follower_init(&f);
    outbound_put(&f.outbound, OUTBOUND_MEASURES, measures_of_step(1));
    cr_expect(takes(&f, offer_of(3, 3, 1), true, &wake), "a tick at once");
    cr_expect_not(takes(&f, offer_of(3, 4, 2), false, &wake));
    absorb(&f.feed, 3, 4, 2);
    push(&f.outbound, letter(7));
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 7 @ 0");
    cr_expect(more);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..4 20");
    cr_expect(more);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "measures @ 1");
    cr_expect_not(more);
    follower_release(&f);
}

CleanTest(outbound, measures_go_out_while_the_state_is_awaited) {
    struct follower f;
    bool more;
    follower_init(&f);
    f.outbound.wants_state = true;
    outbound_put(&f.outbound, OUTBOUND_MEASURES, measures_of_step(1));
    push(&f.outbound, letter(7));
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 7 @ 0");
    cr_expect(more);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "measures @ 1");
    follower_release(&f);
}

// ---- letters -----------------------------------------------------------------------------------

CleanTest(outbound, sends_letters_in_the_order_in_which_they_came) {
    struct outbound outbound;
    bool more;
    outbound_init(&outbound);
    for (uint32_t seq = 1; seq <= 3; seq++) {
        push(&outbound, letter(seq));
    }
    cr_expect_str_eq(next(&outbound, NULL, &more), "ack 1 @ 0");
    cr_expect(more);
    push(&outbound, letter(4));
    cr_expect_str_eq(next(&outbound, NULL, &more), "ack 2 @ 0");
    cr_expect_str_eq(next(&outbound, NULL, &more), "ack 3 @ 0");
    cr_expect(more);
    cr_expect_str_eq(next(&outbound, NULL, &more), "ack 4 @ 0");
    cr_expect_not(more);
    cr_expect_eq(ask(&outbound, NULL), OUTBOUND_NOTHING);
    outbound_release(&outbound);
}

CleanTest(outbound, sends_letters_before_what_the_viewer_is_behind_with) {
    struct follower f;
    bool more;
    bool wake;
    follower_init(&f);
    absorb(&f.feed, 3, 5, 2);
    cr_assert_not(takes(&f, offer_of(3, 5, 2), false, &wake));
    push(&f.outbound, letter(1));
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 1 @ 0");
    cr_expect(more, "it is still behind");
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..5 20");
    follower_release(&f);
}

CleanTest(outbound, takes_no_offer_while_a_letter_waits) {
    struct follower f;
    bool wake;
    follower_init(&f);
    push(&f.outbound, letter(1));
    cr_expect_not(takes(&f, offer_of(3, 3, 2), true, &wake));
    cr_expect(wake);
    follower_release(&f);
}

// Strangers who come and go at the door make rosters as fast as they like.
CleanTest(outbound, lets_one_roster_wait_which_is_the_newest) {
    struct follower f;
    bool more;
    follower_init(&f);
    push(&f.outbound, letter(6));
    for (uint32_t seq = 10; seq <= 10 + 2 * OUTBOUND_LETTERS_MAX; seq++) {
        struct letter roster = letter(seq);
        roster.is_roster = true;
        push(&f.outbound, roster);
        if (seq == 10) {
            push(&f.outbound, letter(7));
        }
    }
    cr_expect_eq(f.outbound.letters, 3);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 6 @ 0");
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 1034 @ 0", "the newest");
    struct letter roster = letter(2000);
    roster.is_roster = true;
    push(&f.outbound, roster);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 7 @ 0");
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 2000 @ 0");
    cr_expect_eq(f.outbound.bytes, 0);
    follower_release(&f);
}

CleanTest(outbound, lets_no_more_than_so_many_letters_wait) {
    struct outbound outbound;
    bool more;
    outbound_init(&outbound);
    for (uint32_t i = 0; i < OUTBOUND_LETTERS_MAX; i++) {
        push(&outbound, letter(i));
    }
    struct letter refused = letter(0);
    cr_expect_not(outbound_push(&outbound, &refused));
    next(&outbound, NULL, &more);
    push(&outbound, letter(1));
    outbound_release(&outbound);
}

CleanTest(outbound, lets_no_more_than_so_many_bytes_wait) {
    struct outbound outbound;
    outbound_init(&outbound);
    push(&outbound, (struct letter){.message = blob_of_bytes(OUTBOUND_BYTES_MAX - 1, 'x')});
    push(&outbound, (struct letter){.message = blob_of_bytes(1, 'x')});
    cr_expect_not(outbound_push(&outbound, &(struct letter){.message = blob_of_bytes(1, 'x')}));
    cr_expect_eq(outbound.bytes, OUTBOUND_BYTES_MAX);
    outbound_release(&outbound);
    cr_expect_eq(outbound.bytes, 0);
}

CleanTest(outbound, lets_as_many_bytes_wait_as_its_owner_says) {
    struct outbound outbound;
    outbound_init(&outbound);
    outbound.bytes_max = 10;
    push(&outbound, (struct letter){.message = blob_of_bytes(9, 'x')});
    cr_expect_not(outbound_push(&outbound, &(struct letter){.message = blob_of_bytes(2, 'x')}));
    push(&outbound, (struct letter){.message = blob_of_bytes(1, 'x')});
    outbound_release(&outbound);
}

CleanTest(outbound, lets_one_letter_of_any_size_wait) {
    struct outbound outbound;
    outbound_init(&outbound);
    push(&outbound, (struct letter){.message = blob_of_bytes(2 * OUTBOUND_BYTES_MAX, 'x')});
    cr_expect_not(outbound_push(&outbound, &(struct letter){.message = blob_of_bytes(1, 'x')}));
    outbound_release(&outbound);
}

CleanTest(outbound, refuses_a_letter_when_memory_runs_out) {
    struct outbound outbound;
    outbound_init(&outbound);
    struct letter lost = letter(1);
    fail_allocation(1);
    bool pushed = outbound_push(&outbound, &lost);
    fail_allocation(0);
    cr_expect_not(pushed);
    outbound_release(&outbound);
}

// ---- following ---------------------------------------------------------------------------------

CleanTest(outbound, gets_nothing_of_the_room_before_its_first_state) {
    struct follower f;
    bool wake;
    outbound_init(&f.outbound);
    feed_init(&f.feed);
    absorb(&f.feed, 0, 3, 1);
    cr_expect_not(takes(&f, offer_of(0, 3, 1), true, &wake));
    cr_expect_not(wake);
    cr_expect_eq(ask(&f.outbound, &f.feed), OUTBOUND_NOTHING);
    follower_release(&f);
}

CleanTest(outbound, takes_an_offer_that_starts_at_its_cursor_and_moves_on) {
    struct follower f;
    bool wake;
    follower_init(&f);
    cr_expect(takes(&f, offer_of(3, 5, 2), true, &wake));
    cr_expect(takes(&f, offer_of(5, 5, 3), true, &wake));
    cr_expect_not(wake);
    cr_expect_eq(f.outbound.cursor, 5);
    follower_release(&f);
}

CleanTest(outbound, takes_no_offer_that_starts_elsewhere) {
    const uint64_t starts[] = {2, 4};
    for (int i = 0; i < 2; i++) {
        struct follower f;
        bool wake;
        follower_init(&f);
        cr_expect_not(takes(&f, offer_of(starts[i], 6, 2), true, &wake));
        cr_expect(wake);
        follower_release(&f);
    }
}

CleanTest(outbound, takes_no_offer_while_its_socket_is_full_and_catches_up_with_one_message) {
    struct follower f;
    bool wake;
    bool more;
    follower_init(&f);
    for (uint64_t serial = 2; serial <= 6; serial++) {
        absorb(&f.feed, serial + 1, serial + 2, serial);
        cr_expect_not(takes(&f, offer_of(serial + 1, serial + 2, serial), serial > 2, &wake));
        cr_expect(wake);
    }
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..8 60");
    cr_expect_not(more);
    cr_expect_eq(ask(&f.outbound, &f.feed), OUTBOUND_NOTHING, "no frame is ever queued");
    cr_expect(takes(&f, offer_of(8, 8, 7), true, &wake), "it follows again");
    follower_release(&f);
}

CleanTest(outbound, takes_no_message_that_could_not_be_made) {
    struct follower f;
    bool wake;
    bool more;
    follower_init(&f);
    struct offer offer = offer_of(3, 5, 2);
    offer.message = NULL;
    absorb(&f.feed, 3, 5, 2);
    cr_expect_not(takes(&f, offer, true, &wake));
    cr_expect(wake);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..5 20");
    follower_release(&f);
}

CleanTest(outbound, is_served_when_writable_and_not_from_the_tick_while_it_is_behind) {
    struct follower f;
    bool wake;
    bool more;
    follower_init(&f);
    absorb(&f.feed, 3, 3, 2);
    cr_expect_not(takes(&f, offer_of(3, 3, 2), false, &wake));
    absorb(&f.feed, 3, 3, 3);
    cr_expect_not(takes(&f, offer_of(3, 3, 3), true, &wake));
    cr_expect(wake);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..3 30");
    follower_release(&f);
}

CleanTest(outbound, takes_a_message_without_a_frame_only_if_it_has_the_newest_one) {
    struct follower f;
    bool wake;
    follower_init(&f);
    cr_expect(takes(&f, offer_of(3, 3, 2), true, &wake));
    struct offer offer = offer_of(3, 5, 2);
    offer.has_frame = false;
    cr_expect(takes(&f, offer, true, &wake));
    offer = offer_of(5, 6, 3);
    offer.has_frame = false;
    cr_expect_not(takes(&f, offer, true, &wake));
    cr_expect(wake, "frame 3 went to another class");
    follower_release(&f);
}

// ---- asking for the state ----------------------------------------------------------------------

CleanTest(outbound, asks_once_for_the_state_when_its_cursor_has_left_the_ring) {
    struct follower f;
    bool wake;
    bool more;
    follower_init(&f);
    absorb(&f.feed, 3, 3 + EVENT_RING_EVENTS_MAX + 1, 2);
    takes(&f, offer_of(3, f.feed.ring.e, 2), false, &wake);
    cr_expect_eq(ask(&f.outbound, &f.feed), OUTBOUND_NEEDS_STATE);
    cr_expect_eq(ask(&f.outbound, &f.feed), OUTBOUND_NOTHING, "it is on its way");
    cr_expect_not(takes(&f, offer_of(3, f.feed.ring.e, 2), true, &wake));
    cr_expect_not(wake);
    push(&f.outbound, letter(1));
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 1 @ 0", "answers do not wait for it");
    cr_expect_not(more);
    push(&f.outbound, state_letter(f.feed.ring.e));
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 0 @ 0");
    cr_expect(more);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 260..260 20");
    follower_release(&f);
}

CleanTest(outbound, a_state_replaces_the_cursor_and_a_frame_follows_even_if_it_is_the_same) {
    struct follower f;
    bool more;
    follower_init(&f);
    f.outbound.wants_state = true; // the viewer asked
    push(&f.outbound, state_letter(3));
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 0 @ 0");
    cr_expect(more);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..3 10");
    follower_release(&f);
}

CleanTest(outbound, waits_for_the_feed_to_reach_a_state_that_is_ahead_of_it) {
    struct follower f;
    bool wake;
    bool more;
    follower_init(&f);
    push(&f.outbound, state_letter(5));
    next(&f.outbound, &f.feed, &more);
    cr_expect_eq(ask(&f.outbound, &f.feed), OUTBOUND_NOTHING);
    absorb(&f.feed, 3, 5, 0);
    cr_expect_not(takes(&f, offer_of(3, 5, 1), true, &wake), "it starts before the cursor");
    cr_expect(wake);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 5..5 10");
    follower_release(&f);
}

CleanTest(outbound, says_so_when_memory_runs_out_and_stays_behind) {
    struct follower f;
    bool wake;
    bool more;
    struct blob *message;
    follower_init(&f);
    absorb(&f.feed, 3, 4, 2);
    takes(&f, offer_of(3, 4, 2), false, &wake);
    fail_allocation(1);
    enum outbound_answer answer = outbound_next(&f.outbound, &f.feed, &message, &more);
    fail_allocation(0);
    cr_expect_eq(answer, OUTBOUND_NO_MEMORY);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..4 20");
    follower_release(&f);
}

// ---- a viewer in a busy room -------------------------------------------------------------------

// A room with one class, and a viewer whose socket is sometimes full. `client` keeps the rule of e0
// and fails the test if it is broken.
struct world {
    uint64_t random;
    struct follower f;
    struct client client;
    uint64_t e, class_e, serial;
    uint32_t letters_pushed, letters_seen;
    bool awake, state_asked;
};

static void client_reads(struct world *w, struct blob *message) {
    client_take(&w->client, message);
    const msgpack_object *map = read_message(message);
    if (field(map, "events") != NULL) {
        const msgpack_object_array *events = array_field(map, "events");
        for (uint32_t i = 0; i < events->size; i++) {
            must(uint_field(&events->ptr[i], "step") == uint_field(map, "e0") + 1 + i);
        }
    }
    forget_handed_out();
    blob_unref(message);
}

// What the room answers with: the real bytes of a state.
static void push_state(struct world *w) {
    struct blob *message = blob_create();
    const struct wire_state state = {
        .e = w->e,
        .room_code = "TEST",
        .room_title = "Test",
        .scene = {.name = "pair", .title = "Pair", .h_s = 0.01, .particle_count = 2},
    };
    if (w->client.states == 0) {
        wire_encode_welcome(&message->buffer, &(struct wire_welcome){.server_version = "",
                                                                     .self.name = "",
                                                                     .resume = "",
                                                                     .state = state});
    } else {
        wire_encode_state(&message->buffer, &state);
    }
    push(&w->f.outbound, (struct letter){.message = message, .sets_cursor = true, .cursor = w->e});
    w->state_asked = false;
    w->awake = true;
}

static void push_ack(struct world *w) {
    push(&w->f.outbound, letter(++w->letters_pushed));
    w->awake = true;
}

// As a room would encode it: the events e0 + 1 … e, and the frame unless `serial` is 0.
static struct blob *class_message(uint64_t e0, uint64_t e, uint64_t serial) {
    struct publication *publication = numbered_publication(e0, e, serial);
    struct wire_buffer events;
    wire_buffer_init(&events, 0);
    for (uint32_t i = 0; i < publication->event_count; i++) {
        const struct wire_buffer *event = &publication->events[i]->buffer;
        wire_buffer_append(&events, wire_buffer_content(event), event->length_bytes);
    }
    struct wire_tick tick = {
        .e0 = e0,
        .e = e,
        .events = wire_buffer_content(&events),
        .events_bytes = events.length_bytes,
    };
    if (publication->frame != NULL) {
        tick.step = publication->frame->step;
        tick.frame = wire_buffer_content(&publication->frame->bytes);
        tick.frame_bytes = publication->frame->bytes.length_bytes;
    }
    struct blob *message = blob_create();
    wire_encode_tick(&message->buffer, &tick);
    wire_buffer_release(&events);
    publication_destroy(publication);
    return message;
}

// The room publishes some events and perhaps a frame. Its class may have to do without a message,
// because memory ran out or its events have left the ring.
static void publish(struct world *w, bool ready, bool due) {
    uint64_t e0 = w->e;
    w->e += chance(&w->random, 1) ? 300 : random_below(&w->random, 4);
    bool has_frame = chance(&w->random, 80) || w->serial == 0;
    w->serial += has_frame;
    absorb(&w->f.feed, e0, w->e, has_frame ? w->serial : 0);
    if (!due) {
        return;
    }
    bool lost = w->e - w->class_e > EVENT_RING_EVENTS_MAX || chance(&w->random, 5);
    struct offer offer = {
        .message = lost ? NULL : class_message(w->class_e, w->e, has_frame ? w->serial : 0),
        .e0 = w->class_e,
        .e = w->e,
        .has_frame = has_frame,
        .newest_serial = w->serial,
    };
    bool wake;
    if (outbound_offer(&w->f.outbound, &offer, ready, &wake) != NULL) {
        must(ready);
        client_reads(w, blob_ref(offer.message));
    }
    w->awake = w->awake || wake;
    w->class_e = w->e;
    blob_unref(offer.message);
}

static void become_writable(struct world *w) {
    struct blob *message;
    bool more;
    w->awake = false;
    switch (outbound_next(&w->f.outbound, &w->f.feed, &message, &more)) {
    case OUTBOUND_MESSAGE:
    case OUTBOUND_READING:
        w->awake = more;
        client_reads(w, message);
        break;
    case OUTBOUND_NEEDS_STATE:
        must(!w->state_asked, "one request at a time");
        w->state_asked = true;
        break;
    case OUTBOUND_NOTHING:
        break;
    case OUTBOUND_NO_MEMORY:
        cr_assert_fail("there is memory");
    }
}

static void random_turn(struct world *w, bool full) {
    if (w->state_asked && chance(&w->random, 30)) {
        push_state(w);
    } else if (w->client.follows && !w->state_asked && chance(&w->random, 2)) {
        w->state_asked = w->f.outbound.wants_state = true; // the viewer asks by itself
    } else if (chance(&w->random, 20) && w->f.outbound.letters < 100) {
        push_ack(w);
    } else {
        publish(w, !full, chance(&w->random, 80));
    }
    while (!full && w->awake && chance(&w->random, 80)) {
        become_writable(w);
    }
}

static void drain(struct world *w) {
    while (w->awake || w->state_asked) {
        if (w->state_asked) {
            push_state(w);
        }
        become_writable(w);
    }
}

CleanTest(outbound, a_viewer_never_misses_an_event_and_ends_with_the_newest_frame) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct world w = {.random = seed};
        outbound_init(&w.f.outbound);
        feed_init(&w.f.feed);
        publish(&w, true, true);
        push_state(&w); // the welcome
        for (int turn = 0; turn < 500; turn++) {
            random_turn(&w, turn / 50 % 3 == 2 || chance(&w.random, 20));
        }
        publish(&w, true, true);
        drain(&w);
        must(w.client.cursor == w.e);
        must(w.client.step == 10 * w.serial);
        must(w.client.acks == w.letters_pushed);
        cr_assert_gt(w.client.states, 1, "the run has seen viewers that fell out of the ring");
        follower_release(&w.f);
    }
}

#include "outbound.h"

#include "support.h"

enum { CLASS = CLASS_RATE_COUNT }; // the first of a grid encoding, at 60

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

// The class has been told the events e0 + 1 … e and sent a frame, with this key or none.
static void absorb_with(struct feed *feed, uint64_t e0, uint64_t e, uint64_t serial,
                        struct key *key) {
    struct publication *publication = numbered_publication(e0, e, serial);
    publication->classes[CLASS] =
        (struct class_message){.due = true, .e0 = e0, .e = e, .serial = serial, .key = key};
    feed_absorb(feed, publication);
    publication_destroy(publication);
}

static void absorb(struct feed *feed, uint64_t e0, uint64_t e, uint64_t serial) {
    absorb_with(feed, e0, e, serial, numbered_key(serial, e));
}

// Takes the next message, which must be there, as text: "ack 3 @ 0", "tick 2..5 20" (e0, e, step);
// "tick 2..5" is one without a frame.
static const char *next(struct outbound *outbound, struct feed *feed, bool *more) {
    struct blob *message;
    enum outbound_answer answer = outbound_next(outbound, feed, CLASS, &message, more);
    must(answer == OUTBOUND_MESSAGE || answer == OUTBOUND_READING);
    const msgpack_object *map = read_message(message);
    struct text text = text_begin();
    if (field(map, "e0") == NULL) {
        text_add(&text, "%s", letter_in_short(&(struct letter){.message = message}));
    } else {
        text_add(&text, "tick %u..%u", (unsigned)uint_field(map, "e0"),
                 (unsigned)uint_field(map, "e"));
    }
    if (field(map, "frame") != NULL) {
        text_add(&text, " %u", (unsigned)uint_field(map, "step"));
    }
    blob_unref(message);
    return text_end(&text);
}

static enum outbound_answer ask(struct outbound *outbound, struct feed *feed) {
    struct blob *message = NULL;
    bool more;
    enum outbound_answer answer = outbound_next(outbound, feed, CLASS, &message, &more);
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

static struct blob any_message, independent_one;

// A message that shows this frame to whoever has the events until e0.
static struct class_message offer_of(uint64_t e0, uint64_t e, uint64_t serial) {
    return (struct class_message){
        .due = true, .message = &any_message, .e0 = e0, .e = e, .serial = serial};
}

// The same on another frame, or without a frame for those who have this one.
static struct class_message offer_on(uint64_t base, uint64_t e0, uint64_t e, uint64_t serial) {
    struct class_message offer = offer_of(e0, e, serial);
    offer.needs = base;
    return offer;
}

// What a turn has in which those who are in step are sent nothing.
static struct class_message key_of(uint64_t e, uint64_t serial) {
    return (struct class_message){
        .e0 = e, .e = e, .serial = serial, .independent = &independent_one};
}

// Whether the offer is taken at once; otherwise *wake says whether the viewer asks to be served.
static bool takes(struct follower *f, struct class_message offer, bool ready, bool *wake) {
    const struct place before = f->outbound.place;
    struct blob *message = outbound_offer(&f->outbound, &offer, ready, wake);
    const struct place *place = &f->outbound.place;
    if (message == NULL) {
        must(place->cursor == before.cursor && place->serial == before.serial);
        return false;
    }
    must(message == offer.message || message == offer.independent);
    must(place->cursor == offer.e && place->serial == offer.serial);
    return true;
}

// The same for an offer with an independent message beside the other, which is one or the other's
// turn.
static const char *which(struct follower *f, struct class_message offer, bool *wake) {
    offer.independent = &independent_one;
    struct blob *message = outbound_offer(&f->outbound, &offer, true, wake);
    return message == NULL ? "none" : message == &any_message ? "message" : "independent";
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

CleanTest(outbound, measures_that_have_waited_for_a_tick_ask_to_be_served_after_it) {
    struct follower f;
    bool wake;
    follower_init(&f);
    outbound_put(&f.outbound, OUTBOUND_MEASURES, measures_of_step(1));
    cr_expect(takes(&f, offer_of(3, 3, 2), true, &wake));
    cr_expect(wake);
    cr_expect_eq(ask(&f.outbound, &f.feed), OUTBOUND_READING);
    cr_expect(takes(&f, offer_of(3, 3, 3), true, &wake));
    cr_expect_not(wake);
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

// A tick that is told apart by its step.
static struct blob *tick_of_step(uint64_t step) {
    struct blob *message = blob_create();
    must(message != NULL);
    wire_encode_tick(&message->buffer, &(struct wire_tick){.step = step});
    return message;
}

// Whoever has just been answered is not to lose the frame that the next one builds on.
CleanTest(outbound, an_offer_waits_behind_letters) {
    struct follower f;
    bool more;
    bool wake;
    follower_init(&f);
    struct class_message offer = offer_on(1, 3, 3, 2);
    offer.message = tick_of_step(2);
    push(&f.outbound, letter(1));
    cr_expect_null(outbound_offer(&f.outbound, &offer, true, &wake));
    cr_expect(wake);
    cr_expect_not(f.outbound.behind);
    push(&f.outbound, letter(2));
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 1 @ 0");
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 0..0");
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 2 @ 0");
    cr_expect_not(more);
    cr_expect_eq(ask(&f.outbound, &f.feed), OUTBOUND_NOTHING);
    cr_expect(takes(&f, offer_on(2, 3, 4, 3), true, &wake), "it is in step");
    blob_unref(offer.message);
    follower_release(&f);
}

CleanTest(outbound, one_offer_at_most_waits_behind_letters) {
    struct follower f;
    bool more;
    bool wake;
    follower_init(&f);
    struct class_message offers[] = {offer_of(3, 3, 2), offer_of(3, 3, 3), offer_of(3, 3, 4)};
    push(&f.outbound, letter(1));
    for (uint32_t i = 0; i < 3; i++) {
        offers[i].message = tick_of_step(i);
        cr_expect_null(outbound_offer(&f.outbound, &offers[i], true, &wake));
        cr_expect(wake);
        cr_expect_eq(f.outbound.behind, i > 0);
        absorb(&f.feed, 3, 3, 2 + i);
    }
    cr_expect_eq(f.outbound.letters, 2);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 1 @ 0");
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 0..0");
    cr_expect(more, "it is behind");
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..3 40");
    cr_expect_not(more);
    push(&f.outbound, letter(2));
    struct class_message later = offer_of(3, 3, 5);
    later.message = tick_of_step(9);
    cr_expect_null(outbound_offer(&f.outbound, &later, true, &wake));
    cr_expect_not(f.outbound.behind, "there is place for one again");
    for (uint32_t i = 0; i < 3; i++) {
        blob_unref(offers[i].message);
    }
    blob_unref(later.message);
    follower_release(&f);
}

CleanTest(outbound, no_offer_waits_behind_letters_that_a_full_socket_cannot_take) {
    struct follower f;
    bool wake;
    follower_init(&f);
    push(&f.outbound, letter(1));
    cr_expect_not(takes(&f, offer_of(3, 3, 2), false, &wake));
    cr_expect(wake);
    cr_expect(f.outbound.behind);
    cr_expect_eq(f.outbound.letters, 1);
    follower_release(&f);
}

CleanTest(outbound, an_offer_that_finds_no_room_behind_letters_is_missed) {
    struct follower f;
    bool more;
    bool wake;
    follower_init(&f);
    struct class_message offer = offer_of(3, 3, 2);
    offer.message = tick_of_step(2);
    push(&f.outbound, letter(1));
    fail_allocation(1);
    cr_expect_null(outbound_offer(&f.outbound, &offer, true, &wake));
    fail_allocation(0);
    cr_expect(wake);
    cr_expect(f.outbound.behind);
    f.outbound.bytes_max = f.outbound.bytes + 1;
    cr_expect_null(outbound_offer(&f.outbound, &offer, true, &wake));
    cr_expect(f.outbound.behind);
    blob_unref(offer.message);
    absorb(&f.feed, 3, 3, 2);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 1 @ 0");
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..3 20");
    follower_release(&f);
}

CleanTest(outbound, no_offer_waits_behind_a_state) {
    struct follower f;
    bool more;
    bool wake;
    follower_init(&f);
    push(&f.outbound, letter(1));
    push(&f.outbound, state_letter(3)); // of which it has not been told yet
    cr_expect_not(takes(&f, offer_of(3, 3, 2), true, &wake));
    cr_expect_not(wake);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 1 @ 0");
    cr_expect(more);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 0 @ 0");
    cr_expect(more);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..3 10");
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
    cr_expect_eq(f.outbound.place.cursor, 5);
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
    struct class_message offer = offer_of(3, 5, 2);
    offer.message = NULL;
    absorb(&f.feed, 3, 5, 2);
    cr_expect_not(takes(&f, offer, true, &wake));
    cr_expect(wake);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..5 20");
    follower_release(&f);
}

CleanTest(outbound, is_told_what_came_after_the_frame_that_it_catches_up_with) {
    struct follower f;
    bool wake;
    bool more;
    follower_init(&f);
    absorb(&f.feed, 3, 4, 2);
    cr_expect_not(takes(&f, offer_of(3, 4, 2), false, &wake));
    absorb_with(&f.feed, 4, 6, 2, NULL);
    cr_expect_not(takes(&f, offer_on(2, 4, 6, 2), true, &wake));
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..4 20");
    cr_expect(more);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 4..6");
    cr_expect_not(more);
    cr_expect_eq(ask(&f.outbound, &f.feed), OUTBOUND_NOTHING);
    follower_release(&f);
}

// ---- frames on others --------------------------------------------------------------------------

CleanTest(outbound, takes_a_frame_on_another_only_if_it_has_that_one) {
    struct follower f;
    bool wake;
    follower_init(&f);
    cr_expect(takes(&f, offer_on(1, 3, 3, 2), true, &wake));
    cr_expect(takes(&f, offer_on(2, 3, 4, 5), true, &wake));
    cr_expect_not(takes(&f, offer_on(4, 4, 4, 6), true, &wake));
    cr_expect(wake);
    cr_expect_not(takes(&f, offer_on(6, 4, 4, 7), true, &wake));
    cr_expect(wake);
    cr_expect(takes(&f, offer_on(5, 4, 4, 8), true, &wake), "whatever it was that it missed");
    follower_release(&f);
}

CleanTest(outbound, takes_a_message_without_a_frame_only_if_it_has_the_newest_one) {
    struct follower f;
    bool wake;
    follower_init(&f);
    cr_expect(takes(&f, offer_of(3, 3, 2), true, &wake));
    cr_expect(takes(&f, offer_on(2, 3, 5, 2), true, &wake));
    cr_expect_not(takes(&f, offer_on(3, 5, 6, 3), true, &wake));
    cr_expect(wake, "it has missed frame 3");
    follower_release(&f);
}

CleanTest(outbound, takes_the_independent_message_if_it_has_another_frame) {
    struct follower f;
    bool wake;
    follower_init(&f);
    cr_expect_str_eq(which(&f, offer_on(1, 3, 4, 2), &wake), "message", "it is in step");
    cr_expect_str_eq(which(&f, offer_on(3, 4, 5, 4), &wake), "independent");
    cr_expect_str_eq(which(&f, offer_on(4, 5, 5, 5), &wake), "message", "it is in step again");
    cr_expect_str_eq(which(&f, offer_of(5, 6, 6), &wake), "message", "which is independent itself");
    cr_expect_str_eq(which(&f, offer_on(6, 7, 7, 7), &wake), "none", "it has other events");
    cr_expect(wake);
    follower_release(&f);
}

CleanTest(outbound, takes_the_independent_message_if_the_other_could_not_be_made) {
    struct follower f;
    bool wake;
    follower_init(&f);
    struct class_message offer = offer_on(1, 3, 4, 2);
    offer.message = NULL;
    cr_expect_str_eq(which(&f, offer, &wake), "independent");
    follower_release(&f);
}

CleanTest(outbound, goes_on_from_the_tick_if_a_message_suits_it_though_it_is_behind) {
    struct follower f;
    bool wake;
    follower_init(&f);
    absorb(&f.feed, 3, 3, 2);
    cr_expect_not(takes(&f, offer_on(1, 3, 3, 2), false, &wake));
    cr_expect(wake);
    absorb(&f.feed, 3, 3, 3);
    cr_expect_not(takes(&f, offer_on(2, 3, 3, 3), true, &wake), "it has missed frame 2");
    cr_expect(wake);
    cr_expect_str_eq(which(&f, offer_on(3, 3, 3, 4), &wake), "independent");
    cr_expect_eq(ask(&f.outbound, &f.feed), OUTBOUND_NOTHING, "no need to catch up any more");
    follower_release(&f);
}

CleanTest(outbound, is_left_alone_by_a_key_for_others_while_it_is_in_step) {
    struct follower f;
    bool wake;
    follower_init(&f);
    for (int ready = 0; ready < 2; ready++) {
        cr_expect_not(takes(&f, key_of(3, 1), ready != 0, &wake));
        cr_expect_not(wake);
    }
    cr_expect_eq(ask(&f.outbound, &f.feed), OUTBOUND_NOTHING);
    cr_expect(takes(&f, offer_on(1, 3, 4, 2), true, &wake), "it still is");
    follower_release(&f);
}

CleanTest(outbound, takes_a_key_from_the_tick_while_it_is_behind) {
    struct follower f;
    bool wake;
    follower_init(&f);
    cr_expect_not(takes(&f, offer_on(1, 3, 3, 2), false, &wake));
    cr_expect_not(takes(&f, key_of(3, 2), false, &wake), "not while its socket is full");
    cr_expect(wake);
    cr_expect(takes(&f, key_of(3, 2), true, &wake));
    cr_expect_not(takes(&f, key_of(3, 2), true, &wake), "once");
    cr_expect_not(wake);
    follower_release(&f);
}

CleanTest(outbound, asks_for_a_key_while_the_feed_has_none) {
    struct follower f;
    bool wake;
    bool more;
    follower_init(&f);
    absorb_with(&f.feed, 3, 4, 2, NULL);
    cr_expect_not(takes(&f, offer_on(1, 3, 4, 2), false, &wake));
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(ask(&f.outbound, &f.feed), OUTBOUND_NEEDS_KEY);
    }
    push(&f.outbound, letter(7));
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "ack 7 @ 0", "letters do not wait for it");
    cr_expect(more);
    absorb_with(&f.feed, 4, 4, 3, NULL);
    cr_expect_not(takes(&f, offer_on(2, 4, 4, 3), true, &wake));
    cr_expect(wake);
    absorb(&f.feed, 4, 5, 4);
    cr_expect_not(takes(&f, offer_on(3, 4, 5, 4), true, &wake), "that starts past its cursor");
    cr_expect(wake);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..5 40");
    cr_expect(takes(&f, offer_on(4, 5, 5, 5), true, &wake), "it follows again");
    follower_release(&f);
}

CleanTest(outbound, needs_no_key_for_events_alone) {
    struct follower f;
    bool wake;
    bool more;
    follower_init(&f);
    absorb_with(&f.feed, 3, 5, 1, NULL); // at rest
    cr_expect_not(takes(&f, offer_on(1, 3, 5, 1), false, &wake));
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..5");
    cr_expect_not(more);
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
    absorb(&f.feed, 3, 5, 1);
    cr_expect_not(takes(&f, offer_of(3, 5, 1), true, &wake), "it starts before the cursor");
    cr_expect(wake);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 5..5 10");
    follower_release(&f);
}

CleanTest(outbound, is_shown_no_earlier_step_than_its_state_told) {
    struct follower f;
    bool more;
    follower_init(&f);
    struct letter state = state_letter(3);
    state.step = 15;
    push(&f.outbound, state);
    next(&f.outbound, &f.feed, &more);
    cr_expect_eq(ask(&f.outbound, &f.feed), OUTBOUND_NEEDS_KEY, "the one that is there shows 10");
    absorb(&f.feed, 3, 3, 2);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..3 20");
    follower_release(&f);
}

CleanTest(outbound, after_a_state_takes_no_frame_on_one_that_it_had_before) {
    struct follower f;
    bool wake;
    bool more;
    follower_init(&f);
    push(&f.outbound, state_letter(3));
    next(&f.outbound, &f.feed, &more);
    cr_expect_not(takes(&f, offer_on(1, 3, 3, 2), true, &wake));
    cr_expect(wake);
    cr_expect_str_eq(which(&f, offer_on(2, 3, 3, 3), &wake), "independent");
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
    enum outbound_answer answer = outbound_next(&f.outbound, &f.feed, CLASS, &message, &more);
    fail_allocation(0);
    cr_expect_eq(answer, OUTBOUND_NO_MEMORY);
    cr_expect_str_eq(next(&f.outbound, &f.feed, &more), "tick 3..4 20");
    follower_release(&f);
}

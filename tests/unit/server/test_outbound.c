// Letters and readings; test_outbound_ticks.c has the ticks.
#include "outbound_fixture.h"

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
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "measures @ 2");
    cr_expect(more);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "spectrum @ 3");
    cr_expect_not(more);
    cr_expect_eq(ask_next(&f.outbound, &f.feed), OUTBOUND_NOTHING);
    follower_release(&f);
}

CleanTest(outbound, measures_wait_for_letters_and_ticks_and_hold_up_neither) {
    struct follower f;
    bool more, wake;
    follower_init(&f);
    outbound_put(&f.outbound, OUTBOUND_MEASURES, measures_of_step(1));
    cr_expect(takes(&f, offer_of(3, 3, 1), true, &wake), "a tick at once");
    cr_expect_not(takes(&f, offer_of(3, 4, 2), false, &wake));
    tell_class(&f.feed, 3, 4, 2);
    push_letter(&f.outbound, numbered_letter(7));
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 7 @ 0");
    cr_expect(more);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 3..4 20");
    cr_expect(more);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "measures @ 1");
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
    cr_expect_eq(ask_next(&f.outbound, &f.feed), OUTBOUND_READING);
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
    push_letter(&f.outbound, numbered_letter(7));
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 7 @ 0");
    cr_expect(more);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "measures @ 1");
    follower_release(&f);
}

// ---- letters -----------------------------------------------------------------------------------

CleanTest(outbound, sends_letters_in_the_order_in_which_they_came) {
    struct outbound outbound;
    bool more;
    outbound_init(&outbound);
    for (uint32_t seq = 1; seq <= 3; seq++) {
        push_letter(&outbound, numbered_letter(seq));
    }
    cr_expect_str_eq(next_message(&outbound, NULL, &more), "ack 1 @ 0");
    cr_expect(more);
    push_letter(&outbound, numbered_letter(4));
    cr_expect_str_eq(next_message(&outbound, NULL, &more), "ack 2 @ 0");
    cr_expect_str_eq(next_message(&outbound, NULL, &more), "ack 3 @ 0");
    cr_expect(more);
    cr_expect_str_eq(next_message(&outbound, NULL, &more), "ack 4 @ 0");
    cr_expect_not(more);
    cr_expect_eq(ask_next(&outbound, NULL), OUTBOUND_NOTHING);
    outbound_release(&outbound);
}

CleanTest(outbound, sends_letters_before_what_the_viewer_is_behind_with) {
    struct follower f;
    bool more;
    bool wake;
    follower_init(&f);
    tell_class(&f.feed, 3, 5, 2);
    cr_assert_not(takes(&f, offer_of(3, 5, 2), false, &wake));
    push_letter(&f.outbound, numbered_letter(1));
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 1 @ 0");
    cr_expect(more, "it is still behind");
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 3..5 20");
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
    push_letter(&f.outbound, numbered_letter(1));
    cr_expect_null(outbound_offer(&f.outbound, &offer, true, &wake));
    cr_expect(wake);
    cr_expect_not(f.outbound.behind);
    push_letter(&f.outbound, numbered_letter(2));
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 1 @ 0");
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 0..0");
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 2 @ 0");
    cr_expect_not(more);
    cr_expect_eq(ask_next(&f.outbound, &f.feed), OUTBOUND_NOTHING);
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
    push_letter(&f.outbound, numbered_letter(1));
    for (uint32_t i = 0; i < 3; i++) {
        offers[i].message = tick_of_step(i);
        cr_expect_null(outbound_offer(&f.outbound, &offers[i], true, &wake));
        cr_expect(wake);
        cr_expect_eq(f.outbound.behind, i > 0);
        tell_class(&f.feed, 3, 3, 2 + i);
    }
    cr_expect_eq(f.outbound.letters, 2);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 1 @ 0");
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 0..0");
    cr_expect(more, "it is behind");
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 3..3 40");
    cr_expect_not(more);
    push_letter(&f.outbound, numbered_letter(2));
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
    push_letter(&f.outbound, numbered_letter(1));
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
    push_letter(&f.outbound, numbered_letter(1));
    fail_allocation(1);
    cr_expect_null(outbound_offer(&f.outbound, &offer, true, &wake));
    fail_allocation(0);
    cr_expect(wake);
    cr_expect(f.outbound.behind);
    f.outbound.bytes_max = f.outbound.bytes + 1;
    cr_expect_null(outbound_offer(&f.outbound, &offer, true, &wake));
    cr_expect(f.outbound.behind);
    blob_unref(offer.message);
    tell_class(&f.feed, 3, 3, 2);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 1 @ 0");
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 3..3 20");
    follower_release(&f);
}

CleanTest(outbound, no_offer_waits_behind_a_state) {
    struct follower f;
    bool more;
    bool wake;
    follower_init(&f);
    push_letter(&f.outbound, numbered_letter(1));
    push_letter(&f.outbound, state_letter(3)); // of which it has not been told yet
    cr_expect_not(takes(&f, offer_of(3, 3, 2), true, &wake));
    cr_expect_not(wake);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 1 @ 0");
    cr_expect(more);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 0 @ 0");
    cr_expect(more);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 3..3 10");
    follower_release(&f);
}

// Strangers who come and go at the door make rosters as fast as they like.
CleanTest(outbound, lets_one_roster_wait_which_is_the_newest) {
    struct follower f;
    bool more;
    follower_init(&f);
    push_letter(&f.outbound, numbered_letter(6));
    for (uint32_t seq = 10; seq <= 10 + 2 * OUTBOUND_LETTERS_MAX; seq++) {
        struct letter roster = numbered_letter(seq);
        roster.is_roster = true;
        push_letter(&f.outbound, roster);
        if (seq == 10) {
            push_letter(&f.outbound, numbered_letter(7));
        }
    }
    cr_expect_eq(f.outbound.letters, 3);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 6 @ 0");
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 1034 @ 0", "the newest");
    struct letter roster = numbered_letter(2000);
    roster.is_roster = true;
    push_letter(&f.outbound, roster);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 7 @ 0");
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 2000 @ 0");
    cr_expect_eq(f.outbound.bytes, 0);
    follower_release(&f);
}

CleanTest(outbound, lets_no_more_than_so_many_letters_wait) {
    struct outbound outbound;
    bool more;
    outbound_init(&outbound);
    for (uint32_t i = 0; i < OUTBOUND_LETTERS_MAX; i++) {
        push_letter(&outbound, numbered_letter(i));
    }
    struct letter refused = numbered_letter(0);
    cr_expect_not(outbound_push(&outbound, &refused));
    next_message(&outbound, NULL, &more);
    push_letter(&outbound, numbered_letter(1));
    outbound_release(&outbound);
}

CleanTest(outbound, lets_no_more_than_so_many_bytes_wait) {
    struct outbound outbound;
    outbound_init(&outbound);
    push_letter(&outbound, (struct letter){.message = blob_of_bytes(OUTBOUND_BYTES_MAX - 1, 'x')});
    push_letter(&outbound, (struct letter){.message = blob_of_bytes(1, 'x')});
    cr_expect_not(outbound_push(&outbound, &(struct letter){.message = blob_of_bytes(1, 'x')}));
    cr_expect_eq(outbound.bytes, OUTBOUND_BYTES_MAX);
    outbound_release(&outbound);
    cr_expect_eq(outbound.bytes, 0);
}

CleanTest(outbound, lets_as_many_bytes_wait_as_its_owner_says) {
    struct outbound outbound;
    outbound_init(&outbound);
    outbound.bytes_max = 10;
    push_letter(&outbound, (struct letter){.message = blob_of_bytes(9, 'x')});
    cr_expect_not(outbound_push(&outbound, &(struct letter){.message = blob_of_bytes(2, 'x')}));
    push_letter(&outbound, (struct letter){.message = blob_of_bytes(1, 'x')});
    outbound_release(&outbound);
}

CleanTest(outbound, lets_one_letter_of_any_size_wait) {
    struct outbound outbound;
    outbound_init(&outbound);
    push_letter(&outbound, (struct letter){.message = blob_of_bytes(2 * OUTBOUND_BYTES_MAX, 'x')});
    cr_expect_not(outbound_push(&outbound, &(struct letter){.message = blob_of_bytes(1, 'x')}));
    outbound_release(&outbound);
}

CleanTest(outbound, refuses_a_letter_when_memory_runs_out) {
    struct outbound outbound;
    outbound_init(&outbound);
    struct letter lost = numbered_letter(1);
    fail_allocation(1);
    bool pushed = outbound_push(&outbound, &lost);
    fail_allocation(0);
    cr_expect_not(pushed);
    outbound_release(&outbound);
}

#include "outbound_fixture.h"

// ---- following ---------------------------------------------------------------------------------

CleanTest(outbound, gets_nothing_of_the_room_before_its_first_state) {
    struct follower f;
    bool wake;
    outbound_init(&f.outbound);
    feed_init(&f.feed);
    tell_class(&f.feed, 0, 3, 1);
    cr_expect_not(takes(&f, offer_of(0, 3, 1), true, &wake));
    cr_expect_not(wake);
    cr_expect_eq(ask_next(&f.outbound, &f.feed), OUTBOUND_NOTHING);
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
        tell_class(&f.feed, serial + 1, serial + 2, serial);
        cr_expect_not(takes(&f, offer_of(serial + 1, serial + 2, serial), serial > 2, &wake));
        cr_expect(wake);
    }
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 3..8 60");
    cr_expect_not(more);
    cr_expect_eq(ask_next(&f.outbound, &f.feed), OUTBOUND_NOTHING, "no frame is ever queued");
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
    tell_class(&f.feed, 3, 5, 2);
    cr_expect_not(takes(&f, offer, true, &wake));
    cr_expect(wake);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 3..5 20");
    follower_release(&f);
}

CleanTest(outbound, is_told_what_came_after_the_frame_that_it_catches_up_with) {
    struct follower f;
    bool wake;
    bool more;
    follower_init(&f);
    tell_class(&f.feed, 3, 4, 2);
    cr_expect_not(takes(&f, offer_of(3, 4, 2), false, &wake));
    tell_class_with(&f.feed, 4, 6, 2, NULL);
    cr_expect_not(takes(&f, offer_on(2, 4, 6, 2), true, &wake));
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 3..4 20");
    cr_expect(more);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 4..6");
    cr_expect_not(more);
    cr_expect_eq(ask_next(&f.outbound, &f.feed), OUTBOUND_NOTHING);
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
    tell_class(&f.feed, 3, 3, 2);
    cr_expect_not(takes(&f, offer_on(1, 3, 3, 2), false, &wake));
    cr_expect(wake);
    tell_class(&f.feed, 3, 3, 3);
    cr_expect_not(takes(&f, offer_on(2, 3, 3, 3), true, &wake), "it has missed frame 2");
    cr_expect(wake);
    cr_expect_str_eq(which(&f, offer_on(3, 3, 3, 4), &wake), "independent");
    cr_expect_eq(ask_next(&f.outbound, &f.feed), OUTBOUND_NOTHING, "no need to catch up any more");
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
    cr_expect_eq(ask_next(&f.outbound, &f.feed), OUTBOUND_NOTHING);
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
    tell_class_with(&f.feed, 3, 4, 2, NULL);
    cr_expect_not(takes(&f, offer_on(1, 3, 4, 2), false, &wake));
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(ask_next(&f.outbound, &f.feed), OUTBOUND_NEEDS_KEY);
    }
    push_letter(&f.outbound, numbered_letter(7));
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 7 @ 0",
                     "letters do not wait for it");
    cr_expect(more);
    tell_class_with(&f.feed, 4, 4, 3, NULL);
    cr_expect_not(takes(&f, offer_on(2, 4, 4, 3), true, &wake));
    cr_expect(wake);
    tell_class(&f.feed, 4, 5, 4);
    cr_expect_not(takes(&f, offer_on(3, 4, 5, 4), true, &wake), "that starts past its cursor");
    cr_expect(wake);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 3..5 40");
    cr_expect(takes(&f, offer_on(4, 5, 5, 5), true, &wake), "it follows again");
    follower_release(&f);
}

CleanTest(outbound, needs_no_key_for_events_alone) {
    struct follower f;
    bool wake;
    bool more;
    follower_init(&f);
    tell_class_with(&f.feed, 3, 5, 1, NULL); // at rest
    cr_expect_not(takes(&f, offer_on(1, 3, 5, 1), false, &wake));
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 3..5");
    cr_expect_not(more);
    follower_release(&f);
}

// ---- asking for the state ----------------------------------------------------------------------

CleanTest(outbound, asks_once_for_the_state_when_its_cursor_has_left_the_ring) {
    struct follower f;
    bool wake;
    bool more;
    follower_init(&f);
    tell_class(&f.feed, 3, 3 + EVENT_RING_EVENTS_MAX + 1, 2);
    takes(&f, offer_of(3, f.feed.ring.e, 2), false, &wake);
    cr_expect_eq(ask_next(&f.outbound, &f.feed), OUTBOUND_NEEDS_STATE);
    cr_expect_eq(ask_next(&f.outbound, &f.feed), OUTBOUND_NOTHING, "it is on its way");
    cr_expect_not(takes(&f, offer_of(3, f.feed.ring.e, 2), true, &wake));
    cr_expect_not(wake);
    push_letter(&f.outbound, numbered_letter(1));
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 1 @ 0",
                     "answers do not wait for it");
    cr_expect_not(more);
    push_letter(&f.outbound, state_letter(f.feed.ring.e));
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 0 @ 0");
    cr_expect(more);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 260..260 20");
    follower_release(&f);
}

CleanTest(outbound, a_state_replaces_the_cursor_and_a_frame_follows_even_if_it_is_the_same) {
    struct follower f;
    bool more;
    follower_init(&f);
    f.outbound.wants_state = true; // the viewer asked
    push_letter(&f.outbound, state_letter(3));
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "ack 0 @ 0");
    cr_expect(more);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 3..3 10");
    follower_release(&f);
}

CleanTest(outbound, waits_for_the_feed_to_reach_a_state_that_is_ahead_of_it) {
    struct follower f;
    bool wake;
    bool more;
    follower_init(&f);
    push_letter(&f.outbound, state_letter(5));
    next_message(&f.outbound, &f.feed, &more);
    cr_expect_eq(ask_next(&f.outbound, &f.feed), OUTBOUND_NOTHING);
    tell_class(&f.feed, 3, 5, 1);
    cr_expect_not(takes(&f, offer_of(3, 5, 1), true, &wake), "it starts before the cursor");
    cr_expect(wake);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 5..5 10");
    follower_release(&f);
}

CleanTest(outbound, is_shown_no_earlier_step_than_its_state_told) {
    struct follower f;
    bool more;
    follower_init(&f);
    struct letter state = state_letter(3);
    state.step = 15;
    push_letter(&f.outbound, state);
    next_message(&f.outbound, &f.feed, &more);
    cr_expect_eq(ask_next(&f.outbound, &f.feed), OUTBOUND_NEEDS_KEY,
                 "the one that is there shows 10");
    tell_class(&f.feed, 3, 3, 2);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 3..3 20");
    follower_release(&f);
}

CleanTest(outbound, after_a_state_takes_no_frame_on_one_that_it_had_before) {
    struct follower f;
    bool wake;
    bool more;
    follower_init(&f);
    push_letter(&f.outbound, state_letter(3));
    next_message(&f.outbound, &f.feed, &more);
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
    tell_class(&f.feed, 3, 4, 2);
    takes(&f, offer_of(3, 4, 2), false, &wake);
    fail_allocation(1);
    enum outbound_answer answer = outbound_next(&f.outbound, &f.feed, CLASS, &message, &more);
    fail_allocation(0);
    cr_expect_eq(answer, OUTBOUND_NO_MEMORY);
    cr_expect_str_eq(next_message(&f.outbound, &f.feed, &more), "tick 3..4 20");
    follower_release(&f);
}

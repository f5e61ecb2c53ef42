#include "seat.h"

#include <string.h>

#include "support.h"

enum { CONNECTED_MAX = 3 };

static struct seat *take(struct seats *seats, uint64_t viewer) {
    struct seat *seat = seats_take(seats);
    cr_assert_not_null(seat);
    seats_connect(seats, seat, viewer);
    return seat;
}

CleanTest(seat, newcomers_get_the_numbers_1_2_3) {
    struct seats seats;
    cr_assert(seats_init(&seats, CONNECTED_MAX));
    for (uint32_t number = 1; number <= 3; number++) {
        cr_expect_eq(take(&seats, 100 + number)->number, number);
    }
    seats_release(&seats);
}

CleanTest(seat, neighbours_have_different_colours) {
    struct seats seats;
    cr_assert(seats_init(&seats, 12));
    uint32_t colours[12];
    for (uint32_t i = 0; i < 12; i++) {
        colours[i] = take(&seats, 100 + i)->colour_rgb;
        for (uint32_t k = i < 6 ? 0 : i - 5; k < i; k++) {
            cr_expect_neq(colours[i], colours[k], "seats %u and %u", k, i);
        }
    }
    seats_release(&seats);
}

CleanTest(seat, a_new_seat_is_nobodys) {
    struct seats seats;
    cr_assert(seats_init(&seats, CONNECTED_MAX));
    struct seat *seat = take(&seats, 7);
    seat->host = true;
    strcpy(seat->name, "Ada");
    seat->hands[2].holds = true;
    seats_disconnect(&seats, seat);
    for (uint32_t i = 0; i < seats.capacity; i++) {
        seat = seats_take(&seats); // the last one takes the place of Ada's
        cr_expect_not(seat->host);
        cr_expect_str_eq(seat->name, "");
        cr_expect_not(seat->hands[2].holds);
        cr_expect_eq(seat->viewer, 0);
        seats_connect(&seats, seat, 50 + i);
    }
    seats_release(&seats);
}

CleanTest(seat, is_found_by_its_viewer_while_that_is_connected) {
    struct seats seats;
    cr_assert(seats_init(&seats, CONNECTED_MAX));
    struct seat *first = take(&seats, 7);
    struct seat *second = take(&seats, 8);
    cr_expect_eq(seats_by_viewer(&seats, 7), first);
    cr_expect_eq(seats_by_viewer(&seats, 8), second);
    cr_expect_null(seats_by_viewer(&seats, 9));
    seats_disconnect(&seats, first);
    cr_expect_null(seats_by_viewer(&seats, 7));
    seats_release(&seats);
}

CleanTest(seat, is_found_by_its_resume_key_even_when_its_member_has_left) {
    struct seats seats;
    cr_assert(seats_init(&seats, CONNECTED_MAX));
    struct seat *first = take(&seats, 7);
    struct seat *second = take(&seats, 8);
    first->resume = secret_hash_of("first key");
    second->resume = secret_hash_of("second key");
    seats_disconnect(&seats, first);
    cr_expect_eq(seats_by_resume(&seats, "first key"), first);
    cr_expect_eq(seats_by_resume(&seats, "second key"), second);
    cr_expect_null(seats_by_resume(&seats, "third key"));
    seats_release(&seats);
}

CleanTest(seat, counts_who_is_connected) {
    struct seats seats;
    cr_assert(seats_init(&seats, CONNECTED_MAX));
    struct seat *first = take(&seats, 7);
    take(&seats, 8);
    cr_expect_eq(seats.connected, 2);
    seats_connect(&seats, first, 9); // a later connection takes it over
    cr_expect_eq(seats.connected, 2);
    seats_disconnect(&seats, first);
    cr_expect_eq(seats.connected, 1);
    seats_disconnect(&seats, first);
    cr_expect_eq(seats.connected, 1, "leaving twice counts once");
    seats_release(&seats);
}

CleanTest(seat, as_many_as_may_be_connected_are_kept_for_those_who_come_back) {
    struct seats seats;
    cr_assert(seats_init(&seats, CONNECTED_MAX));
    struct seat *left[CONNECTED_MAX];
    for (uint32_t i = 0; i < CONNECTED_MAX; i++) {
        left[i] = take(&seats, 100 + i);
    }
    for (uint32_t i = 0; i < CONNECTED_MAX; i++) {
        seats_disconnect(&seats, left[i]);
    }
    for (uint32_t i = 0; i < CONNECTED_MAX; i++) {
        take(&seats, 200 + i);
        cr_expect_eq(left[i]->number, i + 1, "still there");
    }
    seats_release(&seats);
}

CleanTest(seat, the_one_that_was_left_longest_ago_makes_way) {
    struct seats seats;
    cr_assert(seats_init(&seats, CONNECTED_MAX));
    struct seat *seat[2 * CONNECTED_MAX];
    for (uint32_t i = 0; i < 2 * CONNECTED_MAX; i++) {
        seat[i] = take(&seats, 100 + i);
    }
    seats_disconnect(&seats, seat[4]);
    seats_disconnect(&seats, seat[1]);
    seats_disconnect(&seats, seat[3]);
    seats_connect(&seats, seat[4], 200); // comes back, and leaves last
    seats_disconnect(&seats, seat[4]);
    cr_expect_eq(take(&seats, 300), seat[1]);
    cr_expect_eq(take(&seats, 301), seat[3]);
    cr_expect_eq(take(&seats, 302), seat[4]);
    cr_expect_eq(seat[1]->number, 7, "numbers are never given twice");
    cr_expect_null(seats_take(&seats), "all are connected");
    seats_release(&seats);
}

CleanTest(seat, an_evicted_seat_is_not_found_by_its_old_key) {
    struct seats seats;
    cr_assert(seats_init(&seats, 1));
    struct seat *seat = take(&seats, 7);
    seat->resume = secret_hash_of("key");
    seats_disconnect(&seats, seat);
    take(&seats, 8);
    take(&seats, 9);
    cr_expect_null(seats_by_resume(&seats, "key"));
    seats_release(&seats);
}

CleanTest(seat, there_are_none_without_memory) {
    struct seats seats;
    fail_allocation(1);
    cr_expect_not(seats_init(&seats, CONNECTED_MAX));
}

#include "visitors.h"

#include "support.h"

#define SECOND_NS 1000000000u

static const struct visitors_limits limits = {
    .addresses_max = 3,
    .connections_max = 2,
    .handshakes_per_s = 4,
    .guesses_per_minute = 5,
};

static struct address address(const char *text) {
    struct address address;
    must(address_parse(text, &address));
    return address;
}

static struct visitor *arrive(struct visitors *visitors, const char *text, uint64_t now_ns) {
    struct address from = address(text);
    return visitors_arrive(visitors, &from, now_ns);
}

static bool may_arrive(struct visitors *visitors, const char *text) {
    struct address from = address(text);
    return visitors_may_arrive(visitors, &from);
}

CleanTest(visitors, count_the_connections_of_each_address) {
    struct visitors visitors;
    cr_assert(visitors_init(&visitors, &limits));
    struct visitor *first = arrive(&visitors, "192.0.2.1", 0);
    cr_expect_eq(arrive(&visitors, "192.0.2.1", 0), first);
    cr_expect_not(may_arrive(&visitors, "192.0.2.1"));
    cr_expect_null(arrive(&visitors, "192.0.2.1", 0));
    cr_expect(may_arrive(&visitors, "192.0.2.2"));
    cr_expect_neq(arrive(&visitors, "192.0.2.2", 0), first);
    visitors_depart(first);
    cr_expect(may_arrive(&visitors, "192.0.2.1"));
    cr_expect_eq(arrive(&visitors, "192.0.2.1", 0), first);
    cr_expect_null(arrive(&visitors, "192.0.2.1", 0), "what was refused did not count");
    visitors_release(&visitors);
}

CleanTest(visitors, of_one_ipv6_network_are_one) {
    struct visitors visitors;
    cr_assert(visitors_init(&visitors, &limits));
    struct visitor *first = arrive(&visitors, "2001:db8::1", 0);
    cr_expect_eq(arrive(&visitors, "2001:db8::2", 0), first);
    cr_expect_not(may_arrive(&visitors, "2001:db8::3"));
    visitors_release(&visitors);
}

CleanTest(visitors, that_have_nothing_open_make_way_the_one_seen_longest_ago_first) {
    struct visitors visitors;
    cr_assert(visitors_init(&visitors, &limits));
    struct visitor *first = arrive(&visitors, "192.0.2.1", 1);
    struct visitor *second = arrive(&visitors, "192.0.2.2", 2);
    struct visitor *third = arrive(&visitors, "192.0.2.3", 3);
    cr_expect_not(may_arrive(&visitors, "192.0.2.4"));
    cr_expect_null(arrive(&visitors, "192.0.2.4", 4), "all have something open");
    visitors_depart(second);
    arrive(&visitors, "192.0.2.2", 5); // is seen again
    visitors_depart(second);
    visitors_depart(third);
    cr_expect(may_arrive(&visitors, "192.0.2.4"));
    cr_expect_eq(arrive(&visitors, "192.0.2.4", 6), third);
    cr_expect_eq(arrive(&visitors, "192.0.2.2", 7), second, "is still known");
    cr_expect_eq(first->connections, 1);
    visitors_release(&visitors);
}

CleanTest(visitors, looking_changes_nothing) {
    struct visitors visitors;
    cr_assert(visitors_init(&visitors, &limits));
    for (int i = 0; i < 10; i++) {
        cr_expect(may_arrive(&visitors, "192.0.2.1"));
    }
    cr_expect_eq(arrive(&visitors, "192.0.2.2", 0)->connections, 1);
    visitors_release(&visitors);
}

CleanTest(visitors, shake_so_many_hands_at_once_and_per_second) {
    struct visitors visitors;
    cr_assert(visitors_init(&visitors, &limits));
    struct visitor *visitor = arrive(&visitors, "192.0.2.1", 0);
    for (int i = 0; i < 4; i++) {
        cr_expect(visitor_may_shake_hands(visitor, 0));
    }
    cr_expect_not(visitor_may_shake_hands(visitor, 0));
    cr_expect(visitor_may_shake_hands(visitor, SECOND_NS / 4));
    visitors_release(&visitors);
}

CleanTest(visitors, guess_wrong_so_often_at_once_and_per_minute) {
    struct visitors visitors;
    cr_assert(visitors_init(&visitors, &limits));
    struct visitor *visitor = arrive(&visitors, "192.0.2.1", 0);
    for (int i = 0; i < 5; i++) {
        cr_expect(visitor_may_guess(visitor, 0));
        cr_expect(visitor_may_guess(visitor, 0), "asking costs nothing");
        visitor_guessed_wrong(visitor, 0);
    }
    cr_expect_not(visitor_may_guess(visitor, 0));
    cr_expect_not(visitor_may_guess(visitor, 11 * (uint64_t)SECOND_NS));
    cr_expect(visitor_may_guess(visitor, 12 * (uint64_t)SECOND_NS));
    visitors_release(&visitors);
}

CleanTest(visitors, do_not_get_new_guesses_by_coming_back) {
    struct visitors visitors;
    cr_assert(visitors_init(&visitors, &limits));
    struct visitor *visitor = arrive(&visitors, "192.0.2.1", 0);
    for (int i = 0; i < 5; i++) {
        visitor_guessed_wrong(visitor, 0);
    }
    visitors_depart(visitor);
    cr_expect_not(visitor_may_guess(arrive(&visitors, "192.0.2.1", 0), 0));
    visitors_release(&visitors);
}

CleanTest(visitors, there_are_none_without_memory) {
    struct visitors visitors;
    fail_allocation(1);
    cr_expect_not(visitors_init(&visitors, &limits));
}

CleanTest(visitors, have_their_line_measured_as_often_as_a_class_needs_and_no_more) {
    struct visitors visitors;
    cr_assert(visitors_init(&visitors, &limits));
    struct visitor *visitor = arrive(&visitors, "192.0.2.1", 0);
    for (int i = 0; i < VISITOR_CHECKS_BURST; i++) {
        cr_expect(visitor_may_check(visitor, 0));
    }
    cr_expect_not(visitor_may_check(visitor, 0));
    cr_expect(visitor_may_check(arrive(&visitors, "192.0.2.2", 0), 0), "the others may");
    cr_expect(visitor_may_check(visitor, 1 * (uint64_t)SECOND_NS));
    cr_expect_not(visitor_may_check(visitor, 1 * (uint64_t)SECOND_NS));
    visitors_release(&visitors);
}

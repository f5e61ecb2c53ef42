#include "address.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support.h"

static struct address address(const char *text) {
    struct address address;
    must(address_parse(text, &address));
    return address;
}

static bool same(struct address a, struct address b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool contains(const char *range_text, const char *address_text) {
    struct address_range range;
    struct address inside = address(address_text);
    must(address_range_parse(range_text, &range));
    return address_range_contains(&range, &inside);
}

// ---- one address -------------------------------------------------------------------------------

Test(address, is_read_in_both_families) {
    static const uint8_t v4[16] = {[10] = 0xff, [11] = 0xff, 192, 0, 2, 7};
    static const uint8_t v6[16] = {0x20, 0x01, 0x0d, 0xb8, [15] = 1};
    cr_expect_arr_eq(address("192.0.2.7").bytes, v4, 16);
    cr_expect_arr_eq(address("2001:db8::1").bytes, v6, 16);
    cr_expect(same(address("::ffff:192.0.2.7"), address("192.0.2.7")), "one and the same");
}

Test(address, is_not_read_from_anything_else) {
    static const char *const bad[] = {"",         "here",       "192.0.2",       "192.0.2.256",
                                      "1.2.3.4 ", "1.2.3.4:80", "[2001:db8::1]", "1::2::3"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct address ignored;
        cr_expect_not(address_parse(bad[i], &ignored), "%s", bad[i]);
    }
}

Test(address, counts_by_itself_in_ipv4_and_by_its_upper_half_in_ipv6) {
    struct address a = address("192.0.2.7");
    struct address b = address("192.0.2.8");
    cr_expect(same(address_counted(&a), a));
    cr_expect_not(same(address_counted(&a), address_counted(&b)));
    struct address home = address("2001:db8:1:2:3:4:5:6");
    struct address same_home = address("2001:db8:1:2:ffff::1");
    struct address other_home = address("2001:db8:1:3::1");
    cr_expect(same(address_counted(&home), address_counted(&same_home)));
    cr_expect_not(same(address_counted(&home), address_counted(&other_home)));
}

Test(address, of_a_peer_is_read_from_its_socket) {
    struct sockaddr_in local = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof local;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    int client = socket(AF_INET, SOCK_STREAM, 0);
    struct address peer;
    must(bind(listener, (struct sockaddr *)&local, sizeof local) == 0 && listen(listener, 1) == 0);
    must(getsockname(listener, (struct sockaddr *)&local, &length) == 0);
    cr_expect_not(address_of_peer(client, &peer), "it has none yet");
    must(connect(client, (struct sockaddr *)&local, sizeof local) == 0);
    cr_assert(address_of_peer(client, &peer));
    cr_expect(same(peer, address("127.0.0.1")));
    close(client);
    close(listener);
}

// ---- ranges ------------------------------------------------------------------------------------

Test(address, a_range_holds_what_agrees_in_its_prefix) {
    cr_expect(contains("10.0.0.0/8", "10.255.1.2"));
    cr_expect_not(contains("10.0.0.0/8", "11.0.0.0"));
    cr_expect(contains("192.168.4.0/22", "192.168.7.255"));
    cr_expect_not(contains("192.168.4.0/22", "192.168.8.0"));
    cr_expect(contains("192.168.4.77/22", "192.168.5.0"), "what is behind the prefix is ignored");
    cr_expect(contains("0.0.0.0/0", "203.0.113.9"));
    cr_expect_not(contains("0.0.0.0/0", "2001:db8::1"), "of its own family only");
    cr_expect(contains("192.0.2.7", "192.0.2.7"));
    cr_expect_not(contains("192.0.2.7", "192.0.2.6"));
    cr_expect(contains("fd00::/8", "fdff::1"));
    cr_expect_not(contains("fd00::/8", "fe00::1"));
    cr_expect(contains("::1", "::1"));
    cr_expect_not(contains("::1", "::2"));
    cr_expect(contains("2001:db8::/33", "2001:db8:7fff::1"));
    cr_expect_not(contains("2001:db8::/33", "2001:db8:8000::1"));
}

Test(address, what_is_no_range_is_not_read) {
    static const char *const bad[] = {
        "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8x", "::/129", "ten/8"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct address_range ignored;
        cr_expect_not(address_range_parse(bad[i], &ignored), "%s", bad[i]);
    }
}

Test(address, ranges_are_a_list_with_commas) {
    struct address_ranges ranges;
    cr_assert(address_ranges_parse("10.0.0.0/8,::1,192.0.2.7", &ranges));
    cr_expect_eq(ranges.count, 3);
    cr_assert(address_ranges_parse("", &ranges));
    cr_expect_eq(ranges.count, 0);
    cr_expect_not(address_ranges_parse("10.0.0.0/8,,::1", &ranges));
    cr_expect_not(address_ranges_parse("10.0.0.0/8,no", &ranges));
}

Test(address, ranges_are_no_more_than_sixteen) {
    struct address_ranges ranges;
    struct text text = text_begin();
    for (int i = 0; i < ADDRESS_RANGES_MAX; i++) {
        text_add(&text, "%s10.0.%d.0/24", i == 0 ? "" : ",", i);
    }
    cr_expect(address_ranges_parse(text_end(&text), &ranges));
    text_add(&text, ",::1");
    cr_expect_not(address_ranges_parse(text_end(&text), &ranges));
}

// ---- behind proxies ----------------------------------------------------------------------------

static bool is_behind(const char *peer_text, const char *forwarded, const char *expected) {
    struct address_ranges trusted;
    struct address peer = address(peer_text);
    must(address_ranges_parse("10.0.0.0/8,fd00::1", &trusted));
    return same(address_behind(&peer, forwarded, &trusted), address(expected));
}

Test(address, behind_trusted_proxies_is_the_last_one_that_is_not_theirs) {
    cr_expect(is_behind("10.0.0.1", "203.0.113.9", "203.0.113.9"));
    cr_expect(is_behind("10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9"));
    cr_expect(is_behind("fd00::1", "2001:db8::5,10.0.0.2,  10.0.0.3", "2001:db8::5"));
    cr_expect(is_behind("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"), "if all are theirs");
}

Test(address, behind_somebody_who_is_not_trusted_counts_for_nothing) {
    cr_expect(is_behind("203.0.113.9", "192.0.2.7", "203.0.113.9"));
    cr_expect(is_behind("10.0.0.1", "192.0.2.7, 203.0.113.9", "203.0.113.9"),
              "what a client claims stands before what a proxy says");
    cr_expect(is_behind("10.0.0.1", "", "10.0.0.1"));
}

Test(address, what_no_proxy_writes_ends_the_search) {
    static const char *const bad[] = {
        "unknown",
        "203.0.113.9,",
        "203.0.113.9, unknown",
        ",",
        " ",
        "123456789012345678901234567890123456789012345678901234567890123456789"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_expect(is_behind("10.0.0.1", bad[i], "10.0.0.1"), "%s", bad[i]);
    }
    cr_expect(is_behind("10.0.0.1", "unknown, 10.0.0.2", "10.0.0.2"));
}

// Network addresses of clients, as limits count them.
//
// An IPv4 address counts by itself, an IPv6 address by its /64, which is what one household or
// school has. Both are kept as 16 bytes, IPv4 mapped (::ffff:a.b.c.d).
#ifndef ADDRESS_H
#define ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct address {
    uint8_t bytes[16];
};

// Reads "192.0.2.7", "2001:db8::1"; false if the text is no address.
bool address_parse(const char *text, struct address *address);
// The peer of a connected socket; false if it has none.
bool address_of_peer(int fd, struct address *address);
// What limits count it as: the lower half of an IPv6 address is cleared.
struct address address_counted(const struct address *address);

struct address_range {
    struct address first;
    uint8_t prefix_bits; // of the 128
};

// Reads "10.0.0.0/8", "fd00::/8" or a single address.
bool address_range_parse(const char *text, struct address_range *range);
bool address_range_contains(const struct address_range *range, const struct address *address);

enum { ADDRESS_RANGES_MAX = 16 };

struct address_ranges {
    struct address_range list[ADDRESS_RANGES_MAX];
    uint32_t count;
};

// Reads ranges separated by commas; false if one is none or there are too many. "" is an empty
// list.
bool address_ranges_parse(const char *text, struct address_ranges *ranges);

// Who sent a request that came through proxies: goes from the peer back through the list of
// X-Forwarded-For as long as the sender is one of the trusted proxies. `forwarded` may be "".
struct address address_behind(const struct address *peer, const char *forwarded,
                              const struct address_ranges *trusted);

#endif

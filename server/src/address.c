#include "address.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

bool address_parse(const char *text, struct address *address) {
    struct in_addr v4;
    if (inet_pton(AF_INET, text, &v4) == 1) {
        memcpy(address->bytes, mapped, sizeof mapped);
        memcpy(address->bytes + sizeof mapped, &v4, sizeof v4);
        return true;
    }
    return inet_pton(AF_INET6, text, address->bytes) == 1;
}

bool address_of_peer(int fd, struct address *address) {
    struct sockaddr_storage peer;
    socklen_t length = sizeof peer;
    if (getpeername(fd, (struct sockaddr *)&peer, &length) != 0) {
        return false;
    }
    if (peer.ss_family == AF_INET) {
        memcpy(address->bytes, mapped, sizeof mapped);
        memcpy(address->bytes + sizeof mapped,
               &((const struct sockaddr_in *)(const void *)&peer)->sin_addr, 4);
        return true;
    }
    if (peer.ss_family == AF_INET6) {
        memcpy(address->bytes, &((const struct sockaddr_in6 *)(const void *)&peer)->sin6_addr, 16);
        return true;
    }
    return false;
}

struct address address_counted(const struct address *address) {
    struct address counted = *address;
    if (memcmp(address->bytes, mapped, sizeof mapped) != 0) {
        memset(counted.bytes + 8, 0, 8);
    }
    return counted;
}

bool address_range_parse(const char *text, struct address_range *range) {
    char host[64];
    const char *slash = strchr(text, '/');
    size_t length = slash == NULL ? strlen(text) : (size_t)(slash - text);
    if (length >= sizeof host) {
        return false;
    }
    memcpy(host, text, length);
    host[length] = '\0';
    if (!address_parse(host, &range->first)) {
        return false;
    }
    bool v4 = memcmp(range->first.bytes, mapped, sizeof mapped) == 0 && strchr(host, ':') == NULL;
    long bits = v4 ? 32 : 128;
    if (slash != NULL) {
        char *end;
        long given = strtol(slash + 1, &end, 10);
        if (end == slash + 1 || *end != '\0' || given < 0 || given > bits) {
            return false;
        }
        bits = given;
    }
    range->prefix_bits = (uint8_t)(v4 ? bits + 96 : bits);
    return true;
}

bool address_range_contains(const struct address_range *range, const struct address *address) {
    size_t bytes = range->prefix_bits / 8;
    unsigned bits = range->prefix_bits % 8;
    if (memcmp(range->first.bytes, address->bytes, bytes) != 0) {
        return false;
    }
    unsigned mask = bits == 0 ? 0 : 0xffu << (8 - bits) & 0xffu;
    return bits == 0 || (range->first.bytes[bytes] & mask) == (address->bytes[bytes] & mask);
}

bool address_ranges_parse(const char *text, struct address_ranges *ranges) {
    *ranges = (struct address_ranges){0};
    while (*text != '\0') {
        char range[64];
        size_t length = strcspn(text, ",");
        if (length >= sizeof range || ranges->count == ADDRESS_RANGES_MAX) {
            return false;
        }
        memcpy(range, text, length);
        range[length] = '\0';
        if (!address_range_parse(range, &ranges->list[ranges->count])) {
            return false;
        }
        ranges->count++;
        text += length + (text[length] == ',');
    }
    return true;
}

static bool is_trusted(const struct address *address, const struct address_ranges *trusted) {
    for (uint32_t i = 0; i < trusted->count; i++) {
        if (address_range_contains(&trusted->list[i], address)) {
            return true;
        }
    }
    return false;
}

struct address address_behind(const struct address *peer, const char *forwarded,
                              const struct address_ranges *trusted) {
    struct address sender = *peer;
    size_t end = strlen(forwarded);
    while (end > 0 && is_trusted(&sender, trusted)) {
        size_t start = end;
        while (start > 0 && forwarded[start - 1] != ',') {
            start--;
        }
        char text[64];
        const char *first = forwarded + start + strspn(forwarded + start, " ");
        size_t length = (size_t)(forwarded + end - first);
        struct address before;
        if (first > forwarded + end || length >= sizeof text) {
            break;
        }
        memcpy(text, first, length);
        text[length] = '\0';
        text[strcspn(text, " ")] = '\0';
        if (!address_parse(text, &before)) {
            break; // not what a proxy of ours writes: the last known sender counts
        }
        sender = before;
        end = start > 0 ? start - 1 : 0;
    }
    return sender;
}

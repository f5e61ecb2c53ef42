#include "visitors.h"

#include <stdlib.h>
#include <string.h>

bool visitors_init(struct visitors *visitors, const struct visitors_limits *limits) {
    visitors->limits = *limits;
    visitors->table = calloc(limits->addresses_max, sizeof *visitors->table);
    return visitors->table != NULL;
}

void visitors_release(struct visitors *visitors) {
    free(visitors->table);
    visitors->table = NULL;
}

// The visitor of an address, or the place that it may take, or NULL.
static struct visitor *find(struct visitors *visitors, const struct address *address) {
    struct visitor *place = NULL;
    for (uint32_t i = 0; i < visitors->limits.addresses_max; i++) {
        struct visitor *visitor = &visitors->table[i];
        if (!visitor->used) {
            return visitor; // places are taken in order: no address comes after the first free one
        }
        if (memcmp(&visitor->address, address, sizeof *address) == 0) {
            return visitor;
        }
        if (visitor->connections == 0 && (place == NULL || visitor->seen_ns < place->seen_ns)) {
            place = visitor;
        }
    }
    return place;
}

struct visitor *visitors_arrive(struct visitors *visitors, const struct address *address,
                                uint64_t now_ns) {
    struct address counted = address_counted(address);
    struct visitor *visitor = find(visitors, &counted);
    if (visitor == NULL) {
        return NULL;
    }
    if (!visitor->used || memcmp(&visitor->address, &counted, sizeof counted) != 0) {
        const struct visitors_limits *limits = &visitors->limits;
        *visitor = (struct visitor){
            .address = counted,
            .used = true,
            .handshakes =
                token_bucket_full(limits->handshakes_per_s, limits->handshakes_per_s, now_ns),
            .guesses = token_bucket_full(limits->guesses_per_minute,
                                         limits->guesses_per_minute / 60.0, now_ns),
            .checks = token_bucket_full(VISITOR_CHECKS_BURST, VISITOR_CHECKS_PER_S, now_ns),
        };
    }
    visitor->seen_ns = now_ns;
    if (visitor->connections == visitors->limits.connections_max) {
        return NULL;
    }
    visitor->connections++;
    return visitor;
}

bool visitors_may_arrive(struct visitors *visitors, const struct address *address) {
    struct address counted = address_counted(address);
    const struct visitor *visitor = find(visitors, &counted);
    return visitor != NULL && visitor->connections < visitors->limits.connections_max;
}

void visitors_depart(struct visitor *visitor) {
    visitor->connections--;
}

bool visitor_may_shake_hands(struct visitor *visitor, uint64_t now_ns) {
    return token_bucket_take(&visitor->handshakes, now_ns);
}

bool visitor_may_check(struct visitor *visitor, uint64_t now_ns) {
    return token_bucket_take(&visitor->checks, now_ns);
}

bool visitor_may_guess(const struct visitor *visitor, uint64_t now_ns) {
    struct token_bucket looked_at = visitor->guesses;
    return token_bucket_take(&looked_at, now_ns);
}

void visitor_guessed_wrong(struct visitor *visitor, uint64_t now_ns) {
    token_bucket_take(&visitor->guesses, now_ns);
}

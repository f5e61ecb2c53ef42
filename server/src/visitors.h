// What each client address has open and may still do: a bounded table.
//
// A whole class shares one address behind a school's NAT, so the limits are generous, and guesses
// of codes count only when they are wrong. When the table is full, the address seen longest ago
// that has nothing open makes way; if there is none, newcomers are refused.
#ifndef VISITORS_H
#define VISITORS_H

#include <stdbool.h>
#include <stdint.h>

#include "address.h"
#include "token_bucket.h"

struct visitor {
    struct address address;
    bool used;
    uint32_t connections; // open now
    uint64_t seen_ns;
    struct token_bucket handshakes;
    struct token_bucket guesses;
    struct token_bucket checks;
};

enum { VISITOR_CHECKS_BURST = 40 }; // of the line: a class behind one address
#define VISITOR_CHECKS_PER_S 1.0

struct visitors_limits {
    uint32_t addresses_max;
    uint32_t connections_max;    // per address
    uint32_t handshakes_per_s;   // per address, and as many at once
    uint32_t guesses_per_minute; // wrong codes per address, and as many at once
};

struct visitors {
    struct visitors_limits limits;
    struct visitor *table; // [addresses_max]
};

bool visitors_init(struct visitors *visitors, const struct visitors_limits *limits);
void visitors_release(struct visitors *visitors);

// Whether one more connection from this address fits.
bool visitors_may_arrive(struct visitors *visitors, const struct address *address);
// A connection has come; its visitor, or NULL if this address may not have another one.
struct visitor *visitors_arrive(struct visitors *visitors, const struct address *address,
                                uint64_t now_ns);
void visitors_depart(struct visitor *visitor);

// False: too many in too short a time.
bool visitor_may_shake_hands(struct visitor *visitor, uint64_t now_ns);
// Whether its line may be measured once more.
bool visitor_may_check(struct visitor *visitor, uint64_t now_ns);
// Whether another code may be tried; call visitor_guessed_wrong() when it was wrong.
bool visitor_may_guess(const struct visitor *visitor, uint64_t now_ns);
void visitor_guessed_wrong(struct visitor *visitor, uint64_t now_ns);

#endif

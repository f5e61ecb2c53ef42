// A rate limit that allows bursts: tokens refill with time up to a maximum, each act takes one.
#ifndef TOKEN_BUCKET_H
#define TOKEN_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

struct token_bucket {
    double tokens, burst, per_s;
    uint64_t counted_ns;
};

struct token_bucket token_bucket_full(double burst, double per_s, uint64_t now_ns);
bool token_bucket_take(struct token_bucket *bucket, uint64_t now_ns);

#endif

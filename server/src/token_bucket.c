#include "token_bucket.h"

struct token_bucket token_bucket_full(double burst, double per_s, uint64_t now_ns) {
    return (struct token_bucket){burst, burst, per_s, now_ns};
}

bool token_bucket_take(struct token_bucket *bucket, uint64_t now_ns) {
    double refilled = bucket->tokens + (double)(now_ns - bucket->counted_ns) * 1e-9 * bucket->per_s;
    bucket->tokens = refilled < bucket->burst ? refilled : bucket->burst;
    bucket->counted_ns = now_ns;
    if (bucket->tokens < 1.0) {
        return false;
    }
    bucket->tokens -= 1.0;
    return true;
}

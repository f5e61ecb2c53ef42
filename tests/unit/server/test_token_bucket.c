#include "token_bucket.h"

#include "support.h"

#define SECOND_NS 1000000000u

static uint32_t take_all(struct token_bucket *bucket, uint64_t now_ns) {
    uint32_t taken = 0;
    while (token_bucket_take(bucket, now_ns)) {
        taken++;
    }
    return taken;
}

Test(token_bucket, starts_full_and_runs_empty) {
    struct token_bucket bucket = token_bucket_full(5, 1, 77);
    cr_expect_eq(take_all(&bucket, 77), 5);
    cr_expect_not(token_bucket_take(&bucket, 77));
}

Test(token_bucket, refills_with_time) {
    struct token_bucket bucket = token_bucket_full(10, 4, 0);
    take_all(&bucket, 0);
    cr_expect_not(token_bucket_take(&bucket, SECOND_NS / 4 - 1));
    cr_expect(token_bucket_take(&bucket, SECOND_NS / 4));
    cr_expect_eq(take_all(&bucket, SECOND_NS / 4 + SECOND_NS), 4);
}

Test(token_bucket, holds_no_more_than_its_burst) {
    struct token_bucket bucket = token_bucket_full(3, 100, 0);
    take_all(&bucket, 0);
    cr_expect_eq(take_all(&bucket, 3600 * (uint64_t)SECOND_NS), 3);
}

Test(token_bucket, asking_in_vain_does_not_delay_the_next_token) {
    struct token_bucket bucket = token_bucket_full(1, 1, 0);
    take_all(&bucket, 0);
    uint64_t now = 0;
    while (!token_bucket_take(&bucket, now)) {
        now += 1000000;
        must(now <= SECOND_NS + 1000000);
    }
    cr_expect_geq(now, SECOND_NS);
}

Test(token_bucket, allows_the_rate_and_one_burst_over_any_time) {
    struct token_bucket bucket = token_bucket_full(20, 50, 0);
    uint64_t random = 3;
    uint64_t now = 0;
    uint32_t taken = 0;
    while (now < 100 * (uint64_t)SECOND_NS) {
        now += random_below(&random, 4000000); // asks five times as often as it may
        taken += token_bucket_take(&bucket, now);
    }
    cr_expect_geq(taken, 20 + 50 * 100 - 2);
    cr_expect_leq(taken, 20 + 50 * 100 + 1);
}

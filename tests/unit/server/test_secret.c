#include "secret.h"

#include <string.h>

#include "support.h"

static const char alphabet[] = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

Test(secret, a_key_is_40_characters_that_are_not_mistaken_for_one_another) {
    for (int i = 0; i < 100; i++) {
        char key[SECRET_KEY_BYTES];
        cr_assert(secret_new_key(key));
        cr_expect_eq(strlen(key), 40);
        cr_expect_eq(strspn(key, alphabet), 40, "%s", key);
    }
}

Test(secret, a_code_is_6_such_characters) {
    for (int i = 0; i < 100; i++) {
        char code[SECRET_CODE_BYTES];
        cr_assert(secret_new_code(code));
        cr_expect_eq(strlen(code), 6);
        cr_expect_eq(strspn(code, alphabet), 6, "%s", code);
    }
}

Test(secret, all_characters_are_equally_likely) {
    enum { KEYS = 5000 };
    uint32_t counts[256] = {0};
    for (int i = 0; i < KEYS; i++) {
        char key[SECRET_KEY_BYTES];
        must(secret_new_key(key));
        for (int k = 0; k < 40; k++) {
            counts[(unsigned char)key[k]]++;
        }
    }
    // 6452 of each on average, with a standard deviation of 79: seven of them either way.
    for (size_t i = 0; i < sizeof alphabet - 1; i++) {
        uint32_t count = counts[(unsigned char)alphabet[i]];
        cr_expect(count > 6452 - 553 && count < 6452 + 553, "%c came %u times", alphabet[i], count);
    }
}

Test(secret, keys_and_seeds_do_not_repeat) {
    char first[SECRET_KEY_BYTES];
    char second[SECRET_KEY_BYTES];
    uint32_t seeds[3];
    cr_assert(secret_new_key(first) && secret_new_key(second));
    cr_expect_str_neq(first, second);
    for (int i = 0; i < 3; i++) {
        cr_assert(secret_random_u32(&seeds[i]));
    }
    cr_expect(seeds[0] != seeds[1] || seeds[1] != seeds[2]);
}

Test(secret, only_the_key_itself_matches_its_hash) {
    char key[SECRET_KEY_BYTES];
    cr_assert(secret_new_key(key));
    struct secret_hash hash = secret_hash_of(key);
    cr_expect(secret_matches(&hash, key));
    for (int i = 0; i < 40; i++) {
        char other[SECRET_KEY_BYTES];
        memcpy(other, key, sizeof other);
        other[i] = other[i] == 'A' ? 'B' : 'A';
        cr_expect_not(secret_matches(&hash, other), "character %d", i);
    }
    key[39] = '\0';
    cr_expect_not(secret_matches(&hash, key), "a shorter one");
    cr_expect_not(secret_matches(&hash, ""));
}

Test(secret, every_byte_of_a_hash_counts) {
    struct secret_hash hash = secret_hash_of("key");
    for (int i = 0; i < SECRET_HASH_BYTES; i++) {
        struct secret_hash other = hash;
        other.bytes[i] ^= 1;
        cr_expect_not(secret_matches(&other, "key"), "byte %d", i);
    }
}

Test(secret, a_hash_is_the_sha_256_of_the_text) {
    static const uint8_t of_abc[SECRET_HASH_BYTES] = {
        0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
        0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
        0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
    struct secret_hash hash = secret_hash_of("abc");
    cr_expect_arr_eq(hash.bytes, of_abc, sizeof of_abc);
}

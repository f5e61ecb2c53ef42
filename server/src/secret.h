// Secrets: random keys, room codes, and hashes of keys compared in constant time.
//
// A key is shown once and kept only as its SHA-256. Keys have 160 random bits, so a plain hash is
// enough: there is nothing to guess.
#ifndef SECRET_H
#define SECRET_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SECRET_KEY_BYTES = 41, // text of a key with its NUL: 40 characters
    SECRET_CODE_BYTES = 7, // text of a room code with its NUL: 6 characters
    SECRET_HASH_BYTES = 32,
};

struct secret_hash {
    uint8_t bytes[SECRET_HASH_BYTES];
};

// False when the system gives no randomness.
bool secret_new_key(char key[SECRET_KEY_BYTES]);
// A code of letters and digits that are not mistaken for one another (no 0 O 1 I L).
bool secret_new_code(char code[SECRET_CODE_BYTES]);
bool secret_random_u32(uint32_t *value);

struct secret_hash secret_hash_of(const char *key);
bool secret_matches(const struct secret_hash *hash, const char *key);

#endif

#include "secret.h"

#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <string.h>

static const char alphabet[] = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
enum { ALPHABET_SIZE = sizeof alphabet - 1 };

static bool random_characters(char *text, size_t count) {
    for (size_t i = 0; i < count;) {
        unsigned char byte;
        if (RAND_bytes(&byte, 1) != 1) {
            return false;
        }
        // Bytes beyond the last whole multiple are thrown away, so that all characters are equally
        // likely.
        if (byte < 256 / ALPHABET_SIZE * ALPHABET_SIZE) {
            text[i++] = alphabet[byte % ALPHABET_SIZE];
        }
    }
    text[count] = '\0';
    return true;
}

bool secret_new_key(char key[SECRET_KEY_BYTES]) {
    return random_characters(key, SECRET_KEY_BYTES - 1);
}

bool secret_new_code(char code[SECRET_CODE_BYTES]) {
    return random_characters(code, SECRET_CODE_BYTES - 1);
}

bool secret_random_u32(uint32_t *value) {
    return RAND_bytes((unsigned char *)value, sizeof *value) == 1;
}

struct secret_hash secret_hash_of(const char *key) {
    struct secret_hash hash;
    SHA256((const unsigned char *)key, strlen(key), hash.bytes);
    return hash;
}

bool secret_matches(const struct secret_hash *hash, const char *key) {
    struct secret_hash other = secret_hash_of(key);
    return CRYPTO_memcmp(hash->bytes, other.bytes, sizeof hash->bytes) == 0;
}

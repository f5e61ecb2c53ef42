// Golden vectors: the JSON files in tests/vectors and the bytes that they hold.
#ifndef VECTORS_H
#define VECTORS_H

#include <cjson/cJSON.h>
#include <stddef.h>
#include <stdint.h>

// The rows of one file, such as "v1/client.json"; the caller deletes them.
cJSON *vectors_load(const char *file);

const char *vectors_text(const cJSON *object, const char *key);
double vectors_number(const cJSON *object, const char *key);
const char *vectors_name(const cJSON *row);

struct vector_bytes {
    uint8_t *bytes; // exactly `length` bytes of heap, so that a read past them is seen
    size_t length;
};

// What the row's `hex`, or a {"$bin": …}, says.
struct vector_bytes vectors_hex(const cJSON *object, const char *key);
void vectors_free(struct vector_bytes bytes);

#endif

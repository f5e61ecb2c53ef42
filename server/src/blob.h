// A run of bytes shared between threads: encoded once, then read by everyone, freed with the last
// reference.
//
// After the first blob_ref() the content is constant. The headroom in front belongs to the
// transport of the I/O thread alone.
#ifndef BLOB_H
#define BLOB_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/buffer.h"

enum { BLOB_HEADROOM_BYTES = 16 };

struct blob {
    atomic_uint references;
    struct wire_buffer buffer;
};

// One reference is the caller's; NULL without memory.
struct blob *blob_create(void);
struct blob *blob_ref(struct blob *blob);
void blob_unref(struct blob *blob); // NULL is fine

// For the end of encoding: the blob, or NULL (and the blob freed) if memory ran out on the way.
struct blob *blob_finish(struct blob *blob);

#endif

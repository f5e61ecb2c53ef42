// A run of bytes shared between threads: encoded once, then read by everyone, freed with the last
// reference.
//
// A message to viewers is one, and so is a room event. blob_finish() also writes the header of a
// WebSocket frame in front, because it is the same for every viewer: from then on nobody writes
// into the blob, and any thread may send it to any number of them.
//
//     [ … | header, 2 to 10 bytes | content ]
#ifndef BLOB_H
#define BLOB_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/buffer.h"

enum { BLOB_HEADROOM_BYTES = 16 }; // at least as many as the longest header has

struct blob {
    atomic_uint references;
    struct wire_buffer buffer;
    size_t header_bytes; // once it is finished
};

// One reference is the caller's; NULL without memory.
struct blob *blob_create(void);
struct blob *blob_ref(struct blob *blob);
void blob_unref(struct blob *blob); // NULL is fine

// For the end of encoding: the blob, or NULL (and the blob freed) if memory ran out on the way.
struct blob *blob_finish(struct blob *blob);
// A finished blob as a frame of a WebSocket, header and content: one final, binary, unmasked.
const uint8_t *blob_frame(const struct blob *blob, size_t *length_bytes);

#endif

#include "blob.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct blob *blob_create(void) {
    struct blob *blob = malloc(sizeof *blob);
    if (blob == NULL) {
        return NULL;
    }
    atomic_init(&blob->references, 1);
    blob->header_bytes = 0;
    wire_buffer_init(&blob->buffer, BLOB_HEADROOM_BYTES);
    return blob;
}

struct blob *blob_ref(struct blob *blob) {
    atomic_fetch_add_explicit(&blob->references, 1, memory_order_relaxed);
    return blob;
}

void blob_unref(struct blob *blob) {
    if (blob == NULL) {
        return;
    }
    if (atomic_fetch_sub_explicit(&blob->references, 1, memory_order_acq_rel) == 1) {
        wire_buffer_release(&blob->buffer);
        free(blob);
    }
}

// Writes the header of RFC 6455, 5.2, and returns its length. The length of the content takes 7, 16
// or 64 bits, whichever is the first that holds it.
static size_t write_header(uint8_t header[BLOB_HEADROOM_BYTES], size_t content_bytes) {
    enum { FINAL_BINARY = 0x82, IS_16_BITS = 126, IS_64_BITS = 127 };
    size_t length_bytes = 0;
    header[0] = FINAL_BINARY;
    if (content_bytes < IS_16_BITS) {
        header[1] = (uint8_t)content_bytes;
    } else if (content_bytes <= UINT16_MAX) {
        header[1] = IS_16_BITS;
        length_bytes = 2;
    } else {
        header[1] = IS_64_BITS;
        length_bytes = 8;
    }
    for (size_t i = 0; i < length_bytes; i++) {
        header[2 + i] = (uint8_t)((uint64_t)content_bytes >> 8 * (length_bytes - 1 - i));
    }
    return 2 + length_bytes;
}

struct blob *blob_finish(struct blob *blob) {
    uint8_t header[BLOB_HEADROOM_BYTES];
    struct wire_buffer *buffer = &blob->buffer;
    if (wire_buffer_extend(buffer, 0) == NULL) {
        blob_unref(blob);
        return NULL;
    }
    blob->header_bytes = write_header(header, buffer->length_bytes);
    memcpy(wire_buffer_content(buffer) - blob->header_bytes, header, blob->header_bytes);
    return blob;
}

const uint8_t *blob_frame(const struct blob *blob, size_t *length_bytes) {
    assert(blob->header_bytes > 0);
    *length_bytes = blob->header_bytes + blob->buffer.length_bytes;
    return wire_buffer_content(&blob->buffer) - blob->header_bytes;
}

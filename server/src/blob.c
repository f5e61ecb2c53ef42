#include "blob.h"

#include <stdlib.h>

struct blob *blob_create(void) {
    struct blob *blob = malloc(sizeof *blob);
    if (blob == NULL) {
        return NULL;
    }
    atomic_init(&blob->references, 1);
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

struct blob *blob_finish(struct blob *blob) {
    if (blob->buffer.failed) {
        blob_unref(blob);
        return NULL;
    }
    return blob;
}

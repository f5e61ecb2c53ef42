#include "wire/buffer.h"

#include <stdlib.h>
#include <string.h>

enum { CAPACITY_BYTES_MIN = 256 };

void wire_buffer_init(struct wire_buffer *buffer, size_t headroom_bytes) {
    *buffer = (struct wire_buffer){.headroom_bytes = headroom_bytes};
}

void wire_buffer_release(struct wire_buffer *buffer) {
    free(buffer->memory);
    wire_buffer_init(buffer, buffer->headroom_bytes);
}

void wire_buffer_clear(struct wire_buffer *buffer) {
    buffer->length_bytes = 0;
    buffer->failed = false;
}

// Makes the capacity at least `wanted_bytes`, doubling so that many small appends stay cheap.
static bool grow(struct wire_buffer *buffer, size_t wanted_bytes) {
    size_t most = PTRDIFF_MAX - buffer->headroom_bytes;
    size_t capacity =
        buffer->capacity_bytes < CAPACITY_BYTES_MIN ? CAPACITY_BYTES_MIN : buffer->capacity_bytes;
    if (wanted_bytes > most)
        return false;
    while (capacity < wanted_bytes)
        capacity = capacity > most / 2 ? most : capacity * 2;

    uint8_t *memory = realloc(buffer->memory, buffer->headroom_bytes + capacity);
    if (memory == NULL)
        return false;
    buffer->memory = memory;
    buffer->capacity_bytes = capacity;
    return true;
}

uint8_t *wire_buffer_extend(struct wire_buffer *buffer, size_t length) {
    if (buffer->failed)
        return NULL;
    bool fits = buffer->memory != NULL && length <= buffer->capacity_bytes - buffer->length_bytes;
    if (!fits) {
        bool overflows = length > SIZE_MAX - buffer->length_bytes;
        if (overflows || !grow(buffer, buffer->length_bytes + length)) {
            buffer->failed = true;
            return NULL;
        }
    }
    uint8_t *place = wire_buffer_content(buffer) + buffer->length_bytes;
    buffer->length_bytes += length;
    return place;
}

bool wire_buffer_append(struct wire_buffer *buffer, const void *bytes, size_t length) {
    uint8_t *place = wire_buffer_extend(buffer, length);
    if (place == NULL)
        return false;
    if (length > 0) // memcpy may not be given NULL, even for nothing
        memcpy(place, bytes, length);
    return true;
}

uint8_t *wire_buffer_content(const struct wire_buffer *buffer) {
    return buffer->memory == NULL ? NULL : buffer->memory + buffer->headroom_bytes;
}

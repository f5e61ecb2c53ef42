// A growable run of bytes with room kept free in front, where a transport writes its own header.
//
// A failed allocation is remembered (`failed`) and later writes do nothing, so that an encoder
// checks once, at its end.
#ifndef WIRE_BUFFER_H
#define WIRE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wire_buffer {
    uint8_t *memory;       // owned; NULL until the first write
    size_t headroom_bytes; // free bytes before the content
    size_t length_bytes;   // content
    size_t capacity_bytes; // content that fits without growing
    bool failed;           // an allocation failed; the content is not usable
};

// An empty buffer that will keep `headroom_bytes` free in front of its content.
void wire_buffer_init(struct wire_buffer *buffer, size_t headroom_bytes);
// Frees the memory; the buffer is empty afterwards and may be used again.
void wire_buffer_release(struct wire_buffer *buffer);
// Empties it and keeps the memory.
void wire_buffer_clear(struct wire_buffer *buffer);

// Appends bytes; false if memory ran out.
bool wire_buffer_append(struct wire_buffer *buffer, const void *bytes, size_t length);
// Makes room for `length` more bytes and returns where they go, or NULL. The content grows by them.
uint8_t *wire_buffer_extend(struct wire_buffer *buffer, size_t length);

// First byte of the content; NULL when nothing was ever written.
uint8_t *wire_buffer_content(const struct wire_buffer *buffer);

#endif

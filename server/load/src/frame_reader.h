// WebSocket frames from a server: bytes as they come → whole messages.
//
// A message that lies whole in the bytes given is handed on where it lies; only what is cut is
// copied. Must not call: sockets, clocks.
#ifndef FRAME_READER_H
#define FRAME_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/buffer.h"

enum frame_opcode {
    FRAME_CONTINUATION = 0,
    FRAME_TEXT = 1,
    FRAME_BINARY = 2,
    FRAME_CLOSE = 8,
    FRAME_PING = 9,
    FRAME_PONG = 10,
};

enum { FRAME_MESSAGE_BYTES_MAX = 16 << 20 };

// Where whole messages and control frames go. The bytes are the caller's again after the call. The
// receiver may set `stopped` in the reader, and gets nothing more.
struct frame_sink {
    void (*take)(void *owner, enum frame_opcode opcode, const uint8_t *bytes, size_t length);
    void *owner;
};

// Zero-initialised: at the start of a stream.
struct frame_reader {
    struct wire_buffer rest;    // the beginning of a frame that is not whole yet
    struct wire_buffer message; // the fragments of a message so far
    bool in_message;
    enum frame_opcode opcode; // of that message
    bool stopped;
};

void frame_reader_release(struct frame_reader *reader);

// Takes the next bytes. Returns what is wrong with them, or NULL; after a fault the reader is of no
// use any more.
const char *frame_reader_take(struct frame_reader *reader, const uint8_t *bytes, size_t length,
                              const struct frame_sink *sink);

// Appends a frame as a client sends it: masked.
void frame_write(struct wire_buffer *out, enum frame_opcode opcode, const uint8_t *bytes,
                 size_t length);

#endif

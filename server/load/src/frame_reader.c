#include "frame_reader.h"

#include <string.h>

struct frame {
    bool final;
    enum frame_opcode opcode;
    size_t head_bytes;
    uint64_t payload_bytes;
};

void frame_reader_release(struct frame_reader *reader) {
    wire_buffer_release(&reader->rest);
    wire_buffer_release(&reader->message);
}

// Reads the head of a frame. False: more bytes are needed.
static bool read_head(const uint8_t *bytes, size_t length, struct frame *frame,
                      const char **problem) {
    if (length < 2) {
        return false;
    }
    uint8_t size = bytes[1] & 0x7f;
    frame->final = (bytes[0] & 0x80) != 0;
    frame->opcode = (enum frame_opcode)(bytes[0] & 0x0f);
    frame->head_bytes = size < 126 ? 2 : size == 126 ? 4 : 10;
    if ((bytes[0] & 0x70) != 0) {
        *problem = "a reserved bit is set, though no extension was agreed on";
    } else if ((bytes[1] & 0x80) != 0) {
        *problem = "a server does not mask";
    } else if (frame->opcode >= FRAME_CLOSE && (size > 125 || !frame->final)) {
        *problem = "a control frame is long or cut";
    }
    if (length < frame->head_bytes) {
        return false;
    }
    frame->payload_bytes = size;
    if (size >= 126) {
        frame->payload_bytes = 0;
        for (size_t i = 2; i < frame->head_bytes; i++) {
            frame->payload_bytes = frame->payload_bytes << 8 | bytes[i];
        }
    }
    if (frame->payload_bytes > FRAME_MESSAGE_BYTES_MAX) {
        *problem = "a frame is larger than 16 MB";
    }
    return true;
}

static const char *take_fragment(struct frame_reader *reader, const struct frame *frame,
                                 const uint8_t *payload, const struct frame_sink *sink) {
    if (frame->opcode != FRAME_CONTINUATION) {
        reader->in_message = true;
        reader->opcode = frame->opcode;
        wire_buffer_clear(&reader->message);
    }
    wire_buffer_append(&reader->message, payload, (size_t)frame->payload_bytes);
    if (reader->message.failed || reader->message.length_bytes > FRAME_MESSAGE_BYTES_MAX) {
        return "a message is larger than 16 MB";
    }
    if (frame->final) {
        reader->in_message = false;
        sink->take(sink->owner, reader->opcode, wire_buffer_content(&reader->message),
                   reader->message.length_bytes);
    }
    return NULL;
}

static const char *take_frame(struct frame_reader *reader, const struct frame *frame,
                              const uint8_t *payload, const struct frame_sink *sink) {
    switch (frame->opcode) {
    case FRAME_CLOSE:
    case FRAME_PING:
    case FRAME_PONG:
        sink->take(sink->owner, frame->opcode, payload, (size_t)frame->payload_bytes);
        return NULL;
    case FRAME_CONTINUATION:
        return reader->in_message ? take_fragment(reader, frame, payload, sink)
                                  : "a continuation of nothing";
    case FRAME_TEXT:
    case FRAME_BINARY:
        if (reader->in_message) {
            return "a message begins within another";
        }
        if (!frame->final) {
            return take_fragment(reader, frame, payload, sink);
        }
        sink->take(sink->owner, frame->opcode, payload, (size_t)frame->payload_bytes);
        return NULL;
    }
    return "an unknown opcode";
}

// Hands on the whole frames at the beginning of the bytes; *used is how far they reach.
static const char *take_frames(struct frame_reader *reader, const uint8_t *bytes, size_t length,
                               const struct frame_sink *sink, size_t *used) {
    struct frame frame = {0};
    const char *problem = NULL;
    *used = 0;
    while (!reader->stopped && read_head(bytes + *used, length - *used, &frame, &problem) &&
           problem == NULL && frame.payload_bytes <= length - *used - frame.head_bytes) {
        const uint8_t *payload = bytes + *used + frame.head_bytes;
        *used += frame.head_bytes + (size_t)frame.payload_bytes;
        problem = take_frame(reader, &frame, payload, sink);
    }
    return problem;
}

const char *frame_reader_take(struct frame_reader *reader, const uint8_t *bytes, size_t length,
                              const struct frame_sink *sink) {
    size_t used;
    if (reader->rest.length_bytes == 0) {
        const char *problem = take_frames(reader, bytes, length, sink, &used);
        if (problem == NULL && !reader->stopped && used < length) {
            wire_buffer_append(&reader->rest, bytes + used, length - used);
        }
        return reader->rest.failed ? "out of memory" : problem;
    }
    wire_buffer_append(&reader->rest, bytes, length);
    if (reader->rest.failed) {
        return "out of memory";
    }
    uint8_t *all = wire_buffer_content(&reader->rest);
    const char *problem = take_frames(reader, all, reader->rest.length_bytes, sink, &used);
    reader->rest.length_bytes -= used;
    memmove(all, all + used, reader->rest.length_bytes);
    return problem;
}

void frame_write(struct wire_buffer *out, enum frame_opcode opcode, const uint8_t *bytes,
                 size_t length) {
    // Masks keep pages from speaking to proxies; here one is only to make the server unmask.
    static const uint8_t key[4] = {0x52, 0x6f, 0x70, 0x65};
    uint8_t head[8];
    size_t head_bytes = 0;
    head[head_bytes++] = (uint8_t)(0x80 | (unsigned)opcode);
    if (length < 126) {
        head[head_bytes++] = (uint8_t)(0x80 | length);
    } else {
        head[head_bytes++] = 0x80 | 126;
        head[head_bytes++] = (uint8_t)(length >> 8);
        head[head_bytes++] = (uint8_t)length;
    }
    wire_buffer_append(out, head, head_bytes);
    wire_buffer_append(out, key, sizeof key);
    uint8_t *payload = wire_buffer_extend(out, length);
    for (size_t i = 0; payload != NULL && i < length; i++) {
        payload[i] = bytes[i] ^ key[i % 4];
    }
}

// What a load viewer says: values → one msgpack map, appended to a buffer.
#ifndef REQUEST_H
#define REQUEST_H

#include <stdint.h>

#include "wire/buffer.h"

struct request_hello {
    const char *room;
    const char *encoding;
    uint32_t rate_hz;
    const char *name;
    const char *resume; // may be empty
};
void request_hello(struct wire_buffer *out, const struct request_hello *hello);
void request_state(struct wire_buffer *out);
void request_ping(struct wire_buffer *out, double time_ms);
void request_grab(struct wire_buffer *out, uint32_t seq, uint32_t particle, const float at_m[3]);
void request_move(struct wire_buffer *out, uint32_t seq, const float at_m[3]);
void request_release(struct wire_buffer *out, uint32_t seq);

#endif

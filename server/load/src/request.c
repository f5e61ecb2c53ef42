#include "request.h"

#include <msgpack.h>
#include <string.h>

enum { HAND = 0 }; // a load viewer has one

static int append(void *out, const char *bytes, size_t length) {
    return wire_buffer_append(out, bytes, length) ? 0 : -1;
}

static void put_text(msgpack_packer *packer, const char *text) {
    msgpack_pack_str_with_body(packer, text, strlen(text));
}

static void put_uint(msgpack_packer *packer, const char *key, uint32_t value) {
    put_text(packer, key);
    msgpack_pack_uint32(packer, value);
}

static void put_at(msgpack_packer *packer, const float at_m[3]) {
    put_text(packer, "at");
    msgpack_pack_array(packer, 3);
    for (int axis = 0; axis < 3; axis++) {
        msgpack_pack_float(packer, at_m[axis]);
    }
}

static msgpack_packer begin(struct wire_buffer *out, size_t keys, const char *type) {
    msgpack_packer packer = {.data = out, .callback = append};
    msgpack_pack_map(&packer, keys);
    put_text(&packer, "type");
    put_text(&packer, type);
    return packer;
}

void request_hello(struct wire_buffer *out, const struct request_hello *hello) {
    bool comes_back = hello->resume[0] != '\0';
    msgpack_packer packer = begin(out, comes_back ? 7 : 6, "hello");
    put_uint(&packer, "version", 1);
    put_text(&packer, "room");
    put_text(&packer, hello->room);
    put_text(&packer, "encodings");
    msgpack_pack_array(&packer, 1);
    put_text(&packer, hello->encoding);
    put_uint(&packer, "rate", hello->rate_hz);
    put_text(&packer, "name");
    put_text(&packer, hello->name);
    if (comes_back) {
        put_text(&packer, "resume");
        put_text(&packer, hello->resume);
    }
}

void request_state(struct wire_buffer *out) {
    begin(out, 1, "state");
}

void request_ping(struct wire_buffer *out, double time_ms) {
    msgpack_packer packer = begin(out, 2, "ping");
    put_text(&packer, "time");
    msgpack_pack_double(&packer, time_ms);
}

void request_grab(struct wire_buffer *out, uint32_t seq, uint32_t particle, const float at_m[3]) {
    msgpack_packer packer = begin(out, 5, "grab");
    put_uint(&packer, "seq", seq);
    put_uint(&packer, "hand", HAND);
    put_uint(&packer, "particle", particle);
    put_at(&packer, at_m);
}

void request_move(struct wire_buffer *out, uint32_t seq, const float at_m[3]) {
    msgpack_packer packer = begin(out, 4, "move");
    put_uint(&packer, "seq", seq);
    put_uint(&packer, "hand", HAND);
    put_at(&packer, at_m);
}

void request_release(struct wire_buffer *out, uint32_t seq) {
    msgpack_packer packer = begin(out, 3, "release");
    put_uint(&packer, "seq", seq);
    put_uint(&packer, "hand", HAND);
}

#include "put.h"

#include <msgpack.h>
#include <stdio.h>
#include <string.h>

static int append(void *out, const char *bytes, size_t length) {
    return wire_buffer_append(out, bytes, length) ? 0 : -1;
}

static msgpack_packer packer_of(struct wire_buffer *out) {
    return (msgpack_packer){.data = out, .callback = append};
}

void wire_put_map(struct wire_buffer *out, uint64_t count) {
    msgpack_packer packer = packer_of(out);
    msgpack_pack_map(&packer, count);
}

void wire_put_array(struct wire_buffer *out, uint64_t count) {
    msgpack_packer packer = packer_of(out);
    msgpack_pack_array(&packer, count);
}

void wire_put_text(struct wire_buffer *out, const char *text) {
    msgpack_packer packer = packer_of(out);
    msgpack_pack_str_with_body(&packer, text, strlen(text));
}

void wire_put_uint(struct wire_buffer *out, uint64_t value) {
    msgpack_packer packer = packer_of(out);
    msgpack_pack_uint64(&packer, value);
}

void wire_put_float(struct wire_buffer *out, float value) {
    msgpack_packer packer = packer_of(out);
    msgpack_pack_float(&packer, value);
}

void wire_put_map_field(struct wire_buffer *out, const char *key, uint64_t count) {
    wire_put_text(out, key);
    wire_put_map(out, count);
}

void wire_put_array_field(struct wire_buffer *out, const char *key, uint64_t count) {
    wire_put_text(out, key);
    wire_put_array(out, count);
}

void wire_put_text_field(struct wire_buffer *out, const char *key, const char *text) {
    wire_put_text(out, key);
    wire_put_text(out, text);
}

void wire_put_colour_field(struct wire_buffer *out, const char *key, uint32_t colour_rgb) {
    char text[sizeof "#rrggbb"];
    snprintf(text, sizeof text, "#%06x", (unsigned)(colour_rgb & 0xffffff));
    wire_put_text_field(out, key, text);
}

void wire_put_bool_field(struct wire_buffer *out, const char *key, bool value) {
    wire_put_text(out, key);
    msgpack_packer packer = packer_of(out);
    if (value)
        msgpack_pack_true(&packer);
    else
        msgpack_pack_false(&packer);
}

void wire_put_uint_field(struct wire_buffer *out, const char *key, uint64_t value) {
    wire_put_text(out, key);
    wire_put_uint(out, value);
}

void wire_put_float_field(struct wire_buffer *out, const char *key, float value) {
    wire_put_text(out, key);
    wire_put_float(out, value);
}

void wire_put_double_field(struct wire_buffer *out, const char *key, double value) {
    wire_put_text(out, key);
    msgpack_packer packer = packer_of(out);
    msgpack_pack_double(&packer, value);
}

void wire_put_floats_field(struct wire_buffer *out, const char *key, const float *values,
                           size_t count) {
    wire_put_array_field(out, key, count);
    for (size_t i = 0; i < count; i++)
        wire_put_float(out, values[i]);
}

void wire_put_doubles_field(struct wire_buffer *out, const char *key, const double *values,
                            size_t count) {
    wire_put_array_field(out, key, count);
    for (size_t i = 0; i < count; i++) {
        msgpack_packer packer = packer_of(out);
        msgpack_pack_double(&packer, values[i]);
    }
}

static void put_bin_header(struct wire_buffer *out, const char *key, size_t length) {
    wire_put_text(out, key);
    msgpack_packer packer = packer_of(out);
    msgpack_pack_bin(&packer, length);
}

void wire_put_bin_field(struct wire_buffer *out, const char *key, const uint8_t *bytes,
                        size_t length) {
    put_bin_header(out, key, length);
    wire_buffer_append(out, bytes, length);
}

static void store_little_endian(uint8_t *place, uint32_t word) {
    place[0] = (uint8_t)word;
    place[1] = (uint8_t)(word >> 8);
    place[2] = (uint8_t)(word >> 16);
    place[3] = (uint8_t)(word >> 24);
}

void wire_put_uint_bin_field(struct wire_buffer *out, const char *key, const uint32_t *values,
                             size_t count) {
    put_bin_header(out, key, count * sizeof *values);
    uint8_t *place = wire_buffer_extend(out, count * sizeof *values);
    for (size_t i = 0; place != NULL && i < count; i++)
        store_little_endian(place + i * sizeof *values, values[i]);
}

void wire_put_float_bytes(struct wire_buffer *out, const float *values, size_t count) {
    uint8_t *place = wire_buffer_extend(out, count * sizeof *values);
    for (size_t i = 0; place != NULL && i < count; i++) {
        uint32_t word;
        memcpy(&word, &values[i], sizeof word);
        store_little_endian(place + i * sizeof word, word);
    }
}

void wire_put_float_bin_field(struct wire_buffer *out, const char *key, const float *values,
                              size_t count) {
    put_bin_header(out, key, count * sizeof *values);
    wire_put_float_bytes(out, values, count);
}

void wire_put_double_bin_field(struct wire_buffer *out, const char *key, const double *values,
                               size_t count) {
    put_bin_header(out, key, count * sizeof *values);
    uint8_t *place = wire_buffer_extend(out, count * sizeof *values);
    for (size_t i = 0; place != NULL && i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        store_little_endian(place + i * sizeof bits, (uint32_t)bits);
        store_little_endian(place + i * sizeof bits + 4, (uint32_t)(bits >> 32));
    }
}

// Values written to a buffer as msgpack: bare, or as a field of a map (its key, then its value).
#ifndef WIRE_PUT_H
#define WIRE_PUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/buffer.h"

// The headers of containers; their entries are written next.
void wire_put_map(struct wire_buffer *out, uint64_t count);
void wire_put_array(struct wire_buffer *out, uint64_t count);

void wire_put_text(struct wire_buffer *out, const char *text);
void wire_put_uint(struct wire_buffer *out, uint64_t value);
void wire_put_float(struct wire_buffer *out, float value);

void wire_put_map_field(struct wire_buffer *out, const char *key, uint64_t count);
void wire_put_array_field(struct wire_buffer *out, const char *key, uint64_t count);
void wire_put_text_field(struct wire_buffer *out, const char *key, const char *text);
void wire_put_colour_field(struct wire_buffer *out, const char *key, uint32_t colour_rgb);
void wire_put_bool_field(struct wire_buffer *out, const char *key, bool value);
void wire_put_uint_field(struct wire_buffer *out, const char *key, uint64_t value);
void wire_put_float_field(struct wire_buffer *out, const char *key, float value);
void wire_put_double_field(struct wire_buffer *out, const char *key, double value);
void wire_put_floats_field(struct wire_buffer *out, const char *key, const float *values,
                           size_t count);
void wire_put_doubles_field(struct wire_buffer *out, const char *key, const double *values,
                            size_t count);

void wire_put_bin_field(struct wire_buffer *out, const char *key, const uint8_t *bytes,
                        size_t length);
// A bin of 32-bit numbers, little endian.
void wire_put_uint_bin_field(struct wire_buffer *out, const char *key, const uint32_t *values,
                             size_t count);
void wire_put_float_bin_field(struct wire_buffer *out, const char *key, const float *values,
                              size_t count);
// A bin of float64, little endian.
void wire_put_double_bin_field(struct wire_buffer *out, const char *key, const double *values,
                               size_t count);
// The bytes of a bin of float32 alone, without key and header.
void wire_put_float_bytes(struct wire_buffer *out, const float *values, size_t count);

#endif

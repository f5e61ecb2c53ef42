// The named fields of one decoded map: looked up, checked and copied out, or refused by name.
//
// Each reader returns true and writes its output, or returns false and fills in the refusal; so
// callers join readers with && and the first refusal stands. A reader requires its field to be
// there; for an optional one ask wire_fields_has first.
#ifndef WIRE_FIELDS_H
#define WIRE_FIELDS_H

#include <msgpack.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/client_message.h"

struct wire_fields {
    const msgpack_object_kv *entries; // [count], sorted by key, no key twice
    uint32_t count;
    struct wire_refusal *refusal;
};

// Fills in the refusal, but for its `seq`, and returns false.
bool wire_refuse(struct wire_refusal *refusal, enum wire_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Takes a map over and sorts its entries in place. Refuses keys that are not strings or come twice.
bool wire_fields_init(struct wire_fields *fields, msgpack_object_map map,
                      struct wire_refusal *refusal);

bool wire_fields_has(const struct wire_fields *fields, const char *key);

bool wire_fields_uint(const struct wire_fields *fields, const char *key, uint32_t *value);
bool wire_fields_u64(const struct wire_fields *fields, const char *key, uint64_t *value);
bool wire_fields_bool(const struct wire_fields *fields, const char *key, bool *value);
// Finite numbers; an integer will do for each of them.
bool wire_fields_double(const struct wire_fields *fields, const char *key, double *value);
bool wire_fields_float(const struct wire_fields *fields, const char *key, float *value);
bool wire_fields_float_within(const struct wire_fields *fields, const char *key, float min,
                              float max, const char *unit, float *value);
// Three numbers, each within ±limit_m.
bool wire_fields_position(const struct wire_fields *fields, const char *key, float limit_m,
                          float position_m[3]);
// Three finite numbers, not all zero.
bool wire_fields_direction(const struct wire_fields *fields, const char *key, float direction[3]);

// A clean text of at most `bytes_max` bytes into a buffer with room for one more. Any other text is
// refused with `unfit`: no room has a code that is too long to be one.
bool wire_fields_text(const struct wire_fields *fields, const char *key, size_t bytes_max,
                      enum wire_code unfit, char *text);
// The same for the key of an entry, where `what` names the field that the map itself is.
bool wire_fields_key(const struct wire_fields *fields, uint32_t entry, const char *what,
                     size_t bytes_max, enum wire_code unfit, char *text);

// Containers of at most `count_max` entries.
bool wire_fields_array(const struct wire_fields *fields, const char *key, uint32_t count_max,
                       msgpack_object_array *array);
bool wire_fields_map(const struct wire_fields *fields, const char *key, uint32_t count_max,
                     struct wire_fields *map);

#endif

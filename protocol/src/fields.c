#include "fields.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

bool wire_refuse(struct wire_refusal *refusal, enum wire_code code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    refusal->code = code;
    vsnprintf(refusal->text, sizeof refusal->text, format, arguments);
    va_end(arguments);
    return false;
}

// Any total order of strings will do; this one compares lengths first. (The pointer of an empty
// msgpack string may be NULL, which memcmp and memcpy may not be given.)
static int compare_keys(const void *a, const void *b) {
    const msgpack_object_str *left = &((const msgpack_object_kv *)a)->key.via.str;
    const msgpack_object_str *right = &((const msgpack_object_kv *)b)->key.via.str;
    if (left->size != right->size)
        return left->size < right->size ? -1 : 1;
    return left->size == 0 ? 0 : memcmp(left->ptr, right->ptr, left->size);
}

bool wire_fields_init(struct wire_fields *fields, msgpack_object_map map,
                      struct wire_refusal *refusal) {
    for (uint32_t i = 0; i < map.size; i++)
        if (map.ptr[i].key.type != MSGPACK_OBJECT_STR)
            return wire_refuse(refusal, WIRE_BAD_MESSAGE, "a key is not a string");

    // Sorted, so that a message full of keys costs n log n and not n².
    if (map.size > 1)
        qsort(map.ptr, map.size, sizeof *map.ptr, compare_keys);
    for (uint32_t i = 1; i < map.size; i++)
        if (compare_keys(&map.ptr[i - 1], &map.ptr[i]) == 0)
            return wire_refuse(refusal, WIRE_BAD_MESSAGE, "a key is given twice");

    *fields = (struct wire_fields){.entries = map.ptr, .count = map.size, .refusal = refusal};
    return true;
}

static const msgpack_object *find(const struct wire_fields *fields, const char *key) {
    msgpack_object_kv wanted = {.key.via.str = {.size = (uint32_t)strlen(key), .ptr = key}};
    if (fields->count == 0)
        return NULL;
    const msgpack_object_kv *entry =
        bsearch(&wanted, fields->entries, fields->count, sizeof wanted, compare_keys);
    return entry == NULL ? NULL : &entry->val;
}

static const msgpack_object *need(const struct wire_fields *fields, const char *key) {
    const msgpack_object *object = find(fields, key);
    if (object == NULL)
        wire_refuse(fields->refusal, WIRE_MISSING_FIELD, "%s is missing", key);
    return object;
}

bool wire_fields_has(const struct wire_fields *fields, const char *key) {
    return find(fields, key) != NULL;
}

static bool uint_up_to(const struct wire_fields *fields, const char *key, uint64_t most,
                       uint64_t *value) {
    const msgpack_object *object = need(fields, key);
    if (object == NULL)
        return false;
    bool negative = object->type == MSGPACK_OBJECT_NEGATIVE_INTEGER;
    if (object->type != MSGPACK_OBJECT_POSITIVE_INTEGER && !negative)
        return wire_refuse(fields->refusal, WIRE_BAD_TYPE, "%s must be an integer", key);
    if (negative || object->via.u64 > most)
        return wire_refuse(fields->refusal, WIRE_OUT_OF_RANGE,
                           "%s must be an integer from 0 to %" PRIu64, key, most);
    *value = object->via.u64;
    return true;
}

bool wire_fields_u64(const struct wire_fields *fields, const char *key, uint64_t *value) {
    return uint_up_to(fields, key, UINT64_MAX, value);
}

bool wire_fields_uint(const struct wire_fields *fields, const char *key, uint32_t *value) {
    uint64_t wide;
    if (!uint_up_to(fields, key, UINT32_MAX, &wide))
        return false;
    *value = (uint32_t)wide;
    return true;
}

bool wire_fields_bool(const struct wire_fields *fields, const char *key, bool *value) {
    const msgpack_object *object = need(fields, key);
    if (object == NULL)
        return false;
    if (object->type != MSGPACK_OBJECT_BOOLEAN)
        return wire_refuse(fields->refusal, WIRE_BAD_TYPE, "%s must be true or false", key);
    *value = object->via.boolean;
    return true;
}

static bool number_of(const msgpack_object *object, double *value) {
    switch (object->type) {
    case MSGPACK_OBJECT_POSITIVE_INTEGER:
        *value = (double)object->via.u64;
        return true;
    case MSGPACK_OBJECT_NEGATIVE_INTEGER:
        *value = (double)object->via.i64;
        return true;
    case MSGPACK_OBJECT_FLOAT32:
    case MSGPACK_OBJECT_FLOAT64:
        *value = object->via.f64;
        return true;
    default:
        return false;
    }
}

// The nearest float32; NaN for whatever has none, so that every comparison with a range fails.
static float narrow(double value) {
    return value >= -(double)FLT_MAX && value <= (double)FLT_MAX ? (float)value : NAN;
}

static bool read_number(const struct wire_fields *fields, const char *key, double *value) {
    const msgpack_object *object = need(fields, key);
    if (object == NULL)
        return false;
    if (number_of(object, value))
        return true;
    wire_refuse(fields->refusal, WIRE_BAD_TYPE, "%s must be a number", key);
    return false; // said outright, so that the compiler sees the value written whenever it is used
}

bool wire_fields_double(const struct wire_fields *fields, const char *key, double *value) {
    double number;
    if (!read_number(fields, key, &number))
        return false;
    if (!isfinite(number))
        return wire_refuse(fields->refusal, WIRE_OUT_OF_RANGE, "%s must be a finite number", key);
    *value = number;
    return true;
}

bool wire_fields_float(const struct wire_fields *fields, const char *key, float *value) {
    double number;
    if (!read_number(fields, key, &number))
        return false;
    if (isnan(narrow(number)))
        return wire_refuse(fields->refusal, WIRE_OUT_OF_RANGE,
                           "%s must be a finite number within ±3.4e38", key);
    *value = narrow(number);
    return true;
}

bool wire_fields_float_within(const struct wire_fields *fields, const char *key, float min,
                              float max, const char *unit, float *value) {
    double number;
    if (!read_number(fields, key, &number))
        return false;
    // Compared as float32: the nearest float32 to a limit such as 0.02 is inside.
    float narrowed = narrow(number);
    if (!(narrowed >= min && narrowed <= max))
        return wire_refuse(fields->refusal, WIRE_OUT_OF_RANGE, "%s must be between %g and %g %s",
                           key, (double)min, (double)max, unit);
    *value = narrowed;
    return true;
}

static bool read_vector(const struct wire_fields *fields, const char *key, float vector[3]) {
    const msgpack_object *object = need(fields, key);
    if (object == NULL)
        return false;
    bool fits = object->type == MSGPACK_OBJECT_ARRAY && object->via.array.size == 3;
    for (size_t i = 0; fits && i < 3; i++) {
        double number;
        fits = number_of(&object->via.array.ptr[i], &number);
        if (fits)
            vector[i] = narrow(number);
    }
    if (!fits)
        return wire_refuse(fields->refusal, WIRE_BAD_TYPE, "%s must be an array of three numbers",
                           key);
    return true;
}

bool wire_fields_position(const struct wire_fields *fields, const char *key, float limit_m,
                          float position_m[3]) {
    if (!read_vector(fields, key, position_m))
        return false;
    for (size_t i = 0; i < 3; i++)
        if (!(position_m[i] >= -limit_m && position_m[i] <= limit_m))
            return wire_refuse(fields->refusal, WIRE_OUT_OF_RANGE,
                               "%s must be within ±%g m on each axis", key, (double)limit_m);
    return true;
}

bool wire_fields_direction(const struct wire_fields *fields, const char *key, float direction[3]) {
    if (!read_vector(fields, key, direction))
        return false;
    bool finite = !isnan(direction[0]) && !isnan(direction[1]) && !isnan(direction[2]);
    bool zero = direction[0] == 0.0f && direction[1] == 0.0f && direction[2] == 0.0f;
    if (!finite || zero)
        return wire_refuse(fields->refusal, WIRE_OUT_OF_RANGE,
                           "%s must be three finite numbers within ±3.4e38, not all zero", key);
    return true;
}

static bool copy_text(const msgpack_object_str *source, size_t bytes_max, char *text) {
    if (source->size > bytes_max || !wire_text_is_clean(source->ptr, source->size))
        return false;
    if (source->size > 0)
        memcpy(text, source->ptr, source->size);
    text[source->size] = '\0';
    return true;
}

bool wire_fields_text(const struct wire_fields *fields, const char *key, size_t bytes_max,
                      enum wire_code unfit, char *text) {
    const msgpack_object *object = need(fields, key);
    if (object == NULL)
        return false;
    if (object->type != MSGPACK_OBJECT_STR)
        return wire_refuse(fields->refusal, WIRE_BAD_TYPE, "%s must be a string", key);
    if (!copy_text(&object->via.str, bytes_max, text))
        return wire_refuse(fields->refusal, unfit,
                           "%s must be at most %zu bytes of UTF-8 without control characters", key,
                           bytes_max);
    return true;
}

bool wire_fields_key(const struct wire_fields *fields, uint32_t entry, const char *what,
                     size_t bytes_max, enum wire_code unfit, char *text) {
    if (!copy_text(&fields->entries[entry].key.via.str, bytes_max, text))
        return wire_refuse(
            fields->refusal, unfit,
            "the names in %s must be at most %zu bytes of UTF-8 without control characters", what,
            bytes_max);
    return true;
}

static bool count_fits(const struct wire_fields *fields, const char *key, uint32_t count,
                       uint32_t count_max) {
    if (count > count_max)
        return wire_refuse(fields->refusal, WIRE_OUT_OF_RANGE, "%s must have at most %u entries",
                           key, (unsigned)count_max);
    return true;
}

bool wire_fields_array(const struct wire_fields *fields, const char *key, uint32_t count_max,
                       msgpack_object_array *array) {
    const msgpack_object *object = need(fields, key);
    if (object == NULL)
        return false;
    if (object->type != MSGPACK_OBJECT_ARRAY)
        return wire_refuse(fields->refusal, WIRE_BAD_TYPE, "%s must be an array", key);
    if (!count_fits(fields, key, object->via.array.size, count_max))
        return false;
    *array = object->via.array;
    return true;
}

bool wire_fields_map(const struct wire_fields *fields, const char *key, uint32_t count_max,
                     struct wire_fields *map) {
    const msgpack_object *object = need(fields, key);
    if (object == NULL)
        return false;
    if (object->type != MSGPACK_OBJECT_MAP)
        return wire_refuse(fields->refusal, WIRE_BAD_TYPE, "%s must be a map", key);
    return count_fits(fields, key, object->via.map.size, count_max) &&
           wire_fields_init(map, object->via.map, fields->refusal);
}

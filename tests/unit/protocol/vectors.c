#include "vectors.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cJSON *vectors_load(const char *file) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", ROPEWALK_VECTORS, file);
    FILE *stream = fopen(path, "rb");
    cr_assert_not_null(stream, "cannot open %s", path);
    fseek(stream, 0, SEEK_END);
    long size = ftell(stream);
    rewind(stream);
    char *text = malloc((size_t)size);
    cr_assert_eq(fread(text, 1, (size_t)size, stream), (size_t)size);
    fclose(stream);
    cJSON *rows = cJSON_ParseWithLength(text, (size_t)size);
    free(text);
    cr_assert(cJSON_IsArray(rows) && cJSON_GetArraySize(rows) > 0, "%s holds no rows", path);
    return rows;
}

const char *vectors_text(const cJSON *object, const char *key) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    cr_assert_not_null(text, "no string %s", key);
    return text;
}

double vectors_number(const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    cr_assert(cJSON_IsNumber(item), "no number %s", key);
    return item->valuedouble;
}

const char *vectors_name(const cJSON *row) {
    return vectors_text(row, "name");
}

struct vector_bytes vectors_hex(const cJSON *object, const char *key) {
    const char *hex = vectors_text(object, key);
    struct vector_bytes result = {.length = strlen(hex) / 2};
    result.bytes = malloc(result.length);
    for (size_t i = 0; i < result.length; i++) {
        unsigned byte;
        if (sscanf(hex + 2 * i, "%2x", &byte) != 1)
            cr_assert_fail("%s is no hex", key);
        result.bytes[i] = (uint8_t)byte;
    }
    return result;
}

void vectors_free(struct vector_bytes bytes) {
    free(bytes.bytes);
}

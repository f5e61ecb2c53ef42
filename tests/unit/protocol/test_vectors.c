#include <criterion/criterion.h>
#include <msgpack.h>
#include <string.h>

#include "server_values.h"
#include "vectors.h"
#include "wire/client_message.h"

// Whether a msgpack object holds what the readable value says, keys in the same order.
static bool same_value(const msgpack_object *object, const cJSON *value) {
    switch (object->type) {
    case MSGPACK_OBJECT_NIL:
        return cJSON_IsNull(value);
    case MSGPACK_OBJECT_BOOLEAN:
        return cJSON_IsBool(value) && object->via.boolean == (bool)cJSON_IsTrue(value);
    case MSGPACK_OBJECT_POSITIVE_INTEGER:
        return cJSON_IsNumber(value) && (double)object->via.u64 == value->valuedouble;
    case MSGPACK_OBJECT_NEGATIVE_INTEGER:
        return cJSON_IsNumber(value) && (double)object->via.i64 == value->valuedouble;
    case MSGPACK_OBJECT_FLOAT32:
    case MSGPACK_OBJECT_FLOAT64:
        return cJSON_IsNumber(value) && object->via.f64 == value->valuedouble;
    case MSGPACK_OBJECT_STR:
        return cJSON_IsString(value) && strlen(value->valuestring) == object->via.str.size &&
               memcmp(value->valuestring, object->via.str.ptr, object->via.str.size) == 0;
    case MSGPACK_OBJECT_BIN: {
        struct vector_bytes bin = vectors_hex(value, "$bin");
        bool same = bin.length == object->via.bin.size &&
                    (bin.length == 0 || memcmp(bin.bytes, object->via.bin.ptr, bin.length) == 0);
        vectors_free(bin);
        return same;
    }
    case MSGPACK_OBJECT_ARRAY: {
        bool same =
            cJSON_IsArray(value) && (uint32_t)cJSON_GetArraySize(value) == object->via.array.size;
        for (uint32_t i = 0; same && i < object->via.array.size; i++)
            same = same_value(&object->via.array.ptr[i], cJSON_GetArrayItem(value, (int)i));
        return same;
    }
    case MSGPACK_OBJECT_MAP: {
        bool same =
            cJSON_IsObject(value) && (uint32_t)cJSON_GetArraySize(value) == object->via.map.size;
        for (uint32_t i = 0; same && i < object->via.map.size; i++) {
            const cJSON *item = cJSON_GetArrayItem(value, (int)i);
            const msgpack_object_str *key = &object->via.map.ptr[i].key.via.str;
            same = strlen(item->string) == key->size &&
                   memcmp(item->string, key->ptr, key->size) == 0 &&
                   same_value(&object->via.map.ptr[i].val, item);
        }
        return same;
    }
    default:
        return false;
    }
}

static void check_values(const char *file) {
    cJSON *rows = vectors_load(file);
    const cJSON *row;
    cJSON_ArrayForEach(row, rows) {
        struct vector_bytes hex = vectors_hex(row, "hex");
        msgpack_unpacked unpacked;
        msgpack_unpacked_init(&unpacked);
        size_t read = 0;
        msgpack_unpack_next(&unpacked, (const char *)hex.bytes, hex.length, &read);
        cr_expect_eq(read, hex.length, "%s", vectors_name(row));
        cr_expect(same_value(&unpacked.data, cJSON_GetObjectItem(row, "value")), "%s",
                  vectors_name(row));
        msgpack_unpacked_destroy(&unpacked);
        vectors_free(hex);
    }
    cJSON_Delete(rows);
}

Test(vectors, values_say_what_the_bytes_hold) {
    check_values("v1/client.json");
    check_values("v1/server.json");
}

static void expect_floats(const float *floats, const cJSON *array, const char *name) {
    for (int i = 0; i < 3; i++)
        cr_expect_eq(floats[i], (float)cJSON_GetArrayItem(array, i)->valuedouble, "%s", name);
}

static void expect_text(const char *text, const cJSON *value, const char *key, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(value, key);
    cr_expect_str_eq(text, item == NULL ? "" : item->valuestring, "%s: %s", name, key);
}

static double number_or(const cJSON *value, const char *key, double otherwise) {
    return cJSON_HasObjectItem(value, key) ? vectors_number(value, key) : otherwise;
}

static enum wire_encoding encoding_of(const char *name) {
    static const char *const names[] = {"f32", "grid0.5", "grid0.1", "grid1"};
    int i = 0;
    while (i < WIRE_ENCODING_COUNT && strcmp(names[i], name) != 0) {
        i++;
    }
    return (enum wire_encoding)i;
}

static void expect_hello(const struct wire_hello *hello, const cJSON *value, const char *name) {
    char room[WIRE_ROOM_BYTES_MAX + 1] = "";
    strncpy(room, vectors_text(value, "room"), WIRE_ROOM_BYTES_MAX);
    for (char *c = room; *c != '\0'; c++)
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 32 : *c);
    cr_expect_str_eq(hello->room, room, "%s", name);

    enum wire_encoding first = WIRE_ENCODING_COUNT;
    const cJSON *encoding;
    cJSON_ArrayForEach(encoding, cJSON_GetObjectItem(value, "encodings")) {
        first = first == WIRE_ENCODING_COUNT ? encoding_of(encoding->valuestring) : first;
    }
    cr_expect_eq(hello->encoding, first, "%s", name);

    cr_expect_eq(hello->version, vectors_number(value, "version"), "%s", name);
    cr_expect_eq(hello->rate_hz, number_or(value, "rate", 0), "%s", name);
    expect_text(hello->name, value, "name", name);
    expect_text(hello->resume, value, "resume", name);
    expect_text(hello->host_key, value, "host_key", name);
    cr_expect_eq(hello->watch, cJSON_IsTrue(cJSON_GetObjectItem(value, "watch")), "%s", name);
}

static void expect_scene(const struct wire_client_message *message, const cJSON *value,
                         const char *name) {
    expect_text(message->scene.name, value, "scene", name);
    const cJSON *parameters = cJSON_GetObjectItem(value, "parameters");
    cr_expect_eq(message->scene.parameter_count, (uint32_t)cJSON_GetArraySize(parameters), "%s",
                 name);
    for (uint32_t i = 0; i < message->scene.parameter_count; i++) {
        const struct wire_parameter_value *parameter = &message->scene.parameters[i];
        cr_expect_eq(parameter->value, (float)vectors_number(parameters, parameter->name), "%s",
                     name);
    }
}

static bool says(const cJSON *value, const char *key) {
    return cJSON_IsTrue(cJSON_GetObjectItem(value, key));
}

static void expect_classroom(const struct wire_client_message *message, const cJSON *value,
                             const char *name) {
    switch (message->type) {
    case WIRE_SPEED:
        cr_expect_eq(message->slow, vectors_number(value, "slow"), "%s", name);
        break;
    case WIRE_RENAME:
        expect_text(message->rename.name, value, "name", name);
        cr_expect_eq(message->rename.seat, number_or(value, "seat", 0), "%s", name);
        cr_expect_eq(message->rename.has_seat, (bool)cJSON_HasObjectItem(value, "seat"), "%s",
                     name);
        break;
    case WIRE_ALLOW:
        cr_expect_str_eq(wire_right_name(message->allow.right), vectors_text(value, "right"));
        cr_expect_str_eq(wire_holders_name(message->allow.to), vectors_text(value, "to"));
        break;
    case WIRE_PERMIT:
        cr_expect_str_eq(wire_right_name(message->member.right), vectors_text(value, "right"));
        __attribute__((fallthrough));
    case WIRE_WATCH:
    case WIRE_CO_HOST:
    case WIRE_ADMIT:
        cr_expect_eq(message->member.seat, vectors_number(value, "seat"), "%s", name);
        cr_expect_eq(message->member.on, says(value, "on"), "%s", name);
        break;
    case WIRE_DRAW:
        cr_expect_str_eq(wire_right_name(message->draw.right), vectors_text(value, "right"));
        cr_expect_eq(message->draw.count, vectors_number(value, "count"), "%s", name);
        break;
    case WIRE_FREEZE:
        cr_expect_eq(message->on, says(value, "on"), "%s", name);
        break;
    case WIRE_NAMES:
        cr_expect_eq(message->on, says(value, "hidden"), "%s", name);
        break;
    case WIRE_REMOVE:
        cr_expect_eq(message->remove.seat, vectors_number(value, "seat"), "%s", name);
        cr_expect_eq(message->remove.minutes, number_or(value, "minutes", 60), "%s", name);
        break;
    case WIRE_NEWCOMERS:
        cr_expect_str_eq(wire_newcomers_name(message->newcomers), vectors_text(value, "policy"));
        break;
    case WIRE_ABSENCE:
        cr_expect_str_eq(wire_away_name(message->away), vectors_text(value, "policy"));
        break;
    case WIRE_CAPACITY:
        cr_expect_eq(message->capacity, vectors_number(value, "viewers"), "%s", name);
        break;
    case WIRE_PULL_LIMIT:
        cr_expect_eq(message->pull_limit_n, (float)vectors_number(value, "force"), "%s", name);
        break;
    case WIRE_BROADCAST:
        expect_text(message->broadcast, value, "text", name);
        break;
    default:
        break;
    }
}

static void expect_message(const struct wire_client_message *message, const cJSON *value,
                           const char *name) {
    const cJSON *at = cJSON_GetObjectItem(value, "at");
    bool is_command =
        message->type != WIRE_HELLO && message->type != WIRE_STATE && message->type != WIRE_PING;
    cr_expect_str_eq(wire_client_type_name(message->type), vectors_text(value, "type"), "%s", name);
    cr_expect_eq(message->has_seq, is_command, "%s", name);
    if (is_command)
        cr_expect_eq(message->seq, vectors_number(value, "seq"), "%s", name);

    switch (message->type) {
    case WIRE_HELLO:
        expect_hello(&message->hello, value, name);
        break;
    case WIRE_GRAB:
        cr_expect_eq(message->hand.particle, vectors_number(value, "particle"), "%s", name);
        cr_expect_eq(message->hand.hand, vectors_number(value, "hand"), "%s", name);
        expect_floats(message->hand.at_m, at, name);
        break;
    case WIRE_MOVE:
        cr_expect_eq(message->hand.hand, vectors_number(value, "hand"), "%s", name);
        expect_floats(message->hand.at_m, at, name);
        break;
    case WIRE_RELEASE:
        cr_expect_eq(message->hand.hand, vectors_number(value, "hand"), "%s", name);
        break;
    case WIRE_GUST:
        expect_floats(message->gust.direction, cJSON_GetObjectItem(value, "direction"), name);
        cr_expect_eq(message->gust.strength, (float)vectors_number(value, "strength"), "%s", name);
        cr_expect_eq(message->gust.duration_s, (float)vectors_number(value, "duration"), "%s",
                     name);
        cr_expect_eq(message->gust.width_m, (float)number_or(value, "width", 0.5), "%s", name);
        break;
    case WIRE_SET:
        expect_text(message->set.name, value, "parameter", name);
        cr_expect_eq(message->set.value, (float)vectors_number(value, "value"), "%s", name);
        break;
    case WIRE_SCENE:
        expect_scene(message, value, name);
        break;
    case WIRE_RATE:
        cr_expect_eq(message->rate_hz, says(value, "auto") ? 0 : vectors_number(value, "rate"),
                     "%s", name);
        break;
    case WIRE_MEASURE:
        cr_expect_eq(message->measure.rate_hz, vectors_number(value, "rate"), "%s", name);
        cr_expect_eq(message->measure.has_particle, (bool)cJSON_HasObjectItem(value, "particle"),
                     "%s", name);
        cr_expect_eq(message->measure.particle, number_or(value, "particle", 0), "%s", name);
        break;
    case WIRE_PING:
        cr_expect_eq(message->ping.time, vectors_number(value, "time"), "%s", name);
        cr_expect_eq((double)message->ping.step, number_or(value, "step", 0), "%s", name);
        cr_expect_eq(message->ping.round_trip_ms, (float)number_or(value, "round_trip", 0), "%s",
                     name);
        break;
    default:
        expect_classroom(message, value, name);
        break;
    }
}

Test(vectors, client_messages_decode_to_their_values) {
    bool seen[WIRE_CLIENT_TYPE_COUNT] = {false};
    cJSON *rows = vectors_load("v1/client.json");
    const cJSON *row;
    cJSON_ArrayForEach(row, rows) {
        struct vector_bytes hex = vectors_hex(row, "hex");
        struct wire_client_message message;
        struct wire_refusal refusal;
        enum wire_code code = wire_client_message_decode(hex.bytes, hex.length, &message, &refusal);
        vectors_free(hex);
        cr_assert_eq(code, WIRE_OK, "%s: %s", vectors_name(row), refusal.text);
        expect_message(&message, cJSON_GetObjectItem(row, "value"), vectors_name(row));
        seen[message.type] = true;
    }
    for (int i = 0; i < WIRE_CLIENT_TYPE_COUNT; i++)
        cr_expect(seen[i], "no vector for %s", wire_client_type_name((enum wire_client_type)i));
    cJSON_Delete(rows);
}

Test(vectors, client_messages_cut_anywhere_are_refused) {
    cJSON *rows = vectors_load("v1/client.json");
    const cJSON *row;
    cJSON_ArrayForEach(row, rows) {
        struct vector_bytes hex = vectors_hex(row, "hex");
        for (size_t length = 0; length < hex.length; length++) {
            uint8_t *cut = malloc(length + 1);
            memcpy(cut + 1, hex.bytes, length); // the heap ends where the message does
            struct wire_client_message message;
            struct wire_refusal refusal;
            cr_expect_eq(wire_client_message_decode(cut + 1, length, &message, &refusal),
                         WIRE_BAD_MESSAGE, "%s, %zu bytes", vectors_name(row), length);
            free(cut);
        }
        vectors_free(hex);
    }
    cJSON_Delete(rows);
}

Test(vectors, invalid_messages_are_refused_with_their_code) {
    cJSON *rows = vectors_load("v1/invalid.json");
    const cJSON *row;
    cJSON_ArrayForEach(row, rows) {
        const char *name = vectors_name(row);
        struct vector_bytes hex = vectors_hex(row, "hex");
        struct wire_client_message message;
        struct wire_refusal refusal;
        enum wire_code code = wire_client_message_decode(hex.bytes, hex.length, &message, &refusal);
        vectors_free(hex);
        cr_expect_str_eq(wire_code_name(code), vectors_text(row, "code"), "%s: %s", name,
                         refusal.text);
        cr_expect_eq(refusal.code, code, "%s", name);
        if (cJSON_HasObjectItem(row, "field"))
            cr_expect_not_null(strstr(refusal.text, vectors_text(row, "field")), "%s: %s", name,
                               refusal.text);
        cr_expect_eq(refusal.has_seq, (bool)cJSON_HasObjectItem(row, "seq"), "%s", name);
        if (refusal.has_seq)
            cr_expect_eq(refusal.seq, number_or(row, "seq", -1), "%s", name);
    }
    cJSON_Delete(rows);
}

Test(vectors, server_messages_encode_to_their_bytes) {
    cJSON *rows = vectors_load("v1/server.json");
    const cJSON *row;
    cJSON_ArrayForEach(row, rows) {
        struct vector_bytes hex = vectors_hex(row, "hex");
        struct wire_buffer out;
        wire_buffer_init(&out, 0);
        server_value_encode(cJSON_GetObjectItem(row, "value"), &out);
        cr_expect_eq(out.length_bytes, hex.length, "%s: %zu bytes instead of %zu",
                     vectors_name(row), out.length_bytes, hex.length);
        cr_expect(out.length_bytes == hex.length &&
                      memcmp(wire_buffer_content(&out), hex.bytes, hex.length) == 0,
                  "%s", vectors_name(row));
        wire_buffer_release(&out);
        vectors_free(hex);
    }
    cJSON_Delete(rows);
}

// Any bytes: the decoder neither crashes nor reads past them. What it accepts is inside the
// protocol's ranges and comes back the same after being encoded again; what it refuses has a code
// and a sentence that can be sent.
#include <math.h>
#include <msgpack.h>
#include <stdlib.h>
#include <string.h>

#include "wire/client_message.h"
#include "wire/server_message.h"

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            __builtin_trap();                                                                      \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void put_text(msgpack_packer *packer, const char *text) {
    msgpack_pack_str_with_body(packer, text, strlen(text));
}

static void put_uint(msgpack_packer *packer, const char *key, uint64_t value) {
    put_text(packer, key);
    msgpack_pack_uint64(packer, value);
}

static void put_float(msgpack_packer *packer, const char *key, float value) {
    put_text(packer, key);
    msgpack_pack_float(packer, value);
}

static void put_vector(msgpack_packer *packer, const char *key, const float vector[3]) {
    put_text(packer, key);
    msgpack_pack_array(packer, 3);
    for (size_t i = 0; i < 3; i++)
        msgpack_pack_float(packer, vector[i]);
}

static void put_word(msgpack_packer *packer, const char *key, const char *text) {
    put_text(packer, key);
    put_text(packer, text);
}

static void put_bool(msgpack_packer *packer, const char *key, bool value) {
    put_text(packer, key);
    if (value)
        msgpack_pack_true(packer);
    else
        msgpack_pack_false(packer);
}

static uint32_t put_classroom_fields(msgpack_packer *packer,
                                     const struct wire_client_message *message) {
    switch (message->type) {
    case WIRE_SPEED:
        put_uint(packer, "slow", message->slow);
        return 1;
    case WIRE_RENAME:
        put_word(packer, "name", message->rename.name);
        if (message->rename.has_seat)
            put_uint(packer, "seat", message->rename.seat);
        return 1 + message->rename.has_seat;
    case WIRE_ALLOW:
        put_word(packer, "right", wire_right_name(message->allow.right));
        put_word(packer, "to", wire_holders_name(message->allow.to));
        return 2;
    case WIRE_DRAW:
        put_word(packer, "right", wire_right_name(message->draw.right));
        put_uint(packer, "count", message->draw.count);
        return 2;
    case WIRE_PERMIT:
    case WIRE_WATCH:
    case WIRE_CO_HOST:
    case WIRE_ADMIT:
        put_uint(packer, "seat", message->member.seat);
        put_bool(packer, "on", message->member.on);
        if (message->type != WIRE_PERMIT)
            return 2;
        put_word(packer, "right", wire_right_name(message->member.right));
        return 3;
    case WIRE_FREEZE:
        put_bool(packer, "on", message->on);
        return 1;
    case WIRE_NAMES:
        put_bool(packer, "hidden", message->on);
        return 1;
    case WIRE_REMOVE:
        put_uint(packer, "seat", message->remove.seat);
        put_uint(packer, "minutes", message->remove.minutes);
        return 2;
    case WIRE_NEWCOMERS:
        put_word(packer, "policy", wire_newcomers_name(message->newcomers));
        return 1;
    case WIRE_ABSENCE:
        put_word(packer, "policy", wire_away_name(message->away));
        return 1;
    case WIRE_CAPACITY:
        put_uint(packer, "viewers", message->capacity);
        return 1;
    case WIRE_PULL_LIMIT:
        put_float(packer, "force", message->pull_limit_n);
        return 1;
    case WIRE_BROADCAST:
        put_word(packer, "text", message->broadcast);
        return 1;
    default:
        return 0;
    }
}

// Writes the fields of a message, all of them even where they are optional; returns their number.
static uint32_t put_fields(msgpack_packer *packer, const struct wire_client_message *message) {
    switch (message->type) {
    case WIRE_HELLO:
        put_uint(packer, "version", message->hello.version);
        put_word(packer, "room", message->hello.room);
        put_text(packer, "encodings");
        msgpack_pack_array(packer, 1);
        put_text(packer, wire_encoding_name(message->hello.encoding));
        put_word(packer, "name", message->hello.name);
        put_word(packer, "resume", message->hello.resume);
        put_word(packer, "host_key", message->hello.host_key);
        if (message->hello.rate_hz != 0)
            put_uint(packer, "rate", message->hello.rate_hz);
        return 6 + (message->hello.rate_hz != 0);
    case WIRE_GRAB:
        put_uint(packer, "particle", message->hand.particle);
        put_uint(packer, "hand", message->hand.hand);
        put_vector(packer, "at", message->hand.at_m);
        return 3;
    case WIRE_MOVE:
        put_uint(packer, "hand", message->hand.hand);
        put_vector(packer, "at", message->hand.at_m);
        return 2;
    case WIRE_RELEASE:
        put_uint(packer, "hand", message->hand.hand);
        return 1;
    case WIRE_GUST:
        put_vector(packer, "direction", message->gust.direction);
        put_float(packer, "strength", message->gust.strength);
        put_float(packer, "duration", message->gust.duration_s);
        put_float(packer, "width", message->gust.width_m);
        return 4;
    case WIRE_SET:
        put_word(packer, "parameter", message->set.name);
        put_float(packer, "value", message->set.value);
        return 2;
    case WIRE_SCENE:
        put_word(packer, "scene", message->scene.name);
        put_text(packer, "parameters");
        msgpack_pack_map(packer, message->scene.parameter_count);
        for (uint32_t i = 0; i < message->scene.parameter_count; i++)
            put_float(packer, message->scene.parameters[i].name,
                      message->scene.parameters[i].value);
        return 2;
    case WIRE_RATE:
        put_uint(packer, "rate", message->rate_hz == 0 ? 30 : message->rate_hz);
        put_text(packer, "auto");
        message->rate_hz == 0 ? msgpack_pack_true(packer) : msgpack_pack_false(packer);
        return 2;
    case WIRE_PING:
        put_text(packer, "time");
        msgpack_pack_double(packer, message->ping.time);
        if (message->ping.has_round_trip)
            put_float(packer, "round_trip", message->ping.round_trip_ms);
        if (message->ping.has_step)
            put_uint(packer, "step", message->ping.step);
        return 1 + message->ping.has_round_trip + message->ping.has_step;
    case WIRE_MEASURE:
        put_uint(packer, "rate", message->measure.rate_hz);
        if (message->measure.has_particle)
            put_uint(packer, "particle", message->measure.particle);
        return 1 + message->measure.has_particle;
    default:
        return put_classroom_fields(packer, message);
    }
}

static void check_classroom_ranges(const struct wire_client_message *message) {
    if (message->type == WIRE_RENAME)
        CHECK(wire_name_is_valid(message->rename.name, strlen(message->rename.name)));
    if (message->type == WIRE_SPEED)
        CHECK(message->slow >= 1 && message->slow <= 16);
    if (message->type == WIRE_ALLOW)
        CHECK(message->allow.right < WIRE_RIGHT_COUNT && message->allow.to < WIRE_HOLDERS_COUNT);
    if (message->type == WIRE_PERMIT)
        CHECK(message->member.right < WIRE_RIGHT_COUNT);
    if (message->type == WIRE_DRAW)
        CHECK(message->draw.right < WIRE_RIGHT_COUNT && message->draw.count >= 1);
    if (message->type == WIRE_REMOVE)
        CHECK(message->remove.minutes >= 1 && message->remove.minutes <= WIRE_REMOVE_MINUTES_MAX);
    if (message->type == WIRE_CAPACITY)
        CHECK(message->capacity >= 1);
    if (message->type == WIRE_PULL_LIMIT)
        CHECK(message->pull_limit_n >= 0.0f && message->pull_limit_n <= 2000.0f);
}

static void check_ranges(const struct wire_client_message *message) {
    if (message->type == WIRE_GRAB || message->type == WIRE_MOVE)
        for (size_t i = 0; i < 3; i++)
            CHECK(fabsf(message->hand.at_m[i]) <= 64.0f);
    if (message->type == WIRE_GUST) {
        const float *direction = message->gust.direction;
        CHECK(isfinite(direction[0]) && isfinite(direction[1]) && isfinite(direction[2]));
        CHECK(direction[0] != 0.0f || direction[1] != 0.0f || direction[2] != 0.0f);
        CHECK(message->gust.strength >= 0.0f && message->gust.strength <= 100.0f);
        CHECK(message->gust.duration_s >= 0.02f && message->gust.duration_s <= 10.0f);
        CHECK(message->gust.width_m >= 0.0f && message->gust.width_m <= 10.0f);
    }
    if (message->type == WIRE_HELLO) {
        size_t length = strlen(message->hello.name);
        CHECK(length == 0 || wire_name_is_valid(message->hello.name, length));
        CHECK(message->hello.rate_hz == 0 || wire_rate_is_valid(message->hello.rate_hz));
    }
    if (message->type == WIRE_SET)
        CHECK(isfinite(message->set.value));
    if (message->type == WIRE_SCENE)
        for (uint32_t i = 0; i < message->scene.parameter_count; i++)
            CHECK(isfinite(message->scene.parameters[i].value));
    if (message->type == WIRE_MEASURE) {
        CHECK(message->measure.rate_hz == 0 || wire_rate_is_valid(message->measure.rate_hz));
        CHECK(message->measure.has_particle || message->measure.particle == 0);
    }
    if (message->type == WIRE_PING) {
        CHECK(isfinite(message->ping.time));
        CHECK(message->ping.round_trip_ms >= 0.0f && message->ping.round_trip_ms <= 60000.0f);
    }
    check_classroom_ranges(message);
}

static void check_round_trip(const struct wire_client_message *message) {
    msgpack_sbuffer fields, whole;
    msgpack_packer packer;
    msgpack_sbuffer_init(&fields);
    msgpack_sbuffer_init(&whole);
    msgpack_packer_init(&packer, &fields, msgpack_sbuffer_write);
    uint32_t count = put_fields(&packer, message);

    msgpack_packer_init(&packer, &whole, msgpack_sbuffer_write);
    msgpack_pack_map(&packer, count + 1 + message->has_seq);
    put_word(&packer, "type", wire_client_type_name(message->type));
    if (message->has_seq)
        put_uint(&packer, "seq", message->seq);
    if (fields.size > 0)
        msgpack_sbuffer_write(&whole, fields.data, fields.size);

    struct wire_client_message again;
    struct wire_refusal refusal;
    CHECK(wire_client_message_decode((const uint8_t *)whole.data, whole.size, &again, &refusal) ==
          WIRE_OK);
    CHECK(memcmp(message, &again, sizeof again) == 0);
    msgpack_sbuffer_destroy(&fields);
    msgpack_sbuffer_destroy(&whole);
}

static void check_refusal(enum wire_code code, const struct wire_refusal *refusal) {
    CHECK(code == refusal->code && code > WIRE_OK && code < WIRE_CODE_COUNT);
    CHECK(memchr(refusal->text, '\0', sizeof refusal->text) != NULL);
    // Long texts would be cut, perhaps inside a character.
    CHECK(refusal->text[0] != '\0' && strlen(refusal->text) < sizeof refusal->text - 1);

    struct wire_buffer out;
    wire_buffer_init(&out, 0);
    wire_encode_refused(&out, refusal);
    CHECK(!out.failed && out.length_bytes > 0);
    wire_buffer_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    struct wire_client_message message;
    struct wire_refusal refusal;
    enum wire_code code = wire_client_message_decode(bytes, length, &message, &refusal);
    if (code == WIRE_OK) {
        check_ranges(&message);
        check_round_trip(&message);
    } else {
        check_refusal(code, &refusal);
    }
    return 0;
}

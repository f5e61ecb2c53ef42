// Bytes pass three sieves: scan.h proves them one map, msgpack-c makes objects of them, and
// fields.h hands out each field that a message type needs, or refuses it by name.
#include "wire/client_message.h"

#include <string.h>

#include "fields.h"
#include "host_fields.h"
#include "scan.h"
#include "text.h"

static const float at_limit_m = 64.0f;

const char *wire_client_type_name(enum wire_client_type type) {
    switch (type) {
    case WIRE_HELLO:
        return "hello";
    case WIRE_GRAB:
        return "grab";
    case WIRE_MOVE:
        return "move";
    case WIRE_RELEASE:
        return "release";
    case WIRE_GUST:
        return "gust";
    case WIRE_SET:
        return "set";
    case WIRE_PAUSE:
        return "pause";
    case WIRE_RESUME:
        return "resume";
    case WIRE_STEP:
        return "step";
    case WIRE_RESET:
        return "reset";
    case WIRE_SCENE:
        return "scene";
    case WIRE_RATE:
        return "rate";
    case WIRE_STATE:
        return "state";
    case WIRE_PING:
        return "ping";
    case WIRE_MEASURE:
        return "measure";
    case WIRE_TRACE:
        return "trace";
    case WIRE_UNDO:
        return "undo";
    case WIRE_SPEED:
        return "speed";
    case WIRE_RENAME:
        return "rename";
    case WIRE_ALLOW:
        return "allow";
    case WIRE_PERMIT:
        return "permit";
    case WIRE_DRAW:
        return "draw";
    case WIRE_FREEZE:
        return "freeze";
    case WIRE_RELEASE_ALL:
        return "release_all";
    case WIRE_WATCH:
        return "watch";
    case WIRE_REMOVE:
        return "remove";
    case WIRE_CO_HOST:
        return "co_host";
    case WIRE_ADMIT:
        return "admit";
    case WIRE_NEWCOMERS:
        return "newcomers";
    case WIRE_CAPACITY:
        return "capacity";
    case WIRE_NEW_CODE:
        return "new_code";
    case WIRE_NAMES:
        return "names";
    case WIRE_ABSENCE:
        return "away";
    case WIRE_PULL_LIMIT:
        return "pull_limit";
    case WIRE_BROADCAST:
        return "broadcast";
    case WIRE_END:
        return "end";
    case WIRE_CLIENT_TYPE_COUNT:
        break;
    }
    return "unknown";
}

const char *wire_encoding_name(enum wire_encoding encoding) {
    switch (encoding) {
    case WIRE_F32:
        return "f32";
    case WIRE_GRID_0_5:
        return "grid0.5";
    case WIRE_GRID_0_1:
        return "grid0.1";
    case WIRE_GRID_1:
        return "grid1";
    case WIRE_ENCODING_COUNT:
        break;
    }
    return "unknown";
}

bool wire_name_is_valid(const char *text, size_t length) {
    return length > 0 && length <= WIRE_NAME_BYTES_MAX && wire_text_is_clean(text, length);
}

bool wire_rate_is_valid(uint32_t rate_hz) {
    return rate_hz == 60 || rate_hz == 30 || rate_hz == 20 || rate_hz == 10 || rate_hz == 1;
}

static bool decode_rate(const struct wire_fields *fields, uint32_t *rate_hz) {
    if (!wire_fields_uint(fields, "rate", rate_hz))
        return false;
    if (!wire_rate_is_valid(*rate_hz))
        return wire_refuse(fields->refusal, WIRE_OUT_OF_RANGE, "rate must be 60, 30, 20, 10 or 1");
    return true;
}

// 0 if it is left to the server.
static bool decode_chosen_rate(const struct wire_fields *fields, uint32_t *rate_hz) {
    bool left_to_server = false;
    if (!decode_rate(fields, rate_hz) ||
        (wire_fields_has(fields, "auto") && !wire_fields_bool(fields, "auto", &left_to_server)))
        return false;
    *rate_hz = left_to_server ? 0 : *rate_hz;
    return true;
}

static bool decode_rate_or_none(const struct wire_fields *fields, uint32_t *rate_hz) {
    if (!wire_fields_uint(fields, "rate", rate_hz))
        return false;
    if (*rate_hz != 0 && !wire_rate_is_valid(*rate_hz))
        return wire_refuse(fields->refusal, WIRE_OUT_OF_RANGE,
                           "rate must be 60, 30, 20, 10 or 1, or 0 to stop");
    return true;
}

static bool decode_measure(const struct wire_fields *fields, struct wire_client_message *message) {
    if (!decode_rate_or_none(fields, &message->measure.rate_hz))
        return false;
    message->measure.has_particle = wire_fields_has(fields, "particle");
    return !message->measure.has_particle ||
           wire_fields_uint(fields, "particle", &message->measure.particle);
}

static enum wire_encoding encoding_of(const msgpack_object_str *text) {
    for (int i = 0; i < WIRE_ENCODING_COUNT; i++) {
        const char *name = wire_encoding_name((enum wire_encoding)i);
        if (text->size == strlen(name) && memcmp(text->ptr, name, text->size) == 0)
            return (enum wire_encoding)i;
    }
    return WIRE_ENCODING_COUNT;
}

static bool decode_encodings(const struct wire_fields *fields, enum wire_encoding *encoding) {
    msgpack_object_array names;
    if (!wire_fields_array(fields, "encodings", WIRE_ENCODINGS_MAX, &names))
        return false;
    *encoding = WIRE_ENCODING_COUNT;
    for (uint32_t i = 0; i < names.size; i++) {
        if (names.ptr[i].type != MSGPACK_OBJECT_STR)
            return wire_refuse(fields->refusal, WIRE_BAD_TYPE,
                               "encodings must be an array of strings");
        if (*encoding == WIRE_ENCODING_COUNT)
            *encoding = encoding_of(&names.ptr[i].via.str);
    }
    return true;
}

static void upper_case(char *text) {
    for (; *text != '\0'; text++)
        if (*text >= 'a' && *text <= 'z')
            *text = (char)(*text - 'a' + 'A');
}

static bool decode_name(const struct wire_fields *fields, char *name) {
    if (!wire_fields_text(fields, "name", WIRE_NAME_BYTES_MAX, WIRE_BAD_NAME, name))
        return false;
    wire_name_tidy(name);
    return true;
}

static bool decode_hello_of_this_version(const struct wire_fields *fields,
                                         struct wire_hello *hello) {
    if (!wire_fields_text(fields, "room", WIRE_ROOM_BYTES_MAX, WIRE_NO_SUCH_ROOM, hello->room))
        return false;
    upper_case(hello->room);
    return decode_encodings(fields, &hello->encoding) &&
           (!wire_fields_has(fields, "rate") || decode_rate(fields, &hello->rate_hz)) &&
           (!wire_fields_has(fields, "name") || decode_name(fields, hello->name)) &&
           (!wire_fields_has(fields, "resume") ||
            wire_fields_text(fields, "resume", WIRE_KEY_BYTES_MAX, WIRE_BAD_TYPE, hello->resume)) &&
           (!wire_fields_has(fields, "host_key") ||
            wire_fields_text(fields, "host_key", WIRE_KEY_BYTES_MAX, WIRE_BAD_TYPE,
                             hello->host_key)) &&
           (!wire_fields_has(fields, "watch") || wire_fields_bool(fields, "watch", &hello->watch));
}

// Another version may give other forms to its fields: what such a client needs to hear is that its
// version is wrong, not that a field is.
static bool decode_hello(const struct wire_fields *fields, struct wire_hello *hello) {
    if (!wire_fields_uint(fields, "version", &hello->version))
        return false;
    if (decode_hello_of_this_version(fields, hello))
        return true;
    if (hello->version == WIRE_VERSION)
        return false;
    return wire_refuse(fields->refusal, WIRE_UNSUPPORTED_VERSION, "%s",
                       wire_code_text(WIRE_UNSUPPORTED_VERSION));
}

static bool decode_gust(const struct wire_fields *fields, struct wire_client_message *message) {
    message->gust.width_m = 0.5f;
    return wire_fields_direction(fields, "direction", message->gust.direction) &&
           wire_fields_float_within(fields, "strength", 0.0f, 100.0f, "m/s²",
                                    &message->gust.strength) &&
           wire_fields_float_within(fields, "duration", 0.02f, 10.0f, "s",
                                    &message->gust.duration_s) &&
           (!wire_fields_has(fields, "width") ||
            wire_fields_float_within(fields, "width", 0.0f, 10.0f, "m", &message->gust.width_m));
}

static bool decode_scene(const struct wire_fields *fields, struct wire_client_message *message) {
    if (!wire_fields_text(fields, "scene", WIRE_WORD_BYTES_MAX, WIRE_NO_SUCH_SCENE,
                          message->scene.name))
        return false;
    if (!wire_fields_has(fields, "parameters"))
        return true;
    struct wire_fields values;
    if (!wire_fields_map(fields, "parameters", WIRE_PARAMETERS_MAX, &values))
        return false;
    for (uint32_t i = 0; i < values.count; i++) {
        struct wire_parameter_value *parameter = &message->scene.parameters[i];
        if (!wire_fields_key(&values, i, "parameters", WIRE_WORD_BYTES_MAX, WIRE_NO_SUCH_PARAMETER,
                             parameter->name) ||
            !wire_fields_float(&values, parameter->name, &parameter->value))
            return false;
    }
    message->scene.parameter_count = values.count;
    return true;
}

static bool decode_ping(const struct wire_fields *fields, struct wire_client_message *message) {
    message->ping.has_round_trip = wire_fields_has(fields, "round_trip");
    message->ping.has_step = wire_fields_has(fields, "step");
    return wire_fields_double(fields, "time", &message->ping.time) &&
           (!message->ping.has_round_trip ||
            wire_fields_float_within(fields, "round_trip", 0.0f, 60000.0f, "ms",
                                     &message->ping.round_trip_ms)) &&
           (!message->ping.has_step || wire_fields_u64(fields, "step", &message->ping.step));
}

static bool decode_speed(const struct wire_fields *fields, uint32_t *slow) {
    if (!wire_fields_uint(fields, "slow", slow))
        return false;
    bool is_power = *slow > 0 && (*slow & (*slow - 1)) == 0;
    if (!is_power || *slow > 16)
        return wire_refuse(fields->refusal, WIRE_OUT_OF_RANGE, "slow must be 1, 2, 4, 8 or 16");
    return true;
}

static bool decode_rename(const struct wire_fields *fields, struct wire_client_message *message) {
    message->rename.has_seat = wire_fields_has(fields, "seat");
    if ((message->rename.has_seat && !wire_fields_uint(fields, "seat", &message->rename.seat)) ||
        !wire_fields_text(fields, "name", WIRE_NAME_BYTES_MAX, WIRE_BAD_NAME, message->rename.name))
        return false;
    wire_name_tidy(message->rename.name);
    if (message->rename.name[0] == '\0')
        return wire_refuse(fields->refusal, WIRE_BAD_NAME, "name must hold something to be seen");
    return true;
}

static bool decode_fields(const struct wire_fields *fields, struct wire_client_message *message) {
    switch (message->type) {
    case WIRE_HELLO:
        return decode_hello(fields, &message->hello);
    case WIRE_GRAB:
        return wire_fields_uint(fields, "hand", &message->hand.hand) &&
               wire_fields_uint(fields, "particle", &message->hand.particle) &&
               wire_fields_position(fields, "at", at_limit_m, message->hand.at_m);
    case WIRE_MOVE:
        return wire_fields_uint(fields, "hand", &message->hand.hand) &&
               wire_fields_position(fields, "at", at_limit_m, message->hand.at_m);
    case WIRE_RELEASE:
        return wire_fields_uint(fields, "hand", &message->hand.hand);
    case WIRE_GUST:
        return decode_gust(fields, message);
    case WIRE_SET:
        return wire_fields_text(fields, "parameter", WIRE_WORD_BYTES_MAX, WIRE_NO_SUCH_PARAMETER,
                                message->set.name) &&
               wire_fields_float(fields, "value", &message->set.value);
    case WIRE_SCENE:
        return decode_scene(fields, message);
    case WIRE_RATE:
        return decode_chosen_rate(fields, &message->rate_hz);
    case WIRE_PING:
        return decode_ping(fields, message);
    case WIRE_MEASURE:
        return decode_measure(fields, message);
    case WIRE_PAUSE:
    case WIRE_RESUME:
    case WIRE_STEP:
    case WIRE_RESET:
    case WIRE_STATE:
    case WIRE_TRACE:
    case WIRE_UNDO:
        break;
    case WIRE_SPEED:
        return decode_speed(fields, &message->slow);
    case WIRE_RENAME:
        return decode_rename(fields, message);
    default:
        return wire_host_fields_decode(fields, message);
    }
    return true;
}

static bool decode_type(const struct wire_fields *fields, enum wire_client_type *type) {
    char name[WIRE_WORD_BYTES_MAX + 1];
    if (!wire_fields_text(fields, "type", WIRE_WORD_BYTES_MAX, WIRE_UNKNOWN_TYPE, name))
        return false;
    for (int i = 0; i < WIRE_CLIENT_TYPE_COUNT; i++) {
        *type = (enum wire_client_type)i;
        if (strcmp(name, wire_client_type_name(*type)) == 0)
            return true;
    }
    return wire_refuse(fields->refusal, WIRE_UNKNOWN_TYPE, "there is no message type %s", name);
}

static bool type_has_seq(enum wire_client_type type) {
    return type != WIRE_HELLO && type != WIRE_STATE && type != WIRE_PING;
}

// Notes the seq, if one can be read, before anything else is: any refusal can then name it.
static void note_seq(const struct wire_fields *fields, struct wire_refusal *refusal) {
    struct wire_refusal ignored;
    struct wire_fields quiet = *fields;
    quiet.refusal = &ignored;
    refusal->has_seq = wire_fields_uint(&quiet, "seq", &refusal->seq);
}

static bool decode_map(msgpack_object_map map, struct wire_client_message *message,
                       struct wire_refusal *refusal) {
    struct wire_fields fields;
    if (!wire_fields_init(&fields, map, refusal))
        return false;

    note_seq(&fields, refusal);
    if (!decode_type(&fields, &message->type))
        return false;
    message->has_seq = type_has_seq(message->type);
    if (!message->has_seq)
        refusal->has_seq = false;
    else if (!wire_fields_uint(&fields, "seq", &message->seq))
        return false;
    return decode_fields(&fields, message);
}

enum wire_code wire_client_message_decode(const uint8_t *bytes, size_t length,
                                          struct wire_client_message *message,
                                          struct wire_refusal *refusal) {
    memset(message, 0, sizeof *message);
    memset(refusal, 0, sizeof *refusal);
    const char *problem = length > WIRE_CLIENT_MESSAGE_BYTES_MAX ? "the message is too large"
                                                                 : wire_scan_problem(bytes, length);
    if (problem != NULL) {
        wire_refuse(refusal, WIRE_BAD_MESSAGE, "%s", problem);
        return refusal->code;
    }

    msgpack_unpacked unpacked;
    msgpack_unpacked_init(&unpacked);
    // After the scan only memory can fail.
    if (msgpack_unpack_next(&unpacked, (const char *)bytes, length, NULL) != MSGPACK_UNPACK_SUCCESS)
        wire_refuse(refusal, WIRE_OUT_OF_MEMORY, "%s", wire_code_text(WIRE_OUT_OF_MEMORY));
    else
        decode_map(unpacked.data.via.map, message, refusal);
    msgpack_unpacked_destroy(&unpacked);
    return refusal->code;
}

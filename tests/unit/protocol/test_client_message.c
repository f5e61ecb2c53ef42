// Each rule of decoding by name. The golden vectors hold many more messages, valid and invalid;
// these tests say what the rules are.
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <msgpack.h>
#include <stdlib.h>
#include <string.h>

#include "wire/client_message.h"

struct result {
    enum wire_code code;
    struct wire_client_message message;
    struct wire_refusal refusal;
};

static void pack(msgpack_packer *packer, const cJSON *value) {
    const cJSON *item;
    bool is_whole = cJSON_IsNumber(value) && fabs(value->valuedouble) < 1e15 &&
                    value->valuedouble == trunc(value->valuedouble);
    if (is_whole) {
        msgpack_pack_int64(packer, (int64_t)value->valuedouble);
    } else if (cJSON_IsNumber(value)) {
        msgpack_pack_double(packer, value->valuedouble);
    } else if (cJSON_IsString(value)) {
        msgpack_pack_str_with_body(packer, value->valuestring, strlen(value->valuestring));
    } else if (cJSON_IsArray(value)) {
        msgpack_pack_array(packer, (size_t)cJSON_GetArraySize(value));
        cJSON_ArrayForEach(item, value) {
            pack(packer, item);
        }
    } else if (cJSON_IsObject(value)) {
        msgpack_pack_map(packer, (size_t)cJSON_GetArraySize(value));
        cJSON_ArrayForEach(item, value) {
            msgpack_pack_str_with_body(packer, item->string, strlen(item->string));
            pack(packer, item);
        }
    } else {
        msgpack_pack_nil(packer);
    }
}

static struct result decode_bytes(const char *bytes, size_t length) {
    struct result result;
    result.code = wire_client_message_decode((const uint8_t *)bytes, length, &result.message,
                                             &result.refusal);
    return result;
}

// Decodes a message written as JSON with single quotes. Whole numbers become integers.
static struct result decode(const char *quoted) {
    char *text = malloc(strlen(quoted) + 1);
    strcpy(text, quoted);
    for (char *c = text; *c != '\0'; c++)
        if (*c == '\'')
            *c = '"';
    cJSON *value = cJSON_Parse(text);
    cr_assert_not_null(value, "%s", quoted);

    msgpack_sbuffer buffer;
    msgpack_packer packer;
    msgpack_sbuffer_init(&buffer);
    msgpack_packer_init(&packer, &buffer, msgpack_sbuffer_write);
    pack(&packer, value);
    struct result result = decode_bytes(buffer.data, buffer.size);
    msgpack_sbuffer_destroy(&buffer);
    cJSON_Delete(value);
    free(text);
    return result;
}

static void expect_refused(const char *quoted, enum wire_code code, const char *text) {
    struct result result = decode(quoted);
    cr_expect_eq(result.code, code, "%s: %s", quoted, wire_code_name(result.code));
    cr_expect_eq(result.refusal.code, result.code);
    cr_expect_str_eq(result.refusal.text, text, "%s", quoted);
}

static void expect_ok(const char *quoted) {
    struct result result = decode(quoted);
    cr_expect_eq(result.code, WIRE_OK, "%s: %s", quoted, result.refusal.text);
}

Test(client_message, reads_the_fields_of_a_command) {
    struct result result =
        decode("{'type':'grab', 'seq':7, 'hand':2, 'particle':33, 'at':[0.5, -1, 64]}");
    cr_assert_eq(result.code, WIRE_OK, "%s", result.refusal.text);
    cr_expect_eq(result.message.type, WIRE_GRAB);
    cr_expect(result.message.has_seq);
    cr_expect_eq(result.message.seq, 7);
    cr_expect_eq(result.message.hand.hand, 2);
    cr_expect_eq(result.message.hand.particle, 33);
    cr_expect_eq(result.message.hand.at_m[0], 0.5f);
    cr_expect_eq(result.message.hand.at_m[1], -1.0f);
    cr_expect_eq(result.message.hand.at_m[2], 64.0f);
}

Test(client_message, refuses_a_missing_field_by_name) {
    expect_refused("{'seq':1}", WIRE_MISSING_FIELD, "type is missing");
    expect_refused("{'type':'pause'}", WIRE_MISSING_FIELD, "seq is missing");
    expect_refused("{'type':'grab', 'seq':1, 'hand':0, 'at':[0,0,0]}", WIRE_MISSING_FIELD,
                   "particle is missing");
    expect_refused("{'type':'hello', 'version':1, 'room':'CHAIN'}", WIRE_MISSING_FIELD,
                   "encodings is missing");
}

Test(client_message, refuses_a_wrong_type_by_name) {
    expect_refused("{'type':'release', 'seq':1, 'hand':'left'}", WIRE_BAD_TYPE,
                   "hand must be an integer");
    expect_refused("{'type':'move', 'seq':1, 'hand':0, 'at':[0, 1]}", WIRE_BAD_TYPE,
                   "at must be an array of three numbers");
    expect_refused("{'type':'set', 'seq':1, 'parameter':'damping', 'value':'much'}", WIRE_BAD_TYPE,
                   "value must be a number");
    expect_refused("{'type':'set', 'seq':1, 'parameter':5, 'value':5}", WIRE_BAD_TYPE,
                   "parameter must be a string");
    expect_refused("{'type':'scene', 'seq':1, 'scene':'chain', 'parameters':[]}", WIRE_BAD_TYPE,
                   "parameters must be a map");
    expect_refused("{'type':'hello', 'version':1, 'room':'CHAIN', 'encodings':'f32'}",
                   WIRE_BAD_TYPE, "encodings must be an array");
}

Test(client_message, gives_the_range_of_a_number_outside_it) {
    expect_refused("{'type':'gust', 'seq':1, 'direction':[1,0,0], 'strength':100.5, 'duration':1}",
                   WIRE_OUT_OF_RANGE, "strength must be between 0 and 100 m/s²");
    expect_refused("{'type':'gust', 'seq':1, 'direction':[1,0,0], 'strength':1, 'duration':0.01}",
                   WIRE_OUT_OF_RANGE, "duration must be between 0.02 and 10 s");
    expect_refused("{'type':'gust', 'seq':1, 'direction':[1,0,0], 'strength':1, 'duration':1, "
                   "'width':-1}",
                   WIRE_OUT_OF_RANGE, "width must be between 0 and 10 m");
    expect_refused("{'type':'gust', 'seq':1, 'direction':[0,0,0], 'strength':1, 'duration':1}",
                   WIRE_OUT_OF_RANGE,
                   "direction must be three finite numbers within ±3.4e38, not all zero");
    expect_refused("{'type':'move', 'seq':1, 'hand':0, 'at':[0, 1e38, 0]}", WIRE_OUT_OF_RANGE,
                   "at must be within ±64 m on each axis");
    expect_refused("{'type':'release', 'seq':1, 'hand':-1}", WIRE_OUT_OF_RANGE,
                   "hand must be an integer from 0 to 4294967295");
    expect_refused("{'type':'rate', 'seq':1, 'rate':25}", WIRE_OUT_OF_RANGE,
                   "rate must be 60, 30, 20, 10 or 1");
    expect_refused("{'type':'set', 'seq':1, 'parameter':'damping', 'value':1.5e39}",
                   WIRE_OUT_OF_RANGE, "value must be a finite number within ±3.4e38");
}

Test(client_message, takes_the_ends_of_a_range) {
    // 0.02 has no exact float32: the nearest one lies below it and is inside nevertheless.
    expect_ok("{'type':'gust', 'seq':1, 'direction':[0,0,1], 'strength':0, 'duration':0.02, "
              "'width':0}");
    expect_ok("{'type':'gust', 'seq':1, 'direction':[0,0,1], 'strength':100, 'duration':10, "
              "'width':10}");
    expect_ok("{'type':'move', 'seq':4294967295, 'hand':4294967295, 'at':[-64, 64, 64]}");
    expect_ok("{'type':'set', 'seq':0, 'parameter':'damping', 'value':3.4028234663852886e38}");
}

Test(client_message, refuses_numbers_that_are_not_finite) {
    static const char nan_time[] = "\x82\xa4type\xa4ping\xa4time\xcb\x7f\xf8\0\0\0\0\0\0";
    static const char inf_time[] = "\x82\xa4type\xa4ping\xa4time\xca\xff\x80\0\0";
    struct result result = decode_bytes(nan_time, sizeof nan_time - 1);
    cr_expect_eq(result.code, WIRE_OUT_OF_RANGE);
    cr_expect_str_eq(result.refusal.text, "time must be a finite number");
    cr_expect_eq(decode_bytes(inf_time, sizeof inf_time - 1).code, WIRE_OUT_OF_RANGE);
}

Test(client_message, takes_integers_for_floats_but_not_floats_for_integers) {
    struct result result = decode("{'type':'ping', 'time':-3}");
    cr_expect_eq(result.code, WIRE_OK);
    cr_expect_eq(result.message.ping.time, -3.0);

    static const char float_hand[] = "\x83\xa4type\xa7release\xa3seq\1\xa4hand\xca\x3f\x80\0\0";
    result = decode_bytes(float_hand, sizeof float_hand - 1);
    cr_expect_eq(result.code, WIRE_BAD_TYPE);
}

Test(client_message, ignores_unknown_keys_whatever_they_hold) {
    expect_ok("{'zeta':{'a':[1, {'b':null}]}, 'type':'release', 'seq':1, 'hand':0, 'at':'here'}");

    // A key twice, and keys that are no strings, inside the value of an unknown key.
    static const char inside[] = "\x82\xa4type\xa5state\xa1x\x83\xa1y\0\xa1y\0\1\2";
    cr_expect_eq(decode_bytes(inside, sizeof inside - 1).code, WIRE_OK);
}

Test(client_message, refuses_a_key_given_twice) {
    expect_refused("{'hand':0, 'type':'release', 'seq':1, 'hand':0}", WIRE_BAD_MESSAGE,
                   "a key is given twice");
    expect_refused("{'x':0, 'type':'state', 'x':1}", WIRE_BAD_MESSAGE, "a key is given twice");
    expect_refused("{'type':'scene', 'seq':1, 'scene':'chain', 'parameters':{'a':1,'b':2,'a':3}}",
                   WIRE_BAD_MESSAGE, "a key is given twice");
}

Test(client_message, refuses_what_is_not_one_map) {
    static const struct {
        const char *bytes;
        size_t length;
        const char *text;
    } cases[] = {
        {"", 0, "the message is not a msgpack map"},
        {"\x91\x80", 2, "the message is not a msgpack map"},
        {"\x81\xa4type\xa5stat", 11, "the message ends in the middle of a value"},
        {"\x81\xa4type\xa5state\xc0", 13, "there are bytes left over after the map"},
        {"\x81\xa4type\xc1", 7, "the message is not valid msgpack"},
        {"\xdf\xff\xff\xff\xff", 5,
         "an array or a map claims more elements than the message holds"},
        {"\x81\1\2", 3, "a key is not a string"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct result result = decode_bytes(cases[i].bytes, cases[i].length);
        cr_expect_eq(result.code, WIRE_BAD_MESSAGE, "case %zu", i);
        cr_expect_str_eq(result.refusal.text, cases[i].text);
        cr_expect_not(result.refusal.has_seq);
    }
}

Test(client_message, takes_messages_up_to_the_limit_of_size) {
    static const char head[] = "\x82\xa4type\xa5state\xa1x\xc5";
    char bytes[WIRE_CLIENT_MESSAGE_BYTES_MAX + 1] = {0};
    for (size_t length = WIRE_CLIENT_MESSAGE_BYTES_MAX; length <= sizeof bytes; length++) {
        size_t bin_bytes = length - (sizeof head - 1) - 2;
        memcpy(bytes, head, sizeof head - 1);
        bytes[sizeof head - 1] = (char)(bin_bytes >> 8);
        bytes[sizeof head] = (char)bin_bytes;
        cr_expect_eq(decode_bytes(bytes, length).code,
                     length <= WIRE_CLIENT_MESSAGE_BYTES_MAX ? WIRE_OK : WIRE_BAD_MESSAGE);
    }
}

Test(client_message, takes_as_many_keys_as_fit) {
    char bytes[WIRE_CLIENT_MESSAGE_BYTES_MAX] = "\xde\3\xe9\xa4type\xa5state";
    size_t length = 14;
    for (int i = 0; i < 1000; i++) {
        bytes[length++] = (char)0xa2;
        bytes[length++] = (char)('A' + i / 32);
        bytes[length++] = (char)('A' + i % 32);
        bytes[length++] = 0;
    }
    cr_expect_eq(decode_bytes(bytes, length).code, WIRE_OK);
    memcpy(bytes + 15, bytes + 15 + 4 * 700, 2); // the first is now the same as one in the middle
    cr_expect_eq(decode_bytes(bytes, length).code, WIRE_BAD_MESSAGE);
}

Test(client_message, refuses_an_unknown_type) {
    expect_refused("{'type':'jump', 'seq':1}", WIRE_UNKNOWN_TYPE, "there is no message type jump");
    expect_refused("{'type':'HELLO'}", WIRE_UNKNOWN_TYPE, "there is no message type HELLO");
}

Test(client_message, names_the_seq_in_a_refusal_when_it_can_be_read) {
    struct result result = decode("{'type':'release', 'seq':41}");
    cr_expect(result.refusal.has_seq);
    cr_expect_eq(result.refusal.seq, 41);
    result = decode("{'type':'jump', 'seq':42}");
    cr_expect(result.refusal.has_seq);
    cr_expect_eq(result.refusal.seq, 42);
    result = decode("{'seq':43}");
    cr_expect(result.refusal.has_seq);
    cr_expect_not(decode("{'type':'release', 'seq':'1'}").refusal.has_seq);
    cr_expect_not(decode("{'type':'jump'}").refusal.has_seq);
}

Test(client_message, takes_a_seq_for_an_unknown_key_where_none_belongs) {
    cr_expect_not(decode("{'type':'hello', 'seq':1}").refusal.has_seq);
    struct result result = decode("{'type':'state', 'seq':'x'}");
    cr_expect_eq(result.code, WIRE_OK);
    cr_expect_not(result.message.has_seq);
}

Test(client_message, fills_in_what_a_hello_leaves_out) {
    struct result result =
        decode("{'type':'hello', 'version':1, 'room':'CHAIN', 'encodings':['f32']}");
    cr_assert_eq(result.code, WIRE_OK);
    cr_expect_eq(result.message.hello.rate_hz, 0);
    cr_expect_str_eq(result.message.hello.name, "");
    cr_expect_str_eq(result.message.hello.resume, "");
    cr_expect_str_eq(result.message.hello.host_key, "");
    cr_expect_not(result.message.hello.watch);
}

Test(client_message, fills_in_the_width_of_a_gust) {
    struct result result =
        decode("{'type':'gust', 'seq':1, 'direction':[1,0,0], 'strength':1, 'duration':1}");
    cr_expect_eq(result.message.gust.width_m, 0.5f);
}

Test(client_message, puts_the_room_code_in_capitals) {
    struct result result =
        decode("{'type':'hello', 'version':1, 'room':'azAZ-09é', 'encodings':['f32']}");
    cr_expect_str_eq(result.message.hello.room, "AZAZ-09é");
}

Test(client_message, chooses_the_first_encoding_it_knows) {
    struct result result =
        decode("{'type':'hello', 'version':1, 'room':'A', 'encodings':['f3', 'f322', 'f32']}");
    cr_expect_eq(result.message.hello.encoding, WIRE_F32);
    result = decode("{'type':'hello', 'version':1, 'room':'A', 'encodings':['f3', '']}");
    cr_expect_eq(result.code, WIRE_OK);
    cr_expect_eq(result.message.hello.encoding, WIRE_ENCODING_COUNT);
}

Test(client_message, decodes_a_hello_of_another_version) {
    struct result result =
        decode("{'type':'hello', 'version':2, 'room':'CHAIN', 'encodings':['f32']}");
    cr_expect_eq(result.code, WIRE_OK);
    cr_expect_eq(result.message.hello.version, 2);
}

Test(client_message, answers_another_version_before_its_other_fields) {
    expect_refused("{'type':'hello', 'version':2, 'place':'CHAIN'}", WIRE_UNSUPPORTED_VERSION,
                   wire_code_text(WIRE_UNSUPPORTED_VERSION));
    expect_refused("{'type':'hello', 'version':1, 'place':'CHAIN'}", WIRE_MISSING_FIELD,
                   "room is missing");
}

Test(client_message, refuses_names_that_are_not_fit_for_a_list_of_members) {
    expect_refused("{'type':'hello', 'version':1, 'room':'A', 'encodings':[], 'name':'a\\nb'}",
                   WIRE_BAD_NAME,
                   "name must be at most 40 bytes of UTF-8 without control characters");
    cr_expect(wire_name_is_valid("Zoë", strlen("Zoë")));
    cr_expect(wire_name_is_valid("nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn", 40));
    cr_expect_not(wire_name_is_valid("nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn", 41));
    cr_expect_not(wire_name_is_valid("", 0));
    cr_expect_not(wire_name_is_valid("a\0b", 3));
    cr_expect_not(wire_name_is_valid("a\u202eb", strlen("a\u202eb")));
}

Test(client_message, says_of_a_word_too_long_that_there_is_no_such_thing) {
    expect_refused("{'type':'hello', 'version':1, 'room':'AAAAAAAAAAAAAAAAA', 'encodings':[]}",
                   WIRE_NO_SUCH_ROOM,
                   "room must be at most 16 bytes of UTF-8 without control characters");
    expect_refused("{'type':'scene', 'seq':1, 'scene':'a chain with a very long name indeed'}",
                   WIRE_NO_SUCH_SCENE,
                   "scene must be at most 32 bytes of UTF-8 without control characters");
    expect_refused("{'type':'scene', 'seq':1, 'scene':'chain', "
                   "'parameters':{'a parameter with a very long name':1}}",
                   WIRE_NO_SUCH_PARAMETER,
                   "the names in parameters must be at most 32 bytes of UTF-8 without control "
                   "characters");
}

Test(client_message, names_the_parameter_whose_value_is_wrong) {
    expect_refused("{'type':'scene', 'seq':1, 'scene':'chain', 'parameters':{'links':'many'}}",
                   WIRE_BAD_TYPE, "links must be a number");
}

Test(client_message, rates_are_those_of_the_protocol) {
    for (uint32_t rate_hz = 0; rate_hz < 100; rate_hz++) {
        bool valid =
            rate_hz == 1 || rate_hz == 10 || rate_hz == 20 || rate_hz == 30 || rate_hz == 60;
        cr_expect_eq(wire_rate_is_valid(rate_hz), valid, "%u", (unsigned)rate_hz);
    }
}

Test(client_message, unknown_types_and_encodings_have_a_name) {
    cr_expect_str_eq(wire_client_type_name(WIRE_CLIENT_TYPE_COUNT), "unknown");
    cr_expect_str_eq(wire_encoding_name(WIRE_ENCODING_COUNT), "unknown");
}

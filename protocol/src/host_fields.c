#include "host_fields.h"

#include <string.h>

// The index, among `count` names, of the word in a field; the refusal lists them.
static bool decode_word(const struct wire_fields *fields, const char *key,
                        const char *(*name)(int index), int count, const char *choices,
                        int *index) {
    char word[WIRE_WORD_BYTES_MAX + 1];
    if (!wire_fields_text(fields, key, WIRE_WORD_BYTES_MAX, WIRE_OUT_OF_RANGE, word))
        return false;
    for (*index = 0; *index < count; (*index)++)
        if (strcmp(word, name(*index)) == 0)
            return true;
    return wire_refuse(fields->refusal, WIRE_OUT_OF_RANGE, "%s must be %s", key, choices);
}

static const char *right_name(int index) {
    return wire_right_name((enum wire_right)index);
}

static const char *holders_name(int index) {
    return wire_holders_name((enum wire_holders)index);
}

static const char *newcomers_name(int index) {
    return wire_newcomers_name((enum wire_newcomers)index);
}

static const char *away_name(int index) {
    return wire_away_name((enum wire_away)index);
}

static bool decode_right(const struct wire_fields *fields, enum wire_right *right) {
    int index;
    if (!decode_word(fields, "right", right_name, WIRE_RIGHT_COUNT,
                     "grab, gust, iterations, parameters, time, reset or scene", &index))
        return false;
    *right = (enum wire_right)index;
    return true;
}

static bool decode_allow(const struct wire_fields *fields, struct wire_client_message *message) {
    int index;
    if (!decode_right(fields, &message->allow.right) ||
        !decode_word(fields, "to", holders_name, WIRE_HOLDERS_COUNT, "everyone, named or hosts",
                     &index))
        return false;
    message->allow.to = (enum wire_holders)index;
    return true;
}

static bool decode_newcomers(const struct wire_fields *fields, enum wire_newcomers *newcomers) {
    int index;
    if (!decode_word(fields, "policy", newcomers_name, WIRE_NEWCOMERS_COUNT, "open, ask or closed",
                     &index))
        return false;
    *newcomers = (enum wire_newcomers)index;
    return true;
}

static bool decode_away(const struct wire_fields *fields, enum wire_away *away) {
    int index;
    if (!decode_word(fields, "policy", away_name, WIRE_AWAY_COUNT, "carry_on or freeze", &index))
        return false;
    *away = (enum wire_away)index;
    return true;
}

static bool decode_member(const struct wire_fields *fields, struct wire_client_message *message) {
    return wire_fields_uint(fields, "seat", &message->member.seat) &&
           wire_fields_bool(fields, "on", &message->member.on);
}

static bool decode_uint_within(const struct wire_fields *fields, const char *key, uint32_t max,
                               uint32_t *value) {
    if (!wire_fields_uint(fields, key, value))
        return false;
    if (*value < 1 || *value > max)
        return wire_refuse(fields->refusal, WIRE_OUT_OF_RANGE, "%s must be from 1 to %u", key,
                           (unsigned)max);
    return true;
}

static bool decode_remove(const struct wire_fields *fields, struct wire_client_message *message) {
    message->remove.minutes = 60;
    return wire_fields_uint(fields, "seat", &message->remove.seat) &&
           (!wire_fields_has(fields, "minutes") ||
            decode_uint_within(fields, "minutes", WIRE_REMOVE_MINUTES_MAX,
                               &message->remove.minutes));
}

bool wire_host_fields_decode(const struct wire_fields *fields,
                             struct wire_client_message *message) {
    switch (message->type) {
    case WIRE_ALLOW:
        return decode_allow(fields, message);
    case WIRE_PERMIT:
        return decode_right(fields, &message->member.right) && decode_member(fields, message);
    case WIRE_DRAW:
        return decode_right(fields, &message->draw.right) &&
               decode_uint_within(fields, "count", WIRE_DRAW_MAX, &message->draw.count);
    case WIRE_FREEZE:
        return wire_fields_bool(fields, "on", &message->on);
    case WIRE_NAMES:
        return wire_fields_bool(fields, "hidden", &message->on);
    case WIRE_WATCH:
    case WIRE_CO_HOST:
    case WIRE_ADMIT:
        return decode_member(fields, message);
    case WIRE_REMOVE:
        return decode_remove(fields, message);
    case WIRE_NEWCOMERS:
        return decode_newcomers(fields, &message->newcomers);
    case WIRE_CAPACITY:
        return decode_uint_within(fields, "viewers", UINT32_MAX, &message->capacity);
    case WIRE_ABSENCE:
        return decode_away(fields, &message->away);
    case WIRE_PULL_LIMIT:
        return wire_fields_float_within(fields, "force", 0.0f, 2000.0f, "N",
                                        &message->pull_limit_n);
    case WIRE_BROADCAST:
        return wire_fields_text(fields, "text", WIRE_BROADCAST_BYTES_MAX, WIRE_OUT_OF_RANGE,
                                message->broadcast);
    default:
        return true; // nothing besides its seq
    }
}

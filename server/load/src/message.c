#include "message.h"

#include <string.h>

// ---- values by key -----------------------------------------------------------------------------

static bool text_is(const msgpack_object *object, const char *text) {
    size_t length = strlen(text);
    return object->type == MSGPACK_OBJECT_STR && object->via.str.size == length &&
           memcmp(object->via.str.ptr, text, length) == 0;
}

// NULL if the map has no such key, or is no map.
static const msgpack_object *find(const msgpack_object *map, const char *key) {
    if (map == NULL || map->type != MSGPACK_OBJECT_MAP) {
        return NULL;
    }
    for (uint32_t i = 0; i < map->via.map.size; i++) {
        if (text_is(&map->via.map.ptr[i].key, key)) {
            return &map->via.map.ptr[i].val;
        }
    }
    return NULL;
}

static bool get_u64(const msgpack_object *map, const char *key, uint64_t *value) {
    const msgpack_object *object = find(map, key);
    if (object == NULL || object->type != MSGPACK_OBJECT_POSITIVE_INTEGER) {
        return false;
    }
    *value = object->via.u64;
    return true;
}

static bool get_u32(const msgpack_object *map, const char *key, uint32_t *value) {
    uint64_t wide;
    if (!get_u64(map, key, &wide) || wide > UINT32_MAX) {
        return false;
    }
    *value = (uint32_t)wide;
    return true;
}

static bool get_number(const msgpack_object *map, const char *key, double *value) {
    const msgpack_object *object = find(map, key);
    if (object == NULL) {
        return false;
    }
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

static bool get_bool(const msgpack_object *map, const char *key, bool *value) {
    const msgpack_object *object = find(map, key);
    if (object == NULL || object->type != MSGPACK_OBJECT_BOOLEAN) {
        return false;
    }
    *value = object->via.boolean;
    return true;
}

static bool get_text(const msgpack_object *map, const char *key, size_t bytes_max, char *text) {
    const msgpack_object *object = find(map, key);
    if (object == NULL || object->type != MSGPACK_OBJECT_STR || object->via.str.size > bytes_max) {
        return false;
    }
    memcpy(text, object->via.str.ptr, object->via.str.size);
    text[object->via.str.size] = '\0';
    return true;
}

// ---- the messages ------------------------------------------------------------------------------

// Links are pairs of particles; a server of tests may leave them out.
static bool get_links(const msgpack_object *map, struct message_scene *scene) {
    const msgpack_object *links = find(map, "links");
    if (links == NULL) {
        return true;
    }
    if (links->type != MSGPACK_OBJECT_BIN || links->via.bin.size % 8 != 0) {
        return false;
    }
    scene->links = (const uint8_t *)links->via.bin.ptr;
    scene->links_bytes = links->via.bin.size;
    for (size_t at = 0; at < scene->links_bytes; at += sizeof(uint32_t)) {
        uint32_t particle;
        memcpy(&particle, scene->links + at, sizeof particle);
        if (particle >= scene->particles) {
            return false;
        }
    }
    return true;
}

static bool read_scene(const msgpack_object *map, struct message_scene *scene) {
    return get_u32(map, "particles", &scene->particles) && get_number(map, "h", &scene->h_s) &&
           scene->h_s > 0.0 && get_links(map, scene);
}

static const char *read_state(const msgpack_object *map, struct message_state *state) {
    bool complete = get_u64(map, "e", &state->e) && get_u64(map, "step", &state->step) &&
                    get_u64(map, "lost", &state->lost) && get_bool(map, "paused", &state->paused) &&
                    read_scene(find(map, "scene"), &state->scene);
    return complete ? NULL : "a state without e, step, lost, paused or a whole scene";
}

static const char *read_welcome(const msgpack_object *map, struct message_welcome *welcome) {
    bool complete = get_u32(map, "seat", &welcome->seat) &&
                    get_u32(map, "rate", &welcome->rate_hz) &&
                    get_text(map, "encoding", WIRE_WORD_BYTES_MAX, welcome->encoding) &&
                    get_text(map, "resume", WIRE_KEY_BYTES_MAX, welcome->resume);
    return complete ? read_state(find(map, "state"), &welcome->state)
                    : "a welcome without seat, rate, encoding or resume";
}

static const char *read_tick(const msgpack_object *map, struct message_tick *tick) {
    const msgpack_object *events = find(map, "events");
    const msgpack_object *frame = find(map, "frame");
    if (!get_u64(map, "e0", &tick->e0) || !get_u64(map, "e", &tick->e) ||
        !get_u64(map, "step", &tick->step) || !get_u64(map, "lost", &tick->lost) ||
        !get_number(map, "time", &tick->time_ms)) {
        return "a tick without e0, e, step, lost or time";
    }
    if (events == NULL || events->type != MSGPACK_OBJECT_ARRAY) {
        return "a tick without events";
    }
    if (frame != NULL && frame->type != MSGPACK_OBJECT_BIN) {
        return "a frame that is not bin";
    }
    if ((frame != NULL) != (find(map, "hands") != NULL)) {
        return "hands without a frame, or a frame without hands";
    }
    tick->events = events->via.array.ptr;
    tick->event_count = events->via.array.size;
    tick->frame = frame == NULL ? NULL : (const uint8_t *)frame->via.bin.ptr;
    tick->frame_bytes = frame == NULL ? 0 : frame->via.bin.size;
    return NULL;
}

static const char *read_refused(const msgpack_object *map, struct message *message) {
    message->refused.has_seq = get_u32(map, "seq", &message->refused.seq);
    return get_text(map, "code", WIRE_WORD_BYTES_MAX, message->refused.code)
               ? NULL
               : "a refusal without a code";
}

static const char *read_other(const msgpack_object *map, struct message *message) {
    const msgpack_object *type = find(map, "type");
    if (type == NULL || type->type != MSGPACK_OBJECT_STR) {
        return "a message without a type";
    }
    if (text_is(type, "ack")) {
        message->type = MESSAGE_ACK;
        return get_u32(map, "seq", &message->ack.seq) ? NULL : "an ack without seq";
    }
    if (text_is(type, "refused")) {
        message->type = MESSAGE_REFUSED;
        return read_refused(map, message);
    }
    if (text_is(type, "pong")) {
        message->type = MESSAGE_PONG;
        return get_number(map, "time", &message->pong.time) &&
                       get_number(map, "server_time", &message->pong.server_time_ms)
                   ? NULL
                   : "a pong without time or server_time";
    }
    message->type = MESSAGE_OTHER;
    return NULL;
}

const char *message_decode(const uint8_t *bytes, size_t length, msgpack_zone *zone,
                           struct message *message) {
    msgpack_object map;
    size_t used = 0;
    msgpack_zone_clear(zone);
    if (msgpack_unpack((const char *)bytes, length, &used, zone, &map) != MSGPACK_UNPACK_SUCCESS ||
        used != length || map.type != MSGPACK_OBJECT_MAP) {
        return "not one msgpack map";
    }
    const msgpack_object *type = find(&map, "type");
    if (type != NULL && text_is(type, "tick")) {
        message->type = MESSAGE_TICK;
        return read_tick(&map, &message->tick);
    }
    if (type != NULL && text_is(type, "welcome")) {
        message->type = MESSAGE_WELCOME;
        return read_welcome(&map, &message->welcome);
    }
    if (type != NULL && text_is(type, "state")) {
        message->type = MESSAGE_STATE;
        return read_state(find(&map, "state"), &message->state);
    }
    return read_other(&map, message);
}

const char *message_event(const msgpack_object *object, struct message_event *event) {
    const msgpack_object *type = find(object, "type");
    if (type == NULL || type->type != MSGPACK_OBJECT_STR ||
        !get_u64(object, "step", &event->step)) {
        return "an event without type or step";
    }
    event->type = EVENT_OTHER;
    if (text_is(type, "paused")) {
        event->type = EVENT_PAUSED;
    } else if (text_is(type, "resumed")) {
        event->type = EVENT_RESUMED;
    } else if (text_is(type, "scene") || text_is(type, "undone")) {
        event->type = EVENT_SCENE;
        return read_scene(find(object, "scene"), &event->scene)
                   ? NULL
                   : "a scene without particles or h, or with links to nowhere";
    } else if (text_is(type, "let_go")) {
        event->type = EVENT_LET_GO;
        const msgpack_object *reason = find(object, "reason");
        event->released = reason != NULL && text_is(reason, "released");
        return reason != NULL && get_u32(object, "seat", &event->seat)
                   ? NULL
                   : "a let_go without seat or reason";
    }
    return NULL;
}

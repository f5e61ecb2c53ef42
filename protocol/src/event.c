// Room events. Each is encoded on its own, as the bytes of one map, so that a room can keep them
// and any tick can carry a run of them.
#include "wire/server_message.h"

#include "parts.h"
#include "put.h"

static const char *event_name(enum wire_event_type type) {
    switch (type) {
    case WIRE_EVENT_JOINED:
        return "joined";
    case WIRE_EVENT_LEFT:
        return "left";
    case WIRE_EVENT_TAKEN:
        return "taken";
    case WIRE_EVENT_LET_GO:
        return "let_go";
    case WIRE_EVENT_GUST:
        return "gust";
    case WIRE_EVENT_PARAMETER:
        return "parameter";
    case WIRE_EVENT_PAUSED:
        return "paused";
    case WIRE_EVENT_RESUMED:
        return "resumed";
    case WIRE_EVENT_RESET:
        return "reset";
    case WIRE_EVENT_REKICK:
        return "rekick";
    case WIRE_EVENT_SCENE:
        return "scene";
    case WIRE_EVENT_BURST:
        return "burst";
    case WIRE_EVENT_RULES:
        return "rules";
    case WIRE_EVENT_MEMBER:
        return "member";
    case WIRE_EVENT_SPEED:
        return "speed";
    case WIRE_EVENT_UNDONE:
        return "undone";
    case WIRE_EVENT_CODE:
        return "code";
    case WIRE_EVENT_BROADCAST:
        return "broadcast";
    case WIRE_EVENT_HOST_AWAY:
        return "host_away";
    case WIRE_EVENT_TYPE_COUNT:
        break;
    }
    return "unknown";
}

static const char *reason_name(enum wire_let_go_reason reason) {
    switch (reason) {
    case WIRE_LET_GO_RELEASED:
        return "released";
    case WIRE_LET_GO_DISCONNECTED:
        return "disconnected";
    case WIRE_LET_GO_RESET:
        return "reset";
    case WIRE_LET_GO_SCENE:
        return "scene";
    case WIRE_LET_GO_FROZEN:
        return "frozen";
    case WIRE_LET_GO_HOST:
        return "host";
    case WIRE_LET_GO_SILENT:
        return "silent";
    case WIRE_LET_GO_NOT_ALLOWED:
        return "not_allowed";
    case WIRE_LET_GO_UNDONE:
        return "undone";
    case WIRE_LET_GO_REASON_COUNT:
        break;
    }
    return "unknown";
}

// `type`, `step` and `seat`, in a map with room for `further` fields.
static void put_opening(struct wire_buffer *out, const struct wire_event *event, uint32_t further) {
    wire_put_map(out, (event->has_seat ? 3 : 2) + further);
    wire_put_text_field(out, "type", event_name(event->type));
    wire_put_uint_field(out, "step", event->step);
    if (event->has_seat)
        wire_put_uint_field(out, "seat", event->seat);
}

static void put_member(struct wire_buffer *out, const struct wire_event *event) {
    wire_put_map(out, 2 + wire_seat_field_count(&event->member));
    wire_put_text_field(out, "type", event_name(event->type));
    wire_put_uint_field(out, "step", event->step);
    wire_put_seat_fields(out, &event->member);
}

static void put_gust(struct wire_buffer *out, const struct wire_event *event) {
    put_opening(out, event, 4);
    wire_put_floats_field(out, "direction", event->gust.direction, 3);
    wire_put_float_field(out, "strength", event->gust.strength);
    wire_put_float_field(out, "duration", event->gust.duration_s);
    wire_put_float_field(out, "width", event->gust.width_m);
}

void wire_encode_event(struct wire_buffer *out, const struct wire_event *event) {
    switch (event->type) {
    case WIRE_EVENT_JOINED:
    case WIRE_EVENT_MEMBER:
        put_member(out, event);
        break;
    case WIRE_EVENT_TAKEN:
        put_opening(out, event, 2);
        wire_put_uint_field(out, "hand", event->hand.hand);
        wire_put_uint_field(out, "particle", event->hand.particle);
        break;
    case WIRE_EVENT_LET_GO:
        put_opening(out, event, 2);
        wire_put_uint_field(out, "hand", event->hand.hand);
        wire_put_text_field(out, "reason", reason_name(event->hand.reason));
        break;
    case WIRE_EVENT_GUST:
        put_gust(out, event);
        break;
    case WIRE_EVENT_PARAMETER:
        put_opening(out, event, 2);
        wire_put_text_field(out, "name", event->parameter.name);
        wire_put_float_field(out, "value", event->parameter.value);
        break;
    case WIRE_EVENT_SCENE:
    case WIRE_EVENT_UNDONE:
        put_opening(out, event, 1);
        wire_put_scene_field(out, event->scene);
        break;
    case WIRE_EVENT_RULES:
        put_opening(out, event, 1);
        wire_put_rules_field(out, &event->rules);
        break;
    case WIRE_EVENT_SPEED:
        put_opening(out, event, 1);
        wire_put_uint_field(out, "slow", event->slow);
        break;
    case WIRE_EVENT_CODE:
        put_opening(out, event, 1);
        wire_put_text_field(out, "code", event->text);
        break;
    case WIRE_EVENT_BROADCAST:
        put_opening(out, event, 1);
        wire_put_text_field(out, "text", event->text);
        break;
    case WIRE_EVENT_HOST_AWAY:
        put_opening(out, event, 1);
        wire_put_bool_field(out, "away", event->away);
        break;
    case WIRE_EVENT_LEFT:
    case WIRE_EVENT_PAUSED:
    case WIRE_EVENT_RESUMED:
    case WIRE_EVENT_RESET:
    case WIRE_EVENT_REKICK:
    case WIRE_EVENT_BURST:
    case WIRE_EVENT_TYPE_COUNT:
        put_opening(out, event, 0);
        break;
    }
}

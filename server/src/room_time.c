// The room's time: pause, single steps, slow motion. h never changes: slow motion only makes steps
// come less often.
#include "room_request.h"

uint64_t room_period(const struct room *room, uint32_t rate_hz) {
    uint32_t slowed_hz = rate_hz * room->slow; // as often as at full speed this rate would be
    return (pbd_world_rate_hz(room->world) + slowed_hz - 1) / slowed_hz;
}

static void set_paused(const struct request *r, bool paused) {
    if (r->room->paused != paused) {
        r->room->paused = paused;
        r->room->timeline_changed = true;
        request_emit(r,
                     (struct wire_event){.type = paused ? WIRE_EVENT_PAUSED : WIRE_EVENT_RESUMED});
    }
    request_ack(r);
}

void time_pause(const struct request *r) {
    set_paused(r, true);
}

void time_resume(const struct request *r) {
    set_paused(r, false);
}

void time_step(const struct request *r) {
    if (!r->room->paused) {
        request_refuse_code(r, WIRE_NOT_PAUSED);
        return;
    }
    request_ack(r);
    room_step(r->room);
}

void time_speed(const struct request *r) {
    if (r->room->slow != r->message->slow) {
        r->room->slow = r->message->slow;
        r->room->timeline_changed = true;
        request_emit(r, (struct wire_event){.type = WIRE_EVENT_SPEED, .slow = r->message->slow});
    }
    request_ack(r);
}

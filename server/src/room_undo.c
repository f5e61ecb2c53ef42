// Undoing a reset: the room keeps the world of before, one at most.
#include "room_request.h"

void undo_to(struct room *room, struct pbd_world *kept) {
    pbd_world_destroy(room->kept);
    room->kept = kept;
}

// Parameters, too, are as they were then.
void undo_reset(const struct request *r) {
    struct room *room = r->room;
    if (room->kept == NULL) {
        request_refuse_code(r, WIRE_NOTHING_TO_UNDO);
        return;
    }
    pbd_world_return_to(room->world, room->kept);
    room->kept = NULL;
    room_jumped(room);
    room_let_go_all(room, WIRE_LET_GO_UNDONE);
    room_emit_scene(room, r->seat->number, WIRE_EVENT_UNDONE);
    if (pbd_world_has_burst(room->world)) { // as it had before the reset
        room_emit(room, &(struct wire_event){.type = WIRE_EVENT_BURST});
    }
    request_ack(r);
}

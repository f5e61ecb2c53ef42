// What the room's rules mean for those who are there, and who is told.
#include <stdlib.h>
#include <string.h>

#include "room.h"

// ---- rights ------------------------------------------------------------------------------------

void room_find_rights(const struct room *room, const struct seat *seat,
                      bool rights[WIRE_RIGHT_COUNT]) {
    for (unsigned right = 0; right < WIRE_RIGHT_COUNT; right++) {
        rights[right] = rights_allow(&room->rules, room->host_away, (enum wire_right)right, seat);
    }
}

static void tell_rights(struct room *room, const struct seat *seat) {
    struct blob *message = blob_create();
    if (message != NULL) {
        wire_encode_rights(&message->buffer, seat->told);
        room->sink.deliver(room->sink.context, &(struct letter){
                                                   .viewer = seat->viewer,
                                                   .message = blob_finish(message),
                                                   .sets_member = true,
                                                   .seat = seat->number,
                                                   .host = seat->host,
                                               });
    }
}

void room_tell_rights(struct room *room, enum wire_let_go_reason reason) {
    for (uint32_t i = 0; i < room->seats.capacity; i++) {
        struct seat *seat = &room->seats.table[i];
        bool rights[WIRE_RIGHT_COUNT];
        if (!seat_is_taken(seat)) {
            continue;
        }
        room_find_rights(room, seat, rights);
        if (memcmp(rights, seat->told, sizeof rights) == 0 && seat->told_host == seat->host) {
            continue;
        }
        memcpy(seat->told, rights, sizeof rights);
        seat->told_host = seat->host;
        if (!rights[WIRE_RIGHT_GRAB]) {
            room_release_hands(room, seat, reason);
        }
        tell_rights(room, seat);
    }
}

// ---- what everybody is told --------------------------------------------------------------------

void room_emit_rules(struct room *room, uint32_t seat) {
    room_emit(room, &(struct wire_event){
                        .type = WIRE_EVENT_RULES,
                        .has_seat = seat != 0,
                        .seat = seat,
                        .rules = room->rules,
                    });
}

void room_emit_member(struct room *room, const struct seat *seat) {
    room_emit(room, &(struct wire_event){
                        .type = WIRE_EVENT_MEMBER,
                        .has_seat = true,
                        .seat = seat->number,
                        .member = room_wire_seat(room, seat),
                    });
}

// ---- what hosts are told -----------------------------------------------------------------------

static struct blob *encode_roster(const struct room *room) {
    struct wire_roster_entry *members = calloc(room->seats.capacity, sizeof *members);
    struct blob *message = blob_create();
    uint32_t count = 0;
    for (uint32_t i = 0; members != NULL && i < room->seats.capacity; i++) {
        const struct seat *seat = &room->seats.table[i];
        if (seat->viewer != 0) {
            members[count++] = (struct wire_roster_entry){seat->number, seat->name, seat->waits};
        }
    }
    if (message != NULL && members != NULL) {
        wire_encode_roster(&message->buffer, members, count);
        message = blob_finish(message);
    } else {
        blob_unref(message);
        message = NULL;
    }
    free(members);
    return message;
}

void room_tell_roster(struct room *room) {
    struct blob *message = NULL;
    for (uint32_t i = 0; i < room->seats.capacity; i++) {
        const struct seat *seat = &room->seats.table[i];
        if (!seat_is_taken(seat) || !seat->host) {
            continue;
        }
        if (message == NULL) {
            message = encode_roster(room);
        }
        if (message != NULL) {
            room->sink.deliver(room->sink.context, &(struct letter){.viewer = seat->viewer,
                                                                    .message = blob_ref(message),
                                                                    .is_roster = true});
        }
    }
    blob_unref(message);
}

// ---- the host's absence ------------------------------------------------------------------------

static bool has_host(const struct room *room) {
    for (uint32_t i = 0; i < room->seats.capacity; i++) {
        if (seat_is_taken(&room->seats.table[i]) && room->seats.table[i].host) {
            return true;
        }
    }
    return false;
}

static void set_host_away(struct room *room, bool away) {
    room->host_away = away;
    room_emit(room, &(struct wire_event){.type = WIRE_EVENT_HOST_AWAY, .away = away});
    room_tell_rights(room, WIRE_LET_GO_NOT_ALLOWED);
}

void room_note_hosts(struct room *room) {
    bool was_there = room->host_is_there;
    room->host_is_there = has_host(room);
    if (was_there && !room->host_is_there) {
        room->host_left = true;
        room->host_left_ms = room->now_ms;
    }
    if (room->host_is_there) {
        room->host_left = false;
        if (room->host_away) {
            set_host_away(room, false);
        }
    }
}

void room_watch_hosts(struct room *room) {
    if (room->host_left && !room->host_away &&
        room->now_ms - room->host_left_ms >= ROOM_HOST_GRACE_MS) {
        set_host_away(room, true);
    }
}

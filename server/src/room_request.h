// A member's command while it is carried out, for the files that carry out commands.
//
// Whoever handles one answers it: with a refusal, or with an ack after the events that it caused.
#ifndef ROOM_REQUEST_H
#define ROOM_REQUEST_H

#include "room.h"

// Who asked, and what.
struct request {
    struct room *room;
    struct seat *seat;
    const struct wire_client_message *message;
};

void request_refuse(const struct request *r, struct wire_refusal refusal);
void request_refuse_code(const struct request *r, enum wire_code code);
void request_ack(const struct request *r);
void request_emit(const struct request *r, struct wire_event event); // `seat` is filled in

// ---- hands (room_hands.c) ----
void hands_grab(const struct request *r);
void hands_move(const struct request *r);
void hands_release(const struct request *r);

// ---- time (room_time.c) ----
void time_pause(const struct request *r);
void time_resume(const struct request *r);
void time_step(const struct request *r);
void time_speed(const struct request *r);

// ---- undo (room_undo.c) ----
// What an undo would return to from now on; NULL: nothing. Takes it over.
void undo_to(struct room *room, struct pbd_world *kept);
void undo_reset(const struct request *r);

// ---- members and rules (room_host.c) ----
void members_rename(const struct request *r);
void host_permit(const struct request *r);
void host_watch(const struct request *r);
void host_co_host(const struct request *r);
void host_admit(const struct request *r);
void host_remove(const struct request *r);
void host_draw(const struct request *r);
void host_allow(const struct request *r);
void host_freeze(const struct request *r);
void host_away(const struct request *r);
void host_pull_limit(const struct request *r);
void host_capacity(const struct request *r);
void host_newcomers(const struct request *r);
void host_names(const struct request *r);
void host_release_all(const struct request *r);
void host_broadcast(const struct request *r);
void host_new_code(const struct request *r);
void host_end(const struct request *r);

#endif

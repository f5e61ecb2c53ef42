// What hosts ask for, beyond what a right can allow to others. Whoever comes here is a host.
#include <stdio.h>
#include <string.h>

#include "refusal.h"
#include "room_request.h"

// ---- members -----------------------------------------------------------------------------------

// The member that a command names; NULL, and it is refused, if nobody has that seat.
static struct seat *named_seat(const struct request *r, uint32_t number) {
    struct seat *seat = seats_by_number(&r->room->seats, number);
    if (seat == NULL) {
        request_refuse_code(r, WIRE_NO_SUCH_MEMBER);
    }
    return seat;
}

static void tell_member(const struct request *r, const struct seat *seat) {
    if (seat_is_taken(seat)) {
        room_emit_member(r->room, seat);
    }
    room_tell_rights(r->room, WIRE_LET_GO_NOT_ALLOWED);
    request_ack(r);
}

void host_permit(const struct request *r) {
    struct seat *seat = named_seat(r, r->message->member.seat);
    if (seat != NULL) {
        seat->named[r->message->member.right] = r->message->member.on;
        tell_member(r, seat);
    }
}

void host_watch(const struct request *r) {
    struct seat *seat = named_seat(r, r->message->member.seat);
    if (seat != NULL) {
        seat->watch = r->message->member.on;
        tell_member(r, seat);
    }
}

void host_co_host(const struct request *r) {
    struct seat *seat = named_seat(r, r->message->member.seat);
    if (seat == NULL) {
        return;
    }
    if (seat->waits) {
        request_refuse_code(r, WIRE_NO_SUCH_MEMBER);
        return;
    }
    seat->host = r->message->member.on;
    tell_member(r, seat);
    room_note_hosts(r->room);
    room_tell_roster(r->room);
}

void host_admit(const struct request *r) {
    struct seat *seat = seats_by_number(&r->room->seats, r->message->member.seat);
    if (seat == NULL || !seat->waits) {
        request_refuse_code(r, WIRE_NO_SUCH_MEMBER);
        return;
    }
    room_admit(r->room, seat, r->message->member.on);
    room_tell_roster(r->room);
    request_ack(r);
}

void host_remove(const struct request *r) {
    struct seat *seat = named_seat(r, r->message->remove.seat);
    if (seat == NULL) {
        return;
    }
    if (seat == r->seat) {
        struct wire_refusal refusal = refusal_of(WIRE_OUT_OF_RANGE);
        snprintf(refusal.text, sizeof refusal.text, "you cannot remove yourself");
        request_refuse(r, refusal);
        return;
    }
    if (seat->waits) {
        room_admit(r->room, seat, false);
        room_tell_roster(r->room);
    } else {
        room_remove(r->room, seat, r->message->remove.minutes);
    }
    request_ack(r);
}

// Oneself; hosts also others.
void members_rename(const struct request *r) {
    bool other = r->message->rename.has_seat && r->message->rename.seat != r->seat->number;
    if (other && !r->seat->host) {
        request_refuse_code(r, WIRE_NOT_ALLOWED);
        return;
    }
    struct seat *seat = other ? named_seat(r, r->message->rename.seat) : r->seat;
    if (seat == NULL) {
        return;
    }
    room_name_seat(r->room, seat, r->message->rename.name);
    seat->host_gave_name = other;
    if (seat_is_taken(seat)) {
        room_emit_member(r->room, seat);
    }
    room_tell_roster(r->room);
    request_ack(r);
}

// ---- lots --------------------------------------------------------------------------------------

static bool may_be_drawn(const struct seat *seat, enum wire_right right) {
    return seat_is_taken(seat) && !seat->host && !seat->watch && !seat->named[right];
}

// One of those on whom the lot has fallen least often; NULL if nobody is left, or no randomness.
static struct seat *draw_one(struct room *room, enum wire_right right) {
    uint32_t least = UINT32_MAX, ties = 0, lot;
    for (uint32_t i = 0; i < room->seats.capacity; i++) {
        const struct seat *seat = &room->seats.table[i];
        if (may_be_drawn(seat, right) && seat->draws[right] <= least) {
            ties = seat->draws[right] < least ? 1 : ties + 1;
            least = seat->draws[right];
        }
    }
    if (ties == 0 || !secret_random_u32(&lot)) {
        return NULL;
    }
    lot %= ties;
    for (uint32_t i = 0; i < room->seats.capacity; i++) {
        struct seat *seat = &room->seats.table[i];
        if (may_be_drawn(seat, right) && seat->draws[right] == least && lot-- == 0) {
            return seat;
        }
    }
    return NULL;
}

void host_draw(const struct request *r) {
    struct room *room = r->room;
    enum wire_right right = r->message->draw.right;
    for (uint32_t i = 0; i < room->seats.capacity; i++) {
        struct seat *seat = &room->seats.table[i];
        seat->was_named = seat->named[right];
        seat->named[right] = false;
    }
    for (uint32_t i = 0; i < r->message->draw.count; i++) {
        struct seat *seat = draw_one(room, right);
        if (seat == NULL) {
            break;
        }
        seat->named[right] = true;
        seat->draws[right]++;
    }
    for (uint32_t i = 0; i < room->seats.capacity; i++) {
        const struct seat *seat = &room->seats.table[i];
        if (seat_is_taken(seat) && seat->named[right] != seat->was_named) {
            room_emit_member(room, seat);
        }
    }
    room->rules.holders[right] = WIRE_NAMED;
    room_emit_rules(room, r->seat->number);
    room_tell_rights(room, WIRE_LET_GO_NOT_ALLOWED);
    request_ack(r);
}

// ---- rules -------------------------------------------------------------------------------------

// The rules have changed: tells everybody, and each what that means for it.
static void tell_rules(const struct request *r, enum wire_let_go_reason reason) {
    room_emit_rules(r->room, r->seat->number);
    room_tell_rights(r->room, reason);
    request_ack(r);
}

void host_allow(const struct request *r) {
    r->room->rules.holders[r->message->allow.right] = r->message->allow.to;
    tell_rules(r, WIRE_LET_GO_NOT_ALLOWED);
}

void host_freeze(const struct request *r) {
    r->room->rules.frozen = r->message->on;
    tell_rules(r, WIRE_LET_GO_FROZEN);
}

void host_away(const struct request *r) {
    r->room->rules.away = r->message->away;
    tell_rules(r, WIRE_LET_GO_NOT_ALLOWED);
}

void host_pull_limit(const struct request *r) {
    r->room->rules.pull_limit_n = r->message->pull_limit_n;
    room_share_pulls(r->room);
    tell_rules(r, WIRE_LET_GO_NOT_ALLOWED);
}

void host_capacity(const struct request *r) {
    uint32_t most = r->room->seats.capacity / 2;
    if (r->message->capacity > most) {
        struct wire_refusal refusal = refusal_of(WIRE_OUT_OF_RANGE);
        snprintf(refusal.text, sizeof refusal.text, "viewers must be from 1 to %u", most);
        request_refuse(r, refusal);
        return;
    }
    r->room->rules.capacity = r->message->capacity;
    tell_rules(r, WIRE_LET_GO_NOT_ALLOWED);
}

// Those who wait are let in by an open door and sent away by a closed one.
static void settle_waiting(struct room *room, bool let_in) {
    for (uint32_t i = 0; i < room->seats.capacity; i++) {
        struct seat *seat = &room->seats.table[i];
        if (seat->viewer != 0 && seat->waits) {
            room_admit(room, seat, let_in);
        }
    }
    room_tell_roster(room);
}

void host_newcomers(const struct request *r) {
    r->room->rules.newcomers = r->message->newcomers;
    if (r->message->newcomers != WIRE_ASK) {
        settle_waiting(r->room, r->message->newcomers == WIRE_OPEN);
    }
    tell_rules(r, WIRE_LET_GO_NOT_ALLOWED);
}

void host_names(const struct request *r) {
    struct room *room = r->room;
    room->rules.names_hidden = r->message->on;
    for (uint32_t i = 0; i < room->seats.capacity; i++) {
        if (seat_is_taken(&room->seats.table[i])) {
            room_emit_member(room, &room->seats.table[i]);
        }
    }
    tell_rules(r, WIRE_LET_GO_NOT_ALLOWED);
}

// ---- all at once -------------------------------------------------------------------------------

void host_release_all(const struct request *r) {
    for (uint32_t i = 0; i < r->room->seats.capacity; i++) {
        if (r->room->seats.table[i].number != 0) {
            room_release_hands(r->room, &r->room->seats.table[i], WIRE_LET_GO_HOST);
        }
    }
    request_ack(r);
}

void host_broadcast(const struct request *r) {
    snprintf(r->room->notice, sizeof r->room->notice, "%s", r->message->broadcast);
    request_emit(r, (struct wire_event){.type = WIRE_EVENT_BROADCAST, .text = r->room->notice});
    request_ack(r);
}

// Only the I/O thread knows which codes are free: it answers by room_take_code().
void host_new_code(const struct request *r) {
    r->room->sink.deliver(r->room->sink.context, &(struct letter){
                                                     .viewer = r->seat->viewer,
                                                     .asks_new_code = true,
                                                     .seq = r->message->seq,
                                                 });
}

void room_take_code(struct room *room, uint64_t viewer, uint32_t seq, const char *code) {
    const struct seat *seat = seats_by_viewer(&room->seats, viewer);
    snprintf(room->code, sizeof room->code, "%s", code);
    room_emit(room, &(struct wire_event){
                        .type = WIRE_EVENT_CODE,
                        .has_seat = seat != NULL,
                        .seat = seat == NULL ? 0 : seat->number,
                        .text = room->code,
                    });
    if (seat != NULL) {
        room_ack(room, viewer, seq);
    }
}

// The worker closes the room as soon as it has read this turn's mail.
void host_end(const struct request *r) {
    r->room->ended = true;
    request_ack(r);
}

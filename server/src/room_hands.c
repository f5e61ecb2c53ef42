// Hands: members' holds on particles.
#include <float.h>
#include <math.h>
#include <string.h>

#include "refusal.h"
#include "room_request.h"

static uint32_t hand_id(const struct seat *seat, uint32_t hand) {
    return seat->number * SEAT_HANDS_MAX + hand;
}

// ---- how hard they pull ------------------------------------------------------------------------

// What each of `count` hands of one member may pull with, N; 0: as much as the scene lets it.
static float share_n(const struct room *room, uint32_t count) {
    float limit_n = room->rules.pull_limit_n;
    return limit_n > 0.0f ? fmaxf(limit_n / (float)count, FLT_MIN) : 0.0f;
}

static uint32_t count_held(const struct seat *seat) {
    uint32_t count = 0;
    for (uint32_t hand = 0; hand < SEAT_HANDS_MAX; hand++) {
        count += seat->hands[hand].holds;
    }
    return count;
}

// Shares the room's limit out among the member's hands.
static void share_pull(struct room *room, const struct seat *seat) {
    float force_max_n = share_n(room, count_held(seat));
    for (uint32_t hand = 0; hand < SEAT_HANDS_MAX; hand++) {
        struct pbd_command command = {
            .kind = PBD_LIMIT_PULL,
            .hand = {.id = hand_id(seat, hand), .force_max_n = force_max_n},
        };
        if (seat->hands[hand].holds) {
            pbd_world_apply(room->world, &command, NULL);
        }
    }
}

void room_share_pulls(struct room *room) {
    for (uint32_t i = 0; i < room->seats.capacity; i++) {
        share_pull(room, &room->seats.table[i]);
    }
    room_turned(room);
}

// ---- letting go --------------------------------------------------------------------------------

void room_let_go(struct room *room, struct seat *seat, uint32_t hand,
                 enum wire_let_go_reason reason) {
    if (seat->hands[hand].move_waits) {
        room->moves_waiting--;
        room_refuse(room, seat->viewer, true, seat->hands[hand].move_seq,
                    refusal_of(WIRE_NO_SUCH_HAND));
    }
    seat->hands[hand] = (struct seat_hand){0};
    room_emit(room, &(struct wire_event){
                        .type = WIRE_EVENT_LET_GO,
                        .has_seat = true,
                        .seat = seat->number,
                        .hand = {.hand = hand, .reason = reason},
                    });
}

void room_release_hands(struct room *room, struct seat *seat, enum wire_let_go_reason reason) {
    for (uint32_t hand = 0; hand < SEAT_HANDS_MAX; hand++) {
        if (seat->hands[hand].holds) {
            struct pbd_command command = {
                .kind = PBD_RELEASE,
                .hand = {.id = hand_id(seat, hand)},
            };
            pbd_world_apply(room->world, &command, NULL);
            room_changed(room); // targets of hands are frame data
            room_let_go(room, seat, hand, reason);
        }
    }
}

void room_let_go_all(struct room *room, enum wire_let_go_reason reason) {
    for (uint32_t i = 0; i < room->seats.capacity; i++) {
        struct seat *seat = &room->seats.table[i];
        for (uint32_t hand = 0; seat->number != 0 && hand < SEAT_HANDS_MAX; hand++) {
            if (seat->hands[hand].holds) {
                room_let_go(room, seat, hand, reason);
            }
        }
    }
}

// ---- what members ask for ----------------------------------------------------------------------

// The solver checks the range again; here the message is already known to be within it.
static bool target_of(const struct wire_client_message *message, int32_t target[3]) {
    return pbd_target_from_position(message->hand.at_m, target) == PBD_OK;
}

static void apply_move(struct room *room, struct seat *seat, uint32_t hand) {
    struct seat_hand *h = &seat->hands[hand];
    if (!h->move_waits) {
        return;
    }
    struct pbd_command command = {.kind = PBD_MOVE, .hand = {.id = hand_id(seat, hand)}};
    memcpy(command.hand.target, h->move_target, sizeof h->move_target);
    pbd_world_apply(room->world, &command, NULL);
    h->move_waits = false;
    room->moves_waiting--;
    room_changed(room); // hand targets are frame data
    room_ack(room, seat->viewer, h->move_seq);
}

void room_apply_moves(struct room *room) {
    for (uint32_t i = 0; i < room->seats.capacity && room->moves_waiting > 0; i++) {
        struct seat *seat = &room->seats.table[i];
        for (uint32_t hand = 0; seat->viewer != 0 && hand < SEAT_HANDS_MAX; hand++) {
            apply_move(room, seat, hand);
        }
    }
}

void hands_grab(const struct request *r) {
    uint32_t hand = r->message->hand.hand;
    if (hand >= r->room->hands_per_seat_max) {
        request_refuse_code(r, WIRE_TOO_MANY_HANDS);
        return;
    }
    struct pbd_command command = {
        .kind = PBD_GRAB,
        .hand = {.id = hand_id(r->seat, hand), .particle = r->message->hand.particle},
    };
    if (!target_of(r->message, command.hand.target)) {
        request_refuse_code(r, WIRE_OUT_OF_RANGE);
        return;
    }
    enum pbd_status status = pbd_world_apply(r->room->world, &command, NULL);
    if (status != PBD_OK) {
        request_refuse(r, refusal_of_status(status, NULL, NULL));
        return;
    }
    r->seat->hands[hand] = (struct seat_hand){.holds = true, .particle = r->message->hand.particle};
    share_pull(r->room, r->seat);
    room_changed(r->room);
    request_emit(r, (struct wire_event){
                        .type = WIRE_EVENT_TAKEN,
                        .hand = {.hand = hand, .particle = r->message->hand.particle},
                    });
    request_ack(r);
}

void hands_move(const struct request *r) {
    uint32_t hand = r->message->hand.hand;
    int32_t target[3];
    if (hand >= SEAT_HANDS_MAX || !r->seat->hands[hand].holds) {
        request_refuse_code(r, WIRE_NO_SUCH_HAND);
        return;
    }
    if (!target_of(r->message, target)) {
        request_refuse_code(r, WIRE_OUT_OF_RANGE);
        return;
    }
    struct seat_hand *h = &r->seat->hands[hand];
    r->room->moves_waiting += !h->move_waits;
    h->move_waits = true;
    h->move_seq = r->message->seq;
    memcpy(h->move_target, target, sizeof target);
}

void hands_release(const struct request *r) {
    uint32_t hand = r->message->hand.hand;
    if (hand >= SEAT_HANDS_MAX || !r->seat->hands[hand].holds) {
        request_refuse_code(r, WIRE_NO_SUCH_HAND);
        return;
    }
    apply_move(r->room, r->seat, hand); // the throw ends where the finger was
    struct pbd_command command = {.kind = PBD_RELEASE, .hand = {.id = hand_id(r->seat, hand)}};
    pbd_world_apply(r->room->world, &command, NULL);
    room_changed(r->room);
    room_let_go(r->room, r->seat, hand, WIRE_LET_GO_RELEASED);
    share_pull(r->room, r->seat);
    request_ack(r);
}

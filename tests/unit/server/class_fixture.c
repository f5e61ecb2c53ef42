#include "class_fixture.h"

#include <stdio.h>
#include <string.h>

void class_open(struct test_room *t) {
    test_room_open(t, "chain", rights_hosted());
    test_room_join_host(t, HOST, "Host");
    test_room_join(t, ADA, "Ada");
    test_room_join(t, BEN, "Ben");
    test_room_forget_letters(t);
}

void class_say(struct test_room *t, uint64_t viewer, struct wire_client_message message) {
    room_command(t->room, viewer, &message);
}

struct wire_client_message on_off_message(uint32_t seq, enum wire_client_type type, bool on) {
    struct wire_client_message message = plain_message(seq, type);
    message.on = on;
    return message;
}

struct wire_client_message member_message(uint32_t seq, enum wire_client_type type, uint32_t seat,
                                          bool on) {
    struct wire_client_message message = plain_message(seq, type);
    message.member.seat = seat;
    message.member.on = on;
    return message;
}

struct wire_client_message permit_message(uint32_t seq, enum wire_right right, uint32_t seat,
                                          bool on) {
    struct wire_client_message message = member_message(seq, WIRE_PERMIT, seat, on);
    message.member.right = right;
    return message;
}

struct wire_client_message allow_message(uint32_t seq, enum wire_right right,
                                         enum wire_holders to) {
    struct wire_client_message message = plain_message(seq, WIRE_ALLOW);
    message.allow.right = right;
    message.allow.to = to;
    return message;
}

struct wire_client_message newcomers_message(uint32_t seq, enum wire_newcomers policy) {
    struct wire_client_message message = plain_message(seq, WIRE_NEWCOMERS);
    message.newcomers = policy;
    return message;
}

struct wire_client_message rename_message(uint32_t seq, const char *name) {
    struct wire_client_message message = plain_message(seq, WIRE_RENAME);
    snprintf(message.rename.name, sizeof message.rename.name, "%s", name);
    return message;
}

bool told_to_grab(const struct test_room *t, uint64_t viewer) {
    bool may = false;
    for (uint32_t i = 0; i < t->letter_count; i++) {
        const struct letter *letter = &t->letters[i];
        if (letter->viewer != viewer || strcmp(letter_in_short(letter), "rights") != 0) {
            continue;
        }
        const msgpack_object_array *rights = array_field(read_message(letter->message), "rights");
        may = false;
        for (uint32_t k = 0; k < rights->size; k++) {
            may = may || strncmp(rights->ptr[k].via.str.ptr, "grab", 4) == 0;
        }
    }
    return may;
}

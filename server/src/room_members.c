// Coming and going.
//
//     hello ──▶ wrong door? ──▶ refused and closed
//                   │ no
//                   ├─▶ a host must be asked: WAITING ──admit──▶ MEMBER
//                   └────────────────────────────────────────▶ MEMBER ──▶ left; the seat is kept
//
// Whoever has the host key, and whoever comes back to a seat, passes a closed door and is not
// asked.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "refusal.h"
#include "room.h"
#include "wire/close.h"

#define MS_PER_MINUTE 60000.0

// ---- classes of viewers ------------------------------------------------------------------------

static void class_add(struct room *room, struct seat *seat, uint32_t index) {
    struct room_class *class = &room->classes[index];
    if (class->viewers == 0) {
        class->e = room->ring.e;
        class->period = 0;
    }
    class->viewers++;
    class->hurry = true;
    class->wants_key = true;
    seat->class_index = index;
}

static void class_remove(struct room *room, const struct seat *seat) {
    struct room_class *class = &room->classes[seat->class_index];
    if (--class->viewers == 0) {
        room_forget_shown(room, seat->class_index);
    }
}

// ---- names -------------------------------------------------------------------------------------

static bool name_is_taken(const struct room *room, const struct seat *seat, const char *name) {
    uint32_t look = wire_name_look(name);
    for (uint32_t i = 0; i < room->seats.capacity; i++) {
        const struct seat *other = &room->seats.table[i];
        if (other->name_look == look && other != seat && other->viewer != 0 &&
            wire_names_look_alike(other->name, name)) {
            return true;
        }
    }
    return false;
}

// At most `bytes` of a text, without cutting into a character.
static int whole_characters(const char *text, int bytes) {
    int length = (int)strlen(text);
    if (length <= bytes) {
        return length;
    }
    while (bytes > 0 && ((uint8_t)text[bytes] & 0xc0) == 0x80) {
        bytes--;
    }
    return bytes;
}

void room_name_seat(struct room *room, struct seat *seat, const char *wanted) {
    enum { SUFFIX_BYTES = 12 };
    char name[WIRE_NAME_BYTES_MAX + 1];
    char base[WIRE_NAME_BYTES_MAX + 1];
    snprintf(base, sizeof base, "%s", wanted);
    snprintf(name, sizeof name, "%s", base);
    for (uint32_t i = 2; name_is_taken(room, seat, name); i++) {
        char suffix[SUFFIX_BYTES];
        int suffix_bytes = snprintf(suffix, sizeof suffix, " %u", i);
        snprintf(name, sizeof name, "%.*s%s",
                 whole_characters(base, WIRE_NAME_BYTES_MAX - suffix_bytes), base, suffix);
    }
    snprintf(seat->name, sizeof seat->name, "%s", name);
    seat->name_look = wire_name_look(name);
}

static void name_newcomer(struct room *room, struct seat *seat, const char *wanted) {
    char name[WIRE_NAME_BYTES_MAX + 1];
    if (wanted[0] != '\0' && !seat->host_gave_name) {
        snprintf(name, sizeof name, "%s", wanted);
    } else if (seat->name[0] != '\0') {
        snprintf(name, sizeof name, "%s", seat->name);
    } else {
        snprintf(name, sizeof name, "Guest %u", seat->number);
    }
    room_name_seat(room, seat, name);
}

// ---- the door ----------------------------------------------------------------------------------

static void turn_away(struct room *room, uint64_t viewer, struct wire_refusal refusal,
                      uint16_t close_code) {
    room_refuse(room, viewer, false, 0, refusal);
    room_close_viewer(room, viewer, close_code);
}

static struct wire_refusal removed_refusal(double left_ms) {
    struct wire_refusal refusal = refusal_of(WIRE_REMOVED);
    unsigned minutes = (unsigned)fmax(ceil(left_ms / MS_PER_MINUTE), 1.0);
    snprintf(refusal.text, sizeof refusal.text,
             "you were put out of this room; this browser can come back in %u %s", minutes,
             minutes == 1 ? "minute" : "minutes");
    return refusal;
}

// For newcomers the host's limit holds, and those who wait count, so that there is room for them
// once they are let in. For those who come back only the server's holds, and only members count:
// strangers at the door take nobody's place.
static bool is_full_for(const struct room *room, const struct seat *seat) {
    if (seat == NULL) {
        return room->seats.connected >= room->rules.capacity;
    }
    uint32_t members = 0;
    for (uint32_t i = 0; i < room->seats.capacity; i++) {
        members += seat_is_taken(&room->seats.table[i]);
    }
    return seat->viewer == 0 && members >= room->seats.capacity / 2;
}

// Whether somebody who comes to `seat` (NULL: for the first time) may come in; if not, says why.
static bool passes(struct room *room, uint64_t viewer, const struct seat *seat, bool by_old_code) {
    if (seat != NULL && seat->removed_until_ms > room->now_ms) {
        turn_away(room, viewer, removed_refusal(seat->removed_until_ms - room->now_ms),
                  WIRE_CLOSE_REMOVED);
        return false;
    }
    if (seat == NULL && by_old_code) {
        turn_away(room, viewer, refusal_of(WIRE_NO_SUCH_ROOM), WIRE_CLOSE_NO_ROOM);
        return false;
    }
    if (seat == NULL && room->rules.newcomers == WIRE_CLOSED) {
        turn_away(room, viewer, refusal_of(WIRE_ROOM_CLOSED), WIRE_CLOSE_CLOSED);
        return false;
    }
    if (is_full_for(room, seat)) {
        turn_away(room, viewer, refusal_of(WIRE_ROOM_FULL), WIRE_CLOSE_FULL);
        return false;
    }
    return true;
}

// Nobody sits here any more; what is left is for whoever comes back.
static void empty_seat(struct room *room, struct seat *seat, enum wire_let_go_reason reason) {
    room_release_hands(room, seat, reason);
    room_stop_measuring(room, seat);
    class_remove(room, seat);
}

// A connection that still sits there is a ghost, or the same person in another window.
static void evict(struct room *room, struct seat *seat) {
    if (seat->viewer != 0) {
        room_close_viewer(room, seat->viewer, WIRE_CLOSE_TAKEN_OVER);
        empty_seat(room, seat, WIRE_LET_GO_DISCONNECTED);
    }
}

// A key for whoever is about to become a member. False without randomness: its viewer is closed.
static bool make_key(struct room *room, uint64_t viewer, char resume[SECRET_KEY_BYTES]) {
    if (!secret_new_key(resume)) {
        room_close_viewer(room, viewer, WIRE_CLOSE_OVERLOADED);
        return false;
    }
    return true;
}

// Makes whoever sits there a member, who can come back with this key.
static void let_in(struct room *room, struct seat *seat, const char *resume) {
    seat->resume = secret_hash_of(resume);
    seat->waits = false;
    seat->removed_until_ms = 0.0;
    class_add(room, seat, seat->class_index);
    room_emit(room, &(struct wire_event){
                        .type = WIRE_EVENT_JOINED,
                        .has_seat = true,
                        .seat = seat->number,
                        .member = room_wire_seat(room, seat),
                    });
    // The welcome says these: if a host comes back, others alone hear that they may more now.
    room_find_rights(room, seat, seat->told);
    seat->told_host = seat->host;
    room_note_hosts(room);
    room_welcome(room, seat, resume);
}

static void make_wait(struct room *room, struct seat *seat) {
    seat->waits = true;
    struct blob *message = blob_create();
    if (message != NULL) {
        wire_encode_waiting(&message->buffer, seat->number);
        room_deliver(room, seat->viewer, blob_finish(message));
    }
}

void room_join(struct room *room, uint64_t viewer, const struct wire_hello *hello,
               bool by_old_code) {
    struct seat *seat =
        hello->resume[0] != '\0' ? seats_by_resume(&room->seats, hello->resume) : NULL;
    bool has_key = hello->host_key[0] != '\0' && secret_matches(&room->host_key, hello->host_key);
    bool is_known = seat != NULL;
    char resume[SECRET_KEY_BYTES];
    if ((!has_key && !passes(room, viewer, seat, by_old_code)) || !make_key(room, viewer, resume)) {
        return;
    }
    if (seat == NULL) {
        seat = seats_take(&room->seats);
    } else {
        evict(room, seat);
        seat->resume_before = secret_hash_of(hello->resume);
    }
    if (seat == NULL) { // even hosts find no place
        turn_away(room, viewer, refusal_of(WIRE_ROOM_FULL), WIRE_CLOSE_FULL);
        return;
    }
    if (hello->host_key[0] != '\0' && !has_key) {
        room_refuse(room, viewer, false, 0, refusal_of(WIRE_BAD_KEY));
    }
    seat->host = seat->host || has_key;
    seat->watch = seat->watch || hello->watch;
    seat->class_index = class_index(hello->encoding, hello->rate_hz);
    name_newcomer(room, seat, hello->name);
    seats_connect(&room->seats, seat, viewer);
    if (!is_known && !has_key && room->rules.newcomers == WIRE_ASK) {
        make_wait(room, seat);
    } else {
        let_in(room, seat, resume);
    }
    room_tell_roster(room);
}

void room_leave(struct room *room, uint64_t viewer) {
    struct seat *seat = seats_by_viewer(&room->seats, viewer);
    if (seat == NULL) {
        return; // its seat was taken over, or it never got one
    }
    if (seat->waits) {
        seats_disconnect(&room->seats, seat);
        *seat = (struct seat){0};
        room_tell_roster(room);
        return;
    }
    empty_seat(room, seat, WIRE_LET_GO_DISCONNECTED);
    seats_disconnect(&room->seats, seat);
    room_emit(room, &(struct wire_event){
                        .type = WIRE_EVENT_LEFT,
                        .has_seat = true,
                        .seat = seat->number,
                    });
    room_note_hosts(room);
    room_tell_roster(room);
}

void room_admit(struct room *room, struct seat *seat, bool on) {
    uint64_t viewer = seat->viewer;
    char resume[SECRET_KEY_BYTES];
    if (on && make_key(room, viewer, resume)) {
        let_in(room, seat, resume);
    } else if (!on) {
        turn_away(room, viewer, refusal_of(WIRE_NOT_ADMITTED), WIRE_CLOSE_NOT_ADMITTED);
        seats_disconnect(&room->seats, seat);
        *seat = (struct seat){0};
    }
}

void room_remove(struct room *room, struct seat *seat, uint32_t minutes) {
    uint64_t viewer = seat->viewer;
    seat->removed_until_ms = room->now_ms + minutes * MS_PER_MINUTE;
    seat->host = false; // whoever has the key is one again with it
    memset(seat->named, 0, sizeof seat->named);
    if (viewer == 0) {
        return;
    }
    turn_away(room, viewer, removed_refusal(minutes * MS_PER_MINUTE), WIRE_CLOSE_REMOVED);
    room_leave(room, viewer);
}

void room_hear_nothing(struct room *room, uint64_t viewer) {
    struct seat *seat = seats_by_viewer(&room->seats, viewer);
    if (seat != NULL) {
        room_release_hands(room, seat, WIRE_LET_GO_SILENT);
    }
}

void room_set_rate(struct room *room, uint64_t viewer, uint32_t rate_hz) {
    struct seat *seat = seats_by_viewer(&room->seats, viewer);
    if (seat == NULL || seat->waits) {
        return;
    }
    uint32_t index = class_index(class_encoding(seat->class_index), rate_hz);
    if (index != seat->class_index) { // or else others would be sent a message for nothing
        class_remove(room, seat);
        class_add(room, seat, index);
    }
}

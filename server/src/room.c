#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "refusal.h"
#include "snapshot.h"

// ---- life --------------------------------------------------------------------------------------

bool room_create(const struct room_def *def, struct room **room) {
    struct room *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return false;
    }
    struct pbd_world_def world_def = pbd_world_def_default(def->scene);
    world_def.clock = def->clock;
    memcpy(world_def.values, def->values, def->scene->parameter_count * sizeof def->values[0]);
    if (!secret_random_u32(&world_def.seed) || !seats_init(&made->seats, def->viewers_max)) {
        goto failed;
    }
    if (pbd_world_create(&world_def, &made->world) != PBD_OK) {
        goto failed;
    }
    snprintf(made->code, sizeof made->code, "%s", def->code);
    snprintf(made->title, sizeof made->title, "%s", def->title);
    made->rights = def->rights;
    made->host_key = def->host_key;
    made->commands_per_s_max = def->commands_per_s_max;
    made->hands_per_seat_max = def->hands_per_seat_max;
    made->slow = 1;
    made->frame_is_old = true;
    event_ring_init(&made->ring, 0);
    *room = made;
    return true;

failed:
    room_destroy(made);
    return false;
}

void room_destroy(struct room *room) {
    if (room == NULL) {
        return;
    }
    room_forget_trace(room);
    room_release_measuring(room);
    event_ring_release(&room->ring);
    seats_release(&room->seats);
    pbd_world_destroy(room->kept);
    pbd_world_destroy(room->world);
    free(room);
}

// ---- saying things -----------------------------------------------------------------------------

void room_emit(struct room *room, const struct wire_event *event) {
    struct wire_event stamped = *event;
    stamped.step = pbd_world_steps(room->world);
    struct blob *blob = blob_create();
    if (blob != NULL) {
        wire_encode_event(&blob->buffer, &stamped);
        blob = blob_finish(blob);
    }
    event_ring_append(&room->ring, blob);
}

void room_emit_scene(struct room *room, uint32_t seat, enum wire_event_type type) {
    struct snapshot_scene snapshot;
    if (!snapshot_scene_init(&snapshot, room->world)) {
        event_ring_append(&room->ring, NULL); // a hole: viewers will ask for the state
        return;
    }
    room_emit(room, &(struct wire_event){
                        .type = type,
                        .has_seat = true,
                        .seat = seat,
                        .scene = &snapshot.scene,
                    });
    snapshot_scene_release(&snapshot);
}

static void deliver(struct room *room, uint64_t viewer, struct blob *message) {
    room->sink.deliver(room->sink.context, &(struct letter){.viewer = viewer, .message = message});
}

void room_refuse(struct room *room, uint64_t viewer, bool has_seq, uint32_t seq,
                 struct wire_refusal refusal) {
    refusal.has_seq = has_seq;
    refusal.seq = seq;
    struct blob *message = blob_create();
    if (message != NULL) {
        wire_encode_refused(&message->buffer, &refusal);
        room->sink.deliver(room->sink.context, &(struct letter){
                                                   .viewer = viewer,
                                                   .message = blob_finish(message),
                                                   .refused = refusal.code,
                                               });
    }
}

void room_ack(struct room *room, uint64_t viewer, uint32_t seq) {
    struct blob *message = blob_create();
    if (message != NULL) {
        wire_encode_ack(&message->buffer, seq, pbd_world_steps(room->world));
        deliver(room, viewer, blob_finish(message));
    }
}

void room_tell_measuring(struct room *room, const struct seat *seat,
                         const struct wire_client_message *command) {
    struct blob *message = command == NULL ? NULL : blob_create();
    if (message != NULL) {
        wire_encode_ack(&message->buffer, command->seq, pbd_world_steps(room->world));
        message = blob_finish(message);
    }
    room->sink.deliver(room->sink.context, &(struct letter){
                                               .viewer = seat->viewer,
                                               .message = message,
                                               .sets_measuring = true,
                                               .measuring = seat->measuring,
                                           });
}

static void close_viewer(struct room *room, uint64_t viewer, uint16_t code) {
    room->sink.deliver(room->sink.context, &(struct letter){.viewer = viewer, .close_code = code});
}

// ---- the state of the room ---------------------------------------------------------------------

static struct wire_seat wire_seat_of(const struct seat *seat) {
    return (struct wire_seat){
        .seat = seat->number,
        .name = seat->name,
        .colour_rgb = seat->colour_rgb,
        .host = seat->host,
    };
}

// The state with the arrays that it points to.
struct room_state {
    struct wire_state state;
    struct snapshot_scene scene;
    struct wire_seat *seats;
    struct wire_hold holds[PBD_HANDS_MAX];
};

static uint32_t collect_holds(const struct room *room, struct wire_hold *holds) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < room->seats.capacity; i++) {
        const struct seat *seat = &room->seats.table[i];
        for (uint32_t hand = 0; seat->number != 0 && hand < SEAT_HANDS_MAX; hand++) {
            if (seat->hands[hand].holds && count < PBD_HANDS_MAX) {
                holds[count++] = (struct wire_hold){seat->number, hand, seat->hands[hand].particle};
            }
        }
    }
    return count;
}

static bool room_state_init(struct room_state *s, const struct room *room) {
    s->seats = calloc(room->seats.capacity, sizeof *s->seats);
    if (s->seats == NULL || !snapshot_scene_init(&s->scene, room->world)) {
        free(s->seats);
        return false;
    }
    uint32_t seat_count = 0;
    for (uint32_t i = 0; i < room->seats.capacity; i++) {
        if (room->seats.table[i].viewer != 0) {
            s->seats[seat_count++] = wire_seat_of(&room->seats.table[i]);
        }
    }
    s->state = (struct wire_state){
        .e = room->ring.e,
        .step = pbd_world_steps(room->world),
        .lost = room->lost,
        .slow = room->slow,
        .can_undo = room->kept != NULL,
        .paused = room->paused,
        .burst = pbd_world_has_burst(room->world),
        .room_code = room->code,
        .room_title = room->title,
        .scene = s->scene.scene,
        .seats = s->seats,
        .seat_count = seat_count,
        .holds = s->holds,
        .hold_count = collect_holds(room, s->holds),
    };
    return true;
}

static void room_state_release(struct room_state *s) {
    snapshot_scene_release(&s->scene);
    free(s->seats);
}

// A message that contains the state: the viewer's cursor becomes the newest event. Without memory
// the viewer is closed, because it could not follow.
static void deliver_state(struct room *room, uint64_t viewer, struct blob *message) {
    if (message == NULL) {
        close_viewer(room, viewer, 1013);
        return;
    }
    room->sink.deliver(room->sink.context, &(struct letter){
                                               .viewer = viewer,
                                               .message = message,
                                               .sets_cursor = true,
                                               .cursor = room->ring.e,
                                               .step = pbd_world_steps(room->world),
                                           });
}

void room_send_state(struct room *room, uint64_t viewer) {
    struct seat *seat = seats_by_viewer(&room->seats, viewer);
    struct room_state s;
    if (seat == NULL) {
        return;
    }
    struct blob *message = NULL;
    if (room_state_init(&s, room)) {
        message = blob_create();
        if (message != NULL) {
            wire_encode_state(&message->buffer, &s.state);
            message = blob_finish(message);
        }
        room_state_release(&s);
    }
    deliver_state(room, viewer, message);
    room->classes[seat->class_index].hurry = true;
}

static struct blob *encode_welcome(struct room *room, const struct seat *seat, const char *resume) {
    struct room_state s;
    if (!room_state_init(&s, room)) {
        return NULL;
    }
    struct wire_welcome welcome = {
        .server_version = ROPEWALK_VERSION,
        .core_version = PBD_CORE_VERSION,
        .self = wire_seat_of(seat),
        .resume = resume,
        .encoding = class_encoding(seat->class_index),
        .rate_hz = class_rate_hz(seat->class_index),
        .commands_per_s_max = room->commands_per_s_max,
        .hands_max = room->hands_per_seat_max,
        .state = s.state,
    };
    welcome.measures = room_measure_table(&welcome.measure_count);
    for (unsigned right = 0; right < WIRE_RIGHT_COUNT; right++) {
        welcome.rights[right] = rights_allow(&room->rights, (enum wire_right)right, seat->host);
    }
    struct blob *message = blob_create();
    if (message != NULL) {
        wire_encode_welcome(&message->buffer, &welcome);
        message = blob_finish(message);
    }
    room_state_release(&s);
    return message;
}

// ---- members -----------------------------------------------------------------------------------

static void class_add(struct room *room, struct seat *seat, uint32_t index) {
    struct room_class *class = &room->classes[index];
    if (class->viewers == 0) {
        class->e = room->ring.e;
    }
    class->viewers++;
    class->hurry = true;
    seat->class_index = index;
}

static void class_remove(struct room *room, const struct seat *seat) {
    room->classes[seat->class_index].viewers--;
}

// Takes the seat of a resume key, or a new one. NULL when the room is full. A connection that still
// sits there is closed: it is a ghost, or the same person in another window.
static struct seat *take_seat(struct room *room, const struct wire_hello *hello) {
    struct seat *seat =
        hello->resume[0] != '\0' ? seats_by_resume(&room->seats, hello->resume) : NULL;
    if (seat != NULL && seat->viewer != 0) {
        close_viewer(room, seat->viewer, 4001);
        room_release_hands(room, seat, WIRE_LET_GO_DISCONNECTED);
        room_stop_measuring(room, seat);
        class_remove(room, seat);
        return seat;
    }
    if (room->seats.connected >= room->seats.capacity / 2) {
        return NULL;
    }
    return seat != NULL ? seat : seats_take(&room->seats);
}

static void name_seat(struct seat *seat, const char *name) {
    if (name[0] != '\0') {
        snprintf(seat->name, sizeof seat->name, "%s", name);
    } else if (seat->name[0] == '\0') {
        snprintf(seat->name, sizeof seat->name, "Guest %u", seat->number);
    }
}

void room_join(struct room *room, uint64_t viewer, const struct wire_hello *hello) {
    char resume[SECRET_KEY_BYTES];
    if (!secret_new_key(resume)) {
        close_viewer(room, viewer, 1013);
        return;
    }
    struct seat *seat = take_seat(room, hello);
    if (seat == NULL) {
        room_refuse(room, viewer, false, 0, refusal_of(WIRE_ROOM_FULL));
        close_viewer(room, viewer, 4005);
        return;
    }
    seat->resume = secret_hash_of(resume);
    name_seat(seat, hello->name);
    if (hello->host_key[0] != '\0') {
        if (secret_matches(&room->host_key, hello->host_key)) {
            seat->host = true;
        } else {
            room_refuse(room, viewer, false, 0, refusal_of(WIRE_BAD_KEY));
        }
    }
    seats_connect(&room->seats, seat, viewer);
    class_add(room, seat, class_index(hello->encoding, hello->rate_hz));
    room_emit(room, &(struct wire_event){
                        .type = WIRE_EVENT_JOINED,
                        .has_seat = true,
                        .seat = seat->number,
                        .member = wire_seat_of(seat),
                    });
    deliver_state(room, viewer, encode_welcome(room, seat, resume));
}

void room_leave(struct room *room, uint64_t viewer) {
    struct seat *seat = seats_by_viewer(&room->seats, viewer);
    if (seat == NULL) {
        return; // its seat was taken over, or it never got one
    }
    room_release_hands(room, seat, WIRE_LET_GO_DISCONNECTED);
    room_stop_measuring(room, seat);
    class_remove(room, seat);
    seats_disconnect(&room->seats, seat);
    room_emit(room, &(struct wire_event){
                        .type = WIRE_EVENT_LEFT,
                        .has_seat = true,
                        .seat = seat->number,
                    });
}

void room_change_rate(struct room *room, uint64_t viewer, uint32_t seq, uint32_t rate_hz) {
    struct seat *seat = seats_by_viewer(&room->seats, viewer);
    if (seat == NULL) {
        return;
    }
    uint32_t index = class_index(class_encoding(seat->class_index), rate_hz);
    class_remove(room, seat);
    class_add(room, seat, index);
    room_ack(room, viewer, seq);
}

#include "room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "refusal.h"
#include "snapshot.h"
#include "wire/close.h"

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
    if (pbd_world_create(&world_def, &made->world) != PBD_OK ||
        pbd_world_set_simd(made->world, def->simd) != PBD_OK) {
        goto failed;
    }
    snprintf(made->code, sizeof made->code, "%s", def->code);
    snprintf(made->title, sizeof made->title, "%s", def->title);
    made->rules = def->rules;
    made->rules.capacity = def->viewers_max;
    made->host_key = def->host_key;
    made->lasts = def->lasts;
    made->commands_per_s_max = def->commands_per_s_max;
    made->hands_per_seat_max = def->hands_per_seat_max;
    made->slow = 1;
    made->unseen_ms = -INFINITY;
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
    room_forget_scene(room);
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
    room_forget_scene(room);
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

void room_deliver(struct room *room, uint64_t viewer, struct blob *message) {
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
        room_deliver(room, viewer, blob_finish(message));
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

void room_close_viewer(struct room *room, uint64_t viewer, uint16_t code) {
    room->sink.deliver(room->sink.context, &(struct letter){.viewer = viewer, .close_code = code});
}

// ---- the state of the room ---------------------------------------------------------------------

struct wire_seat room_wire_seat(const struct room *room, const struct seat *seat) {
    struct wire_seat wire = {
        .seat = seat->number,
        .name = room->rules.names_hidden ? "" : seat->name,
        .colour_rgb = seat->colour_rgb,
        .host = seat->host,
        .watch = seat->watch,
    };
    memcpy(wire.named, seat->named, sizeof wire.named);
    return wire;
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
        if (seat_is_taken(&room->seats.table[i])) {
            s->seats[seat_count++] = room_wire_seat(room, &room->seats.table[i]);
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
        .host_away = room->host_away,
        .notice = room->notice,
        .rules = &room->rules,
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
        room_close_viewer(room, viewer, WIRE_CLOSE_OVERLOADED);
        return;
    }
    const struct seat *seat = seats_by_viewer(&room->seats, viewer);
    room->sink.deliver(room->sink.context, &(struct letter){
                                               .viewer = viewer,
                                               .message = message,
                                               .sets_cursor = true,
                                               .cursor = room->ring.e,
                                               .step = pbd_world_steps(room->world),
                                               .sets_member = true,
                                               .seat = seat->number,
                                               .host = seat->host,
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
    room->classes[seat->class_index].wants_key = true;
}

static struct blob *encode_welcome(struct room *room, const struct seat *seat, const char *resume) {
    struct room_state s;
    if (!room_state_init(&s, room)) {
        return NULL;
    }
    struct wire_welcome welcome = {
        .server_version = ROPEWALK_VERSION,
        .core_version = PBD_CORE_VERSION,
        .simd = pbd_simd_name(pbd_world_simd(room->world)),
        .self = room_wire_seat(room, seat),
        .resume = resume,
        .encoding = class_encoding(seat->class_index),
        .rate_hz = class_rate_hz(seat->class_index),
        .commands_per_s_max = room->commands_per_s_max,
        .hands_max = room->hands_per_seat_max,
        .capacity_max = room->seats.capacity / 2,
        .state = s.state,
    };
    welcome.self.name = seat->name; // also while names are hidden
    welcome.measures = room_measure_table(&welcome.measure_count);
    memcpy(welcome.rights, seat->told, sizeof welcome.rights);
    struct blob *message = blob_create();
    if (message != NULL) {
        wire_encode_welcome(&message->buffer, &welcome);
        message = blob_finish(message);
    }
    room_state_release(&s);
    return message;
}

void room_welcome(struct room *room, const struct seat *seat, const char *resume) {
    deliver_state(room, seat->viewer, encode_welcome(room, seat, resume));
}

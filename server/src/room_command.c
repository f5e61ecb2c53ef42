// What members ask for: rights, then the solver's own checks, then the event that tells everybody.
#include "room_request.h"

#include <stdlib.h>
#include <string.h>

#include "refusal.h"

void request_refuse(const struct request *r, struct wire_refusal refusal) {
    room_refuse(r->room, r->seat->viewer, true, r->message->seq, refusal);
}

void request_refuse_code(const struct request *r, enum wire_code code) {
    request_refuse(r, refusal_of(code));
}

void request_ack(const struct request *r) {
    room_ack(r->room, r->seat->viewer, r->message->seq);
}

void request_emit(const struct request *r, struct wire_event event) {
    event.has_seat = true;
    event.seat = r->seat->number;
    room_emit(r->room, &event);
}

// ---- the world ---------------------------------------------------------------------------------

static void on_gust(const struct request *r) {
    struct pbd_command command = {
        .kind = PBD_GUST,
        .gust =
            {
                .strength = r->message->gust.strength,
                .duration_s = r->message->gust.duration_s,
                .width_m = r->message->gust.width_m,
            },
    };
    memcpy(command.gust.direction, r->message->gust.direction, sizeof command.gust.direction);
    enum pbd_status status = pbd_world_apply(r->room->world, &command, NULL);
    if (status != PBD_OK) {
        request_refuse(r, refusal_of_status(status, NULL, NULL));
        return;
    }
    room_turned(r->room);
    struct wire_event event = {
        .type = WIRE_EVENT_GUST,
        .gust =
            {
                .strength = command.gust.strength,
                .duration_s = command.gust.duration_s,
                .width_m = command.gust.width_m,
            },
    };
    memcpy(event.gust.direction, command.gust.direction, sizeof event.gust.direction);
    request_emit(r, event);
    request_ack(r);
}

// The world was built anew: everybody's hands are gone and another scene is there.
static void tell_rebuilt(const struct request *r) {
    undo_to(r->room, NULL);
    room_jumped(r->room);
    r->room->timeline_changed = true;
    room_let_go_all(r->room, WIRE_LET_GO_SCENE);
    room_emit_scene(r->room, r->seat->number, WIRE_EVENT_SCENE);
}

static void on_set(const struct request *r) {
    const struct pbd_scene *scene = pbd_world_scene(r->room->world);
    int parameter = pbd_scene_parameter_index(scene, r->message->set.name);
    if (parameter < 0) {
        request_refuse_code(r, WIRE_NO_SUCH_PARAMETER);
        return;
    }
    enum wire_right right =
        parameter == PBD_ITERATIONS ? WIRE_RIGHT_ITERATIONS : WIRE_RIGHT_PARAMETERS;
    if (!rights_allow(&r->room->rules, r->room->host_away, right, r->seat)) {
        request_refuse_code(r, WIRE_NOT_ALLOWED);
        return;
    }
    struct pbd_command command = {
        .kind = PBD_SET,
        .set = {.parameter = (uint32_t)parameter, .value = r->message->set.value},
    };
    struct pbd_outcome outcome;
    enum pbd_status status = pbd_world_apply(r->room->world, &command, &outcome);
    if (status != PBD_OK) {
        float values[PBD_PARAMETERS_MAX];
        memcpy(values, pbd_world_values(r->room->world), sizeof values);
        values[parameter] = r->message->set.value;
        request_refuse(r, refusal_of_status(status, scene, values));
        return;
    }
    room_turned(r->room);
    if (outcome.rebuilt) {
        tell_rebuilt(r);
    } else {
        request_emit(r, (struct wire_event){
                            .type = WIRE_EVENT_PARAMETER,
                            .parameter = {.name = scene->parameters[parameter].name,
                                          .value = r->message->set.value},
                        });
    }
    if (outcome.rekicked) {
        room_jumped(r->room);
        request_emit(r, (struct wire_event){.type = WIRE_EVENT_REKICK});
    }
    request_ack(r);
}

static void on_reset(const struct request *r) {
    struct pbd_command command = {.kind = PBD_RESET};
    struct pbd_world *kept = pbd_world_keep(r->room->world); // without memory: no undo
    enum pbd_status status = pbd_world_apply(r->room->world, &command, NULL);
    if (status != PBD_OK) {
        pbd_world_destroy(kept);
        request_refuse(r, refusal_of_status(status, NULL, NULL));
        return;
    }
    undo_to(r->room, kept);
    room_jumped(r->room);
    room_let_go_all(r->room, WIRE_LET_GO_RESET);
    request_emit(r, (struct wire_event){.type = WIRE_EVENT_RESET});
    request_ack(r);
}

static void on_scene(const struct request *r) {
    struct pbd_command command = {.kind = PBD_SCENE};
    command.scene.scene = pbd_scene_find(r->message->scene.name);
    if (command.scene.scene == NULL) {
        request_refuse_code(r, WIRE_NO_SUCH_SCENE);
        return;
    }
    pbd_scene_initial_values(command.scene.scene, command.scene.values);
    for (uint32_t i = 0; i < r->message->scene.parameter_count; i++) {
        const struct wire_parameter_value *given = &r->message->scene.parameters[i];
        int parameter = pbd_scene_parameter_index(command.scene.scene, given->name);
        if (parameter < 0) {
            request_refuse_code(r, WIRE_NO_SUCH_PARAMETER);
            return;
        }
        command.scene.values[parameter] = given->value;
    }
    enum pbd_status status = pbd_world_apply(r->room->world, &command, NULL);
    if (status != PBD_OK) {
        request_refuse(r, refusal_of_status(status, command.scene.scene, command.scene.values));
        return;
    }
    tell_rebuilt(r);
    request_ack(r);
}

// ---- looking -----------------------------------------------------------------------------------

static void on_measure(const struct request *r) {
    room_measure(r->room, r->seat, r->message);
}

static void on_trace(const struct request *r) {
    room_show_step(r->room, r->seat, r->message->seq);
}

void room_step(struct room *room) {
    room_apply_moves(room);
    bool had_burst = pbd_world_has_burst(room->world);
    pbd_world_step(room->world);
    room_changed(room);
    room_add_to_probes(room);
    if (pbd_world_has_burst(room->world) && !had_burst) {
        room->bursts++;
        room_emit(room, &(struct wire_event){.type = WIRE_EVENT_BURST});
    }
}

// ---- the table ---------------------------------------------------------------------------------

enum {
    NO_RIGHT = WIRE_RIGHT_COUNT, // checked by the handler, or needs none
    HOSTS_ONLY,
};

static const struct {
    void (*handle)(const struct request *request);
    unsigned right;
} handlers[WIRE_CLIENT_TYPE_COUNT] = {
    [WIRE_GRAB] = {hands_grab, WIRE_RIGHT_GRAB},
    [WIRE_MOVE] = {hands_move, WIRE_RIGHT_GRAB},
    [WIRE_RELEASE] = {hands_release, NO_RIGHT},
    [WIRE_GUST] = {on_gust, WIRE_RIGHT_GUST},
    [WIRE_SET] = {on_set, NO_RIGHT},
    [WIRE_PAUSE] = {time_pause, WIRE_RIGHT_TIME},
    [WIRE_RESUME] = {time_resume, WIRE_RIGHT_TIME},
    [WIRE_STEP] = {time_step, WIRE_RIGHT_TIME},
    [WIRE_SPEED] = {time_speed, WIRE_RIGHT_TIME},
    [WIRE_RESET] = {on_reset, WIRE_RIGHT_RESET},
    [WIRE_UNDO] = {undo_reset, WIRE_RIGHT_RESET},
    [WIRE_SCENE] = {on_scene, WIRE_RIGHT_SCENE},
    [WIRE_MEASURE] = {on_measure, NO_RIGHT},
    [WIRE_TRACE] = {on_trace, NO_RIGHT},
    [WIRE_RENAME] = {members_rename, NO_RIGHT},
    [WIRE_ALLOW] = {host_allow, HOSTS_ONLY},
    [WIRE_PERMIT] = {host_permit, HOSTS_ONLY},
    [WIRE_DRAW] = {host_draw, HOSTS_ONLY},
    [WIRE_FREEZE] = {host_freeze, HOSTS_ONLY},
    [WIRE_RELEASE_ALL] = {host_release_all, HOSTS_ONLY},
    [WIRE_WATCH] = {host_watch, HOSTS_ONLY},
    [WIRE_REMOVE] = {host_remove, HOSTS_ONLY},
    [WIRE_CO_HOST] = {host_co_host, HOSTS_ONLY},
    [WIRE_ADMIT] = {host_admit, HOSTS_ONLY},
    [WIRE_NEWCOMERS] = {host_newcomers, HOSTS_ONLY},
    [WIRE_CAPACITY] = {host_capacity, HOSTS_ONLY},
    [WIRE_NEW_CODE] = {host_new_code, HOSTS_ONLY},
    [WIRE_NAMES] = {host_names, HOSTS_ONLY},
    [WIRE_ABSENCE] = {host_away, HOSTS_ONLY},
    [WIRE_PULL_LIMIT] = {host_pull_limit, HOSTS_ONLY},
    [WIRE_BROADCAST] = {host_broadcast, HOSTS_ONLY},
    [WIRE_END] = {host_end, HOSTS_ONLY},
};

static bool may_ask(const struct request *r, unsigned right) {
    switch (right) {
    case NO_RIGHT:
        return true;
    case HOSTS_ONLY:
        return r->seat->host;
    default:
        return rights_allow(&r->room->rules, r->room->host_away, (enum wire_right)right, r->seat);
    }
}

void room_command(struct room *room, uint64_t viewer, const struct wire_client_message *command) {
    struct request request = {
        .room = room,
        .seat = seats_by_viewer(&room->seats, viewer),
        .message = command,
    };
    if (request.seat == NULL || request.seat->waits || handlers[command->type].handle == NULL) {
        return; // it has left already
    }
    if (!may_ask(&request, handlers[command->type].right)) {
        request_refuse_code(&request, WIRE_NOT_ALLOWED);
        return;
    }
    handlers[command->type].handle(&request);
}

// Rooms begin and end here, on the I/O thread.
//
// A room ends in four steps, so that neither thread ever holds what the other has let go of:
//
//     worker     a host says so, or nobody has been there for too long: it makes no more steps and
//                says nothing more about the room but POST_ROOM_ENDED
//     I/O        server_end_room(): closes the room's viewers, remembers its codes, forgets it
//     I/O        MAIL_CLOSE_ROOM, behind the viewers' MAIL_LEAVE
//     worker     destroys the room
#include <stdlib.h>

#include "server_internal.h"
#include "viewer.h"

bool server_new_code(struct server *server, char code[SECRET_CODE_BYTES]) {
    do {
        if (!secret_new_code(code)) {
            return false;
        }
    } while (registry_hall_by_code(&server->registry, code) != NULL ||
             registry_hall_by_old_code(&server->registry, code) != NULL ||
             registry_code_has_ended(&server->registry, code));
    return true;
}

static uint64_t now_ns(void *context) {
    (void)context;
    return uv_hrtime();
}

struct hall *server_create_room(struct server *server, const char *code, const char *title,
                                const struct pbd_scene *scene, const float *values,
                                struct wire_rules rules, bool listed, bool lasts,
                                char host_key[SECRET_KEY_BYTES]) {
    char random_code[SECRET_CODE_BYTES];
    if (!secret_new_key(host_key) || (code == NULL && !server_new_code(server, random_code))) {
        return NULL;
    }
    code = code == NULL ? random_code : code;
    struct room_def def = {
        .code = code,
        .title = title,
        .scene = scene,
        .values = values,
        .rules = rules,
        .lasts = lasts,
        .host_key = secret_hash_of(host_key),
        .viewers_max = server->options->viewers_per_room_max,
        .commands_per_s_max = server->options->commands_per_s_max,
        .hands_per_seat_max = server->options->hands_per_seat_max,
        .simd = server->options->simd,
        .clock = {.now_ns = now_ns},
    };
    struct room *room;
    struct mail *mail = calloc(1, sizeof *mail);
    if (mail == NULL || !room_create(&def, &room)) {
        free(mail);
        return NULL;
    }
    struct hall *hall =
        registry_add_hall(&server->registry, room, server->options->viewers_per_room_max, listed);
    if (hall == NULL) {
        free(mail);
        room_destroy(room);
        return NULL;
    }
    hall->worker = hall->room % server->worker_count;
    room->id = hall->room;
    *mail = (struct mail){.kind = MAIL_OPEN_ROOM, .room = room->id, .opened = room};
    if (!worker_post(&server->workers[hall->worker], mail)) {
        registry_remove_hall(&server->registry, hall);
        free(mail);
        room_destroy(room);
        return NULL;
    }
    LOG(&server->log, LOG_INFO, "room_created", LOG_NUMBER("room", hall->room),
        LOG_TEXT("scene", scene->name));
    return hall;
}

bool server_renew_host_key(struct server *server, const struct hall *hall,
                           char host_key[SECRET_KEY_BYTES]) {
    struct mail *mail = calloc(1, sizeof *mail);
    if (mail == NULL || !secret_new_key(host_key)) {
        free(mail);
        return false;
    }
    *mail = (struct mail){
        .kind = MAIL_HOST_KEY,
        .room = hall->room,
        .host_key = secret_hash_of(host_key),
    };
    if (!worker_post(&server->workers[hall->worker], mail)) {
        free(mail);
        return false;
    }
    LOG(&server->log, LOG_INFO, "host_key_renewed", LOG_NUMBER("room", hall->room));
    return true;
}

void server_end_room(struct server *server, struct hall *hall) {
    struct mail *mail = calloc(1, sizeof *mail);
    struct worker *worker = &server->workers[hall->worker];
    uint32_t room = hall->room;
    while (hall->viewer_count > 0) {
        viewer_end(hall->viewers[hall->viewer_count - 1]);
    }
    registry_remember_ended(&server->registry, hall);
    registry_remove_hall(&server->registry, hall);
    metrics_add(&server->metrics, METRICS_ROOMS_ENDED, 1);
    LOG(&server->log, LOG_INFO, "room_ended", LOG_NUMBER("room", room));
    if (mail != NULL) {
        *mail = (struct mail){.kind = MAIL_CLOSE_ROOM, .room = room};
    }
    if (mail == NULL || !worker_post(worker, mail)) { // it is destroyed when the worker stops
        LOG(&server->log, LOG_ERROR, "close_lost", LOG_NUMBER("room", room));
        free(mail);
    }
}

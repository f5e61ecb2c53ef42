#include "demo_rooms.h"

#include "server_internal.h"

bool demo_rooms_open(struct server *server, struct demo_rooms *demos) {
    const struct pbd_scene *scene;
    uint32_t rooms_max = server->options->rooms_max;
    for (uint32_t i = 0; i < DEMO_ROOMS_MAX && i < rooms_max && (scene = pbd_scene_at(i)) != NULL;
         i++) {
        float values[PBD_PARAMETERS_MAX];
        char code[WIRE_ROOM_BYTES_MAX + 1];
        pbd_scene_initial_values(scene, values);
        size_t length = 0;
        for (; scene->name[length] != '\0' && length < WIRE_ROOM_BYTES_MAX; length++) {
            code[length] = (char)(scene->name[length] - 'a' + 'A');
        }
        code[length] = '\0';
        struct hall *hall =
            server_create_room(server, code, scene->title, scene, values,
                               rights_everyone_everything(), true, true, demos->keys[i]);
        if (hall == NULL) {
            return false;
        }
        demos->rooms[i] = (struct announce_room){.code = hall->code, .host_key = demos->keys[i]};
        demos->count = i + 1;
    }
    return true;
}

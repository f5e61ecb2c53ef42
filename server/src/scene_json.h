// Scenes and rooms as JSON, for the pages that choose them.
#ifndef SCENE_JSON_H
#define SCENE_JSON_H

#include <stddef.h>

#include "pbd/scene.h"
#include "refusal.h"
#include "registry.h"
#include "urls.h"

// Strings from cJSON_PrintUnformatted, to be freed with cJSON_free; NULL without memory.
char *scene_json_scenes(void);
char *scene_json_rooms(const struct registry *registry);
char *scene_json_addresses(const struct urls *urls);
char *scene_json_created(const char *code, const char *host_key);
char *scene_json_refusal(const struct wire_refusal *refusal);

// The body of POST /api/rooms.
struct room_request {
    const struct pbd_scene *scene;
    float values[PBD_PARAMETERS_MAX];
    char title[ROOM_TITLE_BYTES];
    bool listed;
};
// WIRE_OK, or another code with a sentence in `refusal`.
enum wire_code scene_json_read_request(const char *body, size_t length,
                                       struct room_request *request, struct wire_refusal *refusal);

#endif

#include "scene_json.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "snapshot.h"
#include "wire/client_message.h"

static char *print(cJSON *json) {
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

static cJSON *parameter_json(const struct pbd_parameter *parameter) {
    struct wire_parameter p = snapshot_parameter(parameter, parameter->initial);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "name", p.name);
    cJSON_AddStringToObject(json, "title", p.title);
    cJSON_AddStringToObject(json, "unit", p.unit);
    cJSON_AddStringToObject(json, "kind", p.kind);
    cJSON_AddNumberToObject(json, "min", (double)p.min);
    cJSON_AddNumberToObject(json, "max", (double)p.max);
    cJSON_AddNumberToObject(json, "default", (double)p.initial);
    cJSON_AddNumberToObject(json, "value", (double)p.value);
    cJSON_AddBoolToObject(json, "live", p.live);
    if (p.choice_count > 0) {
        cJSON_AddItemToObject(json, "choices",
                              cJSON_CreateFloatArray(p.choices, (int)p.choice_count));
    }
    if (p.choice_count > 0 && p.labels != NULL) {
        cJSON *labels = cJSON_AddArrayToObject(json, "labels");
        for (uint32_t i = 0; i < p.choice_count; i++) {
            cJSON_AddItemToArray(labels, cJSON_CreateString(p.labels[i]));
        }
    }
    return json;
}

char *scene_json_scenes(void) {
    cJSON *json = cJSON_CreateObject();
    cJSON *scenes = cJSON_AddArrayToObject(json, "scenes");
    const struct pbd_scene *scene;
    for (uint32_t i = 0; (scene = pbd_scene_at(i)) != NULL; i++) {
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "name", scene->name);
        cJSON_AddStringToObject(row, "title", scene->title);
        cJSON_AddStringToObject(row, "description", scene->description);
        cJSON *parameters = cJSON_AddArrayToObject(row, "parameters");
        for (uint32_t k = 0; k < scene->parameter_count; k++) {
            cJSON_AddItemToArray(parameters, parameter_json(&scene->parameters[k]));
        }
        cJSON_AddItemToArray(scenes, row);
    }
    return print(json);
}

char *scene_json_rooms(const struct registry *registry) {
    cJSON *json = cJSON_CreateObject();
    cJSON *rooms = cJSON_AddArrayToObject(json, "rooms");
    for (struct hall *hall = NULL; (hall = registry_next_hall(registry, hall)) != NULL;) {
        if (!hall->listed) {
            continue;
        }
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "code", hall->code);
        cJSON_AddStringToObject(row, "title", hall->title);
        cJSON_AddStringToObject(row, "scene", hall->scene);
        cJSON_AddNumberToObject(row, "viewers", hall->viewer_count);
        cJSON_AddNumberToObject(row, "viewers_max", hall->viewers_max);
        cJSON_AddStringToObject(row, "newcomers", wire_newcomers_name(hall->newcomers));
        cJSON_AddItemToArray(rooms, row);
    }
    return print(json);
}

char *scene_json_addresses(const struct urls *urls) {
    cJSON *json = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(json, "urls");
    for (uint32_t i = 0; i < urls->count; i++) {
        cJSON_AddItemToArray(list, cJSON_CreateString(urls->list[i]));
    }
    return print(json);
}

char *scene_json_created(const char *code, const char *host_key) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "code", code);
    cJSON_AddStringToObject(json, "host_key", host_key);
    return print(json);
}

char *scene_json_refusal(const struct wire_refusal *refusal) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "code", wire_code_name(refusal->code));
    cJSON_AddStringToObject(json, "message", refusal->text);
    return print(json);
}

// ---- reading a request -------------------------------------------------------------------------

static enum wire_code refuse(struct wire_refusal *refusal, enum wire_code code,
                             const char *sentence) {
    *refusal = refusal_of(code);
    snprintf(refusal->text, sizeof refusal->text, "%s", sentence);
    return code;
}

static enum wire_code read_scene(const cJSON *json, struct room_request *request,
                                 struct wire_refusal *refusal) {
    const cJSON *scene = cJSON_GetObjectItemCaseSensitive(json, "scene");
    if (scene == NULL) {
        return refuse(refusal, WIRE_MISSING_FIELD, "'scene' is missing");
    }
    if (!cJSON_IsString(scene)) {
        return refuse(refusal, WIRE_BAD_TYPE, "'scene' must be a string");
    }
    request->scene = pbd_scene_find(scene->valuestring);
    if (request->scene == NULL) {
        *refusal = refusal_of(WIRE_NO_SUCH_SCENE);
        return refusal->code;
    }
    pbd_scene_initial_values(request->scene, request->values);
    return WIRE_OK;
}

static enum wire_code read_parameters(const cJSON *json, struct room_request *request,
                                      struct wire_refusal *refusal) {
    const cJSON *parameters = cJSON_GetObjectItemCaseSensitive(json, "parameters");
    if (parameters != NULL && !cJSON_IsObject(parameters)) {
        return refuse(refusal, WIRE_BAD_TYPE, "'parameters' must be an object");
    }
    const cJSON *parameter;
    cJSON_ArrayForEach(parameter, parameters) {
        int index = pbd_scene_parameter_index(request->scene, parameter->string);
        if (index < 0) {
            *refusal = refusal_of(WIRE_NO_SUCH_PARAMETER);
            return refusal->code;
        }
        if (!cJSON_IsNumber(parameter)) {
            return refuse(refusal, WIRE_BAD_TYPE, "parameters must be numbers");
        }
        request->values[index] = (float)parameter->valuedouble;
    }
    enum pbd_status status = pbd_scene_check(request->scene, request->values, NULL);
    if (status != PBD_OK) {
        *refusal = refusal_of_status(status, request->scene, request->values);
        return refusal->code;
    }
    return WIRE_OK;
}

static enum wire_code read_title(const cJSON *json, struct room_request *request,
                                 struct wire_refusal *refusal) {
    const cJSON *title = cJSON_GetObjectItemCaseSensitive(json, "title");
    if (title == NULL) {
        snprintf(request->title, sizeof request->title, "%s", request->scene->title);
        return WIRE_OK;
    }
    if (!cJSON_IsString(title)) {
        return refuse(refusal, WIRE_BAD_TYPE, "'title' must be a string");
    }
    if (!wire_name_is_valid(title->valuestring, strlen(title->valuestring))) {
        return refuse(refusal, WIRE_BAD_NAME,
                      "a title has at most 40 bytes of text and no control characters");
    }
    snprintf(request->title, sizeof request->title, "%s", title->valuestring);
    return WIRE_OK;
}

static enum wire_code read_request(const cJSON *json, struct room_request *request,
                                   struct wire_refusal *refusal) {
    if (!cJSON_IsObject(json)) {
        return refuse(refusal, WIRE_BAD_MESSAGE, "the body must be one JSON object");
    }
    enum wire_code code = read_scene(json, request, refusal);
    if (code == WIRE_OK) {
        code = read_parameters(json, request, refusal);
    }
    if (code == WIRE_OK) {
        code = read_title(json, request, refusal);
    }
    const cJSON *listed = cJSON_GetObjectItemCaseSensitive(json, "public");
    if (code == WIRE_OK && listed != NULL && !cJSON_IsBool(listed)) {
        return refuse(refusal, WIRE_BAD_TYPE, "'public' must be true or false");
    }
    request->listed = cJSON_IsTrue(listed);
    return code;
}

// Parses a text that is one JSON value and nothing else; NULL if it is not.
static cJSON *parse_only(const char *text, size_t length) {
    const char *rest = text;
    cJSON *json = cJSON_ParseWithLengthOpts(text, length, &rest, 0);
    while (rest < text + length && memchr(" \t\r\n", *rest, 4) != NULL) {
        rest++;
    }
    if (rest < text + length) {
        cJSON_Delete(json);
        return NULL;
    }
    return json;
}

enum wire_code scene_json_read_request(const char *body, size_t length,
                                       struct room_request *request, struct wire_refusal *refusal) {
    *request = (struct room_request){0};
    cJSON *json = parse_only(body, length);
    enum wire_code code = read_request(json, request, refusal);
    cJSON_Delete(json);
    return code;
}

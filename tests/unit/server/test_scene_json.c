#include "scene_json.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "room_fixture.h"
#include "support.h"

// Parses a text of the module and frees it; to be deleted.
static cJSON *parse(char *text) {
    cr_assert_not_null(text);
    cJSON *json = cJSON_ParseWithOpts(text, NULL, true);
    cr_assert_not_null(json, "%s", text);
    cJSON_free(text);
    return json;
}

static const cJSON *at(const cJSON *json, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    must(item != NULL);
    return item;
}

static const char *text_at(const cJSON *json, const char *name) {
    return cJSON_GetStringValue(at(json, name));
}

static float number_at(const cJSON *json, const char *name) {
    return (float)cJSON_GetNumberValue(at(json, name));
}

// ---- writing -----------------------------------------------------------------------------------

static void check_parameter(const cJSON *json, const struct pbd_parameter *parameter) {
    static const char *const kinds[] = {"float", "int", "bool", "choice"};
    cr_expect_str_eq(text_at(json, "name"), parameter->name);
    cr_expect_str_eq(text_at(json, "title"), parameter->title);
    cr_expect_str_eq(text_at(json, "unit"), parameter->unit);
    cr_expect_str_eq(text_at(json, "kind"), kinds[parameter->kind]);
    cr_expect_eq(number_at(json, "min"), parameter->min);
    cr_expect_eq(number_at(json, "max"), parameter->max);
    cr_expect_eq(number_at(json, "default"), parameter->initial);
    cr_expect_eq(number_at(json, "value"), parameter->initial);
    cr_expect_eq(cJSON_IsTrue(at(json, "live")), parameter->live);
    const cJSON *choices = cJSON_GetObjectItem(json, "choices");
    cr_expect_eq((uint32_t)cJSON_GetArraySize(choices), parameter->choice_count);
    for (uint32_t i = 0; i < parameter->choice_count; i++) {
        cr_expect_eq((float)cJSON_GetArrayItem(choices, (int)i)->valuedouble,
                     parameter->choices[i]);
    }
    const cJSON *labels = cJSON_GetObjectItem(json, "labels");
    cr_expect_eq((uint32_t)cJSON_GetArraySize(labels),
                 parameter->labels == NULL ? 0 : parameter->choice_count);
    for (int i = 0; i < cJSON_GetArraySize(labels); i++) {
        cr_expect_str_eq(cJSON_GetArrayItem(labels, i)->valuestring, parameter->labels[i]);
    }
}

CleanTest(scene_json, lists_every_scene_with_all_that_a_page_shows) {
    cJSON *json = parse(scene_json_scenes());
    const cJSON *rows = at(json, "scenes");
    const struct pbd_scene *scene;
    uint32_t s = 0;
    for (; (scene = pbd_scene_at(s)) != NULL; s++) {
        const cJSON *row = cJSON_GetArrayItem(rows, (int)s);
        cr_expect_str_eq(text_at(row, "name"), scene->name);
        cr_expect_str_eq(text_at(row, "title"), scene->title);
        cr_expect_str_eq(text_at(row, "description"), scene->description);
        const cJSON *parameters = at(row, "parameters");
        cr_assert_eq((uint32_t)cJSON_GetArraySize(parameters), scene->parameter_count);
        for (uint32_t i = 0; i < scene->parameter_count; i++) {
            check_parameter(cJSON_GetArrayItem(parameters, (int)i), &scene->parameters[i]);
        }
    }
    cr_expect_eq((uint32_t)cJSON_GetArraySize(rows), s);
    cJSON_Delete(json);
}

static struct hall *add_hall(struct registry *registry, const char *code, bool listed) {
    struct test_room t;
    test_room_open(&t, "rope", rights_hosted());
    strcpy(t.room->code, code);
    struct hall *hall = registry_add_hall(registry, t.room, 40, listed);
    test_room_close(&t);
    return hall;
}

CleanTest(scene_json, lists_the_rooms_that_are_public_and_no_others) {
    struct registry registry;
    cr_assert(registry_init(&registry, 3, 1));
    add_hall(&registry, "FIRST", true);
    add_hall(&registry, "SECRET", false);
    registry_remove_hall(&registry, add_hall(&registry, "ENDED", true));
    struct hall *last = add_hall(&registry, "LAST", true);
    strcpy(last->title, "A \"title\"");
    last->viewer_count = 7;
    last->newcomers = WIRE_ASK;
    char *text = scene_json_rooms(&registry);
    cr_expect_null(strstr(text, "SECRET"));
    cr_expect_null(strstr(text, "ENDED"));
    cJSON *json = parse(text);
    const cJSON *rows = at(json, "rooms");
    cr_assert_eq(cJSON_GetArraySize(rows), 2);
    cr_expect_str_eq(text_at(cJSON_GetArrayItem(rows, 0), "code"), "FIRST");
    const cJSON *row = cJSON_GetArrayItem(rows, 1);
    cr_expect_str_eq(text_at(row, "code"), "LAST");
    cr_expect_str_eq(text_at(row, "title"), "A \"title\"");
    cr_expect_str_eq(text_at(row, "scene"), "rope");
    cr_expect_eq(number_at(row, "viewers"), 7);
    cr_expect_eq(number_at(row, "viewers_max"), 40);
    cr_expect_str_eq(text_at(row, "newcomers"), "ask");
    cJSON_Delete(json);
    registry_release(&registry);
}

CleanTest(scene_json, lists_no_rooms_as_an_empty_array) {
    struct registry registry;
    cr_assert(registry_init(&registry, 1, 1));
    cJSON *json = parse(scene_json_rooms(&registry));
    cr_expect(cJSON_IsArray(at(json, "rooms")));
    cJSON_Delete(json);
    registry_release(&registry);
}

CleanTest(scene_json, lists_the_addresses_under_which_people_reach_the_server) {
    struct urls urls = {.list = {"http://192.168.1.5:8080", "http://10.0.0.2:8080"}, .count = 2};
    cJSON *json = parse(scene_json_addresses(&urls));
    const cJSON *list = at(json, "urls");
    cr_assert_eq(cJSON_GetArraySize(list), 2);
    cr_expect_str_eq(cJSON_GetStringValue(cJSON_GetArrayItem(list, 0)), "http://192.168.1.5:8080");
    cr_expect_str_eq(cJSON_GetStringValue(cJSON_GetArrayItem(list, 1)), "http://10.0.0.2:8080");
    cJSON_Delete(json);
}

CleanTest(scene_json, tells_who_created_a_room_its_code_and_key) {
    cJSON *json = parse(scene_json_created("CODE", "KEY"));
    cr_expect_str_eq(text_at(json, "code"), "CODE");
    cr_expect_str_eq(text_at(json, "host_key"), "KEY");
    cJSON_Delete(json);
}

CleanTest(scene_json, writes_a_refusal_as_code_and_sentence) {
    struct wire_refusal refusal = refusal_of(WIRE_TOO_COSTLY);
    cJSON *json = parse(scene_json_refusal(&refusal));
    cr_expect_str_eq(text_at(json, "code"), "too_costly");
    cr_expect_str_eq(text_at(json, "message"), refusal.text);
    cJSON_Delete(json);
}

// ---- reading -----------------------------------------------------------------------------------

static struct room_request request;
static struct wire_refusal refusal;

static enum wire_code read_body(const char *body) {
    // At the end of a block of its own, so that reading past it is noticed.
    struct blob *copy = blob_of_bytes(strlen(body), 0);
    memcpy(wire_buffer_content(&copy->buffer), body, strlen(body));
    refusal = (struct wire_refusal){0};
    enum wire_code code = scene_json_read_request((const char *)wire_buffer_content(&copy->buffer),
                                                  strlen(body), &request, &refusal);
    blob_unref(copy);
    return code;
}

static float value_of(const char *parameter) {
    return request.values[pbd_scene_parameter_index(request.scene, parameter)];
}

CleanTest(scene_json, a_request_may_name_only_the_scene) {
    cr_assert_eq(read_body("{\"scene\": \"chain\"}"), WIRE_OK);
    cr_expect_eq(request.scene, pbd_scene_find("chain"));
    cr_expect_str_eq(request.title, request.scene->title);
    cr_expect_not(request.listed);
    float values[PBD_PARAMETERS_MAX];
    pbd_scene_initial_values(request.scene, values);
    cr_expect_arr_eq(request.values, values, request.scene->parameter_count * sizeof values[0]);
}

CleanTest(scene_json, a_request_may_say_everything_and_more) {
    cr_assert_eq(read_body("{\"parameters\": {\"links\": 7, \"gravity\": 1.5}, \"public\": true, "
                           "\"title\": \"Été 5b\", \"scene\": \"chain\", \"colour\": [1, 2]}"),
                 WIRE_OK);
    cr_expect_str_eq(request.title, "Été 5b");
    cr_expect(request.listed);
    cr_expect_eq(value_of("links"), 7);
    cr_expect_eq(value_of("gravity"), 1.5f);
    cr_expect_eq(value_of("length"), 1, "the others are at their defaults");
}

CleanTest(scene_json, a_room_is_public_only_if_the_request_says_so) {
    cr_assert_eq(read_body("{\"scene\": \"chain\", \"public\": false}"), WIRE_OK);
    cr_expect_not(request.listed);
    cr_assert_eq(read_body("{\"scene\": \"chain\", \"public\": true}"), WIRE_OK);
    cr_expect(request.listed);
}

CleanTest(scene_json, what_the_scenes_say_of_themselves_makes_a_request) {
    cJSON *json = parse(scene_json_scenes());
    const cJSON *row;
    cJSON_ArrayForEach(row, at(json, "scenes")) {
        cJSON *body = cJSON_CreateObject();
        cJSON_AddStringToObject(body, "scene", text_at(row, "name"));
        cJSON *values = cJSON_AddObjectToObject(body, "parameters");
        const cJSON *parameter;
        cJSON_ArrayForEach(parameter, at(row, "parameters")) {
            cJSON_AddNumberToObject(values, text_at(parameter, "name"),
                                    cJSON_GetNumberValue(at(parameter, "default")));
        }
        char *text = cJSON_PrintUnformatted(body);
        cr_expect_eq(read_body(text), WIRE_OK, "%s", refusal.text);
        cJSON_free(text);
        cJSON_Delete(body);
    }
    cJSON_Delete(json);
}

static const char forty_bytes[] = "1234567890123456789012345678901234567890";

CleanTest(scene_json, bad_requests_are_refused_with_a_code_and_a_sentence) {
    static const struct {
        const char *body;
        enum wire_code code;
        const char *names; // what the sentence names; NULL: the code's own sentence
    } cases[] = {
        {"", WIRE_BAD_MESSAGE, "JSON object"},
        {"chain", WIRE_BAD_MESSAGE, "JSON object"},
        {"[\"scene\"]", WIRE_BAD_MESSAGE, "JSON object"},
        {"{\"scene\": \"chain\"", WIRE_BAD_MESSAGE, "JSON object"},
        {"{\"scene\": \"chain\"} {\"scene\": \"rope\"}", WIRE_BAD_MESSAGE, "JSON object"},
        {"{\"scene\": \"chain\"}x", WIRE_BAD_MESSAGE, "JSON object"},
        {"{}", WIRE_MISSING_FIELD, "'scene'"},
        {"{\"Scene\": \"chain\"}", WIRE_MISSING_FIELD, "'scene'"},
        {"{\"scene\": 1}", WIRE_BAD_TYPE, "'scene'"},
        {"{\"scene\": null}", WIRE_BAD_TYPE, "'scene'"},
        {"{\"scene\": \"Chain\"}", WIRE_NO_SUCH_SCENE, NULL},
        {"{\"scene\": \"chain\", \"parameters\": []}", WIRE_BAD_TYPE, "'parameters'"},
        {"{\"scene\": \"chain\", \"parameters\": {\"links\": \"7\"}}", WIRE_BAD_TYPE, "numbers"},
        {"{\"scene\": \"chain\", \"parameters\": {\"rows\": 7}}", WIRE_NO_SUCH_PARAMETER, NULL},
        {"{\"scene\": \"chain\", \"parameters\": {\"links\": 0}}", WIRE_OUT_OF_RANGE,
         "links must be a whole number between 1 and 1000"},
        {"{\"scene\": \"chain\", \"parameters\": {\"links\": 1e999}}", WIRE_OUT_OF_RANGE,
         "links must be a whole number between 1 and 1000"},
        {"{\"scene\": \"cloth\", \"parameters\": {\"columns\": 128, \"rows\": 128, "
         "\"iterations\": 200}}",
         WIRE_TOO_COSTLY, "million"},
        {"{\"scene\": \"chain\", \"title\": 5}", WIRE_BAD_TYPE, "'title'"},
        {"{\"scene\": \"chain\", \"title\": \"\"}", WIRE_BAD_NAME, "40 bytes"},
        {"{\"scene\": \"chain\", \"title\": \"a\\nb\"}", WIRE_BAD_NAME, "40 bytes"},
        {"{\"scene\": \"chain\", \"title\": \"12345678901234567890123456789012345678901\"}",
         WIRE_BAD_NAME, "40 bytes"},
        {"{\"scene\": \"chain\", \"public\": 1}", WIRE_BAD_TYPE, "'public'"},
        {"{\"scene\": \"chain\", \"public\": \"true\"}", WIRE_BAD_TYPE, "'public'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cr_expect_eq(read_body(cases[i].body), cases[i].code, "%s", cases[i].body);
        cr_expect_eq(refusal.code, cases[i].code, "%s", cases[i].body);
        const char *names = cases[i].names == NULL ? wire_code_text(cases[i].code) : cases[i].names;
        cr_expect_not_null(strstr(refusal.text, names), "%s: %s", cases[i].body, refusal.text);
    }
}

CleanTest(scene_json, a_title_may_have_forty_bytes) {
    char body[128];
    snprintf(body, sizeof body, "{\"scene\": \"chain\", \"title\": \"%s\"}", forty_bytes);
    cr_assert_eq(read_body(body), WIRE_OK);
    cr_expect_str_eq(request.title, forty_bytes);
}

CleanTest(scene_json, space_around_a_request_is_fine) {
    cr_expect_eq(read_body(" \r\n\t{\"scene\": \"chain\"} \r\n\t"), WIRE_OK);
}

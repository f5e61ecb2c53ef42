#include "srv/commands.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "call.h"
#include "qr.h"
#include "secret_file.h"
#include "urls.h"

int srv_command_health(const struct srv_options *options) {
    struct call_answer answer;
    if (!call_server(options, "GET", "/healthz", NULL, &answer)) {
        return 1;
    }
    return answer.status == 200 ? 0 : 1;
}

static bool is_code(const char *text) {
    return text[0] != '\0' && strlen(text) <= 16 &&
           strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") ==
               strlen(text);
}

// As a QR code too, for the tablet on the desk, if somebody looks on.
static void print_link(const char *base, const char *room, const char *host_key) {
    char link[URL_BYTES + 128];
    snprintf(link, sizeof link, "%s/r/%s#host=%s", base, room, host_key);
    printf("%s\n", link);
    if (isatty(STDOUT_FILENO)) {
        qr_print(stdout, link);
    }
}

int srv_command_host_link(const struct srv_options *options, const char *code) {
    char key[SECRET_KEY_BYTES];
    char path[64];
    struct call_answer answer;
    if (!is_code(code)) {
        fprintf(stderr, "ropewalk: '%s' is no room code\n", code);
        return 2;
    }
    if (!secret_file_read_key(options, SECRET_FILE_ADMIN, key)) {
        return 1;
    }
    snprintf(path, sizeof path, "/api/rooms/%s/host-key", code);
    if (!call_server(options, "POST", path, key, &answer)) {
        return 1;
    }
    cJSON *json = cJSON_Parse(answer.body);
    const char *host_key = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "host_key"));
    const char *room = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "code"));
    const char *message = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "message"));
    int result = answer.status == 200 && host_key != NULL && room != NULL ? 0 : 1;
    if (result == 0) {
        struct urls urls;
        urls_collect(options, options->port, &urls);
        print_link(urls.list[0], room, host_key);
    } else {
        fprintf(stderr, "ropewalk: %s\n",
                message != NULL ? message : "the server's answer was not understood");
    }
    cJSON_Delete(json);
    return result;
}

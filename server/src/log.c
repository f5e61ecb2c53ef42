#include "log.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <time.h>

static const char *const level_names[] = {"info", "warning", "error"};

static void add_time(cJSON *line) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct tm utc;
    gmtime_r(&now.tv_sec, &utc);
    char seconds[32];
    strftime(seconds, sizeof seconds, "%Y-%m-%dT%H:%M:%S", &utc);
    char text[48];
    snprintf(text, sizeof text, "%s.%03ldZ", seconds, now.tv_nsec / 1000000);
    cJSON_AddStringToObject(line, "time", text);
}

void log_write(struct log *log, enum log_level level, const char *event,
               const struct log_field *fields, size_t count) {
    if (level < log->lowest) {
        return;
    }
    cJSON *line = cJSON_CreateObject();
    add_time(line);
    cJSON_AddStringToObject(line, "level", level_names[level]);
    cJSON_AddStringToObject(line, "event", event);
    for (size_t i = 0; i < count; i++) {
        if (fields[i].text != NULL) {
            cJSON_AddStringToObject(line, fields[i].name, fields[i].text);
        } else {
            cJSON_AddNumberToObject(line, fields[i].name, fields[i].number);
        }
    }
    char *text = cJSON_PrintUnformatted(line);
    if (text != NULL) {
        fprintf(log->out, "%s\n", text);
        fflush(log->out);
    }
    cJSON_free(text);
    cJSON_Delete(line);
}

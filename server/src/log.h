// Log lines: one JSON object a line, without names, codes or keys.
//
//     LOG(log, LOG_INFO, "listening", LOG_NUMBER("port", 8080));
#ifndef LOG_H
#define LOG_H

#include <stddef.h>
#include <stdio.h>

enum log_level { LOG_INFO, LOG_WARNING, LOG_ERROR };

struct log {
    FILE *out;
    enum log_level lowest; // lines below it are not written
};

struct log_field {
    const char *name;
    const char *text; // NULL: the number counts
    double number;
};

#define LOG_TEXT(name, value) ((struct log_field){(name), (value), 0.0})
#define LOG_NUMBER(name, value) ((struct log_field){(name), NULL, (double)(value)})

// Thread-safe: a line is written with one call.
void log_write(struct log *log, enum log_level level, const char *event,
               const struct log_field *fields, size_t count);

#define LOG(log, level, event, ...)                                                                \
    log_write(log, level, event, (struct log_field[]){__VA_ARGS__},                                \
              sizeof((struct log_field[]){__VA_ARGS__}) / sizeof(struct log_field))

#endif

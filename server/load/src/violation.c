#include "violation.h"

#include <stdarg.h>

enum { TOLD_MAX = 3 }; // sentences of one kind; a faulty server would fill the screen with them

static const struct {
    const char *name;
    const char *text;
} rows[VIOLATION_COUNT] = {
#define X(id, name, text) {name, text},
    VIOLATIONS(X)
#undef X
};

const char *violation_name(enum violation kind) {
    return rows[kind].name;
}

const char *violation_text(enum violation kind) {
    return rows[kind].text;
}

uint64_t violations_total(const struct violations *violations) {
    uint64_t total = 0;
    for (int kind = 0; kind < VIOLATION_COUNT; kind++) {
        total += violations->counts[kind];
    }
    return total;
}

void violations_add(struct violations *violations, enum violation kind, const char *format, ...) {
    if (++violations->counts[kind] > TOLD_MAX || violations->out == NULL) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    fprintf(violations->out, "%s: ", rows[kind].name);
    vfprintf(violations->out, format, arguments);
    fputc('\n', violations->out);
    va_end(arguments);
}

// Names of members: made tidy, and told apart.
#include "wire/client_message.h"

#include <string.h>

#include "text.h"

// Spaces that are not the ordinary one, and letters that look like nothing.
static bool is_blank(uint32_t point) {
    return point == ' ' || point == 0xa0 || point == 0x1680 ||
           (point >= 0x2000 && point <= 0x200a) || point == 0x202f || point == 0x205f ||
           point == 0x3000 || point == 0x2800 || point == 0x115f || point == 0x1160 ||
           point == 0x3164 || point == 0xffa0;
}

// Joiners and selectors of variants belong to some scripts and to composed emoji, but cannot be
// seen.
static bool is_joiner(uint32_t point) {
    return point == 0x200c || point == 0x200d || (point >= 0x180b && point <= 0x180d) ||
           point == 0x180f || (point >= 0xfe00 && point <= 0xfe0f) ||
           (point >= 0xe0100 && point <= 0xe01ef);
}

// The rest of what Unicode calls default ignorable, and a few more.
static bool is_invisible(uint32_t point) {
    return point == 0xad || point == 0x34f || point == 0x17b4 || point == 0x17b5 ||
           point == 0x180e || point == 0x200b || (point >= 0x2060 && point <= 0x206f) ||
           point == 0xfeff || (point >= 0xfff0 && point <= 0xfffb) ||
           (point >= 0x1bca0 && point <= 0x1bca3) || point == 0x1d159 ||
           (point >= 0x1d173 && point <= 0x1d17a) ||
           (point >= 0xe0000 && point <= 0xe0fff && !is_joiner(point));
}

void wire_name_tidy(char *name) {
    size_t length = strlen(name), to = 0;
    bool space_waits = false, seen = false;
    for (size_t at = 0; at < length;) {
        uint32_t point;
        size_t size = wire_text_read(name + at, length - at, &point);
        if (size == 0)
            break; // not clean text
        if (is_blank(point)) {
            space_waits = to > 0;
        } else if (!is_invisible(point)) {
            if (space_waits)
                name[to++] = ' ';
            space_waits = false;
            seen = seen || !is_joiner(point);
            memmove(name + to, name + at, size);
            to += size;
        }
        at += size;
    }
    to = seen ? to : 0;
    memset(name + to, 0, length - to);
}

// The next code point that can be seen, in lower case if it is an ASCII letter; 0 at the end.
static uint32_t next_seen(const char **text) {
    enum { POINT_BYTES_MAX = 4 }; // the NUL at the end continues no character, so none is read over
    while (**text != '\0') {
        uint32_t point;
        size_t size = wire_text_read(*text, POINT_BYTES_MAX, &point);
        if (size == 0)
            return 0;
        *text += size;
        if (!is_joiner(point))
            return point >= 'A' && point <= 'Z' ? point + ('a' - 'A') : point;
    }
    return 0;
}

bool wire_names_look_alike(const char *a, const char *b) {
    uint32_t of_a, of_b;
    do {
        of_a = next_seen(&a);
        of_b = next_seen(&b);
    } while (of_a == of_b && of_a != 0);
    return of_a == of_b;
}

// FNV-1a over code points.
uint32_t wire_name_look(const char *name) {
    uint32_t look = 2166136261u, point;
    while ((point = next_seen(&name)) != 0)
        look = (look ^ point) * 16777619u;
    return look;
}

#include "text.h"

#include <stdint.h>

size_t wire_text_read(const char *text, size_t length, uint32_t *point) {
    const uint8_t *bytes = (const uint8_t *)text;
    uint8_t lead = bytes[0];
    if (lead < 0x80) {
        *point = lead;
        return 1;
    }
    size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || size > length)
        return 0;

    uint32_t value = lead & (0xffu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (bytes[i] & 0x3f);
    }
    bool overlong = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
    bool surrogate = value >= 0xd800 && value <= 0xdfff;
    if (overlong || surrogate || value > 0x10ffff)
        return 0;
    *point = value;
    return size;
}

static bool is_control(uint32_t point) {
    return point < 0x20 || (point >= 0x7f && point <= 0x9f) || // C0, DEL, C1
           (point >= 0x2028 && point <= 0x202e) ||             // separators, embeddings, overrides
           (point >= 0x2066 && point <= 0x2069) ||             // isolates
           point == 0x200e || point == 0x200f || point == 0x061c; // direction marks
}

bool wire_text_is_clean(const char *text, size_t length) {
    size_t at = 0;
    while (at < length) {
        uint32_t point;
        size_t size = wire_text_read(text + at, length - at, &point);
        if (size == 0 || is_control(point))
            return false;
        at += size;
    }
    return true;
}

// Whether bytes from outside are text that may be shown to people.
#ifndef WIRE_TEXT_H
#define WIRE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Well-formed UTF-8 (no overlong forms, no surrogates) without control characters (C0, DEL, C1),
// line and paragraph separators, and the bidirectional controls with which one member's name could
// turn around the text that stands next to it.
bool wire_text_is_clean(const char *text, size_t length);

// Reads the code point at the front; returns how many bytes it takes, 0 if they are malformed.
// `length` is at least 1.
size_t wire_text_read(const char *text, size_t length, uint32_t *point);

#endif

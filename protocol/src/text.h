// Whether bytes from outside are text that may be shown to people.
#ifndef WIRE_TEXT_H
#define WIRE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

// Well-formed UTF-8 (no overlong forms, no surrogates) without control characters (C0, DEL, C1),
// line and paragraph separators, and the bidirectional controls with which one member's name could
// turn around the text that stands next to it.
bool wire_text_is_clean(const char *text, size_t length);

#endif

// A small drawing of a room's world, for the lobby: an SVG that is fit for light and dark pages.
#ifndef PICTURE_H
#define PICTURE_H

#include "publication.h"

enum { PICTURE_BYTES_MAX = 20000 };

// The world in this frame, seen along z. From malloc; NULL without memory.
char *picture_svg(const struct frame *frame);

#endif

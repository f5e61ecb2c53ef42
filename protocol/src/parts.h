// Parts that several messages to clients share.
#ifndef WIRE_PARTS_H
#define WIRE_PARTS_H

#include "wire/buffer.h"
#include "wire/server_message.h"

// The four fields that say who sits where: `seat`, `name`, `colour`, `host`.
enum { WIRE_SEAT_FIELDS = 4 };
void wire_put_seat_fields(struct wire_buffer *out, const struct wire_seat *seat);

// The whole map `scene`, as a field of that name.
void wire_put_scene_field(struct wire_buffer *out, const struct wire_scene *scene);

#endif

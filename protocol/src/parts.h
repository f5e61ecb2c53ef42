// Parts that several messages to clients share.
#ifndef WIRE_PARTS_H
#define WIRE_PARTS_H

#include "wire/buffer.h"
#include "wire/server_message.h"

// The fields that say who sits where: `seat`, `name`, `colour`, `host`, and where they apply
// `watch` and `named`; and how many they are.
uint32_t wire_seat_field_count(const struct wire_seat *seat);
void wire_put_seat_fields(struct wire_buffer *out, const struct wire_seat *seat);

// An array of rights, and the map of all rules.
void wire_put_rights_field(struct wire_buffer *out, const char *key,
                           const bool rights[WIRE_RIGHT_COUNT]);
void wire_put_rules_field(struct wire_buffer *out, const struct wire_rules *rules);

// The whole map `scene`, as a field of that name.
void wire_put_scene_field(struct wire_buffer *out, const struct wire_scene *scene);

#endif

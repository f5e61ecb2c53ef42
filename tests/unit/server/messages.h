// Messages from clients, as values and as bytes.
#ifndef MESSAGES_H
#define MESSAGES_H

#include <stdint.h>

#include "blob.h"
#include "wire/client_message.h"

struct wire_client_message grab_message(uint32_t seq, uint32_t hand, uint32_t particle, float x,
                                        float y, float z);
struct wire_client_message move_message(uint32_t seq, uint32_t hand, float x, float y, float z);
struct wire_client_message release_message(uint32_t seq, uint32_t hand);
struct wire_client_message gust_message(uint32_t seq, float strength);
struct wire_client_message set_message(uint32_t seq, const char *parameter, float value);
struct wire_client_message scene_message(uint32_t seq, const char *scene);
struct wire_client_message speed_message(uint32_t seq, uint32_t slow);
struct wire_client_message rate_message(uint32_t seq, uint32_t rate_hz);
struct wire_client_message ping_message(double time);
enum { NO_PARTICLE = -1 };
struct wire_client_message measure_message(uint32_t seq, uint32_t rate_hz, int64_t particle);
// For types without fields of their own: pause, resume, step, reset, state, trace.
struct wire_client_message plain_message(uint32_t seq, enum wire_client_type type);
// Something that a member might send: within the protocol's ranges, but perhaps not the room's.
struct wire_client_message random_message(uint64_t *random, uint32_t seq);

// The bytes that a client would send.
struct blob *encode_client_message(const struct wire_client_message *message);

#endif

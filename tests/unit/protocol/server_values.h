// From the readable value of a message to clients to its bytes, by way of the library's structs.
#ifndef SERVER_VALUES_H
#define SERVER_VALUES_H

#include <cjson/cJSON.h>

#include "wire/buffer.h"

// Appends the encoded message. Fails the test if the value is not one the structs can say.
void server_value_encode(const cJSON *value, struct wire_buffer *out);

#endif

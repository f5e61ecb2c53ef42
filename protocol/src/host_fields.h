// The fields of what only hosts may ask for.
#ifndef WIRE_HOST_FIELDS_H
#define WIRE_HOST_FIELDS_H

#include <stdbool.h>

#include "fields.h"

// Reads the fields of `message->type`; false, and the refusal says why.
bool wire_host_fields_decode(const struct wire_fields *fields, struct wire_client_message *message);

#endif

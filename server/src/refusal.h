// Refusals: codes with a sentence that says what would have been right.
#ifndef REFUSAL_H
#define REFUSAL_H

#include "pbd/scene.h"
#include "pbd/status.h"
#include "wire/client_message.h"

// A refusal with the code's own sentence.
struct wire_refusal refusal_of(enum wire_code code);
// What the solver answered. For PBD_OUT_OF_RANGE and PBD_TOO_COSTLY the sentence names the
// parameter and its range, or the two figures; `scene` and `values` [parameter_count] are what was
// asked for, or NULL.
struct wire_refusal refusal_of_status(enum pbd_status status, const struct pbd_scene *scene,
                                      const float *values);

#endif

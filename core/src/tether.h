// Long-range tether: a particle is never further from a pin than the material between them is long
// (Kim, Chentanez, Müller, "Long Range Attachments", SCA 2012). Once per substep, in the first
// sweep, it does what sweeps would need as many of as there are links on the way. It moves the
// particle alone, so it is no good for what is not pinned.
#ifndef TETHER_H
#define TETHER_H

#include "constraint.h"
#include "two_ends.h"

extern const struct constraint_kind tether_kind; // of struct two_ends: the particle, the pin

void tether_project(const struct sweep *sweep, const void *constraints, float *scratch,
                    uint32_t count);

#endif

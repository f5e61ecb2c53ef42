// The recorder of a traced step. Projections go through it one by one, in the same order and to the
// same bits; it reads from q before and after what each of them did.
//
// For every particle and axis it keeps the sum of the displacement as recorded, in double, and
// writes down each correction as what takes that sum to the displacement now. So nothing is lost
// to rounding on the way, and the sum ends where the solver ended. In plain positions the
// displacement is p − x.
#ifndef TRACER_H
#define TRACER_H

#include "contact.h"
#include "hand.h"
#include "world_internal.h"

struct tracer;

// Before and after the sweeps of a substep. NULL is fine for the tracer, as in tracer_sweep.
void tracer_begin(struct tracer *tracer, const struct sweep *sweep);
void tracer_end(struct tracer *tracer, const struct sweep *sweep);
// A sweep begins.
void tracer_sweep(struct tracer *tracer, uint32_t number);

// Project what the solver would, and record it.
void tracer_project(struct tracer *tracer, const struct sweep *sweep, struct model *model,
                    const struct batch *run);
void tracer_project_hands(struct tracer *tracer, const struct sweep *sweep,
                          const struct hand_law *law, struct hand *hands, uint32_t count);
void tracer_project_contacts(struct tracer *tracer, const struct sweep *sweep,
                             const struct contact_bodies *bodies, float *touches);
void tracer_project_self_contacts(struct tracer *tracer, const struct sweep *sweep,
                                  struct self_contact *self);
// Records what a direct solve of all links has done.
void tracer_note_direct(struct tracer *tracer, const struct sweep *sweep,
                        const struct model *model);

#endif

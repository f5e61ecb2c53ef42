// What a kind of constraint is to the rest of the solver: its sizes and its verbs. A new kind
// is a file with these, a row in the table of constraint.c and a name in enum pbd_kind.
//
// Constraints never include one another; they meet in the solver. What differs between worlds of
// one scene or changes while a world lives is walked; the rest is rebuilt by the scene.
#ifndef CONSTRAINT_H
#define CONSTRAINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pbd/scene.h"
#include "sweep.h"
#include "walk.h"

enum { CONSTRAINT_PARTICLES_MAX = 4 };

struct constraint_kind {
    size_t bytes;            // of one constraint: its particles and its rest shape
    uint32_t scratch_floats; // for each constraint; zero when a substep begins, gone when it ends
    uint32_t cost;           // of a projection, in those of a link
    bool contact;            // solved after the hands; all others before
    // Whether these values switch it on. NULL: always.
    bool (*acts)(const float *values);
    // Removes what overlaps before the prediction: moves x [particles][3] alone, so that no speed
    // comes of it. NULL if there is nothing to remove.
    void (*begin)(const void *constraints, uint32_t count, float *x, const float *w);
    // Projects each once, in order. scratch [count][scratch_floats].
    void (*project)(const struct sweep *sweep, const void *constraints, float *scratch,
                    uint32_t count);
    // Which particles it joins; how many. For those who look on.
    uint32_t (*particles)(const void *constraint, uint32_t particles[CONSTRAINT_PARTICLES_MAX]);
    // C, and its gradients in the order of `particles`, as q is now; false where there are none, as
    // where an edge has no direction. scratch: of this one, after a projection.
    bool (*evaluate)(const struct sweep *sweep, const void *constraint, const float *scratch,
                     float *value, float gradients[CONSTRAINT_PARTICLES_MAX][3]);
    // Walks what a world may change of one constraint. NULL if there is nothing.
    void (*walk)(struct walk *walk, void *constraint);
};

extern const struct constraint_kind *const constraint_kinds[PBD_KIND_COUNT];

struct model;
// Projects `count` constraints of a kind, from number `first` on.
void constraint_project(const struct sweep *sweep, struct model *model, enum pbd_kind kind,
                        uint32_t first, uint32_t count);

#endif

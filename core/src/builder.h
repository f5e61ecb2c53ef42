// The view of a world that a scene's build(), refresh() and rekick() work on.
#ifndef BUILDER_H
#define BUILDER_H

#include "world_internal.h"

struct pbd_builder {
    struct model *model;
    float substep_s;        // turns velocities into displacements
    struct pbd_counts made; // so far
    bool overfull;          // more was asked for than was counted, or than there is room for
};

// The first obstacle: the ground at y = 0.
void builder_ground(struct pbd_builder *builder);

#endif

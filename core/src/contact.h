// Contact of particles and links with obstacles: C = gap + n·u ≥ 0, u the way of the touching point
// since the substep began, with Coulomb's friction.
//
// The plane that a point must not cross in a substep is found where its way first meets the
// obstacle, so that nothing passes through however fast it is and however thin the obstacle:
//
//     before ●─────────►┊╭───╮          n: normal of the obstacle where they meet
//                  ◄─n──┊│   │  ● now   gap: from `before` to the plane, along n
//                       ┊╰───╯          C < 0 here, although `now` is outside
//
// Normal and multipliers last until the substep ends; the multipliers may fall again, but never
// below 0. A link that turns about where it is held takes a new plane. Overlap that is there when a
// substep begins is removed by moving x alone, over several substeps if it is deep.
#ifndef CONTACT_H
#define CONTACT_H

#include "obstacle.h"
#include "pbd/world.h"
#include "sweep.h"

enum { CONTACT_SCRATCH_FLOATS = 9 };

#define CONTACT_PUSH_OUT_M 0.02f // the most overlap that is removed in one substep

// What touches what. A scene's ground is an obstacle like another.
struct contact_bodies {
    const struct obstacle *obstacles; // [obstacle_count]
    uint32_t obstacle_count;
    uint32_t particle_count;
    const struct pbd_link *links; // [link_count] that touch too, as capsules
    uint32_t link_count;
    float radius_m; // of particles and links
};

// Removes overlap by at most CONTACT_PUSH_OUT_M: moves x [particles][3] alone.
void contact_begin(const struct contact_bodies *bodies, float *x, const float *w);
// Every contact once: from the last obstacle to the first, which is the ground; links before
// particles, in order of their numbers. scratch [obstacles][links +
// particles][CONTACT_SCRATCH_FLOATS], zero when the substep begins.
void contact_project(const struct sweep *sweep, const struct contact_bodies *bodies,
                     float *scratch);

// For those who look on. A body is a number: particles first, then links.
// Which particles it consists of; how many.
uint32_t contact_particles(const struct contact_bodies *bodies, uint32_t body,
                           uint32_t particles[2]);
// One contact, as contact_project does it in its turn.
void contact_project_one(const struct sweep *sweep, const struct contact_bodies *bodies,
                         float *scratch, uint32_t obstacle, uint32_t body);
// C and its gradients as q is now; false if they have not touched in this substep.
bool contact_evaluate(const struct sweep *sweep, const struct contact_bodies *bodies,
                      const float *scratch, uint32_t obstacle, uint32_t body, float *value,
                      float gradients[2][3]);
// How deep the deepest of them is inside an obstacle at x; 0 if none is.
float contact_deepest(const struct contact_bodies *bodies, const float *x, const float *w);

#endif

// Hands: a soft pull of a particle towards a target, with compliance, damping and a maximum force.
//
// An XPBD constraint C = p − target per axis (Macklin, Müller, Chentanez, "XPBD", MIG 2016,
// equation 18 with the damping of equation 26), whose accumulated multiplier is held under force ×
// h². A hard position would let one hand fling everything and two hands fight.
#ifndef HAND_H
#define HAND_H

#include "sweep.h"
#include "world_internal.h"

struct hand_law {
    float force_n;
    float compliance_m_per_n;
    float damping_n_s_per_m;
};

// The most that a hand pulls with: what the scene's law allows, or less if it has a limit of its
// own.
float hand_force_max_n(const struct hand_law *law, const struct hand *hand);
// Forgets the multipliers of the last substep.
void hand_begin(struct hand *hands, uint32_t count);
// One projection of every hand, in order. `before` are the positions before the substep.
void hand_project(const struct sweep *sweep, const struct hand_law *law, const float *before,
                  struct hand *hands, uint32_t count);

#endif

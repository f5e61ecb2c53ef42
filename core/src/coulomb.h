// Coulomb's friction for contacts that accumulate their multipliers over the sweeps of a substep.
#ifndef COULOMB_H
#define COULOMB_H

#include "sweep.h"

// What can be had of a wanted friction of this squared size: all while it is at most friction × the
// normal multiplier, otherwise as much as makes it sliding × the normal multiplier.
static inline float coulomb_part(const struct sweep *sweep, float normal_multiplier, float size2) {
    float hold = sweep->friction * normal_multiplier;
    return size2 > hold * hold ? sweep->sliding * normal_multiplier / sqrtf(size2) : 1.0f;
}

// Adds to the accumulated friction what would end the tangential way `slip`, and holds it inside
// the cone. Writes the change.
static inline void coulomb_update(const struct sweep *sweep, float normal_multiplier, float weight,
                                  const float slip[3], float multiplier[3], float change[3]) {
    float wanted[3];
    for (uint32_t c = 0; c < 3; c++) {
        wanted[c] = multiplier[c] - slip[c] / weight;
    }
    float part = coulomb_part(sweep, normal_multiplier, sweep_length2(wanted));
    for (uint32_t c = 0; c < 3; c++) {
        float held = wanted[c] * part;
        change[c] = held - multiplier[c];
        multiplier[c] = held;
    }
}

#endif

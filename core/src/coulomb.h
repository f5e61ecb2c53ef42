// Coulomb's friction for contacts that accumulate their multipliers over the sweeps of a substep.
#ifndef COULOMB_H
#define COULOMB_H

#include "sweep.h"

// Adds to the accumulated friction what would end the tangential way `slip`, and holds it inside
// the cone: all of it while it is at most friction × the normal multiplier, otherwise as much as
// sliding × the normal multiplier. Writes the change.
static inline void coulomb_update(const struct sweep *sweep, float normal_multiplier, float weight,
                                  const float slip[3], float multiplier[3], float change[3]) {
    float wanted[3];
    for (uint32_t c = 0; c < 3; c++) {
        wanted[c] = multiplier[c] - slip[c] / weight;
    }
    float size2 = sweep_length2(wanted);
    float hold = sweep->friction * normal_multiplier;
    if (size2 > hold * hold) {
        float scale = sweep->sliding * normal_multiplier / sqrtf(size2);
        for (uint32_t c = 0; c < 3; c++) {
            wanted[c] *= scale;
        }
    }
    for (uint32_t c = 0; c < 3; c++) {
        change[c] = wanted[c] - multiplier[c];
        multiplier[c] = wanted[c];
    }
}

#endif

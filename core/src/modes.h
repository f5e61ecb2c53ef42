// Frequencies of beads in a row, exactly, for any number of them.
//
// Beads that move to the side between links under tension T swing as ω² = eigenvalues of
// M^−½ K M^−½, which is tridiagonal: K_ii = T_i/a_i + T_{i+1}/a_{i+1}, K_{i,i+1} =
// −T_{i+1}/a_{i+1}. How many eigenvalues lie below a number is counted from the signs of a
// recurrence (Sturm); bisection does the rest.
#ifndef MODES_H
#define MODES_H

#include <stdint.h>

#include "pbd/scene.h"

enum { MODES_BEADS_MAX = 1024 };

struct bead_row {
    uint32_t beads;                        // at most MODES_BEADS_MAX
    double stiffness[MODES_BEADS_MAX + 1]; // T/a, N/m: of the link before each bead, and after
    double mass[MODES_BEADS_MAX];          // kg
};

// The lowest frequencies, Hz, at most PBD_HARMONICS_MAX; how many.
uint32_t modes_of_row(const struct bead_row *row, double hz[PBD_HARMONICS_MAX]);

#endif

// A feeder pays out a strand: its last particles wait above a height, sink at the speed of feeding
// and are let go one after the other when they reach it.
//
// Those that wait have no inverse mass, as pins have.
#ifndef FEEDER_H
#define FEEDER_H

#include <stdbool.h>
#include <stdint.h>

struct feeder {
    bool is_there;
    uint32_t next; // the first particle that still waits; all after it do, too
    float height_m;
    float speed_m_per_s; // ≥ 0
    float inverse_mass;  // 1/kg, of a particle that has been let go
};

// Lets go what has come down to the height and writes the displacements of the others for a
// substep. x, d [particles][3]; w [particles].
void feeder_advance(struct feeder *feeder, uint32_t particles, float substep_s, const float *x,
                    float *d, float *w);

#endif

// The order of constraints on a general graph: in creation order each takes the lowest colour that
// no constraint sharing a particle with it has; they are solved by colour, then by creation order.
// So those of one colour do not see one another, and the order depends on the graph alone.
#ifndef COLOURING_H
#define COLOURING_H

#include <stdint.h>

enum { COLOURS_MAX = 64 };

struct colouring {
    uint64_t *taken;  // [particles], 0 at first. Bit c: a constraint of colour c has it
    uint8_t *colours; // [constraints] that are added
    uint32_t count;   // added so far
    uint32_t used;    // colours: 0 … used − 1
};

// Adds the next constraint; its colour is written to colours[count]. There is one, unless so many
// constraints share a particle that a scene was made wrongly.
void colouring_add(struct colouring *colouring, const uint32_t *particles, uint32_t count);

#endif

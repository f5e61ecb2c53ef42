#include "colouring.h"

#include <assert.h>

void colouring_add(struct colouring *colouring, const uint32_t *particles, uint32_t count) {
    uint64_t taken = 0;
    for (uint32_t i = 0; i < count; i++) {
        taken |= colouring->taken[particles[i]];
    }
    assert(~taken != 0);
    uint32_t colour = 0;
    while (taken >> colour & 1) {
        colour++;
    }
    for (uint32_t i = 0; i < count; i++) {
        colouring->taken[particles[i]] |= (uint64_t)1 << colour;
    }
    colouring->colours[colouring->count++] = (uint8_t)colour;
    colouring->used = colour < colouring->used ? colouring->used : colour + 1;
}

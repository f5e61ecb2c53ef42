#include "colouring.h"

#include <criterion/criterion.h>

Test(colouring, gives_each_constraint_the_lowest_colour_that_its_particles_leave) {
    const uint32_t pairs[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {4, 5}, {4, 0}};
    const uint8_t wanted[] = {0, 1, 0, 1, 2, 0, 3};
    uint64_t taken[6] = {0};
    uint8_t colours[7];
    struct colouring colouring = {.taken = taken, .colours = colours};
    for (uint32_t i = 0; i < 7; i++) {
        colouring_add(&colouring, pairs[i], 2);
        cr_assert(colours[i] == wanted[i], "%u: %u", i, colours[i]);
    }
    cr_assert(colouring.count == 7 && colouring.used == 4);
}

Test(colouring, keeps_constraints_of_four_particles_apart_too) {
    const uint32_t corners[][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {3, 8, 9, 4}, {8, 10, 11, 12}};
    const uint8_t wanted[] = {0, 0, 1, 0};
    uint64_t taken[13] = {0};
    uint8_t colours[4];
    struct colouring colouring = {.taken = taken, .colours = colours};
    for (uint32_t i = 0; i < 4; i++) {
        colouring_add(&colouring, corners[i], 4);
        cr_assert(colours[i] == wanted[i]);
    }
}

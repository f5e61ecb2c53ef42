// What a constraint on the distance of two particles consists of.
#ifndef TWO_ENDS_H
#define TWO_ENDS_H

#include <stdint.h>

struct two_ends {
    uint32_t a, b;
    float length_m;
};

#endif

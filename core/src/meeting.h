// Where two points meet on their ways through a substep.
#ifndef MEETING_H
#define MEETING_H

#include <string.h>

#include "sweep.h"

// Two points were at `before` from one another and have since gone by `way`: whether they came
// within the distance, where they were to one another then, and when (0 … 1 of the substep), which
// is the first root of |before + time way|² = distance². At first if they were within it.
static inline bool meeting_find(float distance_m, const float before[3], const float way[3],
                                float meet[3], float *time) {
    memcpy(meet, before, 3 * sizeof meet[0]);
    *time = 0.0f;
    float apart = sweep_length2(before) - distance_m * distance_m;
    if (apart <= 0.0f) {
        return true;
    }
    float nearing = -sweep_dot(before, way);
    float way2 = sweep_length2(way);
    float discriminant = nearing * nearing - way2 * apart;
    if (!(nearing > 0.0f && discriminant >= 0.0f)) {
        return false;
    }
    *time = (nearing - sqrtf(discriminant)) / way2;
    sweep_push(meet, 0, *time, way);
    return *time <= 1.0f;
}

#endif

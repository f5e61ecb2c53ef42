// Where two segments are nearest to each other.
#ifndef SEGMENT_H
#define SEGMENT_H

#include "sweep.h"

#define SEGMENT_PARALLEL_SINE2 1e-3f // 1.8°

static inline float segment_unit(float part) {
    return part < 0.0f ? 0.0f : part > 1.0f ? 1.0f : part;
}

// Between two points of the line of a, given as parts of a: the middle of what a has of it.
static inline float segment_middle(float first, float second) {
    return 0.5f * (segment_unit(first) + segment_unit(second));
}

// Segments from a0 to a1 and from b0 to b1; either may be a point. Writes the parts of the way from
// the first end, 0 … 1, and e from the point on b to the point on a. Segments that are parallel
// within 2° are nearest in the middle of where they lie beside each other, so that what pushes
// them apart there does not turn them. (Ericson, "Real-Time Collision Detection", 2005, 5.1.9)
static inline void segment_nearest(const float a0[3], const float a1[3], const float b0[3],
                                   const float b1[3], float *part_a, float *part_b, float e[3]) {
    float u[3], v[3], r[3];
    for (uint32_t c = 0; c < 3; c++) {
        u[c] = a1[c] - a0[c];
        v[c] = b1[c] - b0[c];
        r[c] = a0[c] - b0[c];
    }
    float uu = sweep_length2(u);
    float vv = sweep_length2(v);
    float uv = sweep_dot(u, v);
    float ur = sweep_dot(u, r);
    float vr = sweep_dot(v, r);
    float s = 0.0f;
    float t = 0.0f;
    if (uu > SWEEP_LENGTH2_MIN && vv > SWEEP_LENGTH2_MIN) {
        float sine2 = uu * vv - uv * uv;
        s = sine2 > SEGMENT_PARALLEL_SINE2 * uu * vv ? segment_unit((uv * vr - ur * vv) / sine2)
                                                     : segment_middle(-ur / uu, (uv - ur) / uu);
        t = (uv * s + vr) / vv;
        if (t < 0.0f || t > 1.0f) {
            t = segment_unit(t);
            s = segment_unit((uv * t - ur) / uu);
        }
    } else if (uu > SWEEP_LENGTH2_MIN) {
        s = segment_unit(-ur / uu);
    } else if (vv > SWEEP_LENGTH2_MIN) {
        t = segment_unit(vr / vv);
    }
    for (uint32_t c = 0; c < 3; c++) {
        e[c] = r[c] + s * u[c] - t * v[c];
    }
    *part_a = s;
    *part_b = t;
}

#endif

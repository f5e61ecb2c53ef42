// Where two segments are nearest to each other.
#ifndef SEGMENT_H
#define SEGMENT_H

#include "sweep.h"
#include "xyz.h"

#define SEGMENT_PARALLEL_SINE2 1e-3f // 1.8°

// Held to 0 … 1, in a form that needs no branches.
static inline float segment_unit(float part) {
    float low = 0.0f > part ? 0.0f : part;
    return 1.0f < low ? 1.0f : low;
}

// Between two points of the line of a, given as parts of a: the middle of what a has of it.
static inline float segment_middle(float first, float second) {
    return 0.5f * (segment_unit(first) + segment_unit(second));
}

// Segments from a0 to a1 and from b0 to b1; either may be a point. Writes the parts of the way from
// the first end, 0 … 1, and returns e from the point on b to the point on a. Segments that are
// parallel within 2° are nearest in the middle of where they lie beside each other, so that what
// pushes them apart there does not turn them. (Ericson, "Real-Time Collision Detection", 2005,
// 5.1.9)
static inline xyz segment_nearest(xyz a0, xyz a1, xyz b0, xyz b1, float *part_a, float *part_b) {
    xyz u = a1 - a0;
    xyz v = b1 - b0;
    xyz r = a0 - b0;
    float uu = xyz_dot(u, u);
    float vv = xyz_dot(v, v);
    float uv = xyz_dot(u, v);
    float ur = xyz_dot(u, r);
    float vr = xyz_dot(v, r);
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
    *part_a = s;
    *part_b = t;
    return r + s * u - t * v;
}

#endif

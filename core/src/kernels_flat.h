// The kernels that go through all particles once in a substep: predict and arrive. Arrays of
// [particles][3] floats are taken as they are: three vectors hold LANES particles.
#ifndef KERNELS_FLAT_H
#define KERNELS_FLAT_H

#include "kernels.h"
#include "lanes.h"
#include "pbd/world.h"
#include "rest.h"

// `value` where vector k of three has a y, and elsewhere what changes nothing when it is added.
LANES_INLINE vec along_y(float value, uint32_t k) {
    vec v;
    for (uint32_t i = 0; i < LANES; i++) {
        v[i] = (k * LANES + i) % 3 == 1 ? value : -0.0f;
    }
    return v;
}

// Blocks in which all can move.
static uint32_t predict(const struct prediction *prediction, uint32_t i, uint32_t particles) {
    const struct prediction p = *prediction;
    const vec damping = vec_all(p.damping);
    const vec h2 = vec_all(p.h2);
    const vec fall[3] = {along_y(p.fall, 0), along_y(p.fall, 1), along_y(p.fall, 2)};
    for (; i + LANES <= particles && mask_every(vec_load(&p.w[i]) != vec_all(0.0f)); i += LANES) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t at = 3 * i + k * LANES;
            vec d = vec_load(&p.d[at]) * damping + fall[k];
            d = p.wind != NULL ? d + h2 * vec_load(&p.wind[at]) : d;
            vec_store(&p.d[at], d);
        }
    }
    return i;
}

LANES_INLINE vec unless_below(float least, vec v) {
    return vec_select(vec_abs(v) < vec_all(least), vec_all(0.0f), v);
}

// Of a limit that no axis of a displacement exceeds, so that the whole cannot: less than 1/√3.
#define SHARE_OF_AN_AXIS 0.57f

// Blocks in which nothing is too fast, out of bounds or not a number.
static uint32_t arrive(const struct arrival *arrival, uint32_t i, uint32_t particles) {
    const struct arrival a = *arrival;
    const vec limit = vec_all(SHARE_OF_AN_AXIS * a.limit_m);
    const vec bound = vec_all(PBD_WORLD_BOUND);
    for (; i + LANES <= particles; i += LANES) {
        vec p[3], d[3];
        mask ordinary = ~(mask){0};
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t at = 3 * i + k * LANES;
            vec x = vec_load(&a.x[at]);
            d[k] = vec_load(&a.d[at]);
            p[k] = a.p != NULL ? vec_load(&a.p[at]) : x + d[k];
            d[k] = a.p != NULL ? p[k] - x : d[k];
            ordinary &= (vec_abs(d[k]) <= limit) & (vec_abs(p[k]) <= bound);
        }
        if (!mask_every(ordinary)) {
            break;
        }
        for (uint32_t k = 0; k < 3; k++) {
            vec_store(&a.x[3 * i + k * LANES], unless_below(POSITION_LEAST, p[k]));
            vec_store(&a.d[3 * i + k * LANES], unless_below(DISPLACEMENT_LEAST, d[k]));
        }
    }
    return i;
}

#endif

#include "distance.h"

static inline void project(const struct sweep *sweep, const struct pbd_link *links, uint32_t count,
                           bool plain) {
    const float *w = sweep->w;
    for (uint32_t i = 0; i < count; i++) {
        const struct pbd_link *link = &links[i];
        float e[3];
        sweep_edge(sweep->x, sweep->q, link->a, link->b, plain, e);
        float length2 = sweep_length2(e);
        float weight = w[link->a] + w[link->b];
        if (!(length2 > SWEEP_LENGTH2_MIN) || weight == 0.0f) {
            continue; // no direction, or nothing that can move
        }
        float length = sqrtf(length2);
        float s = sweep->stiffness * (length - link->rest_m) / (length * weight);
        sweep_correct(sweep->q, w, link->a, link->b, s, e);
    }
}

void distance_project(const struct sweep *sweep, const struct pbd_link *links, uint32_t count) {
    if (sweep->x == NULL) {
        project(sweep, links, count, true);
    } else {
        project(sweep, links, count, false);
    }
}

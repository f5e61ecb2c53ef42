#include "floor.h"

static inline void project(const struct sweep *sweep, const struct floor_constraint *floors,
                           uint32_t count, bool plain) {
    const float *w = sweep->w;
    for (uint32_t i = 0; i < count; i++) {
        const struct floor_constraint *f = &floors[i];
        float e[3];
        sweep_edge(sweep->x, sweep->q, f->a, f->b, plain, e);
        float length2 = sweep_length2(e);
        if (length2 >= f->length_m * f->length_m) {
            continue;
        }
        float weight = w[f->a] + w[f->b];
        if (!(length2 > SWEEP_LENGTH2_MIN) || weight == 0.0f) {
            continue;
        }
        float length = sqrtf(length2);
        float s = (length - f->length_m) / (length * weight);
        sweep_correct(sweep->q, w, f->a, f->b, s, e);
    }
}

void floor_project(const struct sweep *sweep, const struct floor_constraint *floors,
                   uint32_t count) {
    if (sweep->x == NULL) {
        project(sweep, floors, count, true);
    } else {
        project(sweep, floors, count, false);
    }
}

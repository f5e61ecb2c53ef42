#include "feeder.h"

void feeder_advance(struct feeder *feeder, uint32_t particles, float substep_s, const float *x,
                    float *d, float *w) {
    while (feeder->next < particles && x[3 * feeder->next + 1] <= feeder->height_m) {
        w[feeder->next++] = feeder->inverse_mass;
    }
    for (uint32_t i = feeder->next; i < particles; i++) {
        d[3 * i] = 0.0f;
        d[3 * i + 1] = 0.0f - feeder->speed_m_per_s * substep_s;
        d[3 * i + 2] = 0.0f;
    }
}

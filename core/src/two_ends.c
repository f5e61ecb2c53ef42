#include "two_ends.h"

#include "sweep.h"

uint32_t two_ends_particles(const void *constraint, uint32_t *particles) {
    const struct two_ends *ends = constraint;
    particles[0] = ends->a;
    particles[1] = ends->b;
    return 2;
}

bool two_ends_evaluate(const struct sweep *sweep, const void *constraint, const float *scratch,
                       float *value, float gradients[][3]) {
    const struct two_ends *ends = constraint;
    (void)scratch;
    float e[3];
    sweep_edge(sweep->x, sweep->q, ends->a, ends->b, sweep->x == NULL, e);
    float length2 = sweep_length2(e);
    if (!(length2 > SWEEP_LENGTH2_MIN)) {
        return false;
    }
    float length = sqrtf(length2);
    *value = length - ends->length_m;
    for (uint32_t c = 0; c < 3; c++) {
        gradients[0][c] = e[c] / length;
        gradients[1][c] = -gradients[0][c];
    }
    return true;
}

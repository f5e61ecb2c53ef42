#include "rail.h"

void rail_project(const struct sweep *sweep, const void *constraints, float *scratch,
                  uint32_t count) {
    const struct rail *rails = constraints;
    (void)scratch;
    for (uint32_t i = 0; i < count; i++) {
        const struct rail *rail = &rails[i];
        if (sweep->w[rail->a] == 0.0f) {
            continue;
        }
        float off[3], way[3];
        sweep_way(sweep, rail->a, way);
        for (uint32_t c = 0; c < 3; c++) {
            off[c] = (sweep->before[3 * rail->a + c] - rail->point_m[c]) + way[c];
        }
        float along = sweep_dot(off, rail->direction);
        for (uint32_t c = 0; c < 3; c++) {
            off[c] -= along * rail->direction[c];
        }
        sweep_push(sweep->q, rail->a, -1.0f, off);
    }
}

const struct constraint_kind rail_kind = {
    .bytes = sizeof(struct rail),
    .cost = 1,
    .project = rail_project,
};

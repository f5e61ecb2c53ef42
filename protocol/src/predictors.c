#include "wire/predictors.h"

#include <stdlib.h>
#include <string.h>

// The linked particles of lower number, the highest first.
struct lower {
    uint32_t count;
    uint32_t particles[WIRE_PREDICTORS_LINKS_MAX];
};

// Puts a particle in its place; the lowest one falls out when there are too many.
static void add(struct lower *lower, uint32_t particle) {
    uint32_t at = 0;
    while (at < lower->count && lower->particles[at] > particle) {
        at++;
    }
    bool known = at < lower->count && lower->particles[at] == particle;
    if (known || at == WIRE_PREDICTORS_LINKS_MAX) {
        return;
    }
    lower->count += lower->count < WIRE_PREDICTORS_LINKS_MAX;
    memmove(&lower->particles[at + 1], &lower->particles[at],
            (lower->count - at - 1) * sizeof lower->particles[0]);
    lower->particles[at] = particle;
}

// The highest particle in both lists; false if there is none.
static bool find_common(const struct lower *a, const struct lower *b, uint32_t *common) {
    uint32_t i = 0;
    uint32_t j = 0;
    while (i < a->count && j < b->count) {
        if (a->particles[i] == b->particles[j]) {
            *common = a->particles[i];
            return true;
        }
        if (a->particles[i] > b->particles[j]) {
            i++;
        } else {
            j++;
        }
    }
    return false;
}

static void predict(uint32_t of[3], const struct lower *lowers, uint32_t particle) {
    const struct lower *lower = &lowers[particle];
    uint32_t a = lower->count > 0 ? lower->particles[0] : particle - 1;
    of[0] = of[1] = of[2] = a;
    if (lower->count == 0) {
        return;
    }
    for (uint32_t i = 1; i < lower->count; i++) {
        uint32_t b = lower->particles[i];
        if (find_common(&lowers[a], &lowers[b], &of[2])) {
            of[1] = b;
            return;
        }
    }
    if (lowers[a].count > 0) {
        of[2] = lowers[a].particles[0];
    }
}

bool wire_predictors_init(struct wire_predictors *predictors, uint32_t particle_count,
                          const uint32_t *links, uint32_t link_count) {
    struct lower *lowers = calloc((size_t)particle_count + 1, sizeof *lowers);
    uint32_t(*of)[3] = calloc((size_t)particle_count + 1, sizeof *of);
    if (lowers == NULL || of == NULL) {
        free(lowers);
        free(of);
        return false;
    }
    for (uint32_t i = 0; i < link_count; i++) {
        uint32_t one = links[2 * i];
        uint32_t other = links[2 * i + 1];
        if (one != other) {
            add(&lowers[one > other ? one : other], one > other ? other : one);
        }
    }
    for (uint32_t i = 1; i < particle_count; i++) {
        predict(of[i], lowers, i);
    }
    free(lowers);
    *predictors = (struct wire_predictors){particle_count, of};
    return true;
}

void wire_predictors_release(struct wire_predictors *predictors) {
    free(predictors->of);
    *predictors = (struct wire_predictors){0};
}

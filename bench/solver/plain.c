// The loop of the textbook over flat arrays in plain positions: what one would write first in C.
#include <math.h>
#include <stdlib.h>

#include "task.h"

enum { PARTICLES_MAX = SIDE * SIDE, CONSTRAINTS_MAX = 4 * SIDE * SIDE };

struct constraint {
    uint32_t a, b;
    float rest;
    int floor;
};

static float x[PARTICLES_MAX][3], p[PARTICLES_MAX][3], v[PARTICLES_MAX][3], w[PARTICLES_MAX];
static struct constraint constraints[CONSTRAINTS_MAX];
static uint32_t particle_count, constraint_count;

static void add(uint32_t a, uint32_t b, float rest, int floor) {
    constraints[constraint_count++] = (struct constraint){a, b, rest, floor};
}

static void set_up_cloth(float squeeze) {
    uint32_t seed = 1;
    particle_count = SIDE * SIDE;
    for (uint32_t i = 0; i < particle_count; i++) {
        w[i] = i < SIDE ? 0.0f : 100.0f;
        x[i][0] = (float)(i % SIDE) * SPACING * squeeze;
        x[i][1] = -(float)(i / SIDE) * SPACING * squeeze;
        x[i][2] = 0;
        for (int axis = 0; axis < 3; axis++) {
            x[i][axis] += task_jitter(&seed) * SPACING;
        }
    }
    for (uint32_t r = 0; r + 1 < SIDE; r++) {
        for (uint32_t c = 0; c < SIDE; c++) {
            add(r * SIDE + c, (r + 1) * SIDE + c, SPACING, 0);
        }
    }
    for (uint32_t parity = 0; parity < 2; parity++) {
        for (uint32_t r = 0; r < SIDE; r++) {
            for (uint32_t c = parity; c + 1 < SIDE; c += 2) {
                add(r * SIDE + c, r * SIDE + c + 1, SPACING, 0);
            }
        }
    }
    float diagonal = FLOOR_RATIO * sqrtf(2.0f) * SPACING;
    for (uint32_t pass = 0; pass < 4; pass++) {
        for (uint32_t r = 0; r + 1 < SIDE; r++) {
            for (uint32_t c = pass % 2; c + 1 < SIDE; c += 2) {
                uint32_t up = pass / 2;
                add((r + up) * SIDE + c, (r + 1 - up) * SIDE + c + 1, diagonal, 1);
            }
        }
    }
}

static void set_up_chain(void) {
    particle_count = CHAIN_LINKS + 1;
    // The library's chain starts 35° off the plumb line.
    for (uint32_t i = 0; i < particle_count; i++) {
        w[i] = i == 0 ? 0.0f : 1.0f;
        x[i][0] = (float)i * CHAIN_SPACING * 0.573576f;
        x[i][1] = -(float)i * CHAIN_SPACING * 0.819152f;
        x[i][2] = 0;
        if (i > 0) {
            add(i - 1, i, CHAIN_SPACING, 0);
        }
    }
}

static void set_up_rope(void) {
    particle_count = CHAIN_LINKS + 1;
    for (uint32_t i = 0; i < particle_count; i++) {
        float along = (float)i / CHAIN_LINKS;
        w[i] = i == 0 || i == CHAIN_LINKS ? 0.0f : 10.0f;
        x[i][0] = ROPE_SPAN * (along - 0.5f);
        x[i][1] = -6.0f * (along < 0.5f ? along : 1.0f - along);
        x[i][2] = 0;
    }
    for (uint32_t i = 0; i < CHAIN_LINKS; i++) {
        uint32_t link = i % 2 == 0 ? i / 2 : CHAIN_LINKS - 1 - i / 2;
        add(link, link + 1, CHAIN_SPACING, 0);
    }
}

static int set_up(const char *scene, const char *state) {
    constraint_count = 0;
    memset(v, 0, sizeof v);
    if (strcmp(scene, "cloth") == 0) {
        set_up_cloth(strcmp(state, "crush") == 0 ? CRUSH : 1.0f);
        return CLOTH_STEPS;
    }
    if (strcmp(scene, "rope") == 0) {
        set_up_rope();
    } else {
        set_up_chain();
    }
    return CHAIN_STEPS;
}

static void project(const struct constraint *c) {
    float e[3];
    float length2 = 0;
    for (int axis = 0; axis < 3; axis++) {
        e[axis] = p[c->a][axis] - p[c->b][axis];
        length2 += e[axis] * e[axis];
    }
    float weight = w[c->a] + w[c->b];
    if (weight == 0 || length2 == 0 || (c->floor && length2 >= c->rest * c->rest)) {
        return;
    }
    float length = sqrtf(length2);
    float s = (length - c->rest) / (length * weight);
    for (int axis = 0; axis < 3; axis++) {
        p[c->a][axis] -= w[c->a] * s * e[axis];
        p[c->b][axis] += w[c->b] * s * e[axis];
    }
}

static int acts(const struct constraint *c) {
    float length2 = 0;
    for (int axis = 0; axis < 3; axis++) {
        float e = p[c->a][axis] - p[c->b][axis];
        length2 += e * e;
    }
    return w[c->a] + w[c->b] > 0 && (!c->floor || length2 < c->rest * c->rest);
}

static void predict(void) {
    const float h = 1.0f / 60.0f;
    for (uint32_t i = 0; i < particle_count; i++) {
        v[i][1] -= w[i] > 0 ? 9.81f * h : 0;
        for (int axis = 0; axis < 3; axis++) {
            p[i][axis] = x[i][axis] + h * v[i][axis];
        }
    }
}

static void sweep(void) {
    for (uint32_t i = 0; i < constraint_count; i++) {
        project(&constraints[i]);
    }
}

// A sweep of the cloth; adds to `busy` in how many vectors of 4, 8 and 16 constraints side by side,
// every other column of a row, there is one that acts when its turn comes.
static void sweep_and_count(uint32_t busy[3]) {
    uint32_t latest[2][3]; // vectors, of even and of odd columns
    memset(latest, 0xff, sizeof latest);
    for (uint32_t i = 0; i < constraint_count; i++) {
        const struct constraint *c = &constraints[i];
        uint32_t column = c->a % SIDE;
        for (uint32_t k = 0; k < 3 && acts(c); k++) {
            uint32_t vector = c->a / SIDE * SIDE + column / 2 / (4u << k);
            busy[k] += latest[column % 2][k] != vector;
            latest[column % 2][k] = vector;
        }
        project(c);
    }
}

static void arrive(void) {
    const float h = 1.0f / 60.0f;
    for (uint32_t i = 0; i < particle_count; i++) {
        for (int axis = 0; axis < 3; axis++) {
            v[i][axis] = (p[i][axis] - x[i][axis]) / h;
            x[i][axis] = p[i][axis];
        }
    }
}

static void step(void) {
    predict();
    for (int n = 0; n < ITERATIONS; n++) {
        sweep();
    }
    arrive();
}

// Vectors of 4, 8 and 16 lanes in which a task has something to solve, in all its steps.
static void tell_activity(const char *state) {
    uint32_t busy[3] = {0};
    int steps = set_up("cloth", state);
    for (int i = 0; i < steps; i++) {
        predict();
        for (int n = 0; n < ITERATIONS; n++) {
            sweep_and_count(busy);
        }
        arrive();
    }
    printf("%u %u %u\n", busy[0], busy[1], busy[2]);
}

static void tell_time(const char *scene, const char *state) {
    double start_s = 0;
    for (int run = 0; run < 2; run++) {
        int steps = set_up(scene, state);
        start_s = task_cpu_s();
        for (int i = 0; i < steps; i++) {
            step();
        }
    }
    double cpu_s = task_cpu_s() - start_s;
    double sum = 0;
    for (uint32_t i = 0; i < particle_count; i++) {
        sum += (double)x[i][0] + (double)x[i][1] + (double)x[i][2];
    }
    printf("%.9f %.6f\n", cpu_s, sum);
}

int main(void) {
    char scene[16];
    char state[16];
    while (scanf("%15s %15s", scene, state) == 2) {
        if (strcmp(scene, "activity") == 0) {
            tell_activity(state);
        } else {
            tell_time(scene, state);
        }
        fflush(stdout);
    }
    return 0;
}

// What each contestant does for each line on standard input, "SCENE STATE": set the scene up anew,
// make STEPS steps, do so once more, now that caches are as warm as a server's, and answer with one
// line: the CPU seconds of the steps, and a sum of positions, so that nothing can be left out
// unnoticed.
//
// cloth: 64 × 64 particles, 5 cm apart, rail pinned, floors at 0.8 of the diagonal, n = 12, h =
// 1/60 s. States, because an unperturbed hanging cloth is degenerate (all columns alike, no floor
// active): hang: at rest length; crush: squeezed to 55 %, so that most floors act. Both jittered by
// 30 % of a link. chain: 1,000 links over 10 m from one pin, 35° off the plumb line. rope: the same
// between two pins 8 m apart, as a V, solved from both ends to the middle. Both in state hang.
#ifndef TASK_H
#define TASK_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { SIDE = 64, CHAIN_LINKS = 1000, ITERATIONS = 12, CLOTH_STEPS = 10, CHAIN_STEPS = 100 };
enum { STRETCH_STEPS = 600, STRETCH_FROM = 300 };

#define SPACING 0.05f
#define CHAIN_SPACING 0.01f
#define ROPE_SPAN 8.0f
#define CRUSH 0.55f
#define FLOOR_RATIO 0.8f

// The same jitter for everybody: −0.15 … 0.15 of a link, from a linear congruential generator.
static inline float task_jitter(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return ((float)(*seed >> 8) / 16777216.0f - 0.5f) * 0.3f;
}

static inline double task_cpu_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif

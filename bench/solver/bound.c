// What no solver of distances gets below: the time of a square root and a division, which each of
// them needs. Answers each line, a number of lanes, with the nanoseconds of both for a vector of so
// many, when many are independent of each other.
#include <immintrin.h>

#include "task.h"

enum { VECTORS = 8, ROUNDS = 2000000 };

#define BOUND(name, features, vector, fill, root, divide)                                          \
    __attribute__((target(features))) static double name(void) {                                   \
        vector v[VECTORS];                                                                         \
        const vector one = fill(1.0001f);                                                          \
        for (int k = 0; k < VECTORS; k++) {                                                        \
            v[k] = fill(1.5f + (float)k);                                                          \
        }                                                                                          \
        double start_s = task_cpu_s();                                                             \
        for (int i = 0; i < ROUNDS; i++) {                                                         \
            for (int k = 0; k < VECTORS; k++) {                                                    \
                v[k] = divide(one, root(v[k]));                                                    \
            }                                                                                      \
        }                                                                                          \
        double spent_s = task_cpu_s() - start_s;                                                   \
        float sum = 0;                                                                             \
        for (int k = 0; k < VECTORS; k++) {                                                        \
            sum += ((const float *)&v[k])[0];                                                      \
        }                                                                                          \
        fprintf(stderr, "%s", sum > 0 ? "" : "impossible\n");                                      \
        return spent_s / ROUNDS / VECTORS * 1e9;                                                   \
    }
BOUND(bound_4, "sse2", __m128, _mm_set1_ps, _mm_sqrt_ps, _mm_div_ps)
BOUND(bound_8, "avx2", __m256, _mm256_set1_ps, _mm256_sqrt_ps, _mm256_div_ps)
BOUND(bound_16, "avx512f", __m512, _mm512_set1_ps, _mm512_sqrt_ps, _mm512_div_ps)

int main(void) {
    int lanes;
    while (scanf("%d", &lanes) == 1) {
        printf("%.6f\n", lanes == 4 ? bound_4() : lanes == 8 ? bound_8() : bound_16());
        fflush(stdout);
    }
    return 0;
}

// Prints the hash of every golden run with every kind of vectors that there is, and fails if one is
// not the constant.
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#include "golden_script.h"

static int print_runs(enum pbd_simd simd) {
    int wrong = 0;
    for (uint32_t i = 0; i < GOLDEN_COUNT; i++) {
        uint64_t hash = golden_run_by(i, simd);
        bool same = hash == goldens[i].hash;
        printf("%016" PRIx64 " %s, %s%s\n", hash, goldens[i].name, pbd_simd_name(simd),
               same ? "" : " DIFFERS");
        wrong += !same;
    }
    return wrong;
}

int main(void) {
    int wrong = 0;
    for (int simd = 0; simd < PBD_SIMD_COUNT; simd++) {
        if (pbd_simd_is_available((enum pbd_simd)simd)) {
            wrong += print_runs((enum pbd_simd)simd);
        }
    }
    return wrong > 0;
}

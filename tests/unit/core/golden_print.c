// Prints the hash of every golden run, and fails if one is not the constant.
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#include "golden_script.h"

int main(void) {
    int wrong = 0;
    for (uint32_t i = 0; i < GOLDEN_COUNT; i++) {
        uint64_t hash = golden_run(i);
        bool same = hash == goldens[i].hash;
        printf("%016" PRIx64 " %s%s\n", hash, goldens[i].name, same ? "" : " DIFFERS");
        wrong += !same;
    }
    return wrong > 0;
}

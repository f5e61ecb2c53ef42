#include <criterion/criterion.h>
#include <inttypes.h>
#include <pthread.h>

#include "golden_script.h"

static void assert_golden(uint32_t index) {
    uint64_t hash = golden_run(index);
    cr_assert(hash != 0, "a command of the script was refused");
    cr_assert(hash == goldens[index].hash, "%s: %016" PRIx64, goldens[index].name, hash);
}

Test(golden, chain_ends_with_the_same_bits) {
    assert_golden(0);
}

Test(golden, rope_ends_with_the_same_bits) {
    assert_golden(1);
}

Test(golden, cloth_in_plain_positions_ends_with_the_same_bits) {
    assert_golden(2);
}

Test(golden, cloth_in_displacements_ends_with_the_same_bits) {
    assert_golden(3);
}

Test(golden, chain_solved_directly_ends_with_the_same_bits) {
    assert_golden(4);
}

Test(golden, rope_solved_directly_ends_with_the_same_bits) {
    assert_golden(5);
}

Test(golden, rope_with_compliance_bending_and_tethers_ends_with_the_same_bits) {
    assert_golden(6);
}

Test(golden, cloth_in_plain_positions_with_bending_and_tethers_ends_with_the_same_bits) {
    assert_golden(7);
}

Test(golden, cloth_in_displacements_with_bending_and_tethers_ends_with_the_same_bits) {
    assert_golden(8);
}

Test(golden, rope_as_springs_ends_with_the_same_bits) {
    assert_golden(9);
}

Test(golden, everything_else_there_is_ends_with_the_same_bits) {
    assert_golden(10);
}

Test(golden, string_ends_with_the_same_bits) {
    assert_golden(11);
}

Test(golden, tug_ends_with_the_same_bits) {
    assert_golden(12);
}

Test(golden, flag_ends_with_the_same_bits) {
    assert_golden(13);
}

Test(golden, jelly_ends_with_the_same_bits) {
    assert_golden(14);
}

Test(golden, bridge_ends_with_the_same_bits) {
    assert_golden(15);
}

Test(golden, contrast_ends_with_the_same_bits) {
    assert_golden(16);
}

Test(golden, pile_ends_with_the_same_bits) {
    assert_golden(17);
}

Test(golden, collide_ends_with_the_same_bits) {
    assert_golden(18);
}

Test(golden, a_world_that_is_saved_and_restored_in_mid_flight_ends_with_the_same_bits) {
    for (uint32_t i = 0; i < GOLDEN_COUNT; i++) {
        if (golden_is_of_library(i)) {
            uint64_t hash = golden_run_restored(i);
            cr_assert(hash == goldens[i].hash, "%s: %016" PRIx64, goldens[i].name, hash);
        }
    }
}

enum { THREADS = 4 };

// Every fourth world, one after another.
static void *run_every_fourth(void *first) {
    uint64_t *hashes = first;
    for (uint32_t i = (uint32_t)hashes[0]; i < GOLDEN_COUNT; i += THREADS) {
        hashes[1 + i] = golden_run(i);
    }
    return NULL;
}

Test(golden, worlds_in_four_threads_end_with_the_same_bits) {
    pthread_t threads[THREADS];
    uint64_t hashes[THREADS][1 + GOLDEN_COUNT] = {{0}};
    for (uint32_t t = 0; t < THREADS; t++) {
        hashes[t][0] = t;
        cr_assert(pthread_create(&threads[t], NULL, run_every_fourth, hashes[t]) == 0);
    }
    for (uint32_t t = 0; t < THREADS; t++) {
        pthread_join(threads[t], NULL);
    }
    for (uint32_t i = 0; i < GOLDEN_COUNT; i++) {
        cr_assert(hashes[i % THREADS][1 + i] == goldens[i].hash, "%s", goldens[i].name);
    }
}

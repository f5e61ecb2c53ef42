#include <criterion/criterion.h>
#include <inttypes.h>

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

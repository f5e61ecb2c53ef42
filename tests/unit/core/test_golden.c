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

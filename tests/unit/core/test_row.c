#include "row.h"

#include <criterion/criterion.h>

Test(row, is_gone_through_from_both_ends_to_the_middle) {
    const uint32_t even[] = {0, 5, 1, 4, 2, 3};
    const uint32_t odd[] = {0, 4, 1, 3, 2};
    for (uint32_t i = 0; i < 6; i++) {
        cr_assert(row_from_both_ends(i, 6) == even[i]);
    }
    for (uint32_t i = 0; i < 5; i++) {
        cr_assert(row_from_both_ends(i, 5) == odd[i]);
    }
}

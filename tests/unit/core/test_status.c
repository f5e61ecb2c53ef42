#include "pbd/status.h"

#include <criterion/criterion.h>
#include <string.h>

static const enum pbd_status all[] = {
#define X(name, code, text) PBD_##name,
    PBD_STATUSES(X)
#undef X
};
enum { COUNT = sizeof all / sizeof all[0] };

Test(status, ok_is_zero_and_every_error_is_negative) {
    cr_assert(PBD_OK == 0);
    for (unsigned i = 0; i < COUNT; i++) {
        cr_assert(all[i] == PBD_OK || all[i] < 0);
    }
}

Test(status, codes_names_and_texts_are_all_different) {
    for (unsigned i = 0; i < COUNT; i++) {
        cr_assert(strlen(pbd_status_name(all[i])) > 0 && strlen(pbd_status_text(all[i])) > 0);
        for (unsigned k = 0; k < i; k++) {
            cr_assert(all[i] != all[k]);
            cr_assert_str_neq(pbd_status_name(all[i]), pbd_status_name(all[k]));
            cr_assert_str_neq(pbd_status_text(all[i]), pbd_status_text(all[k]));
        }
    }
}

Test(status, names_are_those_of_the_enum) {
    cr_assert_str_eq(pbd_status_name(PBD_OK), "OK");
    cr_assert_str_eq(pbd_status_name(PBD_TOO_COSTLY), "TOO_COSTLY");
    cr_assert_str_eq(pbd_status_text(PBD_PINNED), "a pinned particle cannot be grabbed");
}

Test(status, an_unknown_number_has_a_name_too) {
    cr_assert_str_eq(pbd_status_name((enum pbd_status) - 999), "UNKNOWN");
    cr_assert_str_eq(pbd_status_text((enum pbd_status) - 999), "unknown status");
}

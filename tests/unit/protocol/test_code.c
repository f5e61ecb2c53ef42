#include <criterion/criterion.h>
#include <string.h>

#include "wire/code.h"

Test(code, names_are_those_of_the_protocol) {
    cr_expect_str_eq(wire_code_name(WIRE_OK), "ok");
    cr_expect_str_eq(wire_code_name(WIRE_BAD_MESSAGE), "bad_message");
    cr_expect_str_eq(wire_code_name(WIRE_NO_SUCH_ROOM), "no_such_room");
    cr_expect_str_eq(wire_code_name(WIRE_NOT_PAUSED), "not_paused");
}

Test(code, names_are_distinct) {
    for (int a = 0; a < WIRE_CODE_COUNT; a++)
        for (int b = 0; b < a; b++)
            cr_expect_str_neq(wire_code_name((enum wire_code)a), wire_code_name((enum wire_code)b));
}

Test(code, every_text_fits_a_refusal) {
    for (int i = 0; i < WIRE_CODE_COUNT; i++) {
        size_t length = strlen(wire_code_text((enum wire_code)i));
        cr_expect(length > 0 && length < 160, "%s", wire_code_name((enum wire_code)i));
    }
}

Test(code, values_outside_the_enum_have_a_name_and_a_text) {
    cr_expect_str_eq(wire_code_name(WIRE_CODE_COUNT), "unknown");
    cr_expect_str_eq(wire_code_text(WIRE_CODE_COUNT), "unknown code");
    cr_expect_str_eq(wire_code_name((enum wire_code)1000), "unknown");
    cr_expect_str_eq(wire_code_text((enum wire_code)1000), "unknown code");
}

#include <criterion/criterion.h>

#include "wire/close.h"

Test(close, every_code_has_words_that_fit_a_close_frame) {
#define X(name, code, reason)                                                                      \
    cr_expect_str_eq(wire_close_reason(code), reason);                                             \
    cr_expect_lt(sizeof reason, 123);
    WIRE_CLOSES(X)
#undef X
    cr_expect_str_eq(wire_close_reason(4999), "closed");
}

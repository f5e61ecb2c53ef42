#include <criterion/criterion.h>
#include <string.h>

#include "text.h"

static bool clean(const char *text) {
    return wire_text_is_clean(text, strlen(text));
}

Test(text, accepts_the_first_and_last_of_each_length) {
    cr_expect(wire_text_is_clean("", 0));
    cr_expect(clean("\x20"));
    cr_expect(clean("\x7e"));
    cr_expect(clean("\xc2\xa0"));         // U+00A0, the first after C1
    cr_expect(clean("\xdf\xbf"));         // U+07FF
    cr_expect(clean("\xe0\xa0\x80"));     // U+0800
    cr_expect(clean("\xed\x9f\xbf"));     // U+D7FF, before the surrogates
    cr_expect(clean("\xee\x80\x80"));     // U+E000, after them
    cr_expect(clean("\xef\xbf\xbf"));     // U+FFFF
    cr_expect(clean("\xf0\x90\x80\x80")); // U+10000
    cr_expect(clean("\xf4\x8f\xbf\xbf")); // U+10FFFF
}

Test(text, refuses_malformed_utf8) {
    cr_expect_not(clean("\x80"));
    cr_expect_not(clean("\xc1\xbf"));         // overlong
    cr_expect_not(clean("\xe0\x9f\xbf"));     // overlong
    cr_expect_not(clean("\xf0\x8f\xbf\xbf")); // overlong
    cr_expect_not(clean("\xed\xa0\x80"));     // first surrogate
    cr_expect_not(clean("\xed\xbf\xbf"));     // last surrogate
    cr_expect_not(clean("\xf4\x90\x80\x80")); // past U+10FFFF
    cr_expect_not(clean("\xf5\x80\x80\x80"));
    cr_expect_not(clean("\xe2\x82x"));
}

Test(text, refuses_a_character_cut_by_the_length) {
    cr_expect(wire_text_is_clean("a\xe2\x82\xac", 4));
    cr_expect_not(wire_text_is_clean("a\xe2\x82\xac", 3));
    cr_expect_not(wire_text_is_clean("a\xe2\x82\xac", 2));
}

Test(text, refuses_control_characters) {
    for (char c = 0; c < 0x20; c++)
        cr_expect_not(wire_text_is_clean(&c, 1), "U+%04X", (unsigned)c);
    cr_expect_not(clean("\x7f"));
    for (int c = 0x80; c < 0xa0; c++) {
        char text[] = {(char)0xc2, (char)c};
        cr_expect_not(wire_text_is_clean(text, 2), "U+%04X", (unsigned)c);
    }
}

Test(text, refuses_separators_and_bidirectional_controls) {
    for (int point = 0x2000; point <= 0x20ff; point++) {
        char text[] = {(char)0xe2, (char)(0x80 | (point >> 6 & 0x3f)),
                       (char)(0x80 | (point & 0x3f))};
        bool refused = (point >= 0x2028 && point <= 0x202e) ||
                       (point >= 0x2066 && point <= 0x2069) || point == 0x200e || point == 0x200f;
        cr_expect_eq(wire_text_is_clean(text, 3), !refused, "U+%04X", (unsigned)point);
    }
    cr_expect_not(clean("\xd8\x9c")); // the Arabic letter mark
}

// Names are shown to everybody: two that look the same must count as the same, and none may hold
// what cannot be seen.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "wire/client_message.h"

static void expect_tidy(const char *name, const char *tidy) {
    char text[WIRE_NAME_BYTES_MAX + 1] = {0};
    cr_assert_leq(strlen(name), WIRE_NAME_BYTES_MAX);
    strcpy(text, name);
    wire_name_tidy(text);
    cr_expect_str_eq(text, tidy, "'%s' became '%s'", name, text);
}

Test(name, spaces_of_every_kind_become_one_ordinary_space) {
    expect_tidy("Ada\xc2\xa0Lovelace", "Ada Lovelace");                  // no-break space
    expect_tidy("Ada\xe2\x80\x83\xe3\x80\x80 Lovelace", "Ada Lovelace"); // em, ideographic
    expect_tidy("Ada\xe2\xa0\x80Lovelace", "Ada Lovelace");              // braille blank
    expect_tidy("  Ada  ", "Ada");
    expect_tidy("\xe3\x85\xa4", ""); // Hangul filler
}

Test(name, characters_that_cannot_be_seen_go) {
    expect_tidy("A\xe2\x80\x8b"
                "da",
                "Ada"); // zero width space
    expect_tidy("\xef\xbb\xbf"
                "Ada\xc2\xad",
                "Ada");              // byte order mark, soft hyphen
    expect_tidy("\xe2\x80\x8d", ""); // a joiner that joins nothing
}

// Whoever looks like somebody else must be told apart, whichever invisible character it took.
Test(name, no_invisible_character_hides_from_the_others) {
    static const char *const invisible[] = {
        "\xf3\xa0\x84\x80", // variation selectors 17 …
        "\xf3\xa0\x87\xaf", // … and 256
        "\xf3\xa0\x80\x81", // language tag
        "\xf3\xa0\x88\x80", // reserved to be invisible
        "\xe1\x9e\xb4",     // Khmer inherent vowel
        "\xe1\xa0\x8b",     // Mongolian variation selector
        "\xe1\xa0\x8f",     // the fourth of them
        "\xef\xbf\xb0",     // reserved to be invisible
        "\xf0\x9b\xb2\xa0", // shorthand format
        "\xf0\x9d\x85\xb3", // musical format
        "\xf0\x9d\x85\x99", // musical null note head
    };
    for (size_t i = 0; i < sizeof invisible / sizeof invisible[0]; i++) {
        char name[WIRE_NAME_BYTES_MAX + 1] = {0};
        snprintf(name, sizeof name, "Ada%s", invisible[i]);
        wire_name_tidy(name);
        cr_expect(wire_names_look_alike(name, "Ada"), "character %zu", i);
        snprintf(name, sizeof name, "%s", invisible[i]);
        wire_name_tidy(name);
        cr_expect_str_eq(name, "", "character %zu", i);
    }
}

Test(name, what_can_be_seen_stays_as_it_is) {
    expect_tidy("Zo\xc3\xab \xe6\xbc\xa2\xe5\xad\x97", "Zo\xc3\xab \xe6\xbc\xa2\xe5\xad\x97");
    expect_tidy("<b>Ada</b>", "<b>Ada</b>");
    // A family: emoji held together by joiners.
    expect_tidy("\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7",
                "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7");
}

Test(name, names_that_look_alike_are_told_so) {
    cr_expect(wire_names_look_alike("Ada", "ADA"));
    cr_expect(wire_names_look_alike("Ada", "A\xe2\x80\x8d"
                                           "da"));
    cr_expect_not(wire_names_look_alike("Ada", "Ada 2"));
    cr_expect_not(wire_names_look_alike("Ada", "Ad"));
    cr_expect_not(wire_names_look_alike("Zo\xc3\xab", "Zoe"));
    cr_expect_eq(wire_name_look("Ada"), wire_name_look("A\xe2\x80\x8d"
                                                       "DA"));
    cr_expect_neq(wire_name_look("Ada"), wire_name_look("Ada 2"));
}

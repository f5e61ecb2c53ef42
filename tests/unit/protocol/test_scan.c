#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "scan.h"
#include "wire/limits.h"

// A map with one entry whose value is given.
static const char *problem_with(const char *value, size_t length) {
    uint8_t *bytes = malloc(length + 3); // no byte more than the message
    memcpy(bytes, "\x81\xa1x", 3);
    memcpy(bytes + 3, value, length);
    const char *problem = wire_scan_problem(bytes, length + 3);
    free(bytes);
    return problem;
}

Test(scan, knows_the_size_of_every_msgpack_form) {
    static const struct {
        uint8_t first;
        const char *count; // what follows the first byte, in hex digits of a count
        size_t count_bytes, rest_bytes;
    } forms[] = {
        {0x00, "", 0, 0},           {0x7f, "", 0, 0},           {0x80, "", 0, 0},
        {0x81, "", 0, 2},           {0x90, "", 0, 0},           {0x9f, "", 0, 15},
        {0xa0, "", 0, 0},           {0xbf, "", 0, 31},          {0xc0, "", 0, 0},
        {0xc2, "", 0, 0},           {0xc3, "", 0, 0},           {0xc4, "\5", 1, 5},
        {0xc5, "\1\2", 2, 258},     {0xc6, "\0\0\1\2", 4, 258}, {0xc7, "\5", 1, 6},
        {0xc8, "\1\2", 2, 259},     {0xc9, "\0\0\1\2", 4, 259}, {0xca, "", 0, 4},
        {0xcb, "", 0, 8},           {0xcc, "", 0, 1},           {0xcd, "", 0, 2},
        {0xce, "", 0, 4},           {0xcf, "", 0, 8},           {0xd0, "", 0, 1},
        {0xd1, "", 0, 2},           {0xd2, "", 0, 4},           {0xd3, "", 0, 8},
        {0xd4, "", 0, 2},           {0xd5, "", 0, 3},           {0xd6, "", 0, 5},
        {0xd7, "", 0, 9},           {0xd8, "", 0, 17},          {0xd9, "\5", 1, 5},
        {0xda, "\1\2", 2, 258},     {0xdb, "\0\0\1\2", 4, 258}, {0xdc, "\1\2", 2, 258},
        {0xdd, "\0\0\1\2", 4, 258}, {0xde, "\0\7", 2, 14},      {0xdf, "\0\0\0\7", 4, 14},
        {0xe0, "", 0, 0},           {0xff, "", 0, 0},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char value[512] = {(char)forms[i].first};
        memcpy(value + 1, forms[i].count, forms[i].count_bytes);
        size_t length = 1 + forms[i].count_bytes + forms[i].rest_bytes;
        cr_expect_null(problem_with(value, length), "%02x", forms[i].first);
        cr_expect_not_null(problem_with(value, length - 1), "%02x cut", forms[i].first);
        cr_expect_not_null(problem_with(value, length + 1), "%02x and more", forms[i].first);
    }
    cr_expect_not_null(problem_with("\xc1", 1));
}

Test(scan, counts_the_map_itself_as_the_first_level) {
    char value[WIRE_NESTING_MAX + 1];
    memset(value, 0x91, sizeof value);
    value[WIRE_NESTING_MAX - 1] = (char)0xc0;
    cr_expect_null(problem_with(value, WIRE_NESTING_MAX));
    value[WIRE_NESTING_MAX - 1] = (char)0x91;
    value[WIRE_NESTING_MAX] = (char)0xc0;
    cr_expect_not_null(strstr(problem_with(value, sizeof value), "nested too deep"));
}

Test(scan, allows_any_number_of_shallow_containers) {
    char value[3 + 1000] = "\xdc\x03\xe8";
    memset(value + 3, 0x80, 1000);
    cr_expect_null(problem_with(value, sizeof value));
}

Test(scan, refuses_a_hundred_thousand_levels) {
    char *value = malloc(100000);
    memset(value, 0x91, 100000);
    cr_expect_not_null(strstr(problem_with(value, 100000), "nested too deep"));
    free(value);
}

Test(scan, refuses_more_elements_than_bytes_left) {
    cr_expect_not_null(strstr(problem_with("\xdd\xff\xff\xff\xff", 5), "claims more"));
    cr_expect_not_null(strstr(problem_with("\xdf\xff\xff\xff\xff", 5), "claims more"));
    cr_expect_not_null(strstr(problem_with("\x92\xc0", 2), "claims more"));
    cr_expect_not_null(strstr(problem_with("\x82\xc0\xc0\xc0", 4), "claims more"),
                       "an entry of a map takes two bytes");
}

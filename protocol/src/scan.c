#include "scan.h"

#include <stdbool.h>

#include "wire/limits.h"

enum kind { SCALAR, ARRAY, MAP, INVALID };

// How a value begins. What follows the first byte: a count of `count_bytes` bytes, if any, and then
// `fixed_bytes` plus, for a scalar, as many bytes as the count says.
struct opening {
    enum kind kind;
    size_t count_bytes; // 0: the first byte tells it all
    size_t fixed_bytes;
    uint64_t count; // when count_bytes is 0: elements of a container, pairs of a map
};

static struct opening counted(enum kind kind, size_t count_bytes, size_t fixed_bytes) {
    return (struct opening){.kind = kind, .count_bytes = count_bytes, .fixed_bytes = fixed_bytes};
}

static struct opening short_container(enum kind kind, uint64_t count) {
    return (struct opening){.kind = kind, .count = count};
}

static struct opening scalar(size_t fixed_bytes) {
    return (struct opening){.kind = SCALAR, .fixed_bytes = fixed_bytes};
}

// What the first byte of a value says, by the table of the msgpack specification.
static struct opening opening_of(uint8_t byte) {
    if (byte <= 0x7f || byte >= 0xe0) // small integers
        return scalar(0);
    if (byte <= 0x8f)
        return short_container(MAP, byte & 0x0f);
    if (byte <= 0x9f)
        return short_container(ARRAY, byte & 0x0f);
    if (byte <= 0xbf) // short strings
        return scalar(byte & 0x1f);
    if (byte == 0xc1)
        return (struct opening){.kind = INVALID};
    if (byte <= 0xc3) // nil, false, true
        return scalar(0);
    if (byte <= 0xc6) // bin
        return counted(SCALAR, (size_t)1 << (byte - 0xc4), 0);
    if (byte <= 0xc9) // ext: a count, a type and the data
        return counted(SCALAR, (size_t)1 << (byte - 0xc7), 1);
    if (byte <= 0xcb) // float32, float64
        return scalar((size_t)4 << (byte - 0xca));
    if (byte <= 0xcf) // uint
        return scalar((size_t)1 << (byte - 0xcc));
    if (byte <= 0xd3) // int
        return scalar((size_t)1 << (byte - 0xd0));
    if (byte <= 0xd8) // fixext: a type and the data
        return scalar(1 + ((size_t)1 << (byte - 0xd4)));
    if (byte <= 0xdb) // str
        return counted(SCALAR, (size_t)1 << (byte - 0xd9), 0);
    if (byte <= 0xdd)
        return counted(ARRAY, (size_t)2 << (byte - 0xdc), 0);
    return counted(MAP, (size_t)2 << (byte - 0xde), 0);
}

static uint64_t big_endian(const uint8_t *bytes, size_t length) {
    uint64_t value = 0;
    for (size_t i = 0; i < length; i++)
        value = value << 8 | bytes[i];
    return value;
}

// Steps over one value, or over the header of a container, whose elements are then still to come.
// Returns what is wrong, or NULL.
static const char *step_over(const uint8_t *bytes, size_t length, size_t *at, enum kind *kind,
                             uint64_t *elements) {
    static const char cut[] = "the message ends in the middle of a value";
    if (*at == length)
        return cut;
    struct opening opening = opening_of(bytes[(*at)++]);
    if (opening.kind == INVALID)
        return "the message is not valid msgpack";

    uint64_t count = opening.count;
    if (opening.count_bytes > 0) {
        if (length - *at < opening.count_bytes)
            return cut;
        count = big_endian(bytes + *at, opening.count_bytes);
        *at += opening.count_bytes;
    }
    uint64_t body_bytes = opening.fixed_bytes + (opening.kind == SCALAR ? count : 0);
    if (length - *at < body_bytes)
        return cut;
    *at += (size_t)body_bytes;

    *kind = opening.kind;
    *elements = opening.kind == SCALAR ? 0 : opening.kind == MAP ? 2 * count : count;
    if (*elements > length - *at) // each takes a byte at least
        return "an array or a map claims more elements than the message holds";
    return NULL;
}

const char *wire_scan_problem(const uint8_t *bytes, size_t length) {
    if (length == 0 || opening_of(bytes[0]).kind != MAP)
        return "the message is not a msgpack map";

    uint64_t to_come[WIRE_NESTING_MAX + 1] = {1}; // values still to come at each depth
    size_t depth = 0;
    size_t at = 0;
    for (;;) {
        while (to_come[depth] == 0) {
            if (depth == 0)
                return at == length ? NULL : "there are bytes left over after the map";
            depth--;
        }
        to_come[depth]--;

        enum kind kind;
        uint64_t elements;
        const char *problem = step_over(bytes, length, &at, &kind, &elements);
        if (problem != NULL)
            return problem;
        if (kind == SCALAR)
            continue;
        if (depth == WIRE_NESTING_MAX)
            return "arrays and maps are nested too deep in the message";
        to_come[++depth] = elements;
    }
}

// A walk over bytes from outside before anything is decoded, in constant memory.
//
// msgpack-c allocates what an array or map header claims before it has seen the elements, takes
// trailing bytes for success and reports some truncated messages as unfinished. Bytes that pass
// here are one complete map, so what it then allocates is bounded by their number.
#ifndef WIRE_SCAN_H
#define WIRE_SCAN_H

#include <stddef.h>
#include <stdint.h>

// NULL if the bytes are exactly one msgpack map, nested no deeper than WIRE_NESTING_MAX (the map
// itself is the first level); otherwise a sentence that says what is wrong with them.
const char *wire_scan_problem(const uint8_t *bytes, size_t length);

#endif

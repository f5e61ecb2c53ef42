// A walk over the fields of a state: one function serves measuring, saving, hashing and restoring,
// so that they can never disagree about what the state is.
#ifndef WALK_H
#define WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum walk_mode { MEASURE, SAVE, HASH, RESTORE };

struct walk {
    enum walk_mode mode;
    uint8_t *out;      // SAVE
    const uint8_t *in; // RESTORE
    size_t length;     // RESTORE: bytes there are
    size_t at;         // bytes passed
    uint64_t hash;     // HASH
    bool damaged;      // RESTORE: the bytes ended early, or a value is impossible
};

void walk_u32(struct walk *walk, uint32_t *value);
void walk_u64(struct walk *walk, uint64_t *value);
// The four bytes of an int32_t or a float.
void walk_bits(struct walk *walk, void *value);
// Numbers whose magnitude may be at most `limit`; other bytes are damage.
void walk_float(struct walk *walk, float *value, float limit);
void walk_floats(struct walk *walk, float *values, size_t count, float limit);
void walk_double(struct walk *walk, double *value, double limit);
// A count that must not exceed `max`.
void walk_count(struct walk *walk, uint32_t *count, uint32_t max);

#endif

#include "walk.h"

#include <string.h>

void walk_u32(struct walk *walk, uint32_t *value) {
    switch (walk->mode) {
    case MEASURE:
        break;
    case SAVE:
        for (uint32_t i = 0; i < 4; i++) {
            walk->out[walk->at + i] = (uint8_t)(*value >> 8 * i);
        }
        break;
    case HASH: // FNV-1a over 32-bit words
        walk->hash = (walk->hash ^ *value) * 0x100000001b3u;
        break;
    case RESTORE:
        if (walk->damaged || walk->length - walk->at < 4) {
            walk->damaged = true;
            *value = 0;
            return;
        }
        *value = 0;
        for (uint32_t i = 0; i < 4; i++) {
            *value |= (uint32_t)walk->in[walk->at + i] << 8 * i;
        }
        break;
    }
    walk->at += 4;
}

void walk_u64(struct walk *walk, uint64_t *value) {
    uint32_t low = (uint32_t)*value;
    uint32_t high = (uint32_t)(*value >> 32);
    walk_u32(walk, &low);
    walk_u32(walk, &high);
    if (walk->mode == RESTORE) {
        *value = (uint64_t)high << 32 | low;
    }
}

void walk_bits(struct walk *walk, void *value) {
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    walk_u32(walk, &bits);
    if (walk->mode == RESTORE) {
        memcpy(value, &bits, sizeof bits);
    }
}

void walk_float(struct walk *walk, float *value, float limit) {
    walk_bits(walk, value);
    if (walk->mode == RESTORE && !(*value >= -limit && *value <= limit)) {
        walk->damaged = true;
        *value = 0.0f;
    }
}

void walk_floats(struct walk *walk, float *values, size_t count, float limit) {
    for (size_t i = 0; i < count; i++) {
        walk_float(walk, &values[i], limit);
    }
}

void walk_count(struct walk *walk, uint32_t *count, uint32_t max) {
    walk_u32(walk, count);
    if (walk->mode == RESTORE && *count > max) {
        walk->damaged = true;
        *count = 0;
    }
}

void walk_double(struct walk *walk, double *value, double limit) {
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    walk_u64(walk, &bits);
    if (walk->mode == RESTORE) {
        memcpy(value, &bits, sizeof bits);
        if (!(*value >= -limit && *value <= limit)) {
            walk->damaged = true;
            *value = 0.0;
        }
    }
}

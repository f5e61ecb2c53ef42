#include "wire/grid_frame.h"

#include <math.h>
#include <string.h>

enum {
    KIND_KEY = 'K',
    KIND_DELTA = 'D',
    BLOCK_PARTICLES = 8,
    BLOCK_VALUES = 3 * BLOCK_PARTICLES,
    LEVEL_BITS = 4,
    LEVEL_MAX = (1 << LEVEL_BITS) - 1,
    LEVEL_FIRST = 4, // the first block's is coded against this
    ESCAPE_ONES = 20,
    ESCAPE_BITS = 32,
    BLOCK_BITS_MAX = 3 + LEVEL_BITS + BLOCK_VALUES * (ESCAPE_ONES + ESCAPE_BITS),
    BLOCK_BYTES_MAX = BLOCK_BITS_MAX / 8 + 8, // and what the writer has not stored yet
};

double wire_grid_step_m(enum wire_encoding encoding) {
    switch (encoding) {
    case WIRE_GRID_0_1:
        return 1e-4;
    case WIRE_GRID_0_5:
        return 5e-4;
    case WIRE_GRID_1:
        return 1e-3;
    case WIRE_F32:
    case WIRE_ENCODING_COUNT:
        break;
    }
    return 0.0;
}

void wire_grid_quantise(int32_t *grid, const float *positions_m, uint32_t count, double step_m) {
    double steps_per_m = 1.0 / step_m;
    for (size_t i = 0; i < 3 * (size_t)count; i++) {
        grid[i] = (int32_t)floor((double)positions_m[i] * steps_per_m + 0.5);
    }
}

// ---- numbers -----------------------------------------------------------------------------------

// Coordinates wrap modulo 2^32, so that every frame has a meaning.
static uint32_t moved(const int32_t *grid, const int32_t *base, size_t index) {
    return base == NULL ? (uint32_t)grid[index] : (uint32_t)grid[index] - (uint32_t)base[index];
}

static uint32_t predicted(const struct wire_predictors *predictors, const int32_t *grid,
                          const int32_t *base, uint32_t particle, size_t axis) {
    const uint32_t *of = predictors->of[particle];
    return particle == 0 ? 0
                         : moved(grid, base, 3 * (size_t)of[0] + axis) +
                               moved(grid, base, 3 * (size_t)of[1] + axis) -
                               moved(grid, base, 3 * (size_t)of[2] + axis);
}

// 0, −1, 1, −2 … as 0, 1, 2, 3 …, and back.
static uint32_t folded(uint32_t value) {
    return value << 1 ^ (0u - (value >> 31));
}

static uint32_t unfolded(uint32_t value) {
    return value >> 1 ^ (0u - (value & 1u));
}

static uint32_t rotated(uint32_t value, uint32_t bits) {
    return value << bits | value >> (32 - bits);
}

// Guards against a wrong base and damage: every coordinate and its place tell. (The multipliers are
// those of MurmurHash3 and xxHash, which mix well. The rotations keep changes of the highest bits,
// which multiplying leaves where they are, from cancelling out.)
static uint32_t check_of(const int32_t *grid, uint32_t count) {
    uint32_t check = 0;
    for (size_t i = 0; i < 3 * (size_t)count; i += 3) {
        uint32_t place = (uint32_t)grid[i] * 0x85ebca6bu ^
                         rotated((uint32_t)grid[i + 1] * 0xc2b2ae35u, 11) ^
                         rotated((uint32_t)grid[i + 2] * 0x27d4eb2fu, 22);
        check = (check ^ place) * 0x9e3779b1u;
        check ^= check >> 15;
    }
    return check;
}

// ---- writing -----------------------------------------------------------------------------------

// Bits go out from the lowest of each byte.
struct bit_writer {
    uint8_t *at;
    uint64_t bits;
    uint32_t count; // below 8 after each put
};

static void put_bits(struct bit_writer *writer, uint64_t bits, uint32_t count) { // up to 56
    writer->bits |= bits << writer->count;
    writer->count += count;
    for (; writer->count >= 8; writer->count -= 8) {
        *writer->at++ = (uint8_t)writer->bits;
        writer->bits >>= 8;
    }
}

static void put_level(struct bit_writer *writer, uint32_t level, uint32_t before) {
    if (level == before) {
        put_bits(writer, 0, 1);
    } else if (level == before + 1) {
        put_bits(writer, 1, 2);
    } else if (level + 1 == before) {
        put_bits(writer, 3, 3);
    } else {
        put_bits(writer, 7 | level << 3, 3 + LEVEL_BITS);
    }
}

static void put_value(struct bit_writer *writer, uint32_t value, uint32_t k) {
    uint32_t ones = value >> k;
    if (ones >= ESCAPE_ONES) {
        put_bits(writer, (1u << ESCAPE_ONES) - 1, ESCAPE_ONES);
        put_bits(writer, value, ESCAPE_BITS);
        return;
    }
    uint64_t low = value & ((1u << k) - 1u);
    put_bits(writer, ((1u << ones) - 1u) | low << (ones + 1), ones + 1 + k);
}

// Bits that the values take with Rice's parameter k.
static uint32_t cost(const uint32_t *values, uint32_t count, uint32_t k) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t ones = values[i] >> k;
        bits += ones < ESCAPE_ONES ? ones + 1 + k : ESCAPE_ONES + ESCAPE_BITS;
    }
    return bits;
}

static uint32_t best_level(const uint32_t *values, uint32_t count) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += values[i];
    }
    if (sum == 0) {
        return 0;
    }
    uint32_t k = 0; // the best is near the logarithm of the mean, or below if few are large
    while (k + 1 < LEVEL_MAX && (uint64_t)count << (k + 1) <= sum) {
        k++;
    }
    uint32_t bits = cost(values, count, k);
    while (k > 0 && cost(values, count, k - 1) < bits) {
        bits = cost(values, count, --k);
    }
    return k + 1;
}

static uint32_t put_block(struct bit_writer *writer, const uint32_t *values, uint32_t count,
                          uint32_t level_before) {
    uint32_t level = best_level(values, count);
    put_level(writer, level, level_before);
    for (uint32_t i = 0; level > 0 && i < count; i++) {
        put_value(writer, values[i], level - 1);
    }
    return level;
}

static void put_u32(struct wire_buffer *out, uint32_t value) {
    const uint8_t bytes[] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                             (uint8_t)(value >> 24)};
    wire_buffer_append(out, bytes, sizeof bytes);
}

static void put_payload(struct wire_buffer *out, const struct wire_predictors *predictors,
                        const int32_t *grid, const int32_t *base) {
    struct bit_writer writer = {0};
    uint32_t level = LEVEL_FIRST;
    for (uint32_t first = 0; first < predictors->count; first += BLOCK_PARTICLES) {
        uint32_t left = predictors->count - first;
        uint32_t particles = left < BLOCK_PARTICLES ? left : BLOCK_PARTICLES;
        uint32_t values[BLOCK_VALUES];
        for (uint32_t i = 0; i < 3 * particles; i++) {
            uint32_t particle = first + i / 3;
            uint32_t value = moved(grid, base, 3 * (size_t)first + i);
            values[i] = folded(value - predicted(predictors, grid, base, particle, i % 3));
        }
        uint8_t *room = wire_buffer_extend(out, BLOCK_BYTES_MAX);
        if (room == NULL) {
            return;
        }
        writer.at = room;
        level = put_block(&writer, values, 3 * particles, level);
        out->length_bytes -= BLOCK_BYTES_MAX - (size_t)(writer.at - room);
    }
    if (writer.count > 0) {
        wire_buffer_append(out, &(uint8_t){(uint8_t)writer.bits}, 1);
    }
}

void wire_encode_grid_key(struct wire_buffer *out, const struct wire_predictors *predictors,
                          const int32_t *grid, uint32_t number) {
    wire_buffer_append(out, &(uint8_t){KIND_KEY}, 1);
    put_u32(out, number);
    put_u32(out, check_of(grid, predictors->count));
    put_payload(out, predictors, grid, NULL);
}

void wire_encode_grid_delta(struct wire_buffer *out, const struct wire_predictors *predictors,
                            const int32_t *grid, const int32_t *base, uint32_t number,
                            uint32_t base_number) {
    wire_buffer_append(out, &(uint8_t){KIND_DELTA}, 1);
    put_u32(out, number);
    put_u32(out, base_number);
    put_u32(out, check_of(grid, predictors->count));
    put_payload(out, predictors, grid, base);
}

// ---- reading -----------------------------------------------------------------------------------

struct bit_reader {
    const uint8_t *at, *end;
    uint64_t bits;  // those above the valid ones are of no meaning until the last 8 bytes
    uint32_t count; // of valid bits
    bool failed;    // more was wanted than there is
};

// At least 56 valid bits, or all that are left.
static void refill(struct bit_reader *reader) {
    if (reader->end - reader->at >= 8) {
        uint64_t next = 0;
        for (uint32_t i = 0; i < 8; i++) { // compiles to one load
            next |= (uint64_t)reader->at[i] << 8 * i;
        }
        reader->bits |= next << reader->count; // what does not fit whole comes again, the same
        reader->at += (63 - reader->count) / 8;
        reader->count |= 56;
        return;
    }
    if (reader->count < 64) {
        reader->bits &= (UINT64_C(1) << reader->count) - 1;
    }
    while (reader->count <= 56 && reader->at < reader->end) {
        reader->bits |= (uint64_t)*reader->at++ << reader->count;
        reader->count += 8;
    }
}

static uint32_t take_bits(struct bit_reader *reader, uint32_t count) { // up to 32
    if (count > reader->count) {
        reader->failed = true;
        return 0;
    }
    uint32_t bits = (uint32_t)(reader->bits & ((UINT64_C(1) << count) - 1));
    reader->bits >>= count;
    reader->count -= count;
    return bits;
}

// How many ones come next, at most `most`.
static uint32_t count_ones(const struct bit_reader *reader, uint32_t most) {
    uint64_t zeros = ~reader->bits | UINT64_C(1) << most;
    return (uint32_t)__builtin_ctzll(zeros);
}

static uint32_t take_level(struct bit_reader *reader, uint32_t before) {
    refill(reader);
    switch (count_ones(reader, 3)) {
    case 0:
        take_bits(reader, 1);
        return before;
    case 1:
        take_bits(reader, 2);
        return before + 1;
    case 2:
        take_bits(reader, 3);
        return before - 1;
    default:
        return take_bits(reader, 3 + LEVEL_BITS) >> 3;
    }
}

static uint32_t take_value(struct bit_reader *reader, uint32_t k) {
    refill(reader);
    uint32_t ones = count_ones(reader, ESCAPE_ONES);
    if (ones == ESCAPE_ONES) {
        take_bits(reader, ESCAPE_ONES);
        return take_bits(reader, ESCAPE_BITS);
    }
    take_bits(reader, ones + 1);
    return ones << k | take_bits(reader, k);
}

// All frames are read whole before the check tells whether they were right. Until all is read, the
// grid holds how far everything has moved.
static bool take_payload(struct bit_reader *reader, const struct wire_predictors *predictors,
                         const int32_t *base, int32_t *grid) {
    uint32_t level = LEVEL_FIRST;
    for (uint32_t particle = 0; particle < predictors->count; particle++) {
        if (particle % BLOCK_PARTICLES == 0) {
            level = take_level(reader, level);
            if (level > LEVEL_MAX || reader->failed) {
                return false;
            }
        }
        for (size_t axis = 0; axis < 3; axis++) {
            size_t index = 3 * (size_t)particle + axis;
            uint32_t value = predicted(predictors, grid, NULL, particle, axis);
            value += level == 0 ? 0 : unfolded(take_value(reader, level - 1));
            grid[index] = (int32_t)value;
        }
    }
    for (size_t i = 0; base != NULL && i < 3 * (size_t)predictors->count; i++) {
        grid[i] = (int32_t)((uint32_t)grid[i] + (uint32_t)base[i]);
    }
    bool all_used = reader->at == reader->end && reader->count < 8 && reader->bits == 0;
    return !reader->failed && all_used;
}

static uint32_t read_u32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

enum wire_grid_result wire_decode_grid(const uint8_t *bytes, size_t length,
                                       const struct wire_predictors *predictors,
                                       const int32_t *base, uint32_t base_number, int32_t *grid,
                                       uint32_t *number) {
    bool is_delta = length > 0 && bytes[0] == KIND_DELTA;
    size_t head_bytes = is_delta ? 13 : 9;
    if (length < head_bytes || (!is_delta && bytes[0] != KIND_KEY)) {
        return WIRE_GRID_MALFORMED;
    }
    if (is_delta && (base == NULL || read_u32(bytes + 5) != base_number)) {
        return WIRE_GRID_NO_BASE;
    }
    struct bit_reader reader = {.at = bytes + head_bytes, .end = bytes + length};
    if (!take_payload(&reader, predictors, is_delta ? base : NULL, grid) ||
        check_of(grid, predictors->count) != read_u32(bytes + head_bytes - 4)) {
        return WIRE_GRID_MALFORMED;
    }
    *number = read_u32(bytes + 1);
    return WIRE_GRID_OK;
}

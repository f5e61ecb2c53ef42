// Any bytes as a frame on a grid, of any small scene: the decoder neither crashes nor reads past
// them. What it accepts says the same after being encoded again.
//
//     particles u16 │ links u16 │ links × (u16, u16) │ 0, or 1, base number u32, base 3 × i32 │
//     frame
//
// tests/vectors/make_grid.py writes such inputs from the vectors.
#include <stdlib.h>
#include <string.h>

#include "wire/grid_frame.h"

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            __builtin_trap();                                                                      \
    } while (0)

enum { PARTICLES_END = 1024, LINKS_END = 4096 };

struct input {
    const uint8_t *bytes;
    size_t length;
};

struct scene {
    struct wire_predictors predictors;
    int32_t *base; // NULL: none is held
    uint32_t base_number;
    size_t grid_bytes;
};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

// What the input has no bytes for is 0.
static void take(struct input *input, void *value, size_t length) {
    memset(value, 0, length);
    size_t most = length < input->length ? length : input->length;
    if (most > 0)
        memcpy(value, input->bytes, most);
    input->bytes += most;
    input->length -= most;
}

static uint32_t take_below(struct input *input, uint32_t end) {
    uint16_t value;
    take(input, &value, sizeof value);
    return value % end;
}

static struct scene take_scene(struct input *input) {
    static uint32_t links[LINKS_END][2];
    struct scene scene = {0};
    uint32_t particles = take_below(input, PARTICLES_END);
    uint32_t count = take_below(input, LINKS_END);
    for (uint32_t i = 0; i < count; i++) {
        links[i][0] = take_below(input, particles == 0 ? 1 : particles);
        links[i][1] = take_below(input, particles == 0 ? 1 : particles);
    }
    count = particles == 0 ? 0 : count;
    CHECK(wire_predictors_init(&scene.predictors, particles, links[0], count));
    for (uint32_t i = 1; i < particles; i++)
        for (size_t j = 0; j < 3; j++)
            CHECK(scene.predictors.of[i][j] < i);

    scene.grid_bytes = 3 * sizeof(int32_t) * particles;
    uint8_t holds;
    take(input, &holds, 1);
    if (holds & 1) {
        scene.base = malloc(scene.grid_bytes + 1);
        take(input, &scene.base_number, sizeof scene.base_number);
        take(input, scene.base, scene.grid_bytes);
    }
    return scene;
}

// Encodes `grid`, against the base if there is one and it is wanted, and reads it again.
static void check_round_trip(const struct scene *scene, const int32_t *grid, bool as_delta,
                             uint32_t number) {
    struct wire_buffer out;
    wire_buffer_init(&out, 0);
    if (as_delta)
        wire_encode_grid_delta(&out, &scene->predictors, grid, scene->base, number,
                               scene->base_number);
    else
        wire_encode_grid_key(&out, &scene->predictors, grid, number);
    CHECK(!out.failed);

    int32_t *again = malloc(scene->grid_bytes + 1);
    uint32_t number_again = ~number;
    CHECK(wire_decode_grid(wire_buffer_content(&out), out.length_bytes, &scene->predictors,
                           scene->base, scene->base_number, again, &number_again) == WIRE_GRID_OK);
    CHECK(number_again == number && memcmp(again, grid, scene->grid_bytes) == 0);
    free(again);
    wire_buffer_release(&out);
}

static enum wire_grid_result check_frame(const struct scene *scene, const uint8_t *frame,
                                         size_t length, int32_t *grid) {
    uint32_t number = 0;
    enum wire_grid_result result = wire_decode_grid(frame, length, &scene->predictors, scene->base,
                                                    scene->base_number, grid, &number);
    if (result == WIRE_GRID_OK) {
        check_round_trip(scene, grid, false, number);
        if (scene->base != NULL)
            check_round_trip(scene, grid, true, number);
    }
    return result;
}

// The check that belongs to the numbers in `grid`. Those of a refused frame mean nothing, but if
// all but the check was right, they are what it says; with this check it is accepted, and can be
// tried.
static void mend_check(uint8_t *frame, const int32_t *grid, size_t values) {
    uint32_t check = 0;
    for (size_t i = 0; i + 2 < values; i += 3) {
        uint32_t y = (uint32_t)grid[i + 1] * 0xc2b2ae35u;
        uint32_t z = (uint32_t)grid[i + 2] * 0x27d4eb2fu;
        uint32_t place =
            (uint32_t)grid[i] * 0x85ebca6bu ^ (y << 11 | y >> 21) ^ (z << 22 | z >> 10);
        check = (check ^ place) * 0x9e3779b1u;
        check ^= check >> 15;
    }
    for (size_t i = 0; i < 4; i++)
        frame[i + (frame[0] == 'D' ? 9 : 5)] = (uint8_t)(check >> 8 * i);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    struct input input = {bytes, length};
    struct scene scene = take_scene(&input);
    size_t frame_bytes = input.length;
    uint8_t *frame = malloc(frame_bytes + 1);
    take(&input, frame + 1, frame_bytes); // the heap ends where the frame does
    int32_t *grid = calloc(scene.grid_bytes + 1, 1);
    enum wire_grid_result result = check_frame(&scene, frame + 1, frame_bytes, grid);
    if (result == WIRE_GRID_MALFORMED && frame_bytes >= 13) {
        mend_check(frame + 1, grid, scene.grid_bytes / sizeof *grid);
        check_frame(&scene, frame + 1, frame_bytes, grid);
    }
    free(grid);
    free(frame);
    free(scene.base);
    wire_predictors_release(&scene.predictors);
    return 0;
}

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocations.h"
#include "random.h"
#include "vectors.h"
#include "wire/grid_frame.h"

enum {
    HEAD_BYTES_MAX = 13,
    BLOCK_BYTES_MAX = 158, // 7 bits for the level, 24 × (20 + 32) for the residuals
    DAMAGES = 100000,
};

// For what is looked at thousands of times: the runner, to which each assertion is a message, hears
// of it only if it fails.
#define REQUIRE(condition, ...)                                                                    \
    do {                                                                                           \
        if (!(condition))                                                                          \
            cr_assert_fail(__VA_ARGS__);                                                           \
    } while (0)

// ---- a frame and what is needed to read it -----------------------------------------------------

struct scene {
    struct wire_predictors predictors;
    size_t values;   // 3 × particles
    int32_t *base;   // NULL: none is held
    int32_t *result; // what the frame says
    int32_t *grid;   // what was read, exactly as long
    uint32_t base_number;
};

static int32_t *integers(const cJSON *array) {
    int32_t *values = malloc((size_t)cJSON_GetArraySize(array) * sizeof *values);
    size_t i = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, array) {
        values[i++] = (int32_t)item->valuedouble;
    }
    return values;
}

static struct wire_predictors predictors_of(const cJSON *row) {
    const cJSON *links = cJSON_GetObjectItem(row, "links");
    uint32_t *ends = calloc(2 * (size_t)cJSON_GetArraySize(links) + 1, sizeof *ends);
    uint32_t count = 0;
    const cJSON *link;
    cJSON_ArrayForEach(link, links) {
        ends[2 * count] = (uint32_t)cJSON_GetArrayItem(link, 0)->valuedouble;
        ends[2 * count++ + 1] = (uint32_t)cJSON_GetArrayItem(link, 1)->valuedouble;
    }
    struct wire_predictors predictors;
    uint32_t particles = (uint32_t)vectors_number(row, "particles");
    cr_assert(wire_predictors_init(&predictors, particles, ends, count));
    free(ends);
    return predictors;
}

static struct scene scene_of(const cJSON *row) {
    struct scene scene = {.predictors = predictors_of(row)};
    scene.values = 3 * (size_t)scene.predictors.count;
    scene.grid = malloc(scene.values * sizeof *scene.grid);
    const cJSON *base = cJSON_GetObjectItem(row, "base");
    if (base != NULL) {
        cr_assert_eq(cJSON_GetArraySize(base), scene.values);
        scene.base = integers(base);
        scene.base_number = (uint32_t)vectors_number(row, "base_number");
    }
    const cJSON *result = cJSON_GetObjectItem(row, "result");
    if (cJSON_IsArray(result)) {
        cr_assert_eq(cJSON_GetArraySize(result), scene.values);
        scene.result = integers(result);
    }
    return scene;
}

static void scene_release(struct scene *scene) {
    wire_predictors_release(&scene->predictors);
    free(scene->base);
    free(scene->result);
    free(scene->grid);
}

static enum wire_grid_result read_frame(const struct scene *scene, const uint8_t *bytes,
                                        size_t length, uint32_t *number) {
    return wire_decode_grid(bytes, length, &scene->predictors, scene->base, scene->base_number,
                            scene->grid, number);
}

static bool has_read(const struct scene *scene, const int32_t *expected) {
    return memcmp(scene->grid, expected, scene->values * sizeof *expected) == 0;
}

// The bytes at the end of their own heap memory, so that a read past them is seen.
static enum wire_grid_result read_copy(const struct scene *scene, const uint8_t *bytes,
                                       size_t length, uint32_t *number) {
    uint8_t *copy = malloc(length + 1);
    memcpy(copy + 1, bytes, length);
    enum wire_grid_result result = read_frame(scene, copy + 1, length, number);
    free(copy);
    return result;
}

// A scene of random links with numbers on it.
static struct scene random_scene(uint64_t *state, uint32_t particles_most) {
    uint32_t particles = 1 + random_below(state, particles_most);
    uint32_t links[400][2];
    uint32_t count = random_below(state, 400);
    for (uint32_t i = 0; i < count; i++) {
        links[i][0] = random_below(state, particles);
        links[i][1] = random_below(state, particles);
    }
    struct scene scene = {.values = 3 * (size_t)particles};
    REQUIRE(wire_predictors_init(&scene.predictors, particles, links[0], count), "no memory");
    scene.base = calloc(scene.values, sizeof *scene.base);
    scene.result = calloc(scene.values, sizeof *scene.result);
    scene.grid = calloc(scene.values, sizeof *scene.grid);
    return scene;
}

// ---- vectors -----------------------------------------------------------------------------------

static enum wire_grid_result result_of(const cJSON *row) {
    const char *word = cJSON_GetStringValue(cJSON_GetObjectItem(row, "result"));
    if (word == NULL) {
        return WIRE_GRID_OK;
    }
    return strcmp(word, "no_base") == 0 ? WIRE_GRID_NO_BASE : WIRE_GRID_MALFORMED;
}

Test(grid_frame, reads_the_vectors) {
    cJSON *rows = vectors_load("v1/grid.json");
    const cJSON *row;
    cJSON_ArrayForEach(row, rows) {
        struct scene scene = scene_of(row);
        struct vector_bytes hex = vectors_hex(row, "hex");
        uint32_t number = 4711;
        enum wire_grid_result result = read_frame(&scene, hex.bytes, hex.length, &number);
        cr_expect_eq(result, result_of(row), "%s: %d", vectors_name(row), result);
        if (scene.result == NULL) {
            cr_expect_eq(number, 4711, "%s", vectors_name(row));
        } else {
            cr_expect(has_read(&scene, scene.result), "%s", vectors_name(row));
            cr_expect_eq(number, vectors_number(row, "number"), "%s", vectors_name(row));
        }
        vectors_free(hex);
        scene_release(&scene);
    }
    cJSON_Delete(rows);
}

static void encode(struct wire_buffer *out, const struct scene *scene, const int32_t *base,
                   uint32_t number) {
    if (base == NULL) {
        wire_encode_grid_key(out, &scene->predictors, scene->result, number);
    } else {
        wire_encode_grid_delta(out, &scene->predictors, scene->result, base, number,
                               scene->base_number);
    }
}

// Encodes scene->result, and reads it again.
static size_t expect_round_trip(const struct scene *scene, const int32_t *base, const char *name) {
    struct wire_buffer out;
    wire_buffer_init(&out, 16);
    encode(&out, scene, base, 3000000000u);
    REQUIRE(!out.failed, "%s", name);
    size_t length = out.length_bytes;
    size_t blocks = (scene->predictors.count + 7) / 8;
    REQUIRE(length <= HEAD_BYTES_MAX + blocks * BLOCK_BYTES_MAX, "%s: %zu", name, length);

    uint32_t number = 0;
    memset(scene->grid, 0x55, scene->values * sizeof *scene->grid);
    enum wire_grid_result result = read_copy(scene, wire_buffer_content(&out), length, &number);
    REQUIRE(result == WIRE_GRID_OK && number == 3000000000u, "%s: %d", name, result);
    REQUIRE(has_read(scene, scene->result), "%s", name);
    wire_buffer_release(&out);
    return length;
}

Test(grid_frame, says_again_what_the_vectors_say) {
    cJSON *rows = vectors_load("v1/grid.json");
    const cJSON *row;
    cJSON_ArrayForEach(row, rows) {
        struct scene scene = scene_of(row);
        struct vector_bytes hex = vectors_hex(row, "hex");
        if (scene.result != NULL) {
            bool is_delta = hex.bytes[0] == 'D';
            expect_round_trip(&scene, is_delta ? scene.base : NULL, vectors_name(row));
        }
        vectors_free(hex);
        scene_release(&scene);
    }
    cJSON_Delete(rows);
}

Test(grid_frame, refuses_every_frame_that_is_cut) {
    cJSON *rows = vectors_load("v1/grid.json");
    const cJSON *row;
    cJSON_ArrayForEach(row, rows) {
        struct scene scene = scene_of(row);
        struct vector_bytes hex = vectors_hex(row, "hex");
        for (size_t length = 0; scene.result != NULL && length < hex.length; length++) {
            uint32_t number;
            REQUIRE(read_copy(&scene, hex.bytes, length, &number) == WIRE_GRID_MALFORMED,
                    "%s, %zu bytes", vectors_name(row), length);
        }
        vectors_free(hex);
        scene_release(&scene);
    }
    cJSON_Delete(rows);
}

// ---- damage ------------------------------------------------------------------------------------

// How many of `count` damaged frames were taken for others.
static uint32_t count_unseen(const struct scene *scene, struct vector_bytes whole, uint32_t count,
                             uint64_t *state) {
    uint32_t unseen = 0;
    uint8_t *bytes = malloc(whole.length);
    for (uint32_t i = 0; i < count; i++) {
        memcpy(bytes, whole.bytes, whole.length);
        for (uint32_t flips = 1 + i % 4; flips > 0; flips--) {
            uint32_t bit = random_below(state, 8 * (uint32_t)whole.length);
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        uint32_t number;
        unseen += read_frame(scene, bytes, whole.length, &number) == WIRE_GRID_OK &&
                  !has_read(scene, scene->result);
    }
    free(bytes);
    return unseen;
}

Test(grid_frame, never_takes_a_damaged_frame_for_another) {
    cJSON *rows = vectors_load("v1/grid.json");
    uint32_t each = DAMAGES / (uint32_t)cJSON_GetArraySize(rows) * 2;
    uint32_t unseen = 0;
    uint64_t state = 2;
    const cJSON *row;
    cJSON_ArrayForEach(row, rows) {
        struct scene scene = scene_of(row);
        struct vector_bytes hex = vectors_hex(row, "hex");
        if (scene.result != NULL) {
            unseen += count_unseen(&scene, hex, each, &state);
        }
        vectors_free(hex);
        scene_release(&scene);
    }
    cr_expect_eq(unseen, 0, "%u", unseen);
    cJSON_Delete(rows);
}

Test(grid_frame, takes_no_noise_for_a_frame) {
    uint64_t state = 3;
    for (int round = 0; round < 100; round++) {
        struct scene scene = random_scene(&state, 100);
        scene.base_number = 1;
        for (int i = 0; i < DAMAGES / 100; i++) {
            uint32_t length = 1 + random_below(&state, 300);
            uint8_t *bytes = malloc(length + 1);
            for (uint32_t j = 0; j <= length; j++) {
                bytes[j] = (uint8_t)random_below(&state, 256);
            }
            if (i % 3 > 0) {
                bytes[1] = "KD"[i % 2];
            }
            if (i % 2 > 0 && length > 8) {
                memcpy(bytes + 6, &(uint32_t){1}, 4); // the base that is held
            }
            uint32_t number;
            REQUIRE(read_frame(&scene, bytes + 1, length, &number) != WIRE_GRID_OK, "round %d",
                    round);
            free(bytes);
        }
        scene_release(&scene);
    }
}

Test(grid_frame, is_against_the_base_that_it_names) {
    uint64_t state = 4;
    for (int round = 0; round < 300; round++) {
        struct scene scene = random_scene(&state, 60);
        scene.base_number = 7;
        for (size_t i = 0; i < scene.values; i++) {
            scene.base[i] = (int32_t)random_below(&state, 10000);
            scene.result[i] = scene.base[i] + (int32_t)random_below(&state, 9) - 4;
        }
        struct wire_buffer out;
        wire_buffer_init(&out, 0);
        encode(&out, &scene, scene.base, 8);
        uint32_t number;
        const uint8_t *bytes = wire_buffer_content(&out);
        scene.base_number = 6;
        cr_expect_eq(read_frame(&scene, bytes, out.length_bytes, &number), WIRE_GRID_NO_BASE);
        cr_expect_eq(wire_decode_grid(bytes, out.length_bytes, &scene.predictors, NULL, 7,
                                      scene.grid, &number),
                     WIRE_GRID_NO_BASE);
        // One with the same number but from another room, say.
        scene.base_number = 7;
        for (size_t i = 0; i < scene.values; i++) {
            scene.base[i] += (int32_t)random_below(&state, 9) - 4;
        }
        scene.base[0] += 20;
        cr_expect_eq(read_frame(&scene, bytes, out.length_bytes, &number), WIRE_GRID_MALFORMED);
        wire_buffer_release(&out);
        scene_release(&scene);
    }
}

// ---- round trips -------------------------------------------------------------------------------

static int32_t random_integer(uint64_t *state) {
    static const int32_t edges[] = {INT32_MIN, INT32_MAX, 0, 1, -1, 1 << 30, INT32_MIN + 1};
    uint64_t bits = random_u64(state);
    return bits & 1 ? edges[random_below(state, sizeof edges / sizeof edges[0])]
                    : (int32_t)(bits >> 32);
}

// Moves each coordinate by at most so many steps, around the end of the integers if it must be.
static void walk(struct scene *scene, uint64_t *state, uint32_t most) {
    for (size_t i = 0; i < scene->values; i++) {
        uint32_t moved = random_below(state, 2 * most + 1) - most;
        scene->result[i] = (int32_t)((uint32_t)scene->base[i] + moved);
    }
}

Test(grid_frame, follows_random_walks_on_random_graphs) {
    uint64_t state = 5;
    for (int round = 0; round < 200; round++) {
        struct scene scene = random_scene(&state, 150);
        for (size_t i = 0; i < scene.values; i++) {
            scene.base[i] =
                round % 4 == 0 ? random_integer(&state) : (int32_t)random_below(&state, 5000);
        }
        for (uint32_t frame = 0; frame < 12; frame++) {
            scene.base_number = frame;
            uint32_t most = random_below(&state, 1u << random_below(&state, 28));
            walk(&scene, &state, frame % 5 == 4 ? 0 : most);
            expect_round_trip(&scene, frame % 6 == 0 ? NULL : scene.base, "walk");
            int32_t *result = scene.result;
            scene.result = scene.base;
            scene.base = result;
        }
        scene_release(&scene);
    }
}

Test(grid_frame, holds_integers_of_all_sizes) {
    uint64_t state = 6;
    for (int round = 0; round < 500; round++) {
        struct scene scene = random_scene(&state, 40);
        for (size_t i = 0; i < scene.values; i++) {
            scene.base[i] = random_integer(&state);
            scene.result[i] = random_integer(&state);
        }
        expect_round_trip(&scene, NULL, "key");
        expect_round_trip(&scene, scene.base, "delta");
        scene_release(&scene);
    }
}

// A block whose residuals are spread over all levels.
Test(grid_frame, holds_residuals_of_all_sizes_beside_each_other) {
    uint64_t state = 7;
    for (int round = 0; round < 3000; round++) {
        struct scene scene = random_scene(&state, 24);
        uint32_t width = 1 + random_below(&state, 31);
        for (size_t i = 0; i < scene.values; i++) {
            uint32_t most = 1u << random_below(&state, width);
            scene.result[i] = (int32_t)(random_below(&state, 2 * most) - most);
        }
        expect_round_trip(&scene, NULL, "key");
        scene_release(&scene);
    }
}

// ---- size --------------------------------------------------------------------------------------

Test(grid_frame, is_never_longer_than_its_blocks_may_be) {
    // Neighbours are as far from each other as can be: each residual escapes.
    struct scene scene = {.values = 3 * 64};
    cr_assert(wire_predictors_init(&scene.predictors, 64, NULL, 0));
    scene.result = calloc(scene.values, sizeof *scene.result);
    scene.grid = calloc(scene.values, sizeof *scene.grid);
    for (size_t i = 0; i < scene.values; i++) {
        scene.result[i] = i / 3 % 2 ? INT32_MIN : 1;
    }
    size_t length = expect_round_trip(&scene, NULL, "far apart");
    cr_expect_gt(length, 8 * (BLOCK_BYTES_MAX - 4), "all but the first residuals escape");
    scene_release(&scene);
}

Test(grid_frame, of_4096_particles_at_rest_is_below_100_bytes) {
    uint64_t state = 8;
    struct scene scene = {.values = 3 * 4096, .base_number = 1};
    cr_assert(wire_predictors_init(&scene.predictors, 4096, NULL, 0));
    scene.base = calloc(scene.values, sizeof *scene.base);
    scene.result = calloc(scene.values, sizeof *scene.result);
    scene.grid = calloc(scene.values, sizeof *scene.grid);
    for (size_t i = 0; i < scene.values; i++) {
        scene.base[i] = scene.result[i] = random_integer(&state);
    }
    cr_expect_lt(expect_round_trip(&scene, scene.base, "at rest"), 100);
    scene_release(&scene);
}

Test(grid_frame, of_a_swinging_cloth_takes_about_a_byte_for_each_particle) {
    uint32_t links[2 * 64 * 63][2];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 4096; i++) {
        if (i % 64 < 63) {
            memcpy(links[count++], (uint32_t[2]){i, i + 1}, sizeof links[0]);
        }
        if (i / 64 < 63) {
            memcpy(links[count++], (uint32_t[2]){i, i + 64}, sizeof links[0]);
        }
    }
    struct scene scene = {.values = 3 * 4096, .base_number = 1};
    cr_assert(wire_predictors_init(&scene.predictors, 4096, links[0], count));
    scene.base = calloc(scene.values, sizeof *scene.base);
    scene.result = calloc(scene.values, sizeof *scene.result);
    scene.grid = calloc(scene.values, sizeof *scene.grid);
    float *positions = calloc(scene.values, sizeof *positions);
    for (int frame = 0; frame < 2; frame++) {
        for (uint32_t i = 0; i < 4096; i++) {
            float x = (float)(i % 64) / 32.0f;
            float y = (float)(i / 64) / 32.0f;
            float t = (float)frame / 30.0f;
            positions[3 * i] = x;
            positions[3 * i + 1] = 2.0f - y * cosf(0.3f * sinf(2 * t + x));
            positions[3 * i + 2] = y * sinf(0.5f * sinf(3 * t + x));
        }
        wire_grid_quantise(frame == 0 ? scene.base : scene.result, positions, 4096, 0.0005);
    }
    cr_expect_lt(expect_round_trip(&scene, scene.base, "swinging"), 4096 * 12 / 10);
    free(positions);
    scene_release(&scene);
}

// ---- memory ------------------------------------------------------------------------------------

Test(grid_frame, remembers_that_memory_ran_out_and_leaves_nothing_behind) {
    uint64_t state = 9;
    struct scene scene = {.values = 3 * 400};
    cr_assert(wire_predictors_init(&scene.predictors, 400, NULL, 0));
    scene.result = calloc(scene.values, sizeof *scene.result);
    for (size_t i = 0; i < scene.values; i++) {
        scene.result[i] = random_integer(&state);
    }
    long before = live_blocks();
    uint32_t failures = 0;
    for (bool fails = true; fails; failures += fails) {
        struct wire_buffer out;
        wire_buffer_init(&out, 8);
        fail_allocation(failures + 1);
        encode(&out, &scene, NULL, 1);
        fail_allocation(0);
        fails = out.failed;
        wire_buffer_release(&out);
        cr_assert_eq(live_blocks(), before);
    }
    cr_expect_gt(failures, 3, "the buffer has to grow more than once");
    scene_release(&scene);
}

Test(grid_frame, goes_behind_what_the_buffer_holds) {
    struct scene scene = {.values = 3};
    cr_assert(wire_predictors_init(&scene.predictors, 1, NULL, 0));
    scene.result = calloc(scene.values, sizeof *scene.result);
    scene.grid = calloc(scene.values, sizeof *scene.grid);
    struct wire_buffer out;
    wire_buffer_init(&out, 8);
    wire_buffer_append(&out, "before", 6);
    encode(&out, &scene, NULL, 1);
    cr_assert_eq(memcmp(wire_buffer_content(&out), "before", 6), 0);
    uint32_t number;
    cr_expect_eq(read_frame(&scene, wire_buffer_content(&out) + 6, out.length_bytes - 6, &number),
                 WIRE_GRID_OK);
    wire_buffer_release(&out);
    scene_release(&scene);
}

Test(grid_frame, of_no_particles_is_a_head) {
    struct scene scene = {0};
    cr_assert(wire_predictors_init(&scene.predictors, 0, NULL, 0));
    scene.result = calloc(1, sizeof *scene.result);
    scene.grid = calloc(1, sizeof *scene.grid);
    cr_expect_eq(expect_round_trip(&scene, NULL, "nobody"), 9);
    scene_release(&scene);
}

// ---- the grid ----------------------------------------------------------------------------------

static int32_t quantised(float position_m, double step_m) {
    int32_t grid[3] = {0, 0, 0};
    wire_grid_quantise(grid, (float[3]){0.0f, position_m, 0.0f}, 1, step_m);
    REQUIRE(grid[0] == 0 && grid[2] == 0, "%g", (double)position_m);
    return grid[1];
}

Test(quantise, takes_the_nearest_point) {
    cr_expect_eq(quantised(0.0f, 0.0005), 0);
    cr_expect_eq(quantised(-0.0f, 0.0005), 0);
    cr_expect_eq(quantised(0.00024f, 0.0005), 0);
    cr_expect_eq(quantised(0.00026f, 0.0005), 1);
    cr_expect_eq(quantised(-0.00024f, 0.0005), 0);
    cr_expect_eq(quantised(-0.00026f, 0.0005), -1);
    cr_expect_eq(quantised(-1.0f, 0.0005), -2000);
    cr_expect_eq(quantised(1.5f, 0.0001), 15000);
    cr_expect_eq(quantised(-1.2344f, 0.001), -1234);
}

Test(quantise, takes_the_upper_one_of_two_that_are_as_near) {
    cr_expect_eq(quantised(0.5f, 1.0), 1);
    cr_expect_eq(quantised(-0.5f, 1.0), 0);
    cr_expect_eq(quantised(-1.5f, 1.0), -1);
    cr_expect_eq(quantised(2.0f + 1.0f / 16.0f, 0.125), 17); // exact in binary
    cr_expect_eq(quantised(0.0625f, 0.001), 63);             // 62.5 steps
    cr_expect_eq(quantised(-0.0625f, 0.001), -62);
}

Test(quantise, is_at_most_half_a_step_off_everywhere) {
    static const double steps_m[] = {0.0005, 0.0001, 0.001};
    uint64_t state = 10;
    for (size_t s = 0; s < 3; s++) {
        double worst = 0.0;
        for (int i = 0; i < 200000; i++) {
            double range = i % 2 ? 64.0 : 0.01;
            double metres = ((double)random_below(&state, UINT32_MAX) / 2147483648.0 - 1.0) * range;
            float position_m = i == 0 ? 64.0f : i == 1 ? -64.0f : (float)metres;
            int32_t at = quantised(position_m, steps_m[s]);
            worst = fmax(worst, fabs((double)at * steps_m[s] - (double)position_m));
            // What a reader makes of it is on the same point again.
            REQUIRE(quantised((float)((double)at * steps_m[s]), steps_m[s]) == at, "%d", at);
        }
        cr_expect_leq(worst, steps_m[s] * (0.5 + 1e-9), "%g: %g", steps_m[s], worst);
        cr_expect_geq(worst, steps_m[s] * 0.49);
    }
    cr_expect_eq(quantised(64.0f, 0.0001), 640000);
    cr_expect_eq(quantised(-64.0f, 0.0001), -640000);
}

#include "sight.h"

#include <criterion/criterion.h>
#include <string.h>

#include "wire/grid_frame.h"

enum { PARTICLES = 40 };

static uint8_t links[(PARTICLES - 1) * 2 * sizeof(uint32_t)];
static struct wire_predictors predictors;
static struct sight sight;

static void set_up(void) {
    for (uint32_t i = 0; i + 1 < PARTICLES; i++) {
        const uint32_t link[] = {i, i + 1};
        memcpy(links + i * sizeof link, link, sizeof link);
    }
    cr_assert(wire_predictors_init(&predictors, PARTICLES, (const uint32_t *)(const void *)links,
                                   PARTICLES - 1));
}

static void tear_down(void) {
    sight_release(&sight);
    wire_predictors_release(&predictors);
}

TestSuite(sight, .init = set_up, .fini = tear_down);

static void begin(bool reads, const char *encoding) {
    const struct message_scene scene = {PARTICLES, 0.01, links, sizeof links};
    sight_release(&sight);
    sight_init(&sight, reads);
    cr_assert(sight_agree(&sight, encoding));
    cr_assert(sight_begin(&sight, &scene));
}

// A rope that has swung by `swing` steps of the grid.
static void fill(int32_t grid[3 * PARTICLES], int32_t swing) {
    for (int32_t i = 0; i < PARTICLES; i++) {
        grid[3 * i] = 20 * i + swing * i / 8;
        grid[3 * i + 1] = -30 * i;
        grid[3 * i + 2] = swing * i * i / 64;
    }
}

static enum sight_result take(struct wire_buffer *frame, const uint8_t **positions) {
    return sight_take(&sight, wire_buffer_content(frame), frame->length_bytes, positions);
}

Test(sight, knows_the_encodings_of_the_protocol_and_no_others) {
    cr_expect(sight_agree(&sight, "f32"));
    cr_expect(sight_agree(&sight, "grid0.1"));
    cr_expect_not(sight_agree(&sight, "grid"));
}

Test(sight, sees_the_positions_that_were_sent_on_a_grid) {
    int32_t grids[2][3 * PARTICLES];
    struct wire_buffer frame;
    const uint8_t *positions;
    begin(true, "grid0.5");
    wire_buffer_init(&frame, 0);
    for (uint32_t number = 1; number <= 5; number++) {
        int32_t *now = grids[number % 2];
        fill(now, (int32_t)number);
        wire_buffer_clear(&frame);
        if (number == 1) {
            wire_encode_grid_key(&frame, &predictors, now, number);
        } else {
            wire_encode_grid_delta(&frame, &predictors, now, grids[(number + 1) % 2], number,
                                   number - 1);
        }
        cr_assert_eq(take(&frame, &positions), SIGHT_OK);
        float last[3];
        memcpy(last, positions + sizeof last * (PARTICLES - 1), sizeof last);
        for (size_t axis = 0; axis < 3; axis++) {
            cr_expect_eq(last[axis], (float)(now[3 * (PARTICLES - 1) + axis] * 0.0005));
        }
    }
    wire_buffer_release(&frame);
}

Test(sight, sees_a_frame_that_builds_on_another_also_when_it_does_not_read) {
    int32_t grid[3 * PARTICLES];
    struct wire_buffer frame;
    const uint8_t *positions;
    fill(grid, 3);
    for (int reads = 0; reads < 2; reads++) {
        begin(reads, "grid1");
        wire_buffer_init(&frame, 0);
        wire_encode_grid_delta(&frame, &predictors, grid, grid, 8, 7);
        cr_expect_eq(take(&frame, &positions), SIGHT_UNREADABLE, "before any other");
        wire_buffer_clear(&frame);
        wire_encode_grid_key(&frame, &predictors, grid, 6);
        cr_expect_eq(take(&frame, &positions), SIGHT_OK);
        cr_expect_eq(positions != NULL, reads);
        wire_buffer_clear(&frame);
        wire_encode_grid_delta(&frame, &predictors, grid, grid, 8, 7);
        cr_expect_eq(take(&frame, &positions), SIGHT_UNREADABLE);
        cr_expect_null(positions);
        wire_buffer_release(&frame);
    }
}

Test(sight, sees_damage_if_it_reads) {
    int32_t grid[3 * PARTICLES];
    struct wire_buffer frame;
    const uint8_t *positions;
    fill(grid, 3);
    begin(true, "grid0.1");
    wire_buffer_init(&frame, 0);
    wire_encode_grid_key(&frame, &predictors, grid, 1);
    wire_buffer_content(&frame)[frame.length_bytes - 2] ^= 4;
    cr_expect_eq(take(&frame, &positions), SIGHT_UNREADABLE);
    wire_buffer_release(&frame);
}

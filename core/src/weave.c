#include "weave.h"

#include <math.h>

struct pbd_counts weave_counts(const struct weave *weave) {
    uint32_t columns = weave->columns;
    uint32_t rows = weave->rows;
    return (struct pbd_counts){
        .particles = (columns + 1) * (rows + 1),
        .weave = {.rows = rows + 1, .columns = columns + 1},
        .of =
            {
                [PBD_TETHER] = weave->loose ? 0 : (columns + 1) * rows,
                [PBD_LINK] = (columns + 1) * rows + columns * (rows + 1),
                [PBD_FLOOR] = 2 * columns * rows,
                [PBD_HINGE] = (columns - 1) * rows + columns * (rows - 1),
            },
        .bodies = weave->thickness_m > 0.0f ? (columns + 1) * (rows + 1) : 0,
    };
}

// The number of a particle.
static uint32_t at(const struct weave *weave, uint32_t r, uint32_t c) {
    return weave->first + r * (weave->columns + 1) + c;
}

// From the pins, as far as the warp reaches.
static void create_tethers(const struct weave *weave, struct pbd_builder *builder) {
    for (uint32_t r = 1; r <= weave->rows; r++) {
        for (uint32_t c = 0; c <= weave->columns; c++) {
            pbd_builder_tether(builder, at(weave, r, c), at(weave, 0, c),
                               (float)r * weave->spacing_m);
        }
    }
}

static void create_links(const struct weave *weave, struct pbd_builder *builder) {
    uint32_t columns = weave->columns;
    uint32_t rows = weave->rows;
    for (uint32_t r = 0; r < rows; r++) {
        for (uint32_t c = 0; c <= columns; c++) {
            pbd_builder_link(builder, at(weave, r, c), at(weave, r + 1, c), weave->spacing_m);
        }
    }
    for (uint32_t parity = 0; parity < 2; parity++) {
        for (uint32_t r = 0; r <= rows; r++) {
            for (uint32_t c = parity; c < columns; c += 2) {
                pbd_builder_link(builder, at(weave, r, c), at(weave, r, c + 1), weave->spacing_m);
            }
        }
    }
}

static void create_floors(const struct weave *weave, struct pbd_builder *builder) {
    uint32_t columns = weave->columns;
    uint32_t rows = weave->rows;
    for (uint32_t pass = 0; pass < 4; pass++) {
        uint32_t left_down = pass / 2; // 0: ↘, 1: ↗
        for (uint32_t r = 0; r < rows; r++) {
            for (uint32_t c = pass % 2; c < columns; c += 2) {
                uint32_t left = at(weave, r + left_down, c);
                uint32_t right = at(weave, r + 1 - left_down, c + 1);
                pbd_builder_floor(builder, left, right, 0.0f); // weave_set_floors() gives it
            }
        }
    }
}

// Over each link inside the sheet, between corners that face each other.
static void create_hinges(const struct weave *weave, struct pbd_builder *builder) {
    uint32_t columns = weave->columns;
    uint32_t rows = weave->rows;
    uint32_t stride = columns + 1;
    for (uint32_t r = 0; r < rows; r++) {
        for (uint32_t c = 1; c < columns; c++) {
            uint32_t top = at(weave, r, c);
            pbd_builder_hinge(builder, top, top + stride, top - 1, top + stride + 1);
        }
    }
    for (uint32_t r = 1; r < rows; r++) {
        for (uint32_t c = 0; c < columns; c++) {
            uint32_t left = at(weave, r, c);
            pbd_builder_hinge(builder, left, left + 1, left + stride, left - stride + 1);
        }
    }
}

static void create_bodies(const struct weave *weave, struct pbd_builder *builder) {
    pbd_builder_thickness(builder, weave->thickness_m);
    for (uint32_t i = 0; i < (weave->columns + 1) * (weave->rows + 1); i++) {
        pbd_builder_body(builder, weave->first + i, weave->first + i);
    }
}

void weave_build(const struct weave *weave, struct pbd_builder *builder) {
    if (!weave->loose) {
        create_tethers(weave, builder);
    }
    create_links(weave, builder);
    create_floors(weave, builder);
    create_hinges(weave, builder);
    if (weave->thickness_m > 0.0f) {
        create_bodies(weave, builder);
    }
    pbd_builder_grid(builder, weave->first, weave->columns + 1, weave->rows + 1);
}

void weave_set_floors(const struct weave *weave, float ratio, struct pbd_builder *builder) {
    pbd_builder_set_floors(builder, ratio * sqrtf(2.0f) * weave->spacing_m);
}

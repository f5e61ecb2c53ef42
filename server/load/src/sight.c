#include "sight.h"

#include <stdlib.h>
#include <string.h>

#include "wire/client_message.h"
#include "wire/grid_frame.h"

enum { BYTES_PER_PARTICLE = 12, KEY_HEAD_BYTES = 9, DELTA_HEAD_BYTES = 13 };

void sight_init(struct sight *sight, bool reads) {
    *sight = (struct sight){.reads = reads};
}

void sight_release(struct sight *sight) {
    wire_predictors_release(&sight->predictors);
    free(sight->grid);
    free(sight->positions_m);
    sight->grid = NULL;
    sight->positions_m = NULL;
}

bool sight_agree(struct sight *sight, const char *encoding) {
    for (int i = 0; i < WIRE_ENCODING_COUNT; i++) {
        if (strcmp(encoding, wire_encoding_name((enum wire_encoding)i)) == 0) {
            sight->step_m = wire_grid_step_m((enum wire_encoding)i);
            return true;
        }
    }
    return false;
}

bool sight_begin(struct sight *sight, const struct message_scene *scene) {
    sight_release(sight);
    sight->particles = scene->particles;
    sight->holds = false;
    if (sight->step_m == 0.0 || !sight->reads) {
        return true;
    }
    size_t values = 3 * (size_t)scene->particles + 1;
    uint32_t *links = malloc(scene->links_bytes + 1); // aligned, as the message's bytes are not
    sight->grid = calloc(2 * values, sizeof *sight->grid);
    sight->positions_m = calloc(values, sizeof *sight->positions_m);
    bool made = links != NULL && sight->grid != NULL && sight->positions_m != NULL;
    if (made) {
        if (scene->links_bytes > 0) { // memcpy may not be given NULL, even for nothing
            memcpy(links, scene->links, scene->links_bytes);
        }
        made = wire_predictors_init(&sight->predictors, scene->particles, links,
                                    (uint32_t)(scene->links_bytes / (2 * sizeof *links)));
    }
    free(links);
    return made;
}

// Infinite and not-a-number are what has all bits of the exponent set; looking at bits lets the
// compiler take many at once.
static bool all_finite(const uint8_t *frame, size_t bytes) {
    uint32_t unfit = 0;
    for (size_t at = 0; at + sizeof(uint32_t) <= bytes; at += sizeof(uint32_t)) {
        uint32_t bits;
        memcpy(&bits, frame + at, sizeof bits);
        unfit |= (bits & 0x7f800000u) == 0x7f800000u;
    }
    return unfit == 0;
}

static enum sight_result take_plain(const struct sight *sight, const uint8_t *frame, size_t bytes,
                                    const uint8_t **positions) {
    if (bytes != (size_t)sight->particles * BYTES_PER_PARTICLE) {
        return SIGHT_FRAME_LENGTH;
    }
    *positions = frame;
    return all_finite(frame, bytes) ? SIGHT_OK : SIGHT_NOT_FINITE;
}

static uint32_t u32_at(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static bool follows(const struct sight *sight, const uint8_t *frame, size_t bytes) {
    bool is_key = bytes >= KEY_HEAD_BYTES && frame[0] == 'K';
    bool is_delta = bytes >= DELTA_HEAD_BYTES && frame[0] == 'D';
    return is_key || (is_delta && sight->holds && u32_at(frame + 5) == sight->number);
}

static bool read_grid(struct sight *sight, const uint8_t *frame, size_t bytes) {
    size_t values = 3 * (size_t)sight->particles;
    int32_t *next = sight->grid + values;
    uint32_t number;
    if (wire_decode_grid(frame, bytes, &sight->predictors, sight->holds ? sight->grid : NULL,
                         sight->number, next, &number) != WIRE_GRID_OK) {
        return false;
    }
    memcpy(sight->grid, next, values * sizeof *next);
    for (size_t i = 0; i < values; i++) {
        sight->positions_m[i] = (float)((double)next[i] * sight->step_m);
    }
    return true;
}

enum sight_result sight_take(struct sight *sight, const uint8_t *frame, size_t bytes,
                             const uint8_t **positions) {
    *positions = NULL;
    if (sight->step_m == 0.0) {
        return take_plain(sight, frame, bytes, positions);
    }
    if (!follows(sight, frame, bytes) || (sight->reads && !read_grid(sight, frame, bytes))) {
        sight->holds = false;
        return SIGHT_UNREADABLE;
    }
    sight->holds = true;
    sight->number = u32_at(frame + 1);
    *positions = sight->reads ? (const uint8_t *)sight->positions_m : NULL;
    return SIGHT_OK;
}

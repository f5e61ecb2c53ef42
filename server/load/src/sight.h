// What a viewer sees: its frames, in the encoding agreed on.
//
// Frames on a grid build on each other. That each one builds on the last is always looked at; they
// are read whole, which costs more than all else, if somebody wants to know the positions.
#ifndef SIGHT_H
#define SIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "message.h"
#include "wire/predictors.h"

struct sight {
    bool reads;    // frames on a grid whole
    double step_m; // of the grid; 0: frames are f32
    uint32_t particles;
    bool holds; // a frame on a grid, with this number
    uint32_t number;
    // Only if they are read.
    struct wire_predictors predictors;
    int32_t *grid;      // [particles][3], that frame; the one being read comes after it
    float *positions_m; // [particles][3]
};

// `reads`: as above. To be released.
void sight_init(struct sight *sight, bool reads);
void sight_release(struct sight *sight);

// False if the encoding is not known.
bool sight_agree(struct sight *sight, const char *encoding);
// Another scene, or a fresh look at the same one: what was seen is forgotten. False without memory.
bool sight_begin(struct sight *sight, const struct message_scene *scene);

enum sight_result {
    SIGHT_OK,
    SIGHT_FRAME_LENGTH,
    SIGHT_NOT_FINITE,
    SIGHT_UNREADABLE, // damaged, or it builds on a frame that is not the last
};
// Takes a frame. *positions, [particles][3] float32, is NULL if they were not read; it holds until
// the next call, or as long as the frame.
enum sight_result sight_take(struct sight *sight, const uint8_t *frame, size_t bytes,
                             const uint8_t **positions);

#endif

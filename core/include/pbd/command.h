// Commands are data: what changes a world from outside, applied between two steps.
//
// A saved state and the commands by step are a world's whole history: applied again they give the
// same bits. Therefore nothing here depends on a clock, and hand targets are integers on a grid.
#ifndef PBD_COMMAND_H
#define PBD_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "pbd/parameter.h"
#include "pbd/scene.h"

enum {
    PBD_TARGET_STEPS_PER_M = 8192, // grid of hand targets: 2^−13 m, exact in float32
    PBD_HANDS_MAX = 256,           // per world
    PBD_GUSTS_MAX = 8,             // blowing at once
};

#define PBD_GUST_STRENGTH_MAX 100.0f // m/s²
#define PBD_GUST_DURATION_MIN 0.02f  // s
#define PBD_GUST_DURATION_MAX 10.0f  // s
#define PBD_GUST_WIDTH_MAX 10.0f     // m

enum pbd_command_kind {
    PBD_GRAB,
    PBD_MOVE,
    PBD_RELEASE,
    PBD_LIMIT_PULL,
    PBD_GUST,
    PBD_SET,
    PBD_RESET,
    PBD_SCENE,
};

struct pbd_command {
    enum pbd_command_kind kind;
    union {
        struct {
            uint32_t id;       // chosen by the caller, unique in the world
            uint32_t particle; // PBD_GRAB
            int32_t target[3]; // PBD_GRAB, PBD_MOVE; in 1/PBD_TARGET_STEPS_PER_M metres
            // PBD_GRAB, PBD_LIMIT_PULL: N, the most that this hand pulls with where the scene's
            // `hand_force` would let it pull harder; 0 or infinite: only `hand_force` counts.
            float force_max_n;
        } hand;
        struct {
            float direction[3]; // not all zero; normalised here
            float strength;     // m/s², 0 … PBD_GUST_STRENGTH_MAX
            float duration_s;   // PBD_GUST_DURATION_MIN … PBD_GUST_DURATION_MAX
            float width_m; // of the soft front, 0 … PBD_GUST_WIDTH_MAX; 0: everywhere at once
        } gust;
        struct {
            uint32_t parameter; // index
            float value;
        } set;
        struct {
            const struct pbd_scene *scene; // NULL: PBD_NO_SUCH_SCENE
            float values[PBD_PARAMETERS_MAX];
        } scene;
    };
};

// What a command did besides the obvious.
struct pbd_outcome {
    bool rebuilt;  // another world: particles, links and parameters may differ; all hands let go
    bool rekicked; // put back and pushed because `iterations` changed
};

// The nearest point of the target grid; PBD_OUT_OF_RANGE if not finite or beyond the world's bound.
enum pbd_status pbd_target_from_position(const float position_m[3], int32_t target[3]);

#endif

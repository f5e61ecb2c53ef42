// Parameters of a scene: what a member may change, in which range, and when it acts.
//
// Every scene has the common parameters first, at the indices of enum pbd_common_parameter, and its
// own after them. Values are float32, so that a log and a saved state hold the same bits
// everywhere.
#ifndef PBD_PARAMETER_H
#define PBD_PARAMETER_H

#include <stdbool.h>
#include <stdint.h>

enum { PBD_PARAMETERS_MAX = 32 };

enum pbd_parameter_kind {
    PBD_FLOAT,
    PBD_INT,    // a whole number
    PBD_BOOL,   // 0 or 1
    PBD_CHOICE, // one of `choices`
};

struct pbd_parameter {
    const char *name;  // e.g. "tip_mass"
    const char *title; // for people, e.g. "Tip mass"
    const char *unit;  // SI, "" for none
    enum pbd_parameter_kind kind;
    float min, max; // inclusive
    float initial;
    bool live;            // true: acts at the next step; false: a change builds the world anew
    const float *choices; // [choice_count], PBD_CHOICE only
    uint32_t choice_count;
    const char *const *labels; // [choice_count]: what the choices are called; NULL for numbers
};

enum pbd_common_parameter {
    PBD_ITERATIONS,      // n: Gauss–Seidel sweeps per substep
    PBD_SUBSTEPS,        // s: each step is made of s substeps of h/s
    PBD_RATE,            // 1/h, steps per second
    PBD_GRAVITY,         // m/s², along −y
    PBD_DAMPING,         // 1/s: velocities decay as e^(−c t)
    PBD_STIFFNESS,       // k of the distance constraints, independent of n
    PBD_BREEZE,          // m/s², ambient wind, varying in time and space
    PBD_HAND_FORCE,      // N: the most that a hand pulls with
    PBD_HAND_COMPLIANCE, // m/N
    PBD_HAND_DAMPING,    // N s/m
    PBD_STEPPING,        // enum pbd_stepping
    PBD_TETHERS,         // whether long-range tethers act
    PBD_COMPLIANCE,      // m/N of the distance constraints; 0: `stiffness` decides instead
    PBD_BENDING,         // k of the bending constraints, independent of n; 0: none act
    PBD_SPRING,          // N/m, in PBD_SPRINGS only
    PBD_GROUND,          // whether there is a ground at y = 0
    PBD_FRICTION,        // static coefficient of friction
    PBD_SLIDING,         // dynamic coefficient of friction; acts at most as the static one
    PBD_COMMON_PARAMETER_COUNT
};

// How the constraints of a substep are satisfied.
enum pbd_stepping {
    PBD_SWEEPS,  // n Gauss–Seidel sweeps: the seeds' loop
    PBD_DIRECT,  // the links of a chain all at once, n times; for other scenes as PBD_SWEEPS
    PBD_SPRINGS, // links as explicit springs: there to be seen blowing up
    PBD_STEPPING_COUNT
};

// Whether the value is inside the range and of the kind. NaN, infinities and denormal numbers never
// are.
bool pbd_parameter_accepts(const struct pbd_parameter *parameter, float value);

#endif

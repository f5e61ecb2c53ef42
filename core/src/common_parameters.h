// The parameters that every scene has, for the head of a scene's table: in the order of enum
// pbd_common_parameter. What differs by scene are some initial values.
#ifndef COMMON_PARAMETERS_H
#define COMMON_PARAMETERS_H

#include "pbd/scene.h"

extern const float common_rates[];
enum { COMMON_RATE_COUNT = 5 };
extern const float common_steppings[];
extern const char *const common_stepping_labels[];

// hand_n: the most that a hand pulls with. Compliance and damping follow from it, so that a hand
// feels alike on heavy beads and on light cloth: its pull grows to the maximum over 5 cm, and the
// damping brings a particle to rest within about 20 ms. _AT: the other initial values too; n and s
// are iterations and substeps. _SOFT: with a compliance of the links.
// clang-format off
#define COMMON_PARAMETERS(breeze_initial, hand_n)                                                  \
    COMMON_PARAMETERS_AT(12, 1, 60, breeze_initial, hand_n, 9.81f, 1e4f, 0)
#define COMMON_PARAMETERS_AT(n, s, rate_hz, breeze_initial, hand_n, g, spring_n_per_m, on_ground)  \
    COMMON_PARAMETERS_SOFT(n, s, rate_hz, breeze_initial, hand_n, g, spring_n_per_m, on_ground, 0)
#define COMMON_PARAMETERS_SOFT(n, s, rate_hz, breeze_initial, hand_n, g, spring_n_per_m,           \
                               on_ground, m_per_n)                                                 \
    {.name = "iterations", .title = "Iterations", .unit = "", .kind = PBD_INT,                     \
     .min = 1, .max = 200, .initial = (n), .live = true},                                          \
    {.name = "substeps", .title = "Substeps", .unit = "", .kind = PBD_INT,                         \
     .min = 1, .max = 32, .initial = (s), .live = true},                                           \
    {.name = "rate", .title = "Steps per second", .unit = "1/s", .kind = PBD_CHOICE,               \
     .min = 60, .max = 960, .initial = (rate_hz), .live = false,                                   \
     .choices = common_rates, .choice_count = COMMON_RATE_COUNT},                                  \
    {.name = "gravity", .title = "Gravity", .unit = "m/s²", .kind = PBD_FLOAT,                     \
     .min = 0, .max = 30, .initial = (g), .live = true},                                           \
    {.name = "damping", .title = "Damping", .unit = "1/s", .kind = PBD_FLOAT,                      \
     .min = 0, .max = 10, .initial = 0, .live = true},                                             \
    {.name = "stiffness", .title = "Stiffness", .unit = "", .kind = PBD_FLOAT,                     \
     .min = 0.01f, .max = 1, .initial = 1, .live = true},                                          \
    {.name = "breeze", .title = "Breeze", .unit = "m/s²", .kind = PBD_FLOAT,                       \
     .min = 0, .max = 10, .initial = (breeze_initial), .live = true},                              \
    {.name = "hand_force", .title = "Strength of a hand", .unit = "N", .kind = PBD_FLOAT,          \
     .min = 0, .max = 2000, .initial = (hand_n), .live = true},                                    \
    {.name = "hand_compliance", .title = "Give of a hand", .unit = "m/N", .kind = PBD_FLOAT,       \
     .min = 0, .max = 1, .initial = 0.05f / (hand_n), .live = true},                               \
    {.name = "hand_damping", .title = "Damping of a hand", .unit = "N s/m", .kind = PBD_FLOAT,     \
     .min = 0, .max = 2000, .initial = 0.4f * (hand_n), .live = true},                             \
    {.name = "stepping", .title = "Stepping", .unit = "", .kind = PBD_CHOICE,                      \
     .min = 0, .max = PBD_STEPPING_COUNT - 1, .initial = PBD_SWEEPS, .live = true,                 \
     .choices = common_steppings, .choice_count = PBD_STEPPING_COUNT,                              \
     .labels = common_stepping_labels},                                                            \
    {.name = "tethers", .title = "Tethers to the pins", .unit = "", .kind = PBD_BOOL,              \
     .min = 0, .max = 1, .initial = 0, .live = true},                                              \
    {.name = "compliance", .title = "Compliance", .unit = "m/N", .kind = PBD_FLOAT,                \
     .min = 0, .max = 1, .initial = (m_per_n), .live = true},                                      \
    {.name = "bending", .title = "Resistance to bending", .unit = "", .kind = PBD_FLOAT,           \
     .min = 0, .max = 1, .initial = 0, .live = true},                                              \
    {.name = "spring", .title = "Stiffness as springs", .unit = "N/m", .kind = PBD_FLOAT,          \
     .min = 1, .max = 1e6f, .initial = (spring_n_per_m), .live = true},                            \
    {.name = "ground", .title = "Ground", .unit = "", .kind = PBD_BOOL,                            \
     .min = 0, .max = 1, .initial = (on_ground), .live = true},                                    \
    {.name = "friction", .title = "Friction", .unit = "", .kind = PBD_FLOAT,                       \
     .min = 0, .max = 2, .initial = 0.5f, .live = true},                                           \
    {.name = "sliding_friction", .title = "Friction while sliding", .unit = "",                    \
     .kind = PBD_FLOAT, .min = 0, .max = 2, .initial = 0.5f, .live = true}

// For scenes whose bodies can touch each other: whether they do, and how thick they are.
#define SELF_COLLISION_PARAMETERS(on, thickness_m)                                                 \
    {.name = "self_collision", .title = "Touches itself", .unit = "", .kind = PBD_BOOL,            \
     .min = 0, .max = 1, .initial = (on), .live = false},                                          \
    {.name = "thickness", .title = "Thickness", .unit = "m", .kind = PBD_FLOAT,                    \
     .min = 0.005f, .max = 0.05f, .initial = (thickness_m), .live = false}
// clang-format on

#endif

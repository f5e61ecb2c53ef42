// The golden runs: fixed worlds under a fixed script of commands, and the hash of where they end.
//
// They say what "the same bits" means: every build of the solver on every machine ends with these
// hashes, whatever the compiler, its optimisation level or the vector width. Shared by
// test_golden.c and golden_print.c, which the check same_bits builds again and again.
#ifndef GOLDEN_SCRIPT_H
#define GOLDEN_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

#include "pbd/simd.h"

struct pbd_world;

struct golden {
    const char *name;
    uint64_t hash; // after the script
};

enum { GOLDEN_COUNT = 19 };
extern const struct golden goldens[GOLDEN_COUNT];

// Runs a script in a new world and returns the hash of its state; 0 if a command was refused.
uint64_t golden_run(uint32_t index);
// The same with these vectors, which are to be there.
uint64_t golden_run_by(uint32_t index, enum pbd_simd simd);
// The same, but in mid-flight the world is saved, destroyed and restored; 0 if that cannot be done.
uint64_t golden_run_restored(uint32_t index);
// The same under the eyes of somebody who is called before and after every step, and changes
// nothing. Both may be NULL.
struct golden_watcher {
    void (*before)(struct pbd_world *world, uint32_t step);
    void (*after)(struct pbd_world *world, uint32_t step);
};
uint64_t golden_run_watched(uint32_t index, struct golden_watcher watcher);
// Whether its scene is one of the library's, so that a saved state can name it.
bool golden_is_of_library(uint32_t index);

#endif

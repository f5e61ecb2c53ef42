// The forces on pins, noted while steps are made.
//
// A pin does not move, so what pulls it is read from what the same constraint does to the particles
// that are free: it hands out momentum and keeps none, so the pin got −Σ m Δp / h². Constraints
// that join a pin are projected one at a time for that, in the same order and to the same bits.
#ifndef PINS_H
#define PINS_H

#include <stdbool.h>
#include <stdint.h>

#include "pbd/scene.h"

struct pbd_allocator;
struct sweep;
struct model;
struct batch;

struct pins {
    bool on;        // whether this step notes them
    void *memory;   // of all arrays, which only those who look on pay for
    uint8_t *known; // [particles] 1: was a pin when the lists were made
    bool listed;
    // [counts.of[kind]] in the order of solving: those that join pins to what is free, by their
    // index.
    uint32_t *joined[PBD_KIND_COUNT];
    uint32_t joined_count[PBD_KIND_COUNT];
    double *pull;    // [particles][3] kg m: Σ m Δp so far, of the pins alone
    float *forces_n; // [pins][3] of the last step that noted
    uint32_t count;  // of forces_n
    bool noted;      // whether there are any
};

// The arrays, while somebody looks on; false, and there are none, without memory. Between steps.
bool pins_open(struct model *model, const struct pbd_allocator *allocator);
void pins_close(struct model *model, const struct pbd_allocator *allocator);

// Before and after the substeps of a step.
void pins_begin(struct model *model, bool on);
void pins_end(struct model *model, float substep_s, uint32_t substeps);

// Projects a run of constraints, and notes.
void pins_project(struct model *model, const struct sweep *sweep, const struct batch *run);
// Notes what the links of a path gave, solved all at once.
void pins_note_direct(struct model *model);
// Notes Σ m Δp = ± give of something that pulls at a and b: at a −, at b +. Pins alone count.
void pins_note(struct model *model, uint32_t a, uint32_t b, float s, const float give[3]);

#endif

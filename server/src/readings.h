// What a room has measured, on its way to the viewers who asked: apart from the ticks, which never
// wait for it.
#ifndef READINGS_H
#define READINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "publication.h"

enum { PROBES_MAX = 4 }; // different particles watched in a room

struct readings {
    struct readings *next; // of those that wait on the I/O thread
    uint32_t room;
    struct blob *measures;      // NULL: due for nobody
    bool due[CLASS_RATE_COUNT]; // for whom, by the index of their rate
    struct {
        uint32_t particle;
        struct blob *message;
    } spectra[PROBES_MAX]; // [spectrum_count]
    uint32_t spectrum_count;
};

void readings_destroy(struct readings *readings); // NULL is fine

// Adds the same room's next readings to some that nobody has seen yet, and destroys them: the
// newest wins, for everybody who was due. Returns how many messages have lost.
uint32_t readings_merge(struct readings *readings, struct readings *later);

#endif

#include "readings.h"

#include <stdlib.h>

void readings_destroy(struct readings *readings) {
    if (readings == NULL) {
        return;
    }
    blob_unref(readings->measures);
    for (uint32_t i = 0; i < readings->spectrum_count; i++) {
        blob_unref(readings->spectra[i].message);
    }
    free(readings);
}

static bool merge_spectrum(struct readings *readings, uint32_t particle, struct blob *message) {
    for (uint32_t i = 0; i < readings->spectrum_count; i++) {
        if (readings->spectra[i].particle == particle) {
            blob_unref(readings->spectra[i].message);
            readings->spectra[i].message = message;
            return true;
        }
    }
    if (readings->spectrum_count == PROBES_MAX) {
        blob_unref(message); // other particles are watched by now: this one's viewers wait for more
        return true;
    }
    uint32_t end = readings->spectrum_count++;
    readings->spectra[end].particle = particle;
    readings->spectra[end].message = message;
    return false;
}

uint32_t readings_merge(struct readings *readings, struct readings *later) {
    uint32_t lost = 0;
    if (later->measures != NULL) {
        lost += readings->measures != NULL;
        blob_unref(readings->measures);
        readings->measures = later->measures;
        later->measures = NULL;
    }
    for (uint32_t i = 0; i < CLASS_RATE_COUNT; i++) {
        readings->due[i] = readings->due[i] || later->due[i];
    }
    for (uint32_t i = 0; i < later->spectrum_count; i++) {
        lost += merge_spectrum(readings, later->spectra[i].particle, later->spectra[i].message);
    }
    later->spectrum_count = 0; // taken over
    readings_destroy(later);
    return lost;
}

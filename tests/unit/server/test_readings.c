#include "readings.h"

#include <stdlib.h>

#include "support.h"

enum { AT_60, AT_30 }; // indices of rates

static struct readings *new_readings(uint8_t fill) {
    struct readings *readings = calloc(1, sizeof *readings);
    must(readings != NULL);
    readings->measures = fill == 0 ? NULL : blob_of_bytes(4, fill);
    return readings;
}

static void add_spectrum(struct readings *readings, uint32_t particle, uint8_t fill) {
    uint32_t end = readings->spectrum_count++;
    readings->spectra[end].particle = particle;
    readings->spectra[end].message = blob_of_bytes(4, fill);
}

static uint8_t fill_of(const struct blob *blob) {
    return wire_buffer_content(&blob->buffer)[0];
}

CleanTest(readings, the_newest_measures_win_for_everybody_who_was_due) {
    struct readings *first = new_readings(1);
    struct readings *later = new_readings(2);
    first->due[AT_30] = true;
    later->due[AT_60] = true;
    cr_expect_eq(readings_merge(first, later), 1);
    cr_expect_eq(fill_of(first->measures), 2);
    cr_expect(first->due[AT_30] && first->due[AT_60]);
    readings_destroy(first);
}

CleanTest(readings, measures_stay_when_what_comes_later_has_none) {
    struct readings *first = new_readings(1);
    struct readings *later = new_readings(0);
    add_spectrum(later, 5, 3);
    cr_expect_eq(readings_merge(first, later), 0);
    cr_expect_eq(fill_of(first->measures), 1);
    cr_assert_eq(first->spectrum_count, 1);
    cr_expect_eq(first->spectra[0].particle, 5);
    readings_destroy(first);
}

CleanTest(readings, a_newer_spectrum_takes_the_place_of_the_same_particles_only) {
    struct readings *first = new_readings(0);
    struct readings *later = new_readings(0);
    add_spectrum(first, 5, 1);
    add_spectrum(first, 6, 2);
    add_spectrum(later, 6, 3);
    add_spectrum(later, 7, 4);
    cr_expect_eq(readings_merge(first, later), 1);
    cr_assert_eq(first->spectrum_count, 3);
    cr_expect_eq(fill_of(first->spectra[0].message), 1);
    cr_expect_eq(fill_of(first->spectra[1].message), 3);
    cr_expect_eq(fill_of(first->spectra[2].message), 4);
    readings_destroy(first);
}

CleanTest(readings, hold_no_more_spectra_than_a_room_watches_particles) {
    struct readings *first = new_readings(0);
    struct readings *later = new_readings(0);
    for (uint32_t i = 0; i < PROBES_MAX; i++) {
        add_spectrum(first, i, 1);
        add_spectrum(later, 100 + i, 2);
    }
    cr_expect_eq(readings_merge(first, later), PROBES_MAX);
    cr_expect_eq(first->spectrum_count, PROBES_MAX);
    readings_destroy(first);
}

#include "seat.h"

#include <stdlib.h>

// Colours that people with colour-blindness tell apart (Okabe and Ito 2008), without the orange
// that is kept for strain.
static const uint32_t colours[] = {0x0072B2, 0x009E73, 0xCC79A7, 0x56B4E9, 0xD55E00, 0xF0E442};
enum { COLOUR_COUNT = sizeof colours / sizeof colours[0] };

bool seats_init(struct seats *seats, uint32_t connected_max) {
    *seats = (struct seats){.capacity = 2 * connected_max};
    seats->table = calloc(seats->capacity, sizeof *seats->table);
    return seats->table != NULL;
}

void seats_release(struct seats *seats) {
    free(seats->table);
    seats->table = NULL;
}

struct seat *seats_take(struct seats *seats) {
    struct seat *best = NULL;
    for (uint32_t i = 0; i < seats->capacity; i++) {
        struct seat *seat = &seats->table[i];
        if (seat->number == 0) {
            best = seat;
            break;
        }
        if (seat->viewer == 0 && (best == NULL || seat->left_order < best->left_order)) {
            best = seat;
        }
    }
    if (best == NULL) {
        return NULL;
    }
    seats->last_number++;
    *best = (struct seat){
        .number = seats->last_number,
        .colour_rgb = colours[(seats->last_number - 1) % COLOUR_COUNT],
    };
    return best;
}

struct seat *seats_by_viewer(const struct seats *seats, uint64_t viewer) {
    for (uint32_t i = 0; i < seats->capacity; i++) {
        if (seats->table[i].number != 0 && seats->table[i].viewer == viewer) {
            return &seats->table[i];
        }
    }
    return NULL;
}

struct seat *seats_by_resume(const struct seats *seats, const char *key) {
    struct seat *found = NULL;
    for (uint32_t i = 0; i < seats->capacity; i++) {
        // Every seat is compared, so that the time does not tell which one it was.
        struct seat *seat = &seats->table[i];
        bool is_present = secret_matches(&seat->resume, key);
        bool is_before = secret_matches(&seat->resume_before, key);
        if (seat->number != 0 && (is_present || is_before)) {
            found = seat;
        }
    }
    return found;
}

struct seat *seats_by_number(const struct seats *seats, uint32_t number) {
    for (uint32_t i = 0; number != 0 && i < seats->capacity; i++) {
        if (seats->table[i].number == number) {
            return &seats->table[i];
        }
    }
    return NULL;
}

bool seat_is_taken(const struct seat *seat) {
    return seat->viewer != 0 && !seat->waits;
}

void seats_connect(struct seats *seats, struct seat *seat, uint64_t viewer) {
    seats->connected += seat->viewer == 0;
    seat->viewer = viewer;
}

void seats_disconnect(struct seats *seats, struct seat *seat) {
    seats->connected -= seat->viewer != 0;
    seat->viewer = 0;
    seat->left_order = ++seats->left_count;
}

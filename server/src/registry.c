#include "registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool registry_init(struct registry *registry, uint32_t halls_max, uint32_t viewers_max) {
    *registry = (struct registry){.halls_max = halls_max, .slot_count = viewers_max};
    registry->halls = calloc(halls_max, sizeof *registry->halls);
    registry->slots = calloc(viewers_max, sizeof *registry->slots);
    if (registry->halls == NULL || registry->slots == NULL) {
        registry_release(registry);
        return false;
    }
    return true;
}

static void release_hall(struct hall *hall) {
    feed_release(&hall->feed);
    free(hall->picture);
    free(hall->viewers);
}

void registry_release(struct registry *registry) {
    for (struct hall *hall = NULL; (hall = registry_next_hall(registry, hall)) != NULL;) {
        release_hall(hall);
    }
    free(registry->halls);
    free(registry->slots);
    *registry = (struct registry){0};
}

// ---- halls -------------------------------------------------------------------------------------

// A room's id is its place in the table, and how many rooms had it before, modulo 65536.
enum { PLACE_BITS = 16, PLACES_MAX = 1 << PLACE_BITS };

static struct hall *free_place(struct registry *registry) {
    for (uint32_t i = 0; i < registry->halls_begun; i++) {
        if (!registry->halls[i].used) {
            return &registry->halls[i];
        }
    }
    if (registry->halls_begun == registry->halls_max) {
        return NULL;
    }
    struct hall *hall = &registry->halls[registry->halls_begun];
    hall->room = registry->halls_begun++;
    return hall;
}

struct hall *registry_add_hall(struct registry *registry, const struct room *room,
                               uint32_t viewers_max, bool listed) {
    struct hall *hall = free_place(registry);
    if (hall == NULL) {
        return NULL;
    }
    struct viewer **viewers = calloc((size_t)2 * viewers_max, sizeof *viewers);
    if (viewers == NULL) {
        return NULL;
    }
    *hall = (struct hall){
        .used = true,
        .room = hall->room,
        .scene = pbd_world_scene(room->world)->name,
        .listed = listed,
        .newcomers = room->rules.newcomers,
        .viewers = viewers,
        .viewers_max = viewers_max,
    };
    snprintf(hall->code, sizeof hall->code, "%s", room->code);
    snprintf(hall->title, sizeof hall->title, "%s", room->title);
    feed_init(&hall->feed);
    registry->hall_count++;
    return hall;
}

void registry_remove_hall(struct registry *registry, struct hall *hall) {
    release_hall(hall);
    *hall = (struct hall){.room = hall->room + PLACES_MAX};
    registry->hall_count--;
}

struct hall *registry_hall(const struct registry *registry, uint32_t room) {
    uint32_t place = room % PLACES_MAX;
    if (place >= registry->halls_begun || !registry->halls[place].used ||
        registry->halls[place].room != room) {
        return NULL;
    }
    return &registry->halls[place];
}

struct hall *registry_next_hall(const struct registry *registry, const struct hall *hall) {
    uint32_t first = hall == NULL ? 0 : (uint32_t)(hall - registry->halls) + 1;
    for (uint32_t i = first; i < registry->halls_begun; i++) {
        if (registry->halls[i].used) {
            return &registry->halls[i];
        }
    }
    return NULL;
}

struct hall *registry_hall_by_code(const struct registry *registry, const char *code) {
    for (struct hall *hall = NULL; (hall = registry_next_hall(registry, hall)) != NULL;) {
        if (strcmp(hall->code, code) == 0) {
            return hall;
        }
    }
    return NULL;
}

struct hall *registry_hall_by_old_code(const struct registry *registry, const char *code) {
    for (struct hall *hall = NULL; (hall = registry_next_hall(registry, hall)) != NULL;) {
        for (uint32_t k = 0; k < HALL_OLD_CODES; k++) {
            if (code[0] != '\0' && strcmp(hall->old_codes[k], code) == 0) {
                return hall;
            }
        }
    }
    return NULL;
}

static void remember_code(struct registry *registry, const char *code) {
    if (code[0] != '\0') {
        char *place = registry->ended_codes[registry->ended_count++ % ENDED_CODES_MAX];
        memcpy(place, code, strlen(code) + 1);
    }
}

void registry_remember_ended(struct registry *registry, const struct hall *hall) {
    for (uint32_t k = HALL_OLD_CODES; k > 0; k--) {
        remember_code(registry, hall->old_codes[k - 1]);
    }
    remember_code(registry, hall->code);
}

bool registry_code_has_ended(const struct registry *registry, const char *code) {
    for (uint32_t i = 0; code[0] != '\0' && i < ENDED_CODES_MAX; i++) {
        if (strcmp(registry->ended_codes[i], code) == 0) {
            return true;
        }
    }
    return false;
}

void hall_take_code(struct hall *hall, const char *code) {
    memmove(hall->old_codes[1], hall->old_codes[0],
            (HALL_OLD_CODES - 1) * sizeof hall->old_codes[0]);
    memcpy(hall->old_codes[0], hall->code, sizeof hall->code);
    memcpy(hall->code, code, strlen(code) + 1);
}

// ---- viewers -----------------------------------------------------------------------------------

uint64_t registry_add_viewer(struct registry *registry, struct viewer *viewer) {
    for (uint32_t i = 0; i < registry->slot_count; i++) {
        struct viewer_slot *slot = &registry->slots[i];
        if (slot->viewer == NULL) {
            slot->viewer = viewer;
            slot->generation++;
            registry->viewer_count++;
            return (uint64_t)slot->generation << 32 | i;
        }
    }
    return 0;
}

struct viewer *registry_viewer(const struct registry *registry, uint64_t id) {
    uint32_t index = (uint32_t)id;
    if (index >= registry->slot_count || registry->slots[index].generation != id >> 32) {
        return NULL;
    }
    return registry->slots[index].viewer;
}

void registry_remove_viewer(struct registry *registry, uint64_t id) {
    if (registry_viewer(registry, id) != NULL) {
        registry->slots[(uint32_t)id].viewer = NULL;
        registry->viewer_count--;
    }
}

bool hall_add_viewer(struct hall *hall, struct viewer *viewer) {
    if (hall->viewer_count == 2 * hall->viewers_max) {
        return false;
    }
    hall->viewers[hall->viewer_count++] = viewer;
    return true;
}

void hall_remove_viewer(struct hall *hall, struct viewer *viewer) {
    for (uint32_t i = 0; i < hall->viewer_count; i++) {
        if (hall->viewers[i] == viewer) {
            hall->viewers[i] = hall->viewers[--hall->viewer_count];
            return;
        }
    }
}

void hall_rotate(struct hall *hall) {
    if (hall->viewer_count > 1) {
        struct viewer *first = hall->viewers[0];
        uint32_t others = hall->viewer_count - 1;
        memmove(hall->viewers, hall->viewers + 1, others * sizeof hall->viewers[0]);
        hall->viewers[others] = first;
    }
}

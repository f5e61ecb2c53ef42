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
    for (uint32_t i = 0; i < registry->hall_count; i++) {
        release_hall(&registry->halls[i]);
    }
    free(registry->halls);
    free(registry->slots);
    *registry = (struct registry){0};
}

struct hall *registry_add_hall(struct registry *registry, const struct room *room,
                               uint32_t viewers_max, bool listed) {
    if (registry->hall_count == registry->halls_max) {
        return NULL;
    }
    struct viewer **viewers = calloc((size_t)2 * viewers_max, sizeof *viewers);
    if (viewers == NULL) {
        return NULL;
    }
    struct hall *hall = &registry->halls[registry->hall_count];
    *hall = (struct hall){
        .room = registry->hall_count,
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

void registry_remove_last_hall(struct registry *registry) {
    struct hall *hall = &registry->halls[--registry->hall_count];
    release_hall(hall);
}

struct hall *registry_hall(const struct registry *registry, uint32_t room) {
    return room < registry->hall_count ? &registry->halls[room] : NULL;
}

struct hall *registry_hall_by_code(const struct registry *registry, const char *code) {
    for (uint32_t i = 0; i < registry->hall_count; i++) {
        if (strcmp(registry->halls[i].code, code) == 0) {
            return &registry->halls[i];
        }
    }
    return NULL;
}

struct hall *registry_hall_by_old_code(const struct registry *registry, const char *code) {
    for (uint32_t i = 0; i < registry->hall_count; i++) {
        for (uint32_t k = 0; k < HALL_OLD_CODES; k++) {
            if (code[0] != '\0' && strcmp(registry->halls[i].old_codes[k], code) == 0) {
                return &registry->halls[i];
            }
        }
    }
    return NULL;
}

void hall_take_code(struct hall *hall, const char *code) {
    memmove(hall->old_codes[1], hall->old_codes[0],
            (HALL_OLD_CODES - 1) * sizeof hall->old_codes[0]);
    memcpy(hall->old_codes[0], hall->code, sizeof hall->code);
    memcpy(hall->code, code, strlen(code) + 1);
}

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

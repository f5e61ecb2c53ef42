#include "publication.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t rates_hz[CLASS_RATE_COUNT] = {60, 30, 20, 10, 1};

uint32_t class_index(enum wire_encoding encoding, uint32_t rate_hz) {
    uint32_t rate = 0;
    while (rate + 1 < CLASS_RATE_COUNT && rates_hz[rate] != rate_hz) {
        rate++;
    }
    return (uint32_t)encoding * CLASS_RATE_COUNT + rate;
}

uint32_t class_rate_hz(uint32_t index) {
    return rates_hz[index % CLASS_RATE_COUNT];
}

enum wire_encoding class_encoding(uint32_t index) {
    return (enum wire_encoding)(index / CLASS_RATE_COUNT);
}

struct frame *frame_ref(struct frame *frame) {
    atomic_fetch_add_explicit(&frame->references, 1, memory_order_relaxed);
    return frame;
}

void frame_unref(struct frame *frame) {
    if (frame == NULL) {
        return;
    }
    if (atomic_fetch_sub_explicit(&frame->references, 1, memory_order_acq_rel) == 1) {
        wire_buffer_release(&frame->bytes);
        outline_unref(frame->outline);
        free(frame->hands);
        free(frame);
    }
}

void publication_destroy(struct publication *publication) {
    if (publication == NULL) {
        return;
    }
    for (uint32_t i = 0; i < publication->event_count; i++) {
        blob_unref(publication->events[i]);
    }
    free(publication->events);
    frame_unref(publication->frame);
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        blob_unref(publication->classes[i].message);
    }
    free(publication);
}

static void merge_class(struct publication *publication, struct publication *later, uint32_t i) {
    if (!later->classes[i].due) {
        bool newer = later->event_count > 0 || later->frame != NULL;
        if (publication->classes[i].due && newer) {
            blob_unref(publication->classes[i].message);
            publication->classes[i].message = NULL;
        }
        return;
    }
    bool events_told =
        !publication->classes[i].due || publication->classes[i].e0 == later->classes[i].e0;
    bool frame_told = publication->frame == NULL || later->frame != NULL;
    if (publication->classes[i].due) {
        publication->classes[i].skipped++;
    } else {
        publication->classes[i].due = true;
        publication->classes[i].e0 = later->classes[i].e0;
    }
    blob_unref(publication->classes[i].message);
    publication->classes[i].message = NULL;
    if (events_told && frame_told) {
        publication->classes[i].message = later->classes[i].message;
        later->classes[i].message = NULL;
    }
}

bool publication_merge(struct publication *publication, struct publication *later) {
    uint32_t count = publication->event_count + later->event_count;
    if (later->e0 != publication->e0 + publication->event_count) {
        return false;
    }
    struct blob **events = realloc(publication->events, (count + 1) * sizeof *events);
    if (events == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        merge_class(publication, later, i);
    }
    if (later->event_count > 0) {
        memcpy(events + publication->event_count, later->events,
               later->event_count * sizeof *events);
    }
    publication->events = events;
    publication->event_count = count;
    later->event_count = 0; // taken over
    if (later->frame != NULL) {
        frame_unref(publication->frame);
        publication->frame = later->frame;
        later->frame = NULL;
    }
    publication->scene = later->scene;
    publication->newcomers = later->newcomers;
    publication_destroy(later);
    return true;
}

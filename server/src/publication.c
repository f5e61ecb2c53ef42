#include "publication.h"

#include <stdlib.h>

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

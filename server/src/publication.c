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

bool class_has_deltas(uint32_t index) {
    enum { SLOWEST_HZ = 20 };
    return class_encoding(index) != WIRE_F32 && class_rate_hz(index) >= SLOWEST_HZ;
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
        wire_buffer_release(&frame->positions);
        outline_unref(frame->outline);
        free(frame->hands);
        free(frame);
    }
}

struct key *key_ref(struct key *key) {
    atomic_fetch_add_explicit(&key->references, 1, memory_order_relaxed);
    return key;
}

void key_unref(struct key *key) {
    if (key == NULL) {
        return;
    }
    if (atomic_fetch_sub_explicit(&key->references, 1, memory_order_acq_rel) == 1) {
        wire_buffer_release(&key->bytes);
        frame_unref(key->frame);
        free(key);
    }
}

const struct wire_buffer *key_bytes(const struct key *key) {
    return key->bytes.length_bytes > 0 ? &key->bytes : &key->frame->positions;
}

static void release_class(struct class_message *class) {
    blob_unref(class->message);
    blob_unref(class->independent);
    key_unref(class->key);
    *class = (struct class_message){0};
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
        release_class(&publication->classes[i]);
    }
    free(publication);
}

static void take_blob(struct blob **to, struct blob **from) {
    blob_unref(*to);
    *to = *from;
    *from = NULL;
}

// A key shows the class's frame until there is another one.
static void take_key(struct class_message *to, struct class_message *from) {
    if (from->key != NULL || from->serial != to->serial) {
        to->lost_key = to->lost_key || to->key != NULL;
        key_unref(to->key);
        to->key = from->key;
        from->key = NULL;
    }
    to->lost_key = (to->lost_key || from->lost_key) && to->key == NULL;
}

// Makes `class` tell what `later` does, to those who have not had the earlier message either.
static void merge_due(struct class_message *class, struct class_message *later) {
    bool same_events = class->e0 == later->e0; // none between the two
    bool same_frame = class->serial == later->serial;
    class->skipped += later->skipped + 1;
    if (same_events && same_frame && class->e == later->e) {
        return; // the earlier message says it all
    }
    if (same_events && (later->needs == 0 || later->needs == class->needs)) {
        take_blob(&class->message, &later->message);
        class->needs = later->needs;
    } else if (same_events) {
        take_blob(&class->message, &later->independent);
        class->needs = 0;
    } else {
        blob_unref(class->message);
        class->message = NULL;
    }
    if (same_events) {
        take_blob(&class->independent, &later->independent);
    } else {
        blob_unref(class->independent);
        class->independent = NULL;
    }
    class->e = later->e;
    class->serial = later->serial;
}

static void merge_class(struct class_message *class, struct class_message *later) {
    if (!later->due && later->key == NULL) {
        return;
    }
    take_key(class, later);
    if (class->due && later->due) {
        merge_due(class, later);
    } else if (!class->due) { // the earlier one had a key at most
        later->key = class->key;
        later->lost_key = class->lost_key;
        class->key = NULL;
        release_class(class);
        *class = *later;
        *later = (struct class_message){0};
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
        merge_class(&publication->classes[i], &later->classes[i]);
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
    publication->now = later->now;
    publication->step_ms = later->step_ms;
    publication_destroy(later);
    return true;
}

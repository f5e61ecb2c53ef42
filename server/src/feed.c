#include "feed.h"

#include <string.h>

#include "tick.h"

void feed_init(struct feed *feed) {
    memset(feed, 0, sizeof *feed);
    event_ring_init(&feed->ring, 0);
}

static void forget_catch_up(struct feed *feed) {
    blob_unref(feed->catch_up.message);
    feed->catch_up.message = NULL;
}

void feed_release(struct feed *feed) {
    event_ring_release(&feed->ring);
    frame_unref(feed->frame);
    feed->frame = NULL;
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        key_unref(feed->classes[i].key);
        feed->classes[i].key = NULL;
    }
    forget_catch_up(feed);
}

static void absorb_class(struct feed_class *class, const struct class_message *message,
                         const struct moment *now) {
    if (!message->due && message->key == NULL) {
        return;
    }
    if (message->key != NULL || message->serial != class->serial) {
        key_unref(class->key);
        class->key = message->key == NULL ? NULL : key_ref(message->key);
    }
    if (message->due) {
        class->step_before = class->now.step;
        class->now = *now;
    }
    class->e = message->e;
    class->serial = message->serial;
}

void feed_absorb(struct feed *feed, struct publication *publication) {
    forget_catch_up(feed);
    if (publication->e0 != feed->ring.e) {
        // Events fell out of the room's own ring before anybody was here to see them.
        event_ring_release(&feed->ring);
        event_ring_init(&feed->ring, publication->e0);
    }
    for (uint32_t i = 0; i < publication->event_count; i++) {
        event_ring_append(&feed->ring, publication->events[i]);
        publication->events[i] = NULL;
    }
    publication->event_count = 0;
    if (publication->frame != NULL) {
        frame_unref(feed->frame);
        feed->frame = publication->frame;
        publication->frame = NULL;
    }
    feed->now = publication->now;
    feed->step_ms = publication->step_ms;
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        absorb_class(&feed->classes[i], &publication->classes[i], &publication->now);
    }
}

// The same message for all who lack the same. NULL without memory.
static struct blob *make(struct feed *feed, uint32_t class, uint64_t cursor, uint64_t e,
                         const struct key *key) {
    struct feed_catch_up *made = &feed->catch_up;
    bool has_frame = key != NULL;
    const struct wire_buffer *bytes = has_frame ? key_bytes(key) : NULL;
    if (made->message == NULL || made->class != class || made->cursor != cursor ||
        made->has_frame != has_frame) {
        forget_catch_up(feed);
        *made = (struct feed_catch_up){
            tick_encode(&feed->ring, cursor, e, has_frame ? &key->now : &feed->classes[class].now,
                        bytes, has_frame ? key->frame : NULL),
            class, cursor, has_frame};
    }
    return made->message == NULL ? NULL : blob_ref(made->message);
}

enum feed_answer feed_catch_up(struct feed *feed, uint32_t index, struct place *place,
                               struct blob **message) {
    const struct feed_class *class = &feed->classes[index];
    bool has_frame = place->serial == class->serial && class->serial != 0;
    const struct key *key = has_frame ? NULL : class->key;
    if (place->cursor > class->e || place->serial > class->serial || class->serial == 0 ||
        (has_frame && place->cursor == class->e)) {
        return FEED_NOTHING;
    }
    if (!event_ring_covers(&feed->ring, place->cursor)) {
        return FEED_STATE;
    }
    if (!has_frame && (key == NULL || key->e < place->cursor || key->now.step < place->step)) {
        return FEED_NEEDS_KEY;
    }
    uint64_t e = key == NULL ? class->e : key->e;
    struct blob *made = make(feed, index, place->cursor, e, key);
    if (made == NULL) {
        return FEED_NO_MEMORY;
    }
    place->cursor = e;
    place->serial = class->serial;
    *message = made;
    return FEED_MESSAGE;
}

#include "outbound.h"

#include <stdlib.h>
#include <string.h>

void outbound_init(struct outbound *outbound) {
    memset(outbound, 0, sizeof *outbound);
    outbound->bytes_max = OUTBOUND_BYTES_MAX;
}

static struct outbound_letter pop(struct outbound *outbound) {
    struct outbound_letter *first = outbound->first;
    struct outbound_letter letter = *first;
    outbound->first = first->next;
    if (outbound->first == NULL) {
        outbound->last = NULL;
    }
    if (outbound->roster == first) {
        outbound->roster = NULL;
    }
    if (outbound->tick == first) {
        outbound->tick = NULL;
    }
    outbound->letters--;
    outbound->bytes -= letter.message->buffer.length_bytes;
    free(first);
    return letter;
}

void outbound_release(struct outbound *outbound) {
    while (outbound->first != NULL) {
        struct outbound_letter letter = pop(outbound);
        blob_unref(letter.message);
    }
    blob_unref(outbound->newest.measures);
    blob_unref(outbound->newest.spectrum);
    outbound->newest.measures = NULL;
    outbound->newest.spectrum = NULL;
}

bool outbound_has_room(const struct outbound *outbound, size_t bytes) {
    return outbound->letters < OUTBOUND_LETTERS_MAX &&
           (outbound->letters == 0 || outbound->bytes + bytes <= outbound->bytes_max);
}

// It says what the roster that waits would have said, and more.
static void replace_roster(struct outbound *outbound, struct blob *message) {
    struct outbound_letter *waiting = outbound->roster;
    outbound->bytes -= waiting->message->buffer.length_bytes;
    outbound->bytes += message->buffer.length_bytes;
    blob_unref(waiting->message);
    waiting->message = message;
}

// Takes over the message. NULL: there is no room for it.
static struct outbound_letter *enqueue(struct outbound *outbound, const struct letter *letter) {
    size_t bytes = letter->message->buffer.length_bytes;
    struct outbound_letter *queued =
        outbound_has_room(outbound, bytes) ? malloc(sizeof *queued) : NULL;
    if (queued == NULL) {
        blob_unref(letter->message);
        return NULL;
    }
    *queued = (struct outbound_letter){
        .message = letter->message,
        .sets_cursor = letter->sets_cursor,
        .cursor = letter->cursor,
        .step = letter->step,
    };
    if (outbound->last != NULL) {
        outbound->last->next = queued;
    } else {
        outbound->first = queued;
    }
    outbound->last = queued;
    outbound->letters++;
    outbound->bytes += bytes;
    return queued;
}

bool outbound_push(struct outbound *outbound, const struct letter *letter) {
    if (letter->is_roster && outbound->roster != NULL) {
        replace_roster(outbound, letter->message);
        return true;
    }
    struct outbound_letter *queued = enqueue(outbound, letter);
    if (queued == NULL) {
        return false;
    }
    outbound->roster = letter->is_roster ? queued : outbound->roster;
    outbound->wants_state = outbound->wants_state || letter->sets_cursor;
    return true;
}

bool outbound_put(struct outbound *outbound, enum outbound_reading kind, struct blob *message) {
    struct blob **place =
        kind == OUTBOUND_MEASURES ? &outbound->newest.measures : &outbound->newest.spectrum;
    bool overtakes = *place != NULL;
    blob_unref(*place);
    *place = message;
    return overtakes;
}

static bool has_reading(const struct outbound *outbound) {
    return outbound->newest.measures != NULL || outbound->newest.spectrum != NULL;
}

static enum outbound_answer next_reading(struct outbound *outbound, struct blob **message,
                                         bool *more) {
    struct blob **place =
        outbound->newest.measures != NULL ? &outbound->newest.measures : &outbound->newest.spectrum;
    if (*place == NULL) {
        return OUTBOUND_NOTHING;
    }
    *message = *place;
    *place = NULL;
    *more = has_reading(outbound);
    return OUTBOUND_READING;
}

// Which of the messages is right for a viewer at this place; NULL: none.
static struct blob *right_message(const struct place *place, const struct class_message *offer) {
    if (place->cursor != offer->e0) {
        return NULL;
    }
    bool stands = offer->needs == 0 || offer->needs == place->serial;
    return offer->message != NULL && stands ? offer->message : offer->independent;
}

// Puts it behind the letters that wait. False if another one is there, or no room.
static bool wait_behind_letters(struct outbound *outbound, struct blob *message) {
    if (outbound->tick == NULL) {
        outbound->tick = enqueue(outbound, &(struct letter){.message = blob_ref(message)});
        return outbound->tick != NULL;
    }
    return false;
}

struct blob *outbound_offer(struct outbound *outbound, const struct class_message *offer,
                            bool ready, bool *wake) {
    struct place *place = &outbound->place;
    *wake = false;
    if (!outbound->follows || outbound->wants_state) {
        return NULL;
    }
    if (!offer->due && !outbound->behind) {
        return NULL; // it is for others
    }
    struct blob *message = ready ? right_message(place, offer) : NULL;
    bool waits = outbound->first != NULL;
    *wake = message == NULL || waits;
    if (message == NULL || (waits && !wait_behind_letters(outbound, message))) {
        outbound->behind = true;
        return NULL;
    }
    place->cursor = offer->e;
    place->serial = offer->serial;
    outbound->behind = false;
    *wake = waits || has_reading(outbound);
    return waits ? NULL : message;
}

// What the feed has for a viewer that is behind.
static enum outbound_answer catch_up(struct outbound *outbound, struct feed *feed, uint32_t class,
                                     struct blob **message, bool *more) {
    switch (feed_catch_up(feed, class, &outbound->place, message)) {
    case FEED_MESSAGE:
        // There may be events after it already.
        outbound->behind = outbound->place.cursor < feed->classes[class].e;
        *more = outbound->behind || has_reading(outbound);
        return OUTBOUND_MESSAGE;
    case FEED_NOTHING:
        // All is sent; or the feed has yet to reach the viewer, and then the next publication wakes
        // it again.
        outbound->behind = outbound->place.serial == 0;
        return next_reading(outbound, message, more);
    case FEED_NEEDS_KEY:
        // The publication that brings it wakes this viewer again.
        return OUTBOUND_NEEDS_KEY;
    case FEED_STATE:
        outbound->wants_state = true;
        return OUTBOUND_NEEDS_STATE;
    case FEED_NO_MEMORY:
        break;
    }
    return OUTBOUND_NO_MEMORY;
}

enum outbound_answer outbound_next(struct outbound *outbound, struct feed *feed, uint32_t class,
                                   struct blob **message, bool *more) {
    *more = false;
    if (outbound->first != NULL) {
        struct outbound_letter letter = pop(outbound);
        if (letter.sets_cursor) {
            outbound->follows = true;
            outbound->behind = true; // a frame is to follow
            outbound->wants_state = false;
            outbound->place = (struct place){.cursor = letter.cursor, .step = letter.step};
        }
        *message = letter.message;
        *more = outbound->first != NULL || (outbound->behind && !outbound->wants_state) ||
                has_reading(outbound);
        return OUTBOUND_MESSAGE;
    }
    if (!outbound->follows || !outbound->behind || outbound->wants_state) {
        return next_reading(outbound, message, more);
    }
    return catch_up(outbound, feed, class, message, more);
}

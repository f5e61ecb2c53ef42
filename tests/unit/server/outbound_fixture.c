#include "outbound_fixture.h"

struct letter numbered_letter(uint32_t seq) {
    struct blob *message = blob_create();
    must(message != NULL);
    wire_encode_ack(&message->buffer, seq, 0);
    return (struct letter){.message = message};
}

struct letter state_letter(uint64_t cursor) {
    struct letter state = numbered_letter(0);
    state.sets_cursor = true;
    state.cursor = cursor;
    return state;
}

void push_letter(struct outbound *outbound, struct letter letter) {
    must(outbound_push(outbound, &letter));
}

void tell_class_with(struct feed *feed, uint64_t e0, uint64_t e, uint64_t serial, struct key *key) {
    struct publication *publication = numbered_publication(e0, e, serial);
    publication->classes[CLASS] =
        (struct class_message){.due = true, .e0 = e0, .e = e, .serial = serial, .key = key};
    feed_absorb(feed, publication);
    publication_destroy(publication);
}

void tell_class(struct feed *feed, uint64_t e0, uint64_t e, uint64_t serial) {
    tell_class_with(feed, e0, e, serial, numbered_key(serial, e));
}

const char *next_message(struct outbound *outbound, struct feed *feed, bool *more) {
    struct blob *message;
    enum outbound_answer answer = outbound_next(outbound, feed, CLASS, &message, more);
    must(answer == OUTBOUND_MESSAGE || answer == OUTBOUND_READING);
    const msgpack_object *map = read_message(message);
    struct text text = text_begin();
    if (field(map, "e0") == NULL) {
        text_add(&text, "%s", letter_in_short(&(struct letter){.message = message}));
    } else {
        text_add(&text, "tick %u..%u", (unsigned)uint_field(map, "e0"),
                 (unsigned)uint_field(map, "e"));
    }
    if (field(map, "frame") != NULL) {
        text_add(&text, " %u", (unsigned)uint_field(map, "step"));
    }
    blob_unref(message);
    return text_end(&text);
}

enum outbound_answer ask_next(struct outbound *outbound, struct feed *feed) {
    struct blob *message = NULL;
    bool more;
    enum outbound_answer answer = outbound_next(outbound, feed, CLASS, &message, &more);
    blob_unref(message);
    return answer;
}

void follower_init(struct follower *f) {
    bool more;
    outbound_init(&f->outbound);
    feed_init(&f->feed);
    tell_class(&f->feed, 0, 3, 1);
    push_letter(&f->outbound, state_letter(3));
    cr_assert_str_eq(next_message(&f->outbound, &f->feed, &more), "ack 0 @ 0");
    must(more, "a frame is to follow");
    cr_assert_str_eq(next_message(&f->outbound, &f->feed, &more), "tick 3..3 10");
    must(!more);
    must(ask_next(&f->outbound, &f->feed) == OUTBOUND_NOTHING);
}

void follower_release(struct follower *f) {
    outbound_release(&f->outbound);
    feed_release(&f->feed);
}

static struct blob any_message, independent_one;

struct class_message offer_of(uint64_t e0, uint64_t e, uint64_t serial) {
    return (struct class_message){
        .due = true, .message = &any_message, .e0 = e0, .e = e, .serial = serial};
}

struct class_message offer_on(uint64_t base, uint64_t e0, uint64_t e, uint64_t serial) {
    struct class_message offer = offer_of(e0, e, serial);
    offer.needs = base;
    return offer;
}

struct class_message key_of(uint64_t e, uint64_t serial) {
    return (struct class_message){
        .e0 = e, .e = e, .serial = serial, .independent = &independent_one};
}

bool takes(struct follower *f, struct class_message offer, bool ready, bool *wake) {
    const struct place before = f->outbound.place;
    struct blob *message = outbound_offer(&f->outbound, &offer, ready, wake);
    const struct place *place = &f->outbound.place;
    if (message == NULL) {
        must(place->cursor == before.cursor && place->serial == before.serial);
        return false;
    }
    must(message == offer.message || message == offer.independent);
    must(place->cursor == offer.e && place->serial == offer.serial);
    return true;
}

const char *which(struct follower *f, struct class_message offer, bool *wake) {
    offer.independent = &independent_one;
    struct blob *message = outbound_offer(&f->outbound, &offer, true, wake);
    return message == NULL ? "none" : message == &any_message ? "message" : "independent";
}

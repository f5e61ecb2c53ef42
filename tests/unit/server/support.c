#include "support.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- memory ------------------------------------------------------------------------------------

// What helpers hand out until the test ends.
struct kept {
    msgpack_unpacked unpacked;
    char *text;
    struct kept *next;
};

static struct kept *kept;

static struct kept *keep(void) {
    struct kept *item = calloc(1, sizeof *item);
    must(item != NULL);
    msgpack_unpacked_init(&item->unpacked);
    item->next = kept;
    kept = item;
    return item;
}

void forget_handed_out(void) {
    while (kept != NULL) {
        struct kept *item = kept;
        kept = item->next;
        msgpack_unpacked_destroy(&item->unpacked);
        free(item->text);
        free(item);
    }
}

#ifdef __SANITIZE_ADDRESS__
int __lsan_do_recoverable_leak_check(void);
#endif

void check_memory(void) {
    forget_handed_out();
    must(live_blocks() == 0, "memory was left behind");
#ifdef __SANITIZE_ADDRESS__
    must(__lsan_do_recoverable_leak_check() == 0);
#endif
}

// ---- numbers -----------------------------------------------------------------------------------

uint64_t hash_bytes(const void *bytes, size_t length) {
    uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
    }
    return hash;
}

// ---- texts -------------------------------------------------------------------------------------

struct text text_begin(void) {
    struct text text = {.kept = keep(), .capacity = 256};
    text.kept->text = calloc(1, text.capacity);
    must(text.kept->text != NULL);
    return text;
}

void text_add(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int more = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (text->length + (size_t)more >= text->capacity) {
        text->capacity = 2 * (text->capacity + (size_t)more);
        text->kept->text = realloc(text->kept->text, text->capacity);
        must(text->kept->text != NULL);
    }
    va_start(arguments, format);
    vsnprintf(text->kept->text + text->length, (size_t)more + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)more;
}

void text_next_part(struct text *text) {
    if (text->length > 0) {
        text_add(text, "; ");
    }
}

const char *text_end(const struct text *text) {
    return text->kept->text;
}

// ---- reading messages --------------------------------------------------------------------------

const msgpack_object *read_message(const struct blob *message) {
    struct kept *item = keep();
    size_t read = 0;
    must(message != NULL);
    size_t length = message->buffer.length_bytes;
    msgpack_unpack_return result = msgpack_unpack_next(
        &item->unpacked, (const char *)wire_buffer_content(&message->buffer), length, &read);
    must(result == MSGPACK_UNPACK_SUCCESS && read == length, "exactly one value");
    must(item->unpacked.data.type == MSGPACK_OBJECT_MAP);
    return &item->unpacked.data;
}

const msgpack_object *field(const msgpack_object *map, const char *key) {
    must(map->type == MSGPACK_OBJECT_MAP);
    for (uint32_t i = 0; i < map->via.map.size; i++) {
        const msgpack_object_kv *entry = &map->via.map.ptr[i];
        if (entry->key.via.str.size == strlen(key) &&
            memcmp(entry->key.via.str.ptr, key, strlen(key)) == 0) {
            return &entry->val;
        }
    }
    return NULL;
}

static const msgpack_object *needed(const msgpack_object *map, const char *key) {
    const msgpack_object *value = field(map, key);
    must(value != NULL);
    return value;
}

uint64_t uint_field(const msgpack_object *map, const char *key) {
    const msgpack_object *value = needed(map, key);
    must(value->type == MSGPACK_OBJECT_POSITIVE_INTEGER);
    return value->via.u64;
}

double number_field(const msgpack_object *map, const char *key) {
    const msgpack_object *value = needed(map, key);
    if (value->type == MSGPACK_OBJECT_POSITIVE_INTEGER) {
        return (double)value->via.u64;
    }
    must(value->type == MSGPACK_OBJECT_FLOAT32 || value->type == MSGPACK_OBJECT_FLOAT64);
    return value->via.f64;
}

bool bool_field(const msgpack_object *map, const char *key) {
    const msgpack_object *value = needed(map, key);
    must(value->type == MSGPACK_OBJECT_BOOLEAN);
    return value->via.boolean;
}

const char *text_field(const msgpack_object *map, const char *key) {
    const msgpack_object *value = needed(map, key);
    must(value->type == MSGPACK_OBJECT_STR);
    struct text text = text_begin();
    text_add(&text, "%.*s", (int)value->via.str.size, value->via.str.ptr);
    return text_end(&text);
}

const msgpack_object_array *array_field(const msgpack_object *map, const char *key) {
    const msgpack_object *value = needed(map, key);
    must(value->type == MSGPACK_OBJECT_ARRAY);
    return &value->via.array;
}

// ---- in short ----------------------------------------------------------------------------------

static void add_member(struct text *text, const msgpack_object *event) {
    if (field(event, "watch") != NULL) {
        text_add(text, " watching");
    }
    if (field(event, "named") != NULL) {
        const msgpack_object_array *named = array_field(event, "named");
        for (uint32_t i = 0; i < named->size; i++) {
            text_add(text, " +%.*s", (int)named->ptr[i].via.str.size, named->ptr[i].via.str.ptr);
        }
    }
}

void text_add_event(struct text *text, const msgpack_object *event) {
    text_next_part(text);
    text_add(text, "%s", text_field(event, "type"));
    if (field(event, "seat") != NULL) {
        text_add(text, " %u", (unsigned)uint_field(event, "seat"));
    }
    if (field(event, "hand") != NULL) {
        text_add(text, ".%u", (unsigned)uint_field(event, "hand"));
    }
    if (field(event, "particle") != NULL) {
        text_add(text, " p%u", (unsigned)uint_field(event, "particle"));
    }
    if (field(event, "reason") != NULL) {
        text_add(text, " %s", text_field(event, "reason"));
    }
    if (field(event, "name") != NULL) {
        text_add(text, " %s", text_field(event, "name"));
    }
    if (field(event, "host") != NULL && bool_field(event, "host")) {
        text_add(text, " host");
    }
    if (field(event, "value") != NULL) {
        text_add(text, "=%g", number_field(event, "value"));
    }
    add_member(text, event);
    if (field(event, "code") != NULL) {
        text_add(text, " %s", text_field(event, "code"));
    }
    if (field(event, "text") != NULL) {
        text_add(text, " '%s'", text_field(event, "text"));
    }
    if (field(event, "away") != NULL) {
        text_add(text, " %s", bool_field(event, "away") ? "away" : "back");
    }
    if (field(event, "slow") != NULL) {
        text_add(text, " %u", (unsigned)uint_field(event, "slow"));
    }
    if (field(event, "scene") != NULL) {
        text_add(text, " %s", text_field(field(event, "scene"), "name"));
    }
}

const char *events_in_short(const msgpack_object_array *events) {
    struct text text = text_begin();
    for (uint32_t i = 0; i < events->size; i++) {
        text_add_event(&text, &events->ptr[i]);
    }
    return text_end(&text);
}

const char *letter_in_short(const struct letter *letter) {
    struct text text = text_begin();
    if (letter->message != NULL) {
        const msgpack_object *map = read_message(letter->message);
        text_add(&text, "%s", text_field(map, "type"));
        if (field(map, "seq") != NULL) {
            text_add(&text, " %u", (unsigned)uint_field(map, "seq"));
        }
        if (field(map, "step") != NULL) {
            text_add(&text, " @ %u", (unsigned)uint_field(map, "step"));
        }
        if (field(map, "code") != NULL) {
            text_add(&text, " %s", text_field(map, "code"));
        }
    }
    if (letter->close_code != 0) {
        text_next_part(&text);
        text_add(&text, "close %u", letter->close_code);
    }
    return text_end(&text);
}

// ---- publications made by hand -----------------------------------------------------------------

struct blob *blob_of_bytes(size_t length, uint8_t fill) {
    struct blob *blob = blob_create();
    must(blob != NULL);
    memset(wire_buffer_extend(&blob->buffer, length), fill, length);
    return blob;
}

struct blob *numbered_event(uint64_t number) {
    struct blob *blob = blob_create();
    must(blob != NULL);
    wire_encode_event(&blob->buffer, &(struct wire_event){.type = WIRE_EVENT_GUST, .step = number});
    return blob_finish(blob);
}

struct frame *numbered_frame(uint64_t serial) {
    const float positions_m[] = {(float)serial, 1, 2, 3, 4, 5};
    struct frame *frame = calloc(1, sizeof *frame);
    must(frame != NULL);
    atomic_init(&frame->references, 1);
    frame->serial = serial;
    frame->step = 10 * serial;
    wire_buffer_init(&frame->positions, 0);
    wire_encode_frame_f32(&frame->positions, positions_m, 2);
    frame->hand_count = 1;
    frame->hands = malloc(sizeof *frame->hands);
    frame->hands[0] = (struct wire_hand_target){.seat = 3, .hand = 2, .at_m = {1, 2, 3}};
    return frame;
}

struct moment numbered_moment(uint64_t serial) {
    return (struct moment){
        .step = 10 * serial, .time_ms = 0.5 + (double)serial, .lost = serial / 2};
}

static void add_u32(struct wire_buffer *bytes, uint32_t value) {
    const uint8_t little_endian[] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                                     (uint8_t)(value >> 24)};
    wire_buffer_append(bytes, little_endian, sizeof little_endian);
}

void add_grid_frame(struct wire_buffer *bytes, uint32_t number, uint32_t base) {
    wire_buffer_append(bytes, base == 0 ? "K" : "D", 1);
    add_u32(bytes, number);
    if (base != 0) {
        add_u32(bytes, base);
    }
    add_u32(bytes, 0); // the check
}

struct key *numbered_key(uint64_t serial, uint64_t e) {
    struct key *key = calloc(1, sizeof *key);
    must(key != NULL);
    atomic_init(&key->references, 1);
    key->frame = numbered_frame(serial);
    key->now = numbered_moment(serial);
    key->e = e;
    wire_buffer_init(&key->bytes, 0);
    add_grid_frame(&key->bytes, (uint32_t)serial, 0);
    return key;
}

struct publication *numbered_publication(uint64_t e0, uint64_t e, uint64_t serial) {
    struct publication *publication = calloc(1, sizeof *publication);
    must(publication != NULL);
    publication->e0 = e0;
    publication->events = calloc(e - e0 + 1, sizeof *publication->events);
    for (uint64_t number = e0 + 1; number <= e; number++) {
        publication->events[publication->event_count++] = numbered_event(number);
    }
    publication->frame = serial == 0 ? NULL : numbered_frame(serial);
    publication->now = numbered_moment(serial);
    return publication;
}

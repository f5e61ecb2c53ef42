#include "room_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pbd/state.h"
#include "support.h"

// Without allocating: memory may have been made to run out.
static bool is_roster(const struct letter *letter) {
    static const char head[] = "\x82\xa4type\xa6roster";
    return letter->message != NULL && letter->message->buffer.length_bytes > sizeof head &&
           memcmp(wire_buffer_content(&letter->message->buffer), head, sizeof head - 1) == 0;
}

static void record(void *context, const struct letter *letter) {
    struct test_room *t = context;
    must(letter->is_roster == is_roster(letter));
    if (letter->is_roster) {
        blob_unref(t->roster);
        t->roster = letter->message;
        t->roster_viewer = letter->viewer;
        return;
    }
    must(t->letter_count < LETTERS_MAX);
    t->letters[t->letter_count++] = *letter;
}

void test_room_open(struct test_room *t, const char *scene, struct wire_rules rules) {
    float values[PBD_PARAMETERS_MAX];
    *t = (struct test_room){.letters = calloc(LETTERS_MAX, sizeof *t->letters)};
    struct room_def def = {
        .code = "TEST",
        .title = "Test room",
        .scene = pbd_scene_find(scene),
        .values = values,
        .rules = rules,
        .host_key = secret_hash_of(TEST_HOST_KEY),
        .viewers_max = TEST_VIEWERS_MAX,
        .commands_per_s_max = 100,
        .hands_per_seat_max = TEST_HANDS_MAX,
    };
    pbd_scene_initial_values(def.scene, values);
    must(room_create(&def, &t->room));
    t->room->sink = (struct room_sink){.deliver = record, .context = t};
}

void test_room_forget_letters(struct test_room *t) {
    for (uint32_t i = 0; i < t->letter_count; i++) {
        blob_unref(t->letters[i].message);
    }
    t->letter_count = 0;
}

void test_room_close(struct test_room *t) {
    test_room_forget_letters(t);
    blob_unref(t->roster);
    free(t->letters);
    room_destroy(t->room);
}

static void set(struct test_room *t, uint32_t parameter, float value) {
    struct pbd_command command = {.kind = PBD_SET, .set = {parameter, value}};
    must(pbd_world_apply(t->room->world, &command, NULL) == PBD_OK);
}

void test_room_burst(struct test_room *t) {
    set(t, PBD_SPRING, 1e6f);
    set(t, PBD_STEPPING, PBD_SPRINGS);
    for (uint32_t i = 0; i < 600 && !pbd_world_has_burst(t->room->world); i++) {
        room_step(t->room);
    }
    must(pbd_world_has_burst(t->room->world));
}

void test_room_copy_world(struct test_room *t, const struct test_room *other) {
    size_t length = pbd_state_size(other->room->world);
    uint8_t *bytes = malloc(length);
    pbd_state_save(other->room->world, bytes);
    struct pbd_world *world;
    must(pbd_state_restore(bytes, length, NULL, &world) == PBD_OK);
    pbd_world_destroy(t->room->world);
    t->room->world = world;
    free(bytes);
}

struct wire_hello hello_of(const char *name, const char *resume, const char *host_key) {
    struct wire_hello hello = {.version = WIRE_VERSION, .room = "TEST", .rate_hz = 60};
    snprintf(hello.name, sizeof hello.name, "%s", name);
    snprintf(hello.resume, sizeof hello.resume, "%s", resume == NULL ? "" : resume);
    snprintf(hello.host_key, sizeof hello.host_key, "%s", host_key == NULL ? "" : host_key);
    return hello;
}

static struct seat *join(struct test_room *t, uint64_t viewer, struct wire_hello hello) {
    room_join(t->room, viewer, &hello, false);
    return seats_by_viewer(&t->room->seats, viewer);
}

struct seat *test_room_join(struct test_room *t, uint64_t viewer, const char *name) {
    return join(t, viewer, hello_of(name, NULL, NULL));
}

struct seat *test_room_join_host(struct test_room *t, uint64_t viewer, const char *name) {
    return join(t, viewer, hello_of(name, NULL, TEST_HOST_KEY));
}

struct seat *test_room_join_as(struct test_room *t, uint64_t viewer, enum wire_encoding encoding,
                               uint32_t rate_hz) {
    struct wire_hello hello = hello_of("Somebody", NULL, NULL);
    hello.encoding = encoding;
    hello.rate_hz = rate_hz;
    return join(t, viewer, hello);
}

struct seat *test_room_resume(struct test_room *t, uint64_t viewer, const char *resume) {
    return join(t, viewer, hello_of("", resume, NULL));
}

const char *resume_key_of(const struct test_room *t, uint64_t viewer) {
    const struct letter *letter = last_letter_to(t, viewer);
    must(letter != NULL && strcmp(letter_in_short(letter), "welcome") == 0);
    return text_field(read_message(letter->message), "resume");
}

const char *letters_to(const struct test_room *t, uint64_t viewer) {
    struct text text = text_begin();
    for (uint32_t i = 0; i < t->letter_count; i++) {
        if (t->letters[i].viewer == viewer) {
            text_next_part(&text);
            text_add(&text, "%s", letter_in_short(&t->letters[i]));
        }
    }
    return text_end(&text);
}

const struct letter *last_letter_to(const struct test_room *t, uint64_t viewer) {
    const struct letter *last = NULL;
    for (uint32_t i = 0; i < t->letter_count; i++) {
        last = t->letters[i].viewer == viewer ? &t->letters[i] : last;
    }
    return last;
}

const char *events_after(const struct test_room *t, uint64_t e0) {
    struct text text = text_begin();
    for (uint64_t number = e0 + 1; number <= t->room->ring.e; number++) {
        text_add_event(&text, read_message(event_ring_at(&t->room->ring, number)));
    }
    return text_end(&text);
}

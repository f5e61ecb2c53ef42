// A room for tests, and every letter that it has delivered.
//
//     struct test_room t;
//     test_room_open(&t, "chain", rights_everyone_everything());
//     test_room_join(&t, 7, "Ada");
//     cr_assert_str_eq(letters_to(&t, 7), "welcome");
//     test_room_close(&t);
#ifndef ROOM_FIXTURE_H
#define ROOM_FIXTURE_H

#include <stdint.h>

#include "room.h"

#define TEST_HOST_KEY "HOSTHOSTHOSTHOSTHOSTHOSTHOSTHOSTHOSTHOST"

enum { LETTERS_MAX = 4096, TEST_VIEWERS_MAX = 8, TEST_HANDS_MAX = 4 };

struct test_room {
    struct room *room;
    struct letter *letters; // [letter_count], with room for LETTERS_MAX
    uint32_t letter_count;
    struct blob *roster; // the newest, which comes to hosts beside all else; NULL: none
    uint64_t roster_viewer;
};

// Code "TEST", title "Test room", TEST_VIEWERS_MAX viewers with TEST_HANDS_MAX hands each, the
// scene's initial values.
void test_room_open(struct test_room *t, const char *scene, struct wire_rules rules);
void test_room_close(struct test_room *t);
// Steps a chain as springs that are much too stiff for its rate, until they have blown up.
void test_room_burst(struct test_room *t);
// Gives it a world of its own in the state of another's.
void test_room_copy_world(struct test_room *t, const struct test_room *other);

// At 60 frames per second. `resume` and `host_key` may be NULL.
struct wire_hello hello_of(const char *name, const char *resume, const char *host_key);
// A viewer joins; its seat, or NULL if it got none.
struct seat *test_room_join(struct test_room *t, uint64_t viewer, const char *name);
struct seat *test_room_join_host(struct test_room *t, uint64_t viewer, const char *name);
// One with frames of this encoding, at this rate.
struct seat *test_room_join_as(struct test_room *t, uint64_t viewer, enum wire_encoding encoding,
                               uint32_t rate_hz);
// A viewer comes back with a key.
struct seat *test_room_resume(struct test_room *t, uint64_t viewer, const char *resume);
// The resume key of the last welcome to a viewer.
const char *resume_key_of(const struct test_room *t, uint64_t viewer);

void test_room_forget_letters(struct test_room *t);
// All letters to a viewer since they were last forgotten, in short, separated by "; ".
const char *letters_to(const struct test_room *t, uint64_t viewer);
// The last letter to a viewer; NULL if there is none.
const struct letter *last_letter_to(const struct test_room *t, uint64_t viewer);
// The room's events after e0, in short.
const char *events_after(const struct test_room *t, uint64_t e0);

#endif

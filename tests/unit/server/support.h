// What the tests of the server share: memory that is counted and can fail, numbers that look
// random, messages read with msgpack-c, publications made by hand.
//
// What a helper cannot do fails the test that called it. What helpers hand out (texts, decoded
// messages) lives until the test ends or forgets it.
#ifndef SUPPORT_H
#define SUPPORT_H

#include <criterion/criterion.h>
#include <msgpack.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "allocations.h"
#include "publication.h"
#include "random.h"

// An assertion that costs nothing while it holds: for helpers, and for what is checked very often.
// A text after the condition says what was broken.
#define must(condition, ...)                                                                       \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            cr_assert_fail("%s is false; " __VA_ARGS__, #condition);                               \
        }                                                                                          \
    } while (0)

// ---- memory ------------------------------------------------------------------------------------

// A Test that also fails when it leaves memory behind: blocks of the server, the protocol, the
// solver and the tests are counted; where LeakSanitizer runs, it finds those of other libraries.
#define CleanTest(suite, name)                                                                     \
    static void suite##_##name##_body(void);                                                       \
    Test(suite, name) {                                                                            \
        suite##_##name##_body();                                                                   \
        check_memory();                                                                            \
    }                                                                                              \
    static void suite##_##name##_body(void)

void check_memory(void);
// Frees what helpers have handed out, for tests with many messages.
void forget_handed_out(void);

// ---- numbers -----------------------------------------------------------------------------------

uint64_t hash_bytes(const void *bytes, size_t length);

// ---- texts -------------------------------------------------------------------------------------

// A text that grows by printing.
struct text {
    struct kept *kept;
    size_t length, capacity;
};

struct text text_begin(void);
__attribute__((format(printf, 2, 3))) void text_add(struct text *text, const char *format, ...);
// Adds "; " unless the text is empty.
void text_next_part(struct text *text);
const char *text_end(const struct text *text);

// ---- reading messages --------------------------------------------------------------------------

// The bytes are exactly one msgpack map. What is returned points into them.
const msgpack_object *read_message(const struct blob *message);
const msgpack_object *field(const msgpack_object *map, const char *key); // NULL if there is none
uint64_t uint_field(const msgpack_object *map, const char *key);
double number_field(const msgpack_object *map, const char *key);
bool bool_field(const msgpack_object *map, const char *key);
const char *text_field(const msgpack_object *map, const char *key);
const msgpack_object_array *array_field(const msgpack_object *map, const char *key);

// Events in short: "joined 1 Ada; taken 1.0 p3; let_go 1.0 reset; reset 1".
void text_add_event(struct text *text, const msgpack_object *event);
const char *events_in_short(const msgpack_object_array *events);
// One letter in short: "welcome", "ack 5 @ 12", "refused 5 pinned", "close 4001".
const char *letter_in_short(const struct letter *letter);

// ---- publications made by hand -----------------------------------------------------------------

struct blob *blob_of_bytes(size_t length, uint8_t fill);
// An event that is told apart by its step.
struct blob *numbered_event(uint64_t number);
// A frame of two particles and one hand, with step 10 × serial.
struct frame *numbered_frame(uint64_t serial);
// The step of that frame, 0.5 + serial ms, and half as many lost steps.
struct moment numbered_moment(uint64_t serial);
// Shows that frame at that moment in one of the grid encodings, with a payload of its own.
struct key *numbered_key(uint64_t serial, uint64_t e);
// The events e0 + 1 … e, and a frame at its moment unless `serial` is 0. No class is due.
struct publication *numbered_publication(uint64_t e0, uint64_t e, uint64_t serial);
// Appends a frame of a grid encoding that has only its head: 'K', or 'D' on a base (not 0).
void add_grid_frame(struct wire_buffer *bytes, uint32_t number, uint32_t base);

#endif

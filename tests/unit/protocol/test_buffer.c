#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

#include "wire/buffer.h"

Test(buffer, has_no_content_before_the_first_write) {
    struct wire_buffer buffer;
    wire_buffer_init(&buffer, 16);
    cr_expect_null(wire_buffer_content(&buffer));
    cr_expect_eq(buffer.length_bytes, 0);
    wire_buffer_release(&buffer);
}

Test(buffer, keeps_content_and_headroom_while_it_grows) {
    struct wire_buffer buffer;
    wire_buffer_init(&buffer, 24);
    for (uint32_t i = 0; i < 5000; i++) {
        uint8_t byte = (uint8_t)(i * 7);
        cr_assert(wire_buffer_append(&buffer, &byte, 1));
        // A transport may write all of the headroom without touching the content.
        memset(wire_buffer_content(&buffer) - 24, 0xee, 24);
    }
    cr_assert_eq(buffer.length_bytes, 5000);
    cr_expect_eq(wire_buffer_content(&buffer), buffer.memory + 24);
    for (uint32_t i = 0; i < 5000; i++)
        cr_assert_eq(wire_buffer_content(&buffer)[i], (uint8_t)(i * 7));
    wire_buffer_release(&buffer);
}

Test(buffer, grows_seldom) {
    struct wire_buffer buffer;
    wire_buffer_init(&buffer, 0);
    int growths = 0;
    size_t capacity = 0;
    for (int i = 0; i < 100000; i++) {
        wire_buffer_append(&buffer, "x", 1);
        growths += buffer.capacity_bytes != capacity;
        capacity = buffer.capacity_bytes;
    }
    cr_expect_leq(growths, 20);
    wire_buffer_release(&buffer);
}

Test(buffer, extends_by_what_was_asked_even_if_much) {
    struct wire_buffer buffer;
    wire_buffer_init(&buffer, 8);
    wire_buffer_append(&buffer, "head", 4);
    uint8_t *place = wire_buffer_extend(&buffer, 100000);
    cr_assert_not_null(place);
    cr_expect_eq(place, wire_buffer_content(&buffer) + 4);
    memset(place, 0x55, 100000);
    wire_buffer_append(&buffer, "tail", 4);
    cr_expect_eq(buffer.length_bytes, 100008);
    cr_expect_eq(memcmp(wire_buffer_content(&buffer), "head", 4), 0);
    cr_expect_eq(memcmp(wire_buffer_content(&buffer) + 100004, "tail", 4), 0);
    wire_buffer_release(&buffer);
}

Test(buffer, takes_nothing_for_success) {
    struct wire_buffer buffer;
    wire_buffer_init(&buffer, 8);
    cr_expect(wire_buffer_append(&buffer, NULL, 0));
    cr_expect_not_null(wire_buffer_extend(&buffer, 0));
    cr_expect_eq(buffer.length_bytes, 0);
    wire_buffer_release(&buffer);
}

Test(buffer, clear_keeps_the_memory) {
    struct wire_buffer buffer;
    wire_buffer_init(&buffer, 8);
    wire_buffer_extend(&buffer, 4000);
    const uint8_t *memory = buffer.memory;
    wire_buffer_clear(&buffer);
    cr_expect_eq(buffer.length_bytes, 0);
    wire_buffer_append(&buffer, "again", 5);
    cr_expect_eq(buffer.memory, memory);
    cr_expect_eq(memcmp(wire_buffer_content(&buffer), "again", 5), 0);
    wire_buffer_release(&buffer);
}

Test(buffer, can_be_used_again_after_release) {
    struct wire_buffer buffer;
    wire_buffer_init(&buffer, 8);
    wire_buffer_append(&buffer, "once", 4);
    wire_buffer_release(&buffer);
    cr_expect_null(wire_buffer_content(&buffer));
    cr_expect(wire_buffer_append(&buffer, "twice", 5));
    cr_expect_eq(buffer.headroom_bytes, 8);
    cr_expect_eq(buffer.length_bytes, 5);
    wire_buffer_release(&buffer);
}

Test(buffer, remembers_that_memory_ran_out) {
    struct wire_buffer buffer;
    wire_buffer_init(&buffer, 8);
    wire_buffer_append(&buffer, "kept", 4);
    cr_expect_null(wire_buffer_extend(&buffer, (size_t)PTRDIFF_MAX));
    cr_expect(buffer.failed);
    cr_expect_not(wire_buffer_append(&buffer, "x", 1));
    cr_expect_eq(buffer.length_bytes, 4, "later writes do nothing");

    wire_buffer_clear(&buffer);
    cr_expect_not(buffer.failed);
    cr_expect(wire_buffer_append(&buffer, "x", 1));
    wire_buffer_release(&buffer);
}

Test(buffer, refuses_lengths_that_wrap_around) {
    struct wire_buffer buffer;
    wire_buffer_init(&buffer, 8);
    wire_buffer_append(&buffer, "kept", 4);
    cr_expect_null(wire_buffer_extend(&buffer, SIZE_MAX - 2));
    cr_expect(buffer.failed);
    wire_buffer_release(&buffer);
}

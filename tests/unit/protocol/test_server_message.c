#include <criterion/criterion.h>
#include <msgpack.h>
#include <stdlib.h>
#include <string.h>

#include "wire/server_message.h"

// The bytes of every message are in the golden vectors; here is what vectors cannot show.

static const msgpack_object *field(const msgpack_object *map, const char *key) {
    for (uint32_t i = 0; i < map->via.map.size; i++) {
        const msgpack_object_kv *entry = &map->via.map.ptr[i];
        if (entry->key.via.str.size == strlen(key) &&
            memcmp(entry->key.via.str.ptr, key, strlen(key)) == 0)
            return &entry->val;
    }
    return NULL;
}

static void unpack(const struct wire_buffer *out, msgpack_unpacked *unpacked) {
    size_t read = 0;
    msgpack_unpacked_init(unpacked);
    cr_assert_not(out->failed);
    msgpack_unpack_next(unpacked, (const char *)wire_buffer_content(out), out->length_bytes, &read);
    cr_assert_eq(read, out->length_bytes, "exactly one value");
    cr_assert_eq(unpacked->data.type, MSGPACK_OBJECT_MAP);
}

Test(server_message, appends_after_what_is_there) {
    struct wire_buffer out, alone;
    wire_buffer_init(&out, 16);
    wire_buffer_init(&alone, 0);
    wire_buffer_append(&out, "before", 6);
    wire_encode_ack(&out, 5, 6);
    wire_encode_ack(&alone, 5, 6);
    cr_expect_eq(out.length_bytes, 6 + alone.length_bytes);
    cr_expect_eq(memcmp(wire_buffer_content(&out), "before", 6), 0);
    cr_expect_eq(
        memcmp(wire_buffer_content(&out) + 6, wire_buffer_content(&alone), alone.length_bytes), 0);
    wire_buffer_release(&out);
    wire_buffer_release(&alone);
}

Test(server_message, does_nothing_once_memory_ran_out) {
    struct wire_buffer out;
    wire_buffer_init(&out, 0);
    wire_buffer_extend(&out, SIZE_MAX);
    float position_m[3] = {1, 2, 3};
    struct wire_tick tick = {.frame = (const uint8_t *)"frame", .frame_bytes = 5};
    wire_encode_tick(&out, &tick);
    wire_encode_frame_f32(&out, position_m, 1);
    cr_expect(out.failed);
    cr_expect_eq(out.length_bytes, 0);
    wire_buffer_release(&out);
}

Test(server_message, events_are_self_contained_and_a_tick_carries_a_run_of_them) {
    struct wire_buffer events, out;
    wire_buffer_init(&events, 0);
    wire_buffer_init(&out, 0);
    struct wire_event event = {.type = WIRE_EVENT_PAUSED, .step = 8, .has_seat = true, .seat = 3};
    for (int i = 0; i < 20; i++)
        wire_encode_event(&events, &event);
    struct wire_tick tick = {.e0 = 100,
                             .e = 120,
                             .events = wire_buffer_content(&events),
                             .events_bytes = events.length_bytes};
    wire_encode_tick(&out, &tick);

    msgpack_unpacked unpacked;
    unpack(&out, &unpacked);
    const msgpack_object *list = field(&unpacked.data, "events");
    cr_assert_eq(list->via.array.size, 20);
    for (uint32_t i = 0; i < 20; i++)
        cr_expect_eq(field(&list->via.array.ptr[i], "seat")->via.u64, 3);
    msgpack_unpacked_destroy(&unpacked);
    wire_buffer_release(&events);
    wire_buffer_release(&out);
}

Test(server_message, a_frame_brings_hands_even_if_there_are_none) {
    struct wire_buffer out;
    wire_buffer_init(&out, 0);
    struct wire_tick tick = {.frame = (const uint8_t *)"", .frame_bytes = 0};
    msgpack_unpacked unpacked;

    wire_encode_tick(&out, &tick);
    unpack(&out, &unpacked);
    cr_expect_eq(field(&unpacked.data, "frame")->via.bin.size, 0);
    cr_expect_eq(field(&unpacked.data, "hands")->via.array.size, 0);
    msgpack_unpacked_destroy(&unpacked);

    struct wire_hand_target hand = {.seat = 1};
    wire_buffer_clear(&out);
    tick.frame = NULL;
    tick.hands = &hand;
    tick.hand_count = 1;
    wire_encode_tick(&out, &tick);
    unpack(&out, &unpacked);
    cr_expect_null(field(&unpacked.data, "frame"));
    cr_expect_null(field(&unpacked.data, "hands"));
    msgpack_unpacked_destroy(&unpacked);
    wire_buffer_release(&out);
}

Test(server_message, carries_frames_of_the_largest_worlds) {
    enum { PARTICLES = 32768 };
    float *positions_m = malloc(PARTICLES * 3 * sizeof(float));
    for (uint32_t i = 0; i < PARTICLES * 3; i++)
        positions_m[i] = (float)i * 0.25f;
    struct wire_buffer frame, out;
    wire_buffer_init(&frame, 0);
    wire_buffer_init(&out, 0);
    wire_encode_frame_f32(&frame, positions_m, PARTICLES);
    cr_assert_eq(frame.length_bytes, PARTICLES * 12);

    struct wire_tick tick = {.frame = wire_buffer_content(&frame),
                             .frame_bytes = frame.length_bytes};
    wire_encode_tick(&out, &tick);
    msgpack_unpacked unpacked;
    unpack(&out, &unpacked);
    const msgpack_object *bin = field(&unpacked.data, "frame");
    cr_expect_eq(bin->via.bin.size, PARTICLES * 12);
    cr_expect_eq(memcmp(bin->via.bin.ptr, wire_buffer_content(&frame), frame.length_bytes), 0);
    msgpack_unpacked_destroy(&unpacked);
    wire_buffer_release(&frame);
    wire_buffer_release(&out);
    free(positions_m);
}

Test(server_message, frames_are_little_endian_float32) {
    struct wire_buffer out;
    wire_buffer_init(&out, 0);
    wire_encode_frame_f32(&out, (const float[]){1.0f, -2.5f, 0.1f}, 1);
    cr_assert_eq(out.length_bytes, 12);
    cr_expect_eq(
        memcmp(wire_buffer_content(&out), "\x00\x00\x80\x3f\x00\x00\x20\xc0\xcd\xcc\xcc\x3d", 12),
        0);
    wire_buffer_release(&out);
}

Test(server_message, colours_keep_six_digits) {
    struct wire_buffer out;
    wire_buffer_init(&out, 0);
    struct wire_event event = {.type = WIRE_EVENT_JOINED,
                               .has_seat = true,
                               .member = {.name = "Ada", .colour_rgb = 0xff00000a}};
    wire_encode_event(&out, &event);
    msgpack_unpacked unpacked;
    unpack(&out, &unpacked);
    const msgpack_object *colour = field(&unpacked.data, "colour");
    cr_expect_eq(colour->via.str.size, 7);
    cr_expect_eq(memcmp(colour->via.str.ptr, "#00000a", 7), 0);
    msgpack_unpacked_destroy(&unpacked);
    wire_buffer_release(&out);
}

Test(server_message, rights_have_the_names_of_the_protocol) {
    static const char names[WIRE_RIGHT_COUNT][16] = {"grab", "gust",  "iterations", "parameters",
                                                     "time", "reset", "scene"};
    for (int i = 0; i < WIRE_RIGHT_COUNT; i++)
        cr_expect_str_eq(wire_right_name((enum wire_right)i), names[i]);
    cr_expect_str_eq(wire_right_name(WIRE_RIGHT_COUNT), "unknown");
}

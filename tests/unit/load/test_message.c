#include "message.h"

#include <criterion/criterion.h>
#include <string.h>

#include "wire/server_message.h"

static struct wire_buffer out;
static struct message message;
static msgpack_zone zone;

static void set_up(void) {
    wire_buffer_init(&out, 0);
    msgpack_zone_init(&zone, MSGPACK_ZONE_CHUNK_SIZE);
}

static void tear_down(void) {
    wire_buffer_release(&out);
    msgpack_zone_destroy(&zone);
}

TestSuite(message, .init = set_up, .fini = tear_down);

static const char *decode(void) {
    return message_decode(wire_buffer_content(&out), out.length_bytes, &zone, &message);
}

// As the server's own encoder writes them.
Test(message, reads_a_tick_with_events_and_a_frame) {
    const float positions[6] = {1, 2, 3, 4, 5, 6};
    struct wire_buffer events, frame;
    wire_buffer_init(&events, 0);
    wire_buffer_init(&frame, 0);
    wire_encode_event(&events, &(struct wire_event){.type = WIRE_EVENT_PAUSED, .step = 9});
    wire_encode_event(&events, &(struct wire_event){
                                   .type = WIRE_EVENT_LET_GO,
                                   .step = 10,
                                   .has_seat = true,
                                   .seat = 4,
                                   .hand = {.hand = 2, .reason = WIRE_LET_GO_RESET},
                               });
    wire_encode_frame_f32(&frame, positions, 2);
    wire_encode_tick(&out, &(struct wire_tick){
                               .e0 = 5,
                               .e = 7,
                               .events = wire_buffer_content(&events),
                               .events_bytes = events.length_bytes,
                               .step = 11,
                               .time_ms = 12.5,
                               .lost = 3,
                               .frame = wire_buffer_content(&frame),
                               .frame_bytes = frame.length_bytes,
                           });
    cr_assert_null(decode());
    cr_assert_eq(message.type, MESSAGE_TICK);
    cr_expect_eq(message.tick.e0, 5);
    cr_expect_eq(message.tick.e, 7);
    cr_expect_eq(message.tick.step, 11);
    cr_expect_eq(message.tick.time_ms, 12.5);
    cr_expect_eq(message.tick.lost, 3);
    cr_assert_eq(message.tick.frame_bytes, 24);
    cr_expect_eq(memcmp(message.tick.frame, positions, 24), 0);
    struct message_event event;
    cr_assert_eq(message.tick.event_count, 2);
    cr_assert_null(message_event(&message.tick.events[0], &event));
    cr_expect_eq(event.type, EVENT_PAUSED);
    cr_expect_eq(event.step, 9);
    cr_assert_null(message_event(&message.tick.events[1], &event));
    cr_expect_eq(event.type, EVENT_LET_GO);
    cr_expect_eq(event.seat, 4);
    cr_expect_not(event.released);
    wire_buffer_release(&events);
    wire_buffer_release(&frame);
}

Test(message, reads_a_welcome) {
    wire_encode_welcome(&out, &(struct wire_welcome){
                                  .server_version = "1",
                                  .self = {.seat = 8, .name = "load"},
                                  .resume = "key",
                                  .rate_hz = 20,
                                  .state = {.e = 6,
                                            .step = 7,
                                            .room_code = "ROPE",
                                            .room_title = "Rope",
                                            .scene = {.name = "rope",
                                                      .title = "Rope",
                                                      .h_s = 0.25,
                                                      .particle_count = 41}},
                              });
    cr_assert_null(decode());
    cr_assert_eq(message.type, MESSAGE_WELCOME);
    cr_expect_eq(message.welcome.seat, 8);
    cr_expect_eq(message.welcome.rate_hz, 20);
    cr_expect_str_eq(message.welcome.resume, "key");
    cr_expect_str_eq(message.welcome.encoding, "f32");
    cr_expect_eq(message.welcome.state.e, 6);
    cr_expect_eq(message.welcome.state.scene.particles, 41);
    cr_expect_eq(message.welcome.state.scene.h_s, 0.25);
}

Test(message, reads_answers) {
    wire_encode_ack(&out, 77, 5);
    cr_assert_null(decode());
    cr_expect_eq(message.type, MESSAGE_ACK);
    cr_expect_eq(message.ack.seq, 77);
    wire_buffer_clear(&out);
    wire_encode_refused(&out, &(struct wire_refusal){
                                  .code = WIRE_PINNED, .has_seq = true, .seq = 78, .text = "no"});
    cr_assert_null(decode());
    cr_expect_eq(message.type, MESSAGE_REFUSED);
    cr_expect(message.refused.has_seq);
    cr_expect_eq(message.refused.seq, 78);
    cr_expect_str_eq(message.refused.code, "pinned");
    wire_buffer_clear(&out);
    wire_encode_pong(&out, 1.5, 2.5, 3);
    cr_assert_null(decode());
    cr_expect_eq(message.type, MESSAGE_PONG);
    cr_expect_eq(message.pong.time, 1.5);
    cr_expect_eq(message.pong.server_time_ms, 2.5);
}

Test(message, has_a_sentence_for_every_message_that_is_cut) {
    wire_encode_pong(&out, 1.5, 2.5, 3);
    size_t whole = out.length_bytes;
    for (size_t length = 0; length < whole; length++) {
        out.length_bytes = length;
        cr_expect_not_null(decode(), "%zu bytes", length);
    }
    out.length_bytes = whole;
    uint8_t extra = 0;
    wire_buffer_append(&out, &extra, 1);
    cr_expect_not_null(decode(), "a byte left over");
}

Test(message, passes_over_what_it_does_not_know) {
    static const char unknown[] = "\x82\xa4type\xa4news\xa1x\xc0";
    wire_buffer_append(&out, unknown, sizeof unknown - 1);
    cr_assert_null(decode());
    cr_expect_eq(message.type, MESSAGE_OTHER);
}

#include <math.h>
#include <string.h>

#include "messages.h"
#include "room_fixture.h"
#include "support.h"

enum { ADA = 101, BEN = 102 };

#define STEP_MS (1000.0 / 60)

static const enum wire_encoding grids[] = {WIRE_GRID_0_5, WIRE_GRID_0_1, WIRE_GRID_1};

static void command(struct test_room *t, uint64_t viewer, struct wire_client_message message) {
    room_command(t->room, viewer, &message);
}

// ---- what a class is sent ----------------------------------------------------------------------

static uint32_t number_at(const msgpack_object *frame, size_t offset) {
    const uint8_t *b = (const uint8_t *)frame->via.bin.ptr + offset;
    must(frame->via.bin.size >= offset + 4);
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

// The frame in a message: "K 3", "D 4 on 3", "no frame"; "whole" for f32, which has no numbers.
static void add_frame(struct text *text, const struct class_message *turn, uint64_t needs,
                      const struct blob *message, enum wire_encoding encoding) {
    const msgpack_object *frame = field(read_message(message), "frame");
    if (frame == NULL) {
        must(needs == turn->serial, "it is for those who have that frame");
        text_add(text, "no frame");
    } else if (encoding == WIRE_F32) {
        must(needs == 0 && frame->via.bin.size % 12 == 0);
        text_add(text, "whole");
    } else if (*frame->via.bin.ptr == 'D') {
        must(needs == number_at(frame, 5) && turn->serial == number_at(frame, 1));
        text_add(text, "D %u on %u", number_at(frame, 1), number_at(frame, 5));
    } else {
        must(*frame->via.bin.ptr == 'K' && needs == 0 && turn->serial == number_at(frame, 1));
        text_add(text, "K %u", number_at(frame, 1));
    }
}

// What a publication has for a class: "D 4 on 3", "D 4 on 3 or K 4" with an independent message for
// those who lack frame 3, "nothing or K 4" if those who are in step get none, "" for nobody.
static const char *sent(const struct publication *publication, uint32_t class) {
    struct text text = text_begin();
    const struct class_message *turn = publication == NULL ? NULL : &publication->classes[class];
    if (turn == NULL || (!turn->due && turn->key == NULL)) {
        return text_end(&text);
    }
    if (turn->due) {
        add_frame(&text, turn, turn->needs, turn->message, class_encoding(class));
    } else {
        must(turn->message == NULL);
        text_add(&text, "nothing");
    }
    must(turn->independent == NULL || turn->key != NULL);
    if (turn->key != NULL) {
        must(turn->key->frame->serial == turn->serial && turn->key->e == turn->e);
        must(turn->key->now.step == publication->now.step);
    }
    if (turn->independent != NULL) {
        text_add(&text, " or ");
        add_frame(&text, turn, 0, turn->independent, class_encoding(class));
    }
    return text_end(&text);
}

static const char *publish_at(struct test_room *t, double time_ms, uint32_t class) {
    struct publication *publication = room_publish(t->room, time_ms);
    const char *text = sent(publication, class);
    publication_destroy(publication);
    return text;
}

static const char *publish(struct test_room *t, uint32_t class) {
    return publish_at(t, 0, class);
}

static const char *step(struct test_room *t, uint32_t class) {
    room_step(t->room);
    return publish(t, class);
}

// A chain that swings, and Ada in this class, who has had her first frame.
static uint32_t open_as(struct test_room *t, enum wire_encoding encoding, uint32_t rate_hz) {
    uint32_t class = class_index(encoding, rate_hz);
    test_room_open(t, "chain", rights_everyone_everything());
    test_room_join_as(t, ADA, encoding, rate_hz);
    cr_assert_str_eq(publish(t, class), encoding == WIRE_F32 ? "whole" : "K 1");
    return class;
}

// The same with a world that does not move: its first frame there is number 2.
static uint32_t open_at_rest(struct test_room *t, enum wire_encoding encoding, uint32_t rate_hz) {
    uint32_t class = open_as(t, encoding, rate_hz);
    command(t, ADA, set_message(1, "gravity", 0));
    command(t, ADA, plain_message(2, WIRE_RESET));
    for (uint32_t i = 0; i < 3 * 60 / rate_hz; i++) {
        room_step(t->room);
        publish(t, class);
    }
    must(t->room->frame->serial == 2);
    test_room_forget_letters(t);
    return class;
}

// ---- frames on others --------------------------------------------------------------------------

CleanTest(room_frames, on_a_grid_each_frame_builds_on_the_last_one_of_the_class) {
    for (uint32_t i = 0; i < 3; i++) {
        struct test_room t;
        uint32_t class = open_as(&t, grids[i], 60);
        cr_expect_str_eq(step(&t, class), "D 2 on 1");
        cr_expect_str_eq(step(&t, class), "D 3 on 2");
        room_step(t.room);
        cr_expect_str_eq(step(&t, class), "D 4 on 3");
        test_room_close(&t);
    }
}

CleanTest(room_frames, each_class_has_a_series_of_its_own) {
    static const uint32_t rates_hz[] = {60, 30, 20, 10, 1};
    struct test_room t;
    uint64_t had[5];
    test_room_open(&t, "chain", rights_everyone_everything());
    for (uint32_t i = 0; i < 5; i++) {
        test_room_join_as(&t, 1 + i, WIRE_GRID_0_5, rates_hz[i]);
        had[i] = 1;
    }
    publish(&t, 0);
    for (uint64_t number = 2; number <= 121; number++) {
        room_step(t.room);
        struct publication *publication = room_publish(t.room, 0);
        for (uint32_t i = 0; i < 5; i++) {
            struct text expected = text_begin();
            if ((number - 1) % (60 / rates_hz[i]) == 0) {
                text_add(&expected, rates_hz[i] >= 20 ? "D %u on %u" : "K %u", (unsigned)number,
                         (unsigned)had[i]);
                had[i] = number;
            }
            const char *what = sent(publication, class_index(WIRE_GRID_0_5, rates_hz[i]));
            must(strcmp(what, text_end(&expected)) == 0, "seldom ones are all independent");
        }
        publication_destroy(publication);
    }
    test_room_close(&t);
}

CleanTest(room_frames, f32_is_always_whole) {
    struct test_room t;
    uint32_t class = open_as(&t, WIRE_F32, 60);
    cr_expect_str_eq(step(&t, class), "whole");
    room_want_key(t.room, class);
    cr_expect_str_eq(step(&t, class), "whole", "which suits everybody");
    test_room_close(&t);
}

CleanTest(room_frames, whoever_joins_a_class_gets_an_independent_frame_beside_it) {
    struct test_room t;
    uint32_t class = open_as(&t, WIRE_GRID_0_5, 60);
    step(&t, class);
    room_step(t.room);
    test_room_join_as(&t, BEN, WIRE_GRID_0_5, 60);
    cr_expect_str_eq(publish(&t, class), "D 3 on 2 or K 3");
    cr_expect_str_eq(step(&t, class), "D 4 on 3");
    test_room_close(&t);
}

CleanTest(room_frames, whoever_has_missed_one_gets_independent_frames_beside_the_next_for_a_while) {
    struct test_room t;
    uint32_t class = open_as(&t, WIRE_GRID_0_5, 60);
    step(&t, class);
    room_want_key(t.room, class);
    room_want_key(t.room, class);
    cr_expect_str_eq(step(&t, class), "D 3 on 2 or K 3");
    cr_expect_str_eq(step(&t, class), "D 4 on 3 or K 4", "it may miss that one, too");
    t.room->classes[class].keys_until_ms = -1; // a second is over
    cr_expect_str_eq(step(&t, class), "D 5 on 4");
    test_room_close(&t);
}

CleanTest(room_frames, whoever_asked_for_the_state_gets_an_independent_frame_at_once) {
    struct test_room t;
    uint32_t class = open_as(&t, WIRE_GRID_0_5, 20);
    room_step(t.room);
    cr_expect_str_eq(publish(&t, class), "");
    room_send_state(t.room, ADA);
    cr_expect_str_eq(publish(&t, class), "D 2 on 1 or K 2");
    room_send_state(t.room, ADA);
    cr_expect_str_eq(publish(&t, class), "nothing or K 2", "the world has not moved");
    test_room_close(&t);
}

CleanTest(room_frames, a_class_that_was_empty_begins_with_an_independent_frame) {
    struct test_room t;
    uint32_t sixty = open_as(&t, WIRE_GRID_0_5, 60);
    uint32_t thirty = class_index(WIRE_GRID_0_5, 30);
    step(&t, sixty);
    room_set_rate(t.room, ADA, 30);
    cr_expect_str_eq(publish(&t, thirty), "K 2");
    room_step(t.room);
    cr_expect_str_eq(step(&t, thirty), "D 3 on 2");
    room_set_rate(t.room, ADA, 60);
    cr_expect_str_eq(publish(&t, sixty), "K 3");
    test_room_close(&t);
}

CleanTest(room_frames, another_scene_begins_with_an_independent_frame) {
    struct test_room t;
    uint32_t class = open_as(&t, WIRE_GRID_0_5, 60);
    step(&t, class);
    const struct wire_client_message rebuilding[] = {
        set_message(1, "links", 5), scene_message(2, "rope"), scene_message(3, "chain")};
    for (uint32_t i = 0; i < 3; i++) {
        command(&t, ADA, rebuilding[i]);
        struct text expected = text_begin();
        text_add(&expected, "K %u", 3 + 2 * i);
        cr_expect_str_eq(step(&t, class), text_end(&expected));
        cr_expect_eq(step(&t, class)[0], 'D');
    }
    test_room_close(&t);
}

CleanTest(room_frames, what_was_undone_begins_with_an_independent_frame) {
    struct test_room t;
    uint32_t class = open_as(&t, WIRE_GRID_0_5, 60);
    step(&t, class);
    command(&t, ADA, plain_message(1, WIRE_RESET));
    cr_expect_str_eq(step(&t, class), "D 3 on 2", "it is the same scene");
    command(&t, ADA, plain_message(2, WIRE_UNDO));
    cr_expect_str_eq(step(&t, class), "K 4");
    cr_expect_str_eq(step(&t, class), "D 5 on 4");
    test_room_close(&t);
}

CleanTest(room_frames, the_same_frame_has_the_same_number_in_every_class) {
    struct test_room t;
    uint32_t class = open_as(&t, WIRE_GRID_0_5, 60);
    test_room_join_as(&t, BEN, WIRE_GRID_1, 30);
    publish(&t, class);
    room_step(t.room);
    publish(&t, class);
    room_step(t.room);
    struct publication *publication = room_publish(t.room, 0);
    cr_expect_str_eq(sent(publication, class), "D 3 on 2");
    cr_expect_str_eq(sent(publication, class_index(WIRE_GRID_1, 30)), "D 3 on 1");
    cr_expect_eq(publication->frame->serial, 3);
    publication_destroy(publication);
    test_room_close(&t);
}

// ---- keys that are asked for -------------------------------------------------------------------

CleanTest(room_frames, a_key_waits_for_the_turn_of_its_class_while_the_world_moves) {
    struct test_room t;
    uint32_t class = open_as(&t, WIRE_GRID_0_5, 20);
    for (uint32_t i = 1; i <= 3; i++) {
        step(&t, class);
    }
    room_want_key(t.room, class);
    cr_expect_str_eq(publish(&t, class), "");
    cr_expect_str_eq(step(&t, class), "");
    cr_expect_str_eq(step(&t, class), "");
    cr_expect_str_eq(step(&t, class), "D 3 on 2 or K 3");
    test_room_close(&t);
}

CleanTest(room_frames, a_key_comes_at_once_while_the_world_is_at_rest_or_paused) {
    for (int paused = 0; paused < 2; paused++) {
        struct test_room t;
        uint32_t class = open_at_rest(&t, WIRE_GRID_0_5, 20);
        if (paused) {
            command(&t, ADA, plain_message(3, WIRE_PAUSE));
            cr_expect_str_eq(publish(&t, class), "no frame");
        }
        cr_expect_str_eq(publish(&t, class), "");
        room_want_key(t.room, class);
        cr_expect_str_eq(publish(&t, class), "nothing or K 2");
        cr_expect_str_eq(publish(&t, class), "");
        command(&t, ADA, gust_message(4, 0));
        room_want_key(t.room, class);
        cr_expect_str_eq(publish(&t, class), "no frame or K 2", "with the event");
        test_room_close(&t);
    }
}

CleanTest(room_frames, a_key_that_memory_ran_out_for_comes_later) {
    for (uint32_t n = 1;; n++) {
        struct test_room t;
        uint32_t class = open_at_rest(&t, WIRE_GRID_0_5, 60);
        room_want_key(t.room, class);
        fail_allocation(n);
        struct publication *publication = room_publish(t.room, 0);
        bool ran_out = allocation_has_failed();
        fail_allocation(0);
        if (publication == NULL) {
            publication = room_publish(t.room, 0);
        }
        cr_assert_not_null(publication);
        cr_expect_not_null(publication->classes[class].key);
        publication_destroy(publication);
        cr_expect_str_eq(publish(&t, class), "");
        test_room_close(&t);
        if (!ran_out) {
            cr_expect_gt(n, 3);
            return;
        }
    }
}

CleanTest(room_frames, a_key_is_as_of_now_though_its_frame_is_old) {
    struct test_room t;
    uint32_t class = open_at_rest(&t, WIRE_GRID_0_5, 60);
    room_step(t.room);
    room_want_key(t.room, class);
    struct publication *publication = room_publish(t.room, 77);
    const struct key *key = publication->classes[class].key;
    cr_expect_lt(key->frame->step, pbd_world_steps(t.room->world));
    cr_expect_eq(key->now.step, pbd_world_steps(t.room->world));
    cr_expect_eq(key->now.time_ms, 77);
    cr_expect_eq(key->e, t.room->ring.e);
    publication_destroy(publication);
    test_room_close(&t);
}

// ---- rest --------------------------------------------------------------------------------------

CleanTest(room_frames, at_rest_only_a_tick_within_each_second_says_so) {
    static const uint32_t rates_hz[] = {60, 30, 20, 10, 1};
    for (uint32_t i = 0; i < 10; i++) {
        struct test_room t;
        uint32_t class = open_at_rest(&t, i % 2 == 0 ? WIRE_F32 : WIRE_GRID_0_5, rates_hz[i / 2]);
        double told_ms = 0;
        uint32_t ticks = 0;
        for (int k = 1; k <= 600; k++) {
            room_step(t.room);
            struct publication *publication = room_publish(t.room, k * STEP_MS);
            if (publication != NULL) {
                must(strcmp(sent(publication, class), "no frame") == 0);
                must(publication->frame == NULL);
                must(uint_field(read_message(publication->classes[class].message), "step") ==
                     pbd_world_steps(t.room->world));
                must(k * STEP_MS - told_ms >= 500 && k * STEP_MS - told_ms < 1001);
                told_ms = k * STEP_MS;
                ticks++;
            }
            publication_destroy(publication);
            forget_handed_out();
        }
        cr_expect_geq(ticks, 10);
        cr_expect_leq(ticks, 11);
        test_room_close(&t);
    }
}

CleanTest(room_frames, while_paused_too_a_tick_within_each_second_says_so) {
    struct test_room t;
    uint32_t class = open_at_rest(&t, WIRE_GRID_0_5, 30);
    command(&t, ADA, plain_message(1, WIRE_PAUSE));
    publication_destroy(room_publish(t.room, 0));
    cr_expect_null(room_publish(t.room, 500));
    struct publication *publication = room_publish(t.room, 950);
    cr_assert_not_null(publication);
    cr_expect_str_eq(sent(publication, class), "no frame");
    publication_destroy(publication);
    cr_expect_null(room_publish(t.room, 1000));
    test_room_close(&t);
}

CleanTest(room_frames, at_rest_events_go_out_at_once_whatever_the_rate) {
    static const uint32_t rates_hz[] = {60, 30, 20, 10, 1};
    for (uint32_t i = 0; i < 5; i++) {
        struct test_room t;
        uint32_t class = open_at_rest(&t, WIRE_GRID_0_5, rates_hz[i]);
        cr_expect_str_eq(publish(&t, class), "");
        command(&t, ADA, gust_message(3, 0));
        cr_expect_str_eq(publish(&t, class), "no frame");
        cr_expect_str_eq(publish(&t, class), "");
        test_room_close(&t);
    }
}

CleanTest(room_frames, a_frame_comes_with_the_first_step_that_moves_the_world) {
    struct test_room t;
    uint32_t class = open_at_rest(&t, WIRE_GRID_0_5, 60);
    cr_expect_str_eq(step(&t, class), "");
    command(&t, ADA, set_message(3, "gravity", 9.81f));
    cr_expect_str_eq(step(&t, class), "D 3 on 2");
    test_room_close(&t);
}

// Moves the whole world along x as no solver would.
static void shift(struct test_room *t, float by_m) {
    float *positions_m = (float *)(uintptr_t)pbd_world_positions(t->room->world);
    for (uint32_t i = 0; i < pbd_world_particle_count(t->room->world); i++) {
        positions_m[3 * i] += by_m;
    }
    room_changed(t->room);
}

// How far the tip is from where the newest frame has it.
static float drift_m(const struct test_room *t) {
    const struct wire_buffer *positions = &t->room->frame->positions;
    const float *then_m = (const float *)(const void *)wire_buffer_content(positions);
    size_t tip = 3 * (size_t)(pbd_world_particle_count(t->room->world) - 1);
    return fabsf(pbd_world_positions(t->room->world)[tip] - then_m[tip]);
}

CleanTest(room_frames, a_world_that_creeps_is_at_rest_until_it_is_ten_micrometres_away) {
    struct test_room t;
    open_at_rest(&t, WIRE_F32, 60);
    uint64_t serial = t.room->frame->serial;
    uint32_t frames = 0;
    for (int i = 0; i < 110; i++) {
        shift(&t, 1e-6f);
        must(room_look(t.room));
        must(drift_m(&t) <= 1e-5f);
        frames += t.room->frame->serial != serial;
        must(t.room->frame->serial == serial || drift_m(&t) == 0.0f);
        serial = t.room->frame->serial;
    }
    cr_expect_geq(frames, 9);
    cr_expect_leq(frames, 11);
    test_room_close(&t);
}

CleanTest(room_frames, a_world_that_trembles_is_at_rest) {
    struct test_room t;
    uint32_t class = open_at_rest(&t, WIRE_GRID_0_1, 60);
    for (int i = 0; i < 20; i++) {
        shift(&t, i % 2 == 0 ? 9e-6f : -9e-6f);
        must(room_look(t.room));
        must(t.room->frame->serial == 2);
    }
    shift(&t, 1.2e-5f);
    room_want_key(t.room, class);
    cr_expect_str_eq(publish(&t, class), "D 3 on 2 or K 3");
    test_room_close(&t);
}

CleanTest(room_frames, hands_that_pull_elsewhere_make_a_frame) {
    struct test_room t;
    open_at_rest(&t, WIRE_GRID_0_5, 60);
    const struct wire_client_message moving[] = {
        grab_message(3, 0, 5, 0, 1, 0), move_message(4, 0, 1, 1, 0), grab_message(5, 1, 6, 0, 1, 0),
        move_message(6, 1, 0, 1.5f, 0), release_message(7, 0),       release_message(8, 1)};
    for (uint64_t i = 0; i < 6; i++) {
        command(&t, ADA, moving[i]);
        room_apply_moves(t.room); // and no step: the world stays where it is
        must(room_look(t.room));
        cr_expect_eq(t.room->frame->serial, 3 + i);
        cr_expect_eq(t.room->frame->hand_count, pbd_world_hand_count(t.room->world));
    }
    command(&t, ADA, grab_message(9, 0, 5, 0, 1, 0));
    room_apply_moves(t.room);
    must(room_look(t.room));
    cr_expect_eq(t.room->frame->serial, 9);
    command(&t, ADA, move_message(10, 0, 0, 1, 0));
    room_apply_moves(t.room);
    must(room_look(t.room));
    cr_expect_eq(t.room->frame->serial, 9, "it pulls where it pulled");
    test_room_close(&t);
}

CleanTest(room_frames, a_frame_follows_a_reset_and_a_rekick_even_if_it_looks_the_same) {
    struct test_room t;
    uint32_t class = open_at_rest(&t, WIRE_GRID_0_5, 60);
    command(&t, ADA, plain_message(3, WIRE_RESET));
    cr_expect_str_eq(step(&t, class), "D 3 on 2");
    command(&t, ADA, plain_message(4, WIRE_PAUSE));
    cr_expect_str_eq(publish(&t, class), "no frame");
    for (uint32_t i = 0; i < 2; i++) {
        command(&t, ADA, set_message(5 + i, "iterations", (float)(4 + i)));
        cr_expect_str_eq(publish(&t, class), i == 0 ? "D 4 on 3" : "D 5 on 4",
                         "put to the same place again");
    }
    test_room_close(&t);
}

CleanTest(room_frames, while_paused_every_single_step_has_a_frame_even_if_it_looks_the_same) {
    struct test_room t;
    uint32_t class = open_at_rest(&t, WIRE_GRID_0_5, 10);
    uint32_t other = class_index(WIRE_GRID_0_5, 60);
    test_room_join_as(&t, BEN, WIRE_GRID_0_5, 60);
    command(&t, ADA, plain_message(3, WIRE_PAUSE));
    cr_expect_str_eq(publish(&t, other), "K 2");
    for (uint32_t i = 0; i < 3; i++) {
        command(&t, ADA, plain_message(4 + i, WIRE_STEP));
        struct publication *publication = room_publish(t.room, 0);
        struct text key = text_begin();
        struct text delta = text_begin();
        text_add(&key, "K %u", 3 + i);
        text_add(&delta, "D %u on %u", 3 + i, 2 + i);
        cr_expect_str_eq(sent(publication, class), text_end(&key));
        cr_expect_str_eq(sent(publication, other), text_end(&delta));
        publication_destroy(publication);
        cr_expect_null(room_publish(t.room, 0));
    }
    test_room_close(&t);
}

CleanTest(room_frames, a_class_that_comes_seldom_is_sent_the_frame_that_it_has_missed_before_rest) {
    struct test_room t;
    uint32_t class = open_at_rest(&t, WIRE_GRID_0_5, 1);
    test_room_join_as(&t, BEN, WIRE_GRID_0_5, 60);
    publish(&t, class);
    while (pbd_world_steps(t.room->world) % 60 != 0) {
        room_step(t.room);
        publish(&t, class);
    }
    shift(&t, 1e-3f);
    room_step(t.room);
    publish(&t, class);
    uint64_t newest = t.room->frame->serial;
    cr_expect_gt(newest, 2);
    const char *last = "";
    while (pbd_world_steps(t.room->world) % 60 != 0) {
        must(last[0] == '\0');
        last = step(&t, class);
    }
    cr_expect_eq(last[0], 'K');
    cr_expect_eq(t.room->classes[class].serial, t.room->frame->serial);
    test_room_close(&t);
}

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "messages.h"
#include "pbd/measure.h"
#include "pbd/state.h"
#include "room_fixture.h"
#include "support.h"

enum { ADA = 101, BEN = 102 };

static void command(struct test_room *t, uint64_t viewer, struct wire_client_message message) {
    room_command(t->room, viewer, &message);
}

static void open_room(struct test_room *t, const char *scene) {
    test_room_open(t, scene, rights_hosted());
    test_room_join(t, ADA, "Ada");
    test_room_join_host(t, BEN, "Ben");
    test_room_forget_letters(t);
}

static void ask(struct test_room *t, uint64_t viewer, uint32_t rate_hz, int64_t particle) {
    command(t, viewer, measure_message(1, rate_hz, particle));
}

// A step that is due at its time; what is read after it, in short: "60 30; p5".
static double time_of(const struct test_room *t) {
    return 1000.0 * (double)pbd_world_steps(t->room->world) / pbd_world_rate_hz(t->room->world);
}

static const char *in_short(struct readings *readings) {
    static const uint32_t rates_hz[] = {60, 30, 20, 10, 1};
    struct text text = text_begin();
    for (uint32_t i = 0; readings != NULL && i < CLASS_RATE_COUNT; i++) {
        if (readings->due[class_index(WIRE_F32, rates_hz[i])]) {
            text_add(&text, "%s%u", text.length > 0 ? " " : "", rates_hz[i]);
        }
    }
    must(text.length == 0 || readings->measures != NULL);
    for (uint32_t i = 0; readings != NULL && i < readings->spectrum_count; i++) {
        text_next_part(&text);
        text_add(&text, "p%u", readings->spectra[i].particle);
    }
    readings_destroy(readings);
    return text_end(&text);
}

static const char *read_at(struct test_room *t, double time_ms) {
    return in_short(room_read(t->room, time_ms));
}

static const char *step_and_read(struct test_room *t) {
    room_step(t->room);
    return read_at(t, time_of(t));
}

// ---- figures -----------------------------------------------------------------------------------

CleanTest(room_measure, nothing_is_measured_while_nobody_asks) {
    struct test_room t;
    open_room(&t, "chain");
    for (int i = 0; i < 120; i++) {
        room_step(t.room);
        cr_assert_null(room_read(t.room, time_of(&t)));
    }
    cr_expect_eq(t.room->measuring.measured_count, 0);
    cr_expect_null(pbd_world_pin_forces(t.room->world));
    test_room_close(&t);
}

CleanTest(room_measure, whoever_asks_is_answered_with_an_ack_and_the_figures_of_now) {
    struct test_room t;
    open_room(&t, "chain");
    room_step(t.room);
    ask(&t, ADA, 30, NO_PARTICLE);
    cr_expect_str_eq(letters_to(&t, ADA), "ack 1 @ 1; measures @ 1");
    cr_expect(last_letter_to(&t, ADA)->newest_measures);
    cr_expect_str_eq(letters_to(&t, BEN), "");
    test_room_forget_letters(&t);
    command(&t, BEN, plain_message(2, WIRE_PAUSE));
    ask(&t, BEN, 30, NO_PARTICLE);
    cr_expect_str_eq(letters_to(&t, BEN), "ack 2 @ 1; ack 1 @ 1; measures @ 1",
                     "while paused, too");
    test_room_close(&t);
}

CleanTest(room_measure, tells_every_figure_that_applies_by_its_name) {
    struct test_room t;
    open_room(&t, "chain");
    ask(&t, ADA, 60, NO_PARTICLE);
    for (int i = 0; i < 30; i++) {
        room_step(t.room);
    }
    double values[PBD_MEASURE_COUNT];
    pbd_world_measure(t.room->world, values);
    struct readings *readings = room_read(t.room, 500);
    const msgpack_object *message = read_message(readings->measures);
    cr_expect_eq(uint_field(message, "step"), 30);
    cr_expect_eq(number_field(message, "time"), 500);
    const msgpack_object *told = field(message, "values");
    uint32_t count;
    const struct wire_measure *table = room_measure_table(&count);
    cr_assert_eq(count, PBD_MEASURE_COUNT);
    for (uint32_t i = 0; i < count; i++) {
        bool applies = isfinite(values[i]);
        cr_assert_eq(field(told, table[i].name) != NULL, applies, "%s", table[i].name);
        if (applies) {
            cr_expect_eq(number_field(told, table[i].name), values[i], "%s", table[i].name);
        }
    }
    const msgpack_object *pins = field(message, "pins");
    cr_assert_not_null(pins);
    cr_expect_eq(pins->via.bin.size, 12 * pbd_world_pin_count(t.room->world));
    readings_destroy(readings);
    test_room_close(&t);
}

CleanTest(room_measure, measures_once_for_all_who_asked_and_hands_out_the_same_bytes) {
    struct test_room t;
    open_room(&t, "chain");
    ask(&t, ADA, 60, NO_PARTICLE);
    ask(&t, BEN, 30, NO_PARTICLE);
    cr_expect_eq(t.room->measuring.measured_count, 1, "the world has not changed");
    cr_expect_eq(last_letter_to(&t, ADA)->message, last_letter_to(&t, BEN)->message);
    room_step(t.room);
    room_step(t.room);
    cr_expect_str_eq(read_at(&t, 0), "60 30");
    cr_expect_eq(t.room->measuring.measured_count, 2);
    for (int i = 0; i < 100; i++) {
        ask(&t, ADA, 60, NO_PARTICLE);
        cr_expect_null(room_read(t.room, 0));
    }
    cr_expect_eq(t.room->measuring.measured_count, 2, "asking again and again costs nothing");
    test_room_close(&t);
}

CleanTest(room_measure, each_rate_has_its_own_beat) {
    static const uint32_t rates_hz[] = {60, 30, 20, 10, 1};
    for (uint32_t i = 0; i < 5; i++) {
        struct test_room t;
        open_room(&t, "chain");
        command(&t, BEN, set_message(1, "rate", 240));
        ask(&t, ADA, rates_hz[i], NO_PARTICLE);
        uint32_t messages = 0;
        for (int step = 0; step < 480; step++) {
            messages += strlen(step_and_read(&t)) > 0;
        }
        cr_expect_eq(messages, 2 * rates_hz[i]);
        test_room_close(&t);
    }
}

CleanTest(room_measure, a_paused_world_is_measured_when_it_changes_and_no_faster_than_asked) {
    struct test_room t;
    open_room(&t, "chain");
    command(&t, BEN, plain_message(1, WIRE_PAUSE));
    ask(&t, ADA, 10, NO_PARTICLE);
    cr_expect_str_eq(read_at(&t, 1000), "", "it is as it was told");
    command(&t, BEN, plain_message(2, WIRE_STEP));
    cr_expect_str_eq(read_at(&t, 1010), "10");
    command(&t, BEN, plain_message(3, WIRE_STEP));
    cr_expect_str_eq(read_at(&t, 1050), "", "too early");
    cr_expect_str_eq(read_at(&t, 1111), "10");
    command(&t, BEN, plain_message(4, WIRE_RESET));
    cr_expect_str_eq(read_at(&t, 2000), "10");
    command(&t, BEN, set_message(5, "gravity", 3));
    cr_expect_str_eq(read_at(&t, 3000), "10", "figures may depend on parameters");
    cr_expect_str_eq(read_at(&t, 4000), "");
    test_room_close(&t);
}

CleanTest(room_measure, rate_0_stops_it_and_so_do_leaving_and_being_replaced) {
    for (int how = 0; how < 3; how++) {
        struct test_room t;
        test_room_open(&t, "chain", rights_hosted());
        test_room_join(&t, ADA, "Ada");
        char key[SECRET_KEY_BYTES];
        snprintf(key, sizeof key, "%s", resume_key_of(&t, ADA));
        ask(&t, ADA, 60, 5);
        room_step(t.room);
        test_room_forget_letters(&t);
        if (how == 0) {
            command(&t, ADA, measure_message(9, 0, 5));
            cr_expect_str_eq(letters_to(&t, ADA), "ack 9 @ 1");
            cr_expect_not(last_letter_to(&t, ADA)->measuring.on);
        } else if (how == 1) {
            room_leave(t.room, ADA);
        } else {
            test_room_resume(&t, BEN, key);
        }
        cr_expect_eq(t.room->measuring.seats, 0);
        cr_expect_eq(t.room->measuring.probes[0].seats, 0);
        cr_expect_null(t.room->measuring.message);
        cr_expect_str_eq(step_and_read(&t), "");
        test_room_close(&t);
    }
}

CleanTest(room_measure, a_world_that_is_measured_goes_the_same_way) {
    struct test_room measured, alone;
    open_room(&measured, "chain");
    open_room(&alone, "chain");
    test_room_copy_world(&alone, &measured);
    ask(&measured, ADA, 60, 5);
    for (int i = 0; i < 300; i++) {
        step_and_read(&measured);
        room_step(alone.room);
    }
    cr_expect_eq(pbd_state_hash(measured.room->world), pbd_state_hash(alone.room->world));
    test_room_close(&measured);
    test_room_close(&alone);
}

CleanTest(room_measure, goes_on_in_another_scene) {
    struct test_room t;
    open_room(&t, "chain");
    ask(&t, ADA, 60, NO_PARTICLE);
    command(&t, BEN, scene_message(2, "rope"));
    cr_expect_str_eq(step_and_read(&t), "60");
    cr_expect_not_null(pbd_world_pin_forces(t.room->world));
    test_room_close(&t);
}

// ---- spectra -----------------------------------------------------------------------------------

enum { WATCHED_STEPS = 256 }; // 4 s at 60 steps per second, and the next power of two

CleanTest(room_measure, there_is_no_spectrum_before_enough_steps_and_then_two_per_second) {
    struct test_room t;
    open_room(&t, "chain");
    ask(&t, ADA, 1, 5);
    for (int i = 1; i < WATCHED_STEPS; i++) {
        must(strchr(step_and_read(&t), 'p') == NULL);
    }
    uint32_t spectra = 0;
    for (int i = 0; i < 240; i++) {
        const char *what = step_and_read(&t);
        spectra += strstr(what, "p5") != NULL;
        must(i > 0 || spectra == 1, "the first as soon as it can be");
    }
    cr_expect_eq(spectra, 8, "in four seconds");
    test_room_close(&t);
}

CleanTest(room_measure, a_spectrum_says_of_what_and_what_is_expected) {
    struct test_room t;
    open_room(&t, "chain");
    ask(&t, ADA, 1, 5);
    for (int i = 0; i < WATCHED_STEPS; i++) {
        room_step(t.room);
    }
    struct readings *readings = room_read(t.room, 5000);
    cr_assert_eq(readings->spectrum_count, 1);
    const msgpack_object *message = read_message(readings->spectra[0].message);
    cr_expect_eq(uint_field(message, "step"), WATCHED_STEPS);
    cr_expect_eq(uint_field(message, "particle"), 5);
    cr_expect_gt(number_field(message, "hz"), 0);
    cr_expect_eq(field(message, "amplitudes")->via.bin.size, 4 * (WATCHED_STEPS / 2 + 1));
    double expected[PBD_HARMONICS_MAX];
    cr_expect_eq(array_field(message, "expected")->size,
                 pbd_world_harmonics(t.room->world, expected));
    readings_destroy(readings);
    test_room_close(&t);
}

CleanTest(room_measure, no_spectrum_is_told_twice_of_the_same_step_but_to_newcomers) {
    struct test_room t;
    open_room(&t, "chain");
    ask(&t, ADA, 1, 5);
    for (int i = 0; i < WATCHED_STEPS; i++) {
        room_step(t.room);
    }
    command(&t, BEN, plain_message(2, WIRE_PAUSE));
    cr_expect_not_null(strstr(read_at(&t, 5000), "p5"));
    cr_expect_null(strstr(read_at(&t, 9000), "p5"));
    ask(&t, BEN, 1, 5);
    cr_expect_str_eq(read_at(&t, 9001), "p5");
    ask(&t, BEN, 1, 5);
    cr_expect_str_eq(read_at(&t, 9002), "", "not twice within half a second");
    test_room_close(&t);
}

static uint32_t probes_of(const struct test_room *t) {
    uint32_t probes = 0;
    for (uint32_t i = 0; i < PROBES_MAX; i++) {
        probes += t->room->measuring.probes[i].seats > 0;
    }
    return probes;
}

CleanTest(room_measure, a_room_watches_four_particles_and_who_asks_for_the_same_shares) {
    struct test_room t;
    test_room_open(&t, "chain", rights_hosted());
    for (uint64_t viewer = 1; viewer <= 6; viewer++) {
        test_room_join(&t, viewer, "Somebody");
    }
    for (uint64_t viewer = 1; viewer <= 4; viewer++) {
        ask(&t, viewer, 60, (int64_t)viewer);
    }
    test_room_forget_letters(&t);
    ask(&t, 5, 60, 9);
    cr_expect_str_eq(letters_to(&t, 5), "refused 1 too_many_probes");
    cr_expect_eq(probes_of(&t), 4);
    ask(&t, 6, 60, 3);
    cr_expect_str_eq(letters_to(&t, 6), "ack 1 @ 0; measures @ 0", "it is watched already");
    ask(&t, 1, 60, 9);
    cr_expect_eq(probes_of(&t), 4, "the only one who watched it gives its place up");
    test_room_forget_letters(&t);
    ask(&t, 3, 60, 10);
    cr_expect_str_eq(letters_to(&t, 3), "refused 1 too_many_probes", "somebody else needs it");
    cr_expect(seats_by_viewer(&t.room->seats, 3)->measuring.particle == 3, "and it goes on");
    room_leave(t.room, 3);
    cr_expect_eq(probes_of(&t), 4);
    room_leave(t.room, 6);
    cr_expect_eq(probes_of(&t), 3);
    ask(&t, 2, 60, NO_PARTICLE);
    cr_expect_eq(probes_of(&t), 2);
    test_room_close(&t);
}

CleanTest(room_measure, a_particle_past_the_end_is_refused_and_nothing_changes) {
    struct test_room t;
    open_room(&t, "chain");
    ask(&t, ADA, 30, 5);
    test_room_forget_letters(&t);
    ask(&t, ADA, 60, pbd_world_particle_count(t.room->world));
    cr_expect_str_eq(letters_to(&t, ADA), "refused 1 no_such_particle");
    const struct measuring *measuring = &seats_by_viewer(&t.room->seats, ADA)->measuring;
    cr_expect(measuring->on && measuring->particle == 5);
    cr_expect_eq(class_rate_hz(measuring->rate), 30);
    test_room_close(&t);
}

CleanTest(room_measure, another_scene_begins_the_watch_anew_or_ends_it) {
    struct test_room t;
    open_room(&t, "cloth");
    ask(&t, ADA, 60, 200);
    ask(&t, BEN, 60, 5);
    for (int i = 0; i < WATCHED_STEPS; i++) {
        room_step(t.room);
    }
    test_room_forget_letters(&t);
    command(&t, BEN, scene_message(2, "chain"));
    const struct letter *told = last_letter_to(&t, ADA);
    cr_assert_not_null(told);
    cr_expect(told->sets_measuring && told->message == NULL);
    cr_expect(told->measuring.on && !told->measuring.has_particle);
    cr_expect_eq(probes_of(&t), 1);
    for (int i = 1; i < WATCHED_STEPS; i++) {
        must(strchr(step_and_read(&t), 'p') == NULL, "what was before is no part of it");
    }
    cr_expect_not_null(strstr(step_and_read(&t), "p5"));
    test_room_close(&t);
}

CleanTest(room_measure, a_reset_begins_the_watch_anew) {
    struct test_room t;
    open_room(&t, "chain");
    ask(&t, ADA, 60, 5);
    for (int i = 0; i < WATCHED_STEPS; i++) {
        room_step(t.room);
    }
    command(&t, BEN, plain_message(2, WIRE_RESET));
    cr_expect_null(strchr(step_and_read(&t), 'p'));
    test_room_close(&t);
}

CleanTest(room_measure, without_memory_it_is_silent_and_goes_on_later) {
    struct test_room t;
    open_room(&t, "chain");
    ask(&t, ADA, 60, 5);
    for (uint32_t n = 1; n <= 4; n++) {
        room_step(t.room);
        fail_allocation(n);
        readings_destroy(room_read(t.room, 10000.0 * n));
        fail_allocation(0);
    }
    fail_allocation(1);
    ask(&t, BEN, 60, 6);
    fail_allocation(0);
    cr_expect_eq(probes_of(&t), 1);
    test_room_forget_letters(&t);
    ask(&t, BEN, 60, 6);
    cr_expect_eq(probes_of(&t), 2);
    cr_expect_str_eq(letters_to(&t, BEN), "ack 1 @ 4; measures @ 4");
    cr_expect_str_eq(step_and_read(&t), "60");
    test_room_close(&t);
}

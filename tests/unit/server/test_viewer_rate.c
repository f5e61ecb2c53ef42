// How often viewers are sent frames that lag or show old ones. pace.h says when; here is that it
// comes about, at the viewer and in its room.
#include <string.h>

#include "house.h"
#include "messages.h"
#include "support.h"
#include "viewer.h"

enum { SOON_S = PACE_HOLD_S + 2, LATER_S = PACE_HOLD_S + PACE_WAIT_S + 1 };

// So many seconds of the room, each with its 60 steps and with what is looked at at its end. The
// line reads nothing meanwhile if it is `full`, and says that it shows this step if that is not 0.
static void pass(struct house *house, struct line *line, uint32_t seconds, bool full,
                 uint64_t shown_step) {
    for (uint32_t i = 0; i < seconds; i++) {
        line->full = full;
        for (uint32_t k = 0; k < 60; k++) {
            room_step(house->t.room);
            house_publish(house);
        }
        if (shown_step > 0) {
            struct wire_client_message ping = ping_message(1);
            ping.ping.has_step = true;
            ping.ping.step = shown_step;
            line_say(line, ping);
        }
        line->full = false;
        viewer_watch(&house->server, uv_hrtime());
        house_carry(house);
    }
}

// The rate that the viewer's class has, which its room must agree to.
static uint32_t rate_of(const struct house *house, const struct line *line) {
    uint32_t class = line->viewer->class_index;
    must(house->t.room->classes[class].viewers > 0, "the room knows of it");
    return class_rate_hz(class);
}

static bool was_told(struct line *line) {
    return strstr(line_heard(line), "rate") != NULL;
}

CleanTest(viewer_rate, who_does_not_read_is_sent_fewer_frames_and_is_told) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *slow = house_join(&house, "Ada", 30), *other = house_join(&house, "Ben", 30);
    line_heard(slow);
    line_heard(other);
    pass(&house, slow, SOON_S, true, 0);
    cr_expect_eq(rate_of(&house, slow), 20);
    cr_expect(was_told(slow));
    cr_expect_eq(rate_of(&house, other), 30);
    cr_expect_not(was_told(other));
    cr_expect_eq(house_counted(&house, METRICS_RATES_LOWERED), 1);
    cr_expect_eq(viewer_count_lowered(&house.server), 1);
    pass(&house, slow, LATER_S, false, 0);
    cr_expect_eq(rate_of(&house, slow), 30, "it reads again");
    cr_expect(was_told(slow));
    cr_expect_eq(house_counted(&house, METRICS_RATES_RAISED), 1);
    cr_expect_eq(viewer_count_lowered(&house.server), 0);
    house_close(&house);
}

CleanTest(viewer_rate, who_says_that_it_shows_an_old_step_is_sent_fewer_frames) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    pass(&house, line, 1, false, 0);
    uint64_t old = pbd_world_steps(house.t.room->world);
    pass(&house, line, SOON_S, false, old);
    cr_expect_eq(rate_of(&house, line), 30);
    cr_expect(was_told(line));
    house_close(&house);
}

CleanTest(viewer_rate, who_shows_what_it_was_sent_keeps_its_rate) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 60);
    for (uint32_t i = 0; i < 10; i++) {
        pass(&house, line, 1, false, pbd_world_steps(house.t.room->world) + 40);
    }
    cr_expect_eq(rate_of(&house, line), 60);
    cr_expect_not(was_told(line));
    house_close(&house);
}

// At rest a second lies between two ticks, and the newest may be on its way for a third of one.
CleanTest(viewer_rate, a_tick_that_may_still_be_on_its_way_is_no_lag) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct viewer *viewer = house_join(&house, "Ada", 30)->viewer;
    struct feed_class *class = &viewer->hall->feed.classes[viewer->class_index];
    class->step_before = 600;
    class->now.step = 660;
    viewer_note_seen(viewer, 600);
    cr_expect(viewer->second.has_lag);
    cr_expect_eq(viewer->second.lag_ms, 0.0);
    viewer_note_seen(viewer, 599);
    cr_expect_float_eq(viewer->second.lag_ms, 61 * viewer->hall->feed.step_ms, 1e-9);
    cr_expect_gt(viewer->second.lag_ms, 1000.0);
    house_close(&house);
}

CleanTest(viewer_rate, who_gets_each_frame_late_at_ten_is_not_given_one) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 10);
    for (uint32_t i = 0; i < 60 * SOON_S; i++) {
        line->full = i % 6 >= 3; // misses each tick, and gets its frame a little later
        room_step(house.t.room);
        house_publish(&house);
        if (i % 60 == 59) {
            line->full = false;
            line_drain(line);
            viewer_watch(&house.server, uv_hrtime());
            house_carry(&house);
        }
    }
    cr_expect_eq(rate_of(&house, line), 10);
    house_close(&house);
}

CleanTest(viewer_rate, is_what_was_asked_if_it_is_not_adaptive) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    house.options.adaptive_rate = false;
    struct line *asked = house_join(&house, "Ada", 60), *other = house_join(&house, "Ben", 0);
    pass(&house, asked, 2 * SOON_S, true, 1);
    cr_expect_eq(rate_of(&house, asked), 60);
    cr_expect_eq(rate_of(&house, other), 30);
    cr_expect_not(was_told(asked));
    house_close(&house);
}

CleanTest(viewer_rate, a_lower_rate_that_its_room_is_not_told_of_is_tried_again) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_join(&house, "Ada", 30);
    pass(&house, line, PACE_HOLD_S, true, 0);
    for (uint32_t i = 0; i < 60; i++) {
        line->full = true;
        room_step(house.t.room);
        house_publish(&house);
    }
    line->full = false;
    house_fill_inbox(&house, false);
    viewer_watch(&house.server, uv_hrtime());
    house_empty_inbox(&house);
    cr_expect_eq(rate_of(&house, line), 30);
    cr_expect_not(was_told(line), "it is not so yet");
    viewer_watch(&house.server, uv_hrtime());
    house_carry(&house);
    cr_expect_eq(rate_of(&house, line), 20);
    cr_expect(was_told(line));
    house_close(&house);
}

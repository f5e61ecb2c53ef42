// How often a viewer is sent frames: what it asks, what its line carries (pace.h), and who is told.
#include "viewer.h"

uint32_t viewer_choose_rate(struct viewer *viewer, uint32_t asked_hz) {
    if (!viewer->server->options->adaptive_rate) {
        return asked_hz == 0 ? PACE_DEFAULT_HZ : asked_hz;
    }
    pace_ask(&viewer->pace, asked_hz, viewer->hall->crowd);
    return pace_rate_hz(&viewer->pace);
}

static void tell(struct viewer *viewer, uint32_t rate_hz) {
    struct blob *message = blob_create();
    if (message == NULL) {
        return; // it will see by the frames
    }
    wire_encode_rate(&message->buffer, rate_hz);
    message = blob_finish(message);
    if (message != NULL) {
        viewer_push(viewer, &(struct letter){.message = message});
    }
}

void viewer_agree_rate(struct viewer *viewer, uint32_t asked_hz, uint32_t rate_hz) {
    viewer->class_index = class_index(class_encoding(viewer->class_index), rate_hz);
    if (rate_hz != asked_hz) {
        tell(viewer, rate_hz);
    }
}

void viewer_note_seen(struct viewer *viewer, uint64_t step) {
    const struct feed *feed = &viewer->hall->feed;
    const struct feed_class *class = &feed->classes[viewer->class_index];
    // The newest tick may still be on its way. While the world is at rest a whole second lies
    // before it, which is no lag.
    bool has_all_but_newest = step >= class->step_before;
    viewer->second.has_lag = true;
    viewer->second.lag_ms =
        has_all_but_newest ? 0.0 : (double)(class->now.step - step) * feed->step_ms;
}

// Follows the pace. What cannot be posted now is tried again in a second.
static void adapt(struct viewer *viewer) {
    uint32_t rate_hz = pace_rate_hz(&viewer->pace);
    if (rate_hz != class_rate_hz(viewer->class_index) &&
        viewer_post(viewer, (struct mail){.kind = MAIL_RATE, .rate_hz = rate_hz})) {
        viewer_agree_rate(viewer, 0, rate_hz);
    }
}

void viewer_watch_rate(struct viewer *viewer) {
    struct metrics *metrics = &viewer->server->metrics;
    struct pace_second second = viewer->second;
    viewer->second = (struct pace_second){0};
    bool line_is_slow = second.missed > 0;
    viewer->server->port->fit(viewer, line_is_slow);
    if (!viewer->server->options->adaptive_rate) {
        return;
    }
    pace_meet_crowd(&viewer->pace, viewer->hall->crowd);
    enum pace_change change = pace_judge(&viewer->pace, &second);
    metrics_add(metrics, METRICS_RATES_LOWERED, change == PACE_LOWERED);
    metrics_add(metrics, METRICS_RATES_RAISED, change == PACE_RAISED);
    adapt(viewer);
}

uint32_t viewer_count_lowered(const struct server *server) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < server->registry.slot_count; i++) {
        const struct viewer *viewer = server->registry.slots[i].viewer;
        count += viewer != NULL && viewer->state == VIEWER_OPEN && pace_is_lowered(&viewer->pace);
    }
    return count;
}

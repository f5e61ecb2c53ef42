#include "fleet.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "address.h"
#include "viewer.h"

#define SECOND_NS 1000000000u
#define NS_PER_MS 1e6

enum {
    TICK_MS = 5,
    COMING_GRACE_S = 15,
    KNOCKING_S = 5, // without a single connection nobody is waited for any longer
    SETTLING_S = 1,
    LINGERING_S = 1, // for what was due in time and comes late
    GOODBYE_S = 5,
};

static double cpu_s(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static uint32_t viewer_count(const struct fleet *fleet) {
    return fleet->run->options->viewers;
}

// ---- phases ------------------------------------------------------------------------------------

static void enter(struct fleet *fleet, enum fleet_phase phase, uint64_t now_ns) {
    fleet->phase = phase;
    fleet->since_ns = now_ns;
}

static void begin_measuring(struct fleet *fleet, uint64_t now_ns) {
    struct run *run = fleet->run;
    const struct sockaddr *address = (const struct sockaddr *)&run->host.address;
    run->offset_ms = clock_offset_to_use_ms(&run->clock, address_is_own(address));
    run->from_ms = (double)now_ns / NS_PER_MS;
    run->until_ms = run->from_ms + run->options->seconds * 1000.0;
    fleet->cpu_s = cpu_s();
    fleet->watched = run->options->watch != 0 && process_usage(run->options->watch, &fleet->server);
    for (uint32_t i = 0; i < viewer_count(fleet); i++) {
        fleet->viewers[i].held = fleet->viewers[i].state == VIEWER_HERE;
        if (fleet->viewers[i].connection != NULL && !fleet->viewers[i].stalled) {
            connection_keep_window(fleet->viewers[i].connection);
        }
    }
    enter(fleet, FLEET_MEASURING, now_ns);
}

static void end_measuring(struct fleet *fleet, uint64_t now_ns) {
    struct run *run = fleet->run;
    double now_ms = (double)now_ns / NS_PER_MS;
    run->until_ms = now_ms < run->until_ms ? now_ms : run->until_ms;
    fleet->measured_s = (run->until_ms - run->from_ms) / 1000.0;
    fleet->cpu_s = cpu_s() - fleet->cpu_s;
    const struct process_usage before = fleet->server;
    fleet->watched = fleet->watched && process_usage(run->options->watch, &fleet->server);
    fleet->server_cpu_s = fleet->server.cpu_s - before.cpu_s;
    fleet->server_main_thread_cpu_s = fleet->server.main_thread_cpu_s - before.main_thread_cpu_s;
    for (uint32_t i = 0; i < viewer_count(fleet); i++) {
        fleet->held += fleet->viewers[i].held && viewer_reads_always(&fleet->viewers[i]);
    }
    enter(fleet, FLEET_LINGERING, now_ns);
}

static void begin_leaving(struct fleet *fleet, uint64_t now_ns) {
    if (fleet->phase == FLEET_MEASURING) {
        end_measuring(fleet, now_ns);
    }
    fleet->run->ending = true;
    for (uint32_t i = 0; i < viewer_count(fleet); i++) {
        fleet->joined += fleet->viewers[i].welcomed_before;
        viewer_leave(&fleet->viewers[i], now_ns);
    }
    enter(fleet, FLEET_LEAVING, now_ns);
}

struct head_count {
    uint32_t coming; // have yet to join for the first time
    uint32_t over;
    uint32_t connections;
};

static struct head_count count_heads(const struct fleet *fleet) {
    struct head_count heads = {0};
    for (uint32_t i = 0; i < viewer_count(fleet); i++) {
        const struct viewer *viewer = &fleet->viewers[i];
        heads.over += viewer->state == VIEWER_OVER;
        heads.coming += viewer->state != VIEWER_OVER && !viewer->welcomed_before;
        heads.connections += viewer->connection != NULL;
        heads.connections += viewer->ghost != NULL;
    }
    return heads;
}

static void close_handles(struct fleet *fleet) {
    uv_close((uv_handle_t *)&fleet->timer, NULL);
    uv_close((uv_handle_t *)&fleet->on_int, NULL);
    uv_close((uv_handle_t *)&fleet->on_term, NULL);
}

static void leave_on(struct fleet *fleet, const struct head_count *heads, double phase_s) {
    if (heads->connections == 0) {
        close_handles(fleet);
    } else if (phase_s > GOODBYE_S) {
        for (uint32_t i = 0; i < viewer_count(fleet); i++) {
            viewer_drop(&fleet->viewers[i]);
        }
    }
}

static void go_on(struct fleet *fleet, uint64_t now_ns) {
    const struct options *options = fleet->run->options;
    struct head_count heads = count_heads(fleet);
    double phase_s = (double)(now_ns - fleet->since_ns) * 1e-9;
    double coming_s =
        (double)options->viewers / options->connect_per_s + COMING_GRACE_S + options->silence_s;
    if (fleet->phase != FLEET_LEAVING && heads.over == options->viewers) {
        begin_leaving(fleet, now_ns);
        return;
    }
    switch (fleet->phase) {
    case FLEET_COMING:
        if (phase_s > KNOCKING_S && fleet->run->tally.connections == 0) {
            begin_leaving(fleet, now_ns);
        } else if (heads.coming == 0 || phase_s > coming_s) {
            enter(fleet, FLEET_SETTLING, now_ns);
        }
        return;
    case FLEET_SETTLING:
        if (phase_s > SETTLING_S) {
            begin_measuring(fleet, now_ns);
        }
        return;
    case FLEET_MEASURING:
        if (phase_s > options->seconds) {
            end_measuring(fleet, now_ns);
        }
        return;
    case FLEET_LINGERING:
        if (phase_s > LINGERING_S) {
            begin_leaving(fleet, now_ns);
        }
        return;
    case FLEET_LEAVING:
        leave_on(fleet, &heads, phase_s);
        return;
    }
}

// ---- time --------------------------------------------------------------------------------------

static void on_tick(uv_timer_t *timer) {
    struct fleet *fleet = timer->data;
    uint64_t now_ns = uv_hrtime();
    if (fleet->phase == FLEET_MEASURING) {
        double late_ms = ((double)now_ns - (double)fleet->expected_ns) / NS_PER_MS;
        histogram_add(&fleet->lag, late_ms);
    }
    for (uint32_t i = 0; i < viewer_count(fleet); i++) {
        viewer_act(&fleet->viewers[i], now_ns);
    }
    fleet->expected_ns = now_ns + TICK_MS * 1000000u;
    uv_update_time(fleet->run->host.loop);
    uv_timer_start(timer, on_tick, TICK_MS, 0);
    go_on(fleet, now_ns);
}

static void on_signal(uv_signal_t *handle, int number) {
    struct fleet *fleet = handle->data;
    (void)number;
    if (fleet->phase != FLEET_LEAVING) {
        begin_leaving(fleet, uv_hrtime());
    }
}

// ---- life --------------------------------------------------------------------------------------

static enum viewer_role role_of(const struct options *options, uint32_t number) {
    if (number < options->hands) {
        return VIEWER_HAND;
    }
    if (number < options->hands + options->stalled) {
        return VIEWER_STALLED;
    }
    return number < options->hands + options->stalled + options->storm ? VIEWER_STORM
                                                                       : VIEWER_PLAIN;
}

static bool open_viewers(struct fleet *fleet, uint64_t now_ns) {
    const struct options *options = fleet->run->options;
    fleet->viewers = calloc(options->viewers, sizeof *fleet->viewers);
    for (uint32_t i = 0; fleet->viewers != NULL && i < options->viewers; i++) {
        uint64_t due_ns = now_ns + (uint64_t)i * SECOND_NS / options->connect_per_s;
        if (!viewer_init(&fleet->viewers[i], fleet->run, role_of(options, i), i, due_ns)) {
            return false;
        }
        fleet->readers += viewer_reads_always(&fleet->viewers[i]);
    }
    return fleet->viewers != NULL;
}

bool fleet_open(struct fleet *fleet, struct run *run) {
    uint64_t now_ns = uv_hrtime();
    fleet->run = run;
    if (!open_viewers(fleet, now_ns)) {
        fleet_release(fleet);
        return false;
    }
    enter(fleet, FLEET_COMING, now_ns);
    uv_timer_init(run->host.loop, &fleet->timer);
    uv_signal_init(run->host.loop, &fleet->on_int);
    uv_signal_init(run->host.loop, &fleet->on_term);
    fleet->timer.data = fleet;
    fleet->on_int.data = fleet;
    fleet->on_term.data = fleet;
    uv_signal_start(&fleet->on_int, on_signal, SIGINT);
    uv_signal_start(&fleet->on_term, on_signal, SIGTERM);
    uv_timer_start(&fleet->timer, on_tick, 0, 0);
    return true;
}

void fleet_release(struct fleet *fleet) {
    for (uint32_t i = 0; fleet->viewers != NULL && i < viewer_count(fleet); i++) {
        viewer_release(&fleet->viewers[i]);
    }
    free(fleet->viewers);
    fleet->viewers = NULL;
}

#include "worker.h"

#include <stdlib.h>

#include "pacer.h"
#include "refusal.h"

enum {
    PAUSED_PUBLISH_MS = 16,     // between two messages of a paused room
    OUTBOX_LOOK_AGAIN_MS = 100, // while it is nearly full
};

struct worker_room {
    struct room *room;
    struct pacer pacer;
    uint64_t published_ns; // when it last published while paused
    uint64_t peopled_ns;   // when somebody was last seen there, or it was opened
    bool still;            // makes no steps, because nobody is there
    bool ended;            // the I/O thread has been told; nothing is done for it any more
    uint32_t number;       // of the rooms that were opened here
    uint64_t lost_logged;
    struct pbd_counters clamps; // counted so far
    // Counted so far.
    uint64_t events, bursts, measured, probes, traces;
};

static void destroy_content(const struct post *post) {
    switch (post->kind) {
    case POST_PUBLICATION:
        publication_destroy(post->publication);
        break;
    case POST_READINGS:
        readings_destroy(post->readings);
        break;
    case POST_LETTER:
        blob_unref(post->letter.message);
        break;
    case POST_ROOM_ENDED:
        break;
    }
}

void post_destroy(struct post *post) {
    destroy_content(post);
    free(post);
}

bool worker_post(struct worker *worker, struct mail *mail) {
    bool must_fit =
        mail->kind == MAIL_JOIN || mail->kind == MAIL_LEAVE || mail->kind == MAIL_CLOSE_ROOM;
    return mailbox_post(&worker->inbox, mail, must_fit ? 0 : WORKER_INBOX_RESERVE);
}

// ---- saying ------------------------------------------------------------------------------------

// False if it is lost.
static bool post_out(struct worker *worker, struct post post) {
    struct post *item = malloc(sizeof *item);
    if (item == NULL) {
        LOG(worker->log, LOG_ERROR, "post_lost", LOG_TEXT("reason", "out of memory"));
        metrics_add(worker->metrics, METRICS_POSTS_LOST, 1);
        destroy_content(&post);
        return false;
    }
    *item = post;
    if (!mailbox_post(worker->outbox, item, 0)) {
        LOG(worker->log, LOG_ERROR, "post_lost", LOG_TEXT("reason", "the mailbox is full"));
        metrics_add(worker->metrics, METRICS_POSTS_LOST, 1);
        post_destroy(item);
        return false;
    }
    return true;
}

static void deliver(void *context, const struct letter *letter) {
    post_out(context, (struct post){.kind = POST_LETTER, .letter = *letter});
}

static bool outbox_has_room(struct worker *worker) {
    return mailbox_count(worker->outbox) < OUTBOX_CAPACITY - OUTBOX_RESERVE;
}

// ---- mail --------------------------------------------------------------------------------------

static struct worker_room *find_room(struct worker *worker, uint32_t id) {
    for (uint32_t i = 0; i < worker->room_count; i++) {
        if (worker->rooms[i].room->id == id) {
            return &worker->rooms[i];
        }
    }
    return NULL;
}

static void start_pacer(struct worker_room *place, uint64_t now_ns) {
    const struct room *room = place->room;
    pacer_start_apart(&place->pacer, pbd_world_rate_hz(room->world), room->slow, place->number,
                      now_ns);
}

static void open_room(struct worker *worker, struct room *room) {
    if (worker->room_count == worker->rules.rooms_max) {
        LOG(worker->log, LOG_ERROR, "room_lost", LOG_TEXT("reason", "too many rooms"));
        room_destroy(room);
        return;
    }
    struct worker_room *place = &worker->rooms[worker->room_count++];
    *place =
        (struct worker_room){.room = room, .peopled_ns = uv_hrtime(), .number = worker->opened++};
    room->sink = (struct room_sink){.deliver = deliver, .context = worker};
    start_pacer(place, place->peopled_ns);
}

// Goes on from the step where it stopped, as after a pause.
static void set_going(struct worker *worker, struct worker_room *place) {
    if (place->still) {
        place->still = false;
        place->room->timeline_changed = true;
        atomic_fetch_sub_explicit(&worker->rooms_still, 1, memory_order_relaxed);
    }
}

static void count(struct worker *worker, struct worker_room *place, uint64_t steps, uint64_t lost);

static void close_room(struct worker *worker, struct worker_room *place) {
    set_going(worker, place);
    count(worker, place, 0, 0);
    room_destroy(place->room);
    *place = worker->rooms[--worker->room_count];
}

// Looks into a step if this worker has time left for such things.
static void trace(struct worker *worker, struct room *room, const struct mail *mail) {
    uint64_t begun_ns = uv_hrtime();
    int64_t refilled = worker->trace_ns + (int64_t)((begun_ns - worker->trace_counted_ns) /
                                                    (1000000000u / WORKER_TRACE_NS_PER_S));
    worker->trace_ns = refilled < WORKER_TRACE_BURST_NS ? refilled : WORKER_TRACE_BURST_NS;
    worker->trace_counted_ns = begun_ns;
    if (worker->trace_ns <= 0 && room->paused) { // of a running room it costs nothing to refuse
        room_refuse(room, mail->viewer, true, mail->command.seq, refusal_of(WIRE_BUSY));
        return;
    }
    room_command(room, mail->viewer, &mail->command);
    worker->trace_ns -= (int64_t)(uv_hrtime() - begun_ns);
}

static void read_mail(struct worker *worker, struct mail *mail) {
    struct worker_room *place = find_room(worker, mail->room);
    struct room *room = place == NULL ? NULL : place->room;
    switch (mail->kind) {
    case MAIL_OPEN_ROOM:
        open_room(worker, mail->opened);
        return;
    case MAIL_JOIN:
    case MAIL_LEAVE:
    case MAIL_COMMAND:
    case MAIL_STATE:
    case MAIL_KEY:
    case MAIL_RATE:
    case MAIL_HOST_KEY:
    case MAIL_CODE:
    case MAIL_SILENT:
    case MAIL_CLOSE_ROOM:
        break;
    }
    if (room == NULL) {
        return;
    }
    if (mail->kind == MAIL_CLOSE_ROOM) {
        close_room(worker, place);
        return;
    }
    if (room->ended) {
        return; // whoever still comes is sent away by the I/O thread
    }
    room->now_ms = (double)uv_hrtime() / 1e6;
    if (mail->kind == MAIL_JOIN) {
        room_join(room, mail->viewer, &mail->join.hello, mail->join.by_old_code);
        set_going(worker, place);
    } else if (mail->kind == MAIL_LEAVE) {
        room_leave(room, mail->viewer);
    } else if (mail->kind == MAIL_HOST_KEY) {
        room->host_key = mail->host_key;
    } else if (mail->kind == MAIL_CODE) {
        room_take_code(room, mail->viewer, mail->code.seq, mail->code.code);
    } else if (mail->kind == MAIL_SILENT) {
        room_hear_nothing(room, mail->viewer);
    } else if (mail->kind == MAIL_STATE) {
        room_send_state(room, mail->viewer);
    } else if (mail->kind == MAIL_KEY) {
        room_want_key(room, mail->key_class);
    } else if (mail->kind == MAIL_RATE) {
        room_set_rate(room, mail->viewer, mail->rate_hz);
    } else if (mail->command.type == WIRE_RATE) {
        room_set_rate(room, mail->viewer, mail->command.rate_hz);
        room_ack(room, mail->viewer, mail->command.seq);
    } else if (mail->command.type == WIRE_TRACE) {
        trace(worker, room, mail);
    } else {
        room_command(room, mail->viewer, &mail->command);
    }
}

// False if some may be left, because the outbox is nearly full.
static bool read_all_mail(struct worker *worker) {
    while (outbox_has_room(worker)) {
        struct mail *mail = mailbox_take(&worker->inbox);
        if (mail == NULL) {
            return true;
        }
        read_mail(worker, mail);
        free(mail);
    }
    return false;
}

// ---- time --------------------------------------------------------------------------------------

static void publish(struct worker *worker, struct worker_room *place, uint64_t due_ns) {
    struct publication *publication = room_publish(place->room, (double)due_ns / 1e6);
    if (publication == NULL) {
        publication = room_publish_unseen(place->room, (double)due_ns / 1e6);
    }
    if (publication != NULL) {
        post_out(worker, (struct post){.kind = POST_PUBLICATION, .publication = publication});
    }
    struct readings *readings = room_read(place->room, (double)due_ns / 1e6);
    if (readings != NULL) {
        post_out(worker, (struct post){.kind = POST_READINGS, .readings = readings});
    }
}

static void log_lost(struct worker *worker, struct worker_room *place) {
    uint64_t lost = place->pacer.lost - place->lost_logged;
    // Once a second's worth, so that an overloaded server does not drown in its own log.
    if (lost >= place->pacer.rate_hz) {
        LOG(worker->log, LOG_WARNING, "steps_lost", LOG_NUMBER("room", place->room->id),
            LOG_NUMBER("steps", lost));
        place->lost_logged = place->pacer.lost;
    }
}

// Adds what has happened since the last time to the server's counters.
static void count(struct worker *worker, struct worker_room *place, uint64_t steps, uint64_t lost) {
    struct pbd_counters clamps = pbd_world_counters(place->room->world);
    const struct room *room = place->room;
    struct metrics *metrics = worker->metrics;
    metrics_add(metrics, METRICS_STEPS, steps);
    metrics_add(metrics, METRICS_STEPS_LOST, lost);
    metrics_add(metrics, METRICS_EVENTS, room->ring.e - place->events);
    metrics_add(metrics, METRICS_SPEED_CLAMPS, clamps.speed_clamps - place->clamps.speed_clamps);
    metrics_add(metrics, METRICS_BOUND_CLAMPS, clamps.bound_clamps - place->clamps.bound_clamps);
    metrics_add(metrics, METRICS_NOT_FINITE, clamps.not_finite - place->clamps.not_finite);
    metrics_add(metrics, METRICS_DIRECT_UNDONE, clamps.direct_undone - place->clamps.direct_undone);
    metrics_add(metrics, METRICS_PAIRS_DROPPED, clamps.pairs_dropped - place->clamps.pairs_dropped);
    metrics_add(metrics, METRICS_BURSTS, room->bursts - place->bursts);
    metrics_add(metrics, METRICS_MEASURED, room->measuring.measured_count - place->measured);
    metrics_add(metrics, METRICS_PROBES, room->measuring.probe_count - place->probes);
    metrics_add(metrics, METRICS_TRACES, room->traces - place->traces);
    place->events = room->ring.e;
    place->bursts = room->bursts;
    place->measured = room->measuring.measured_count;
    place->probes = room->measuring.probe_count;
    place->traces = room->traces;
    place->clamps = clamps;
}

static void run_paused(struct worker *worker, struct worker_room *place, uint64_t now_ns) {
    room_apply_moves(place->room);
    count(worker, place, 0, 0);
    if (now_ns - place->published_ns >= PAUSED_PUBLISH_MS * 1000000u) {
        publish(worker, place, now_ns);
        room_expire_trace(place->room, (double)now_ns / 1e6);
        place->published_ns = now_ns;
    }
}

// Whether nobody has been there for so long that it stands still.
static bool stands_still(struct worker *worker, struct worker_room *place, uint64_t now_ns) {
    uint64_t grace_ms = worker->rules.empty_grace_ms;
    if (place->still || grace_ms == WORKER_NEVER_STILL) {
        return place->still;
    }
    if (now_ns - place->peopled_ns >= grace_ms * 1000000) {
        place->still = true;
        room_forget_trace(place->room); // which would not expire now
        atomic_fetch_add_explicit(&worker->rooms_still, 1, memory_order_relaxed);
    }
    return place->still;
}

// When it ends because nobody is there; UINT64_MAX: not at all.
static uint64_t end_ns(const struct worker *worker, const struct worker_room *place) {
    uint64_t after_s = worker->rules.room_end_after_s;
    return after_s == 0 || place->room->lasts ? UINT64_MAX
                                              : place->peopled_ns + after_s * 1000000000u;
}

// Whether a host has ended it, or nobody has been there for too long. The I/O thread is told once.
static bool has_ended(struct worker *worker, struct worker_room *place, uint64_t now_ns) {
    if (place->room->seats.connected > 0) {
        place->peopled_ns = now_ns;
    }
    if (!place->ended && (place->room->ended || now_ns >= end_ns(worker, place))) {
        place->ended =
            post_out(worker, (struct post){.kind = POST_ROOM_ENDED, .ended_room = place->room->id});
        place->room->ended = place->ended || place->room->ended;
    }
    return place->room->ended;
}

static void run_room(struct worker *worker, struct worker_room *place, uint64_t now_ns) {
    struct room *room = place->room;
    if (has_ended(worker, place, now_ns)) {
        return;
    }
    if (stands_still(worker, place, now_ns)) {
        return;
    }
    room->now_ms = (double)now_ns / 1e6;
    room_watch_hosts(room);
    if (room->timeline_changed) {
        room->timeline_changed = false;
        start_pacer(place, now_ns);
    }
    if (room->paused) {
        run_paused(worker, place, now_ns);
        return;
    }
    uint64_t due_ns = pacer_next_ns(&place->pacer);
    if (now_ns >= due_ns) {
        metrics_late(worker->metrics, now_ns - due_ns);
    }
    uint32_t steps = pacer_take_due(&place->pacer, now_ns);
    for (uint32_t i = 0; i < steps; i++) {
        room_step(room);
    }
    count(worker, place, steps, place->pacer.lost - room->lost);
    room->lost = place->pacer.lost;
    log_lost(worker, place);
    publish(worker, place, pacer_last_ns(&place->pacer));
}

// When a room has something to do without mail; UINT64_MAX: never, all of them stand still.
static uint64_t next_wake_ns(const struct worker *worker, uint64_t now_ns) {
    uint64_t next = UINT64_MAX;
    for (uint32_t i = 0; i < worker->room_count; i++) {
        const struct worker_room *place = &worker->rooms[i];
        if (place->ended) {
            continue;
        }
        uint64_t end = end_ns(worker, place);
        next = end < next ? end : next;
        if (place->still) {
            continue;
        }
        uint64_t due = place->room->paused ? now_ns + PAUSED_PUBLISH_MS * 1000000u
                                           : pacer_next_ns(&place->pacer);
        next = due < next ? due : next;
    }
    return next;
}

static void on_timer(uv_timer_t *timer);

static void set_timer(struct worker *worker, bool all_read) {
    uint64_t now_ns = uv_hrtime();
    uint64_t next_ns = next_wake_ns(worker, now_ns);
    uint64_t look_again_ns = now_ns + OUTBOX_LOOK_AGAIN_MS * 1000000u;
    if (!all_read && look_again_ns < next_ns) {
        next_ns = look_again_ns; // nobody says when the outbox has room again
    }
    if (next_ns == UINT64_MAX) {
        uv_timer_stop(&worker->timer);
        return;
    }
    uint64_t wait_ms = next_ns > now_ns ? (next_ns - now_ns + 999999) / 1000000 : 1;
    uv_update_time(&worker->loop);
    uv_timer_start(&worker->timer, on_timer, wait_ms, 0);
}

static void turn(struct worker *worker) {
    if (atomic_load(&worker->stopping)) {
        uv_stop(&worker->loop);
        return;
    }
    bool all_read = read_all_mail(worker);
    if (outbox_has_room(worker)) {
        for (uint32_t i = 0; i < worker->room_count; i++) {
            // By the clock of each, so that waiting for the rooms before counts as lateness.
            run_room(worker, &worker->rooms[i], uv_hrtime());
        }
    }
    set_timer(worker, all_read);
}

static void on_timer(uv_timer_t *timer) {
    turn(timer->data);
}

static void on_mail(uv_async_t *wake) {
    turn(wake->data);
}

// ---- life --------------------------------------------------------------------------------------

static void run(void *argument) {
    struct worker *worker = argument;
    uv_run(&worker->loop, UV_RUN_DEFAULT);
}

bool worker_start(struct worker *worker, struct mailbox *outbox, struct log *log,
                  struct metrics *metrics, const struct worker_rules *rules) {
    *worker = (struct worker){
        .outbox = outbox,
        .log = log,
        .metrics = metrics,
        .rules = *rules,
        .trace_ns = WORKER_TRACE_BURST_NS,
        .trace_counted_ns = uv_hrtime(),
    };
    atomic_init(&worker->stopping, false);
    atomic_init(&worker->rooms_still, 0);
    worker->rooms = calloc(rules->rooms_max, sizeof *worker->rooms);
    if (worker->rooms == NULL) {
        return false;
    }
    if (uv_loop_init(&worker->loop) != 0) {
        goto no_loop;
    }
    if (!mailbox_open(&worker->inbox, &worker->loop, WORKER_INBOX_CAPACITY, on_mail, worker)) {
        goto no_inbox;
    }
    uv_timer_init(&worker->loop, &worker->timer);
    worker->timer.data = worker;
    if (uv_thread_create(&worker->thread, run, worker) == 0) {
        return true;
    }
    uv_close((uv_handle_t *)&worker->timer, NULL);
    mailbox_close(&worker->inbox, NULL);
    uv_run(&worker->loop, UV_RUN_DEFAULT);
    mailbox_release(&worker->inbox);
no_inbox:
    uv_loop_close(&worker->loop);
no_loop:
    free(worker->rooms);
    return false;
}

static void free_mail(struct mail *mail) {
    if (mail->kind == MAIL_OPEN_ROOM) {
        room_destroy(mail->opened);
    }
    free(mail);
}

void worker_stop(struct worker *worker) {
    atomic_store(&worker->stopping, true);
    uv_async_send(&worker->inbox.wake);
    uv_thread_join(&worker->thread);
    // The thread is gone: its loop is closed from here.
    uv_close((uv_handle_t *)&worker->timer, NULL);
    mailbox_close(&worker->inbox, NULL);
    uv_run(&worker->loop, UV_RUN_DEFAULT);
    uv_loop_close(&worker->loop);
    for (struct mail *mail; (mail = mailbox_take(&worker->inbox)) != NULL;) {
        free_mail(mail);
    }
    mailbox_release(&worker->inbox);
    for (uint32_t i = 0; i < worker->room_count; i++) {
        room_destroy(worker->rooms[i].room);
    }
    free(worker->rooms);
}

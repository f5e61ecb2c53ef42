#include "house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"

// ---- the transport -----------------------------------------------------------------------------

static bool ready(struct viewer *viewer) {
    const struct line *line = viewer->connection;
    return !line->full && viewer->state == VIEWER_OPEN;
}

static void hear(struct line *line, const struct blob *message) {
    const msgpack_object *map = read_message(message);
    const char *type = text_field(map, "type");
    text_next_part(&line->heard);
    if (strcmp(type, "tick") == 0) {
        text_add(&line->heard, "tick %u..%u", (unsigned)uint_field(map, "e0"),
                 (unsigned)uint_field(map, "e"));
    } else {
        const struct letter letter = {.message = (struct blob *)(uintptr_t)message};
        text_add(&line->heard, "%s", letter_in_short(&letter));
    }
    if (strcmp(type, "welcome") == 0) {
        snprintf(line->resume, sizeof line->resume, "%s", text_field(map, "resume"));
    }
}

static bool write_message(struct viewer *viewer, const struct blob *message) {
    struct line *line = viewer->connection;
    must(line->viewer == viewer, "after the end");
    must(message->header_bytes > 0, "before it is finished");
    must(!line->full, "while it is not ready");
    must(line->in_writable || viewer->state == VIEWER_OPEN, "from a tick only while it is open");
    line->written++;
    if (line->house->first_served == NULL && !line->in_writable) {
        line->house->first_served = line;
    }
    must(!line->in_writable || line->written == 1, "twice at once");
    if (line->dead) {
        return false;
    }
    hear(line, message);
    client_take(&line->client, message);
    return true;
}

static void wake(struct viewer *viewer) {
    ((struct line *)viewer->connection)->awake = true;
    viewer->awaits_writable = true;
}

static void hurry(struct viewer *viewer) {
    ((struct line *)viewer->connection)->hurries++;
}

static void fit(struct viewer *viewer, bool slow) {
    (void)viewer;
    (void)slow;
}

static const struct viewer_port port = {
    .ready = ready,
    .fit = fit,
    .write = write_message,
    .wake = wake,
    .hurry = hurry,
};

// ---- the house ---------------------------------------------------------------------------------

static void on_mail(uv_async_t *wake) {
    (void)wake; // mail is carried by hand
}

void house_open(struct house *house, const char *scene, struct wire_rules rules) {
    memset(house, 0, sizeof *house);
    test_room_open(&house->t, scene, rules);
    house->options = srv_options_default();
    house->server.options = &house->options;
    house->server.log = (struct log){fopen("/dev/null", "w"), LOG_INFO};
    house->server.port = &port;
    house->server.workers = &house->worker;
    house->server.worker_count = 1;
    metrics_init(&house->server.metrics);
    must(registry_init(&house->server.registry, 1, HOUSE_LINES_MAX));
    must(uv_loop_init(&house->server.loop) == 0);
    must(mailbox_open(&house->worker.inbox, &house->server.loop, WORKER_INBOX_CAPACITY, on_mail,
                      house));
    house->hall = registry_add_hall(&house->server.registry, house->t.room, TEST_VIEWERS_MAX, true);
}

static void end(struct line *line, const char *how) {
    text_next_part(&line->heard);
    text_add(&line->heard, "%s", how);
    viewer_destroy(line->viewer);
    line->viewer = NULL;
}

void house_close(struct house *house) {
    for (uint32_t i = 0; i < house->line_count; i++) {
        if (house->lines[i].viewer != NULL) {
            line_break(&house->lines[i]);
        }
    }
    house_carry(house);
    publication_destroy(house->held);
    readings_destroy(house->held_readings);
    must(house->hall->viewer_count == 0 && house->t.room->seats.connected == 0,
         "whoever ends has left");
    must(house->server.registry.viewer_count == 0);
    mailbox_close(&house->worker.inbox, NULL);
    uv_run(&house->server.loop, UV_RUN_DEFAULT);
    must(uv_loop_close(&house->server.loop) == 0);
    mailbox_release(&house->worker.inbox);
    registry_release(&house->server.registry);
    fclose(house->server.log.out);
    test_room_close(&house->t);
}

// ---- connections -------------------------------------------------------------------------------

struct line *house_connect(struct house *house) {
    must(house->line_count < HOUSE_LINES_MAX);
    struct line *line = &house->lines[house->line_count++];
    *line = (struct line){.house = house, .heard = text_begin()};
    line->viewer = viewer_create(&house->server, line);
    return line;
}

struct line *house_join(struct house *house, const char *name, uint32_t rate_hz) {
    struct line *line = house_connect(house);
    line_say(line, hello_message(name, rate_hz));
    house_carry(house);
    house_publish(house);
    must(line->viewer != NULL && line->viewer->state == VIEWER_OPEN);
    line_heard(line);
    return line;
}

struct wire_client_message hello_message(const char *name, uint32_t rate_hz) {
    struct wire_client_message message = {.type = WIRE_HELLO, .hello = hello_of(name, NULL, NULL)};
    message.hello.rate_hz = rate_hz;
    return message;
}

void line_say_bytes(struct line *line, const void *bytes, size_t length) {
    if (line->viewer != NULL) {
        viewer_receive(line->viewer, bytes, length);
    }
}

void line_say(struct line *line, struct wire_client_message message) {
    struct blob *blob = encode_client_message(&message);
    line_say_bytes(line, wire_buffer_content(&blob->buffer), blob->buffer.length_bytes);
    blob_unref(blob);
}

void line_allow(struct line *line, double count) {
    line->viewer->commands = token_bucket_full(count, 0, uv_hrtime());
}

static void serve(struct line *line) {
    char how[160];
    line->awake = false;
    line->viewer->awaits_writable = false;
    line->written = 0;
    line->in_writable = true;
    bool goes_on = viewer_writable(line->viewer);
    line->in_writable = false;
    if (goes_on) {
        return;
    }
    line->close_code = line->viewer->close_code;
    snprintf(how, sizeof how, line->close_code == 0 ? "broken" : "closed %u", line->close_code);
    if (line->viewer->close_reason != NULL) {
        snprintf(line->close_reason, sizeof line->close_reason, "%s", line->viewer->close_reason);
    }
    end(line, how);
}

void line_drain(struct line *line) {
    while (line->viewer != NULL && line->awake && !line->full) {
        serve(line);
    }
}

void line_break(struct line *line) {
    viewer_gone(line->viewer);
    end(line, "broken");
}

const char *line_heard(struct line *line) {
    line_drain(line);
    const char *heard = text_end(&line->heard);
    line->heard = text_begin();
    return heard;
}

// ---- mail --------------------------------------------------------------------------------------

const char *house_take_mail(struct house *house) {
    struct mail *mail = mailbox_take(&house->worker.inbox);
    struct text text = text_begin();
    if (mail == NULL) {
        return text_end(&text);
    }
    switch (mail->kind) {
    case MAIL_JOIN:
        text_add(&text, "join %s", mail->join.hello.name);
        break;
    case MAIL_LEAVE:
        text_add(&text, "leave");
        break;
    case MAIL_STATE:
        text_add(&text, "state");
        break;
    case MAIL_COMMAND:
        text_add(&text, "%s %u", wire_client_type_name(mail->command.type), mail->command.seq);
        break;
    case MAIL_KEY:
        text_add(&text, "key %u", class_rate_hz(mail->key_class));
        break;
    case MAIL_RATE:
        text_add(&text, "rate %u", mail->rate_hz);
        break;
    case MAIL_CODE:
        text_add(&text, "code %s for %u", mail->code.code, mail->code.seq);
        break;
    case MAIL_SILENT:
        text_add(&text, "silent");
        break;
    case MAIL_CLOSE_ROOM:
        text_add(&text, "close room");
        break;
    default:
        must(false, "no such mail comes from a viewer");
    }
    free(mail);
    return text_end(&text);
}

// As a worker does.
static void read_mail(struct room *room, const struct mail *mail) {
    if (mail->kind == MAIL_JOIN) {
        room_join(room, mail->viewer, &mail->join.hello, mail->join.by_old_code);
    } else if (mail->kind == MAIL_LEAVE) {
        room_leave(room, mail->viewer);
    } else if (mail->kind == MAIL_STATE) {
        room_send_state(room, mail->viewer);
    } else if (mail->kind == MAIL_KEY) {
        room_want_key(room, mail->key_class);
    } else if (mail->kind == MAIL_CODE) {
        room_take_code(room, mail->viewer, mail->code.seq, mail->code.code);
    } else if (mail->kind == MAIL_SILENT) {
        room_hear_nothing(room, mail->viewer);
    } else if (mail->kind == MAIL_RATE) {
        room_set_rate(room, mail->viewer, mail->rate_hz);
    } else if (mail->command.type == WIRE_RATE) {
        room_set_rate(room, mail->viewer, mail->command.rate_hz);
        room_ack(room, mail->viewer, mail->command.seq);
    } else {
        room_command(room, mail->viewer, &mail->command);
    }
}

static void drain_all(struct house *house) {
    for (uint32_t i = 0; i < house->line_count; i++) {
        line_drain(&house->lines[i]);
    }
}

void house_carry(struct house *house) {
    for (struct mail *mail; (mail = mailbox_take(&house->worker.inbox)) != NULL;) {
        must(mail->room == house->t.room->id);
        must(!house->closed, "nothing comes about a room that is destroyed");
        if (mail->kind == MAIL_CLOSE_ROOM) {
            house->closed = true;
        } else if (mail->kind != MAIL_KEY || !house->loses_keys) {
            read_mail(house->t.room, mail);
        }
        free(mail);
    }
    house->server.turn++;
    for (uint32_t i = 0; i < house->t.letter_count; i++) {
        viewer_deliver(&house->server, &house->t.letters[i]);
    }
    house->t.letter_count = 0; // taken over
    if (house->held == NULL) {
        drain_all(house);
    }
}

static void fan_out(struct house *house) {
    if (house->held != NULL) {
        viewer_publish(&house->server, house->held);
        publication_destroy(house->held);
        house->held = NULL;
    }
}

static void hand_out_readings(struct house *house) {
    if (house->held_readings != NULL) {
        viewer_measure(&house->server, house->held_readings);
        readings_destroy(house->held_readings);
        house->held_readings = NULL;
    }
}

static void hold_readings(struct house *house) {
    struct readings *readings = room_read(house->t.room, house->time_ms);
    if (house->held_readings == NULL) {
        house->held_readings = readings;
    } else if (readings != NULL) {
        readings_merge(house->held_readings, readings);
    }
}

void house_hold(struct house *house) {
    struct publication *publication = room_publish(house->t.room, house->time_ms);
    hold_readings(house);
    house->time_ms += 1000.0 / 60;
    if (publication == NULL) {
        return;
    }
    if (house->held == NULL || !publication_merge(house->held, publication)) {
        fan_out(house);
        house->held = publication;
    }
}

void house_publish(struct house *house) {
    house->server.turn++;
    house_hold(house);
    fan_out(house);
    hand_out_readings(house);
    drain_all(house);
}

void house_wait_for_keys(struct house *house) {
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        if (house->hall->key_asked_ns[i] != 0) {
            house->hall->key_asked_ns[i] = 1; // long ago
        }
    }
}

void house_end_room(struct house *house) {
    house->server.turn++;
    server_end_room(&house->server, house->hall);
}

void house_forget(struct house *house) {
    forget_handed_out();
    for (uint32_t i = 0; i < house->line_count; i++) {
        house->lines[i].heard = text_begin();
    }
}

void house_fill_inbox(struct house *house, bool to_the_brim) {
    for (;;) {
        struct mail *mail = calloc(1, sizeof *mail);
        must(mail != NULL);
        mail->kind = MAIL_LEAVE; // of nobody
        mail->room = house->t.room->id;
        if (!mailbox_post(&house->worker.inbox, mail, to_the_brim ? 0 : WORKER_INBOX_RESERVE)) {
            free(mail);
            return;
        }
    }
}

void house_empty_inbox(struct house *house) {
    for (struct mail *mail; (mail = mailbox_take(&house->worker.inbox)) != NULL;) {
        free(mail);
    }
}

uint64_t house_counted(const struct house *house, enum metrics_counter counter) {
    return house->server.metrics.counters[counter];
}

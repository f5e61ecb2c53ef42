#include "house.h"

#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "support.h"

// What must hold for everybody in the house, whatever happens.

// ---- memory ------------------------------------------------------------------------------------

// Joins, commands and a tick with allocation number n failing: whether it came to that.
static bool live_with_failure(uint32_t n) {
    struct house house;
    house_open(&house, "chain", rights_hosted());
    struct line *line = house_connect(&house);
    struct wire_client_message hello = hello_message("Ada", 60);
    struct blob *bytes[] = {encode_client_message(&hello), NULL, NULL};
    struct wire_client_message ping = ping_message(1);
    struct wire_client_message grab = grab_message(2, 0, 5, 0, 1, 0);
    bytes[1] = encode_client_message(&ping);
    bytes[2] = encode_client_message(&grab);
    fail_allocation(n);
    for (int i = 0; i < 3; i++) {
        viewer_receive(line->viewer, wire_buffer_content(&bytes[i]->buffer),
                       bytes[i]->buffer.length_bytes);
        for (struct mail *mail; (mail = mailbox_take(&house.worker.inbox)) != NULL;) {
            if (mail->kind == MAIL_JOIN) {
                room_join(house.t.room, mail->viewer, &mail->join.hello, false);
            } else if (mail->kind == MAIL_LEAVE) {
                room_leave(house.t.room, mail->viewer);
            } else {
                room_command(house.t.room, mail->viewer, &mail->command);
            }
            free(mail);
        }
        for (uint32_t k = 0; k < house.t.letter_count; k++) {
            viewer_deliver(&house.server, &house.t.letters[k]);
        }
        house.t.letter_count = 0;
    }
    bool ran_out = allocation_has_failed();
    fail_allocation(0);
    house_publish(&house);
    house_carry(&house); // it may have had to ask for the state
    const char *heard = line_heard(line);
    bool closed = strstr(heard, "closed 1013") != NULL;
    bool served = line->client.follows && line->client.frames > 0;
    must(closed || served);
    must(ran_out || strcmp(heard, "welcome; pong @ 0; ack 2 @ 0; tick 1..2") == 0);
    for (int i = 0; i < 3; i++) {
        blob_unref(bytes[i]);
    }
    house_close(&house);
    return ran_out;
}

CleanTest(house, a_viewer_is_served_or_closed_when_memory_runs_out) {
    uint32_t n = 1;
    while (live_with_failure(n)) {
        n++;
    }
    cr_expect_gt(n, 12);
}

// ---- a busy house ------------------------------------------------------------------------------

enum { BUSY_LINES = 6 };

// The line in a place of the house: a new connection takes the place of one that has ended.
static struct line *line_in(struct house *house, struct line **places, uint32_t place,
                            uint64_t *random) {
    static const uint32_t rates_hz[] = {60, 60, 30, 20, 1};
    struct line *line = places[place];
    if (line != NULL && line->viewer != NULL) {
        return line;
    }
    struct wire_client_message hello =
        hello_message(chance(random, 50) ? "Ada" : "Ben", rates_hz[random_below(random, 5)]);
    if (line != NULL && chance(random, 60)) {
        memcpy(hello.hello.resume, line->resume, sizeof line->resume);
        hello.hello.name[0] = '\0';
    }
    if (chance(random, 20)) {
        strcpy(hello.hello.host_key, TEST_HOST_KEY);
    }
    if (house->line_count == HOUSE_LINES_MAX) {
        return NULL;
    }
    places[place] = house_connect(house);
    line_say(places[place], hello);
    return places[place];
}

static void random_turn(struct house *house, struct line **places, uint32_t seq, uint64_t *random) {
    struct line *line = line_in(house, places, random_below(random, BUSY_LINES), random);
    if (line == NULL) {
        return;
    }
    uint32_t what = random_below(random, 100);
    if (what < 2) {
        line_break(line);
    } else if (what < 3) {
        line->dead = true;
    } else if (what < 15) {
        line->full = !line->full;
    } else if (what < 17) {
        line_say(line, plain_message(seq, WIRE_STATE));
    } else if (what < 19) {
        line_say(line, rate_message(seq, chance(random, 50) ? 60 : 10));
    } else {
        line_allow(line, 10);
        line_say(line, random_message(random, seq));
    }
    if (chance(random, 60)) {
        house_carry(house);
    }
    if (!house->t.room->paused && chance(random, 50)) {
        room_step(house->t.room);
    }
    if (chance(random, 60)) {
        house_publish(house);
    } else if (chance(random, 50)) {
        house_hold(house);
    }
}

// All sockets drain, and the room goes on until every class is due.
static void come_to_rest(struct house *house) {
    for (uint32_t i = 0; i < house->line_count; i++) {
        house->lines[i].full = false;
    }
    do {
        house_carry(house);
        room_step(house->t.room);
        house_publish(house);
    } while (pbd_world_steps(house->t.room->world) % pbd_world_rate_hz(house->t.room->world) != 0);
}

// What the state says that the room would send to this line now.
static const char *knowledge_of_newcomer(struct house *house, struct line *line) {
    struct client newcomer = {.follows = true};
    room_send_state(house->t.room, line->viewer->id);
    client_take(&newcomer, last_letter_to(&house->t, line->viewer->id)->message);
    test_room_forget_letters(&house->t);
    return client_knowledge(&newcomer);
}

CleanTest(house, everyone_who_stays_knows_everything_whatever_the_others_do) {
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct house house;
        struct line *places[BUSY_LINES] = {0};
        uint64_t random = seed;
        house_open(&house, "chain", rights_everyone_everything());
        for (uint32_t seq = 1; seq <= 1500; seq++) {
            random_turn(&house, places, seq, &random);
            house_forget(&house);
        }
        come_to_rest(&house);
        const char *expected = NULL;
        for (int i = 0; i < BUSY_LINES; i++) {
            struct line *line = places[i];
            if (line->viewer == NULL || line->viewer->state != VIEWER_OPEN) {
                continue;
            }
            expected = expected == NULL ? knowledge_of_newcomer(&house, line) : expected;
            must(strcmp(client_knowledge(&line->client), expected) == 0);
            must(line->client.cursor == house.t.room->ring.e);
            must(line->client.frame_hash == hash_of_positions(house.t.room->world));
        }
        must(expected != NULL, "somebody stayed");
        house_close(&house);
    }
}

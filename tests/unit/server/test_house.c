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

enum { BUSY_LINES = 8 };

// Who lives in it, and the encodings that they ask for.
struct busy {
    struct house house;
    struct line *places[BUSY_LINES];
    const enum wire_encoding *encodings; // [encoding_count]
    uint32_t encoding_count;
    uint64_t random;
};

// The line in a place of the house: a new connection takes the place of one that has ended.
static struct line *line_in(struct busy *b, uint32_t place) {
    static const uint32_t rates_hz[] = {60, 60, 30, 20, 1};
    struct line *line = b->places[place];
    if (line != NULL && line->viewer != NULL) {
        return line;
    }
    struct wire_client_message hello = hello_message(chance(&b->random, 50) ? "Ada" : "Ben",
                                                     rates_hz[random_below(&b->random, 5)]);
    hello.hello.encoding = b->encodings[random_below(&b->random, b->encoding_count)];
    if (line != NULL && chance(&b->random, 60)) {
        memcpy(hello.hello.resume, line->resume, sizeof line->resume);
        hello.hello.name[0] = '\0';
    }
    if (chance(&b->random, 20)) {
        strcpy(hello.hello.host_key, TEST_HOST_KEY);
    }
    if (b->house.line_count == HOUSE_LINES_MAX) {
        return NULL;
    }
    b->places[place] = house_connect(&b->house);
    line_say(b->places[place], hello);
    return b->places[place];
}

// What a member says: mostly commands of all kinds; in a calm time nothing that moves the world.
static void say_something(struct busy *b, struct line *line, uint32_t seq, bool calm) {
    uint32_t what = random_below(&b->random, 100);
    line_allow(line, 10);
    if (what < 2) {
        line_say(line, plain_message(seq, WIRE_STATE));
    } else if (what < 6) {
        line_say(line, rate_message(seq, chance(&b->random, 50) ? 60 : 10));
    } else if (!calm) {
        line_say(line, random_message(&b->random, seq));
    } else if (what < 30) {
        line_say(line, set_message(seq, "damping", (float)(what % 2)));
    }
}

// The room goes on, and this thread is sometimes late.
static void publish(struct busy *b) {
    struct house *house = &b->house;
    if (chance(&b->random, 1)) {
        publication_destroy(room_publish(house->t.room, house->time_ms)); // lost on the way
    }
    if (chance(&b->random, 2)) {
        house_wait_for_keys(house);
    }
    if (chance(&b->random, 60)) {
        house_publish(house);
    } else if (chance(&b->random, 50)) {
        house_hold(house);
    }
}

static void random_turn(struct busy *b, uint32_t seq, bool calm) {
    struct house *house = &b->house;
    struct line *line = line_in(b, random_below(&b->random, BUSY_LINES));
    if (line == NULL) {
        return;
    }
    uint32_t what = random_below(&b->random, 100);
    if (what < 2) {
        line_break(line);
    } else if (what < 3) {
        line->dead = true;
    } else if (what < 15) {
        line->full = !line->full;
    } else {
        say_something(b, line, seq, calm);
    }
    house->loses_keys = chance(&b->random, 20);
    if (chance(&b->random, 60)) {
        house_carry(house);
    }
    if (!house->t.room->paused && chance(&b->random, 50)) {
        room_step(house->t.room);
    }
    publish(b);
}

// The world stops where it is.
static void calm_down(struct busy *b) {
    struct line *line = line_in(b, 0);
    if (line != NULL && line->viewer->state == VIEWER_OPEN) {
        line_allow(line, 10);
        line_say(line, plain_message(1, WIRE_RESUME));
        line_say(line, set_message(2, "gravity", 0));
        line_say(line, plain_message(3, WIRE_RESET));
    }
}

// All sockets drain, and the room goes on until nobody lacks anything.
static void come_to_rest(struct busy *b) {
    struct house *house = &b->house;
    for (uint32_t i = 0; i < house->line_count; i++) {
        house->lines[i].full = false;
    }
    house->loses_keys = false;
    do {
        house_wait_for_keys(house);
        house_carry(house);
        room_step(house->t.room);
        house_publish(house);
    } while (pbd_world_steps(house->t.room->world) % pbd_world_rate_hz(house->t.room->world) != 0);
    house_carry(house);
    bool was_paused = house->t.room->paused;
    house->t.room->paused = true; // keys come at once
    house_publish(house);
    house->t.room->paused = was_paused;
}

// What the state says that the room would send to this line now.
static const char *knowledge_of_newcomer(struct house *house, struct line *line) {
    struct client newcomer = {.follows = true};
    room_send_state(house->t.room, line->viewer->id);
    client_take(&newcomer, last_letter_to(&house->t, line->viewer->id)->message);
    test_room_forget_letters(&house->t);
    return client_knowledge(&newcomer);
}

static void check_everyone(struct busy *b) {
    struct house *house = &b->house;
    const struct frame *frame = house->t.room->frame;
    uint64_t frame_hash =
        hash_bytes(wire_buffer_content(&frame->positions), frame->positions.length_bytes);
    const char *expected = NULL;
    for (int i = 0; i < BUSY_LINES; i++) {
        struct line *line = b->places[i];
        if (line == NULL || line->viewer == NULL || line->viewer->state != VIEWER_OPEN) {
            continue;
        }
        const struct client *client = &line->client;
        expected = expected == NULL ? knowledge_of_newcomer(house, line) : expected;
        must(strcmp(client_knowledge(client), expected) == 0);
        must(client->cursor == house->t.room->ring.e);
        must(client->grid ? client->number == frame->serial : client->frame_hash == frame_hash);
    }
    must(expected != NULL, "somebody stayed");
}

// Each client fails the test when it is sent a tick that does not start at its cursor, or a frame
// on one that it does not hold.
static void live(const enum wire_encoding *encodings, uint32_t encoding_count, uint64_t seed) {
    struct busy b = {.encodings = encodings, .encoding_count = encoding_count, .random = seed};
    house_open(&b.house, "chain", rights_everyone_everything());
    for (uint32_t seq = 1; seq <= 1500; seq++) {
        bool calm = seq / 100 % 3 == 2;
        if (calm && seq % 100 == 0) {
            calm_down(&b);
        }
        random_turn(&b, seq, calm);
        house_forget(&b.house);
    }
    come_to_rest(&b);
    check_everyone(&b);
    house_close(&b.house);
}

CleanTest(house, everyone_who_stays_knows_everything_whatever_the_others_do) {
    static const enum wire_encoding encodings[] = {WIRE_F32, WIRE_GRID_0_5, WIRE_GRID_1};
    for (uint64_t seed = 1; seed <= 8; seed++) {
        live(encodings, 3, seed);
    }
}

CleanTest(house, everyone_has_the_newest_frame_in_one_encoding_as_in_many) {
    static const enum wire_encoding encodings[] = {WIRE_F32, WIRE_GRID_0_5};
    for (uint64_t seed = 11; seed <= 22; seed++) {
        live(&encodings[seed % 2], 1, seed);
    }
}

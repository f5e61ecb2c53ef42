// The I/O thread's side of a server without threads and sockets: real viewers, a real room, mail
// and posts carried by hand, and connections that record what is written to them.
//
//     struct house house;
//     house_open(&house, "chain", rights_hosted());
//     struct line *line = house_connect(&house);
//     line_say(line, hello);
//     house_carry(&house);            // mail to the room, what it answers back
//     cr_assert_str_eq(line_heard(line), "welcome");
//     house_close(&house);
//
// It fails the test when the transport is used as it may not be: written to while it is not ready,
// twice at once, or after the end.
#ifndef HOUSE_H
#define HOUSE_H

#include <stdbool.h>
#include <stdint.h>

#include "client.h"
#include "room_fixture.h"
#include "support.h"
#include "viewer.h"

enum { HOUSE_LINES_MAX = 64 };

// One connection.
struct line {
    struct house *house;
    struct viewer *viewer; // NULL once it has ended
    struct client client;  // takes every message
    struct text heard;
    bool full;        // the socket can take nothing
    bool dead;        // writing fails
    bool awake;       // viewer_writable() is to be called
    bool in_writable; // it is being called
    uint32_t written; // messages, in all; while in_writable: in this call
    uint32_t hurries;
    uint16_t close_code; // that it ended with; 0: it just broke off
    char close_reason[128];
    char resume[SECRET_KEY_BYTES]; // of the last welcome
};

struct house {
    struct server server;
    struct srv_options options;
    struct worker worker; // an inbox without a thread
    struct test_room t;
    struct hall *hall;
    bool closed; // the worker has been told to destroy the room
    struct line lines[HOUSE_LINES_MAX];
    uint32_t line_count;
    bool loses_keys; // mail that asks for one does not arrive
    struct publication *held;
    struct readings *held_readings;
    double time_ms;            // a sixtieth of a second later with every turn
    struct line *first_served; // from a tick, since it was last set to NULL
};

void house_open(struct house *house, const char *scene, struct wire_rules rules);
// Ends all connections and checks that each has left its room.
void house_close(struct house *house);

// A new connection; its viewer is NULL if the server is full.
struct line *house_connect(struct house *house);
// Connects, joins and hears everything; named so.
struct line *house_join(struct house *house, const char *name, uint32_t rate_hz);

// What the client sends, and the socket's states.
void line_say(struct line *line, struct wire_client_message message);
void line_say_bytes(struct line *line, const void *bytes, size_t length);
struct wire_client_message hello_message(const char *name, uint32_t rate_hz);
// From now on so many messages may come, whatever the time.
void line_allow(struct line *line, double count);
// Calls viewer_writable() while it is asked for and the socket is not full.
void line_drain(struct line *line);
// The client breaks off.
void line_break(struct line *line);
// What has been written since it was last asked, in short, separated by "; "; at the end "closed
// 4004" or "broken".
const char *line_heard(struct line *line);

// The oldest mail in the inbox, in short: "join Ada", "leave", "grab 7", "state"; "" if there is
// none. It is lost.
const char *house_take_mail(struct house *house);
// Takes every mail to the room, and what that answers to its viewers; those that are awake are
// served, unless a publication is held: it was there first.
void house_carry(struct house *house);
// One turn of the loop in which the room publishes what is due.
void house_publish(struct house *house);
// The room publishes while this thread is late: it waits, with what was held before, for the next
// turn.
void house_hold(struct house *house);
// A second passes in which keys may have been asked for in vain.
void house_wait_for_keys(struct house *house);
// The worker says that the room has ended.
void house_end_room(struct house *house);
// Frees what helpers have handed out; what was heard is forgotten.
void house_forget(struct house *house);
// Makes the inbox take no more commands; or nothing at all.
void house_fill_inbox(struct house *house, bool to_the_brim);
void house_empty_inbox(struct house *house);

// What the server has counted.
uint64_t house_counted(const struct house *house, enum metrics_counter counter);

#endif

// What a room allows, and whom: the rules that its hosts set. docs/PROTOCOL.md lists the names.
#ifndef WIRE_RULES_H
#define WIRE_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum wire_right {
    WIRE_RIGHT_GRAB,
    WIRE_RIGHT_GUST,
    WIRE_RIGHT_ITERATIONS,
    WIRE_RIGHT_PARAMETERS,
    WIRE_RIGHT_TIME,
    WIRE_RIGHT_RESET,
    WIRE_RIGHT_SCENE,
    WIRE_RIGHT_COUNT
};

// Who has a right; hosts always have.
enum wire_holders { WIRE_EVERYONE, WIRE_NAMED, WIRE_HOSTS, WIRE_HOLDERS_COUNT };

// What becomes of those who come for the first time: let in, made to wait for a host, sent away.
enum wire_newcomers { WIRE_OPEN, WIRE_ASK, WIRE_CLOSED, WIRE_NEWCOMERS_COUNT };

// What members may do while no host is there: what they always may, or nothing.
enum wire_away { WIRE_CARRY_ON, WIRE_STAND_BY, WIRE_AWAY_COUNT };

struct wire_rules {
    enum wire_holders holders[WIRE_RIGHT_COUNT];
    bool frozen; // only hosts may hold particles
    enum wire_newcomers newcomers;
    uint32_t capacity; // members at once
    bool names_hidden; // from all but hosts
    enum wire_away away;
    float pull_limit_n; // the most that all hands of a member pull with together; 0: no such limit
};

// Names on the wire; "unknown" for a value outside the enum.
const char *wire_right_name(enum wire_right right);
const char *wire_holders_name(enum wire_holders holders);
const char *wire_newcomers_name(enum wire_newcomers newcomers);
const char *wire_away_name(enum wire_away away);

#endif

#include "wire/rules.h"

const char *wire_right_name(enum wire_right right) {
    switch (right) {
    case WIRE_RIGHT_GRAB:
        return "grab";
    case WIRE_RIGHT_GUST:
        return "gust";
    case WIRE_RIGHT_ITERATIONS:
        return "iterations";
    case WIRE_RIGHT_PARAMETERS:
        return "parameters";
    case WIRE_RIGHT_TIME:
        return "time";
    case WIRE_RIGHT_RESET:
        return "reset";
    case WIRE_RIGHT_SCENE:
        return "scene";
    case WIRE_RIGHT_COUNT:
        break;
    }
    return "unknown";
}

const char *wire_holders_name(enum wire_holders holders) {
    switch (holders) {
    case WIRE_EVERYONE:
        return "everyone";
    case WIRE_NAMED:
        return "named";
    case WIRE_HOSTS:
        return "hosts";
    case WIRE_HOLDERS_COUNT:
        break;
    }
    return "unknown";
}

const char *wire_newcomers_name(enum wire_newcomers newcomers) {
    switch (newcomers) {
    case WIRE_OPEN:
        return "open";
    case WIRE_ASK:
        return "ask";
    case WIRE_CLOSED:
        return "closed";
    case WIRE_NEWCOMERS_COUNT:
        break;
    }
    return "unknown";
}

const char *wire_away_name(enum wire_away away) {
    switch (away) {
    case WIRE_CARRY_ON:
        return "carry_on";
    case WIRE_STAND_BY:
        return "freeze";
    case WIRE_AWAY_COUNT:
        break;
    }
    return "unknown";
}

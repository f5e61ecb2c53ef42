#include "rights.h"

struct wire_rules rights_everyone_everything(void) {
    struct wire_rules rules = {0};
    for (unsigned right = 0; right < WIRE_RIGHT_COUNT; right++) {
        rules.holders[right] = WIRE_EVERYONE;
    }
    return rules;
}

struct wire_rules rights_hosted(void) {
    struct wire_rules rules = {0};
    for (unsigned right = 0; right < WIRE_RIGHT_COUNT; right++) {
        rules.holders[right] = WIRE_HOSTS;
    }
    rules.holders[WIRE_RIGHT_GRAB] = WIRE_EVERYONE;
    rules.holders[WIRE_RIGHT_GUST] = WIRE_EVERYONE;
    return rules;
}

bool rights_allow(const struct wire_rules *rules, bool host_away, enum wire_right right,
                  const struct seat *seat) {
    if (seat->host) {
        return true;
    }
    bool stands_by = host_away && rules->away == WIRE_STAND_BY;
    bool frozen = rules->frozen && right == WIRE_RIGHT_GRAB;
    if (seat->watch || stands_by || frozen) {
        return false;
    }
    return rules->holders[right] == WIRE_EVERYONE ||
           (rules->holders[right] == WIRE_NAMED && seat->named[right]);
}

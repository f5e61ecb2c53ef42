#include "rights.h"

struct rights rights_everyone_everything(void) {
    struct rights rights;
    for (unsigned right = 0; right < WIRE_RIGHT_COUNT; right++) {
        rights.holders[right] = RIGHTS_EVERYONE;
    }
    return rights;
}

struct rights rights_hosted(void) {
    struct rights rights;
    for (unsigned right = 0; right < WIRE_RIGHT_COUNT; right++) {
        rights.holders[right] = RIGHTS_HOSTS;
    }
    rights.holders[WIRE_RIGHT_GRAB] = RIGHTS_EVERYONE;
    rights.holders[WIRE_RIGHT_GUST] = RIGHTS_EVERYONE;
    return rights;
}

bool rights_allow(const struct rights *rights, enum wire_right right, bool host) {
    return host || rights->holders[right] == RIGHTS_EVERYONE;
}

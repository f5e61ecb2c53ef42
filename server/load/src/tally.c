#include "tally.h"

#include <string.h>

void tally_tick(struct tally *tally, uint64_t step) {
    tally->first_step = tally->ticks == 0 || step < tally->first_step ? step : tally->first_step;
    tally->last_step = step > tally->last_step ? step : tally->last_step;
    tally->ticks++;
}

void tally_close(struct tally *tally, uint16_t code) {
    for (int i = 0; i < TALLY_CLOSE_CODES_MAX; i++) {
        if (tally->closes[i].count == 0 || tally->closes[i].code == code) {
            tally->closes[i].code = code;
            tally->closes[i].count++;
            return;
        }
    }
}

uint64_t tally_closes(const struct tally *tally, uint16_t code) {
    for (int i = 0; i < TALLY_CLOSE_CODES_MAX; i++) {
        if (tally->closes[i].count > 0 && tally->closes[i].code == code) {
            return tally->closes[i].count;
        }
    }
    return 0;
}

void tally_refusal(struct tally *tally, const char *name) {
    int code = WIRE_OK;
    for (int i = WIRE_OK + 1; i < WIRE_CODE_COUNT; i++) {
        if (strcmp(wire_code_name((enum wire_code)i), name) == 0) {
            code = i;
        }
    }
    tally->refusals[code]++;
}

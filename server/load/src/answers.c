#include "answers.h"

static uint32_t place_of(uint32_t seq) {
    return seq % ANSWERS_MAX;
}

// Moves past the oldest commands that have been answered.
static void tidy(struct answers *answers) {
    while (answers->oldest_seq <= answers->last_seq &&
           answers->waiting[place_of(answers->oldest_seq)].seq == 0) {
        answers->oldest_seq++;
    }
}

uint32_t answers_ask(struct answers *answers, bool is_move, uint64_t now_ns) {
    uint32_t seq = answers->last_seq + 1;
    uint32_t place = place_of(seq);
    tidy(answers);
    if (answers->waiting[place].seq != 0) {
        return 0;
    }
    answers->last_seq = seq;
    answers->waiting[place].seq = seq;
    answers->waiting[place].is_move = is_move;
    answers->waiting[place].asked_ns = now_ns;
    return seq;
}

bool answers_take(struct answers *answers, uint32_t seq, bool is_ack, uint64_t *asked_ns) {
    uint32_t place = place_of(seq);
    if (seq == 0 || answers->waiting[place].seq != seq) {
        return false;
    }
    *asked_ns = answers->waiting[place].asked_ns;
    answers->waiting[place].seq = 0;
    bool covers = is_ack && answers->waiting[place].is_move;
    for (uint32_t earlier = answers->oldest_seq; covers && earlier < seq; earlier++) {
        uint32_t at = place_of(earlier);
        if (answers->waiting[at].seq == earlier && answers->waiting[at].is_move) {
            answers->waiting[at].seq = 0;
        }
    }
    tidy(answers);
    return true;
}

uint64_t answers_oldest_ns(struct answers *answers) {
    tidy(answers);
    if (answers->oldest_seq > answers->last_seq) {
        return 0;
    }
    return answers->waiting[place_of(answers->oldest_seq)].asked_ns;
}

// Commands that wait for their answer: each must get exactly one ack or refusal, but that the ack
// of a move covers the earlier ones.
#ifndef ANSWERS_H
#define ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

enum { ANSWERS_MAX = 256 }; // commands on their way at once; a power of two

// Zero-initialised: nothing was asked yet.
struct answers {
    struct {
        uint32_t seq; // 0: nothing waits here
        bool is_move;
        uint64_t asked_ns;
    } waiting[ANSWERS_MAX];
    uint32_t last_seq;
    uint32_t oldest_seq; // nothing older waits
};

// The seq for the next command; 0 when too many wait.
uint32_t answers_ask(struct answers *answers, bool is_move, uint64_t now_ns);

// Takes an answer and writes when it was asked for. False: nothing of that seq waits.
bool answers_take(struct answers *answers, uint32_t seq, bool is_ack, uint64_t *asked_ns);

// When the oldest command that still waits was asked; 0 if none waits.
uint64_t answers_oldest_ns(struct answers *answers);

#endif

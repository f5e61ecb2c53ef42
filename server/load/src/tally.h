// What all viewers of a run have seen together.
#ifndef TALLY_H
#define TALLY_H

#include <stdint.h>

#include "histogram.h"
#include "violation.h"
#include "wire/code.h"

enum { TALLY_CLOSE_CODES_MAX = 16 };

struct tally {
    struct violations violations;
    // Of the viewers that read all the time, while the run was measured.
    struct histogram latency;       // from the time when a step was due to its arrival
    struct histogram round_trip;    // ping to pong
    struct histogram answer;        // command to its ack
    uint64_t ticks;                 // with a frame that was due in that time
    uint64_t first_step, last_step; // of them, whatever the room
    uint64_t skipped;               // frames that the steps show to be left out
    // Of all viewers, while the run was measured.
    uint64_t messages, bytes; // payload
    // Of all viewers, all the time.
    uint64_t connections, connections_failed;
    uint64_t reconnections;  // joined again
    uint64_t resumed;        // … and got their seat back
    uint64_t resumed_amiss;  // … and did not, though they had its key
    uint64_t ghosts;         // earlier connections closed with 4001
    uint64_t states;         // asked for after a wrong e0
    uint64_t stalls;         // times that a viewer stopped reading
    uint64_t grabs, answers; // of hands
    uint64_t refusals[WIRE_CODE_COUNT];
    struct {
        uint16_t code;
        uint64_t count;
    } closes[TALLY_CLOSE_CODES_MAX]; // connections by the code that ended them
};

void tally_tick(struct tally *tally, uint64_t step);
void tally_close(struct tally *tally, uint16_t code);
uint64_t tally_closes(const struct tally *tally, uint16_t code);
// By its name on the wire; unknown names count as WIRE_OK, which is never refused.
void tally_refusal(struct tally *tally, const char *name);

#endif

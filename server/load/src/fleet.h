// All viewers of a run: they come one after the other, are measured together, and leave.
//
//     COMING ──all have joined──▶ SETTLING ──1 s──▶ MEASURING ──▶ LINGERING ──1 s──▶ LEAVING ──▶
//     end
//
// Every phase has a deadline, so a run ends by itself whatever the server does. It ends early on
// SIGINT and SIGTERM, and when every viewer was told that the server is going away.
#ifndef FLEET_H
#define FLEET_H

#include <stdbool.h>
#include <stdint.h>

#include "histogram.h"
#include "process.h"
#include "run.h"

enum fleet_phase { FLEET_COMING, FLEET_SETTLING, FLEET_MEASURING, FLEET_LINGERING, FLEET_LEAVING };

struct fleet {
    struct run *run;
    struct viewer *viewers; // [run->options->viewers]
    uv_timer_t timer;
    uv_signal_t on_int, on_term;
    enum fleet_phase phase;
    uint64_t since_ns;    // when the phase began
    uint64_t expected_ns; // when the timer should have fired
    // What there is to tell besides the tally.
    uint32_t readers; // viewers that delivery is measured on
    uint32_t joined;  // viewers that have had a welcome
    uint32_t held;    // readers that stayed connected all the time that was measured
    double measured_s;
    double cpu_s;         // of this process in that time
    struct histogram lag; // how late our own timer fired in that time
    bool watched;         // --watch: the server's own use, in that time and at its end
    double server_cpu_s, server_main_thread_cpu_s;
    struct process_usage server;
};

// False without memory.
bool fleet_open(struct fleet *fleet, struct run *run);
// After the loop has run dry.
void fleet_release(struct fleet *fleet);

#endif

// What another process of this machine uses, from /proc: the server under load.
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <stdint.h>

struct process_usage {
    double cpu_s;             // user and system, all threads, since its start
    double main_thread_cpu_s; // … the first thread alone
    uint64_t resident_kb;
    uint64_t descriptors;
};

// False if there is no such process, or it is not ours to look at.
bool process_usage(uint32_t pid, struct process_usage *usage);

#endif

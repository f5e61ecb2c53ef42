// Allocations of the tests and of what they test, which the linker leads through here: those of
// everything that is linked in as an archive or an object.
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

// From now on this thread's allocation number `n`, counted from 1, fails; 0: none does.
void fail_allocation(uint32_t n);
// Whether that one has been asked for.
bool allocation_has_failed(void);
// Blocks of all threads that are not freed yet.
long live_blocks(void);

#endif

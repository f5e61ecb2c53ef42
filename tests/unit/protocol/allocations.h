// Allocations of the tests and of the library under test, which the linker leads through here.
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdint.h>

// The nth allocation from now on fails (1: the next one), and no other; 0: none does.
void allocations_fail(uint32_t nth);
// Blocks not freed yet.
long allocations_live(void);

#endif

#include "allocations.h"

#include <stdatomic.h>
#include <stddef.h>

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
void __real_free(void *memory);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
void __wrap_free(void *memory);

static atomic_long blocks;
static _Thread_local uint32_t failing_allocation; // 1: the next one; 0: none
static _Thread_local bool failed;

void fail_allocation(uint32_t n) {
    failing_allocation = n;
    failed = false;
}

bool allocation_has_failed(void) {
    return failed;
}

long live_blocks(void) {
    return blocks;
}

static bool fails_now(void) {
    if (failing_allocation == 0 || --failing_allocation > 0) {
        return false;
    }
    failed = true;
    return true;
}

static void *count_block(void *memory) {
    blocks += memory != NULL;
    return memory;
}

void *__wrap_malloc(size_t bytes) {
    return fails_now() ? NULL : count_block(__real_malloc(bytes));
}

void *__wrap_calloc(size_t count, size_t bytes) {
    return fails_now() ? NULL : count_block(__real_calloc(count, bytes));
}

void *__wrap_realloc(void *memory, size_t bytes) {
    if (fails_now()) {
        return NULL;
    }
    return memory == NULL ? count_block(__real_malloc(bytes)) : __real_realloc(memory, bytes);
}

void __wrap_free(void *memory) {
    blocks -= memory != NULL;
    __real_free(memory);
}

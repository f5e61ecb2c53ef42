#include "allocations.h"

#include <stdbool.h>
#include <stdlib.h>

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
void __real_free(void *memory);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
void __wrap_free(void *memory);

static long live_blocks;
static uint32_t failing;

void allocations_fail(uint32_t nth) {
    failing = nth;
}

long allocations_live(void) {
    return live_blocks;
}

static bool fails_now(void) {
    return failing > 0 && --failing == 0;
}

static void *counted(void *memory) {
    live_blocks += memory != NULL;
    return memory;
}

void *__wrap_malloc(size_t bytes) {
    return fails_now() ? NULL : counted(__real_malloc(bytes));
}

void *__wrap_calloc(size_t count, size_t bytes) {
    return fails_now() ? NULL : counted(__real_calloc(count, bytes));
}

void *__wrap_realloc(void *memory, size_t bytes) {
    if (fails_now()) {
        return NULL;
    }
    return memory == NULL ? counted(__real_malloc(bytes)) : __real_realloc(memory, bytes);
}

void __wrap_free(void *memory) {
    live_blocks -= memory != NULL;
    __real_free(memory);
}

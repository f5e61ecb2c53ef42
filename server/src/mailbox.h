// A bounded queue between two threads' loops: posting wakes the owner's loop.
//
// Items are pointers whose ownership goes with them. The lock is held for a few instructions, never
// while stepping or writing to a socket.
#ifndef MAILBOX_H
#define MAILBOX_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

struct mailbox {
    uv_mutex_t lock;
    uv_async_t wake; // on the owner's loop; wake.data is the owner
    void **items;    // [capacity], a ring
    uint32_t capacity;
    uint32_t first, count;
};

// `on_wake` runs on the owner's loop some time after a post. False without memory.
bool mailbox_open(struct mailbox *box, uv_loop_t *loop, uint32_t capacity, uv_async_cb on_wake,
                  void *owner);
// Closes the wake handle; `on_closed` (the handle's data is the owner) may then release the box.
void mailbox_close(struct mailbox *box, uv_close_cb on_closed);
void mailbox_release(struct mailbox *box);

// Any thread. False, and the item stays the caller's, if fewer than `reserve` + 1 places are free.
bool mailbox_post(struct mailbox *box, void *item, uint32_t reserve);
// Owner. The oldest item, or NULL.
void *mailbox_take(struct mailbox *box);
uint32_t mailbox_count(struct mailbox *box); // items that wait

#endif

#include "mailbox.h"

#include <stdlib.h>

bool mailbox_open(struct mailbox *box, uv_loop_t *loop, uint32_t capacity, uv_async_cb on_wake,
                  void *owner) {
    box->items = calloc(capacity, sizeof *box->items);
    box->capacity = capacity;
    box->first = 0;
    box->count = 0;
    if (box->items == NULL) {
        return false;
    }
    if (uv_mutex_init(&box->lock) != 0) {
        free(box->items);
        return false;
    }
    if (uv_async_init(loop, &box->wake, on_wake) != 0) {
        mailbox_release(box);
        return false;
    }
    box->wake.data = owner;
    return true;
}

void mailbox_close(struct mailbox *box, uv_close_cb on_closed) {
    uv_close((uv_handle_t *)&box->wake, on_closed);
}

void mailbox_release(struct mailbox *box) {
    uv_mutex_destroy(&box->lock);
    free(box->items);
}

bool mailbox_post(struct mailbox *box, void *item, uint32_t reserve) {
    uv_mutex_lock(&box->lock);
    bool fits = box->capacity - box->count > reserve;
    if (fits) {
        box->items[(box->first + box->count) % box->capacity] = item;
        box->count++;
    }
    uv_mutex_unlock(&box->lock);
    if (fits) {
        uv_async_send(&box->wake);
    }
    return fits;
}

void *mailbox_take(struct mailbox *box) {
    void *item = NULL;
    uv_mutex_lock(&box->lock);
    if (box->count > 0) {
        item = box->items[box->first];
        box->first = (box->first + 1) % box->capacity;
        box->count--;
    }
    uv_mutex_unlock(&box->lock);
    return item;
}

uint32_t mailbox_count(struct mailbox *box) {
    uv_mutex_lock(&box->lock);
    uint32_t count = box->count;
    uv_mutex_unlock(&box->lock);
    return count;
}

// Once a second: who has fallen silent, how everybody is connected, and how fast each one can be.
#include <stdlib.h>

#include "viewer.h"

static void watch_silence(struct viewer *viewer, uint64_t now_ns) {
    bool is_silent = now_ns - viewer->heard_ns >= VIEWER_SILENCE_MS * (uint64_t)1000000;
    if (is_silent && !viewer->silent) {
        viewer->silent = viewer_post(viewer, (struct mail){.kind = MAIL_SILENT});
    }
}

// Those who wait at the door are not there yet.
static uint32_t count_open(const struct hall *hall) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < hall->viewer_count; i++) {
        count += hall->viewers[i]->state == VIEWER_OPEN;
    }
    return count;
}

static struct blob *encode_quality(const struct hall *hall, uint64_t now_ns) {
    struct wire_quality *members = calloc(hall->viewer_count, sizeof *members);
    struct blob *message = blob_create();
    uint32_t count = 0;
    for (uint32_t i = 0; members != NULL && i < hall->viewer_count; i++) {
        const struct viewer *viewer = hall->viewers[i];
        if (viewer->state == VIEWER_OPEN) {
            members[count++] = (struct wire_quality){
                .seat = viewer->seat,
                .round_trip_ms = viewer->round_trip_ms,
                .skipped = viewer->skipped,
                .silent_s = (double)(now_ns - viewer->heard_ns) / 1e9,
            };
        }
    }
    if (message != NULL && members != NULL) {
        wire_encode_quality(&message->buffer, members, count);
        message = blob_finish(message);
    } else {
        blob_unref(message);
        message = NULL;
    }
    free(members);
    return message;
}

static void tell_quality(const struct hall *hall, uint64_t now_ns) {
    struct blob *message = NULL;
    for (uint32_t i = 0; i < hall->viewer_count; i++) {
        struct viewer *viewer = hall->viewers[i];
        bool is_host = viewer->state == VIEWER_OPEN && viewer->host;
        if (is_host && message == NULL) {
            message = encode_quality(hall, now_ns);
        }
        // It is news only for those who keep up.
        if (is_host && message != NULL && viewer->outbound.first == NULL) {
            viewer_push(viewer, &(struct letter){.message = blob_ref(message)});
        }
    }
    blob_unref(message);
}

void viewer_watch(struct server *server, uint64_t now_ns) {
    bool tells = server->watches++ % VIEWER_QUALITY_PERIOD == 0;
    struct hall *hall = NULL;
    while ((hall = registry_next_hall(&server->registry, hall)) != NULL) {
        hall->crowd = pace_is_crowd(hall->crowd, count_open(hall));
        if (tells) {
            tell_quality(hall, now_ns);
        }
    }
    for (uint32_t i = 0; i < server->registry.slot_count; i++) {
        struct viewer *viewer = server->registry.slots[i].viewer;
        if (viewer != NULL && viewer->state == VIEWER_OPEN) {
            watch_silence(viewer, now_ns);
            viewer_watch_rate(viewer);
        }
    }
}

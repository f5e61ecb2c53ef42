#include <pthread.h>
#include <string.h>

#include "blob.h"
#include "support.h"

CleanTest(blob, lives_until_its_last_reference_is_dropped) {
    struct blob *blob = blob_of_bytes(100, 'x');
    cr_assert_eq(blob_ref(blob), blob);
    blob_unref(blob);
    cr_expect_eq(wire_buffer_content(&blob->buffer)[99], 'x', "one reference is left");
    blob_unref(blob);
}

CleanTest(blob, dropping_none_is_fine) {
    blob_unref(NULL);
}

CleanTest(blob, keeps_headroom_in_front_of_its_content) {
    struct blob *blob = blob_of_bytes(1, 'x');
    memset(blob->buffer.memory, 'h', BLOB_HEADROOM_BYTES);
    cr_expect_eq(*wire_buffer_content(&blob->buffer), 'x');
    blob_unref(blob);
}

// Whether a finished blob of so many bytes begins with these, and goes on with its content.
static void expect_frame(size_t content_bytes, const char *header, size_t header_bytes) {
    size_t frame_bytes;
    struct blob *blob = blob_of_bytes(content_bytes, 'x');
    cr_assert_eq(blob_finish(blob), blob);
    const uint8_t *frame = blob_frame(blob, &frame_bytes);
    cr_assert_eq(frame_bytes, header_bytes + content_bytes);
    cr_expect_arr_eq(frame, header, header_bytes, "of %zu bytes", content_bytes);
    for (size_t i = header_bytes; i < frame_bytes; i++) {
        cr_assert_eq(frame[i], 'x');
    }
    blob_unref(blob);
}

CleanTest(blob, finishing_puts_the_header_of_a_frame_in_front) {
    expect_frame(0, "\x82\x00", 2);
    expect_frame(1, "\x82\x01", 2);
    expect_frame(125, "\x82\x7d", 2);
    expect_frame(126, "\x82\x7e\x00\x7e", 4);
    expect_frame(65535, "\x82\x7e\xff\xff", 4);
    expect_frame(65536, "\x82\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10);
}

CleanTest(blob, finishing_frees_what_ran_out_of_memory) {
    struct blob *blob = blob_create();
    fail_allocation(1);
    wire_buffer_append(&blob->buffer, "x", 1);
    fail_allocation(0);
    cr_expect_null(blob_finish(blob));
}

CleanTest(blob, is_not_made_without_memory) {
    fail_allocation(1);
    cr_expect_null(blob_create());
}

enum { THREADS = 2, ROUNDS = 6000000 }; // long enough to meet even on a busy machine

struct crowd {
    pthread_barrier_t begin; // so that they run at the same time, not one after the other
    struct blob *blob;
};

static void *ref_and_unref(void *argument) {
    struct crowd *crowd = argument;
    pthread_barrier_wait(&crowd->begin);
    for (int i = 0; i < ROUNDS; i++) {
        blob_unref(blob_ref(crowd->blob));
    }
    return NULL;
}

CleanTest(blob, counts_the_references_of_many_threads) {
    struct crowd crowd = {.blob = blob_of_bytes(1, 'x')};
    pthread_t threads[THREADS];
    pthread_barrier_init(&crowd.begin, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        cr_assert_eq(pthread_create(&threads[i], NULL, ref_and_unref, &crowd), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    pthread_barrier_destroy(&crowd.begin);
    cr_expect_eq(crowd.blob->references, 1);
    blob_unref(crowd.blob);
}

#include "publication.h"

#include "support.h"

CleanTest(publication, every_rate_is_a_class_of_its_own) {
    static const uint32_t rates[] = {60, 30, 20, 10, 1};
    bool seen[CLASS_COUNT] = {0};
    for (uint32_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        uint32_t index = class_index(WIRE_F32, rates[i]);
        cr_assert_lt(index, CLASS_COUNT);
        cr_expect_not(seen[index]);
        seen[index] = true;
        cr_expect_eq(class_rate_hz(index), rates[i]);
        cr_expect_eq(class_encoding(index), WIRE_F32);
    }
}

CleanTest(publication, a_frame_lives_until_its_last_reference_is_dropped) {
    struct frame *frame = numbered_frame(3);
    cr_assert_eq(frame_ref(frame), frame);
    frame_unref(frame);
    cr_expect_eq(frame->hands[0].seat, 3);
    frame_unref(frame);
    frame_unref(NULL);
}

CleanTest(publication, frees_what_nobody_took_out) {
    struct publication *publication = numbered_publication(5, 8, 1);
    publication->classes[0].message = blob_of_bytes(1, 'm');
    publication->classes[CLASS_COUNT - 1].message = blob_of_bytes(1, 'm');
    publication_destroy(publication);
    publication_destroy(NULL);
}

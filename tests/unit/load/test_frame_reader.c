#include "frame_reader.h"

#include <criterion/criterion.h>
#include <string.h>

// What came out: an opcode and the bytes of each message, one after the other.
struct heard {
    struct frame_reader reader;
    char text[1 << 20];
    size_t length;
    uint32_t count;
    enum frame_opcode last;
};

static struct heard heard;

static void take(void *owner, enum frame_opcode opcode, const uint8_t *bytes, size_t length) {
    struct heard *h = owner;
    memcpy(h->text + h->length, bytes, length);
    h->length += length;
    h->count++;
    h->last = opcode;
}

static const char *feed(const void *bytes, size_t length) {
    const struct frame_sink sink = {.take = take, .owner = &heard};
    return frame_reader_take(&heard.reader, bytes, length, &sink);
}

#define FEED(literal) feed(literal, sizeof literal - 1)

Test(frame_reader, takes_frames_however_they_are_cut) {
    static const char stream[] = "\x82\x03one\x82\x00\x89\x02hi\x82\x7e\x00\x04long\x81\x04text";
    for (size_t piece = 1; piece <= sizeof stream - 1; piece++) {
        heard.length = heard.count = 0;
        for (size_t at = 0; at < sizeof stream - 1; at += piece) {
            size_t left = sizeof stream - 1 - at;
            cr_assert_null(feed(stream + at, left < piece ? left : piece));
        }
        cr_expect_eq(heard.count, 5, "pieces of %zu", piece);
        cr_expect_eq(heard.length, 13);
        cr_expect_eq(memcmp(heard.text, "onehilongtext", 13), 0);
        cr_expect_eq(heard.last, FRAME_TEXT);
    }
    frame_reader_release(&heard.reader);
}

Test(frame_reader, takes_a_large_frame) {
    static char stream[10 + 300000] = "\x82\x7f\0\0\0\0\0\x04\x93\xe0"; // 300,000
    memset(stream + 10, 'x', 300000);
    for (size_t at = 0; at < sizeof stream; at += 65536) {
        size_t left = sizeof stream - at;
        cr_assert_null(feed(stream + at, left < 65536 ? left : 65536));
    }
    cr_expect_eq(heard.count, 1);
    cr_expect_eq(heard.length, 300000);
    frame_reader_release(&heard.reader);
}

Test(frame_reader, joins_fragments_with_a_ping_between_them) {
    cr_assert_null(FEED("\x02\x02on\x00\x01"
                        "e\x89\x01!"));
    cr_expect_eq(heard.count, 1, "only the ping");
    cr_assert_null(FEED("\x80\x02 1"));
    cr_expect_eq(heard.last, FRAME_BINARY);
    cr_expect_eq(memcmp(heard.text, "!one 1", 6), 0);
    frame_reader_release(&heard.reader);
}

Test(frame_reader, says_what_is_wrong) {
    static const struct {
        const char *bytes;
        size_t length;
    } streams[] = {
        {"\xc2\x01x", 3},                   // a reserved bit
        {"\x82\x81kkkkx", 7},               // masked
        {"\x09\x00", 2},                    // half a ping
        {"\x89\x7e\x00\x80", 4},            // a long ping
        {"\x80\x01x", 3},                   // a continuation of nothing
        {"\x02\x01x\x82\x01y", 6},          // a message within another
        {"\x83\x00", 2},                    // an unknown opcode
        {"\x82\x7f\xff\0\0\0\0\0\0\0", 10}, // far too large
    };
    for (size_t i = 0; i < sizeof streams / sizeof streams[0]; i++) {
        frame_reader_release(&heard.reader);
        heard.reader = (struct frame_reader){0};
        cr_expect_not_null(feed(streams[i].bytes, streams[i].length), "stream %zu", i);
    }
    frame_reader_release(&heard.reader);
}

Test(frame_reader, writes_masked_frames_of_each_length) {
    static uint8_t bytes[60000];
    const size_t lengths[] = {0, 1, 125, 126, 1000, 60000};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        struct wire_buffer out;
        wire_buffer_init(&out, 0);
        memset(bytes, 'z', sizeof bytes);
        frame_write(&out, FRAME_BINARY, bytes, lengths[i]);
        const uint8_t *frame = wire_buffer_content(&out);
        size_t head = lengths[i] < 126 ? 2 : 4;
        cr_assert_eq(out.length_bytes, head + 4 + lengths[i]);
        cr_expect_eq(frame[0], 0x82);
        cr_expect_eq(frame[1] & 0x80, 0x80);
        for (size_t k = 0; k < lengths[i]; k++) {
            cr_assert_eq(frame[head + 4 + k] ^ frame[head + k % 4], 'z');
        }
        wire_buffer_release(&out);
    }
}

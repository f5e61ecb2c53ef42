// zlib at level 6, on what one would give it. Usage: deflate FOLDER; for each line "NAME STEP_MM
// RATE" on standard input a pass over that trajectory, and one line of JSON. What is compressed is
// inflated again and compared.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "frames.h"

enum { LEVEL = 6 };

struct codec {
    const struct frames *frames;
    double step_m;
    size_t count; // coordinates in a frame
    z_stream deflater, inflater;
    size_t room_bytes;
    unsigned char *raw, *compressed, *back; // [room_bytes]
};

struct cost {
    double bytes, ns; // of a particle, on the average
};

// Puts what is sent of a frame into raw; its size.
typedef size_t taker(const struct codec *codec, uint32_t frame);

static size_t take_floats(const struct codec *codec, uint32_t frame) {
    size_t bytes = codec->count * sizeof(float);
    memcpy(codec->raw, frames_at(codec->frames, frame), bytes);
    return bytes;
}

static int32_t on_grid(const struct codec *codec, float position_m) {
    return (int32_t)lrint((double)position_m / codec->step_m);
}

// Differences on the grid to the frame before, as int16.
static size_t take_deltas(const struct codec *codec, uint32_t frame) {
    const float *now = frames_at(codec->frames, frame);
    const float *before = frames_at(codec->frames, frame - 1);
    int16_t *deltas = (int16_t *)(void *)codec->raw;
    for (size_t i = 0; i < codec->count; i++) {
        int32_t delta = on_grid(codec, now[i]) - on_grid(codec, before[i]);
        if (delta != (int16_t)delta) {
            frames_fail("deflate", "a particle moves too far for int16");
        }
        deltas[i] = (int16_t)delta;
    }
    return codec->count * sizeof *deltas;
}

static size_t compress_frame(struct codec *codec, size_t raw_bytes) {
    z_stream *z = &codec->deflater;
    deflateReset(z);
    z->next_in = codec->raw;
    z->avail_in = (uInt)raw_bytes;
    z->next_out = codec->compressed;
    z->avail_out = (uInt)codec->room_bytes;
    if (deflate(z, Z_FINISH) != Z_STREAM_END) {
        frames_fail("deflate", "zlib failed");
    }
    return z->total_out;
}

static void check(struct codec *codec, size_t raw_bytes, size_t bytes) {
    z_stream *z = &codec->inflater;
    inflateReset(z);
    z->next_in = codec->compressed;
    z->avail_in = (uInt)bytes;
    z->next_out = codec->back;
    z->avail_out = (uInt)codec->room_bytes;
    if (inflate(z, Z_FINISH) != Z_STREAM_END || z->total_out != raw_bytes ||
        memcmp(codec->raw, codec->back, raw_bytes) != 0) {
        frames_fail("deflate", "something else came back");
    }
}

// All frames but the first, as the others.
static struct cost run(struct codec *codec, taker *take) {
    struct cost sum = {0, 0};
    for (uint32_t i = 1; i < codec->frames->frame_count; i++) {
        double start_s = frames_cpu_s();
        size_t raw_bytes = take(codec, i);
        size_t bytes = compress_frame(codec, raw_bytes);
        sum.ns += 1e9 * (frames_cpu_s() - start_s);
        sum.bytes += (double)bytes;
        check(codec, raw_bytes, bytes);
    }
    double particles = (double)(codec->frames->frame_count - 1) * codec->frames->particle_count;
    return (struct cost){sum.bytes / particles, sum.ns / particles};
}

int main(int argc, char **argv) {
    char name[64];
    double step_mm;
    uint32_t rate_hz;
    if (argc != 2) {
        frames_fail(argv[0], "usage: deflate FOLDER");
    }
    while (scanf("%63s %lf %u", name, &step_mm, &rate_hz) == 3) {
        struct frames frames = frames_read(argv[1], name, rate_hz);
        struct codec codec = {.frames = &frames, .step_m = step_mm / 1000};
        codec.count = (size_t)frames.particle_count * 3;
        if (deflateInit(&codec.deflater, LEVEL) != Z_OK || inflateInit(&codec.inflater) != Z_OK) {
            frames_fail(name, "zlib failed");
        }
        codec.room_bytes = deflateBound(&codec.deflater, codec.count * sizeof(float));
        codec.raw = frames_allocate(3 * codec.room_bytes);
        codec.compressed = codec.raw + codec.room_bytes;
        codec.back = codec.compressed + codec.room_bytes;
        struct cost floats = run(&codec, take_floats);
        struct cost deltas = run(&codec, take_deltas);
        printf("{\"zlib_f32_bytes\": %.4f, \"zlib_f32_ns\": %.3f, "
               "\"zlib_delta_bytes\": %.4f, \"zlib_delta_ns\": %.3f}\n",
               floats.bytes, floats.ns, deltas.bytes, deltas.ns);
        fflush(stdout);
        free(codec.raw);
        deflateEnd(&codec.deflater);
        inflateEnd(&codec.inflater);
        frames_release(&frames);
    }
    return 0;
}

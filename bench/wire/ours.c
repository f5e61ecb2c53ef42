// Our frames. Usage: ours FOLDER; for each line "NAME STEP_MM RATE" on standard input a pass over
// that trajectory, and one line of JSON. All that is coded is decoded again and compared, and it is
// no further from the trajectory than the grid allows.
//
// Bytes are those of whole tick messages without events and hands. Times are those of the frames
// alone: from positions to bytes, and from bytes to integers.
//
// The frames are left in the folder for decoders in other languages, NAME.kind.step.rate: for each
// its length as u32 and its bytes.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frames.h"
#include "wire/grid_frame.h"
#include "wire/predictors.h"
#include "wire/server_message.h"

// As in the midst of a lesson: an hour at 60 steps per second, and the events of a class.
enum { FIRST_STEP = 216000, EVENTS_BEFORE = 300, FIRST_NUMBER = 100000 };
#define FIRST_TIME_MS 3600000.0

enum kind { DELTA, KEY };

struct coder {
    const struct frames *frames;
    double step_m;
    struct wire_predictors predictors;
    int32_t *base, *grid, *decoded; // [particle_count][3]
    struct wire_buffer frame, message;
};

// Of the frames of one kind: all but the first, which has no base.
struct cost {
    double encode_s, decode_s;
    uint32_t count;
    uint32_t message_bytes[FRAME_COUNT];
};

static void encode(struct coder *coder, enum kind kind, uint32_t i) {
    wire_buffer_clear(&coder->frame);
    wire_grid_quantise(coder->grid, frames_at(coder->frames, i), coder->frames->particle_count,
                       coder->step_m);
    if (kind == KEY) {
        wire_encode_grid_key(&coder->frame, &coder->predictors, coder->grid, FIRST_NUMBER + i);
    } else {
        wire_encode_grid_delta(&coder->frame, &coder->predictors, coder->grid, coder->base,
                               FIRST_NUMBER + i, FIRST_NUMBER + i - 1);
    }
}

static enum wire_grid_result decode(struct coder *coder, uint32_t i) {
    uint32_t number;
    return wire_decode_grid(wire_buffer_content(&coder->frame), coder->frame.length_bytes,
                            &coder->predictors, coder->base, FIRST_NUMBER + i - 1, coder->decoded,
                            &number);
}

static void check(const struct coder *coder, uint32_t frame) {
    const float *positions_m = frames_at(coder->frames, frame);
    size_t count = (size_t)coder->frames->particle_count * 3;
    if (memcmp(coder->decoded, coder->grid, count * sizeof *coder->grid) != 0) {
        frames_fail("ours", "something else came back");
    }
    for (size_t i = 0; i < count; i++) {
        double off_m = fabs(coder->decoded[i] * coder->step_m - (double)positions_m[i]);
        if (!(off_m <= 0.5 * coder->step_m * (1 + 1e-9))) {
            frames_fail("ours", "a position is further off than the grid allows");
        }
    }
}

// Bytes of the message around the frame.
static uint32_t message_bytes(struct coder *coder, uint32_t i) {
    const struct wire_tick tick = {
        .e0 = EVENTS_BEFORE,
        .e = EVENTS_BEFORE,
        .step = FIRST_STEP + i,
        .time_ms = FIRST_TIME_MS + 1000.0 / FRAMES_PER_S * i,
        .frame = wire_buffer_content(&coder->frame),
        .frame_bytes = coder->frame.length_bytes,
    };
    wire_buffer_clear(&coder->message);
    wire_encode_tick(&coder->message, &tick);
    if (coder->frame.failed || coder->message.failed) {
        frames_fail("ours", "no memory");
    }
    return (uint32_t)coder->message.length_bytes;
}

static void keep(const struct coder *coder, FILE *file) {
    uint32_t bytes = (uint32_t)coder->frame.length_bytes;
    if (fwrite(&bytes, sizeof bytes, 1, file) != 1 ||
        fwrite(wire_buffer_content(&coder->frame), 1, bytes, file) != bytes) {
        frames_fail("ours", "the frames cannot be written");
    }
}

static void run(struct coder *coder, enum kind kind, FILE *file, struct cost *cost) {
    *cost = (struct cost){.count = 0};
    wire_grid_quantise(coder->base, frames_at(coder->frames, 0), coder->frames->particle_count,
                       coder->step_m);
    for (uint32_t i = 1; i < coder->frames->frame_count; i++) {
        double start_s = frames_cpu_s();
        encode(coder, kind, i);
        double between_s = frames_cpu_s();
        if (decode(coder, i) != WIRE_GRID_OK) {
            frames_fail("ours", "a frame cannot be decoded");
        }
        cost->decode_s += frames_cpu_s() - between_s;
        cost->encode_s += between_s - start_s;
        check(coder, i);
        cost->message_bytes[cost->count++] = message_bytes(coder, i);
        keep(coder, file);
        int32_t *old = coder->base;
        coder->base = coder->grid;
        coder->grid = old;
    }
}

static int by_size(const void *a, const void *b) {
    uint32_t left = *(const uint32_t *)a;
    uint32_t right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

static void print(const char *kind, struct cost *cost, double particles) {
    double sum = 0;
    for (uint32_t i = 0; i < cost->count; i++) {
        sum += cost->message_bytes[i];
    }
    qsort(cost->message_bytes, cost->count, sizeof cost->message_bytes[0], by_size);
    double all = cost->count * particles;
    printf("\"%s_bytes\": %.5f, \"%s_p99_bytes\": %.5f, \"%s_encode_ns\": %.4f, "
           "\"%s_decode_ns\": %.4f",
           kind, sum / all, kind, cost->message_bytes[cost->count * 99 / 100] / particles, kind,
           1e9 * cost->encode_s / all, kind, 1e9 * cost->decode_s / all);
}

static void make_pass(const char *folder, const char *name, const char *step_mm, uint32_t rate_hz) {
    struct frames frames = frames_read(folder, name, rate_hz);
    size_t grid_length = (size_t)frames.particle_count * 3;
    int32_t *grids = frames_allocate(3 * grid_length * sizeof *grids);
    struct coder coder = {
        .frames = &frames,
        .step_m = atof(step_mm) / 1000,
        .base = grids,
        .grid = grids + grid_length,
        .decoded = grids + 2 * grid_length,
    };
    wire_buffer_init(&coder.frame, 0);
    wire_buffer_init(&coder.message, 0);
    if (!wire_predictors_init(&coder.predictors, frames.particle_count, frames.links,
                              frames.link_count)) {
        frames_fail(name, "no memory");
    }
    printf("{\"particles\": %u", frames.particle_count);
    static struct cost cost;
    for (enum kind kind = DELTA; kind <= KEY; kind++) {
        const char *label = kind == DELTA ? "d" : "k";
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.%s.%s.%u", folder, name, label, step_mm, rate_hz);
        FILE *file = fopen(path, "wb");
        if (file == NULL) {
            frames_fail(path, "cannot be written");
        }
        run(&coder, kind, file, &cost);
        fclose(file);
        printf(", ");
        print(label, &cost, frames.particle_count);
    }
    printf("}\n");
    fflush(stdout);
    wire_predictors_release(&coder.predictors);
    wire_buffer_release(&coder.message);
    wire_buffer_release(&coder.frame);
    free(grids);
    frames_release(&frames);
}

int main(int argc, char **argv) {
    char name[64];
    char step_mm[16];
    uint32_t rate_hz;
    if (argc != 2) {
        frames_fail(argv[0], "usage: ours FOLDER");
    }
    while (scanf("%63s %15s %u", name, step_mm, &rate_hz) == 3) {
        make_pass(argv[1], name, step_mm, rate_hz);
    }
    return 0;
}

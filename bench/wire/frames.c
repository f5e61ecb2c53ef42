#include "frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void frames_fail(const char *name, const char *text) {
    fprintf(stderr, "%s: %s\n", name, text);
    exit(1);
}

static void read_all(const char *name, FILE *file, void *into, size_t bytes) {
    if (fread(into, 1, bytes, file) != bytes) {
        frames_fail(name, "the trajectory is too short");
    }
}

void *frames_allocate(size_t bytes) {
    void *memory = malloc(bytes);
    if (memory == NULL) {
        frames_fail("bench", "no memory");
    }
    return memory;
}

struct frames frames_read(const char *folder, const char *name, uint32_t rate_hz) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL || rate_hz == 0) {
        frames_fail(path, "no such trajectory or rate");
    }
    uint32_t counts[3];
    read_all(path, file, counts, sizeof counts);
    uint32_t every = FRAMES_PER_S / rate_hz;
    struct frames frames = {counts[0], counts[1], counts[2] / every, NULL, NULL};
    size_t links_bytes = (size_t)frames.link_count * 2 * sizeof *frames.links;
    size_t frame_bytes = (size_t)frames.particle_count * 3 * sizeof *frames.positions_m;
    frames.links = frames_allocate(links_bytes);
    frames.positions_m = frames_allocate(frames.frame_count * frame_bytes);
    read_all(path, file, frames.links, links_bytes);
    for (uint32_t i = 0; i < frames.frame_count; i++) {
        read_all(path, file, frames.positions_m + (size_t)i * frames.particle_count * 3,
                 frame_bytes);
        fseek(file, (long)((every - 1) * frame_bytes), SEEK_CUR);
    }
    fclose(file);
    return frames;
}

void frames_release(struct frames *frames) {
    free(frames->links);
    free(frames->positions_m);
}

const float *frames_at(const struct frames *frames, uint32_t frame) {
    return frames->positions_m + (size_t)frame * frames->particle_count * 3;
}

double frames_cpu_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// A trajectory in a file: what a scene of ours showed, 60 pictures in a second, and its links.
// Every contestant reads the same ones.
//
//     u32 particle_count, link_count, frame_count
//     u32 links [link_count][2]
//     f32 positions_m [frame_count][particle_count][3]      all little-endian
#ifndef FRAMES_H
#define FRAMES_H

#include <stddef.h>
#include <stdint.h>

enum { FRAMES_PER_S = 60, FRAMES_S = 20, FRAME_COUNT = FRAMES_PER_S * FRAMES_S };

struct frames {
    uint32_t particle_count, link_count, frame_count;
    uint32_t *links;    // [link_count][2]
    float *positions_m; // [frame_count][particle_count][3]
};

// The frames of `folder`/`name` that come at this rate: 60, 30, 20 … Ends the program if it cannot.
struct frames frames_read(const char *folder, const char *name, uint32_t rate_hz);
void frames_release(struct frames *frames);

// [particle_count][3]
const float *frames_at(const struct frames *frames, uint32_t frame);

// CPU seconds that this process has used.
double frames_cpu_s(void);

// Never NULL: it ends the program instead. To be freed.
void *frames_allocate(size_t bytes);

// "name: text" on standard error, and the end.
_Noreturn void frames_fail(const char *name, const char *text);

#endif

// A strand: a row of links solved from its pin to its tip, or from both ends to the middle, all
// sweeps of a substep at once.
//
// A link sees nothing but its own two particles, so that sweep k + 1 may begin a strand while
// sweep k is still on its way along it, two links behind. Each lane is a sweep:
//
//     lane (sweep)      0   1   2   3             at time t lane k solves link t − 2k,
//     time 6   links  ──6───4───2───0──►          from particle t − 2k to t − 2k + 1
//     time 7   links  ──7───5───3───1──►
//
// What lane k has done with both links of a particle is what lane k + 1 meets next: displacements
// move one lane on, a new particle comes in at lane 0, and at the last lane one leaves that is
// done. They stay in registers on the way. What does not change is laid out in planes so that each
// time finds its lanes side by side: links of even numbers apart from odd ones, backwards.
//
// From both ends two streams of lanes run towards each other. The one or two links in the middle
// that know both are solved by the scalar kernel when a lane of each has come to them. Likewise a
// particle that a hand holds is attended to when a lane has done its links, before the next sees
// it.
//
// The bits are those of one sweep after another.
#ifndef STRAND_H
#define STRAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct model;
struct pbd_link;
struct sweep;

enum {
    STRANDS_MAX = 16,
    STRAND_SWEEPS = 16, // at once
    // Planes of a stream: edges before the substep along x, y and z, rest lengths, inverse masses;
    // each for even and for odd numbers.
    STRAND_PLANES = 5,
    STRAND_STREAMS = 2,
};

struct strand {
    uint32_t first;      // particle
    uint32_t first_link; // its place in the model's links
    uint32_t count;      // of links
    bool both_ends;      // else from the first particle to the last
};

struct strands {
    struct strand of[STRANDS_MAX];
    uint32_t count; // 0: the links are no strands
    uint32_t batch; // of links
    float *planes;  // for the longest
};

// What a stream of lanes finds on its way: number i of its particles is `particle + i × step`.
struct strand_stream {
    const float *planes; // [STRAND_PLANES][2][pitch]
    uint32_t pitch;
    uint32_t zero;    // where number 0 is in a plane; 2 comes before it
    uint32_t count;   // of links
    int64_t particle; // number 0
    int64_t step;     // 1 or −1
};

// What the kernel is given.
struct strand_task {
    const struct sweep *sweep;
    struct strand_stream streams[STRAND_STREAMS];
    uint32_t stream_count;
    const struct pbd_link *middle; // [middle_count], none of which is in a stream
    uint32_t middle_count;
    uint32_t sweeps;
    const uint8_t *marked;
    // Solves the links in the middle, on the array of all particles.
    void (*solve_middle)(const struct strand_task *task);
    // One sweep has done all links of a marked particle, whose q is in the array of all particles.
    // With `marked` NULL there is none.
    void (*attend)(const struct strand_task *task, uint32_t particle);
    void *context;
};

// How many floats of memory the planes of a strand of so many links take.
size_t strand_floats(uint32_t links);
// Whether the links of a model are strands, body by body, none longer than its counts say, and
// which.
void strands_find(struct strands *strands, const struct model *model);
// Whether a particle is joined by one of them.
bool strands_have(const struct strands *strands, uint32_t particle);
// The task of one strand, its planes filled; its sweeps, and what has to be attended to, are left
// to the caller.
struct strand_task strand_prepare(const struct strands *strands, const struct strand *strand,
                                  const struct pbd_link *links, const struct sweep *sweep);

#endif

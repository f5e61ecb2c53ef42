#include "strand.h"

#include "distance.h"
#include "pbd/world.h"
#include "row.h"
#include "sweep.h"
#include "world_internal.h"

enum { EDGE_X, EDGE_Y, EDGE_Z, REST, INVERSE_MASS };

#define NO_LINK (-1.0f) // instead of a rest length, where there is no link

// Numbers go from −2 STRAND_SWEEPS to links + 2 STRAND_SWEEPS, two of them to a place.
static uint32_t pitch_of(uint32_t links) {
    return links / 2 + 2 * STRAND_SWEEPS + 4;
}

size_t strand_floats(uint32_t links) {
    return links == 0 ? 0 : 2 * STRAND_PLANES * STRAND_STREAMS * (size_t)pitch_of(links);
}

// ---- what the links are ------------------------------------------------------------------------

static bool is_link_from(const struct pbd_link *link, uint32_t particle) {
    return link->a == particle && link->b == particle + 1;
}

// How many of `left` links follow each other from the first particle on.
static uint32_t count_from_one_end(const struct pbd_link *links, uint32_t left) {
    uint32_t count = 0;
    while (count < left && is_link_from(&links[count], links[0].a + count)) {
        count++;
    }
    return count;
}

// How many of `left` links come from both ends to the middle; 0 if it is not so.
static uint32_t count_from_both_ends(const struct pbd_link *links, uint32_t left) {
    if (left < 3 || links[1].a <= links[0].a || links[1].a - links[0].a >= left) {
        return 0;
    }
    uint32_t count = links[1].a - links[0].a + 1;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_link_from(&links[i], links[0].a + row_from_both_ends(i, count))) {
            return 0;
        }
    }
    return count;
}

// Reads the next strand off the links; false if they are none.
static bool next_strand(const struct pbd_link *links, uint32_t left, struct strand *strand) {
    strand->first = links[0].a;
    strand->count = count_from_both_ends(links, left);
    strand->both_ends = strand->count > 2;
    if (!strand->both_ends) {
        strand->count = count_from_one_end(links, left);
    }
    return strand->count > 0;
}

static const struct batch *only_links(const struct model *m) {
    const struct batch *found = NULL;
    for (uint32_t i = 0; i < m->batch_count; i++) {
        if (m->batches[i].kind == PBD_LINK) {
            if (found != NULL) {
                return NULL;
            }
            found = &m->batches[i];
        }
    }
    return found;
}

void strands_find(struct strands *strands, const struct model *m) {
    uint32_t longest = m->counts.strand_links;
    const struct batch *batch = only_links(m);
    const struct pbd_link *links = m->constraints[PBD_LINK];
    strands->count = 0;
    for (uint32_t i = 0; batch != NULL && longest > 0 && i < batch->count;) {
        struct strand strand = {.first_link = batch->first + i};
        if (strands->count == STRANDS_MAX ||
            !next_strand(&links[strand.first_link], batch->count - i, &strand) ||
            strand.count > longest) {
            strands->count = 0;
            return;
        }
        strands->of[strands->count++] = strand;
        strands->batch = (uint32_t)(batch - m->batches);
        i += strand.count;
    }
}

bool strands_have(const struct strands *strands, uint32_t particle) {
    for (uint32_t i = 0; i < strands->count; i++) {
        const struct strand *strand = &strands->of[i];
        if (particle >= strand->first && particle <= strand->first + strand->count) {
            return true;
        }
    }
    return false;
}

// ---- filling the planes ------------------------------------------------------------------------

// Links of a stream stand `stride` apart in the order of solving.
static void fill(struct strand_stream *stream, float *planes, const struct pbd_link *links,
                 uint32_t stride, const struct sweep *sweep) {
    uint32_t pitch = stream->pitch;
    for (int64_t i = -2 * STRAND_SWEEPS - 2; i < (int64_t)stream->count + 2 * STRAND_SWEEPS + 2;
         i++) {
        bool is_link = i >= 0 && i < stream->count;
        bool is_particle = i >= 0 && i <= stream->count;
        float *at = planes + (i & 1 ? pitch : 0) + stream->zero - (i >> 1);
        int64_t particle = is_particle ? stream->particle + i * stream->step : 0;
        for (uint32_t c = 0; c < 3; c++) {
            at[2 * pitch * c] =
                is_link ? sweep->x[3 * particle + c] - sweep->x[3 * (particle + stream->step) + c]
                        : 0.0f;
        }
        at[2 * pitch * REST] = is_link ? links[i * stride].rest_m : NO_LINK;
        at[2 * pitch * INVERSE_MASS] = is_particle ? sweep->w[particle] : 0.0f;
    }
    stream->planes = planes;
}

static void solve_middle(const struct strand_task *task) {
    distance_project(task->sweep, task->middle, NULL, task->middle_count);
    uint32_t particle = task->middle[0].b;
    if (task->middle_count == 2 && task->marked != NULL && task->marked[particle]) {
        task->attend(task, particle);
    }
}

struct strand_task strand_prepare(const struct strands *strands, const struct strand *strand,
                                  const struct pbd_link *links, const struct sweep *sweep) {
    links += strand->first_link;
    uint32_t middle = strand->both_ends ? 2 - strand->count % 2 : 0;
    uint32_t streams = strand->both_ends ? 2 : 1;
    struct strand_task task = {
        .sweep = sweep,
        .stream_count = streams,
        .middle = links + strand->count - middle,
        .middle_count = middle,
        .solve_middle = solve_middle,
    };
    for (uint32_t i = 0; i < streams; i++) {
        uint32_t count = (strand->count - middle) / streams;
        uint32_t pitch = pitch_of(count);
        struct strand_stream *stream = &task.streams[i];
        *stream = (struct strand_stream){
            .pitch = pitch,
            .zero = pitch - STRAND_SWEEPS - 2,
            .count = count,
            .particle = strand->first + (i == 0 ? 0 : strand->count),
            .step = i == 0 ? 1 : -1,
        };
        size_t floats = 2 * STRAND_PLANES * (size_t)pitch;
        fill(stream, strands->planes + i * floats, links + i, streams, sweep);
    }
    return task;
}

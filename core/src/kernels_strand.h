// The kernel of a strand, a sweep in each lane. strand.h has the drawing.
#ifndef KERNELS_STRAND_H
#define KERNELS_STRAND_H

#include "lanes.h"
#include "strand.h"
#include "sweep.h"

// The lanes of a stream: `vectors` × LANES, sweep after sweep.
struct lanes {
    vec a[STRAND_SWEEPS / LANES][3]; // q of the particle that a link comes from
    vec b[STRAND_SWEEPS / LANES][3]; // and of the one it goes to
    uint32_t marks[2];               // bit k: lane k's a is marked, now and at the time before
};

LANES_INLINE float *q_of(const struct strand_task *task, const struct strand_stream *stream,
                         int64_t number) {
    return &task->sweep->q[3 * (stream->particle + number * stream->step)];
}

// Lane k solves link t − 2k, as distance.c does one.
LANES_INLINE void solve_links(const struct strand_stream *stream, struct lanes *lanes,
                              uint32_t vectors, int64_t t, const mask *in_use, vec stiffness) {
    const size_t plane = 2 * (size_t)stream->pitch;
    const float *here =
        stream->planes + (t & 1 ? stream->pitch : 0) + (int64_t)stream->zero - (t >> 1);
    const float *next =
        stream->planes + (t & 1 ? 0 : stream->pitch) + (int64_t)stream->zero - ((t + 1) >> 1);
    for (uint32_t u = 0; u < vectors; u++) {
        vec(*a) = lanes->a[u];
        vec(*b) = lanes->b[u];
        const float *at = here + u * LANES;
        vec e[3];
        for (uint32_t c = 0; c < 3; c++) {
            e[c] = vec_load(at + c * plane) + (a[c] - b[c]);
        }
        vec rest = vec_load(at + 3 * plane);
        vec wa = vec_load(at + 4 * plane);
        vec wb = vec_load(next + u * LANES + 4 * plane);
        vec weight = wa + wb;
        vec length2 = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
        mask solved = (rest >= vec_all(0.0f)) & (length2 > vec_all(SWEEP_LENGTH2_MIN)) &
                      (weight != vec_all(0.0f)) & in_use[u];
        vec length = vec_sqrt(length2);
        vec s = stiffness * (length - rest) / (length * weight);
        vec sa = vec_where(solved, wa * s);
        vec sb = vec_where(solved, wb * s);
        for (uint32_t c = 0; c < 3; c++) {
            a[c] = a[c] - sa * e[c];
            b[c] = b[c] + sb * e[c];
        }
    }
}

// All lanes' a, where single ones can be looked at.
struct laid_out {
    float a[3][STRAND_SWEEPS];
};

LANES_INLINE void lay_out(const struct lanes *lanes, uint32_t vectors, struct laid_out *out) {
    for (uint32_t u = 0; u < vectors; u++) {
        for (uint32_t c = 0; c < 3; c++) {
            vec_store(&out->a[c][u * LANES], lanes->a[u][c]);
        }
    }
}

LANES_INLINE void take_back(struct lanes *lanes, uint32_t vectors, const struct laid_out *out) {
    for (uint32_t u = 0; u < vectors; u++) {
        for (uint32_t c = 0; c < 3; c++) {
            lanes->a[u][c] = vec_load(&out->a[c][u * LANES]);
        }
    }
}

static void put_down(float *q, const struct laid_out *out, uint32_t lane) {
    for (uint32_t c = 0; c < 3; c++) {
        q[c] = out->a[c][lane];
    }
}

static void pick_up(struct laid_out *out, uint32_t lane, const float *q) {
    for (uint32_t c = 0; c < 3; c++) {
        out->a[c][lane] = q[c];
    }
}

// When lane k of both streams has come to the middle: what is left of its sweep there.
LANES_INLINE void solve_middle(const struct strand_task *task, struct lanes lanes[STRAND_STREAMS],
                               uint32_t vectors, int64_t t, uint32_t sweeps) {
    int64_t behind = t - task->streams[0].count;
    if (behind < 0 || behind % 2 != 0 || behind / 2 >= sweeps) {
        return;
    }
    uint32_t lane = (uint32_t)(behind / 2);
    struct laid_out out[STRAND_STREAMS];
    float *ends[STRAND_STREAMS];
    for (uint32_t i = 0; i < STRAND_STREAMS; i++) {
        ends[i] = q_of(task, &task->streams[i], task->streams[i].count);
        lay_out(&lanes[i], vectors, &out[i]);
        put_down(ends[i], &out[i], lane);
    }
    task->solve_middle(task);
    for (uint32_t i = 0; i < STRAND_STREAMS; i++) {
        pick_up(&out[i], lane, ends[i]);
        take_back(&lanes[i], vectors, &out[i]);
    }
}

// Lane k is done with both links of particle t − 2k, which may be marked.
LANES_INLINE void attend(const struct strand_task *task, const struct strand_stream *stream,
                         struct lanes *lanes, uint32_t vectors, int64_t t, uint32_t sweeps) {
    bool marked = t >= 0 && t <= stream->count && task->marked[stream->particle + t * stream->step];
    uint32_t marks = lanes->marks[1] << 1 | marked;
    lanes->marks[1] = lanes->marks[0];
    lanes->marks[0] = marks;
    uint32_t left = marks & (((uint32_t)1 << sweeps) - 1);
    if (left == 0) {
        return;
    }
    struct laid_out out;
    lay_out(lanes, vectors, &out);
    for (; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        int64_t number = t - 2 * (int64_t)lane;
        float *q = q_of(task, stream, number);
        put_down(q, &out, lane);
        task->attend(task, (uint32_t)(stream->particle + number * stream->step));
        pick_up(&out, lane, q);
    }
    take_back(lanes, vectors, &out);
}

// The last lane's particle is done; each lane's a is the next one's b; a new one comes in.
LANES_INLINE void move_on(const struct strand_task *task, const struct strand_stream *stream,
                          struct lanes *lanes, uint32_t vectors, int64_t t) {
    int64_t leaving = t - 2 * ((int64_t)vectors * LANES - 1);
    if (leaving >= 0) {
        float *q = q_of(task, stream, leaving);
        for (uint32_t c = 0; c < 3; c++) {
            q[c] = lanes->a[vectors - 1][c][LANES - 1];
        }
    }
    const float nothing[3] = {0};
    const float *coming = t + 2 <= stream->count ? q_of(task, stream, t + 2) : nothing;
    for (uint32_t c = 0; c < 3; c++) {
        for (uint32_t u = vectors; u-- > 0;) {
            vec moved = u > 0 ? vec_shift_in(lanes->a[u][c], lanes->a[u - 1][c])
                              : vec_shift_in(lanes->a[u][c], vec_all(coming[c]));
            lanes->a[u][c] = lanes->b[u][c];
            lanes->b[u][c] = moved;
        }
    }
}

// As many sweeps as there are lanes, or fewer.
LANES_INLINE void sweep_lanes(const struct strand_task *task, uint32_t streams, uint32_t vectors,
                              uint32_t sweeps) {
    struct lanes lanes[STRAND_STREAMS];
    memset(lanes, 0, sizeof lanes);
    mask in_use[STRAND_SWEEPS / LANES];
    for (uint32_t u = 0; u < vectors; u++) {
        in_use[u] = mask_first(sweeps > u * LANES ? sweeps - u * LANES : 0);
    }
    const vec stiffness = vec_all(task->sweep->stiffness);
    int64_t end = task->streams[0].count + 2 * ((int64_t)vectors * LANES - 1);
    for (int64_t t = -2; t <= end; t++) {
        for (uint32_t i = 0; i < streams; i++) {
            solve_links(&task->streams[i], &lanes[i], vectors, t, in_use, stiffness);
        }
        if (streams > 1) {
            solve_middle(task, lanes, vectors, t, sweeps);
        }
        for (uint32_t i = 0; i < streams; i++) {
            if (task->marked != NULL) {
                attend(task, &task->streams[i], &lanes[i], vectors, t, sweeps);
            }
            move_on(task, &task->streams[i], &lanes[i], vectors, t);
        }
    }
}

LANES_INLINE void sweep_vectors(const struct strand_task *task, uint32_t vectors, uint32_t sweeps) {
    if (task->stream_count > 1) {
        sweep_lanes(task, 2, vectors, sweeps);
    } else {
        sweep_lanes(task, 1, vectors, sweeps);
    }
}

static void strand_sweeps(const struct strand_task *task) {
    for (uint32_t done = 0; done < task->sweeps;) {
        uint32_t left = task->sweeps - done;
        uint32_t sweeps = left < STRAND_SWEEPS ? left : STRAND_SWEEPS;
        switch ((sweeps + LANES - 1) / LANES) { // each with a number of vectors that is known
        case 1:
            sweep_vectors(task, 1, sweeps);
            break;
#if 2 * LANES <= 16
        case 2:
            sweep_vectors(task, 2, sweeps);
            break;
#endif
#if 4 * LANES <= 16
        case 3:
            sweep_vectors(task, 3, sweeps);
            break;
        case 4:
            sweep_vectors(task, 4, sweeps);
            break;
#endif
        }
        done += sweeps;
    }
}

#endif

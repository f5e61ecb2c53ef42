#include "self_contact.h"

#include <string.h>

#include "coulomb.h"
#include "meeting.h"
#include "segment.h"

// ---- which pairs may meet ----------------------------------------------------------------------

// A search: what it sees, and the way that all have in common.
struct search {
    const struct self_contact *self;
    const float *x, *d;
    float substeps;
    float common[3]; // m per substep
};

// The mean displacement of what can move.
static void find_common_way(struct search *search, uint32_t particles, const float *w) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < particles; i++) {
        for (uint32_t c = 0; c < 3 && w[i] > 0.0f; c++) {
            search->common[c] += search->d[3 * i + c];
        }
        count += w[i] > 0.0f;
    }
    for (uint32_t c = 0; c < 3; c++) {
        search->common[c] = count > 0 ? search->common[c] / (float)count : 0.0f;
    }
}

static float way_between2(const float a[3], const float b[3]) {
    const float e[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sweep_length2(e);
}

static float larger(float a, float b) {
    return a > b ? a : b;
}

static void find_boxes(const struct search *search, const float *w) {
    const struct self_contact *self = search->self;
    for (uint32_t i = 0; i < self->count; i++) {
        const struct self_body *body = &self->bodies[i];
        struct aabb *box = &self->search.boxes[i];
        float way2 = larger(way_between2(&search->d[3 * body->a], search->common),
                            way_between2(&search->d[3 * body->b], search->common));
        float reach_m = 0.5f * (self->thickness_m + self->slack_m) + search->substeps * sqrtf(way2);
        for (uint32_t c = 0; c < 3; c++) {
            float first = search->x[3 * body->a + c];
            float last = search->x[3 * body->b + c];
            box->low[c] = (first < last ? first : last) - reach_m;
            box->high[c] = (first < last ? last : first) + reach_m;
        }
        box->fixed = w[body->a] == 0.0f && w[body->b] == 0.0f;
    }
}

static bool are_neighbours(const struct self_body *one, const struct self_body *other) {
    float between[3];
    for (uint32_t c = 0; c < 3; c++) {
        between[c] = one->place_m[c] - other->place_m[c];
    }
    float apart_m = one->apart_m + other->apart_m;
    return sweep_length2(between) < apart_m * apart_m;
}

static bool may_meet(const void *context, uint32_t i, uint32_t j) {
    const struct search *search = context;
    const struct self_contact *self = search->self;
    const struct self_body *one = &self->bodies[i];
    const struct self_body *other = &self->bodies[j];
    if (are_neighbours(one, other)) {
        return false;
    }
    const float *x = search->x;
    const float *d = search->d;
    float part_a, part_b, e[3];
    segment_nearest(&x[3 * one->a], &x[3 * one->b], &x[3 * other->a], &x[3 * other->b], &part_a,
                    &part_b, e);
    float way2 = larger(larger(way_between2(&d[3 * one->a], &d[3 * other->a]),
                               way_between2(&d[3 * one->a], &d[3 * other->b])),
                        larger(way_between2(&d[3 * one->b], &d[3 * other->a]),
                               way_between2(&d[3 * one->b], &d[3 * other->b])));
    float reach_m = self->thickness_m + self->slack_m + search->substeps * sqrtf(way2);
    return sweep_length2(e) <= reach_m * reach_m;
}

uint64_t self_contact_find(struct self_contact *self, uint32_t particles, const float *x,
                           const float *d, const float *w, float substeps, float slack_m) {
    struct search search = {.self = self, .x = x, .d = d, .substeps = substeps};
    self->searched = true;
    self->slack_m = slack_m;
    self->strayed_m = 0.0f;
    memcpy(self->d, d, 3 * (size_t)particles * sizeof d[0]);
    find_common_way(&search, particles, w);
    find_boxes(&search, w);
    uint64_t dropped = neighbours_find(&self->search, self->count, may_meet, &search);
    self->pair_count = 0;
    for (uint32_t i = 0; i < self->count; i++) {
        const struct self_body *one = &self->bodies[i];
        const uint32_t *found = &self->search.found[(size_t)i * NEIGHBOURS_MAX];
        for (uint32_t k = 0; k < self->search.found_count[i]; k++) {
            const struct self_body *other = &self->bodies[found[k]];
            self->pairs[self->pair_count++] =
                (struct self_pair){.a = {one->a, one->b}, .b = {other->a, other->b}};
        }
    }
    return dropped;
}

bool self_contact_strays(struct self_contact *self, uint32_t particles, const float *d) {
    float furthest2 = 0.0f;
    for (uint32_t i = 0; i < particles; i++) {
        furthest2 = larger(furthest2, way_between2(&d[3 * i], &self->d[3 * i]));
    }
    self->strayed_m += 2.0f * sqrtf(furthest2);
    return self->strayed_m > self->slack_m;
}

// ---- keeping them apart ------------------------------------------------------------------------

// Of a thickness: as far as bodies may move and keep their nearest points.
#define SMALL_MOTION 0.125f

// What the four ends have in the distance of two points. Of a ball, whose ends are one, the first
// counts for both.
struct shares {
    float a[2], b[2];
    float weight; // the sum of w × share²
};

static struct shares shares_of(const struct self_pair *pair, const float *w, float part_a,
                               float part_b) {
    struct shares shares = {.a = {1.0f - part_a, part_a}, .b = {1.0f - part_b, part_b}};
    for (uint32_t end = 0; end < 2; end++) {
        shares.weight += w[pair->a[end]] * shares.a[end] * shares.a[end] +
                         w[pair->b[end]] * shares.b[end] * shares.b[end];
    }
    return shares;
}

// Moves the points apart by `move` × the weight of the shares.
static void push(float *q, const float *w, const struct self_pair *pair,
                 const struct shares *shares, const float move[3]) {
    for (uint32_t end = 0; end < 2; end++) {
        sweep_push(q, pair->a[end], w[pair->a[end]] * shares->a[end], move);
        sweep_push(q, pair->b[end], -w[pair->b[end]] * shares->b[end], move);
    }
}

// The direction of e. If it has none: square to both segments, or up.
static void direction_of(const float e[3], const struct self_pair *pair, const float *x,
                         float direction[3]) {
    float square[3] = {e[0], e[1], e[2]};
    if (!(sweep_length2(square) > SWEEP_LENGTH2_MIN)) {
        float u[3], v[3];
        for (uint32_t c = 0; c < 3; c++) {
            u[c] = x[3 * pair->a[1] + c] - x[3 * pair->a[0] + c];
            v[c] = x[3 * pair->b[1] + c] - x[3 * pair->b[0] + c];
        }
        sweep_cross(u, v, square);
    }
    float length2 = sweep_length2(square);
    bool somewhere = length2 > SWEEP_LENGTH2_MIN;
    float scale = somewhere ? 1.0f / sqrtf(length2) : 0.0f;
    for (uint32_t c = 0; c < 3; c++) {
        direction[c] = square[c] * scale;
    }
    direction[1] = somewhere ? direction[1] : 1.0f;
}

static void nearest_of(const struct self_pair *pair, const float *x, float *part_a, float *part_b,
                       float e[3]) {
    segment_nearest(&x[3 * pair->a[0]], &x[3 * pair->a[1]], &x[3 * pair->b[0]], &x[3 * pair->b[1]],
                    part_a, part_b, e);
}

static void push_out(const struct self_pair *pair, float thickness_m, float most_m, float *x,
                     const float *w) {
    float part_a, part_b, e[3], normal[3], move[3];
    nearest_of(pair, x, &part_a, &part_b, e);
    float distance2 = sweep_length2(e);
    struct shares shares = shares_of(pair, w, part_a, part_b);
    if (distance2 >= thickness_m * thickness_m || shares.weight == 0.0f) {
        return;
    }
    float depth_m = thickness_m - sqrtf(distance2);
    depth_m = depth_m < most_m ? depth_m : most_m;
    direction_of(e, pair, x, normal);
    for (uint32_t c = 0; c < 3; c++) {
        move[c] = depth_m / shares.weight * normal[c];
    }
    push(x, w, pair, &shares, move);
}

static void measure_pair(struct self_pair *pair, float thickness_m, const float *x,
                         const float *w) {
    float e[3];
    nearest_of(pair, x, &pair->parts[0], &pair->parts[1], e);
    direction_of(e, pair, x, pair->normal);
    pair->gap_m = sqrtf(sweep_length2(e)) - thickness_m;
    pair->weight = shares_of(pair, w, pair->parts[0], pair->parts[1]).weight;
    pair->multiplier = 0.0f;
    pair->friction[0] = pair->friction[1] = pair->friction[2] = 0.0f;
}

void self_contact_begin(struct self_contact *self, float substep_s, float *x, const float *w) {
    for (uint32_t i = 0; i < self->pair_count; i++) {
        push_out(&self->pairs[i], self->thickness_m, SELF_PUSH_OUT_SPEED * substep_s, x, w);
    }
    for (uint32_t i = 0; i < self->pair_count; i++) {
        measure_pair(&self->pairs[i], self->thickness_m, x, w);
    }
}

// The ways of the four ends since the substep began.
struct ways {
    float a[2][3], b[2][3];
};

static struct ways ways_of(const struct sweep *sweep, const struct self_pair *pair) {
    struct ways ways;
    for (uint32_t end = 0; end < 2; end++) {
        sweep_way(sweep, pair->a[end], ways.a[end]);
        sweep_way(sweep, pair->b[end], ways.b[end]);
    }
    return ways;
}

// At least the square of what any two points of them have moved against each other: seen from one
// end, (p + q)² ≤ 2 (p² + q²). Of most pairs nothing else is asked, so it asks for no array.
static float shift2_of(const struct sweep *sweep, const struct self_pair *pair) {
    float p2 = 0.0f;
    float first2 = 0.0f;
    float last2 = 0.0f;
    for (uint32_t c = 0; c < 3; c++) {
        float way = sweep_way_along(sweep, pair->a[0], c);
        float p = sweep_way_along(sweep, pair->a[1], c) - way;
        float first = sweep_way_along(sweep, pair->b[0], c) - way;
        float last = sweep_way_along(sweep, pair->b[1], c) - way;
        p2 += p * p;
        first2 += first * first;
        last2 += last * last;
    }
    return 2.0f * (p2 + larger(first2, last2));
}

static void relative_way(const struct ways *ways, const struct shares *shares, float way[3]) {
    for (uint32_t c = 0; c < 3; c++) {
        way[c] = shares->a[0] * ways->a[0][c] + shares->a[1] * ways->a[1][c] -
                 shares->b[0] * ways->b[0][c] - shares->b[1] * ways->b[1][c];
    }
}

// The plane that a pair is kept behind: C = gap + n · way ≥ 0.
struct plane {
    struct shares shares;
    float normal[3];
    float gap_m; // when the substep began
    float way[3];
};

// Where they were nearest when the substep began: as good as where they are nearest now, while
// they have moved little.
static void known_plane(const struct self_pair *pair, const struct ways *ways,
                        struct plane *plane) {
    plane->shares = (struct shares){.a = {1.0f - pair->parts[0], pair->parts[0]},
                                    .b = {1.0f - pair->parts[1], pair->parts[1]},
                                    .weight = pair->weight};
    relative_way(ways, &plane->shares, plane->way);
    memcpy(plane->normal, pair->normal, sizeof plane->normal);
    plane->gap_m = pair->gap_m;
}

// Of two balls the normal is where they met; else it is square to the axes, e, on the side from
// which they came. False if they did not meet on their way from `before` to e.
static bool find_normal(const struct sweep *sweep, const struct self_pair *pair, float thickness_m,
                        const float before[3], const float e[3], struct plane *plane) {
    bool same_side = sweep_dot(e, before) > 0.0f;
    float meet[3], time;
    if ((same_side && sweep_length2(e) >= thickness_m * thickness_m) ||
        !meeting_find(thickness_m, before, plane->way, meet, &time)) {
        return false;
    }
    bool balls = pair->a[0] == pair->a[1] && pair->b[0] == pair->b[1];
    direction_of(balls ? meet : e, pair, sweep->before, plane->normal);
    if (sweep_dot(plane->normal, before) < 0.0f) { // towards where they came from
        for (uint32_t c = 0; c < 3; c++) {
            plane->normal[c] = -plane->normal[c];
        }
    }
    return true;
}

// Where they are nearest now. The side that they were found to be on in this substep stays theirs.
static bool find_plane(const struct sweep *sweep, const struct self_pair *pair,
                       const struct ways *ways, float thickness_m, struct plane *plane) {
    float ends[4][3];
    for (uint32_t end = 0; end < 2; end++) {
        for (uint32_t c = 0; c < 3; c++) {
            ends[end][c] = sweep->before[3 * pair->a[end] + c] + ways->a[end][c];
            ends[2 + end][c] = sweep->before[3 * pair->b[end] + c] + ways->b[end][c];
        }
    }
    float part_a, part_b, e[3], before[3];
    segment_nearest(ends[0], ends[1], ends[2], ends[3], &part_a, &part_b, e);
    plane->shares = shares_of(pair, sweep->w, part_a, part_b);
    relative_way(ways, &plane->shares, plane->way);
    for (uint32_t c = 0; c < 3; c++) {
        before[c] = e[c] - plane->way[c];
    }
    if (pair->multiplier > 0.0f) {
        memcpy(plane->normal, pair->normal, sizeof plane->normal);
    } else if (!find_normal(sweep, pair, thickness_m, before, e, plane)) {
        return false;
    }
    plane->gap_m = sweep_dot(plane->normal, before) - thickness_m;
    return plane->shares.weight > 0.0f;
}

// False if the pair has nothing to keep.
static bool plane_of(const struct sweep *sweep, const struct self_pair *pair, float thickness_m,
                     struct plane *plane) {
    float shift2 = shift2_of(sweep, pair);
    bool out_of_reach = pair->gap_m > 0.0f && shift2 < pair->gap_m * pair->gap_m;
    if ((out_of_reach && pair->multiplier == 0.0f) || pair->weight == 0.0f) {
        return false;
    }
    const struct ways ways = ways_of(sweep, pair);
    if (shift2 > SMALL_MOTION * SMALL_MOTION * thickness_m * thickness_m) {
        return find_plane(sweep, pair, &ways, thickness_m, plane);
    }
    known_plane(pair, &ways, plane);
    return true;
}

static void project(const struct sweep *sweep, struct self_pair *pair, float thickness_m) {
    struct plane plane;
    if (!plane_of(sweep, pair, thickness_m, &plane)) {
        return;
    }
    // What overlapped before the substep is not driven apart by speed.
    float gap_m = plane.gap_m > 0.0f ? plane.gap_m : 0.0f;
    float normal_way = sweep_dot(plane.normal, plane.way);
    float multiplier = pair->multiplier - (gap_m + normal_way) / plane.shares.weight;
    multiplier = multiplier > 0.0f ? multiplier : 0.0f;
    if (multiplier == 0.0f && pair->multiplier == 0.0f) {
        return;
    }
    float move[3], slip[3];
    for (uint32_t c = 0; c < 3; c++) {
        move[c] = (multiplier - pair->multiplier) * plane.normal[c];
        slip[c] = plane.way[c] - normal_way * plane.normal[c];
    }
    pair->multiplier = multiplier;
    memcpy(pair->normal, plane.normal, sizeof pair->normal);
    push(sweep->q, sweep->w, pair, &plane.shares, move);
    coulomb_update(sweep, multiplier, plane.shares.weight, slip, pair->friction, move);
    push(sweep->q, sweep->w, pair, &plane.shares, move);
}

void self_contact_project(const struct sweep *sweep, struct self_contact *self) {
    for (uint32_t i = 0; i < self->pair_count; i++) {
        project(sweep, &self->pairs[i], self->thickness_m);
    }
}

void self_contact_project_one(const struct sweep *sweep, struct self_contact *self, uint32_t pair) {
    project(sweep, &self->pairs[pair], self->thickness_m);
}

uint32_t self_contact_particles(const struct self_contact *self, uint32_t pair,
                                uint32_t particles[4]) {
    const struct self_pair *one = &self->pairs[pair];
    const uint32_t ends[4] = {one->a[0], one->a[1], one->b[0], one->b[1]};
    uint32_t count = 0;
    for (uint32_t i = 0; i < 4; i++) {
        if (i % 2 == 0 || ends[i] != ends[i - 1]) {
            particles[count++] = ends[i];
        }
    }
    return count;
}

void self_contact_evaluate(const struct sweep *sweep, const struct self_contact *self,
                           uint32_t pair, float *value, float gradients[4][3]) {
    const struct self_pair *one = &self->pairs[pair];
    struct plane plane;
    *value = 0.0f;
    memset(gradients, 0, 4 * sizeof gradients[0]);
    if (!plane_of(sweep, one, self->thickness_m, &plane)) {
        return;
    }
    *value = (plane.gap_m > 0.0f ? plane.gap_m : 0.0f) + sweep_dot(plane.normal, plane.way);
    const float shares[4] = {plane.shares.a[0], plane.shares.a[1], -plane.shares.b[0],
                             -plane.shares.b[1]};
    uint32_t particles[4];
    uint32_t count = self_contact_particles(self, pair, particles);
    bool first_is_ball = one->a[0] == one->a[1];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t end = i > 0 && first_is_ball ? i + 1 : i;
        for (uint32_t c = 0; c < 3; c++) {
            gradients[i][c] = shares[end] * plane.normal[c];
        }
    }
}

float self_contact_overlap(const struct self_contact *self, const float *x) {
    float thickness_m = self->thickness_m / (1.0f + SELF_THICKNESS_MARGIN);
    float least2 = thickness_m * thickness_m;
    for (uint32_t i = 0; i < self->pair_count; i++) {
        float part_a, part_b, e[3];
        nearest_of(&self->pairs[i], x, &part_a, &part_b, e);
        float distance2 = sweep_length2(e);
        least2 = distance2 < least2 ? distance2 : least2;
    }
    return thickness_m - sqrtf(least2);
}

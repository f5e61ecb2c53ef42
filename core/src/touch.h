// What is done to one pair of bodies after another, each seeing what became of those before it.
// With x, y and z in one vector: it is included where it is to be built, for every processor or for
// those that have more.
#ifndef TOUCH_H
#define TOUCH_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "coulomb.h"
#include "meeting.h"
#include "segment.h"
#include "self_contact.h"
#include "sweep.h"
#include "xyz.h"

static inline float touch_larger(float a, float b) {
    return a > b ? a : b;
}

// The ends of both.
struct touch_ends {
    xyz a[2], b[2];
};

static inline struct touch_ends touch_ends(const xyz *rows, const struct self_pair *pair) {
    return (struct touch_ends){.a = {rows[pair->a[0]], rows[pair->a[1]]},
                               .b = {rows[pair->b[0]], rows[pair->b[1]]}};
}

static inline xyz touch_nearest(const struct touch_ends *ends, float *part_a, float *part_b) {
    return segment_nearest(ends->a[0], ends->a[1], ends->b[0], ends->b[1], part_a, part_b);
}

// ---- removing overlap --------------------------------------------------------------------------

// What the four ends have in the distance of two points. Of a ball, whose ends are one, the first
// counts for both.
struct touch_shares {
    xyz a[2], b[2]; // the same for x, y and z
    float weight;   // the sum of w × share²
};

static inline struct touch_shares touch_shares(const struct self_pair *pair, const float *w,
                                               float part_a, float part_b) {
    const float a[2] = {1.0f - part_a, part_a};
    const float b[2] = {1.0f - part_b, part_b};
    struct touch_shares shares = {.weight = 0.0f};
    for (uint32_t end = 0; end < 2; end++) {
        shares.a[end] = xyz_all(a[end]);
        shares.b[end] = xyz_all(b[end]);
        shares.weight += w[pair->a[end]] * a[end] * a[end] + w[pair->b[end]] * b[end] * b[end];
    }
    return shares;
}

// Moves the points apart by `move` × the weight of the shares.
static inline void touch_push(xyz *rows, const float *w, const struct self_pair *pair,
                              const struct touch_shares *shares, xyz move) {
    for (uint32_t end = 0; end < 2; end++) {
        rows[pair->a[end]] += w[pair->a[end]] * shares->a[end] * move;
        rows[pair->b[end]] += -w[pair->b[end]] * shares->b[end] * move;
    }
}

// The direction of e. If it has none: square to both segments, or up.
static inline xyz touch_direction(xyz e, const struct touch_ends *ends) {
    if (!(xyz_length2(e) > SWEEP_LENGTH2_MIN)) {
        float u[3], v[3], square[3];
        xyz_store(u, ends->a[1] - ends->a[0]);
        xyz_store(v, ends->b[1] - ends->b[0]);
        sweep_cross(u, v, square);
        e = xyz_load(square);
    }
    float length2 = xyz_length2(e);
    bool somewhere = length2 > SWEEP_LENGTH2_MIN;
    xyz direction = e * (somewhere ? 1.0f / sqrtf(length2) : 0.0f);
    direction[1] = somewhere ? direction[1] : 1.0f;
    return direction;
}

// As a part of the longest edge between ends, more than what rounding makes of a distance: each of
// the three sums below is off by 11 × 2⁻²⁴ of it at most, and a distance by 18.
#define ROUNDING 0x1p-17f

// Whether they are certainly further apart than the thickness: they are along the normal that they
// had, which is as good as any.
static inline bool touch_are_apart(const struct self_pair *pair, const struct touch_ends *ends,
                                   float thickness_m) {
    xyz a = ends->a[1] - ends->a[0];
    xyz first = ends->b[0] - ends->a[0];
    xyz last = ends->b[1] - ends->a[0];
    float along_a = touch_larger(-xyz_dot(pair->plane, a), 0.0f);
    float along_b = touch_larger(xyz_dot(pair->plane, first), xyz_dot(pair->plane, last));
    float longest2 = xyz_sum(a * a + xyz_larger(first * first, last * last));
    return -along_a - along_b - thickness_m > ROUNDING * sqrtf(longest2);
}

static inline void touch_push_out_one(const struct self_pair *pair, float thickness_m, float most_m,
                                      xyz *x, const float *w) {
    const struct touch_ends ends = touch_ends(x, pair);
    if (touch_are_apart(pair, &ends, thickness_m)) {
        return;
    }
    float part_a, part_b;
    xyz e = touch_nearest(&ends, &part_a, &part_b);
    float distance2 = xyz_length2(e);
    struct touch_shares shares = touch_shares(pair, w, part_a, part_b);
    if (distance2 >= thickness_m * thickness_m || shares.weight == 0.0f) {
        return;
    }
    float depth_m = thickness_m - sqrtf(distance2);
    depth_m = depth_m < most_m ? depth_m : most_m;
    touch_push(x, w, pair, &shares, depth_m / shares.weight * touch_direction(e, &ends));
}

static inline void touch_push_out(const struct self_contact *self, float most_m, const float *w) {
    for (uint32_t i = 0; i < self->pair_count; i++) {
        touch_push_out_one(&self->pairs[i], self->thickness_m, most_m, self->rows, w);
    }
}

// ---- keeping them apart ------------------------------------------------------------------------

// Of a thickness: as far as bodies may move and keep their nearest points.
#define SMALL_MOTION 0.125f
// Half, and less by more than rounding makes of a sum.
#define LITTLE (0.5f * (1.0f - 0x1p-20f))

// The ways of their ends since the substep began.
static inline struct touch_ends touch_ways(const struct sweep *sweep, const xyz *q,
                                           const struct self_pair *pair, bool plain) {
    struct touch_ends ways = touch_ends(q, pair);
    for (uint32_t end = 0; end < 2 && plain; end++) {
        ways.a[end] -= xyz_load(&sweep->before[3 * pair->a[end]]);
        ways.b[end] -= xyz_load(&sweep->before[3 * pair->b[end]]);
    }
    return ways;
}

// At least the square of what any two points of them have moved against each other: seen from one
// end, (p + q)² ≤ 2 (p² + q²).
static inline float touch_shift2(const struct touch_ends *ways) {
    return 2.0f * (xyz_length2(ways->a[1] - ways->a[0]) +
                   touch_larger(xyz_length2(ways->b[0] - ways->a[0]),
                                xyz_length2(ways->b[1] - ways->a[0])));
}

static inline float touch_small2(float thickness_m) {
    return SMALL_MOTION * SMALL_MOTION * thickness_m * thickness_m;
}

// Whether shift2 is certainly small. Twice this sum is as much at least, all but rounding, and
// costs less.
static inline bool touch_moved_little(const struct touch_ends *ways, float thickness_m) {
    xyz p = ways->a[1] - ways->a[0];
    xyz first = ways->b[0] - ways->a[0];
    xyz last = ways->b[1] - ways->a[0];
    float sum = xyz_sum(p * p + xyz_larger(first * first, last * last));
    return sum < LITTLE * touch_small2(thickness_m);
}

static inline xyz touch_relative_way(const struct touch_ends *ways,
                                     const struct touch_shares *shares) {
    return shares->a[0] * ways->a[0] + shares->a[1] * ways->a[1] - shares->b[0] * ways->b[0] -
           shares->b[1] * ways->b[1];
}

// The plane that a pair is kept behind: C = gap + n · way ≥ 0.
struct touch_plane {
    struct touch_shares shares;
    xyz normal;
    float gap_m; // when the substep began
    xyz way;
};

// Where they were nearest when the substep began: as good as where they are nearest now, while
// they have moved little.
static inline struct touch_plane touch_known_plane(const struct self_pair *pair,
                                                   const struct touch_ends *ways) {
    const xyz part_a = xyz_all(pair->parts[0]);
    const xyz part_b = xyz_all(pair->parts[1]);
    struct touch_plane plane = {.shares = {.a = {1.0f - part_a, part_a},
                                           .b = {1.0f - part_b, part_b},
                                           .weight = pair->weight},
                                .normal = xyz_only(pair->plane),
                                .gap_m = pair->gap_m};
    plane.way = touch_relative_way(ways, &plane.shares);
    return plane;
}

// Of two balls the normal is where they met; else it is square to the axes, e, on the side from
// which they came. False if they did not meet on their way from `before` to e.
static inline bool touch_find_normal(const struct self_pair *pair, float thickness_m,
                                     const struct touch_ends *ends_before, xyz before, xyz e,
                                     struct touch_plane *plane) {
    bool same_side = xyz_dot(e, before) > 0.0f;
    float from[3], way[3], meet[3], time;
    xyz_store(from, before);
    xyz_store(way, plane->way);
    if ((same_side && xyz_length2(e) >= thickness_m * thickness_m) ||
        !meeting_find(thickness_m, from, way, meet, &time)) {
        return false;
    }
    bool balls = pair->a[0] == pair->a[1] && pair->b[0] == pair->b[1];
    plane->normal = touch_direction(balls ? xyz_load(meet) : e, ends_before);
    if (xyz_dot(plane->normal, before) < 0.0f) { // towards where they came from
        plane->normal = -plane->normal;
    }
    return true;
}

static inline struct touch_ends touch_ends_before(const struct sweep *sweep,
                                                  const struct self_pair *pair) {
    struct touch_ends ends;
    for (uint32_t end = 0; end < 2; end++) {
        ends.a[end] = xyz_load(&sweep->before[3 * pair->a[end]]);
        ends.b[end] = xyz_load(&sweep->before[3 * pair->b[end]]);
    }
    return ends;
}

// Where they are nearest now. The side that they were found to be on in this substep stays theirs.
static inline bool touch_find_plane(const struct sweep *sweep, const struct self_pair *pair,
                                    const struct touch_ends *ways, float thickness_m,
                                    struct touch_plane *plane) {
    const struct touch_ends from = touch_ends_before(sweep, pair);
    const struct touch_ends now = {.a = {from.a[0] + ways->a[0], from.a[1] + ways->a[1]},
                                   .b = {from.b[0] + ways->b[0], from.b[1] + ways->b[1]}};
    float part_a, part_b;
    xyz e = touch_nearest(&now, &part_a, &part_b);
    plane->shares = touch_shares(pair, sweep->w, part_a, part_b);
    plane->way = touch_relative_way(ways, &plane->shares);
    xyz before = e - plane->way;
    if (pair->multiplier > 0.0f) {
        plane->normal = xyz_only(pair->plane);
    } else if (!touch_find_normal(pair, thickness_m, &from, before, e, plane)) {
        return false;
    }
    plane->gap_m = touch_larger(xyz_dot(plane->normal, before) - thickness_m, 0.0f);
    return plane->shares.weight > 0.0f;
}

// Whether a pair that has not touched is too far apart for what it has moved, or cannot be moved.
static inline bool touch_is_out_of_reach(const struct self_pair *pair,
                                         const struct touch_ends *ways) {
    return touch_shift2(ways) < pair->gap_m * pair->gap_m || pair->weight == 0.0f;
}

// False if the pair has nothing to keep.
static inline bool touch_plane(const struct sweep *sweep, const struct self_pair *pair,
                               const struct touch_ends *ways, float thickness_m,
                               struct touch_plane *plane) {
    if (pair->multiplier == 0.0f && touch_is_out_of_reach(pair, ways)) {
        return false;
    }
    if (touch_shift2(ways) > touch_small2(thickness_m)) {
        return touch_find_plane(sweep, pair, ways, thickness_m, plane);
    }
    *plane = touch_known_plane(pair, ways);
    return true;
}

// Keeps a pair behind the plane, and lets it slide along it. False if there was nothing to do.
static inline bool touch_keep_behind(const struct sweep *sweep, struct self_pair *pair,
                                     const struct touch_plane *plane, xyz *q) {
    float normal_way = xyz_dot(plane->normal, plane->way);
    float multiplier = pair->multiplier - (plane->gap_m + normal_way) / plane->shares.weight;
    multiplier = multiplier > 0.0f ? multiplier : 0.0f;
    if (multiplier == 0.0f && pair->multiplier == 0.0f) {
        return false;
    }
    touch_push(q, sweep->w, pair, &plane->shares, (multiplier - pair->multiplier) * plane->normal);
    xyz friction = xyz_only(pair->pushed);
    xyz slip = plane->way - normal_way * plane->normal;
    xyz wanted = friction - slip / plane->shares.weight;
    wanted *= coulomb_part(sweep, multiplier, xyz_length2(wanted));
    touch_push(q, sweep->w, pair, &plane->shares, wanted - friction);
    pair->pushed = wanted;
    pair->multiplier = multiplier;
    return true;
}

// A pair that may have moved far.
static __attribute__((noinline)) void
touch_project_far(const struct sweep *sweep, struct self_pair *pair, float thickness_m, xyz *q) {
    const struct touch_ends ways = touch_ways(sweep, q, pair, sweep->x == NULL);
    struct touch_plane plane;
    if (touch_plane(sweep, pair, &ways, thickness_m, &plane) &&
        touch_keep_behind(sweep, pair, &plane, q)) {
        xyz_store(pair->normal, plane.normal);
    }
}

static inline void touch_project_one(const struct sweep *sweep, struct self_pair *pair,
                                     float thickness_m, xyz *q, bool plain) {
    const struct touch_ends ways = touch_ways(sweep, q, pair, plain);
    if (!touch_moved_little(&ways, thickness_m)) {
        touch_project_far(sweep, pair, thickness_m, q);
        return;
    }
    const struct touch_plane plane = touch_known_plane(pair, &ways);
    bool is_kept = plane.gap_m + xyz_dot(plane.normal, plane.way) >= 0.0f;
    if (pair->multiplier == 0.0f && (is_kept || touch_is_out_of_reach(pair, &ways))) {
        return;
    }
    touch_keep_behind(sweep, pair, &plane, q);
}

// The form is a constant argument where this is called.
static inline __attribute__((always_inline)) void
touch_project_in(const struct sweep *sweep, const struct self_contact *self, bool plain) {
    const float thickness_m = self->thickness_m;
    xyz *q = self->rows;
    struct self_pair *end = self->pairs + self->pair_count;
    for (struct self_pair *pair = self->pairs; pair < end; pair++) {
        touch_project_one(sweep, pair, thickness_m, q, plain);
    }
}

static inline void touch_project(const struct sweep *sweep, const struct self_contact *self) {
    if (sweep->x == NULL) {
        touch_project_in(sweep, self, true);
    } else {
        touch_project_in(sweep, self, false);
    }
}

#endif

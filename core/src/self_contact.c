#include "self_contact.h"

#include <string.h>

#include "kernels.h"
#include "touch.h"

// Three floats of each particle, of which there is one at least, in a row of four. The fourth does
// not count, so that it may be the first of the next.
static void take_rows(xyz *rows, const float *from, uint32_t particles) {
    for (uint32_t i = 0; i + 1 < particles; i++) {
        memcpy(&rows[i], &from[3 * i], sizeof rows[i]);
    }
    rows[particles - 1] = xyz_load(&from[3 * (particles - 1)]);
}

static void give_rows(float *to, const xyz *rows, uint32_t particles) {
    for (uint32_t i = 0; i + 1 < particles; i++) {
        memcpy(&to[3 * i], &rows[i], sizeof rows[i]);
    }
    xyz_store(&to[3 * (particles - 1)], rows[particles - 1]);
}

// ---- which pairs may meet ----------------------------------------------------------------------

// The mean displacement of what can move.
static xyz common_way(const xyz *d, uint32_t particles, const float *w) {
    xyz sum = (xyz){0.0f};
    uint32_t count = 0;
    for (uint32_t i = 0; i < particles; i++) {
        sum = w[i] > 0.0f ? sum + d[i] : sum;
        count += w[i] > 0.0f;
    }
    return count > 0 ? sum / (float)count : (xyz){0.0f};
}

static void find_shapes(const struct self_contact *self, struct self_shape *shapes) {
    for (uint32_t i = 0; i < self->count; i++) {
        const struct self_body *body = &self->bodies[i];
        struct self_shape *shape = &shapes[i];
        shape->x[0] = self->rows[body->a];
        shape->x[1] = self->rows[body->b];
        shape->d[0] = self->d[body->a];
        shape->d[1] = self->d[body->b];
        memcpy(shape->place_m, body->place_m, sizeof shape->place_m);
        shape->apart_m = body->apart_m;
    }
}

static void find_boxes(const struct self_contact *self, const struct self_search *search,
                       xyz common, const float *w) {
    for (uint32_t i = 0; i < self->count; i++) {
        const struct self_shape *shape = &search->shapes[i];
        struct aabb *box = &self->search.boxes[i];
        float way2 =
            touch_larger(xyz_length2(shape->d[0] - common), xyz_length2(shape->d[1] - common));
        float reach_m =
            0.5f * (search->thickness_m + search->slack_m) + search->substeps * sqrtf(way2);
        xyz_mask rises = shape->x[0] < shape->x[1];
        xyz_store(box->low, xyz_select(rises, shape->x[0], shape->x[1]) - reach_m);
        xyz_store(box->high, xyz_select(rises, shape->x[1], shape->x[0]) + reach_m);
        box->fixed = w[self->bodies[i].a] == 0.0f && w[self->bodies[i].b] == 0.0f;
    }
}

static bool are_neighbours(const struct self_shape *one, const struct self_shape *other) {
    float apart_m = one->apart_m + other->apart_m;
    return xyz_length2(one->place - other->place) < apart_m * apart_m;
}

// At most the square of what two ends come nearer in a substep.
static float way2_between(const struct self_shape *one, const struct self_shape *other) {
    return touch_larger(
        touch_larger(xyz_length2(one->d[0] - other->d[0]), xyz_length2(one->d[0] - other->d[1])),
        touch_larger(xyz_length2(one->d[1] - other->d[0]), xyz_length2(one->d[1] - other->d[1])));
}

// Whether their distance is within what they may come nearer.
static bool may_meet(const struct self_search *search, const struct self_shape *one,
                     const struct self_shape *other) {
    float part_a, part_b;
    xyz e = segment_nearest(one->x[0], one->x[1], other->x[0], other->x[1], &part_a, &part_b);
    float reach_m =
        search->thickness_m + search->slack_m + search->substeps * sqrtf(way2_between(one, other));
    return xyz_length2(e) <= reach_m * reach_m;
}

static uint32_t keep_near(const struct self_search *search, struct neighbour_pair *pairs,
                          uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        const struct self_shape *one = &search->shapes[pairs[k].i];
        const struct self_shape *other = &search->shapes[pairs[k].j];
        if (!are_neighbours(one, other) && may_meet(search, one, other)) {
            pairs[kept++] = pairs[k];
        }
    }
    return kept;
}

static uint32_t keep_those_that_may_meet(const void *context, struct neighbour_pair *pairs,
                                         uint32_t count) {
    const struct self_search *search = context;
    return search->kernels != NULL ? search->kernels->keep_near(search, pairs, count)
                                   : keep_near(search, pairs, count);
}

// In order of the bodies' numbers.
static void make_pairs(struct self_contact *self) {
    self->pair_count = 0;
    for (uint32_t i = 0; i < self->count; i++) {
        const struct self_body *one = &self->bodies[i];
        const uint32_t *found = &self->search.found[(size_t)i * NEIGHBOURS_MAX];
        for (uint32_t k = 0; k < self->search.found_count[i]; k++) {
            const struct self_body *other = &self->bodies[found[k]];
            struct self_pair *pair = &self->pairs[self->pair_count++];
            pair->a[0] = one->a;
            pair->a[1] = one->b;
            pair->b[0] = other->a;
            pair->b[1] = other->b;
        }
    }
}

uint64_t self_contact_find(struct self_contact *self, uint32_t particles, const float *x,
                           const float *d, const float *w, float substeps, float slack_m,
                           const struct kernels *kernels) {
    self->kernels = kernels;
    self->particles = particles;
    take_rows(self->rows, x, particles);
    take_rows(self->d, d, particles);
    find_shapes(self, self->shapes);
    const struct self_search search = {.kernels = kernels,
                                       .shapes = self->shapes,
                                       .thickness_m = self->thickness_m,
                                       .slack_m = slack_m,
                                       .substeps = substeps};
    find_boxes(self, &search, common_way(self->d, particles, w), w);
    uint64_t dropped =
        neighbours_find(&self->search, self->count, kernels, keep_those_that_may_meet, &search);
    make_pairs(self);
    self->searched = true;
    self->measured = false;
    self->slack_m = slack_m;
    self->strayed_m = 0.0f;
    return dropped;
}

bool self_contact_strays(struct self_contact *self, uint32_t particles, const float *d) {
    float furthest2 = 0.0f;
    for (uint32_t i = 0; i < particles; i++) {
        furthest2 = touch_larger(furthest2, xyz_length2(xyz_load(&d[3 * i]) - self->d[i]));
    }
    self->strayed_m += 2.0f * sqrtf(furthest2);
    return self->strayed_m > self->slack_m;
}

// ---- keeping them apart ------------------------------------------------------------------------

static void measure_pair(struct self_pair *pair, float thickness_m, const xyz *x, const float *w) {
    const struct touch_ends ends = touch_ends(x, pair);
    xyz e = touch_nearest(&ends, &pair->parts[0], &pair->parts[1]);
    pair->plane = touch_direction(e, &ends);
    // What overlapped before the substep is not driven apart by speed.
    pair->gap_m = touch_larger(sqrtf(xyz_length2(e)) - thickness_m, 0.0f);
    pair->weight = touch_shares(pair, w, pair->parts[0], pair->parts[1]).weight;
    pair->pushed = (xyz){0.0f};
}

// Kernels measure what they can.
static void measure_pairs(struct self_contact *self, const float *w) {
    uint32_t lanes = self->kernels != NULL ? self->kernels->lanes : self->pair_count;
    for (uint32_t i = 0; i < self->pair_count;) {
        i = self->kernels != NULL ? self->kernels->measure_pairs(self, w, i) : i;
        for (uint32_t k = 0; k < lanes && i < self->pair_count; k++, i++) {
            measure_pair(&self->pairs[i], self->thickness_m, self->rows, w);
        }
    }
    self->measured = true;
}

void self_contact_begin(struct self_contact *self, float substep_s, float *x, const float *w) {
    if (self->pair_count == 0) {
        return;
    }
    take_rows(self->rows, x, self->particles);
    if (!self->measured) {
        measure_pairs(self, w);
    }
    float most_m = SELF_PUSH_OUT_SPEED * substep_s;
    if (self->kernels != NULL) {
        self->kernels->push_out_pairs(self, most_m, w);
    } else {
        touch_push_out(self, most_m, w);
    }
    measure_pairs(self, w);
    give_rows(x, self->rows, self->particles);
}

void self_contact_project(const struct sweep *sweep, struct self_contact *self) {
    if (self->pair_count == 0) {
        return;
    }
    take_rows(self->rows, sweep->q, self->particles);
    if (self->kernels != NULL) {
        self->kernels->project_pairs(sweep, self);
    } else {
        touch_project(sweep, self);
    }
    give_rows(sweep->q, self->rows, self->particles);
}

void self_contact_project_one(const struct sweep *sweep, struct self_contact *self, uint32_t pair) {
    take_rows(self->rows, sweep->q, self->particles);
    touch_project_one(sweep, &self->pairs[pair], self->thickness_m, self->rows, sweep->x == NULL);
    give_rows(sweep->q, self->rows, self->particles);
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
    take_rows(self->rows, sweep->q, self->particles);
    const struct touch_ends ways = touch_ways(sweep, self->rows, one, sweep->x == NULL);
    struct touch_plane plane;
    *value = 0.0f;
    memset(gradients, 0, 4 * sizeof gradients[0]);
    if (!touch_plane(sweep, one, &ways, self->thickness_m, &plane)) {
        return;
    }
    *value = plane.gap_m + xyz_dot(plane.normal, plane.way);
    const float shares[4] = {plane.shares.a[0][0], plane.shares.a[1][0], -plane.shares.b[0][0],
                             -plane.shares.b[1][0]};
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
    if (self->pair_count > 0) {
        take_rows(self->rows, x, self->particles);
    }
    for (uint32_t i = 0; i < self->pair_count; i++) {
        const struct touch_ends ends = touch_ends(self->rows, &self->pairs[i]);
        float part_a, part_b;
        float distance2 = xyz_length2(touch_nearest(&ends, &part_a, &part_b));
        least2 = distance2 < least2 ? distance2 : least2;
    }
    return thickness_m - sqrtf(least2);
}

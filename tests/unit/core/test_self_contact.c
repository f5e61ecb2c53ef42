#include "self_contact.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "coulomb.h"
#include "kernels.h"
#include "meeting.h"
#include "segment.h"
#include "worlds.h"

// Two segments of the particles 0 1 and 2 3, in links of their own.
static float thickness_m;

static void two_segments(struct pbd_builder *builder) {
    pbd_builder_thickness(builder, thickness_m);
    pbd_builder_body(builder, 0, 1);
    pbd_builder_body(builder, 2, 3);
}

static void two_balls(struct pbd_builder *builder) {
    pbd_builder_thickness(builder, thickness_m);
    pbd_builder_body(builder, 0, 0);
    pbd_builder_body(builder, 1, 1);
}

static const struct body_pair two_links[] = {{0, 1, 1.0f}, {2, 3, 1.0f}};

static struct pbd_world *segments_world(const struct body_particle particles[4], float thickness,
                                        const char *settings) {
    static struct body body;
    body = (struct body){.particles = particles,
                         .particle_count = 4,
                         .links = two_links,
                         .link_count = 2,
                         .more = {.bodies = 2},
                         .build_more = two_segments};
    thickness_m = thickness;
    return body_world(&body, "%s", settings);
}

static xyz edge(const struct pbd_world *world) {
    float s, t;
    return segment_nearest(xyz_load(position(world, 0)), xyz_load(position(world, 1)),
                           xyz_load(position(world, 2)), xyz_load(position(world, 3)), &s, &t);
}

static double distance(const struct pbd_world *world) {
    return sqrt((double)xyz_length2(edge(world)));
}

// How far above the first the second is, where they are nearest.
static double height(const struct pbd_world *world) {
    return -(double)edge(world)[1];
}

// Overlap that is there at the start is no reason to fly apart.
Test(self_contact, parallel_segments_that_overlap_separate_without_gaining_speed) {
    const struct body_particle particles[4] = {{{0, 0, 0}, {0}, 1},
                                               {{1, 0, 0}, {0}, 1},
                                               {{0, 0.004f, 0}, {0}, 1},
                                               {{1, 0.004f, 0}, {0}, 1}};
    struct pbd_world *world = segments_world(particles, 0.01f, "gravity=0");
    for (int i = 0; i < 60; i++) {
        pbd_world_step(world);
        cr_assert(fastest(world) < 1e-5, "%g m/s", fastest(world));
    }
    cr_assert(distance(world) >= 0.01, "%g", distance(world));
    cr_assert(fabs((double)position(world, 0)[1] + (double)position(world, 2)[1] - 0.004) < 1e-6,
              "their centre stays");
    pbd_world_destroy(world);
}

Test(self_contact, in_one_place_segments_are_parted_square_to_both) {
    const struct body_particle particles[4] = {{{-0.5f, 0, 0}, {0}, 1},
                                               {{0.5f, 0, 0}, {0}, 1},
                                               {{0, 0, -0.5f}, {0}, 1},
                                               {{0, 0, 0.5f}, {0}, 1}};
    struct pbd_world *world = segments_world(particles, 0.02f, "gravity=0");
    run_steps(world, 30);
    cr_assert(distance(world) >= 0.02);
    cr_assert(fabs(height(world)) > 0.0199, "along y");
    cr_assert(fastest(world) < 1e-5);
    pbd_world_destroy(world);
}

Test(self_contact, what_is_further_apart_than_the_thickness_moves_as_if_alone) {
    const struct body_particle particles[4] = {{{-0.5f, 0, 0}, {0.3f, 0, 0}, 1},
                                               {{0.5f, 0, 0}, {0.3f, 0, 0}, 1},
                                               {{0, 0.03f, -0.5f}, {0.3f, 0, 0}, 1},
                                               {{0, 0.03f, 0.5f}, {0.3f, 0, 0}, 1}};
    struct pbd_world *near = segments_world(particles, 0.02f, "");
    run_steps(near, 60);
    cr_assert_float_eq(distance(near), 0.03, 1e-6);
    cr_assert_float_eq(position(near, 0)[0], -0.5 + 0.3, 1e-5);
    pbd_world_destroy(near);
}

// A body of 2 kg comes down on one of 2 kg at rest: what they have together stays, they part no
// faster than they met, and neither is on the other side.
Test(self_contact, segments_that_meet_keep_their_momentum_and_their_sides) {
    uint64_t seed = 5;
    for (int round = 0; round < 200; round++) {
        float turn = (float)random_between(&seed, -0.4, 0.4);
        float aside = (float)random_between(&seed, -0.3, 0.3);
        float fall = -(float)random_between(&seed, 0.1, 4.8); // a thickness per step at 240
        float half = sqrtf(0.25f - turn * turn);
        const struct body_particle particles[4] = {{{-half, 0, -turn}, {0}, 1},
                                                   {{half, 0, turn}, {0}, 1},
                                                   {{aside, 0.1f, -0.5f}, {0, fall, 0}, 1},
                                                   {{aside, 0.1f, 0.5f}, {0, fall, 0}, 1}};
        struct pbd_world *world = segments_world(particles, 0.02f, "gravity=0 rate=240");
        for (int i = 0; i < (int)(24.0f / -fall) + 10; i++) { // until a little after they met
            pbd_world_step(world);
            double momentum = 0.0;
            for (uint32_t p = 0; p < 4; p++) {
                float v[3];
                pbd_world_velocity(world, p, v);
                momentum += (double)v[1];
            }
            cr_assert_float_eq(momentum, 2.0 * (double)fall, 2e-4);
            cr_assert(height(world) > 0.0, "through at %g m/s", (double)fall);
            cr_assert(distance(world) > 0.95 * 0.02, "%g", distance(world));
            cr_assert(kinetic_energy(world) < (double)(fall * fall) * 1.001, "%g",
                      kinetic_energy(world) / (double)(fall * fall));
        }
        cr_assert(speed(world, 0) > 0.01 || speed(world, 1) > 0.01, "they have met");
        pbd_world_destroy(world);
    }
}

// Of balls the way is followed exactly, however fast they are.
Test(self_contact, balls_do_not_pass_through_each_other_at_the_greatest_speed) {
    static const struct body_particle particles[2] = {{{0, 0, 0}, {-50, 0, 0}, 1},
                                                      {{-2, 0.015f, 0}, {50, 0, 0}, 1}};
    static const struct body body = {.particles = particles,
                                     .particle_count = 2,
                                     .more = {.bodies = 2},
                                     .build_more = two_balls};
    thickness_m = 0.02f;
    struct pbd_world *world = body_world(&body, "gravity=0 friction=0");
    run_steps(world, 3);
    float v[3];
    pbd_world_velocity(world, 0, v);
    cr_assert(v[0] > -45.0f, "they hit off centre: %g", (double)v[0]);
    cr_assert(v[1] < 0.0f, "and turn each other aside");
    pbd_world_destroy(world);
}

// A bead slides along a fixed one under its own weight only if friction lets it.
static double slide(const char *settings) {
    const struct body_particle particles[4] = {{{-1, 0, 0}, {0}, 0},
                                               {{1, 0, 0}, {0}, 0},
                                               {{0, 0.0212f, -0.5f}, {1, 0, 0}, 1},
                                               {{0, 0.0212f, 0.5f}, {1, 0, 0}, 1}};
    struct pbd_world *world = segments_world(particles, 0.02f, settings);
    run_steps(world, 120);
    double x = (double)position(world, 2)[0];
    cr_assert(distance(world) > 0.019, "%g", distance(world));
    pbd_world_destroy(world);
    return x;
}

// It starts at 1 m/s: v²/2μg = 0.102 m at μ = 0.5.
Test(self_contact, friction_stops_what_slides_over_another_after_the_way_that_theory_says) {
    cr_assert_float_eq(slide("rate=240 friction=0.5 sliding_friction=0.5"), 0.102, 0.004);
    cr_assert_float_eq(slide("rate=240 friction=0 sliding_friction=0"), 0.5, 0.01);
}

// What speeds up within a step is found when it strays from what was expected of it.
Test(self_contact, bars_that_hands_snatch_do_not_pass_through_each_other) {
    for (int substeps = 4; substeps <= 16; substeps *= 2) {
        const struct body_particle particles[4] = {{{-0.5f, 0, 0}, {0}, 0},
                                                   {{0.5f, 0, 0}, {0}, 0},
                                                   {{0, 0.08f, -0.5f}, {0}, 0.1f},
                                                   {{0, 0.08f, 0.5f}, {0}, 0.1f}};
        struct pbd_world *world = segments_world(particles, 0.02f, "gravity=0 rate=60");
        apply(world, set_command(world, "substeps", (float)substeps));
        apply(world, grab_command(1, 2, 0.0f, -1.0f, -0.5f));
        apply(world, grab_command(2, 3, 0.0f, -1.0f, 0.5f));
        for (int step = 0; step < 60; step++) {
            pbd_world_step(world);
            cr_assert(height(world) > 0.0, "through in step %d of %d substeps", step, substeps);
        }
        pbd_world_destroy(world);
    }
}

// After a step they are exactly in one place: the side that they came from decides.
Test(self_contact, that_end_in_one_place_are_put_back_on_their_own_sides) {
    for (int turned = 0; turned < 2; turned++) {
        const float end = turned ? -0.5f : 0.5f;
        const struct body_particle particles[4] = {{{-0.5f, 0, 0}, {0}, 0},
                                                   {{0.5f, 0, 0}, {0}, 0},
                                                   {{0, 0.03125f, -end}, {0, -1.875f, 0}, 1},
                                                   {{0, 0.03125f, end}, {0, -1.875f, 0}, 1}};
        struct pbd_world *world = segments_world(particles, 0.02f, "gravity=0 rate=60");
        run_steps(world, 3);
        cr_assert(height(world) > 0.019, "%g", height(world));
        pbd_world_destroy(world);
    }
}

// ---- who touches whom --------------------------------------------------------------------------

static void strand_of_ten(struct pbd_builder *builder) {
    pbd_builder_thickness(builder, thickness_m);
    for (uint32_t i = 0; i < 10; i++) {
        pbd_builder_body(builder, i, i + 1);
    }
}

// A strand of ten links, bent to a hairpin so that all of it overlaps.
static struct pbd_world *hairpin(float thickness, int rate) {
    static struct body_particle particles[11];
    static struct body_pair links[10];
    for (uint32_t i = 0; i <= 10; i++) {
        float along = i <= 5 ? (float)i : 10.0f - (float)i;
        particles[i] = (struct body_particle){{0.1f * along, i <= 5 ? 0.0f : 0.001f, 0}, {0}, 1};
    }
    for (uint32_t i = 0; i < 10; i++) {
        links[i] = (struct body_pair){i, i + 1, 0.1f};
    }
    static const struct body body = {.particles = particles,
                                     .particle_count = 11,
                                     .links = links,
                                     .link_count = 10,
                                     .more = {.bodies = 10},
                                     .build_more = strand_of_ten};
    thickness_m = thickness;
    return body_world(&body, "gravity=0 rate=%d", rate);
}

static double segment_distance(const struct pbd_world *world, uint32_t i, uint32_t j) {
    float s, t;
    return sqrt((double)xyz_length2(
        segment_nearest(xyz_load(position(world, i)), xyz_load(position(world, i + 1)),
                        xyz_load(position(world, j)), xyz_load(position(world, j + 1)), &s, &t)));
}

// What overlaps at the start goes apart no faster than overlap is removed, at every rate.
Test(self_contact, of_a_strand_all_but_neighbours_go_apart_slowly) {
    for (int rate = 60; rate <= 960; rate *= 4) {
        struct pbd_world *world = hairpin(0.05f, rate);
        double most = 0.0;
        for (int step = 0; step < 3 * rate; step++) {
            pbd_world_step(world);
            most = fmax(most, fastest(world));
        }
        cr_assert(most < 1.0, "%g m/s at %d", most, rate);
        double least = 1.0;
        for (uint32_t i = 0; i < 10; i++) {
            for (uint32_t j = i + 2; j < 10; j++) {
                least = fmin(least, segment_distance(world, i, j));
            }
        }
        cr_assert(least > 0.05, "%g at %d", least, rate);
        cr_assert(worst_stretch(world) < 0.01);
        pbd_world_destroy(world);
    }
}

// Links shorter than the thickness: those within a thickness along the strand are neighbours, or
// it could not lie straight.
Test(self_contact, a_thick_strand_of_short_links_lies_straight_at_rest) {
    struct pbd_world *world =
        world_of("rope", "self_collision=1 thickness=0.05 length=1 span=1 links=100 gravity=0");
    run_for(world, 1.0);
    cr_assert(fastest(world) < 1e-4, "%g", fastest(world));
    pbd_world_destroy(world);
}

Test(self_contact, acts_only_where_it_is_switched_on) {
    struct pbd_world *off = world_of("rope", "span=0.1 length=2");
    struct pbd_world *on = world_of("rope", "span=0.1 length=2 self_collision=1");
    double nearest_off = 1.0;
    double nearest_on = 1.0;
    apply(off, grab_command(1, 10, 0.3f, 1.0f, 0.0f));
    apply(on, grab_command(1, 10, 0.3f, 1.0f, 0.0f));
    for (int i = 0; i < 240; i++) {
        pbd_world_step(off);
        pbd_world_step(on);
        for (uint32_t k = 0; k < 40 && i > 60; k++) {
            for (uint32_t l = k + 2; l < 40; l++) {
                nearest_off = fmin(nearest_off, segment_distance(off, k, l));
                nearest_on = fmin(nearest_on, segment_distance(on, k, l));
            }
        }
    }
    cr_assert(nearest_off < 0.01, "%g", nearest_off);
    cr_assert(nearest_on > 0.015, "%g", nearest_on);
    pbd_world_destroy(off);
    pbd_world_destroy(on);
}

// A rope that swings as one is not near to itself, and drops nothing that is.
Test(self_contact, of_a_fast_fine_rope_drops_no_pair) {
    struct pbd_world *world =
        world_of("rope", "links=400 length=2 span=0.1 iterations=30 self_collision=1");
    apply(world, grab_command(1, 100, 0.6f, 1.0f, 0.2f));
    run_for(world, 1.5);
    cr_assert(pbd_world_counters(world).pairs_dropped == 0, "%u",
              (unsigned)pbd_world_counters(world).pairs_dropped);
    pbd_world_destroy(world);
}

// ---- the same bits as the plain way ------------------------------------------------------------

// Every two bodies are looked at, one float after another, and nothing is left out because it is
// certain to come to nothing.
enum { BODIES_MOST = 160, PARTICLES_MOST = 2 * BODIES_MOST };

struct plain_pair {
    uint32_t ends[4]; // a, a, b, b
    float shares[4], weight;
    float normal[3], gap_m, multiplier, friction[3];
};

struct plain_contact {
    const struct self_contact *self; // its bodies and thickness
    float *w;
    struct plain_pair pairs[BODIES_MOST * NEIGHBOURS_MAX];
    uint32_t pair_count, dropped;
};

static void subtract(const float a[3], const float b[3], float e[3]) {
    for (int c = 0; c < 3; c++) {
        e[c] = a[c] - b[c];
    }
}

static float apart2(const float a[3], const float b[3]) {
    float e[3];
    subtract(a, b, e);
    return sweep_length2(e);
}

static float most(float a, float b) {
    return a > b ? a : b;
}

static void plain_nearest(const uint32_t ends[4], const float *x, float *s, float *t, float e[3]) {
    xyz_store(e, segment_nearest(xyz_load(&x[3 * ends[0]]), xyz_load(&x[3 * ends[1]]),
                                 xyz_load(&x[3 * ends[2]]), xyz_load(&x[3 * ends[3]]), s, t));
}

static struct aabb plain_box(const struct self_body *body, const float *x, const float *d,
                             const float common[3], float reach_m) {
    struct aabb box;
    reach_m += sqrtf(most(apart2(&d[3 * body->a], common), apart2(&d[3 * body->b], common)));
    for (uint32_t c = 0; c < 3; c++) {
        float first = x[3 * body->a + c];
        float last = x[3 * body->b + c];
        box.low[c] = (first < last ? first : last) - reach_m;
        box.high[c] = (first < last ? last : first) + reach_m;
    }
    return box;
}

static bool plain_overlap(const struct aabb *a, const struct aabb *b) {
    bool all = true;
    for (int c = 0; c < 3; c++) {
        all = all && a->low[c] <= b->high[c] && b->low[c] <= a->high[c];
    }
    return all;
}

static bool plain_may_meet(const struct plain_contact *plain, const struct self_body *one,
                           const struct self_body *other, const float *x, const float *d,
                           float slack_m) {
    float apart_m = one->apart_m + other->apart_m;
    if (apart2(one->place_m, other->place_m) < apart_m * apart_m ||
        (plain->w[one->a] + plain->w[one->b] + plain->w[other->a] + plain->w[other->b] == 0.0f)) {
        return false;
    }
    const uint32_t ends[4] = {one->a, one->b, other->a, other->b};
    float s, t, e[3];
    plain_nearest(ends, x, &s, &t, e);
    float way2 = most(
        most(apart2(&d[3 * ends[0]], &d[3 * ends[2]]), apart2(&d[3 * ends[0]], &d[3 * ends[3]])),
        most(apart2(&d[3 * ends[1]], &d[3 * ends[2]]), apart2(&d[3 * ends[1]], &d[3 * ends[3]])));
    float reach_m = plain->self->thickness_m + slack_m + sqrtf(way2);
    return sweep_length2(e) <= reach_m * reach_m;
}

static void plain_find(struct plain_contact *plain, uint32_t particles, const float *x,
                       const float *d, float slack_m) {
    static struct aabb boxes[BODIES_MOST];
    const struct self_contact *self = plain->self;
    float common[3] = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < particles; i++) {
        for (uint32_t c = 0; c < 3 && plain->w[i] > 0.0f; c++) {
            common[c] += d[3 * i + c];
        }
        count += plain->w[i] > 0.0f;
    }
    for (uint32_t c = 0; c < 3; c++) {
        common[c] = count > 0 ? common[c] / (float)count : 0.0f;
    }
    for (uint32_t i = 0; i < self->count; i++) {
        boxes[i] = plain_box(&self->bodies[i], x, d, common, 0.5f * (self->thickness_m + slack_m));
    }
    plain->pair_count = plain->dropped = 0;
    for (uint32_t i = 0; i < self->count; i++) {
        uint32_t found = 0;
        for (uint32_t j = i + 1; j < self->count; j++) {
            const struct self_body *one = &self->bodies[i];
            const struct self_body *other = &self->bodies[j];
            if (!plain_overlap(&boxes[i], &boxes[j]) ||
                !plain_may_meet(plain, one, other, x, d, slack_m)) {
                continue;
            }
            plain->dropped += found == NEIGHBOURS_MAX;
            if (found < NEIGHBOURS_MAX) {
                found++;
                plain->pairs[plain->pair_count++] =
                    (struct plain_pair){.ends = {one->a, one->b, other->a, other->b}};
            }
        }
    }
}

static void plain_share(const struct plain_contact *plain, struct plain_pair *pair, float s,
                        float t, float shares[4], float *weight) {
    const float of_ends[4] = {1.0f - s, s, 1.0f - t, t};
    float p[4];
    for (int end = 0; end < 4; end++) {
        shares[end] = of_ends[end];
        p[end] = plain->w[pair->ends[end]] * shares[end] * shares[end];
    }
    *weight = (p[0] + p[2]) + (p[1] + p[3]);
}

static void plain_push(const struct plain_contact *plain, const struct plain_pair *pair,
                       const float shares[4], const float move[3], float *q) {
    const int order[4] = {0, 2, 1, 3};
    for (int i = 0; i < 4; i++) {
        int end = order[i];
        float pull = plain->w[pair->ends[end]] * shares[end];
        sweep_push(q, pair->ends[end], end < 2 ? pull : -pull, move);
    }
}

static void plain_direction(const struct plain_pair *pair, const float *x, const float e[3],
                            float direction[3]) {
    float square[3] = {e[0], e[1], e[2]};
    if (!(sweep_length2(square) > SWEEP_LENGTH2_MIN)) {
        float u[3], v[3];
        subtract(&x[3 * pair->ends[1]], &x[3 * pair->ends[0]], u);
        subtract(&x[3 * pair->ends[3]], &x[3 * pair->ends[2]], v);
        sweep_cross(u, v, square);
    }
    float length2 = sweep_length2(square);
    bool somewhere = length2 > SWEEP_LENGTH2_MIN;
    for (int c = 0; c < 3; c++) {
        direction[c] = somewhere ? square[c] * (1.0f / sqrtf(length2)) : c == 1 ? 1.0f : 0.0f;
    }
}

static void plain_begin(struct plain_contact *plain, float substep_s, float *x) {
    float thickness_m = plain->self->thickness_m;
    for (uint32_t i = 0; i < plain->pair_count; i++) {
        struct plain_pair *pair = &plain->pairs[i];
        float s, t, e[3], shares[4], weight, move[3];
        plain_nearest(pair->ends, x, &s, &t, e);
        plain_share(plain, pair, s, t, shares, &weight);
        if (sweep_length2(e) >= thickness_m * thickness_m || weight == 0.0f) {
            continue;
        }
        float depth_m = thickness_m - sqrtf(sweep_length2(e));
        float most_m = SELF_PUSH_OUT_SPEED * substep_s;
        plain_direction(pair, x, e, move);
        for (int c = 0; c < 3; c++) {
            move[c] = (depth_m < most_m ? depth_m : most_m) / weight * move[c];
        }
        plain_push(plain, pair, shares, move, x);
    }
    for (uint32_t i = 0; i < plain->pair_count; i++) {
        struct plain_pair *pair = &plain->pairs[i];
        float s, t, e[3];
        plain_nearest(pair->ends, x, &s, &t, e);
        plain_share(plain, pair, s, t, pair->shares, &pair->weight);
        plain_direction(pair, x, e, pair->normal);
        pair->gap_m = sqrtf(sweep_length2(e)) - thickness_m;
        pair->multiplier = pair->friction[0] = pair->friction[1] = pair->friction[2] = 0.0f;
    }
}

// The plane of a pair that has moved far. False if there is none.
static bool plain_plane(const struct plain_contact *plain, const struct sweep *sweep,
                        const struct plain_pair *pair, float ways[4][3], struct plain_pair *now,
                        float way[3]) {
    float thickness_m = plain->self->thickness_m;
    float x[12], s, t, e[3], before[3], meet[3], time;
    for (uint32_t i = 0; i < 12; i++) {
        x[i] = sweep->before[3 * pair->ends[i / 3] + i % 3] + ways[i / 3][i % 3];
    }
    plain_nearest((const uint32_t[4]){0, 1, 2, 3}, x, &s, &t, e);
    plain_share(plain, now, s, t, now->shares, &now->weight);
    for (int c = 0; c < 3; c++) {
        way[c] = now->shares[0] * ways[0][c] + now->shares[1] * ways[1][c] -
                 now->shares[2] * ways[2][c] - now->shares[3] * ways[3][c];
        before[c] = e[c] - way[c];
    }
    if (!(pair->multiplier > 0.0f)) {
        bool same_side = sweep_dot(e, before) > 0.0f;
        if ((same_side && sweep_length2(e) >= thickness_m * thickness_m) ||
            !meeting_find(thickness_m, before, way, meet, &time)) {
            return false;
        }
        bool balls = pair->ends[0] == pair->ends[1] && pair->ends[2] == pair->ends[3];
        plain_direction(pair, sweep->before, balls ? meet : e, now->normal);
        bool turned = sweep_dot(now->normal, before) < 0.0f;
        for (int c = 0; c < 3 && turned; c++) {
            now->normal[c] = -now->normal[c];
        }
    }
    now->gap_m = sweep_dot(now->normal, before) - thickness_m;
    return now->weight > 0.0f;
}

static void plain_project_one(const struct plain_contact *plain, const struct sweep *sweep,
                              struct plain_pair *pair) {
    float thickness_m = plain->self->thickness_m;
    float ways[4][3], way[3], move[3], slip[3];
    for (int end = 0; end < 4; end++) {
        sweep_way(sweep, pair->ends[end], ways[end]);
    }
    float shift2 = 2.0f * (apart2(ways[1], ways[0]) +
                           most(apart2(ways[2], ways[0]), apart2(ways[3], ways[0])));
    if (pair->weight == 0.0f ||
        (pair->gap_m > 0.0f && shift2 < pair->gap_m * pair->gap_m && pair->multiplier == 0.0f)) {
        return;
    }
    struct plain_pair now = *pair;
    if (shift2 > 0.125f * 0.125f * thickness_m * thickness_m) {
        if (!plain_plane(plain, sweep, pair, ways, &now, way)) {
            return;
        }
    } else {
        for (int c = 0; c < 3; c++) {
            way[c] = now.shares[0] * ways[0][c] + now.shares[1] * ways[1][c] -
                     now.shares[2] * ways[2][c] - now.shares[3] * ways[3][c];
        }
    }
    float normal_way = sweep_dot(now.normal, way);
    float multiplier = pair->multiplier - (most(now.gap_m, 0.0f) + normal_way) / now.weight;
    multiplier = multiplier > 0.0f ? multiplier : 0.0f;
    if (multiplier == 0.0f && pair->multiplier == 0.0f) {
        return;
    }
    for (int c = 0; c < 3; c++) {
        move[c] = (multiplier - pair->multiplier) * now.normal[c];
        slip[c] = way[c] - normal_way * now.normal[c];
        pair->normal[c] = now.normal[c];
    }
    pair->multiplier = multiplier;
    plain_push(plain, pair, now.shares, move, sweep->q);
    coulomb_update(sweep, multiplier, now.weight, slip, pair->friction, move);
    plain_push(plain, pair, now.shares, move, sweep->q);
}

// A heap of strands and balls, some of them held, that was thrown together.
struct heap {
    struct self_contact self;
    struct self_body bodies[BODIES_MOST];
    struct self_shape shapes[BODIES_MOST];
    struct self_pair pairs[BODIES_MOST * NEIGHBOURS_MAX];
    xyz rows[PARTICLES_MOST], went[PARTICLES_MOST];
    struct aabb boxes[BODIES_MOST];
    float sides[NEIGHBOURS_ROWS * (BODIES_MOST + NEIGHBOURS_SPARE)];
    uint32_t order[2 * BODIES_MOST], keys[BODIES_MOST];
    uint32_t found[BODIES_MOST * NEIGHBOURS_MAX], found_count[BODIES_MOST];
    uint32_t particles;
    float x[3 * PARTICLES_MOST], d[3 * PARTICLES_MOST], w[PARTICLES_MOST];
};

static uint32_t heap_particle(struct heap *heap, uint64_t *seed, const float near[3], double by_m) {
    uint32_t i = heap->particles++;
    for (int c = 0; c < 3; c++) {
        heap->x[3 * i + (uint32_t)c] = near[c] + (float)random_between(seed, -by_m, by_m);
    }
    heap->w[i] = random_u32(seed) % 8 == 0 ? 0.0f : (float)random_between(seed, 0.1, 50.0);
    return i;
}

static void heap_up(struct heap *heap, uint64_t *seed, uint32_t count, double speed_m) {
    memset(heap, 0, sizeof *heap);
    heap->self = (struct self_contact){
        .count = count,
        .thickness_m = 0.025f,
        .bodies = heap->bodies,
        .shapes = heap->shapes,
        .pairs = heap->pairs,
        .rows = heap->rows,
        .d = heap->went,
        .search = {heap->boxes, heap->sides, heap->order, heap->keys, heap->found,
                   heap->found_count},
    };
    const float centre[3] = {0.3f, 0.1f, -0.2f};
    bool crowded = random_u32(seed) % 4 == 0; // more neighbours than there is room for
    double wide_m = crowded ? 0.04 : 0.02 + 0.03 * sqrt((double)count);
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct self_body *body = &heap->bodies[i];
        uint32_t kind = random_u32(seed) % 6;
        if (kind == 0 || i == 0) { // a new strand
            last = heap_particle(heap, seed, centre, wide_m);
        }
        body->a = last;
        body->b = kind == 1 ? last : heap_particle(heap, seed, &heap->x[3 * last], 0.03);
        last = body->b;
        body->place_m[0] = 0.04f * (float)i;
        body->apart_m = 0.03f;
    }
    for (uint32_t i = 0; i < 3 * heap->particles; i++) {
        heap->d[i] = heap->w[i / 3] > 0.0f ? (float)random_between(seed, -speed_m, speed_m) : 0.0f;
    }
}

static void assert_same_pairs(const struct heap *heap, const struct plain_contact *plain) {
    cr_assert(heap->self.pair_count == plain->pair_count, "%u, not %u", heap->self.pair_count,
              plain->pair_count);
    for (uint32_t i = 0; i < plain->pair_count; i++) {
        cr_assert(memcmp(heap->pairs[i].a, plain->pairs[i].ends, sizeof plain->pairs[i].ends) == 0);
    }
}

// Some sweeps, before each of which other constraints move everything.
static void assert_same_sweeps(struct heap *heap, struct plain_contact *plain, float *x,
                               bool is_plain, double by_m, uint64_t *seed) {
    static float q[3 * PARTICLES_MOST], plain_q[3 * PARTICLES_MOST];
    uint32_t count = 3 * heap->particles;
    struct sweep sweep = {.x = is_plain ? NULL : heap->x,
                          .q = q,
                          .w = heap->w,
                          .before = heap->x,
                          .friction = 0.5f,
                          .sliding = 0.4f};
    struct sweep plain_sweep = sweep;
    plain_sweep.x = is_plain ? NULL : x;
    plain_sweep.before = x;
    plain_sweep.q = plain_q;
    for (uint32_t i = 0; i < count; i++) {
        q[i] = plain_q[i] = is_plain ? x[i] + heap->d[i] : heap->d[i];
    }
    for (int n = 0; n < 6; n++) {
        self_contact_project(&sweep, &heap->self);
        for (uint32_t i = 0; i < plain->pair_count; i++) {
            plain_project_one(plain, &plain_sweep, &plain->pairs[i]);
        }
        cr_assert(memcmp(q, plain_q, count * sizeof q[0]) == 0, "sweep %d", n);
        for (uint32_t i = 0; i < count; i++) {
            float moved = (float)random_between(seed, -by_m, by_m);
            q[i] += heap->w[i / 3] > 0.0f ? moved : 0.0f;
            plain_q[i] = q[i];
        }
    }
}

Test(self_contact, of_all_widths_has_the_bits_of_the_plain_way) {
    static struct heap heap;
    static struct plain_contact plain;
    static float x[3 * PARTICLES_MOST];
    const double speeds_m[] = {0.0, 1e-4, 2e-3, 0.03}; // per substep
    for (int round = 0; round < 240; round++) {
        enum pbd_simd simd = (enum pbd_simd)(round % PBD_SIMD_COUNT);
        uint64_t seed = (uint64_t)round / PBD_SIMD_COUNT + 1;
        double speed_m = speeds_m[random_u32(&seed) % 4];
        uint32_t bodies = 2 + random_u32(&seed) % (BODIES_MOST - 1);
        heap_up(&heap, &seed, bodies, speed_m);
        memcpy(x, heap.x, sizeof x);
        plain.self = &heap.self;
        plain.w = heap.w;
        plain_find(&plain, heap.particles, x, heap.d, 0.003f);
        uint64_t dropped = self_contact_find(&heap.self, heap.particles, heap.x, heap.d, heap.w,
                                             1.0f, 0.003f, kernels_of(simd));
        cr_assert(dropped == plain.dropped);
        assert_same_pairs(&heap, &plain);
        for (int substep = 0; substep < 3; substep++) {
            plain_begin(&plain, 1.0f / 240.0f, x);
            self_contact_begin(&heap.self, 1.0f / 240.0f, heap.x, heap.w);
            cr_assert(memcmp(x, heap.x, 3 * heap.particles * sizeof x[0]) == 0);
            assert_same_sweeps(&heap, &plain, x, round % 2 == 0, speed_m, &seed);
            for (uint32_t i = 0; i < 3 * heap.particles; i++) {
                x[i] += heap.d[i];
                heap.x[i] = x[i];
            }
        }
    }
}

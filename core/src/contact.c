#include "contact.h"

#include "coulomb.h"

struct touch {
    float normal[3]; // of the obstacle; 0: they have not touched yet
    float gap_m;     // from where the point was before the substep, along the normal
    float part;      // where on a link: 0 at a, 1 at b
    float multiplier;
    float friction[3];
};
_Static_assert(sizeof(struct touch) == CONTACT_SCRATCH_FLOATS * sizeof(float), "a row of scratch");

// A particle, or a link between two: the point (1 − part) a + part b for a part of 0 … 1.
struct body {
    uint32_t a, b;
    bool is_link;
};

#define ROUNDING_M 1e-6f // a plane that was kept is kept to this
#define REACHED_M 1e-5f  // a point this close has met the obstacle
enum { ADVANCES = 32, ADVANCES_MAX = 1024, SEARCHES = 20, STRIDES = 16, LOOKS = 8 };

static void point_of(const float a[3], const float b[3], float part, float p[3]) {
    for (uint32_t c = 0; c < 3; c++) {
        p[c] = a[c] + part * (b[c] - a[c]);
    }
}

// Distance of a body with these ends, and its point that is nearest. Along a segment the distance
// from a convex body is convex, so that thirds can be cut off.
static float body_distance(const struct obstacle *obstacle, const struct body *body,
                           const float a[3], const float b[3], float *part, float normal[3]) {
    if (!body->is_link) {
        *part = 0.0f;
        return obstacle_distance(obstacle, a, normal);
    }
    float low = 0.0f;
    float high = 1.0f;
    float p[3];
    for (uint32_t i = 0; i < SEARCHES; i++) {
        float third = (high - low) * (1.0f / 3.0f);
        point_of(a, b, low + third, p);
        float near_low = obstacle_distance(obstacle, p, normal);
        point_of(a, b, high - third, p);
        if (near_low < obstacle_distance(obstacle, p, normal)) {
            high -= third;
        } else {
            low += third;
        }
    }
    *part = 0.5f * (low + high);
    point_of(a, b, *part, p);
    return obstacle_distance(obstacle, p, normal);
}

// At most the distance of a body with its ends at x.
static float least_distance(const struct obstacle *obstacle, const struct body *body,
                            const float *x) {
    float middle[3], normal[3], e[3];
    point_of(&x[3 * body->a], &x[3 * body->b], 0.5f, middle);
    for (uint32_t c = 0; c < 3; c++) {
        e[c] = x[3 * body->a + c] - x[3 * body->b + c];
    }
    return obstacle_distance(obstacle, middle, normal) - 0.5f * sqrtf(sweep_length2(e));
}

static bool has_touched(const struct touch *touch) {
    return sweep_length2(touch->normal) > 0.0f;
}

// What was pushed along another plane is done, and does not count for this one.
static void set_plane(struct touch *touch, const float normal[3], float gap_m, float part) {
    *touch =
        (struct touch){.normal = {normal[0], normal[1], normal[2]}, .gap_m = gap_m, .part = part};
}

// Whether a body overlapped before the substep. It must not get deeper then, but is not driven out
// by speed. The point of a link that touches may have lain behind the plane without that.
static bool overlapped(const struct obstacle *obstacle, const struct body *body, float radius_m,
                       const float *x) {
    float part, normal[3];
    float distance_m =
        body_distance(obstacle, body, &x[3 * body->a], &x[3 * body->b], &part, normal);
    return distance_m - radius_m < (body->is_link ? -REACHED_M : 0.0f);
}

static float thickness(const struct obstacle *obstacle) {
    if (obstacle->shape == CAPSULE) {
        return obstacle->capsule.radius_m;
    }
    const float *half_size_m = obstacle->box.half_size_m;
    return fminf(half_size_m[0], fminf(half_size_m[1], half_size_m[2]));
}

// As many as it takes to go all the way by no less than `least_m` each.
static uint32_t advances_for(float way_m, float least_m) {
    float strides = least_m > 0.0f ? way_m / least_m : 0.0f;
    return ADVANCES + (strides < ADVANCES_MAX ? (uint32_t)strides : ADVANCES_MAX);
}

// Looks along the way of the body since the substep began for where it meets the obstacle so that
// it would end inside, by conservative advancement: it can go on by its distance without meeting
// it. What only grazes it is passed by in strides, and so is what a link comes near to with a point
// that is not the one to meet it in the end.
static bool find_touch(const struct sweep *sweep, const struct obstacle *obstacle,
                       const struct body *body, float radius_m, struct touch *touch) {
    float ways[2][3];
    sweep_way(sweep, body->a, ways[0]);
    sweep_way(sweep, body->b, ways[1]);
    float longest2 = fmaxf(sweep_length2(ways[0]), sweep_length2(ways[1]));
    float longest_m = sqrtf(longest2);
    if (least_distance(obstacle, body, sweep->before) > radius_m + longest_m) {
        return false;
    }
    float slack_m = has_touched(touch) ? ROUNDING_M : 0.0f;
    float stride_m = 0.25f * (thickness(obstacle) + radius_m);
    float least_m = body->is_link ? stride_m : 0.0f; // a link goes on by this at least
    float time = longest_m <= least_m ? 1.0f : 0.0f; // of the substep: 0 … 1
    uint32_t advances = advances_for(longest_m, least_m);
    for (uint32_t i = 0; i < advances; i++) {
        float ends[2][3];
        float normal[3], way[3];
        for (uint32_t c = 0; c < 3; c++) {
            ends[0][c] = sweep->before[3 * body->a + c] + time * ways[0][c];
            ends[1][c] = sweep->before[3 * body->b + c] + time * ways[1][c];
        }
        float part;
        float distance_m =
            body_distance(obstacle, body, ends[0], ends[1], &part, normal) - radius_m;
        bool reached = distance_m <= REACHED_M || i + 1 == advances;
        point_of(ways[0], ways[1], part, way);
        if (reached && distance_m + (1.0f - time) * sweep_dot(normal, way) < -slack_m) {
            float gap_m = distance_m - time * sweep_dot(normal, way);
            if (gap_m < 0.0f && overlapped(obstacle, body, radius_m, sweep->before)) {
                gap_m = 0.0f;
            }
            set_plane(touch, normal, gap_m, part);
            return true;
        }
        float left_m = (1.0f - time) * longest_m;
        if (distance_m > left_m || time == 1.0f) {
            return false;
        }
        float advance_m =
            reached ? fmaxf(stride_m, longest_m / (float)STRIDES) : fmaxf(least_m, distance_m);
        time = advance_m < left_m ? time + advance_m / longest_m : 1.0f;
    }
    return false;
}

// A plane stays one however far one goes: no search.
static bool find_touch_of_slope(const struct sweep *sweep, const struct obstacle *obstacle,
                                const struct body *body, float radius_m, struct touch *touch) {
    float way[3], normal[3];
    sweep_way(sweep, body->a, way);
    float gap_m = obstacle_distance(obstacle, &sweep->before[3 * body->a], normal) - radius_m;
    if (!(gap_m + sweep_dot(normal, way) < 0.0f) || !(sweep_dot(normal, way) < 0.0f)) {
        return false;
    }
    set_plane(touch, normal, gap_m > 0.0f ? gap_m : 0.0f, 0.0f);
    return true;
}

// Moves the ends of a body so that its point moves by `move` × the sum of its weights.
static void push(float *q, const float *w, const struct body *body, float part,
                 const float move[3]) {
    sweep_push(q, body->a, w[body->a] * (1.0f - part), move);
    if (body->is_link) {
        sweep_push(q, body->b, w[body->b] * part, move);
    }
}

static float weight_of(const float *w, const struct body *body, float part) {
    float weight = w[body->a] * (1.0f - part) * (1.0f - part);
    return body->is_link ? weight + w[body->b] * part * part : weight;
}

static void project_on_plane(const struct sweep *sweep, const struct body *body,
                             struct touch *touch) {
    float weight = weight_of(sweep->w, body, touch->part);
    if (weight == 0.0f) {
        return;
    }
    float ways[2][3];
    float way[3], move[3];
    sweep_way(sweep, body->a, ways[0]);
    sweep_way(sweep, body->b, ways[1]);
    point_of(ways[0], ways[1], touch->part, way);
    float before = touch->multiplier;
    float normal_way = sweep_dot(touch->normal, way);
    float now = before - (touch->gap_m + normal_way) / weight;
    touch->multiplier = now > 0.0f ? now : 0.0f;
    for (uint32_t c = 0; c < 3; c++) {
        move[c] = (touch->multiplier - before) * touch->normal[c];
        way[c] -= normal_way * touch->normal[c];
    }
    push(sweep->q, sweep->w, body, touch->part, move);
    coulomb_update(sweep, touch->multiplier, weight, way, touch->friction, move);
    push(sweep->q, sweep->w, body, touch->part, move);
}

static void project(const struct sweep *sweep, const struct obstacle *obstacle,
                    const struct body *body, float radius_m, struct touch *touch) {
    if (has_touched(touch)) {
        project_on_plane(sweep, body, touch);
        if (!body->is_link) {
            return; // nothing of a convex obstacle is beyond the plane
        }
    }
    if (obstacle->shape == SLOPE) {
        if (find_touch_of_slope(sweep, obstacle, body, radius_m, touch)) {
            project_on_plane(sweep, body, touch);
        }
        return;
    }
    // A link that is held at one point turns about it, and may meet the obstacle with another.
    uint32_t looks = body->is_link ? LOOKS : 1;
    for (uint32_t i = 0; i < looks && find_touch(sweep, obstacle, body, radius_m, touch); i++) {
        project_on_plane(sweep, body, touch);
    }
}

// The body of this number: particles come first, then links.
static struct body body_at(const struct contact_bodies *bodies, uint32_t index) {
    if (index < bodies->particle_count) {
        return (struct body){index, index, false};
    }
    const struct pbd_link *link = &bodies->links[index - bodies->particle_count];
    return (struct body){link->a, link->b, true};
}

// Whether a body is looked at for this obstacle. A link whose ends are above a slope is above it.
static bool may_touch(const struct obstacle *obstacle, const struct body *body, const float *w) {
    return body->is_link ? obstacle->shape != SLOPE : w[body->a] > 0.0f;
}

void contact_project(const struct sweep *sweep, const struct contact_bodies *bodies,
                     float *scratch) {
    struct touch *touches = (struct touch *)(void *)scratch;
    for (uint32_t k = bodies->obstacle_count; k-- > 0;) {
        const struct obstacle *obstacle = &bodies->obstacles[k];
        struct touch *touch = touches + (size_t)k * (bodies->particle_count + bodies->link_count);
        for (uint32_t i = 0; i < bodies->particle_count; i++, touch++) {
            if (sweep->w[i] > 0.0f) {
                const struct body body = {i, i, false};
                project(sweep, obstacle, &body, bodies->radius_m, touch);
            }
        }
        for (uint32_t i = 0; i < bodies->link_count; i++, touch++) {
            if (obstacle->shape != SLOPE) { // whose ends are above it is above it
                const struct body body = {bodies->links[i].a, bodies->links[i].b, true};
                project(sweep, obstacle, &body, bodies->radius_m, touch);
            }
        }
    }
}

static void separate(const struct obstacle *obstacle, const struct body *body, float radius_m,
                     float *x, const float *w) {
    if (least_distance(obstacle, body, x) >= radius_m) {
        return;
    }
    float part, normal[3], move[3];
    float depth_m =
        radius_m - body_distance(obstacle, body, &x[3 * body->a], &x[3 * body->b], &part, normal);
    float weight = weight_of(w, body, part);
    if (!(depth_m > 0.0f) || weight == 0.0f) {
        return;
    }
    depth_m = fminf(depth_m, CONTACT_PUSH_OUT_M);
    for (uint32_t c = 0; c < 3; c++) {
        move[c] = depth_m / weight * normal[c];
    }
    push(x, w, body, part, move);
}

void contact_begin(const struct contact_bodies *bodies, float *x, const float *w) {
    for (uint32_t k = 0; k < bodies->obstacle_count; k++) {
        const struct obstacle *obstacle = &bodies->obstacles[k];
        for (uint32_t i = 0; i < bodies->particle_count; i++) {
            if (w[i] > 0.0f) {
                const struct body body = {i, i, false};
                separate(obstacle, &body, bodies->radius_m, x, w);
            }
        }
        for (uint32_t i = 0; i < bodies->link_count && obstacle->shape != SLOPE; i++) {
            const struct body body = {bodies->links[i].a, bodies->links[i].b, true};
            separate(obstacle, &body, bodies->radius_m, x, w);
        }
    }
}

uint32_t contact_particles(const struct contact_bodies *bodies, uint32_t body,
                           uint32_t particles[2]) {
    const struct body found = body_at(bodies, body);
    particles[0] = found.a;
    particles[1] = found.b;
    return found.is_link ? 2 : 1;
}

void contact_project_one(const struct sweep *sweep, const struct contact_bodies *bodies,
                         float *scratch, uint32_t obstacle, uint32_t body) {
    struct touch *touches = (struct touch *)(void *)scratch;
    size_t row = (size_t)obstacle * (bodies->particle_count + bodies->link_count) + body;
    const struct body one = body_at(bodies, body);
    if (may_touch(&bodies->obstacles[obstacle], &one, sweep->w)) {
        project(sweep, &bodies->obstacles[obstacle], &one, bodies->radius_m, &touches[row]);
    }
}

bool contact_evaluate(const struct sweep *sweep, const struct contact_bodies *bodies,
                      const float *scratch, uint32_t obstacle, uint32_t body, float *value,
                      float gradients[2][3]) {
    const struct touch *touches = (const struct touch *)(const void *)scratch;
    size_t row = (size_t)obstacle * (bodies->particle_count + bodies->link_count) + body;
    const struct touch *touch = &touches[row];
    const struct body one = body_at(bodies, body);
    if (!has_touched(touch)) {
        return false;
    }
    float ways[2][3], way[3];
    sweep_way(sweep, one.a, ways[0]);
    sweep_way(sweep, one.b, ways[1]);
    point_of(ways[0], ways[1], touch->part, way);
    *value = touch->gap_m + sweep_dot(touch->normal, way);
    for (uint32_t c = 0; c < 3; c++) {
        gradients[0][c] = (1.0f - touch->part) * touch->normal[c];
        gradients[1][c] = touch->part * touch->normal[c];
    }
    return true;
}

float contact_deepest(const struct contact_bodies *bodies, const float *x, const float *w) {
    float deepest_m = 0.0f;
    for (uint32_t k = 0; k < bodies->obstacle_count; k++) {
        const struct obstacle *obstacle = &bodies->obstacles[k];
        for (uint32_t i = 0; i < bodies->particle_count + bodies->link_count; i++) {
            const struct body body = body_at(bodies, i);
            if (!may_touch(obstacle, &body, w) ||
                least_distance(obstacle, &body, x) >= bodies->radius_m - deepest_m) {
                continue;
            }
            float part, normal[3];
            float distance_m =
                body_distance(obstacle, &body, &x[3 * body.a], &x[3 * body.b], &part, normal);
            deepest_m = fmaxf(deepest_m, bodies->radius_m - distance_m);
        }
    }
    return deepest_m;
}

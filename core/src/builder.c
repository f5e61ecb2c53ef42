#include "builder.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "bend.h"
#include "constraint.h"
#include "hinge.h"
#include "pbd/world.h"
#include "rail.h"
#include "two_ends.h"
#include "volume.h"

// ---- particles ---------------------------------------------------------------------------------

void pbd_builder_particle(struct pbd_builder *builder, const float position_m[3],
                          const float velocity_m_per_s[3], float mass_kg) {
    if (builder->made.particles == builder->model->counts.particles) {
        builder->overfull = true;
        return;
    }
    uint32_t particle = builder->made.particles++;
    pbd_builder_set_mass(builder, particle, mass_kg);
    pbd_builder_set_motion(builder, particle, position_m, velocity_m_per_s);
}

// ---- constraints -------------------------------------------------------------------------------

static void count_in_batch(struct pbd_builder *builder, enum pbd_kind kind, uint32_t index) {
    struct model *m = builder->model;
    struct batch *last = m->batch_count > 0 ? &m->batches[m->batch_count - 1] : NULL;
    if (last != NULL && last->kind == kind) {
        last->count++;
    } else if (m->batch_count == BATCHES_MAX) {
        builder->overfull = true;
    } else {
        m->batches[m->batch_count++] = (struct batch){kind, index, 1};
    }
}

static void add(struct pbd_builder *builder, enum pbd_kind kind, const void *constraint) {
    if (builder->made.of[kind] == builder->model->counts.of[kind]) {
        builder->overfull = true;
        return;
    }
    uint32_t index = builder->made.of[kind]++;
    size_t bytes = constraint_kinds[kind]->bytes;
    memcpy((char *)builder->model->constraints[kind] + index * bytes, constraint, bytes);
    if (kind != PBD_LINK || !builder->model->springs_only) {
        count_in_batch(builder, kind, index);
    }
}

static void add_two_ends(struct pbd_builder *builder, enum pbd_kind kind, uint32_t a, uint32_t b,
                         float length_m) {
    add(builder, kind, &(struct two_ends){a, b, length_m});
}

// e = x_a − x_b as it is now.
static void edge(const struct pbd_builder *builder, uint32_t a, uint32_t b, float e[3]) {
    for (uint32_t c = 0; c < 3; c++) {
        e[c] = builder->model->x[3 * a + c] - builder->model->x[3 * b + c];
    }
}

void pbd_builder_link(struct pbd_builder *builder, uint32_t a, uint32_t b, float rest_m) {
    struct model *m = builder->model;
    add(builder, PBD_LINK, &(struct pbd_link){a, b, rest_m});
    if (m->springs_only && !builder->overfull) {
        m->springs++;
        m->sprung[a] = 1;
        m->sprung[b] = 1;
    }
}

void pbd_builder_springs(struct pbd_builder *builder) {
    builder->model->springs_only = true;
}

void pbd_builder_floor(struct pbd_builder *builder, uint32_t a, uint32_t b, float length_m) {
    add_two_ends(builder, PBD_FLOOR, a, b, length_m);
}

void pbd_builder_ceiling(struct pbd_builder *builder, uint32_t a, uint32_t b, float length_m) {
    add_two_ends(builder, PBD_CEILING, a, b, length_m);
}

void pbd_builder_tether(struct pbd_builder *builder, uint32_t a, uint32_t pin, float length_m) {
    assert(builder->model->w[pin] == 0.0f);
    add_two_ends(builder, PBD_TETHER, a, pin, length_m);
}

void pbd_builder_pair(struct pbd_builder *builder, uint32_t a, uint32_t b, float distance_m) {
    add_two_ends(builder, PBD_PAIR, a, b, distance_m);
}

void pbd_builder_bend(struct pbd_builder *builder, uint32_t a, uint32_t middle, uint32_t c,
                      float rest_m) {
    add(builder, PBD_BEND, &(struct bend){a, middle, c, rest_m});
}

void pbd_builder_hinge(struct pbd_builder *builder, uint32_t a, uint32_t b, uint32_t left,
                       uint32_t right) {
    struct hinge hinge = {.a = a, .b = b, .left = left, .right = right};
    float e[3], u[3], v[3];
    edge(builder, b, a, e);
    edge(builder, left, a, u);
    edge(builder, right, a, v);
    bool measured = hinge_angle(e, u, v, &hinge.cos_rest, &hinge.sin_rest);
    assert(measured);
    (void)measured;
    add(builder, PBD_HINGE, &hinge);
}

void pbd_builder_volume(struct pbd_builder *builder, const uint32_t corners[4]) {
    struct volume volume = {.corners = {corners[0], corners[1], corners[2], corners[3]}};
    float e[3][3];
    float product[3];
    for (uint32_t i = 0; i < 3; i++) {
        edge(builder, corners[i + 1], corners[0], e[i]);
    }
    sweep_cross(e[0], e[1], product);
    volume.rest_m3 = sweep_dot(product, e[2]) / 6.0f;
    assert(volume.rest_m3 != 0.0f);
    add(builder, PBD_VOLUME, &volume);
}

// A direction of any length but 0, made 1 long.
static void normalise(const float direction[3], float unit[3]) {
    float length = sqrtf(sweep_length2(direction));
    assert(length > 0.0f);
    for (uint32_t c = 0; c < 3; c++) {
        unit[c] = direction[c] / length;
    }
}

void pbd_builder_rail(struct pbd_builder *builder, uint32_t a, const float direction[3]) {
    struct rail rail = {.a = a};
    memcpy(rail.point_m, &builder->model->x[3 * a], sizeof rail.point_m);
    normalise(direction, rail.direction);
    add(builder, PBD_RAIL, &rail);
}

// ---- obstacles ---------------------------------------------------------------------------------

static void add_obstacle(struct pbd_builder *builder, const struct obstacle *obstacle) {
    struct model *m = builder->model;
    if (m->obstacle_count == 1 + m->counts.obstacles) {
        builder->overfull = true;
        return;
    }
    m->obstacles[m->obstacle_count++] = *obstacle;
    builder->made.obstacles = m->obstacle_count - 1;
}

void builder_ground(struct pbd_builder *builder) {
    add_obstacle(builder, &(struct obstacle){.shape = SLOPE, .slope = {.normal = {0, 1, 0}}});
}

void pbd_builder_slope(struct pbd_builder *builder, const float point_m[3], const float normal[3]) {
    struct obstacle slope = {.shape = SLOPE};
    memcpy(slope.slope.point_m, point_m, sizeof slope.slope.point_m);
    normalise(normal, slope.slope.normal);
    add_obstacle(builder, &slope);
}

void pbd_builder_capsule(struct pbd_builder *builder, const float from_m[3], const float to_m[3],
                         float radius_m) {
    struct obstacle capsule = {.shape = CAPSULE, .capsule = {.radius_m = radius_m}};
    for (uint32_t c = 0; c < 3; c++) {
        capsule.capsule.from_m[c] = from_m[c];
        capsule.capsule.along_m[c] = to_m[c] - from_m[c];
    }
    add_obstacle(builder, &capsule);
}

void pbd_builder_box(struct pbd_builder *builder, const float centre_m[3],
                     const float half_size_m[3]) {
    struct obstacle box = {.shape = BOX};
    memcpy(box.box.centre_m, centre_m, sizeof box.box.centre_m);
    memcpy(box.box.half_size_m, half_size_m, sizeof box.box.half_size_m);
    add_obstacle(builder, &box);
}

void pbd_builder_radius(struct pbd_builder *builder, float radius_m) {
    builder->model->radius_m = radius_m;
}

// ---- self-contact ------------------------------------------------------------------------------

#define STRAND_BENT 1.4f // thicknesses along a strand that come together only in a tight bend
#define STRANDS_APART_M 1000.0f // of the places of two strands: they are no neighbours

void pbd_builder_thickness(struct pbd_builder *builder, float thickness_m) {
    builder->model->self.thickness_m = (1.0f + SELF_THICKNESS_MARGIN) * thickness_m;
}

// The place of a segment: the middle of what it adds to its strand, or to a new one.
static void place_in_strand(const struct self_contact *self, struct self_body *body,
                            float length_m) {
    const struct self_body *last = self->count > 0 ? &self->bodies[self->count - 1] : NULL;
    float bent_m = STRAND_BENT * self->thickness_m;
    body->apart_m = 0.5f * (bent_m + length_m);
    body->place_m[0] = 0.5f * length_m;
    body->place_m[2] = STRANDS_APART_M;
    if (last == NULL || last->a == last->b) {
        return;
    }
    if (last->b == body->a) {
        float last_length_m = 2.0f * last->apart_m - bent_m;
        body->place_m[0] += last->place_m[0] + 0.5f * last_length_m;
        body->place_m[2] = last->place_m[2];
    } else {
        body->place_m[2] = last->place_m[2] + STRANDS_APART_M;
    }
}

void pbd_builder_body(struct pbd_builder *builder, uint32_t a, uint32_t b) {
    struct self_contact *self = &builder->model->self;
    if (builder->made.bodies == builder->model->counts.bodies) {
        builder->overfull = true;
        return;
    }
    struct self_body body = {.a = a, .b = b};
    float e[3];
    edge(builder, a, b, e);
    if (a == b) {
        memcpy(body.place_m, &builder->model->x[3 * a], sizeof body.place_m);
        body.apart_m = self->thickness_m;
    } else {
        place_in_strand(self, &body, sqrtf(sweep_length2(e)));
    }
    self->bodies[self->count++] = body;
    builder->made.bodies = self->count;
}

// ---- the rest ----------------------------------------------------------------------------------

void pbd_builder_driver(struct pbd_builder *builder, uint32_t pin, const float direction[3]) {
    struct driver *driver = &builder->model->driver;
    assert(!driver->is_there && builder->model->w[pin] == 0.0f);
    *driver = (struct driver){.is_there = true, .pin = pin};
    memcpy(driver->centre_m, &builder->model->x[3 * pin], sizeof driver->centre_m);
    normalise(direction, driver->direction);
}

void pbd_builder_feeder(struct pbd_builder *builder, uint32_t first, float height_m,
                        float mass_kg) {
    assert(!builder->model->feeder.is_there);
    builder->model->feeder = (struct feeder){
        .is_there = true, .next = first, .height_m = height_m, .inverse_mass = 1.0f / mass_kg};
}

void pbd_builder_pull(struct pbd_builder *builder, uint32_t particle,
                      const float acceleration_m_per_s2[3]) {
    struct model *m = builder->model;
    assert(m->w[particle] > 0.0f);
    m->pull.is_there = true;
    m->pull.particle = particle;
    memcpy(m->pull.acceleration, acceleration_m_per_s2, sizeof m->pull.acceleration);
}

void pbd_builder_wind(struct pbd_builder *builder, const float acceleration_m_per_s2[3]) {
    memcpy(builder->model->steady_wind, acceleration_m_per_s2, sizeof builder->model->steady_wind);
}

// ---- what is there to be seen ------------------------------------------------------------------

void pbd_builder_grid(struct pbd_builder *builder, uint32_t first, uint32_t columns,
                      uint32_t rows) {
    struct model *m = builder->model;
    if (m->grid_count == PBD_GRIDS_MAX || first + columns * rows > builder->made.particles) {
        builder->overfull = true;
        return;
    }
    m->grids[m->grid_count++] = (struct pbd_grid){first, columns, rows};
}

void pbd_builder_face(struct pbd_builder *builder, uint32_t a, uint32_t b, uint32_t c) {
    if (builder->made.faces == builder->model->counts.faces) {
        builder->overfull = true;
        return;
    }
    uint32_t *face = &builder->model->faces[3 * builder->made.faces++];
    face[0] = a;
    face[1] = b;
    face[2] = c;
}

void pbd_builder_view(struct pbd_builder *builder, const float centre_m[3], float radius_m) {
    memcpy(builder->model->view_centre_m, centre_m, 3 * sizeof centre_m[0]);
    builder->model->view_radius_m = radius_m;
}

// ---- changing what is there --------------------------------------------------------------------

void pbd_builder_set_mass(struct pbd_builder *builder, uint32_t particle, float mass_kg) {
    builder->model->w[particle] = mass_kg > 0.0f ? 1.0f / mass_kg : 0.0f;
}

void pbd_builder_set_motion(struct pbd_builder *builder, uint32_t particle,
                            const float position_m[3], const float velocity_m_per_s[3]) {
    struct model *m = builder->model;
    for (uint32_t c = 0; c < 3; c++) {
        m->x[3 * particle + c] = position_m[c];
        m->d[3 * particle + c] =
            m->w[particle] > 0.0f ? velocity_m_per_s[c] * builder->substep_s : 0.0f;
    }
}

void pbd_builder_set_floors(struct pbd_builder *builder, float length_m) {
    struct two_ends *floors = builder->model->constraints[PBD_FLOOR];
    for (uint32_t i = 0; i < builder->made.of[PBD_FLOOR]; i++) {
        floors[i].length_m = length_m;
    }
}

void pbd_builder_set_driver(struct pbd_builder *builder, float amplitude_m, float frequency_hz) {
    assert(frequency_hz >= 0.0f);
    builder->model->driver.amplitude_m = amplitude_m;
    builder->model->driver.frequency_hz = frequency_hz;
}

void pbd_builder_set_feed(struct pbd_builder *builder, float speed_m_per_s) {
    assert(speed_m_per_s >= 0.0f);
    builder->model->feeder.speed_m_per_s = speed_m_per_s;
}

#include <criterion/criterion.h>
#include <math.h>

#include "volume.h"
#include "world_internal.h"
#include "worlds.h"

static uint32_t volume_count(const struct pbd_world *world) {
    return world->model.counts.of[PBD_VOLUME];
}

// (b − a) × (c − a) · (d − a) ÷ 6
static double volume_of(const float *a, const float *b, const float *c, const float *d) {
    double e[3][3];
    for (uint32_t i = 0; i < 3; i++) {
        e[0][i] = (double)b[i] - (double)a[i];
        e[1][i] = (double)c[i] - (double)a[i];
        e[2][i] = (double)d[i] - (double)a[i];
    }
    return (e[2][0] * (e[0][1] * e[1][2] - e[0][2] * e[1][1]) +
            e[2][1] * (e[0][2] * e[1][0] - e[0][0] * e[1][2]) +
            e[2][2] * (e[0][0] * e[1][1] - e[0][1] * e[1][0])) /
           6.0;
}

// Of a tetrahedron, by its volume at rest: below 0 if it is inside out.
static double part_of_volume(const struct pbd_world *world, uint32_t i) {
    const struct volume *volume = (const struct volume *)world->model.constraints[PBD_VOLUME] + i;
    const uint32_t *c = volume->corners;
    return volume_of(position(world, c[0]), position(world, c[1]), position(world, c[2]),
                     position(world, c[3])) /
           (double)volume->rest_m3;
}

// What the faces enclose: above 0 if they are seen counterclockwise from outside.
static double enclosed(const struct pbd_world *world) {
    const float origin[3] = {0};
    double sum = 0.0;
    for (uint32_t i = 0; i < pbd_world_face_count(world); i++) {
        const uint32_t *face = &pbd_world_faces(world)[3 * i];
        sum += volume_of(origin, position(world, face[0]), position(world, face[1]),
                         position(world, face[2]));
    }
    return sum;
}

static double lowest_part(const struct pbd_world *world) {
    double least = INFINITY;
    for (uint32_t i = 0; i < volume_count(world); i++) {
        least = fmin(least, part_of_volume(world, i));
    }
    return least;
}

Test(scene_jelly, is_a_block_of_tetrahedra_that_fill_it) {
    struct pbd_world *world =
        world_of("jelly", "columns=2 rows=1 layers=3 spacing=%g particle_mass=0.5", 0.2);
    cr_assert(pbd_world_particle_count(world) == 3 * 2 * 4);
    cr_assert(volume_count(world) == 5 * 6);
    double filled = 0.0;
    for (uint32_t i = 0; i < volume_count(world); i++) {
        const struct volume *v = (const struct volume *)world->model.constraints[PBD_VOLUME] + i;
        filled += fabs((double)v->rest_m3);
        cr_assert_float_eq(part_of_volume(world, i), 1.0, 1e-4);
    }
    cr_assert_float_eq(filled, 6 * 0.008, 1e-6);
    cr_assert(fabs(worst_stretch(world)) < 1e-5);
    cr_assert(pbd_world_inverse_masses(world)[23] == 2.0f);
    pbd_world_destroy(world);
}

// Each edge of a face belongs to one other face, which goes along it the other way.
Test(scene_jelly, has_a_closed_surface_seen_from_outside) {
    struct pbd_world *world = world_of("jelly", "columns=2 rows=3 layers=1 spacing=%g", 0.2);
    uint32_t faces = pbd_world_face_count(world);
    const uint32_t *of = pbd_world_faces(world);
    cr_assert(faces == 2 * 2 * (2 * 3 + 3 * 1 + 1 * 2));
    for (uint32_t i = 0; i < 3 * faces; i++) {
        uint32_t from = of[i], to = of[i % 3 == 2 ? i - 2 : i + 1], back = 0;
        for (uint32_t k = 0; k < 3 * faces; k++) {
            back += of[k] == to && of[k % 3 == 2 ? k - 2 : k + 1] == from;
        }
        cr_assert(back == 1, "edge %u", i);
    }
    cr_assert_float_eq(enclosed(world), 6 * 0.008, 1e-5);
    pbd_world_destroy(world);
}

// Rows of links that share no particle: as many as colours. A corner has at most 18 links.
Test(scene_jelly, is_solved_by_colour) {
    struct pbd_world *world = world_of("jelly", "columns=%d rows=4 layers=3", 4);
    uint32_t rows = 1, taken_in[200] = {0};
    for (uint32_t i = 0; i < pbd_world_link_count(world); i++) {
        struct pbd_link link = pbd_world_links(world)[i];
        rows += taken_in[link.a] == rows || taken_in[link.b] == rows;
        taken_in[link.a] = rows;
        taken_in[link.b] = rows;
    }
    cr_assert(rows >= 18 && rows <= 24, "%u", rows);
    // The first link of the first corner, then the next that does not touch it.
    cr_assert(pbd_world_links(world)[0].a == 0 && pbd_world_links(world)[0].b == 1);
    cr_assert(pbd_world_links(world)[1].a == 2 && pbd_world_links(world)[1].b == 3);
    pbd_world_destroy(world);
}

Test(scene_jelly, falls_and_wobbles_and_keeps_its_volume) {
    struct pbd_world *world = world_of("jelly", "rate=%d", 120);
    double before = enclosed(world);
    uint32_t turns = 0, top = pbd_world_particle_count(world) - 1;
    float down[3], now[3];
    run_for(world, 1.0);
    for (uint32_t step = 0; step < 600; step++) {
        pbd_world_velocity(world, top, down);
        pbd_world_step(world);
        pbd_world_velocity(world, top, now);
        turns += (down[1] < 0.0f) != (now[1] < 0.0f);
        cr_assert(fabs(enclosed(world) / before - 1.0) < 0.01, "%g", enclosed(world) / before);
        cr_assert(lowest_part(world) > 0.5, "%g", lowest_part(world));
    }
    cr_assert(turns >= 10, "it wobbles: %u turns", turns);
    run_for(world, 12.0);
    cr_assert(fastest(world) < 0.05, "and comes to rest: %g m/s", fastest(world));
    cr_assert(worst_stretch(world) < 0.05);
    pbd_world_destroy(world);
}

// 50 m/s are eight times its height in a step of 1/120 s.
Test(scene_jelly, stays_whole_when_thrown_at_the_ground_as_fast_as_can_be) {
    struct pbd_world *world = world_of("jelly", "tilt=%d", 20);
    float substep_s = world_substep_s(world);
    for (uint32_t i = 0; i < pbd_world_particle_count(world); i++) {
        world->model.d[3 * i + 1] = -PBD_SPEED_MAX * substep_s;
    }
    double before = enclosed(world);
    for (uint32_t step = 0; step < 60; step++) {
        pbd_world_step(world);
        cr_assert(is_finite_and_bounded(world) && pbd_world_counters(world).not_finite == 0);
    }
    run_for(world, 6.0);
    cr_assert(lowest_part(world) > 0.9, "none is inside out: %g", lowest_part(world));
    cr_assert(fabs(enclosed(world) / before - 1.0) < 0.01);
    cr_assert(worst_stretch(world) < 0.1, "%g", worst_stretch(world));
    pbd_world_destroy(world);
}

Test(scene_jelly, holds_out_when_it_is_torn_by_its_corners) {
    struct pbd_world *world = world_of("jelly", "hand_force=%d", 2000);
    uint32_t last = pbd_world_particle_count(world) - 1;
    apply(world, grab_command(1, 0, -20, 30, 5));
    apply(world, grab_command(2, last, 20, 10, -5));
    for (uint32_t step = 0; step < 360; step++) {
        pbd_world_step(world);
        cr_assert(is_finite_and_bounded(world) && pbd_world_counters(world).not_finite == 0);
    }
    pbd_world_destroy(world);
}

#include <criterion/criterion.h>
#include <math.h>

#include "obstacle.h"
#include "worlds.h"

enum { SIDE = 21, CLOTH = SIDE * SIDE, ROPE = 31, BALL = 0, POLE = 1 };

static double depth_below(const float p[3], const struct pbd_obstacle *obstacle) {
    double length2 = 0.0;
    for (int c = 0; c < 3; c++) { // across the axis
        double along = (double)obstacle->capsule.to_m[c] - (double)obstacle->capsule.from_m[c];
        double off = along != 0.0 ? 0.0 : (double)p[c] - (double)obstacle->capsule.from_m[c];
        length2 += off * off;
    }
    return (double)obstacle->capsule.radius_m - sqrt(length2);
}

Test(scene_collide, cloth_lies_on_the_ball_and_ropes_across_the_pole) {
    struct pbd_world *world = world_of("collide", "%s", "");
    cr_assert(pbd_world_particle_count(world) == CLOTH + 2 * ROPE);
    const struct pbd_obstacle ball = pbd_world_obstacle(world, BALL);
    const struct pbd_obstacle pole = pbd_world_obstacle(world, POLE);
    double radius = (double)pbd_world_contact_radius_m(world);
    double deepest = -1.0;
    for (int step = 0; step < 4 * 120; step++) {
        pbd_world_step(world);
        for (uint32_t i = 0; i < CLOTH + 2 * ROPE; i++) {
            const float *p = position(world, i);
            bool beside_pole = fabsf(p[2]) > 0.4f;
            deepest = fmax(deepest, depth_below(p, &ball));
            deepest = beside_pole ? deepest : fmax(deepest, depth_below(p, &pole));
            deepest = fmax(deepest, -(double)p[1]); // in the ground
        }
    }
    cr_assert(deepest < -radius + 1e-3, "%g", deepest);
    const float *middle = position(world, CLOTH / 2);
    cr_assert(depth_below(middle, &ball) > -2.0 * radius, "the cloth lies on the ball");
    for (uint32_t rope = 0; rope < 2; rope++) {
        double top = 0.0;
        for (uint32_t i = 0; i < ROPE; i++) {
            top = fmax(top, (double)position(world, CLOTH + rope * ROPE + i)[1]);
        }
        cr_assert(top > (double)pole.capsule.from_m[1], "rope %u hangs on the pole", rope);
    }
    cr_assert(worst_stretch(world) < 0.3, "%g", worst_stretch(world));
    pbd_world_destroy(world);
}

// Of two particles of the cloth that are no neighbours in the weave.
static double nearest_in_cloth(const struct pbd_world *world) {
    double least = 1.0;
    for (uint32_t i = 0; i < CLOTH; i++) {
        for (uint32_t j = i + 1; j < CLOTH; j++) {
            int across = (int)(i % SIDE) - (int)(j % SIDE);
            int down = (int)(i / SIDE) - (int)(j / SIDE);
            double length2 = 0.0;
            for (int c = 0; c < 3; c++) {
                double e = (double)position(world, i)[c] - (double)position(world, j)[c];
                length2 += e * e;
            }
            bool neighbours = across * across <= 1 && down * down <= 1;
            least = neighbours ? least : fmin(least, sqrt(length2));
        }
    }
    return least;
}

Test(scene_collide, cloth_touches_itself_where_it_is_switched_on) {
    struct pbd_world *on = world_of("collide", "ball_radius=%g", 0.05);
    struct pbd_world *off = world_of("collide", "ball_radius=%g self_collision=0", 0.05);
    run_for(on, 4.0);
    run_for(off, 4.0);
    cr_assert(nearest_in_cloth(on) > 0.95 * 0.04, "%g", nearest_in_cloth(on));
    cr_assert(nearest_in_cloth(off) < 0.5 * 0.04, "%g", nearest_in_cloth(off));
    pbd_world_destroy(on);
    pbd_world_destroy(off);
}

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "segment.h"
#include "worlds.h"

static double distance_of(const struct pbd_world *world, uint32_t i, uint32_t j) {
    float s, t;
    return sqrt((double)xyz_length2(
        segment_nearest(xyz_load(position(world, i)), xyz_load(position(world, i + 1)),
                        xyz_load(position(world, j)), xyz_load(position(world, j + 1)), &s, &t)));
}

// Of two segments that are no neighbours. Those whose middles are further apart than what matters
// are not measured.
static double nearest(const struct pbd_world *world) {
    double least = 0.05;
    uint32_t links = pbd_world_link_count(world);
    for (uint32_t i = 0; i < links; i++) {
        const float *p = position(world, i);
        for (uint32_t j = i + 2; j < links; j++) {
            const float *q = position(world, j);
            float e[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
            if (sweep_length2(e) < 0.13f * 0.13f) { // 0.05 and two links
                least = fmin(least, distance_of(world, i, j));
            }
        }
    }
    return least;
}

static uint32_t paid_out(const struct pbd_world *world) {
    uint32_t count = 0;
    while (count < pbd_world_particle_count(world) &&
           pbd_world_inverse_masses(world)[count] > 0.0f) {
        count++;
    }
    return count;
}

// A thousand segments for twenty seconds at length, fewer otherwise. They go a quarter of a
// thickness per step at most: to pass through each other, axes would have to be next to nothing
// apart after some step.
Test(scene_pile, heaps_up_without_passing_through_itself) {
    const char *full = getenv("ROPEWALK_FULL");
    bool at_length = full != NULL && strcmp(full, "1") == 0;
    const double thickness = 0.025;
    struct pbd_world *world =
        world_of("pile", "links=%d feed_speed=%g", at_length ? 1000 : 150, at_length ? 0.6 : 1.2);
    double least = 1.0;
    for (int i = 0; i < 240 * (at_length ? 20 : 4); i++) {
        pbd_world_step(world);
        least = fmin(least, nearest(world));
    }
    cr_assert(is_finite_and_bounded(world));
    cr_assert(paid_out(world) == pbd_world_particle_count(world));
    cr_assert(least > 0.5 * thickness, "%g", least);
    cr_assert(nearest(world) > 0.95 * thickness, "%g", nearest(world));
    cr_assert(worst_stretch(world) < 0.03, "%g", worst_stretch(world));
    cr_assert(pbd_world_counters(world).pairs_dropped == 0);
    for (uint32_t i = 0; i < pbd_world_particle_count(world); i++) {
        cr_assert(position(world, i)[1] > 0.4f * (float)thickness, "on the ground");
    }
    pbd_world_destroy(world);
}

Test(scene_pile, comes_to_rest) {
    struct pbd_world *world = world_of("pile", "links=150 feed_speed=2");
    run_for(world, 5.0);
    double top = 0.0;
    for (uint32_t i = 0; i < pbd_world_particle_count(world); i++) {
        top = fmax(top, (double)position(world, i)[1]);
    }
    cr_assert(top > 0.03, "one on another");
    cr_assert(fastest(world) < 0.05, "%g", fastest(world));
    pbd_world_destroy(world);
}

Test(scene_pile, is_paid_out_at_its_speed_and_only_then_can_be_held) {
    struct pbd_world *world = world_of("pile", "links=100 feed_speed=0.5 feed_height=1");
    const struct pbd_command grab = grab_command(1, 100, 0, 1, 0);
    cr_assert(pbd_world_apply(world, &grab, NULL) == PBD_PINNED);
    cr_assert(!pbd_world_is_pin(world, 100), "it waits, but it is no pin");
    double before = (double)position(world, 100)[1];
    run_for(world, 0.5);
    cr_assert_float_eq(position(world, 100)[1], before - 0.25, 1e-4);
    apply(world, set_command(world, "feed_speed", 0.0f));
    uint32_t out = paid_out(world);
    cr_assert(out > 5 && out < 50, "%u", out);
    run_for(world, 0.5);
    cr_assert(paid_out(world) == out, "the feeder stands");
    cr_assert_float_eq(position(world, 100)[1], before - 0.25, 1e-4);
    apply(world, set_command(world, "feed_speed", 2.0f));
    run_for(world, 6.0);
    cr_assert(paid_out(world) == 101);
    apply(world, grab);
    pbd_world_destroy(world);
}

Test(scene_pile, of_a_rope_that_does_not_touch_itself_is_flat) {
    struct pbd_world *world = world_of("pile", "links=100 feed_speed=1.5 self_collision=0");
    run_for(world, 6.0);
    for (uint32_t i = 0; i < pbd_world_particle_count(world); i++) {
        cr_assert_float_eq(position(world, i)[1], pbd_world_contact_radius_m(world), 0.005);
    }
    cr_assert(nearest(world) < 0.01);
    pbd_world_destroy(world);
}

#include "obstacle.h"

#include <criterion/criterion.h>
#include <math.h>

#include "worlds.h"

static const struct obstacle slope = {.shape = SLOPE,
                                      .slope = {.point_m = {0, 1, 0}, .normal = {0.6f, 0.8f, 0}}};
static const struct obstacle sphere = {.shape = CAPSULE,
                                       .capsule = {.from_m = {1, 2, 3}, .radius_m = 0.5f}};
static const struct obstacle capsule = {
    .shape = CAPSULE, .capsule = {.from_m = {-1, 0, 0}, .along_m = {2, 0, 0}, .radius_m = 0.25f}};
static const struct obstacle box = {.shape = BOX,
                                    .box = {.centre_m = {0, 1, 0}, .half_size_m = {1, 0.5f, 2}}};

static void check(const struct obstacle *obstacle, float x, float y, float z, double distance,
                  double nx, double ny, double nz) {
    const float p[3] = {x, y, z};
    float n[3];
    cr_assert_float_eq(obstacle_distance(obstacle, p, n), distance, 1e-6, "at %g %g %g: %g", x, y,
                       z, obstacle_distance(obstacle, p, n));
    cr_assert(fabs(n[0] - nx) + fabs(n[1] - ny) + fabs(n[2] - nz) < 1e-6, "normal %g %g %g", n[0],
              n[1], n[2]);
}

Test(obstacle, tells_how_far_away_its_surface_is_and_where_to) {
    check(&slope, 3, 1, 7, 1.8, 0.6, 0.8, 0);
    check(&slope, 0, 0, 0, -0.8, 0.6, 0.8, 0);
    check(&sphere, 1, 4, 3, 1.5, 0, 1, 0);
    check(&sphere, 1.1f, 2, 3, -0.4, 1, 0, 0);
    check(&capsule, 0.3f, 0, -1, 0.75, 0, 0, -1);
    check(&capsule, 3, 0, 0, 1.75, 1, 0, 0);
    check(&capsule, -1.3f, 0.4f, 0, 0.25, -0.6, 0.8, 0);
    check(&box, 0, 3, 0, 1.5, 0, 1, 0);
    check(&box, -4, 5.5f, 0, 5.0, -0.6, 0.8, 0);
    check(&box, 0.9f, 1, 0, -0.1, 1, 0, 0);
    check(&box, 0, 0.6f, 1, -0.1, 0, -1, 0);
}

Test(obstacle, points_up_from_the_very_middle_of_a_round_one) {
    check(&sphere, 1, 2, 3, -0.5, 0, 1, 0);
    check(&capsule, 0, 0, 0, -0.25, 0, 1, 0);
}

// What continuous contact rests on: one can go on by the distance without meeting the surface.
Test(obstacle, distance_changes_by_no_more_than_the_way) {
    const struct obstacle *const all[] = {&slope, &sphere, &capsule, &box};
    uint64_t seed = 5;
    double worst = 0.0;
    for (uint32_t i = 0; i < 20000; i++) {
        float p[2][3], n[3];
        double way2 = 0.0;
        for (uint32_t c = 0; c < 3; c++) {
            p[0][c] = (float)random_between(&seed, -4, 4);
            p[1][c] = p[0][c] + (float)random_between(&seed, -1, 1);
            way2 += pow((double)p[0][c] - (double)p[1][c], 2);
        }
        double change = fabs((double)obstacle_distance(all[i % 4], p[0], n) -
                             (double)obstacle_distance(all[i % 4], p[1], n));
        worst = fmax(worst, change - sqrt(way2));
    }
    cr_assert(worst < 3e-6, "%g", worst);
}

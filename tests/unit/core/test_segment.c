#include "segment.h"

#include <criterion/criterion.h>

#include "worlds.h"

struct two {
    float a0[3], a1[3], b0[3], b1[3];
};

static double distance_at(const struct two *two, double s, double t) {
    double length2 = 0.0;
    for (int c = 0; c < 3; c++) {
        double a = (double)two->a0[c] + s * ((double)two->a1[c] - (double)two->a0[c]);
        double b = (double)two->b0[c] + t * ((double)two->b1[c] - (double)two->b0[c]);
        length2 += (a - b) * (a - b);
    }
    return sqrt(length2);
}

static double nearest(const struct two *two, float *s, float *t, float e[3]) {
    xyz_store(e, segment_nearest(xyz_load(two->a0), xyz_load(two->a1), xyz_load(two->b0),
                                 xyz_load(two->b1), s, t));
    cr_assert(*s >= 0.0f && *s <= 1.0f && *t >= 0.0f && *t <= 1.0f, "%g %g", (double)*s,
              (double)*t);
    double length = sqrt((double)sweep_length2(e));
    cr_assert_float_eq(length, distance_at(two, (double)*s, (double)*t), 1e-5);
    return length;
}

Test(segment, no_other_points_of_them_are_nearer) {
    uint64_t seed = 4;
    for (int round = 0; round < 3000; round++) {
        struct two two;
        float *numbers = two.a0;
        for (int i = 0; i < 12; i++) {
            numbers[i] = (float)random_between(&seed, -1.0, 1.0);
        }
        float s, t, e[3];
        double found = nearest(&two, &s, &t, e);
        double least = 1e9;
        for (int i = 0; i <= 20; i++) {
            for (int k = 0; k <= 20; k++) {
                least = fmin(least, distance_at(&two, i / 20.0, k / 20.0));
            }
        }
        // Within 2° of parallel the middle is taken, half a length × sin 2° from the nearest at
        // most.
        float u[3], v[3], normal[3];
        for (int c = 0; c < 3; c++) {
            u[c] = two.a1[c] - two.a0[c];
            v[c] = two.b1[c] - two.b0[c];
        }
        sweep_cross(u, v, normal);
        bool parallel = sweep_length2(normal) < 1.01e-3f * sweep_length2(u) * sweep_length2(v);
        cr_assert(found < least + (parallel ? 0.06 : 1e-5), "%g where %g can be", found, least);
    }
}

Test(segment, that_cross_are_nearest_at_the_crossing) {
    const struct two two = {{-1, 0, 0}, {3, 0, 0}, {0, 0.5f, -1}, {0, 0.5f, 1}};
    float s, t, e[3];
    cr_assert_float_eq(nearest(&two, &s, &t, e), 0.5, 1e-6);
    cr_assert_float_eq(s, 0.25, 1e-6);
    cr_assert_float_eq(t, 0.5, 1e-6);
    cr_assert_float_eq(e[1], -0.5, 1e-6, "from b to a");
}

// So that what pushes them apart does not turn them.
Test(segment, beside_each_other_are_nearest_in_the_middle_of_where_they_are) {
    const struct two same_way = {{0, 0, 0}, {4, 0, 0}, {1, 0.1f, 0}, {5, 0.1f, 0}};
    const struct two other_way = {{0, 0, 0}, {4, 0, 0}, {5, 0.1f, 0}, {1, 0.1f, 0}};
    float s, t, e[3];
    nearest(&same_way, &s, &t, e);
    cr_assert_float_eq(s, 2.5 / 4.0, 1e-6);
    cr_assert_float_eq(t, 1.5 / 4.0, 1e-6);
    nearest(&other_way, &s, &t, e);
    cr_assert_float_eq(s, 2.5 / 4.0, 1e-6);
    cr_assert_float_eq(t, 2.5 / 4.0, 1e-6);
    const struct two within_2_degrees = {{0, 0, 0}, {4, 0, 0}, {1, 0.1f, 0}, {5, 0.2f, 0}};
    nearest(&within_2_degrees, &s, &t, e);
    cr_assert_float_eq(s, 2.5 / 4.0, 0.01);
}

Test(segment, one_after_the_other_in_a_line_are_nearest_at_their_ends) {
    const struct two two = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}, {2, 0, 0}};
    float s, t, e[3];
    cr_assert_float_eq(nearest(&two, &s, &t, e), 1.0, 1e-6);
    cr_assert(s == 1.0f && t == 1.0f);
}

Test(segment, may_be_points) {
    const struct two point_and_segment = {{1, 2, 0}, {1, 2, 0}, {0, 0, 0}, {4, 0, 0}};
    const struct two segment_and_point = {{0, 0, 0}, {4, 0, 0}, {1, 2, 0}, {1, 2, 0}};
    const struct two points = {{1, 2, 0}, {1, 2, 0}, {1, 2, 3}, {1, 2, 3}};
    float s, t, e[3];
    cr_assert_float_eq(nearest(&point_and_segment, &s, &t, e), 2.0, 1e-6);
    cr_assert_float_eq(t, 0.25, 1e-6);
    cr_assert_float_eq(nearest(&segment_and_point, &s, &t, e), 2.0, 1e-6);
    cr_assert_float_eq(s, 0.25, 1e-6);
    cr_assert_float_eq(nearest(&points, &s, &t, e), 3.0, 1e-6);
}

#include "hinge.h"

#include <criterion/criterion.h>
#include <math.h>

#include "worlds.h"

// The edge along y, the left corner folded up by `left` and the right one by `right`, in radians.
static void fold(double left, double right, float p[12]) {
    const double corners[12] = {0,          0,   0,         0,          1,   0,
                                -cos(left), 0.4, sin(left), cos(right), 0.7, sin(right)};
    for (uint32_t i = 0; i < 12; i++) {
        p[i] = (float)corners[i];
    }
}

static double angle_of(const float p[12]) {
    float e[3], u[3], v[3], cosine, sine;
    for (uint32_t c = 0; c < 3; c++) {
        e[c] = p[3 + c] - p[c];
        u[c] = p[6 + c] - p[c];
        v[c] = p[9 + c] - p[c];
    }
    cr_assert(hinge_angle(e, u, v, &cosine, &sine));
    return atan2((double)sine, (double)cosine);
}

static const float unit_masses[4] = {1, 1, 1, 1};

// Projects from flat rest, or from a rest angle, and returns the angle afterwards.
static double project(double left, double right, double rest, float stiffness) {
    float x[12], q[12] = {0};
    fold(left, right, x);
    const struct hinge hinge = {0, 1, 2, 3, (float)cos(rest), (float)sin(rest)};
    const struct sweep sweep = {
        .x = x, .q = q, .w = unit_masses, .before = x, .bending = stiffness};
    hinge_project(&sweep, &hinge, NULL, 1);
    for (uint32_t i = 0; i < 12; i++) {
        x[i] += q[i];
    }
    return angle_of(x);
}

Test(hinge, measures_the_angle_of_a_fold_with_its_sign) {
    for (double left = -1.4; left <= 1.4; left += 0.2) {
        for (double right = -1.4; right <= 1.4; right += 0.2) {
            float p[12];
            fold(left, right, p);
            cr_assert_float_eq(angle_of(p), -(left + right), 1e-5, "%g %g", left, right);
        }
    }
}

// One projection lands where C is 0 as far as C is linear: what is left is of the third order.
Test(hinge, unfolds_a_small_fold_at_once) {
    for (double fold_angle = -0.2; fold_angle <= 0.2; fold_angle += 0.05) {
        double left = project(fold_angle, 0.3 * fold_angle, 0.0, 1.0f);
        cr_assert(fabs(left) < 0.3 * pow(fabs(fold_angle), 3) + 1e-5, "%g leaves %g", fold_angle,
                  left);
    }
}

Test(hinge, goes_back_to_the_angle_that_it_had_at_rest) {
    double now = project(0.5, 0.4, -0.8, 1.0f);
    cr_assert_float_eq(now, -0.8, 2e-3);
    cr_assert_float_eq(project(0.4, 0.4, -0.8, 1.0f), -0.8, 1e-6, "there is nothing to do");
}

Test(hinge, corrects_the_share_that_its_stiffness_says) {
    cr_assert_float_eq(project(0.02, 0.0, 0.0, 0.5f), -0.01, 1e-4);
}

Test(hinge, comes_back_from_every_fold_without_passing_flat) {
    for (double half = 0.1; half < 1.5; half += 0.1) {
        for (double sign = -1.0; sign <= 1.0; sign += 2.0) {
            double before = -2.0 * half * sign;
            double after = project(sign * half, sign * half, 0.0, 1.0f);
            cr_assert(fabs(after) < fabs(before), "%g becomes %g", before, after);
        }
    }
}

Test(hinge, skips_triangles_without_area_and_pins) {
    float x[12] = {0, 0, 0, 0, 1, 0, 0, 0.5f, 0, 1, 0.5f, 0}; // left lies on the edge
    float q[12] = {0};
    const struct hinge hinge = {0, 1, 2, 3, 1.0f, 0.0f};
    const float pins[4] = {0};
    struct sweep sweep = {.x = x, .q = q, .w = unit_masses, .before = x, .bending = 1.0f};
    hinge_project(&sweep, &hinge, NULL, 1);
    fold(0.5, 0.5, x);
    sweep.w = pins;
    hinge_project(&sweep, &hinge, NULL, 1);
    for (uint32_t i = 0; i < 12; i++) {
        cr_assert(q[i] == 0.0f);
    }
}

// The hem of a cloth that a wind blows up folds less when the cloth resists bending.
Test(hinge, stiffens_a_cloth_against_folding) {
    double bent[2];
    for (uint32_t stiff = 0; stiff < 2; stiff++) {
        struct pbd_world *world =
            world_of("cloth", "columns=8 rows=8 breeze=0 bending=%g", stiff ? 0.5 : 0.0);
        apply(world, grab_command(1, 76, 0.0f, 0.8f, 0.1f));
        run_for(world, 2.0);
        bent[stiff] = 0.0;
        for (uint32_t r = 1; r < 8; r++) {
            const float *a = position(world, 9 * (r - 1) + 4), *b = position(world, 9 * r + 4),
                        *c = position(world, 9 * (r + 1) + 4);
            bent[stiff] = fmax(bent[stiff], fabs(0.5 * (double)(a[2] + c[2]) - (double)b[2]));
        }
        pbd_world_destroy(world);
    }
    cr_assert(bent[1] < 0.8 * bent[0], "%g against %g", bent[1], bent[0]);
}

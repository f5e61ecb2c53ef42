// Contact and friction in whole worlds: against Coulomb's law, and against the symptoms that users
// of such systems have reported.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "worlds.h"

static const int rates[] = {60, 120, 240, 480, 960};
enum { RATE_COUNT = sizeof rates / sizeof rates[0] };

// ---- slopes ------------------------------------------------------------------------------------

static double slope_degrees;

static void build_slope(struct pbd_builder *builder) {
    const float foot[3] = {0, 1, 0};
    const float normal[3] = {(float)sin(slope_degrees * PI / 180.0),
                             (float)cos(slope_degrees * PI / 180.0), 0};
    pbd_builder_slope(builder, foot, normal);
}

// A bead on a slope that falls towards +x, sliding down it.
static struct pbd_world *bead_on_slope(double degrees, double speed_m_per_s, const char *settings) {
    static struct body_particle bead;
    double angle = degrees * PI / 180.0;
    bead = (struct body_particle){
        {0, 1, 0},
        {(float)(speed_m_per_s * cos(angle)), (float)(-speed_m_per_s * sin(angle)), 0},
        1};
    struct body body = {.particles = &bead, .particle_count = 1, .build_more = build_slope};
    body.more.obstacles = 1;
    slope_degrees = degrees;
    return body_world(&body, "%s", settings);
}

static double way_down(const struct pbd_world *world) {
    const float *p = position(world, 0);
    return hypot((double)p[0], (double)p[1] - 1.0);
}

// tan 20° = 0.364 < 0.5.
Test(oracle_contact, friction_holds_a_bead_on_a_slope_without_creep) {
    const char *const settings[] = {"rate=60", "rate=240 iterations=1", "substeps=8",
                                    "rate=960 iterations=2"};
    for (uint32_t i = 0; i < 4; i++) {
        struct pbd_world *world = bead_on_slope(20.0, 0.0, settings[i]);
        run_for(world, 60.0);
        cr_assert_lt(way_down(world), 1e-5, "%s: %g m", settings[i], way_down(world));
        pbd_world_destroy(world);
    }
}

// a = g (sin θ − μ cos θ): 0.657 m/s² at 30° and 0.5, by the discrete scheme.
Test(oracle_contact, a_bead_slides_down_a_slope_that_is_too_steep_as_coulomb_says) {
    const double degrees[] = {30.0, 45.0, 27.0};
    for (uint32_t k = 0; k < 3; k++) {
        double angle = degrees[k] * PI / 180.0;
        double a = G * (sin(angle) - 0.5 * cos(angle));
        for (uint32_t r = 0; r < RATE_COUNT; r++) {
            char settings[64];
            snprintf(settings, sizeof settings, "rate=%d", rates[r]);
            struct pbd_world *world = bead_on_slope(degrees[k], 0.0, settings);
            run_for(world, 2.0);
            double n = 2.0 * (double)rates[r], h = 1.0 / (double)rates[r];
            double way = 0.5 * n * (n + 1.0) * a * h * h;
            cr_assert(fabs(speed(world, 0) / (2.0 * a) - 1.0) < 1e-3, "%g° at %d Hz: %g for %g",
                      degrees[k], rates[r], speed(world, 0), 2.0 * a);
            cr_assert(fabs(way_down(world) / way - 1.0) < 1e-3, "%g° at %d Hz: %g for %g",
                      degrees[k], rates[r], way_down(world), way);
            pbd_world_destroy(world);
        }
    }
}

// Between the two coefficients what rests stays, and what slides goes on sliding.
Test(oracle_contact, a_bead_slides_on_where_it_would_have_stayed_at_rest) {
    const char settings[] = "friction=0.6 sliding_friction=0.3 rate=240";
    struct pbd_world *world = bead_on_slope(25.0, 0.0, settings);
    run_for(world, 10.0);
    cr_assert_lt(way_down(world), 1e-5);
    pbd_world_destroy(world);

    double angle = 25.0 * PI / 180.0;
    world = bead_on_slope(25.0, 1.0, settings);
    run_for(world, 2.0);
    double wanted = 1.0 + 2.0 * G * (sin(angle) - 0.3 * cos(angle));
    cr_assert(fabs(speed(world, 0) / wanted - 1.0) < 1e-3, "%g for %g", speed(world, 0), wanted);
    pbd_world_destroy(world);
}

// On level ground: v² / 2 μ g, then rest.
Test(oracle_contact, friction_brings_a_sliding_bead_to_rest_after_the_right_way) {
    static const struct body_particle bead = {{0, 0, 0}, {3, 0, 4}, 2};
    const struct body body = {.particles = &bead, .particle_count = 1};
    for (uint32_t r = 0; r < RATE_COUNT; r++) {
        struct pbd_world *world =
            body_world(&body, "ground=1 friction=0.4 sliding_friction=0.4 rate=%d", rates[r]);
        run_for(world, 4.0);
        double way = hypot((double)position(world, 0)[0], (double)position(world, 0)[2]);
        double wanted = 25.0 / (2.0 * 0.4 * G);
        cr_assert(fabs(way / wanted - 1.0) < 0.02, "%d Hz: %g for %g", rates[r], way, wanted);
        cr_assert(speed(world, 0) == 0.0);
        pbd_world_destroy(world);
    }
}

// ---- pairs -------------------------------------------------------------------------------------

static void build_pair(struct pbd_builder *builder) {
    pbd_builder_pair(builder, 0, 1, 0.1f);
}

// Two balls of 5 cm, tied together closer than they can come so that they press on each other, one
// thrown past the other.
static void rub(double vx, double vy, double vz, double apart[60][3]) {
    static struct body_particle balls[2];
    static const struct body_pair tie = {0, 1, 0.09f};
    balls[0] =
        (struct body_particle){{0, 0, 0}, {(float)vx, (float)(vy + 0.2), (float)(vz + 0.3)}, 1};
    balls[1] = (struct body_particle){
        {0.13f, 0.02f, 0.01f}, {(float)(vx - 1.0), (float)(vy - 0.1), (float)vz}, 2};
    struct body body = {balls, 2, &tie, 1, .build_more = build_pair};
    body.more.of[PBD_PAIR] = 1;
    struct pbd_world *world = body_world(&body, "gravity=0 compliance=0.0001");
    for (uint32_t i = 0; i < 60; i++) {
        pbd_world_step(world);
        for (uint32_t c = 0; c < 3; c++) {
            apart[i][c] = (double)position(world, 0)[c] - (double)position(world, 1)[c];
        }
    }
    pbd_world_destroy(world);
}

Test(oracle_contact, rubbing_balls_do_not_know_how_fast_they_go_together) {
    static double at_rest[60][3], moving[60][3];
    const double drifts[][3] = {{10, 0, 0}, {0, 10, 0}, {0, 0, -10}, {6, 0, 8}};
    rub(0, 0, 0, at_rest);
    for (uint32_t k = 0; k < 4; k++) {
        rub(drifts[k][0], drifts[k][1], drifts[k][2], moving);
        double worst = 0.0;
        for (uint32_t i = 0; i < 60; i++) {
            for (uint32_t c = 0; c < 3; c++) {
                worst = fmax(worst, fabs(moving[i][c] - at_rest[i][c]));
            }
        }
        cr_assert_lt(worst, 1e-4, "%g m", worst);
    }
}

// ---- heaps and what lies on the ground -------------------------------------------------------

enum { SIDE = 21 };

// A sheet of 20 × 20 links without pins, not quite level, let fall on the ground.
static const struct body *free_sheet(bool grid_cloth) {
    static struct body_particle particles[SIDE * SIDE];
    static struct body_pair links[2 * SIDE * (SIDE - 1)], floors[2 * (SIDE - 1) * (SIDE - 1)];
    static struct body body;
    uint32_t link_count = 0, floor_count = 0;
    uint64_t seed = 4;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        uint32_t r = i / SIDE, c = i % SIDE;
        particles[i] = (struct body_particle){
            {0.05f * (float)c, 0.3f + 0.01f * (float)r + (float)random_between(&seed, 0.0, 0.005),
             0.05f * (float)r},
            {0},
            0.01f};
        if (c > 0) {
            links[link_count++] = (struct body_pair){i - 1, i, 0.05f};
        }
        if (r > 0) {
            links[link_count++] = (struct body_pair){i - SIDE, i, 0.05f};
        }
        if (r > 0 && c > 0) {
            floors[floor_count++] = (struct body_pair){i - SIDE - 1, i, 0.0566f};
            floors[floor_count++] = (struct body_pair){i - SIDE, i - 1, 0.0566f};
        }
    }
    body = (struct body){.particles = particles,
                         .particle_count = SIDE * SIDE,
                         .links = links,
                         .link_count = link_count,
                         .floors = floors,
                         .floor_count = floor_count,
                         .grid_cloth = grid_cloth};
    return &body;
}

static double rms_speed(const struct pbd_world *world) {
    double sum = 0.0;
    uint32_t count = pbd_world_particle_count(world);
    for (uint32_t i = 0; i < count; i++) {
        sum += speed(world, i) * speed(world, i);
    }
    return sqrt(sum / (double)count);
}

Test(oracle_contact, a_cloth_on_the_ground_comes_to_rest_on_it) {
    for (int form = 0; form < 3; form++) {
        struct pbd_world *world = body_world(free_sheet(form > 0), "ground=1 iterations=10%s",
                                             form == 2 ? " rate=480" : "");
        double lowest = 1.0, rms[10];
        for (uint32_t second = 0; second < 10; second++) {
            for (uint32_t i = 0; i < pbd_world_rate_hz(world); i++) {
                pbd_world_step(world);
                for (uint32_t k = 0; k < SIDE * SIDE; k++) {
                    lowest = fmin(lowest, (double)position(world, k)[1]);
                }
            }
            rms[second] = rms_speed(world);
        }
        cr_assert_geq(lowest, -1e-6, "%g m", lowest);
        cr_assert(rms[9] < 1e-3 && rms[9] < rms[0] + 1e-6, "%g m/s, then %g", rms[0], rms[9]);
        pbd_world_destroy(world);
    }
}

// ---- what overlaps from the start ------------------------------------------------------------

static void build_two_pairs(struct pbd_builder *builder) {
    pbd_builder_pair(builder, 0, 2, 0.01f);
    pbd_builder_pair(builder, 1, 3, 0.01f);
}

// Two parallel segments 4 mm apart that are 10 mm thick.
Test(oracle_contact, what_overlaps_at_the_start_parts_without_gaining_speed) {
    static const struct body_particle ends[] = {{{0, 1, 0}, {0}, 1},
                                                {{0.2f, 1, 0}, {0}, 1},
                                                {{0, 1.004f, 0}, {0}, 1},
                                                {{0.2f, 1.004f, 0}, {0}, 1}};
    static const struct body_pair links[] = {{0, 1, 0.2f}, {2, 3, 0.2f}};
    for (int plain = 0; plain <= 1; plain++) {
        struct body body = {ends, 4, links, 2, NULL, 0, plain, .build_more = build_two_pairs};
        body.more.of[PBD_PAIR] = 2;
        struct pbd_world *world = body_world(&body, "gravity=0");
        double most = 0.0;
        for (uint32_t i = 0; i < 100; i++) {
            pbd_world_step(world);
            most = fmax(most, fastest(world));
        }
        double gap = (double)position(world, 2)[1] - (double)position(world, 0)[1];
        double other = (double)position(world, 3)[1] - (double)position(world, 1)[1];
        cr_assert_geq(fmin(gap, other), 0.01 - 1e-6, "%g and %g m", gap, other);
        cr_assert_lt(most, 1e-4, "%g m/s", most);
        pbd_world_destroy(world);
    }
}

static void build_pair_at_one_place(struct pbd_builder *builder) {
    pbd_builder_pair(builder, 0, 1, 0.1f);
}

Test(oracle_contact, two_balls_at_one_place_part_about_their_centre_of_mass) {
    static const struct body_particle balls[] = {{{0.3f, 1, 0}, {0}, 1}, {{0.3f, 1, 0}, {0}, 3}};
    struct body body = {
        .particles = balls, .particle_count = 2, .build_more = build_pair_at_one_place};
    body.more.of[PBD_PAIR] = 1;
    struct pbd_world *world = body_world(&body, "gravity=0");
    for (uint32_t i = 0; i < 100; i++) {
        pbd_world_step(world);
        cr_assert(is_finite_and_bounded(world));
        for (uint32_t c = 0; c < 3; c++) {
            double centre =
                0.25 * ((double)position(world, 0)[c] + 3.0 * (double)position(world, 1)[c]);
            cr_assert_float_eq(centre, (double)balls[0].position_m[c], 1e-6);
        }
    }
    cr_assert_geq(fabs((double)position(world, 0)[0] - (double)position(world, 1)[0]), 0.1 - 1e-6);
    cr_assert_lt(fastest(world), 1e-4);
    pbd_world_destroy(world);
}

static void build_everything(struct pbd_builder *builder) {
    const float from[3] = {0, 1, -1};
    const float to[3] = {0, 1, 1};
    const float centre[3] = {2, 1, 0};
    const float half_size[3] = {0.5f, 0.2f, 0.5f};
    const float foot[3] = {0, -1, 0};
    const float up[3] = {0, 1, 0};
    pbd_builder_capsule(builder, from, to, 0.1f);
    pbd_builder_box(builder, centre, half_size);
    pbd_builder_slope(builder, foot, up);
    pbd_builder_radius(builder, 0.02f);
}

Test(oracle_contact, what_starts_inside_obstacles_leaves_them_without_gaining_speed) {
    static const struct body_particle inside[] = {{{0.03f, 1.01f, 0}, {0}, 1},
                                                  {{0, 1, 0.5f}, {0}, 1},
                                                  {{2.3f, 1.1f, 0}, {0}, 1},
                                                  {{2, 1, 0}, {0}, 1},
                                                  {{5, -1.2f, 0}, {0}, 1},
                                                  // a link across the peg
                                                  {{-0.3f, 1.05f, 0.3f}, {0}, 1},
                                                  {{0.3f, 1.05f, 0.3f}, {0}, 1}};
    static const struct body_pair link = {5, 6, 0.6f};
    struct body body = {inside, 7, &link, 1, .build_more = build_everything};
    body.more.obstacles = 3;
    body.more.links_touch = 1;
    struct pbd_world *world = body_world(&body, "gravity=0");
    double most = 0.0;
    for (uint32_t i = 0; i < 60; i++) {
        pbd_world_step(world);
        most = fmax(most, fastest(world));
    }
    cr_assert_lt(most, 1e-3, "%g m/s", most);
    cr_assert_geq(hypot((double)position(world, 0)[0], (double)position(world, 0)[1] - 1.0),
                  0.12 - 1e-5);
    cr_assert_geq(hypot((double)position(world, 1)[0], (double)position(world, 1)[1] - 1.0),
                  0.12 - 1e-5);
    cr_assert_geq((double)position(world, 2)[1], 1.22 - 1e-5);
    cr_assert_geq((double)position(world, 3)[1], 1.22 - 1e-5);
    cr_assert_geq((double)position(world, 4)[1], -0.98 - 1e-5);
    cr_assert_geq((double)position(world, 5)[1], 1.12 - 1e-4);
    pbd_world_destroy(world);
}

// ---- bodies that stay as they are ------------------------------------------------------------

static bool mirrored;

static void build_tetrahedron(struct pbd_builder *builder) {
    const uint32_t corners[2][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}};
    pbd_builder_volume(builder, corners[mirrored]);
}

Test(oracle_contact, a_tetrahedron_of_either_orientation_stays_as_it_is) {
    static const struct body_particle corners[] = {{{0, 1, 0}, {0}, 1},
                                                   {{0.3f, 1, 0}, {0}, 1},
                                                   {{0, 1.3f, 0}, {0}, 2},
                                                   {{0, 1, 0.3f}, {0}, 1}};
    static const struct body_pair edges[] = {{0, 1, 0.3f},        {0, 2, 0.3f},
                                             {0, 3, 0.3f},        {1, 2, 0.42426407f},
                                             {1, 3, 0.42426407f}, {2, 3, 0.42426407f}};
    for (int k = 0; k < 4; k++) {
        mirrored = k % 2 != 0;
        struct body body = {corners, 4, edges, k < 2 ? 6 : 0, .build_more = build_tetrahedron};
        body.more.of[PBD_VOLUME] = 1;
        struct pbd_world *world = body_world(&body, "gravity=0");
        run_for(world, 10.0);
        double moved = 0.0;
        for (uint32_t i = 0; i < 4; i++) {
            for (uint32_t c = 0; c < 3; c++) {
                moved = fmax(
                    moved, fabs((double)position(world, i)[c] - (double)corners[i].position_m[c]));
            }
        }
        cr_assert_lt(moved, 1e-5, "%g m", moved);
        pbd_world_destroy(world);
    }
}

static double volume_of(const struct pbd_world *world) {
    double e[3][3];
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t c = 0; c < 3; c++) {
            e[i][c] = (double)position(world, i + 1)[c] - (double)position(world, 0)[c];
        }
    }
    return (e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) +
            e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
            e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
           6.0;
}

Test(oracle_contact, a_tetrahedron_that_falls_on_the_ground_keeps_its_volume) {
    static const struct body_particle corners[] = {{{0, 1, 0}, {0}, 1},
                                                   {{0.3f, 1.1f, 0}, {0}, 1},
                                                   {{0, 1.3f, 0.1f}, {0}, 2},
                                                   {{0.05f, 1.05f, 0.3f}, {0}, 1}};
    struct body_pair edges[6];
    uint32_t count = 0;
    for (uint32_t a = 0; a < 4; a++) {
        for (uint32_t b = a + 1; b < 4; b++) {
            double sum = 0.0;
            for (uint32_t c = 0; c < 3; c++) {
                double e = (double)corners[a].position_m[c] - (double)corners[b].position_m[c];
                sum += e * e;
            }
            edges[count++] = (struct body_pair){a, b, (float)sqrt(sum)};
        }
    }
    for (int k = 0; k < 2; k++) {
        mirrored = k != 0;
        struct body body = {corners, 4, edges, 6, .build_more = build_tetrahedron};
        body.more.of[PBD_VOLUME] = 1;
        struct pbd_world *world = body_world(&body, "ground=1 iterations=12");
        double start = volume_of(world), worst = 0.0, lowest = 1.0;
        for (uint32_t i = 0; i < 300; i++) {
            pbd_world_step(world);
            worst = fmax(worst, fabs(volume_of(world) / start - 1.0));
            for (uint32_t c = 0; c < 4; c++) {
                lowest = fmin(lowest, (double)position(world, c)[1]);
            }
        }
        cr_assert_lt(worst, 0.02, "%g at the impact, where contacts have the last word", worst);
        cr_assert(fabs(volume_of(world) / start - 1.0) < 1e-3, "%g at rest",
                  volume_of(world) / start - 1.0);
        cr_assert_geq(lowest, -1e-6, "%g m", lowest);
        cr_assert_lt(rms_speed(world), 1e-4, "%g m/s", rms_speed(world));
        pbd_world_destroy(world);
    }
}

Test(oracle_contact, a_link_drawn_between_two_pins_is_left_alone) {
    static const struct body_particle ends[] = {{{0, 1, 0}, {0}, 0}, {{0.2f, 1, 0}, {0}, 0}};
    static const struct body_pair link = {0, 1, 0.1f};
    const char *const settings[] = {"stepping=0", "stepping=1", "stepping=2", "compliance=0.001"};
    const struct body body = {ends, 2, &link, 1, .path = true};
    for (uint32_t i = 0; i < 4; i++) {
        struct pbd_world *world = body_world(&body, "%s", settings[i]);
        run_for(world, 1.0);
        cr_assert(position(world, 0)[0] == 0.0f && position(world, 1)[0] == 0.2f);
        cr_assert(position(world, 0)[1] == 1.0f && position(world, 1)[1] == 1.0f);
        pbd_world_destroy(world);
    }
}

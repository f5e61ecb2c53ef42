// Nothing passes through anything, however fast or thin: beads and links in whole worlds.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "worlds.h"

static const int rates[] = {60, 120, 240, 480, 960};
enum { RATE_COUNT = sizeof rates / sizeof rates[0] };

// ---- what is fast or thin ----------------------------------------------------------------------

Test(oracle_passage, a_fast_bead_never_gets_below_the_ground) {
    static struct body_particle bead;
    const struct body body = {.particles = &bead, .particle_count = 1};
    const double speeds[] = {30.0, 50.0};
    for (uint32_t r = 0; r < RATE_COUNT; r++) {
        for (uint32_t k = 0; k < 2; k++) {
            for (double slant = 0.0; slant < 1.0; slant += 0.4) {
                bead = (struct body_particle){
                    {0, 2.3f, 0}, {(float)(speeds[k] * slant), (float)-speeds[k], 0}, 1};
                struct pbd_world *world = body_world(&body, "ground=1 rate=%d", rates[r]);
                double lowest = 1.0;
                for (int i = 0; i < rates[r]; i++) {
                    pbd_world_step(world);
                    lowest = fmin(lowest, (double)position(world, 0)[1]);
                }
                cr_assert_geq(lowest, -1e-6, "%g m/s at %d Hz: %g", speeds[k], rates[r], lowest);
                cr_assert_lt((double)position(world, 0)[1], 1e-5, "it bounces");
                pbd_world_destroy(world);
            }
        }
    }
}

// Distance from the axis of a peg along z through (0, 1), on the straight way between two points.
static double nearest_to_peg(const float a[3], const float b[3]) {
    double ax = (double)a[0], ay = (double)a[1] - 1.0;
    double ex = (double)b[0] - (double)a[0], ey = (double)b[1] - (double)a[1];
    double length2 = ex * ex + ey * ey;
    double t = length2 > 0.0 ? -(ax * ex + ay * ey) / length2 : 0.0;
    t = fmin(1.0, fmax(0.0, t));
    return hypot(ax + t * ex, ay + t * ey);
}

static double peg_m;

static void build_peg(struct pbd_builder *builder) {
    const float from[3] = {0, 1, -1};
    const float to[3] = {0, 1, 1};
    pbd_builder_capsule(builder, from, to, (float)peg_m);
}

Test(oracle_passage, a_bead_at_the_speed_cap_does_not_pass_through_a_thin_peg) {
    static struct body_particle bead;
    struct body body = {.particles = &bead, .particle_count = 1, .build_more = build_peg};
    body.more.obstacles = 1;
    peg_m = 0.005;
    for (uint32_t r = 0; r < RATE_COUNT; r++) {
        double nearest = 1.0, furthest_through = -1.0;
        uint64_t seed = 1;
        for (uint32_t shot = 0; shot < 200; shot++) {
            double aside = shot == 0 ? 0.0 : random_between(&seed, -0.006, 0.006);
            double turn = random_between(&seed, 0.0, 2.0 * PI);
            double back = random_between(&seed, 0.1, 0.9);
            double c = cos(turn), s = sin(turn);
            bead = (struct body_particle){
                {(float)(-back * c - aside * s), (float)(1.0 - back * s + aside * c), 0},
                {(float)(50.0 * c), (float)(50.0 * s), 0},
                1};
            struct pbd_world *world = body_world(&body, "gravity=0 friction=0 rate=%d", rates[r]);
            for (int i = 0; i < 120; i++) {
                float before[3];
                memcpy(before, position(world, 0), sizeof before);
                pbd_world_step(world);
                nearest = fmin(nearest, nearest_to_peg(before, position(world, 0)));
            }
            if (shot == 0) { // straight at the middle
                furthest_through =
                    fmax(furthest_through, c * (double)position(world, 0)[0] +
                                               s * ((double)position(world, 0)[1] - 1.0));
            }
            pbd_world_destroy(world);
        }
        cr_assert_geq(nearest, peg_m - 2e-5, "%d Hz: %g m", rates[r], nearest);
        cr_assert_lt(furthest_through, 0.0, "%d Hz", rates[r]);
    }
}

static void build_board(struct pbd_builder *builder) {
    const float centre[3] = {0, 1, 0};
    const float half_size[3] = {5, 0.002f, 5};
    pbd_builder_box(builder, centre, half_size);
}

Test(oracle_passage, a_bead_at_the_speed_cap_does_not_pass_through_a_thin_board) {
    static struct body_particle bead;
    struct body body = {.particles = &bead, .particle_count = 1, .build_more = build_board};
    body.more.obstacles = 1;
    for (uint32_t r = 0; r < RATE_COUNT; r++) {
        double lowest = 2.0;
        uint64_t seed = 1;
        for (uint32_t shot = 0; shot < 50; shot++) {
            bead = (struct body_particle){{0, (float)random_between(&seed, 1.01, 2.0), 0},
                                          {(float)random_between(&seed, -4.0, 4.0), -49.0f, 1},
                                          1};
            struct pbd_world *world = body_world(&body, "rate=%d", rates[r]);
            for (int i = 0; i < rates[r] / 2; i++) {
                pbd_world_step(world);
                lowest = fmin(lowest, (double)position(world, 0)[1]);
            }
            pbd_world_destroy(world);
        }
        cr_assert_geq(lowest, 1.002 - 2e-5, "%d Hz: %g m", rates[r], lowest);
    }
}

// ---- links across a peg ------------------------------------------------------------------------

// Which side of a link the peg is on, > 0 or < 0, and where along it, 0 … 1 between its ends.
static double side_of_peg(const float a[3], const float b[3], double *along) {
    double ex = (double)b[0] - (double)a[0], ey = (double)b[1] - (double)a[1];
    double px = -(double)a[0], py = 1.0 - (double)a[1];
    *along = (px * ex + py * ey) / (ex * ex + ey * ey);
    return ex * py - ey * px;
}

struct passage {
    double nearest_m; // distance of the link from the axis
    uint32_t through; // how often the peg changed sides between the ends
};

// A link of 0.2 m that comes down across a peg. Shift and tilt in m.
static struct passage drop_link(double speed_m_per_s, double shift, double tilt, double seconds,
                                const char *settings) {
    static struct body_particle ends[2];
    static const struct body_pair link = {0, 1, 0.2f};
    double half = 0.5 * sqrt(0.04 - 4.0 * tilt * tilt);
    ends[0] = (struct body_particle){
        {(float)(shift - half), (float)(1.3 - tilt), 0}, {0, (float)-speed_m_per_s, 0}, 1};
    ends[1] = (struct body_particle){
        {(float)(shift + half), (float)(1.3 + tilt), 0}, {0, (float)-speed_m_per_s, 0}, 1};
    struct body body = {ends, 2, &link, 1, .build_more = build_peg};
    body.more.obstacles = 1;
    body.more.links_touch = 1;
    struct pbd_world *world = body_world(&body, "%s", settings);
    struct passage passage = {.nearest_m = 1.0};
    double along_before, along;
    double before = side_of_peg(position(world, 0), position(world, 1), &along_before);
    for (int i = 0; i < (int)(seconds * pbd_world_rate_hz(world)); i++) {
        pbd_world_step(world);
        passage.nearest_m =
            fmin(passage.nearest_m, nearest_to_peg(position(world, 0), position(world, 1)));
        double after = side_of_peg(position(world, 0), position(world, 1), &along);
        double share = before / (before - after);
        double crossed = along_before + share * (along - along_before);
        if ((before < 0.0) != (after < 0.0) && crossed > 0.0 && crossed < 1.0) {
            passage.through++;
        }
        before = after;
        along_before = along;
    }
    pbd_world_destroy(world);
    return passage;
}

Test(oracle_passage, a_link_across_a_peg_stays_outside_it_with_both_ends_beside_it) {
    peg_m = 0.05;
    for (uint32_t r = 0; r < RATE_COUNT; r++) {
        char settings[64];
        snprintf(settings, sizeof settings, "rate=%d", rates[r]);
        double nearest = drop_link(0.0, 0.0, 0.0, 2.0, settings).nearest_m;
        cr_assert_geq(nearest, 0.05 - 2e-5, "%d Hz: %g m", rates[r], nearest);
    }
}

// Dropped and thrown at a peg from all sides: what it turns about or slides along may neither enter
// it nor change sides.
static struct passage worst_passage(double speed_m_per_s, const char *settings) {
    struct passage worst = {.nearest_m = 1.0};
    for (double shift = -0.08; shift < 0.085; shift += 0.04) {
        for (double tilt = -0.06; tilt < 0.065; tilt += 0.04) {
            struct passage passage = drop_link(speed_m_per_s, shift, tilt, 0.3, settings);
            worst.nearest_m = fmin(worst.nearest_m, passage.nearest_m);
            worst.through += passage.through;
        }
    }
    return worst;
}

Test(oracle_passage, a_link_that_turns_about_a_peg_does_not_enter_it) {
    const char *const settings[] = {"rate=60", "rate=60 friction=0", "rate=60 substeps=4",
                                    "rate=240"};
    const double pegs[] = {0.05, 0.005};
    const double speeds[] = {0.0, 2.0, 10.0};
    for (uint32_t k = 0; k < 2; k++) {
        peg_m = pegs[k];
        for (uint32_t r = 0; r < 4; r++) {
            for (uint32_t v = 0; v < 3; v++) {
                struct passage worst = worst_passage(speeds[v], settings[r]);
                cr_assert(worst.through == 0, "peg of %g m, %s, %g m/s", peg_m, settings[r],
                          speeds[v]);
                double least = k == 0 ? peg_m - 2e-5 : 0.9 * peg_m;
                cr_assert_geq(worst.nearest_m, least, "peg of %g m, %s, %g m/s: %g m", peg_m,
                              settings[r], speeds[v], worst.nearest_m);
            }
        }
    }
}

Test(oracle_passage, a_link_at_the_speed_cap_does_not_swallow_a_peg) {
    const char *const settings[] = {"rate=60", "rate=60 substeps=4", "rate=240"};
    const double pegs[] = {0.05, 0.005};
    const double speeds[] = {30.0, 49.0};
    for (uint32_t k = 0; k < 2; k++) {
        peg_m = pegs[k];
        for (uint32_t r = 0; r < 3; r++) {
            for (uint32_t v = 0; v < 2; v++) {
                struct passage worst = worst_passage(speeds[v], settings[r]);
                cr_assert(worst.through == 0, "peg of %g m, %s, %g m/s", peg_m, settings[r],
                          speeds[v]);
                cr_assert_geq(worst.nearest_m, 0.75 * peg_m, "peg of %g m, %s, %g m/s: %g m", peg_m,
                              settings[r], speeds[v], worst.nearest_m);
            }
        }
    }
    // With one sweep the ends of a link may change places within a step, so that sides mean
    // nothing.
    peg_m = 0.05;
    double nearest_m = worst_passage(49.0, "iterations=1").nearest_m;
    cr_assert_geq(nearest_m, 0.99 * peg_m, "n = 1: %g m", nearest_m);
}

// Both ends at the speed cap, one a hundred times as heavy. The link turns about the peg, and its
// light end becomes too fast.
Test(oracle_passage, a_link_with_a_heavy_end_is_not_turned_into_a_peg) {
    static const struct body_particle ends[] = {{{-0.16f, 1.1f, 0}, {0, -49.9f, 0}, 1},
                                                {{0.04f, 1.1f, 0}, {0, -49.9f, 0}, 100}};
    static const struct body_pair link = {0, 1, 0.2f};
    peg_m = 0.05;
    struct body body = {ends, 2, &link, 1, .build_more = build_peg};
    body.more.obstacles = 1;
    body.more.links_touch = 1;
    for (int n = 1; n <= 16; n *= 4) {
        struct pbd_world *world = body_world(&body, "iterations=%d", n);
        double nearest_m = 1.0;
        for (int i = 0; i < 4; i++) {
            pbd_world_step(world);
            nearest_m = fmin(nearest_m, nearest_to_peg(position(world, 0), position(world, 1)));
        }
        cr_assert_geq(nearest_m, 0.75 * peg_m, "n = %d: %g m", n, nearest_m);
        pbd_world_destroy(world);
    }
}

// ---- ropes over what lies in their way ---------------------------------------------------------

static void build_peg_and_board(struct pbd_builder *builder) {
    const float centre[3] = {0.3f, 0.6f, 0};
    const float half_size[3] = {0.2f, 0.02f, 0.5f};
    build_peg(builder);
    pbd_builder_box(builder, centre, half_size);
    pbd_builder_radius(builder, 0.01f);
}

// A loose rope that falls over a peg, on a board and on the ground.
Test(oracle_passage, no_contact_adds_energy) {
    enum { BEADS = 21 };
    static struct body_particle beads[BEADS];
    static struct body_pair links[BEADS - 1];
    const char *const settings[] = {
        "iterations=12 friction=0",      "iterations=12",          "iterations=1",
        "iterations=4 substeps=4",       "iterations=12 rate=240", "iterations=4 bending=0.5",
        "iterations=12 compliance=0.001"};
    peg_m = 0.05;
    for (uint32_t k = 0; k < sizeof settings / sizeof settings[0]; k++) {
        double gained = -1.0, lowest = 1.0, nearest = 1.0;
        for (double shift = -0.4; shift < 0.41; shift += 0.2) {
            for (uint32_t i = 0; i < BEADS; i++) {
                beads[i] = (struct body_particle){
                    {(float)(shift + 0.05 * (i - 10.0)), 1.3f + 0.01f * (float)i, 0}, {0}, 0.1f};
                if (i > 0) {
                    links[i - 1] = (struct body_pair){i - 1, i, 0.05099f};
                }
            }
            struct body body = {beads, BEADS, links, BEADS - 1, .build_more = build_peg_and_board};
            body.more.obstacles = 2;
            body.more.links_touch = 1;
            struct pbd_world *world = body_world(&body, "ground=1 %s", settings[k]);
            double start = potential_energy(world, G);
            for (uint32_t i = 0; i < 3 * pbd_world_rate_hz(world); i++) {
                pbd_world_step(world);
                double now = kinetic_energy(world) + potential_energy(world, G);
                gained = fmax(gained, (now - start) / start);
                for (uint32_t b = 0; b < BEADS; b++) {
                    lowest = fmin(lowest, (double)position(world, b)[1]);
                }
                for (uint32_t l = 0; l + 1 < BEADS; l++) {
                    nearest =
                        fmin(nearest, nearest_to_peg(position(world, l), position(world, l + 1)));
                }
            }
            pbd_world_destroy(world);
        }
        cr_assert_leq(gained, 1e-5, "%s: %g", settings[k], gained);
        cr_assert_geq(lowest, 0.01 - 1e-6, "%s: %g m", settings[k], lowest);
        cr_assert_geq(nearest, 0.95 * 0.06, "%s: %g m", settings[k], nearest);
    }
}

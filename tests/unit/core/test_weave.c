#include "weave.h"

#include <criterion/criterion.h>
#include <math.h>

#include "worlds.h"

enum { LINKS = 20, SIDE = LINKS + 1, COUNT = SIDE * SIDE };
#define SPACING 0.05f
#define THICKNESS 0.04f

static struct weave weave = {.columns = LINKS, .rows = LINKS, .spacing_m = SPACING, .loose = true};

static void build(struct pbd_builder *builder) {
    weave_build(&weave, builder);
    weave_set_floors(&weave, 0.8f, builder);
}

// A sheet on edge above the ground, so slightly wavy that it has a side to fall to.
static struct pbd_world *sheet_on_edge(const char *settings) {
    static struct body_particle particles[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t r = i / SIDE;
        uint32_t c = i % SIDE;
        float wave = 0.004f * (float)(r % 5) + 0.003f * (float)(c % 3);
        particles[i] = (struct body_particle){
            {SPACING * (float)c, 0.1f + SPACING * (float)r, wave}, {0}, 0.01f};
    }
    static struct body body;
    body = (struct body){
        .particles = particles,
        .particle_count = COUNT,
        .more = weave_counts(&weave),
        .build_more = build,
    };
    body.more.particles = 0;
    return body_world(&body, "ground=1 rate=240 %s", settings);
}

static void corner(const struct pbd_world *world, uint32_t r, uint32_t c, double p[3]) {
    for (int k = 0; k < 3; k++) {
        p[k] = (double)position(world, r * SIDE + c)[k];
    }
}

static void between(const double a[3], const double b[3], double e[3]) {
    for (int k = 0; k < 3; k++) {
        e[k] = b[k] - a[k];
    }
}

static double triple(const double a[3], const double b[3], const double c[3]) {
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

// Whether the way from p to q goes through the triangle (Möller and Trumbore).
static bool pierces(const double p[3], const double q[3], double corners[3][3]) {
    double way[3], e[2][3], off[3];
    between(p, q, way);
    between(corners[0], corners[1], e[0]);
    between(corners[0], corners[2], e[1]);
    between(corners[0], p, off);
    double volume = triple(way, e[1], e[0]);
    if (fabs(volume) < 1e-15) {
        return false;
    }
    double u = triple(way, e[1], off) / volume;
    double v = triple(off, e[0], way) / volume;
    double t = triple(off, e[0], e[1]) / volume;
    return u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t >= 0.0 && t <= 1.0;
}

static uint32_t apart(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}

// How many warp links go through a quad that they are no part of.
static uint32_t passages(const struct pbd_world *world) {
    uint32_t count = 0;
    for (uint32_t link = 0; link < LINKS * SIDE; link++) {
        uint32_t r = link / SIDE;
        uint32_t c = link % SIDE;
        double p[3], q[3];
        corner(world, r, c, p);
        corner(world, r + 1, c, q);
        for (uint32_t quad = 0; quad < LINKS * LINKS; quad++) {
            uint32_t qr = quad / LINKS;
            uint32_t qc = quad % LINKS;
            if (apart(r, qr) <= 1 && apart(c, qc) <= 1) {
                continue;
            }
            double halves[2][3][3];
            for (uint32_t half = 0; half < 2; half++) {
                corner(world, qr, qc, halves[half][0]);
                corner(world, qr + 1, qc + 1, halves[half][1]);
                corner(world, qr + half, qc + 1 - half, halves[half][2]);
                count += pierces(p, q, halves[half]);
            }
        }
    }
    return count;
}

// Of two particles that are no neighbours.
static double nearest(const struct pbd_world *world) {
    double least = 1.0;
    for (uint32_t i = 0; i < COUNT; i++) {
        for (uint32_t j = i + 1; j < COUNT; j++) {
            double p[3], q[3], e[3];
            corner(world, i / SIDE, i % SIDE, p);
            corner(world, j / SIDE, j % SIDE, q);
            between(p, q, e);
            double distance = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
            bool neighbours = apart(i / SIDE, j / SIDE) <= 1 && apart(i % SIDE, j % SIDE) <= 1;
            least = neighbours ? least : fmin(least, distance);
        }
    }
    return least;
}

Test(weave, falls_into_folds_without_passing_through_itself) {
    weave.thickness_m = THICKNESS;
    struct pbd_world *world = sheet_on_edge("");
    for (int tenth = 0; tenth < 40; tenth++) {
        run_for(world, 0.1);
        cr_assert(passages(world) == 0, "after %d tenths of a second", tenth + 1);
    }
    cr_assert(nearest(world) > 0.95 * (double)THICKNESS, "%g", nearest(world));
    double top = 0.0;
    for (uint32_t i = 0; i < COUNT; i++) {
        top = fmax(top, (double)position(world, i)[1]);
    }
    cr_assert(top < 0.5, "it has fallen: %g", top);
    cr_assert(top > 1.9 * (double)THICKNESS, "on to itself: %g", top);
    pbd_world_destroy(world);
}

// What the test above would see.
Test(weave, that_does_not_touch_itself_passes_through_itself) {
    weave.thickness_m = 0.0f;
    struct pbd_world *world = sheet_on_edge("");
    uint32_t most = 0;
    for (int tenth = 0; tenth < 20; tenth++) {
        run_for(world, 0.1);
        uint32_t now = passages(world);
        most = now > most ? now : most;
    }
    cr_assert(most > 0);
    cr_assert(nearest(world) < 0.5 * (double)THICKNESS);
    pbd_world_destroy(world);
}

// What a step keeps and what it may not add: momentum, energy, volume; and how far links give under
// weight, by each way of solving them.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "constraint.h"
#include "world_internal.h"
#include "worlds.h"

// ---- bodies of one kind ------------------------------------------------------------------------

enum { CLOUD = 12, CONSTRAINTS = 10 };

static struct body_particle particles[CLOUD];
static struct body_pair edges[2 * CLOUD];
static enum pbd_kind kind_to_build;

static const struct {
    enum pbd_kind kind;
    const char *name;
} inner_kinds[] = {
    {PBD_LINK, "link"},   {PBD_FLOOR, "floor"},   {PBD_CEILING, "ceiling"}, {PBD_BEND, "bend"},
    {PBD_HINGE, "hinge"}, {PBD_VOLUME, "volume"}, {PBD_PAIR, "pair"},
};
enum { INNER_KINDS = sizeof inner_kinds / sizeof inner_kinds[0] };

static float apart(uint32_t a, uint32_t b) {
    double sum = 0.0;
    for (uint32_t c = 0; c < 3; c++) {
        double e = (double)particles[a].position_m[c] - (double)particles[b].position_m[c];
        sum += e * e;
    }
    return (float)sqrt(sum);
}

// How far b lies off the middle between a and c.
static float bow(uint32_t a, uint32_t b, uint32_t c) {
    double sum = 0.0;
    for (uint32_t k = 0; k < 3; k++) {
        double off =
            0.5 * ((double)particles[a].position_m[k] + (double)particles[c].position_m[k]) -
            (double)particles[b].position_m[k];
        sum += off * off;
    }
    return (float)sqrt(sum);
}

static void build_constraints(struct pbd_builder *builder) {
    for (uint32_t i = 0; i < CONSTRAINTS; i++) {
        uint32_t a = i, b = (i + 5) % CLOUD, c = (i + 7) % CLOUD, d = (i + 10) % CLOUD;
        switch (kind_to_build) {
        case PBD_LINK:
            pbd_builder_link(builder, a, b, apart(a, b));
            break;
        case PBD_FLOOR:
            pbd_builder_floor(builder, a, b, apart(a, b));
            break;
        case PBD_CEILING:
            pbd_builder_ceiling(builder, a, b, apart(a, b));
            break;
        case PBD_BEND:
            pbd_builder_bend(builder, a, b, c, bow(a, b, c));
            break;
        case PBD_HINGE:
            pbd_builder_hinge(builder, a, b, c, d);
            break;
        case PBD_VOLUME:
            pbd_builder_volume(builder, (const uint32_t[]){a, b, c, d});
            break;
        default:
            pbd_builder_pair(builder, a, b, apart(a, b));
            break;
        }
    }
}

// Particles of all masses thrown about in a cube of 2 m, with constraints of one kind over them.
static struct pbd_world *cloud_of(enum pbd_kind kind, uint64_t seed, const char *settings) {
    for (uint32_t i = 0; i < CLOUD; i++) {
        for (uint32_t c = 0; c < 3; c++) {
            particles[i].position_m[c] = (float)random_between(&seed, -1.0, 1.0);
            particles[i].velocity_m_per_s[c] = (float)random_between(&seed, -1.0, 1.0);
        }
        particles[i].mass_kg = (float)random_between(&seed, 0.2, 5.0);
    }
    struct body body = {
        .particles = particles, .particle_count = CLOUD, .build_more = build_constraints};
    body.more.of[kind] = CONSTRAINTS;
    kind_to_build = kind;
    return body_world(&body, "gravity=0 bending=1 %s", settings);
}

static void build_hinges_of_strip(struct pbd_builder *builder) {
    for (uint32_t i = 0; i + 3 < CLOUD; i++) {
        pbd_builder_hinge(builder, i + 1, i + 2, i, i + 3);
    }
}

// A strip of triangles with links for edges and hinges between them, thrown about: what hinges
// alone hold has no size.
static struct pbd_world *strip_of_hinges(uint64_t seed, const char *settings) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < CLOUD; i++) {
        particles[i] = (struct body_particle){
            .position_m = {0.1f * (float)i, i % 2 == 0 ? 1.0f : 1.17f, 0},
            .mass_kg = (float)random_between(&seed, 0.2, 5.0),
        };
        for (uint32_t c = 0; c < 3; c++) {
            particles[i].velocity_m_per_s[c] = (float)random_between(&seed, -1.0, 1.0);
        }
        for (uint32_t back = 1; back <= 2 && back <= i; back++) {
            edges[count++] = (struct body_pair){i - back, i, apart(i - back, i)};
        }
    }
    struct body body = {particles, CLOUD, edges, count, .build_more = build_hinges_of_strip};
    body.more.of[PBD_HINGE] = CLOUD - 3;
    return body_world(&body, "gravity=0 bending=1 %s", settings);
}

static struct pbd_world *free_body_of(enum pbd_kind kind, uint64_t seed, const char *settings) {
    return kind == PBD_HINGE ? strip_of_hinges(seed, settings) : cloud_of(kind, seed, settings);
}

// ---- momentum ----------------------------------------------------------------------------------

struct momenta {
    double linear, angular; // the most that one projection added, ÷ the size of its move
    uint32_t projections;   // that moved something
};

// What a move adds: Σ m Δp, and Σ m p × Δp about where the particles were.
static void add_move(struct momenta *momenta, const float *w, const double before[],
                     const double after[]) {
    double p[3] = {0}, l[3] = {0}, size = 0.0;
    for (uint32_t i = 0; i < CLOUD; i++) {
        double m = 1.0 / (double)w[i];
        const double *x = &before[3 * i];
        double d[3];
        for (uint32_t c = 0; c < 3; c++) {
            d[c] = after[3 * i + c] - x[c];
            p[c] += m * d[c];
        }
        l[0] += m * (x[1] * d[2] - x[2] * d[1]);
        l[1] += m * (x[2] * d[0] - x[0] * d[2]);
        l[2] += m * (x[0] * d[1] - x[1] * d[0]);
        size += m * sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }
    if (size > 0.1) { // kg m; of less, rounding is too large a part
        double linear = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        double angular = sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]);
        momenta->linear = fmax(momenta->linear, linear / size);
        momenta->angular = fmax(momenta->angular, angular / size);
        momenta->projections++;
    }
}

// Projects the constraints of a world one after another on positions thrown about its own.
static void add_projections(struct momenta *momenta, const struct pbd_world *world,
                            enum pbd_kind kind, bool plain, float friction, uint64_t seed) {
    const struct constraint_kind *rules = constraint_kinds[kind];
    const struct model *m = &world->model;
    float q[3 * CLOUD];
    double before[3 * CLOUD], after[3 * CLOUD];
    const struct sweep sweep = {
        .x = plain ? NULL : m->x,
        .q = q,
        .w = m->w,
        .before = m->x,
        .stiffness = 1.0f,
        .bending = 1.0f,
        .friction = friction,
        .sliding = friction,
        .substep_s = 1.0f / 60.0f,
        .first = true,
    };
    for (uint32_t i = 0; i < 3 * CLOUD; i++) {
        q[i] = (float)random_between(&seed, -0.2, 0.2) + (plain ? m->x[i] : 0.0f);
    }
    for (uint32_t k = 0; k < CONSTRAINTS; k++) {
        float scratch[16] = {0};
        for (uint32_t i = 0; i < 3 * CLOUD; i++) {
            before[i] = (plain ? 0.0 : (double)m->x[i]) + (double)q[i];
        }
        rules->project(&sweep, (const char *)m->constraints[kind] + k * rules->bytes, scratch, 1);
        for (uint32_t i = 0; i < 3 * CLOUD; i++) {
            after[i] = (plain ? 0.0 : (double)m->x[i]) + (double)q[i];
        }
        add_move(momenta, m->w, before, after);
    }
}

static struct momenta momenta_of(enum pbd_kind kind, float friction) {
    struct momenta momenta = {0};
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct pbd_world *world = cloud_of(kind, seed, "");
        add_projections(&momenta, world, kind, seed % 2 == 0, friction, seed + 100);
        pbd_world_destroy(world);
    }
    return momenta;
}

// The normal of two balls is the one at which they met: they may lie otherwise by now, and friction
// acts beside it, so that of them only linear momentum is asked.
Test(oracle_energy, every_projection_keeps_linear_and_angular_momentum) {
    for (uint32_t k = 0; k < INNER_KINDS; k++) {
        const char *name = inner_kinds[k].name;
        for (float friction = 0.0f; friction < 1.0f; friction += 0.5f) {
            struct momenta momenta = momenta_of(inner_kinds[k].kind, friction);
            cr_assert_geq(momenta.projections, 100, "%s: %u", name, momenta.projections);
            cr_assert_lt(momenta.linear, 1e-5, "%s: linear %g", name, momenta.linear);
            cr_assert(momenta.angular < 1e-5 || inner_kinds[k].kind == PBD_PAIR, "%s: angular %g",
                      name, momenta.angular);
        }
    }
}

// Σ m v.
static double momentum(const struct pbd_world *world, double p[3]) {
    double size = 0.0;
    memset(p, 0, 3 * sizeof p[0]);
    for (uint32_t i = 0; i < pbd_world_particle_count(world); i++) {
        double m = 1.0 / (double)pbd_world_inverse_masses(world)[i];
        float v[3];
        pbd_world_velocity(world, i, v);
        for (uint32_t c = 0; c < 3; c++) {
            p[c] += m * (double)v[c];
        }
        size += m * speed(world, i);
    }
    return size;
}

Test(oracle_energy, a_free_body_of_any_kind_keeps_its_momentum_in_whole_steps) {
    const char *const settings[] = {
        "iterations=4",
        "iterations=2 substeps=4 friction=0.8",
        "iterations=4 compliance=0.001",
        "stepping=2 spring=200",
    };
    for (uint32_t k = 0; k < INNER_KINDS; k++) {
        for (uint32_t j = 0; j < sizeof settings / sizeof settings[0]; j++) {
            struct pbd_world *world = free_body_of(inner_kinds[k].kind, 7 + k, settings[j]);
            double p[3], start[3], worst = 0.0;
            double size = momentum(world, start);
            for (uint32_t i = 0; i < 300; i++) {
                pbd_world_step(world);
                momentum(world, p);
                for (uint32_t c = 0; c < 3; c++) {
                    worst = fmax(worst, fabs(p[c] - start[c]) / size);
                }
            }
            cr_assert(pbd_world_counters(world).speed_clamps == 0);
            cr_assert_lt(worst, 1e-5, "%s, %s: %g", inner_kinds[k].name, settings[j], worst);
            pbd_world_destroy(world);
        }
    }
}

// ---- energy ------------------------------------------------------------------------------------

// The most that motion and height exceed what they were at the start, relative to it.
static double energy_gained(struct pbd_world *world, uint32_t steps) {
    double start = kinetic_energy(world) + potential_energy(world, G);
    double most = -INFINITY;
    for (uint32_t i = 0; i < steps; i++) {
        pbd_world_step(world);
        most = fmax(most, kinetic_energy(world) + potential_energy(world, G) - start);
    }
    pbd_world_destroy(world);
    return most / fabs(start);
}

// At 60 Hz one direct solution a step is not enough for a swinging chain, and left out.
Test(oracle_energy, no_way_of_solving_adds_energy) {
    const char *const settings[][2] = {
        {"chain", "stepping=1 iterations=2 rate=240"},
        {"chain", "stepping=1 links=50"},
        {"chain", "stepping=1 links=100"},
        {"chain", "stepping=1 links=200 angle=170 rate=120"},
        {"chain", "stepping=1 iterations=4 angle=120 rate=240"},
        {"chain", "stepping=1 iterations=2 links=100 rate=960 angle=90"},
        {"chain", "bending=0.5 iterations=4 angle=80"},
        {"chain", "bending=1 iterations=12 rate=240"},
        {"chain", "compliance=0.0001 iterations=10"},
        {"chain", "compliance=0.01 iterations=4 substeps=4 angle=90"},
        {"chain", "tethers=1 iterations=4 angle=90"},
        {"chain", "ground=1 iterations=12 angle=170 friction=0"},
        {"rope", "stepping=1 iterations=2 rate=240"},
        {"rope", "bending=1 iterations=12 span=2"}, // straight, as it wants to be
        {"rope", "bending=0.3 tethers=1 iterations=4 span=2"},
        {"rope", "compliance=0.001 iterations=12"},
        {"cloth", "breeze=0 columns=8 rows=6 bending=1 iterations=4"},
        {"cloth", "breeze=0 columns=8 rows=6 bending=0.5 tethers=1 iterations=4 rate=240"},
        {"cloth", "breeze=0 columns=8 rows=6 compliance=0.01 iterations=4"},
    };
    for (uint32_t k = 0; k < sizeof settings / sizeof settings[0]; k++) {
        double gained = energy_gained(world_of(settings[k][0], "%s", settings[k][1]), 600);
        cr_assert_leq(gained, 1e-5, "%s %s: %g", settings[k][0], settings[k][1], gained);
    }
}

// Bodies thrown about without weight or pins.
Test(oracle_energy, no_constraint_adds_energy_to_a_free_body) {
    for (uint32_t k = 0; k < INNER_KINDS; k++) {
        double worst = 0.0;
        for (uint64_t seed = 1; seed <= 10; seed++) {
            const char *settings = seed % 2 == 0 ? "iterations=4" : "iterations=12 substeps=4";
            struct pbd_world *world = free_body_of(inner_kinds[k].kind, seed, settings);
            double start = kinetic_energy(world);
            for (uint32_t i = 0; i < 300; i++) {
                pbd_world_step(world);
                worst = fmax(worst, kinetic_energy(world) / start);
            }
            pbd_world_destroy(world);
        }
        cr_assert_leq(worst, 1.00001, "%s: %g", inner_kinds[k].name, worst);
    }
}

static float short_of_half_a_turn;

// Folds the right triangle over the left one, after the hinge was made flat.
static void build_fold(struct pbd_builder *builder) {
    const float at_rest[3] = {0};
    const float folded[3] = {-0.1f * (float)cos((double)short_of_half_a_turn), 1.05f,
                             0.1f * (float)sin((double)short_of_half_a_turn)};
    pbd_builder_hinge(builder, 0, 1, 2, 3);
    pbd_builder_set_motion(builder, 3, folded, at_rest);
}

// Two triangles of 10 cm go back by 2 radians a step at most: 10 m/s or so.
Test(oracle_energy, what_is_folded_flat_does_not_fly_apart) {
    static const struct body_particle corners[] = {{{0, 1, 0}, {0}, 1},
                                                   {{0, 1.1f, 0}, {0}, 1},
                                                   {{-0.1f, 1.05f, 0}, {0}, 1},
                                                   {{0.1f, 1.05f, 0}, {0}, 1}};
    static const struct body_pair sides[] = {{0, 1, 0.1f},
                                             {0, 2, 0.1118034f},
                                             {0, 3, 0.1118034f},
                                             {1, 2, 0.1118034f},
                                             {1, 3, 0.1118034f}};
    const float folds[] = {0.5f, 0.1f, 0.001f, 0.00001f, 0.0f};
    const int iterations[] = {1, 10, 100};
    for (uint32_t k = 0; k < 5; k++) {
        for (uint32_t i = 0; i < 3; i++) {
            struct body body = {corners, 4, sides, 5, .build_more = build_fold};
            body.more.of[PBD_HINGE] = 1;
            short_of_half_a_turn = folds[k];
            struct pbd_world *world =
                body_world(&body, "gravity=0 bending=1 iterations=%d", iterations[i]);
            double most = 0.0;
            for (uint32_t step = 0; step < 60; step++) {
                pbd_world_step(world);
                most = fmax(most, fastest(world));
            }
            cr_assert_lt(most, 10.0, "%g short, n = %d: %g m/s", (double)folds[k], iterations[i],
                         most);
            pbd_world_destroy(world);
        }
    }
}

// ---- compliance --------------------------------------------------------------------------------

static double fall_of_tip(struct pbd_world *world, double seconds) {
    uint32_t tip = pbd_world_particle_count(world) - 1;
    double before = (double)position(world, tip)[1];
    run_for(world, seconds);
    cr_assert_lt(fastest(world), 1e-3);
    double fall = before - (double)position(world, tip)[1];
    pbd_world_destroy(world);
    return fall;
}

// 1 kg on 1e-3 m/N: 9.81 mm, whatever n and h are.
Test(oracle_energy, a_compliant_link_gives_by_weight_times_compliance) {
    const int iterations[] = {1, 10, 100};
    const int rates[] = {60, 240};
    for (uint32_t r = 0; r < 2; r++) {
        for (uint32_t i = 0; i < 3; i++) {
            double fall = fall_of_tip(
                world_of("chain",
                         "links=1 angle=0 damping=5 compliance=0.001 iterations=%d rate=%d",
                         iterations[i], rates[r]),
                10.0);
            cr_assert_float_eq(fall, 0.00981, 1e-5, "n = %d: %g m", iterations[i], fall);
        }
    }
}

// 20.6 mm when solved exactly; sweeps of a chain converge to that slowly.
Test(oracle_energy, a_compliant_chain_gives_as_it_should_only_once_the_sweeps_converge) {
    const int iterations[] = {1, 10, 100};
    const double wanted[] = {0.538, 0.0628, 0.0209};
    for (uint32_t i = 0; i < 3; i++) {
        double fall = fall_of_tip(
            world_of("chain", "angle=0 damping=1 compliance=0.00001 iterations=%d", iterations[i]),
            30.0);
        cr_assert(fabs(fall / wanted[i] - 1.0) < 0.01, "n = %d: %g m for %g", iterations[i], fall,
                  wanted[i]);
    }
}

// ---- springs -----------------------------------------------------------------------------------

static const int spring_rates[] = {60, 120};

// Steps until springs of this share of m/h² have burst, up to 20 s; 0 if they have not.
static uint64_t steps_to_burst(struct pbd_world *world) {
    uint64_t most = 20 * (uint64_t)pbd_world_rate_hz(world);
    for (uint64_t step = 1; step <= most; step++) {
        pbd_world_step(world);
        if (pbd_world_has_burst(world)) {
            return step;
        }
    }
    return 0;
}

static struct pbd_world *chain_of_springs(int rate, double share) {
    return world_of("chain", "stepping=2 rate=%d spring=%g", rate,
                    share * (double)rate * (double)rate);
}

// For beads of 1 kg between two springs h < √(m/k), or k < m/h².
Test(oracle_energy, explicit_springs_burst_where_the_step_is_too_long_for_them) {
    const double stable[] = {0.25, 0.5, 0.9};
    const double unstable[] = {1.1, 1.5, 50.0};
    for (uint32_t r = 0; r < 2; r++) {
        for (uint32_t i = 0; i < 3; i++) {
            struct pbd_world *world = chain_of_springs(spring_rates[r], stable[i]);
            cr_assert(steps_to_burst(world) == 0, "%d Hz, %g of the limit", spring_rates[r],
                      stable[i]);
            cr_assert(is_finite_and_bounded(world));
            pbd_world_destroy(world);

            world = chain_of_springs(spring_rates[r], unstable[i]);
            cr_assert(steps_to_burst(world) > 0, "%d Hz, %g of the limit", spring_rates[r],
                      unstable[i]);
            cr_assert(is_finite_and_bounded(world));
            pbd_world_destroy(world);
        }
    }
}

// The same chain at the same h, by projections and by what springs would need to be as stiff.
Test(oracle_energy, projections_stay_bounded_where_springs_burst) {
    struct pbd_world *world = world_of("chain", "stepping=0");
    double most = 0.0;
    for (uint32_t i = 0; i < 1200; i++) {
        pbd_world_step(world);
        most = fmax(most, worst_stretch(world));
    }
    cr_assert_lt(most, 0.2, "%g", most);
    pbd_world_destroy(world);
}

Test(oracle_energy, burst_springs_stand_still_until_they_are_reset) {
    struct pbd_world *world = chain_of_springs(60, 2.0);
    cr_assert(steps_to_burst(world) > 0);
    float held[3], later[3];
    memcpy(held, position(world, 20), sizeof held);
    run_for(world, 1.0);
    memcpy(later, position(world, 20), sizeof later);
    cr_assert(memcmp(held, later, sizeof held) == 0 && fastest(world) == 0.0);
    apply(world, (struct pbd_command){.kind = PBD_RESET});
    cr_assert_not(pbd_world_has_burst(world));
    cr_assert_lt(worst_stretch(world), 1e-5);
    cr_assert(steps_to_burst(world) > 0, "as before");
    apply(world, set_command(world, "stepping", (float)PBD_SWEEPS));
    cr_assert_not(pbd_world_has_burst(world));
    run_for(world, 60.0);
    cr_assert_lt(worst_stretch(world), 0.2, "%g", worst_stretch(world));
    pbd_world_destroy(world);
}

// ---- stiffness for the money -------------------------------------------------------------------

static double worst_while_swinging(const char *settings) {
    struct pbd_world *world = world_of("chain", "rate=240 links=65 %s", settings);
    double worst = 0.0;
    for (uint32_t i = 0; i < 1200; i++) {
        pbd_world_step(world);
        worst = fmax(worst, worst_stretch(world));
    }
    pbd_world_destroy(world);
    return worst;
}

// 0.05 % by two direct solutions, 3.4 % by thirty sweeps, which cost more.
Test(oracle_energy, a_direct_solution_hardly_stretches) {
    const int rates[] = {60, 240};
    for (uint32_t r = 0; r < 2; r++) {
        struct pbd_world *world =
            world_of("chain", "stepping=1 iterations=1 angle=0 rate=%d", rates[r]);
        run_for(world, 5.0);
        cr_assert_lt(worst_stretch(world), 1e-3, "hangs stretched by %g", worst_stretch(world));
        pbd_world_destroy(world);
    }
    double direct = worst_while_swinging("stepping=1 iterations=2");
    double swept = worst_while_swinging("stepping=0 iterations=30");
    cr_assert_leq(direct, 1e-3, "%g", direct);
    cr_assert(fabs(swept / 0.034 - 1.0) < 0.1, "%g", swept);
}

// Worst link of a cloth of 64 × 64 links, 1 m square, a while after a breath of wind.
static double worst_link_of_cloth(int tethers, double seconds) {
    struct pbd_world *world = world_of(
        "cloth", "columns=64 rows=64 spacing=0.015625 breeze=0 iterations=12 tethers=%d", tethers);
    apply(world, gust_command(0.3f, 0.2f, 1.0f, 2.0f, 0.3f, 0.3f));
    run_for(world, seconds);
    double worst = worst_stretch(world);
    pbd_world_destroy(world);
    return worst;
}

// 90 to 156 % by sweeps alone, at most 2 % by one pass of tethers a step.
Test(oracle_energy, tethers_hold_a_cloth_that_sweeps_cannot) {
    double tethered = worst_link_of_cloth(1, 10.0);
    double plain = worst_link_of_cloth(0, 3.0);
    cr_assert_leq(tethered, 0.02, "%g", tethered);
    cr_assert_geq(plain, 0.9, "%g", plain);
}

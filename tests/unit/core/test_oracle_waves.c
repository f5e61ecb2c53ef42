// Waves on strings of beads: what is measured in whole worlds against the frequencies of the beads
// themselves, worked out here in double precision, and against the wave's own closed forms.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "worlds.h"

// ---- strings that hang -------------------------------------------------------------------------

enum { LINKS_MAX = 80 };

// Beads on links of one length, hung from a pin; the last one may be heavier, and may be kept on
// the plumb line by a rail.
struct hanging {
    uint32_t links;
    double length_m, bead_kg, tip_kg;
    bool railed;
};

static double spacing_of(const struct hanging *string) {
    return string->length_m / (double)string->links;
}

static double mass_of(const struct hanging *string, uint32_t bead) {
    return bead == string->links ? string->tip_kg : string->bead_kg;
}

// What hangs from a link, N. Link i joins bead i to bead i + 1.
static double tension_of(const struct hanging *string, uint32_t link) {
    return G * (string->tip_kg + string->bead_kg * (double)(string->links - 1 - link));
}

// The shape that swings sideways with ω, from the tip up: what a link pulls more than the one below
// it is what accelerates the bead between them. Only at a mode does it reach the pin at 0.
static double shape_at(const struct hanging *string, double omega, double shape[]) {
    uint32_t n = string->links;
    uint32_t first = string->railed ? n - 1 : n;
    shape[n] = string->railed ? 0.0 : 1.0;
    shape[first] = 1.0;
    for (uint32_t i = first; i > 0; i--) {
        double below = i < n ? tension_of(string, i) * (shape[i + 1] - shape[i]) : 0.0;
        double pull = mass_of(string, i) * omega * omega * spacing_of(string) * shape[i] + below;
        shape[i - 1] = shape[i] - pull / tension_of(string, i - 1);
    }
    return shape[0];
}

// Angular frequency of a mode, counted from 1, and its shape, 1 at its largest.
static double mode_of(const struct hanging *string, uint32_t mode, double shape[]) {
    const double step = 0.01 * sqrt(G / string->length_m);
    double low = 0.0;
    double high = step;
    for (uint32_t found = 0; found < mode; high += step) {
        if ((shape_at(string, high, shape) < 0.0) != (shape_at(string, low, shape) < 0.0)) {
            found++;
        }
        low = high - (found == mode ? step : 0.0);
    }
    high = low + step;
    bool sign = shape_at(string, low, shape) < 0.0;
    for (uint32_t i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        bool same = (shape_at(string, middle, shape) < 0.0) == sign;
        low = same ? middle : low;
        high = same ? high : middle;
    }
    shape_at(string, low, shape);
    double largest = 0.0;
    for (uint32_t i = 0; i <= string->links; i++) {
        largest = fmax(largest, fabs(shape[i]));
    }
    for (uint32_t i = 0; i <= string->links; i++) {
        shape[i] /= largest;
    }
    return low;
}

static uint32_t railed_bead;

static void build_rail(struct pbd_builder *builder) {
    const float down[3] = {0, -1, 0};
    pbd_builder_rail(builder, railed_bead, down);
}

// Drawn aside by shape × amplitude, at rest. One string at a time.
static const struct body *hung(const struct hanging *string, const double shape[],
                               double amplitude_m) {
    static struct body_particle particles[LINKS_MAX + 1];
    static struct body_pair links[LINKS_MAX];
    static struct body body;
    for (uint32_t i = 0; i <= string->links; i++) {
        double down = spacing_of(string) * (double)i;
        particles[i] = (struct body_particle){
            {(float)(shape[i] * amplitude_m), (float)(1.5 - down), 0},
            {0},
            i == 0 ? 0.0f : (float)mass_of(string, i),
        };
    }
    for (uint32_t i = 0; i < string->links; i++) {
        links[i] = (struct body_pair){i, i + 1, (float)spacing_of(string)};
    }
    body = (struct body){particles, string->links + 1, links, string->links, .path = true};
    if (string->railed) {
        railed_bead = string->links;
        body.more.of[PBD_RAIL] = 1;
        body.build_more = build_rail;
    }
    return &body;
}

// ---- listening ---------------------------------------------------------------------------------

struct tone {
    double hz;
    double tau_s; // amplitude falls as e^(−t/τ)
};

// How much of a mode there is in a world.
static double part_of_mode(const struct pbd_world *world, const struct hanging *string,
                           const double shape[]) {
    double part = 0.0;
    for (uint32_t i = 1; i <= string->links; i++) {
        part += mass_of(string, i) * shape[i] * (double)position(world, i)[0];
    }
    return part;
}

// Swings in a mode for some time: frequency from its passages through 0, decay from the largest
// parts between two passages.
static struct tone listen(struct pbd_world *world, const struct hanging *string,
                          const double shape[], double seconds) {
    double h = 1.0 / (double)pbd_world_rate_hz(world);
    uint64_t steps = (uint64_t)llround(seconds / h);
    double first = 0.0, last = 0.0, peak = 0.0, first_peak = 0.0, last_peak = 0.0;
    uint32_t passages = 0;
    double after = part_of_mode(world, string, shape);
    for (uint64_t step = 1; step <= steps; step++) {
        double before = after;
        pbd_world_step(world);
        after = part_of_mode(world, string, shape);
        peak = fmax(peak, fabs(after));
        if ((before < 0.0) == (after < 0.0)) {
            continue;
        }
        last = ((double)step - 1.0 + before / (before - after)) * h;
        first = passages == 0 ? last : first;
        first_peak = passages == 1 ? peak : first_peak;
        last_peak = peak;
        passages++;
        peak = 0.0;
    }
    cr_assert_geq(passages, 4, "it hardly swings");
    double half_periods = (double)passages - 1.0;
    double half_period = (last - first) / half_periods;
    return (struct tone){
        .hz = 0.5 / half_period,
        .tau_s = (half_periods - 1.0) * half_period / log(first_peak / last_peak),
    };
}

static struct tone tone_of_mode(const struct hanging *string, uint32_t mode, double amplitude_m,
                                double seconds, const char *settings) {
    double shape[LINKS_MAX + 1];
    mode_of(string, mode, shape);
    struct pbd_world *world = body_world(hung(string, shape, amplitude_m), "%s", settings);
    struct tone tone = listen(world, string, shape, seconds);
    pbd_world_destroy(world);
    return tone;
}

static double damping_time_s(double omega, double h) {
    return 2.0 * h / log(1.0 + omega * omega * h * h);
}

// ---- the oracles -------------------------------------------------------------------------------

// Twenty equal beads swing at 0.59209, 1.35993 and 2.13430 Hz; a continuous chain at 0.59939,
// 1.37585 and 2.15689.
Test(oracle_waves, a_hanging_chain_swings_at_the_frequencies_of_its_beads) {
    const struct hanging chain = {20, 1.0, 1.0, 1.0, false};
    const double known_hz[] = {0.59209, 1.35993, 2.13430};
    for (uint32_t mode = 1; mode <= 3; mode++) {
        double shape[LINKS_MAX + 1];
        double hz = mode_of(&chain, mode, shape) / (2.0 * PI);
        cr_assert(fabs(hz / known_hz[mode - 1] - 1.0) < 1e-5, "the oracle itself: %g Hz", hz);
        double got =
            tone_of_mode(&chain, mode, 0.005, 10.0 / (double)mode, "rate=960 iterations=100").hz;
        cr_assert(fabs(got / hz - 1.0) < 2e-3, "mode %u: %g Hz for %g", mode, got, hz);
    }
}

// The scheme takes a wave's amplitude with τ = 2h / ln(1 + ω²h²), and its pitch falls, but not
// below atan(ωh) / (2πh). For one link both are exact; in a chain the links turn while they are
// swept, which makes a difference of (ωh)²/2: 2.4 % for a wave of 2.1 Hz at 60 Hz, too much for 2
// %.
Test(oracle_waves, a_wave_loses_its_height_and_its_pitch_as_the_scheme_predicts) {
    const struct hanging chain = {20, 1.0, 1.0, 1.0, false};
    const int rates[] = {60, 120, 240, 960};
    for (uint32_t r = 0; r < 4; r++) {
        double h = 1.0 / (double)rates[r];
        char settings[64];
        snprintf(settings, sizeof settings, "rate=%d iterations=200", rates[r]);
        for (uint32_t mode = 2; mode <= (r == 0 ? 2 : 3); mode++) {
            double shape[LINKS_MAX + 1];
            double omega = mode_of(&chain, mode, shape);
            double tau_s = damping_time_s(omega, h);
            struct tone tone = tone_of_mode(&chain, mode, 0.002, fmin(3.0 * tau_s, 4.0), settings);
            double lowest_hz = atan(omega * h) / (2.0 * PI * h);
            double highest_hz = omega / (2.0 * PI);
            cr_assert(tone.hz > 0.999 * lowest_hz && tone.hz < 1.001 * highest_hz,
                      "%d Hz, mode %u: %g Hz for %g … %g", rates[r], mode, tone.hz, lowest_hz,
                      highest_hz);
            cr_assert(fabs(tone.tau_s / tau_s - 1.0) < 0.02, "%d Hz, mode %u: %g s for %g",
                      rates[r], mode, tone.tau_s, tau_s);
        }
    }
}

// A string of 0.1 kg and 1 m under 2 kg at an end that slides: by the pull of the 2 kg alone its
// modes are 6.996, 13.950 and 20.817 Hz. Here it hangs upright, so that the string's own weight
// adds up to 5 % to the pull and 1.2 % to the pitch.
Test(oracle_waves, a_string_tuned_by_a_weight_sounds_at_its_harmonics) {
    // Without its own weight, which adds half of 0.1 kg to the mean tension: 2 kg, and 10 N.
    const struct {
        double weight_kg, alone_hz[3], higher;
    } tunings[] = {{2.0, {6.996, 13.950, 20.817}, 1.012},
                   {10.0 / G, {4.99486, 9.95893, 14.86159}, 1.024}};
    for (uint32_t i = 0; i < 2; i++) {
        const struct hanging string = {20, 1.0, 0.005, tunings[i].weight_kg, true};
        for (uint32_t mode = 1; mode <= 3; mode++) {
            double shape[LINKS_MAX + 1];
            double omega = mode_of(&string, mode, shape);
            double hz = omega / (2.0 * PI);
            cr_assert_float_eq(hz / tunings[i].alone_hz[mode - 1], tunings[i].higher, 0.002,
                               "the oracle itself: %g Hz", hz);
            double seconds = 4.0 * damping_time_s(omega, 1.0 / 960.0);
            double got = tone_of_mode(&string, mode, 0.002, seconds, "rate=960 iterations=100").hz;
            cr_assert(fabs(got / hz - 1.0) < 0.015, "mode %u: %g Hz for %g", mode, got, hz);
        }
    }
}

static double bow(double along) {
    return 0.002 * sin(PI * along);
}

// First tone of a string of 1 m whose links' rest lengths are too short by a part of their length.
static double tone_of_short_links(uint32_t links, double short_by, int iterations, int rate) {
    static struct body_particle particles[LINKS_MAX + 1];
    static struct body_pair pairs[LINKS_MAX];
    double a = 1.0 / (double)links;
    for (uint32_t i = 0; i <= links; i++) {
        double along = (double)i * a;
        bool pinned = i == 0 || i == links;
        particles[i] = (struct body_particle){
            {(float)along, 1.0f, (float)bow(along)}, {0}, pinned ? 0.0f : 0.005f};
    }
    for (uint32_t i = 0; i < links; i++) {
        uint32_t link = i % 2 == 0 ? i / 2 : links - 1 - i / 2; // from both ends
        pairs[i] = (struct body_pair){link, link + 1, (float)(a * (1.0 - short_by))};
    }
    const struct body body = {particles, links + 1, pairs, links, .path = true};
    struct pbd_world *world =
        body_world(&body, "gravity=0 iterations=%d rate=%d", iterations, rate);
    double first = 0.0, last = 0.0;
    uint32_t passages = 0;
    for (int step = 1; step <= 3 * rate && passages < 9; step++) {
        double before = (double)position(world, links / 2)[2];
        pbd_world_step(world);
        double after = (double)position(world, links / 2)[2];
        if ((before < 0.0) != (after < 0.0)) {
            last = ((double)step - 1.0 + before / (before - after)) / (double)rate;
            first = passages == 0 ? last : first;
            passages++;
        }
    }
    pbd_world_destroy(world);
    cr_assert(passages == 9);
    return 4.0 / (last - first);
}

// f₁ ≈ √(n a C) / (2hL), a the spacing and C the stretch of a link: no property of a material. The
// scheme is about right to 3 %.
Test(oracle_waves, short_links_sound_at_a_pitch_that_iterations_and_rate_make) {
    const struct {
        uint32_t links;
        double short_by;
        int iterations, rate;
    } cases[] = {
        {20, 0.01, 1, 960}, {20, 0.01, 4, 960},  {20, 0.01, 16, 960},
        {20, 0.01, 4, 480}, {20, 0.002, 4, 960}, {40, 0.01, 4, 960},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double a = 1.0 / (double)cases[i].links;
        double n = (double)cases[i].iterations;
        double wanted = 0.5 * sqrt(n * a * a * cases[i].short_by) * (double)cases[i].rate;
        double got = tone_of_short_links(cases[i].links, cases[i].short_by, cases[i].iterations,
                                         cases[i].rate);
        cr_assert(fabs(got / wanted - 1.0) < 0.03, "%u: %g Hz for %g", i, got, wanted);
    }
}

// One blow to the uppermost tenth; how long until the tip swings out furthest.
static double time_of_flick(uint32_t links, double bead_kg) {
    const struct hanging rope = {links, 1.0, bead_kg, bead_kg, false};
    const double plumb[LINKS_MAX + 1] = {0};
    struct body_particle particles[LINKS_MAX + 1];
    struct body body = *hung(&rope, plumb, 0.0);
    memcpy(particles, body.particles, (links + 1) * sizeof particles[0]);
    for (uint32_t i = 1; i <= links / 10; i++) {
        particles[i].velocity_m_per_s[0] = 0.02f;
    }
    body.particles = particles;
    struct pbd_world *world = body_world(&body, "rate=960 iterations=100");
    double furthest = 0.0, when = 0.0;
    for (int step = 1; step <= 960; step++) {
        pbd_world_step(world);
        double out = fabs((double)position(world, links)[0]);
        when = out > furthest ? (double)step / 960.0 : when;
        furthest = fmax(furthest, out);
    }
    pbd_world_destroy(world);
    return when;
}

// 2 √(L/g), whatever the rope weighs.
Test(oracle_waves, a_flick_runs_down_a_hanging_rope_in_the_time_that_its_tension_says) {
    const double wanted = 2.0 * sqrt(1.0 / G);
    double of_40 = time_of_flick(40, 0.01);
    double of_80 = time_of_flick(80, 0.01);
    cr_assert(fabs(of_40 / wanted - 1.0) < 0.06, "40 links: %g s for %g", of_40, wanted);
    cr_assert(fabs(of_80 / wanted - 1.0) < 0.06, "80 links: %g s for %g", of_80, wanted);
    cr_assert(fabs(of_80 / 0.612 - 1.0) < 0.01, "80 links: %g s for 0.612", of_80);
    cr_assert_float_eq(time_of_flick(40, 10.0), of_40, 0.002);
}

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "pbd/measure.h"
#include "worlds.h"

// A pin that swings by the driver: an exact sine to look at.
static float driven_amplitude_m, driven_hz, driven_direction[3];

static void add_driver(struct pbd_builder *builder) {
    pbd_builder_driver(builder, 0, driven_direction);
    pbd_builder_set_driver(builder, driven_amplitude_m, driven_hz);
}

static struct pbd_world *driven_world(float amplitude_m, float hz, float x, float y, float z,
                                      const char *settings) {
    static const struct body_particle particles[] = {{{0.4f, 1.0f, -0.3f}, {0}, 0.0f}};
    static const struct body body = {
        .particles = particles, .particle_count = 1, .build_more = add_driver};
    driven_amplitude_m = amplitude_m;
    driven_hz = hz;
    driven_direction[0] = x;
    driven_direction[1] = y;
    driven_direction[2] = z;
    return body_world(&body, "%s", settings);
}

static struct pbd_probe *probe_of(const struct pbd_world *world, uint32_t particle) {
    struct pbd_probe *probe = NULL;
    cr_assert(pbd_probe_create(world, particle, NULL, &probe) == PBD_OK);
    return probe;
}

static struct pbd_spectrum look(struct pbd_world *world, struct pbd_probe *probe, uint32_t steps) {
    for (uint32_t i = 0; i < steps; i++) {
        pbd_world_step(world);
        pbd_probe_add(probe, world);
    }
    struct pbd_spectrum spectrum;
    cr_assert(pbd_probe_spectrum(probe, &spectrum));
    return spectrum;
}

static uint32_t highest(const struct pbd_spectrum *spectrum) {
    uint32_t peak = 1;
    for (uint32_t i = 1; i < spectrum->bins; i++) {
        peak = spectrum->amplitudes[i] > spectrum->amplitudes[peak] ? i : peak;
    }
    return peak;
}

// The frequency of a peak between the bins: what Hann's window makes of a sine beside a bin.
static double peak_hz(const struct pbd_spectrum *spectrum, uint32_t peak) {
    double left = (double)spectrum->amplitudes[peak - 1];
    double here = (double)spectrum->amplitudes[peak];
    double right = (double)spectrum->amplitudes[peak + 1];
    double ratio = fmax(left, right) / here;
    double part = (2.0 * ratio - 1.0) / (ratio + 1.0);
    return ((double)peak + (right > left ? part : -part)) * spectrum->hz;
}

Test(spectrum, a_sine_on_a_bin_shows_its_amplitude_there) {
    const int rates[] = {60, 120, 240, 480, 960};
    for (size_t i = 0; i < 5; i++) {
        char settings[32];
        snprintf(settings, sizeof settings, "rate=%d", rates[i]);
        float hz = 15.0f / 64.0f * 8.0f; // the eighth bin at every rate
        struct pbd_world *world = driven_world(0.003f, hz, 1, 0, 0, settings);
        struct pbd_probe *probe = probe_of(world, 0);
        struct pbd_spectrum spectrum = look(world, probe, 5000);
        cr_assert_float_eq(spectrum.hz, 15.0 / 64.0, 1e-12);
        cr_assert((spectrum.bins - 1) * 2.0 / rates[i] >= PBD_PROBE_S);
        cr_assert(highest(&spectrum) == 8);
        cr_assert_float_eq(spectrum.amplitudes[8], 0.003, 3e-6, "%d: %g", rates[i],
                           (double)spectrum.amplitudes[8]);
        cr_assert_float_eq(spectrum.amplitudes[7], 0.0015, 3e-6, "half beside it: the window");
        cr_assert_lt(spectrum.amplitudes[0], 1e-6f, "where it hangs is no motion");
        cr_assert_lt(spectrum.amplitudes[20], 1e-6f);
        pbd_probe_destroy(probe);
        pbd_world_destroy(world);
    }
}

Test(spectrum, a_sine_between_two_bins_shows_no_less_than_85_per_cent) {
    struct pbd_world *world = driven_world(0.01f, 15.0f / 64.0f * 10.5f, 0, 1, 0, "rate=120");
    struct pbd_probe *probe = probe_of(world, 0);
    struct pbd_spectrum spectrum = look(world, probe, 512);
    uint32_t peak = highest(&spectrum);
    cr_assert(peak == 10 || peak == 11);
    cr_assert_float_eq(spectrum.amplitudes[peak], 0.01 * 0.8488, 1e-5);
    cr_assert_float_eq(peak_hz(&spectrum, peak), 15.0 / 64.0 * 10.5, 1e-3);
    pbd_probe_destroy(probe);
    pbd_world_destroy(world);
}

Test(spectrum, adds_the_axes_to_the_amplitude_along_the_way) {
    struct pbd_world *world = driven_world(0.004f, 15.0f / 64.0f * 12.0f, 3, -2, 6, "rate=60");
    struct pbd_probe *probe = probe_of(world, 0);
    struct pbd_spectrum spectrum = look(world, probe, 256);
    cr_assert_float_eq(spectrum.amplitudes[12], 0.004, 4e-6);
    pbd_probe_destroy(probe);
    pbd_world_destroy(world);
}

Test(spectrum, looks_back_over_the_last_steps_alone) {
    struct pbd_world *world = driven_world(0.002f, 15.0f / 64.0f * 20.5f, 1, 0, 0, "rate=60");
    struct pbd_probe *probe = probe_of(world, 0);
    struct pbd_spectrum spectrum;
    for (uint32_t i = 0; i < 255; i++) {
        pbd_world_step(world);
        pbd_probe_add(probe, world);
        cr_assert(!pbd_probe_spectrum(probe, &spectrum), "too early");
    }
    spectrum = look(world, probe, 1 + 77); // the ring has turned on
    cr_assert_float_eq(spectrum.amplitudes[20], 0.002 * 0.8488, 4e-6);
    cr_assert_float_eq(spectrum.amplitudes[21], 0.002 * 0.8488, 4e-6);
    cr_assert_lt(spectrum.amplitudes[30], 2e-6f, "no leap where the ring closes");
    pbd_probe_destroy(probe);
    pbd_world_destroy(world);
}

// A pendulum of 1 m at 5°: 2.00607 s, and the scheme's f′ = atan(ωh)/(2πh).
Test(spectrum, of_a_pendulum_peaks_at_its_frequency) {
    struct pbd_world *world = world_of("chain", "links=1 angle=5 rate=240");
    struct pbd_probe *probe = probe_of(world, 1);
    struct pbd_spectrum spectrum = look(world, probe, 1024);
    double hz[PBD_HARMONICS_MAX];
    cr_assert(pbd_world_harmonics(world, hz) == 1);
    uint32_t peak = highest(&spectrum);
    cr_assert_float_eq((double)peak * spectrum.hz, hz[0], 0.5 * spectrum.hz);
    cr_assert_float_eq(peak_hz(&spectrum, peak), hz[0], 0.02);
    pbd_probe_destroy(probe);
    pbd_world_destroy(world);
}

// The second harmonic of twenty beads shows where it is expected.
Test(spectrum, of_a_chain_shows_the_harmonics_that_are_expected) {
    struct pbd_world *world = world_of("chain", "links=20 angle=0 rate=960 iterations=60 rekick=0");
    struct pbd_command grab = grab_command(1, 10, 0.05f, 0.5f + 0.5f, 0.0f);
    apply(world, grab);
    run_for(world, 2.0);
    apply(world, release_command(1));
    struct pbd_probe *probe = probe_of(world, 10);
    struct pbd_spectrum spectrum = look(world, probe, 4096);
    double hz[PBD_HARMONICS_MAX];
    pbd_world_harmonics(world, hz);
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t bin = (uint32_t)(hz[k] / spectrum.hz + 0.5);
        uint32_t peak = bin - 1;
        for (uint32_t i = bin - 1; i <= bin + 1; i++) {
            peak = spectrum.amplitudes[i] > spectrum.amplitudes[peak] ? i : peak;
        }
        cr_assert_float_eq(peak_hz(&spectrum, peak), hz[k], 0.06, "harmonic %u: %g for %g", k,
                           peak_hz(&spectrum, peak), hz[k]);
    }
    pbd_probe_destroy(probe);
    pbd_world_destroy(world);
}

Test(spectrum, a_probe_needs_a_particle_and_memory) {
    struct pbd_world *world = world_of("chain", "links=3");
    struct pbd_probe *probe = NULL;
    struct counting_heap heap = {0};
    struct pbd_allocator allocator = counting_allocator(&heap);
    cr_assert(pbd_probe_create(world, 4, &allocator, &probe) == PBD_NO_SUCH_PARTICLE);
    heap.fail_at = heap.calls + 1;
    cr_assert(pbd_probe_create(world, 3, &allocator, &probe) == PBD_NO_MEMORY);
    cr_assert(probe == NULL && heap.owned == 0);
    cr_assert(pbd_probe_create(world, 3, &allocator, &probe) == PBD_OK);
    cr_assert(pbd_probe_particle(probe) == 3);
    pbd_probe_destroy(probe);
    pbd_probe_destroy(NULL);
    cr_assert(heap.owned == 0);
    pbd_world_destroy(world);
}

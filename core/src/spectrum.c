// The spectrum of one particle's motion.
//
// Hann's window on N positions less their mean, a Fourier transform, and from it the amplitude of a
// sine at each frequency: 2 |X_k| over the sum of the window. A sine between two bins shows up to
// 15 % less in the nearer one. The three axes are added as squares, so that a swing of amplitude A
// shows A in whatever direction it goes.
//
// Two axes make one transform of z = x + i y, and |X_k|² + |Y_k|² = (|Z_k|² + |Z_{N−k}|²) / 2.
#include <math.h>
#include <string.h>

#include "exact_math.h"
#include "pbd/measure.h"
#include "world_internal.h"

struct complex_number {
    double re, im;
};

struct pbd_probe {
    struct pbd_allocator allocator;
    uint32_t particle;
    double rate_hz;
    uint32_t length; // N, a power of two
    uint64_t added;
    float *positions_m;           // [length][3]: a ring
    double *window;               // [length]
    struct complex_number *turns; // [length/2]: e^(−2πik/N)
    struct complex_number *work;  // [length]
    double *powers;               // [length/2 + 1]
    float *amplitudes;            // [length/2 + 1]
};

static uint32_t length_for(uint32_t rate_hz) {
    uint32_t length = 1;
    while (length < PBD_PROBE_S * rate_hz) {
        length *= 2;
    }
    return length;
}

static void *take(char *memory, size_t *at, size_t bytes) {
    void *array = memory == NULL ? NULL : memory + *at;
    *at += bytes;
    return array;
}

// The arrays follow the probe in one piece of memory, larger numbers first. Returns its size.
static size_t lay_out(struct pbd_probe *probe, char *memory) {
    size_t n = probe->length;
    size_t bins = n / 2 + 1;
    size_t at = sizeof *probe;
    probe->window = take(memory, &at, n * sizeof *probe->window);
    probe->turns = take(memory, &at, n / 2 * sizeof *probe->turns);
    probe->work = take(memory, &at, n * sizeof *probe->work);
    probe->powers = take(memory, &at, bins * sizeof *probe->powers);
    probe->positions_m = take(memory, &at, 3 * n * sizeof *probe->positions_m);
    probe->amplitudes = take(memory, &at, bins * sizeof *probe->amplitudes);
    return at;
}

static void fill_tables(struct pbd_probe *probe) {
    uint32_t n = probe->length;
    for (uint32_t i = 0; i < n; i++) {
        double degrees = 360.0 * (double)i / (double)n;
        double cosine = exact_cos_degrees(degrees);
        probe->window[i] = 0.5 - 0.5 * cosine;
        if (i < n / 2) {
            probe->turns[i] = (struct complex_number){cosine, -exact_sin_degrees(degrees)};
        }
    }
}

enum pbd_status pbd_probe_create(const struct pbd_world *world, uint32_t particle,
                                 const struct pbd_allocator *allocator, struct pbd_probe **probe) {
    if (particle >= world->model.counts.particles) {
        return PBD_NO_SUCH_PARTICLE;
    }
    struct pbd_probe made = {
        .allocator = allocator != NULL ? *allocator : pbd_world_def_default(world->scene).allocator,
        .particle = particle,
        .rate_hz = (double)world->model.rate_hz,
        .length = length_for(world->model.rate_hz),
    };
    size_t bytes = lay_out(&made, NULL);
    char *memory = made.allocator.allocate(made.allocator.context, bytes);
    if (memory == NULL) {
        return PBD_NO_MEMORY;
    }
    memset(memory, 0, bytes);
    lay_out(&made, memory);
    fill_tables(&made);
    memcpy(memory, &made, sizeof made);
    *probe = (struct pbd_probe *)(void *)memory;
    return PBD_OK;
}

void pbd_probe_destroy(struct pbd_probe *probe) {
    if (probe != NULL) {
        probe->allocator.release(probe->allocator.context, probe);
    }
}

uint32_t pbd_probe_particle(const struct pbd_probe *probe) {
    return probe->particle;
}

void pbd_probe_add(struct pbd_probe *probe, const struct pbd_world *world) {
    if (probe->particle < world->model.counts.particles) {
        uint64_t slot = probe->added++ % probe->length;
        memcpy(&probe->positions_m[3 * slot], &world->model.x[3 * probe->particle],
               3 * sizeof(float));
    }
}

// ---- the transform -----------------------------------------------------------------------------

static void swap_reversed(struct complex_number *z, uint32_t n) {
    uint32_t reversed = 0;
    for (uint32_t i = 1; i < n; i++) {
        uint32_t bit = n >> 1;
        for (; reversed & bit; bit >>= 1) {
            reversed ^= bit;
        }
        reversed ^= bit;
        if (i < reversed) {
            struct complex_number kept = z[i];
            z[i] = z[reversed];
            z[reversed] = kept;
        }
    }
}

// Cooley and Tukey's, in place, radix 2.
static void transform(struct complex_number *z, const struct complex_number *turns, uint32_t n) {
    swap_reversed(z, n);
    for (uint32_t size = 2; size <= n; size *= 2) {
        for (uint32_t start = 0; start < n; start += size) {
            for (uint32_t i = 0; i < size / 2; i++) {
                struct complex_number turn = turns[i * (n / size)];
                struct complex_number *low = &z[start + i];
                struct complex_number *high = &z[start + i + size / 2];
                struct complex_number turned = {high->re * turn.re - high->im * turn.im,
                                                high->re * turn.im + high->im * turn.re};
                *high = (struct complex_number){low->re - turned.re, low->im - turned.im};
                *low = (struct complex_number){low->re + turned.re, low->im + turned.im};
            }
        }
    }
}

// Position number `i` from the oldest, less the mean, in the window. `axis` 3: nothing.
static double windowed(const struct pbd_probe *probe, uint32_t i, uint32_t axis,
                       const double mean_m[3]) {
    uint64_t slot = (probe->added + i) % probe->length;
    return axis == 3
               ? 0.0
               : ((double)probe->positions_m[3 * slot + axis] - mean_m[axis]) * probe->window[i];
}

// Adds what two axes have at each frequency.
static void add_powers(struct pbd_probe *probe, uint32_t first, uint32_t second,
                       const double mean_m[3]) {
    uint32_t n = probe->length;
    for (uint32_t i = 0; i < n; i++) {
        probe->work[i].re = windowed(probe, i, first, mean_m);
        probe->work[i].im = windowed(probe, i, second, mean_m);
    }
    transform(probe->work, probe->turns, n);
    for (uint32_t k = 0; k <= n / 2; k++) {
        const struct complex_number *z = &probe->work[k];
        const struct complex_number *mirrored = &probe->work[(n - k) % n];
        probe->powers[k] += 0.5 * (z->re * z->re + z->im * z->im + mirrored->re * mirrored->re +
                                   mirrored->im * mirrored->im);
    }
}

bool pbd_probe_spectrum(struct pbd_probe *probe, struct pbd_spectrum *spectrum) {
    uint32_t n = probe->length;
    if (probe->added < n) {
        return false;
    }
    double mean_m[3] = {0};
    double sum = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t c = 0; c < 3; c++) {
            mean_m[c] += (double)probe->positions_m[3 * i + c] / (double)n;
        }
        sum += probe->window[i];
    }
    memset(probe->powers, 0, (n / 2 + 1) * sizeof probe->powers[0]);
    add_powers(probe, 0, 1, mean_m);
    add_powers(probe, 2, 3, mean_m);
    for (uint32_t k = 0; k <= n / 2; k++) {
        double both = k == 0 || k == n / 2 ? 1.0 : 2.0; // sides of the spectrum
        probe->amplitudes[k] = (float)(both * sqrt(probe->powers[k]) / sum);
    }
    *spectrum = (struct pbd_spectrum){
        .hz = probe->rate_hz / (double)n, .bins = n / 2 + 1, .amplitudes = probe->amplitudes};
    return true;
}

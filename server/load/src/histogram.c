#include "histogram.h"

#include <math.h>

enum { SLICE_BITS = 7 };
_Static_assert(1 << SLICE_BITS == HISTOGRAM_SLICES, "an octave is cut by its upper bits");

// Octave 0 holds 0 … 127 µs, octave k from 2^(6+k) on.
static uint32_t bucket_of(uint64_t us) {
    uint32_t octave = 0;
    uint64_t scaled = us;
    while (scaled >= 2 * HISTOGRAM_SLICES) {
        scaled >>= 1;
        octave++;
    }
    if (scaled >= HISTOGRAM_SLICES) {
        scaled -= HISTOGRAM_SLICES;
        octave++;
    }
    uint32_t bucket = octave * HISTOGRAM_SLICES + (uint32_t)scaled;
    return bucket < HISTOGRAM_BUCKETS ? bucket : HISTOGRAM_BUCKETS - 1;
}

// The largest duration that counts in a bucket.
static uint64_t upper_us(uint32_t bucket) {
    uint32_t octave = bucket / HISTOGRAM_SLICES;
    uint64_t slice = bucket % HISTOGRAM_SLICES;
    if (octave == 0) {
        return slice;
    }
    return ((slice + HISTOGRAM_SLICES + 1) << (octave - 1)) - 1;
}

void histogram_add(struct histogram *histogram, double duration_ms) {
    uint64_t us = duration_ms > 0.0 ? (uint64_t)(fmin(duration_ms, 1e12) * 1000.0) : 0;
    histogram->counts[bucket_of(us)]++;
    histogram->count++;
    histogram->max_us = us > histogram->max_us ? us : histogram->max_us;
}

double histogram_quantile_ms(const struct histogram *histogram, double share) {
    uint64_t wanted = (uint64_t)ceil(share * (double)histogram->count);
    uint64_t seen = 0;
    for (uint32_t bucket = 0; bucket < HISTOGRAM_BUCKETS; bucket++) {
        seen += histogram->counts[bucket];
        if (seen >= wanted && seen > 0) {
            uint64_t upper = upper_us(bucket);
            return (double)(upper < histogram->max_us ? upper : histogram->max_us) / 1000.0;
        }
    }
    return histogram_max_ms(histogram);
}

double histogram_max_ms(const struct histogram *histogram) {
    return (double)histogram->max_us / 1000.0;
}

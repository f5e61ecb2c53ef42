// Counts of durations with a relative error below 1 %, in constant memory, however many are added.
//
// As in an HDR histogram, every power of two of microseconds is cut into 128 equal buckets; below
// 128 µs each bucket is one microsecond wide.
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdint.h>

enum {
    HISTOGRAM_SLICES = 128, // of each power of two
    HISTOGRAM_OCTAVES = 26, // longer durations (over two hours) count in the last bucket
    HISTOGRAM_BUCKETS = HISTOGRAM_SLICES * HISTOGRAM_OCTAVES,
};

// Zero-initialised: empty.
struct histogram {
    uint64_t counts[HISTOGRAM_BUCKETS];
    uint64_t count;
    uint64_t max_us;
};

// What lies below zero counts as zero.
void histogram_add(struct histogram *histogram, double duration_ms);

// The smallest duration that at least `share` (0 … 1) of all do not exceed, within the error above;
// 0 when nothing was added.
double histogram_quantile_ms(const struct histogram *histogram, double share);
double histogram_max_ms(const struct histogram *histogram);

#endif

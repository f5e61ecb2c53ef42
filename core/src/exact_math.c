#include "exact_math.h"

#include <string.h>

#define LN2 0.69314718055994530942

// 2^k for −1022 ≤ k ≤ 1023, written into the exponent's bits.
static double power_of_two(int k) {
    uint64_t bits = (uint64_t)(k + 1023) << 52;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double exact_exp(double x) {
    // x = k ln 2 + r with |r| ≤ ln 2 / 2; then the Taylor series of e^r in Horner's form.
    double scaled = x / LN2;
    int k = (int)(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5);
    double r = x - (double)k * LN2;
    double sum = 1.0;
    for (int i = 16; i >= 1; i--) {
        sum = 1.0 + sum * r / (double)i;
    }
    return sum * power_of_two(k);
}

double exact_log(double x) {
    // x = m 2^k with 1 ≤ m < 2; ln m = 2 artanh((m − 1) / (m + 1)), |argument| ≤ 1/3.
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int k = (int)(bits >> 52 & 0x7ff) - 1023;
    double m = x / power_of_two(k);
    double t = (m - 1.0) / (m + 1.0);
    double t2 = t * t;
    double sum = 0.0;
    for (int i = 33; i >= 1; i -= 2) {
        sum = sum * t2 + 1.0 / (double)i;
    }
    return 2.0 * t * sum + (double)k * LN2;
}

double exact_root(double x, uint32_t n) {
    if (x <= 0.0) {
        return 0.0;
    }
    if (n == 1) {
        return x;
    }
    return exact_exp(exact_log(x) / (double)n);
}

double exact_sin_degrees(double degrees) {
    // Reduce to [−90, 90] degrees in exact arithmetic, then the Taylor series.
    double d = degrees;
    while (d > 180.0) {
        d -= 360.0;
    }
    while (d < -180.0) {
        d += 360.0;
    }
    if (d > 90.0) {
        d = 180.0 - d;
    } else if (d < -90.0) {
        d = -180.0 - d;
    }
    double x = d * (PI / 180.0);
    double x2 = x * x;
    double sum = 1.0;
    for (int i = 21; i >= 3; i -= 2) {
        sum = 1.0 - sum * x2 / (double)(i * (i - 1));
    }
    return x * sum;
}

double exact_cos_degrees(double degrees) {
    return exact_sin_degrees(degrees > 90.0 ? degrees - 270.0 : degrees + 90.0);
}

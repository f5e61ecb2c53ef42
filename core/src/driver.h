// A driven end: a pin that swings about its place, x = x₀ + direction · amplitude · sin φ.
//
// The phase turns by 360° f h each substep, so that a change of frequency or of h goes on from
// where it was.
#ifndef DRIVER_H
#define DRIVER_H

#include <stdbool.h>
#include <stdint.h>

struct driver {
    bool is_there;
    uint32_t pin;
    float centre_m[3]; // x₀
    float direction[3];
    float amplitude_m, frequency_hz;
    double phase_degrees; // 0 ≤ phase < 360
};

// Turns the phase on by a substep and writes the displacement of the pin for it, at most the speed
// cap's: a change of amplitude is followed, not jumped.
void driver_advance(struct driver *driver, float substep_s, const float x[3], float d[3]);

#endif

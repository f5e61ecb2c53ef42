#include "driver.h"

#include <math.h>

#include "exact_math.h"
#include "pbd/world.h"

void driver_advance(struct driver *driver, float substep_s, const float x[3], float d[3]) {
    double phase = driver->phase_degrees + 360.0 * (double)driver->frequency_hz * (double)substep_s;
    while (phase >= 360.0) {
        phase -= 360.0;
    }
    driver->phase_degrees = phase;
    float along_m = driver->amplitude_m * (float)exact_sin_degrees(phase);
    float limit = PBD_SPEED_MAX * substep_s;
    float length2 = 0.0f;
    for (uint32_t c = 0; c < 3; c++) {
        d[c] = driver->centre_m[c] + driver->direction[c] * along_m - x[c];
        length2 += d[c] * d[c];
    }
    float scale = length2 > limit * limit ? limit / sqrtf(length2) : 1.0f;
    for (uint32_t c = 0; c < 3; c++) {
        d[c] *= scale;
    }
}

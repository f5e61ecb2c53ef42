#include "pbd/parameter.h"

#include <math.h>

bool pbd_parameter_accepts(const struct pbd_parameter *parameter, float value) {
    // Denormal numbers are refused like NaN and the infinities: no one means them, and they are
    // slow.
    bool ordinary = isnormal(value) || value == 0.0f;
    if (!ordinary || value < parameter->min || value > parameter->max) {
        return false;
    }
    switch (parameter->kind) {
    case PBD_FLOAT:
        return true;
    case PBD_INT:
    case PBD_BOOL:
        return value == (float)(int32_t)value;
    case PBD_CHOICE:
        for (uint32_t i = 0; i < parameter->choice_count; i++) {
            if (value == parameter->choices[i]) {
                return true;
            }
        }
        return false;
    }
    return false;
}

#include "pbd/parameter.h"

bool pbd_parameter_accepts(const struct pbd_parameter *parameter, float value) {
    // Written so that a value that is not a number fails.
    if (!(value >= parameter->min && value <= parameter->max)) {
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

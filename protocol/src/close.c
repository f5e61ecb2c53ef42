#include "wire/close.h"

const char *wire_close_reason(uint16_t code) {
    switch (code) {
#define X(name, number, reason)                                                                    \
    case number:                                                                                   \
        return reason;
        WIRE_CLOSES(X)
#undef X
    default:
        return "closed";
    }
}

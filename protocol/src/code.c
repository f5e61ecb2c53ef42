#include "wire/code.h"

const char *wire_code_name(enum wire_code code) {
    switch (code) {
#define X(code, name, text)                                                                        \
    case WIRE_##code:                                                                              \
        return name;
        WIRE_CODES(X)
#undef X
    case WIRE_CODE_COUNT:
        break;
    }
    return "unknown";
}

const char *wire_code_text(enum wire_code code) {
    switch (code) {
#define X(code, name, text)                                                                        \
    case WIRE_##code:                                                                              \
        return text;
        WIRE_CODES(X)
#undef X
    case WIRE_CODE_COUNT:
        break;
    }
    return "unknown code";
}

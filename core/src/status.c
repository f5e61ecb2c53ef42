#include "pbd/status.h"

const char *pbd_status_name(enum pbd_status status) {
    switch (status) {
#define X(name, code, text)                                                                        \
    case PBD_##name:                                                                               \
        return #name;
        PBD_STATUSES(X)
#undef X
    }
    return "UNKNOWN";
}

const char *pbd_status_text(enum pbd_status status) {
    switch (status) {
#define X(name, code, text)                                                                        \
    case PBD_##name:                                                                               \
        return text;
        PBD_STATUSES(X)
#undef X
    }
    return "unknown status";
}

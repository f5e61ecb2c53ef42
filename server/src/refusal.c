#include "refusal.h"

#include <stdio.h>

struct wire_refusal refusal_of(enum wire_code code) {
    struct wire_refusal refusal = {.code = code};
    snprintf(refusal.text, sizeof refusal.text, "%s", wire_code_text(code));
    return refusal;
}

static enum wire_code code_of(enum pbd_status status) {
    switch (status) {
    case PBD_OK:
        return WIRE_OK;
    case PBD_NO_MEMORY:
        return WIRE_OUT_OF_MEMORY;
    case PBD_TOO_COSTLY:
        return WIRE_TOO_COSTLY;
    case PBD_NO_SUCH_PARTICLE:
        return WIRE_NO_SUCH_PARTICLE;
    case PBD_PINNED:
        return WIRE_PINNED;
    case PBD_HAND_IN_USE:
        return WIRE_HAND_IN_USE;
    case PBD_NO_SUCH_HAND:
        return WIRE_NO_SUCH_HAND;
    case PBD_TOO_MANY_HANDS:
        return WIRE_TOO_MANY_HANDS;
    case PBD_TOO_MANY_GUSTS:
        return WIRE_TOO_MANY_GUSTS;
    case PBD_NO_SUCH_PARAMETER:
        return WIRE_NO_SUCH_PARAMETER;
    case PBD_NO_SUCH_SCENE:
        return WIRE_NO_SUCH_SCENE;
    case PBD_OUT_OF_RANGE:
    case PBD_BAD_DEFINITION:
    case PBD_BAD_STATE:
    case PBD_OTHER_VERSION:
    case PBD_BAD_SCENE:
    case PBD_NO_SUCH_SIMD:
        break;
    }
    return WIRE_OUT_OF_RANGE;
}

// "60, 120 or 240"
static void list_choices(const struct pbd_parameter *parameter, char *text, size_t size) {
    size_t at = 0;
    for (uint32_t i = 0; i < parameter->choice_count && at < size; i++) {
        const char *before = i == 0 ? "" : i + 1 < parameter->choice_count ? ", " : " or ";
        at += (size_t)snprintf(text + at, size - at, "%s%g", before, (double)parameter->choices[i]);
    }
}

// "iterations must be a whole number between 1 and 200"
static void say_range(struct wire_refusal *refusal, const struct pbd_parameter *parameter) {
    char range[96] = "0 or 1";
    switch (parameter->kind) {
    case PBD_FLOAT:
    case PBD_INT:
        snprintf(range, sizeof range, "%s number between %g and %g",
                 parameter->kind == PBD_INT ? "a whole" : "a", (double)parameter->min,
                 (double)parameter->max);
        break;
    case PBD_BOOL:
        break;
    case PBD_CHOICE:
        list_choices(parameter, range, sizeof range);
        break;
    }
    snprintf(refusal->text, sizeof refusal->text, "%s must be %s%s%s", parameter->name, range,
             parameter->unit[0] == '\0' ? "" : " ", parameter->unit);
}

struct wire_refusal refusal_of_status(enum pbd_status status, const struct pbd_scene *scene,
                                      const float *values) {
    struct wire_refusal refusal = refusal_of(code_of(status));
    if (scene == NULL || values == NULL) {
        return refusal;
    }
    uint32_t parameter;
    if (status == PBD_OUT_OF_RANGE &&
        pbd_scene_check(scene, values, &parameter) == PBD_OUT_OF_RANGE) {
        say_range(&refusal, &scene->parameters[parameter]);
    } else if (status == PBD_TOO_COSTLY) {
        snprintf(refusal.text, sizeof refusal.text,
                 "these parameters need %.0f million projections per second; a room may use %d "
                 "million",
                 pbd_scene_projections_per_s(scene, values) / 1e6,
                 PBD_PROJECTIONS_PER_S_MAX / 1000000);
    }
    return refusal;
}

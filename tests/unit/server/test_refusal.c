#include "refusal.h"

#include <string.h>

#include "support.h"

static const struct {
    enum pbd_status status;
    enum wire_code code;
} pairs[] = {
    {PBD_OK, WIRE_OK},
    {PBD_NO_MEMORY, WIRE_OUT_OF_MEMORY},
    {PBD_BAD_DEFINITION, WIRE_OUT_OF_RANGE},
    {PBD_OUT_OF_RANGE, WIRE_OUT_OF_RANGE},
    {PBD_TOO_COSTLY, WIRE_TOO_COSTLY},
    {PBD_NO_SUCH_PARTICLE, WIRE_NO_SUCH_PARTICLE},
    {PBD_PINNED, WIRE_PINNED},
    {PBD_HAND_IN_USE, WIRE_HAND_IN_USE},
    {PBD_NO_SUCH_HAND, WIRE_NO_SUCH_HAND},
    {PBD_TOO_MANY_HANDS, WIRE_TOO_MANY_HANDS},
    {PBD_TOO_MANY_GUSTS, WIRE_TOO_MANY_GUSTS},
    {PBD_NO_SUCH_PARAMETER, WIRE_NO_SUCH_PARAMETER},
    {PBD_NO_SUCH_SCENE, WIRE_NO_SUCH_SCENE},
    {PBD_BAD_STATE, WIRE_OUT_OF_RANGE},
    {PBD_OTHER_VERSION, WIRE_OUT_OF_RANGE},
    {PBD_BAD_SCENE, WIRE_OUT_OF_RANGE},
    {PBD_NO_SUCH_SIMD, WIRE_OUT_OF_RANGE},
};
enum { PAIR_COUNT = sizeof pairs / sizeof pairs[0] };

static const enum pbd_status statuses[] = {
#define X(name, code, text) PBD_##name,
    PBD_STATUSES(X)
#undef X
};
enum { STATUS_COUNT = sizeof statuses / sizeof statuses[0] };

CleanTest(refusal, every_status_of_the_solver_has_a_code) {
    cr_assert_eq(PAIR_COUNT, STATUS_COUNT);
    for (int i = 0; i < STATUS_COUNT; i++) {
        cr_expect_eq(pairs[i].status, statuses[i]);
        struct wire_refusal refusal = refusal_of_status(statuses[i], NULL, NULL);
        cr_expect_eq(refusal.code, pairs[i].code, "%s", pbd_status_name(statuses[i]));
        cr_expect_str_eq(refusal.text, wire_code_text(pairs[i].code));
        cr_expect_not(refusal.has_seq);
    }
}

CleanTest(refusal, every_code_has_its_sentence) {
    for (int code = 0; code < WIRE_CODE_COUNT; code++) {
        struct wire_refusal refusal = refusal_of((enum wire_code)code);
        cr_expect_eq((int)refusal.code, code);
        cr_expect_str_eq(refusal.text, wire_code_text((enum wire_code)code));
        cr_expect_not(refusal.has_seq);
    }
}

// ---- ranges ------------------------------------------------------------------------------------

static const char *number(float value) {
    struct text text = text_begin();
    text_add(&text, "%g", (double)value);
    return text_end(&text);
}

static void check_holds(const char *sentence, const char *text) {
    cr_expect_not_null(strstr(sentence, text), "no '%s' in '%s'", text, sentence);
}

// The refusal of the scene's initial values with one of them changed.
static struct wire_refusal refusal_of_value(const struct pbd_scene *scene, uint32_t index,
                                            float value) {
    float values[PBD_PARAMETERS_MAX];
    pbd_scene_initial_values(scene, values);
    values[index] = value;
    return refusal_of_status(PBD_OUT_OF_RANGE, scene, values);
}

static void check_range(const struct pbd_parameter *parameter, const struct wire_refusal *refusal) {
    cr_expect_eq(refusal->code, WIRE_OUT_OF_RANGE);
    cr_expect_eq(strncmp(refusal->text, parameter->name, strlen(parameter->name)), 0, "%s",
                 refusal->text);
    check_holds(refusal->text, parameter->unit);
    check_holds(refusal->text, number(parameter->min));
    check_holds(refusal->text, number(parameter->max));
    for (uint32_t i = 0; i < parameter->choice_count; i++) {
        check_holds(refusal->text, number(parameter->choices[i]));
    }
}

CleanTest(refusal, out_of_range_names_the_parameter_and_what_it_may_be) {
    const struct pbd_scene *scene;
    for (uint32_t s = 0; (scene = pbd_scene_at(s)) != NULL; s++) {
        for (uint32_t i = 0; i < scene->parameter_count; i++) {
            const struct pbd_parameter *parameter = &scene->parameters[i];
            struct wire_refusal low = refusal_of_value(scene, i, parameter->min - 1.0f);
            struct wire_refusal high = refusal_of_value(scene, i, parameter->max + 1.0f);
            check_range(parameter, &low);
            check_range(parameter, &high);
        }
    }
}

static const char *sentence_of(const char *scene_name, const char *name, float value) {
    const struct pbd_scene *scene = pbd_scene_find(scene_name);
    int index = pbd_scene_parameter_index(scene, name);
    cr_assert_geq(index, 0);
    struct wire_refusal refusal = refusal_of_value(scene, (uint32_t)index, value);
    struct text text = text_begin();
    text_add(&text, "%s", refusal.text);
    return text_end(&text);
}

CleanTest(refusal, says_what_would_have_been_right_for_each_kind_of_parameter) {
    cr_expect_str_eq(sentence_of("chain", "iterations", 2.5f),
                     "iterations must be a whole number between 1 and 200");
    cr_expect_str_eq(sentence_of("chain", "gravity", -1),
                     "gravity must be a number between 0 and 30 m/s²");
    cr_expect_str_eq(sentence_of("chain", "rekick", 2), "rekick must be 0 or 1");
    cr_expect_str_eq(sentence_of("chain", "rate", 100),
                     "rate must be 60, 120, 240, 480 or 960 1/s");
}

CleanTest(refusal, too_costly_gives_both_figures_in_millions) {
    const struct pbd_scene *scene = pbd_scene_find("chain");
    float values[PBD_PARAMETERS_MAX];
    pbd_scene_initial_values(scene, values);
    values[PBD_ITERATIONS] = 200;
    values[PBD_SUBSTEPS] = 32;
    values[PBD_RATE] = 960;
    cr_assert_eq(pbd_scene_check(scene, values, NULL), PBD_TOO_COSTLY);
    struct wire_refusal refusal = refusal_of_status(PBD_TOO_COSTLY, scene, values);
    cr_expect_eq(refusal.code, WIRE_TOO_COSTLY);
    check_holds(refusal.text, " 123 million"); // 20 links × 200 × 32 × 960
    check_holds(refusal.text, " 100 million");
}

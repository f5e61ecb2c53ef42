#include "springs.h"

#include "sweep.h"
#include "two_ends.h"

struct spring {
    uint32_t a, b;
    float rest_m;
    bool pushes, pulls;
};

static void accelerate(struct model *model, const struct spring *spring, float k_h2) {
    const float *x = model->x;
    float e[3];
    for (uint32_t c = 0; c < 3; c++) {
        e[c] = x[3 * spring->a + c] - x[3 * spring->b + c];
    }
    float length2 = sweep_length2(e);
    if (!(length2 > SWEEP_LENGTH2_MIN)) {
        return;
    }
    float length = sqrtf(length2);
    float stretch = length - spring->rest_m;
    if (stretch < 0.0f ? spring->pushes : spring->pulls) {
        float s = k_h2 * stretch / length;
        sweep_correct(model->d, model->w, spring->a, spring->b, s, e);
        if (model->pins.on) {
            pins_note(model, spring->a, spring->b, s, e);
        }
    }
}

static void accelerate_links(struct model *model, uint32_t first, float k_h2) {
    const struct pbd_link *links = model->constraints[PBD_LINK];
    for (uint32_t i = first; i < model->counts.of[PBD_LINK]; i++) {
        const struct spring spring = {links[i].a, links[i].b, links[i].rest_m, true, true};
        accelerate(model, &spring, k_h2);
    }
}

static void limit_displacements(struct model *model) {
    for (uint32_t i = 0; i < 3 * model->counts.particles; i++) {
        model->d[i] = fmaxf(-DISPLACEMENT_MAX, fminf(DISPLACEMENT_MAX, model->d[i]));
    }
}

void springs_accelerate_built(struct model *model, float stiffness, float substep_s) {
    uint32_t first = model->counts.of[PBD_LINK] - model->springs;
    accelerate_links(model, first, stiffness * substep_s * substep_s);
    limit_displacements(model);
}

void springs_accelerate(struct model *model, float stiffness, float substep_s) {
    float k_h2 = stiffness * substep_s * substep_s;
    accelerate_links(model, 0, k_h2);
    const struct two_ends *floors = model->constraints[PBD_FLOOR];
    for (uint32_t i = 0; i < model->counts.of[PBD_FLOOR]; i++) {
        const struct spring spring = {floors[i].a, floors[i].b, floors[i].length_m, true, false};
        accelerate(model, &spring, k_h2);
    }
    const struct two_ends *ceilings = model->constraints[PBD_CEILING];
    for (uint32_t i = 0; i < model->counts.of[PBD_CEILING]; i++) {
        const struct spring spring = {ceilings[i].a, ceilings[i].b, ceilings[i].length_m, false,
                                      true};
        accelerate(model, &spring, k_h2);
    }
    limit_displacements(model);
}

#include "constraint.h"

#include "bend.h"
#include "ceiling.h"
#include "distance.h"
#include "floor.h"
#include "hinge.h"
#include "pair.h"
#include "rail.h"
#include "tether.h"
#include "volume.h"
#include "world_internal.h"

const struct constraint_kind *const constraint_kinds[PBD_KIND_COUNT] = {
    [PBD_LINK] = &distance_kind, [PBD_FLOOR] = &floor_kind, [PBD_CEILING] = &ceiling_kind,
    [PBD_TETHER] = &tether_kind, [PBD_BEND] = &bend_kind,   [PBD_HINGE] = &hinge_kind,
    [PBD_VOLUME] = &volume_kind, [PBD_RAIL] = &rail_kind,   [PBD_PAIR] = &pair_kind,
};

void constraint_project(const struct sweep *sweep, struct model *model, enum pbd_kind kind,
                        uint32_t first, uint32_t count) {
    const struct constraint_kind *rules = constraint_kinds[kind];
    const char *constraints = model->constraints[kind];
    rules->project(sweep, constraints + first * rules->bytes,
                   model->scratch[kind] + (size_t)first * rules->scratch_floats, count);
}

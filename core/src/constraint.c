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

const struct constraint_kind *const constraint_kinds[PBD_KIND_COUNT] = {
    [PBD_LINK] = &distance_kind, [PBD_FLOOR] = &floor_kind, [PBD_CEILING] = &ceiling_kind,
    [PBD_TETHER] = &tether_kind, [PBD_BEND] = &bend_kind,   [PBD_HINGE] = &hinge_kind,
    [PBD_VOLUME] = &volume_kind, [PBD_RAIL] = &rail_kind,   [PBD_PAIR] = &pair_kind,
};

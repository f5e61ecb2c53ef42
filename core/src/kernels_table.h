// All kernels, for vectors of LANES floats.
#ifndef KERNELS_TABLE_H
#define KERNELS_TABLE_H

#include "kernels.h"
#include "kernels_flat.h"
#include "kernels_loom.h"
#include "kernels_neighbours.h"
#include "kernels_pairs.h"
#include "kernels_strand.h"

#define KERNELS_TABLE                                                                              \
    {                                                                                              \
        .lanes = LANES, .predict = predict, .arrive = arrive, .loom_tethers = loom_tethers,        \
        .loom_sweep = loom_sweep, .strand_sweeps = strand_sweeps, .overlapping = overlapping,      \
        .keep_near = keep_near, .measure_pairs = measure_pairs, .push_out_pairs = touch_push_out,  \
        .project_pairs = touch_project,                                                            \
    }

#endif

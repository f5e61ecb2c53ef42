// Worlds that are kept, to be returned to.
#include "pbd/measure.h"
#include "world_internal.h"

struct pbd_world *pbd_world_keep(const struct pbd_world *world) {
    return world_clone(world);
}

static void let_gusts_blow_on(struct pbd_world *world, uint64_t steps_between) {
    for (uint32_t i = 0; i < world->gust_count; i++) {
        world->gusts[i].start_step += steps_between;
    }
}

void pbd_world_return_to(struct pbd_world *world, struct pbd_world *kept) {
    const struct pbd_world left = *world;
    const uint64_t kept_step = kept->step;
    *world = *kept;
    *kept = left; // the memory that it held is destroyed with it
    pbd_world_destroy(kept);
    world->step = left.step;
    let_gusts_blow_on(world, left.step - kept_step);
    world->hand_count = 0;
    world->counters = left.counters;
    world->noting = left.noting && pins_open(&world->model, &world->allocator);
    world->simd = left.simd;
    world->kernels = left.kernels;
    world->timing = left.timing;
    pbd_world_restart_timing(world);
}

#include "hand_command.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "world_internal.h"

static struct hand *find_hand(struct pbd_world *world, uint32_t id) {
    for (uint32_t i = 0; i < world->hand_count; i++) {
        if (world->hands[i].id == id) {
            return &world->hands[i];
        }
    }
    return NULL;
}

static bool target_in_bound(const int32_t target[3]) {
    const int32_t bound = (int32_t)PBD_WORLD_BOUND * PBD_TARGET_STEPS_PER_M;
    for (uint32_t c = 0; c < 3; c++) {
        if (target[c] < -bound || target[c] > bound) {
            return false;
        }
    }
    return true;
}

// 0 for none. False if it is no force.
static bool pull_limit_of(const struct pbd_command *command, float *force_max_n) {
    float given = command->hand.force_max_n;
    if (!(given >= 0.0f) || (given > 0.0f && given < FLT_MIN)) {
        return false;
    }
    *force_max_n = isinf(given) ? 0.0f : given;
    return true;
}

static enum pbd_status apply_grab(struct pbd_world *world, const struct pbd_command *command) {
    if (command->hand.particle >= world->model.counts.particles) {
        return PBD_NO_SUCH_PARTICLE;
    }
    if (!target_in_bound(command->hand.target)) {
        return PBD_OUT_OF_RANGE;
    }
    if (world->model.w[command->hand.particle] == 0.0f) {
        return PBD_PINNED;
    }
    if (find_hand(world, command->hand.id) != NULL) {
        return PBD_HAND_IN_USE;
    }
    if (world->hand_count == PBD_HANDS_MAX) {
        return PBD_TOO_MANY_HANDS;
    }
    float force_max_n;
    if (!pull_limit_of(command, &force_max_n)) {
        return PBD_OUT_OF_RANGE;
    }
    struct hand *hand = &world->hands[world->hand_count++];
    *hand = (struct hand){
        .id = command->hand.id,
        .particle = command->hand.particle,
        .force_max_n = force_max_n,
    };
    memcpy(hand->target, command->hand.target, sizeof hand->target);
    return PBD_OK;
}

static enum pbd_status apply_move(struct pbd_world *world, const struct pbd_command *command) {
    struct hand *hand = find_hand(world, command->hand.id);
    if (hand == NULL) {
        return PBD_NO_SUCH_HAND;
    }
    if (!target_in_bound(command->hand.target)) {
        return PBD_OUT_OF_RANGE;
    }
    memcpy(hand->target, command->hand.target, sizeof hand->target);
    return PBD_OK;
}

static enum pbd_status apply_limit_pull(struct pbd_world *world,
                                        const struct pbd_command *command) {
    struct hand *hand = find_hand(world, command->hand.id);
    if (hand == NULL) {
        return PBD_NO_SUCH_HAND;
    }
    return pull_limit_of(command, &hand->force_max_n) ? PBD_OK : PBD_OUT_OF_RANGE;
}

static enum pbd_status apply_release(struct pbd_world *world, const struct pbd_command *command) {
    struct hand *hand = find_hand(world, command->hand.id);
    if (hand == NULL) {
        return PBD_NO_SUCH_HAND;
    }
    // The others keep their order, because the order of solving is part of the bits.
    uint32_t index = (uint32_t)(hand - world->hands);
    memmove(hand, hand + 1, (world->hand_count - index - 1) * sizeof *hand);
    world->hand_count--;
    return PBD_OK;
}

enum pbd_status hand_command_apply(struct pbd_world *world, const struct pbd_command *command) {
    switch (command->kind) {
    case PBD_GRAB:
        return apply_grab(world, command);
    case PBD_MOVE:
        return apply_move(world, command);
    case PBD_RELEASE:
        return apply_release(world, command);
    case PBD_LIMIT_PULL:
        return apply_limit_pull(world, command);
    default:
        return PBD_OUT_OF_RANGE;
    }
}

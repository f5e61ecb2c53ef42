#include "hand.h"

#include <math.h>
#include <string.h>

#include "request.h"

enum { BYTES_PER_PARTICLE = 12 };

#define HOLD_NS 5000000000u
#define REST_NS 500000000u
#define RADIUS_M 0.15
#define TURNS_PER_S 0.5
#define TWO_PI 6.283185307179586
#define REACH_M 63.0f // targets lie within ±64 m

void hand_init(struct hand *hand, uint32_t move_hz, uint64_t now_ns) {
    memset(hand, 0, sizeof *hand);
    hand->interval_ns = 1000000000u / move_hz;
    hand->next_ns = now_ns;
}

void hand_lost(struct hand *hand, uint64_t now_ns) {
    hand->state = HAND_OPEN;
    hand->next_ns = now_ns + REST_NS;
}

void hand_see(struct hand *hand, const uint8_t *frame, uint32_t particles) {
    if (hand->state == HAND_REACHING && !hand->has_centre && hand->particle < particles) {
        memcpy(hand->centre_m, frame + (size_t)hand->particle * BYTES_PER_PARTICLE,
               sizeof hand->centre_m);
        hand->has_centre = true;
    }
}

static void target_at(const struct hand *hand, uint64_t now_ns, float at_m[3]) {
    double angle = TWO_PI * TURNS_PER_S * (double)(now_ns - hand->grabbed_ns) * 1e-9;
    const double offset_m[3] = {RADIUS_M * (1.0 - cos(angle)), RADIUS_M * sin(angle), 0.0};
    for (int axis = 0; axis < 3; axis++) {
        float at = hand->centre_m[axis] + (float)offset_m[axis];
        at_m[axis] = fmaxf(-REACH_M, fminf(REACH_M, at));
    }
}

static void grab(struct hand *hand, uint64_t now_ns, struct wire_buffer *out) {
    float at_m[3];
    uint32_t seq = answers_ask(&hand->answers, false, now_ns);
    if (seq == 0) {
        return;
    }
    hand->state = HAND_HOLDING;
    hand->grabbed_ns = now_ns;
    hand->next_ns = now_ns + hand->interval_ns;
    target_at(hand, now_ns, at_m);
    request_grab(out, seq, hand->particle, at_m);
}

static void move(struct hand *hand, uint64_t now_ns, struct wire_buffer *out) {
    float at_m[3];
    uint32_t seq = answers_ask(&hand->answers, true, now_ns);
    // Keeps the rate, but does not make up for a long pause.
    hand->next_ns += hand->interval_ns;
    if (hand->next_ns < now_ns) {
        hand->next_ns = now_ns + hand->interval_ns;
    }
    if (seq != 0) {
        target_at(hand, now_ns, at_m);
        request_move(out, seq, at_m);
    }
}

static void release(struct hand *hand, uint64_t now_ns, struct wire_buffer *out) {
    uint32_t seq = answers_ask(&hand->answers, false, now_ns);
    if (seq != 0) {
        request_release(out, seq);
        hand_lost(hand, now_ns);
    }
}

void hand_act(struct hand *hand, uint64_t now_ns, uint32_t particles, uint32_t random,
              struct wire_buffer *out) {
    if (now_ns < hand->next_ns) {
        return;
    }
    switch (hand->state) {
    case HAND_OPEN:
        hand->state = HAND_REACHING;
        hand->has_centre = false;
        hand->particle = particles > 0 ? random % particles : 0;
        return;
    case HAND_REACHING:
        if (hand->has_centre) {
            grab(hand, now_ns, out);
        }
        return;
    case HAND_HOLDING:
        if (now_ns - hand->grabbed_ns < HOLD_NS) {
            move(hand, now_ns, out);
            return;
        }
        release(hand, now_ns, out);
        return;
    }
}

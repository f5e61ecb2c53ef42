// The hand of a viewer: reaches for a random particle, leads it in a circle for a while, lets go,
// and begins again.
//
//     OPEN ──▶ REACHING ──its position is known──▶ HOLDING ──▶ OPEN
#ifndef HAND_H
#define HAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "answers.h"
#include "wire/buffer.h"

enum hand_state { HAND_OPEN, HAND_REACHING, HAND_HOLDING };

struct hand {
    enum hand_state state;
    uint32_t particle;
    bool has_centre;
    float centre_m[3];
    uint64_t grabbed_ns;
    uint64_t next_ns; // when there is something to do
    uint64_t interval_ns;
    struct answers answers;
};

void hand_init(struct hand *hand, uint32_t move_hz, uint64_t now_ns);

// A frame of `particles` positions has come: remembers the one it wants.
void hand_see(struct hand *hand, const uint8_t *frame, uint32_t particles);

// Writes the command that is due into `out`, if one is; the buffer stays empty otherwise.
void hand_act(struct hand *hand, uint64_t now_ns, uint32_t particles, uint32_t random,
              struct wire_buffer *out);

// It holds nothing any more: refused, let go by a reset or by a new connection.
void hand_lost(struct hand *hand, uint64_t now_ns);

#endif

// Saving, restoring and hashing a world's state.
//
// The bytes are portable (little endian, no padding, particles in the order of their numbers) and
// versioned. They hold all that decides the future: a restored world continues to the same bits.
#ifndef PBD_STATE_H
#define PBD_STATE_H

#include <stddef.h>
#include <stdint.h>

#include "pbd/world.h"

// How many bytes pbd_state_save writes.
size_t pbd_state_size(const struct pbd_world *world);
// Writes the state to bytes [pbd_state_size].
void pbd_state_save(const struct pbd_world *world, uint8_t *bytes);
// Builds a world from saved bytes, which may be damaged or hostile: PBD_BAD_STATE,
// PBD_OTHER_VERSION, PBD_NO_SUCH_SCENE or PBD_NO_MEMORY, and *world is not written.
// `allocator` NULL: malloc and free.
enum pbd_status pbd_state_restore(const uint8_t *bytes, size_t length,
                                  const struct pbd_allocator *allocator, struct pbd_world **world);
// A 64-bit hash of the same fields. Equal states, equal hashes, on every machine.
uint64_t pbd_state_hash(const struct pbd_world *world);

#endif

// The kernel's buffer of what is on its way to one viewer.
//
// It must hold what a far line carries in a round trip, or the line is not used; but what a slow
// line carries in a third of a second is enough for that one, and the rest would only be old by the
// time it arrives. So viewers begin with the full size, and whoever misses frames gets what its
// line needs. Knows sockets, and neither libuv nor libwebsockets.
#ifndef SEND_BUFFER_H
#define SEND_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

// The size for a line, at most `most_bytes`. The kernel takes about twice as many bytes of
// messages.
uint32_t send_buffer_for(uint64_t bytes_per_s, uint32_t round_trip_us, uint32_t most_bytes);

void send_buffer_open(int fd, uint32_t bytes);
// Called now and then: `slow` says whether the line has been too slow since the last time. Takes
// and returns the size in use; one that is too small doubles each time until it is `most_bytes`.
uint32_t send_buffer_fit(int fd, uint32_t bytes, uint32_t most_bytes, bool slow);

#endif

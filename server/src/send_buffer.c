#include "send_buffer.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

enum {
    LEAST_BYTES = 4096,
    KEPT_MS = 300,        // of what the line carries
    UNSENT_BYTES = 16384, // that may wait before they are even on their way
};

uint32_t send_buffer_for(uint64_t bytes_per_s, uint32_t round_trip_us, uint32_t most_bytes) {
    // Two round trips, so that the buffer is never what limits a line that becomes faster.
    uint64_t kept_us = KEPT_MS * (uint64_t)1000;
    kept_us = 2 * (uint64_t)round_trip_us > kept_us ? 2 * (uint64_t)round_trip_us : kept_us;
    uint64_t bytes = bytes_per_s * kept_us / 1000000 / 2;
    bytes = bytes < LEAST_BYTES ? LEAST_BYTES : bytes;
    return bytes > most_bytes ? most_bytes : (uint32_t)bytes;
}

static void set_size(int fd, uint32_t bytes) {
    int size = (int)bytes;
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
}

void send_buffer_open(int fd, uint32_t bytes) {
    int unsent = UNSENT_BYTES;
    set_size(fd, bytes);
    setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
}

uint32_t send_buffer_fit(int fd, uint32_t bytes, uint32_t most_bytes, bool slow) {
    struct tcp_info line = {0};
    socklen_t length = sizeof line;
    uint32_t wanted = bytes > most_bytes / 2 ? most_bytes : 2 * bytes;
    if (slow && getsockopt(fd, IPPROTO_TCP, TCP_INFO, &line, &length) == 0 &&
        line.tcpi_delivery_rate > 0) {
        wanted = send_buffer_for(line.tcpi_delivery_rate, line.tcpi_min_rtt, most_bytes);
    }
    if (wanted != bytes) {
        set_size(fd, wanted);
    }
    return wanted;
}

#include "send_buffer.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support.h"

enum { MOST = 65536 };

Test(send_buffer, holds_a_third_of_a_second_of_a_slow_line) {
    // The kernel takes twice as many bytes.
    cr_expect_eq(send_buffer_for(64000, 50000, MOST), 64000 * 3 / 20);
    cr_expect_eq(send_buffer_for(128000, 50000, MOST), 128000 * 3 / 20);
}

Test(send_buffer, holds_two_round_trips_of_a_far_line) {
    cr_expect_eq(send_buffer_for(64000, 600000, MOST), 64000 * 6 / 10);
}

Test(send_buffer, is_never_larger_than_it_may_be_nor_next_to_nothing) {
    cr_expect_eq(send_buffer_for(100000000, 50000, MOST), MOST);
    cr_expect_eq(send_buffer_for(UINT64_C(10000000000), 10000000, MOST), MOST);
    cr_expect_eq(send_buffer_for(1, 0, MOST), 4096);
}

static int size_in_use(int fd) {
    int size = 0;
    socklen_t length = sizeof size;
    getsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, &length);
    return size / 2; // the kernel tells it doubled
}

Test(send_buffer, grows_back_by_doubling_once_the_line_is_not_slow) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    send_buffer_open(fd, MOST);
    cr_expect_eq(size_in_use(fd), MOST);
    cr_expect_eq(send_buffer_fit(fd, 10000, MOST, false), 20000);
    cr_expect_eq(size_in_use(fd), 20000);
    cr_expect_eq(send_buffer_fit(fd, 40000, MOST, false), MOST);
    cr_expect_eq(size_in_use(fd), MOST);
    cr_expect_eq(send_buffer_fit(fd, MOST, MOST, false), MOST);
    close(fd);
}

// The least that a WebSocket server can do for its viewers: one thread, epoll, one tick encoded
// once every 1/60 s with its frame header in front, and one send() of it to each socket. It answers
// the upgrade, `hello`, `ping` and a close, so that ropewalk-load follows it like the real server.
// A viewer whose socket is full is skipped until it has the rest of what was begun. Sockets are set
// up as the real server's are.
//
// Usage: bench_floor PARTICLES. Prints its port and runs until it is ended.
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "wire/client_message.h"
#include "wire/server_message.h"

enum {
    RATE_HZ = 60,
    SECOND_NS = 1000000000,
    PERIOD_NS = SECOND_NS / RATE_HZ,
    SEND_BUFFER_BYTES = 64 * 1024, // as the real server's --send-buffer-bytes
    UNSENT_BYTES = 16384,          // as in send_buffer.c
    INPUT_BYTES = 4096,
    HEADER_BYTES_MAX = 4, // of a frame up to 64 kB
    BACKLOG = 4096,
    EVENTS_MAX = 256,
};

enum { OPCODE_BINARY = 2, OPCODE_CLOSE = 8 };

struct client {
    int fd;
    uint32_t index; // in floor.clients
    bool upgraded;
    bool joined;
    size_t input_bytes;
    uint8_t input[INPUT_BYTES];
    uint8_t *rest; // of a message that was sent in part; NULL: nothing
    size_t rest_bytes, rest_sent;
};

struct floor {
    int listener, timer, epoll;
    struct client **clients; // [client_count]
    uint32_t client_count, client_capacity;
    uint64_t start_ns, step;
    float *positions_m; // [particle_count][3]
    uint32_t particle_count;
    uint32_t random;
    struct wire_buffer frame, message;
};

static void *checked(void *memory) {
    if (memory == NULL) {
        perror("bench_floor");
        exit(1);
    }
    return memory;
}

static int checked_fd(int fd) {
    if (fd < 0) {
        perror("bench_floor");
        exit(1);
    }
    return fd;
}

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND_NS + (uint64_t)now.tv_nsec;
}

static void watch(const struct floor *floor, int operation, struct client *client,
                  uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = client};
    epoll_ctl(floor->epoll, operation, client->fd, &event);
}

// ---- sending -----------------------------------------------------------------------------------

// The frame header goes in front of the message.
static const uint8_t *frame_message(struct wire_buffer *message, unsigned opcode, size_t *length) {
    uint8_t *payload = wire_buffer_content(message);
    size_t header_bytes = message->length_bytes < 126 ? 2 : 4;
    uint8_t *header = payload - header_bytes;
    header[0] = (uint8_t)(0x80 | opcode);
    if (header_bytes == 2) {
        header[1] = (uint8_t)message->length_bytes;
    } else {
        header[1] = 126;
        header[2] = (uint8_t)(message->length_bytes >> 8);
        header[3] = (uint8_t)message->length_bytes;
    }
    *length = header_bytes + message->length_bytes;
    return header;
}

// A client that does not take all of it is sent nothing else before it has the rest.
static void send_bytes(const struct floor *floor, struct client *client, const uint8_t *bytes,
                       size_t length) {
    if (client->rest != NULL) {
        return;
    }
    ssize_t sent = send(client->fd, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent == (ssize_t)length || (sent < 0 && errno == EAGAIN)) {
        return;
    }
    if (sent < 0) {
        shutdown(client->fd, SHUT_RDWR); // reading then finds its end
        return;
    }
    client->rest_bytes = length - (size_t)sent;
    client->rest_sent = 0;
    client->rest = checked(malloc(client->rest_bytes));
    memcpy(client->rest, bytes + sent, client->rest_bytes);
    watch(floor, EPOLL_CTL_MOD, client, EPOLLIN | EPOLLOUT);
}

static void send_rest(const struct floor *floor, struct client *client) {
    ssize_t sent = send(client->fd, client->rest + client->rest_sent,
                        client->rest_bytes - client->rest_sent, MSG_DONTWAIT | MSG_NOSIGNAL);
    client->rest_sent += sent > 0 ? (size_t)sent : 0;
    if (client->rest_sent == client->rest_bytes) {
        free(client->rest);
        client->rest = NULL;
        watch(floor, EPOLL_CTL_MOD, client, EPOLLIN);
    }
}

static void send_message(const struct floor *floor, struct client *client,
                         struct wire_buffer *message) {
    size_t length;
    const uint8_t *bytes = frame_message(message, OPCODE_BINARY, &length);
    send_bytes(floor, client, bytes, length);
    wire_buffer_release(message);
}

static void send_welcome(const struct floor *floor, struct client *client) {
    const struct wire_welcome welcome = {
        .server_version = "floor",
        .self = {.seat = client->index, .name = "load"},
        .resume = "none",
        .rate_hz = RATE_HZ,
        .state = {.step = floor->step,
                  .room_code = "FLOOR",
                  .room_title = "Floor",
                  .scene = {.name = "floor",
                            .title = "Floor",
                            .h_s = 1.0 / RATE_HZ,
                            .particle_count = floor->particle_count}},
    };
    struct wire_buffer message;
    wire_buffer_init(&message, HEADER_BYTES_MAX);
    wire_encode_welcome(&message, &welcome);
    send_message(floor, client, &message);
    client->joined = true;
}

// ---- the tick ----------------------------------------------------------------------------------

static void move(struct floor *floor) {
    for (uint32_t i = 0; i < 3 * floor->particle_count; i++) {
        floor->random = floor->random * 1664525u + 1013904223u;
        floor->positions_m[i] += 1e-3f * ((float)(floor->random >> 8) / 16777216.0f - 0.5f);
    }
}

static void tick(struct floor *floor) {
    uint64_t periods = 0;
    if (read(floor->timer, &periods, sizeof periods) != sizeof periods) {
        return;
    }
    floor->step += periods;
    move(floor);
    wire_buffer_clear(&floor->frame);
    wire_buffer_clear(&floor->message);
    wire_encode_frame_f32(&floor->frame, floor->positions_m, floor->particle_count);
    wire_encode_tick(&floor->message,
                     &(struct wire_tick){
                         .step = floor->step,
                         .time_ms = (double)(floor->start_ns + floor->step * PERIOD_NS) / 1e6,
                         .frame = wire_buffer_content(&floor->frame),
                         .frame_bytes = floor->frame.length_bytes,
                     });
    size_t length;
    const uint8_t *bytes = frame_message(&floor->message, OPCODE_BINARY, &length);
    for (uint32_t i = 0; i < floor->client_count; i++) {
        if (floor->clients[i]->joined) {
            send_bytes(floor, floor->clients[i], bytes, length);
        }
    }
}

// ---- what clients say --------------------------------------------------------------------------

static void hang_up(struct floor *floor, struct client *client) {
    struct client *last = floor->clients[--floor->client_count];
    floor->clients[client->index] = last;
    last->index = client->index;
    close(client->fd);
    free(client->rest);
    free(client);
}

static bool upgrade(const struct floor *floor, struct client *client) {
    static const char key_name[] = "Sec-WebSocket-Key: ";
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    enum { KEY_BYTES = 24 };
    const char *head = (const char *)client->input;
    const char *key = memmem(head, client->input_bytes, key_name, sizeof key_name - 1);
    if (client->input_bytes < 4 || memcmp(head + client->input_bytes - 4, "\r\n\r\n", 4) != 0) {
        return true; // more is to come
    }
    if (key == NULL || key + sizeof key_name + KEY_BYTES > head + client->input_bytes) {
        return false;
    }
    char text[KEY_BYTES + sizeof magic];
    uint8_t digest[EVP_MAX_MD_SIZE];
    unsigned digest_bytes = 0;
    memcpy(text, key + sizeof key_name - 1, KEY_BYTES);
    memcpy(text + KEY_BYTES, magic, sizeof magic);
    EVP_Digest(text, sizeof text - 1, digest, &digest_bytes, EVP_sha1(), NULL);
    unsigned char accept[32];
    EVP_EncodeBlock(accept, digest, (int)digest_bytes);
    char answer[256];
    int length = snprintf(answer, sizeof answer,
                          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Protocol: ropewalk.v1\r\n"
                          "Sec-WebSocket-Accept: %s\r\n\r\n",
                          (const char *)accept);
    send_bytes(floor, client, (const uint8_t *)answer, (size_t)length);
    client->upgraded = true;
    client->input_bytes = 0;
    return true;
}

static void answer(const struct floor *floor, struct client *client, const uint8_t *bytes,
                   size_t length) {
    struct wire_client_message message;
    struct wire_refusal refusal;
    if (wire_client_message_decode(bytes, length, &message, &refusal) != WIRE_OK) {
        return;
    }
    if (message.type == WIRE_HELLO) {
        send_welcome(floor, client);
    } else if (message.type == WIRE_PING) {
        struct wire_buffer pong;
        wire_buffer_init(&pong, HEADER_BYTES_MAX);
        wire_encode_pong(&pong, message.ping.time, (double)now_ns() / 1e6, floor->step);
        send_message(floor, client, &pong);
    }
}

// Takes one whole frame off the front of the input: 1. 0: there is none. -1: the client leaves.
static int take_frame(const struct floor *floor, struct client *client) {
    enum { MASK_BYTES = 4 };
    uint8_t *input = client->input;
    size_t header_bytes = client->input_bytes < 2 || (input[1] & 0x7f) < 126 ? 2 : 4;
    if (client->input_bytes < header_bytes + MASK_BYTES) {
        return 0;
    }
    size_t length =
        header_bytes == 2 ? (size_t)(input[1] & 0x7f) : (size_t)(input[2] << 8 | input[3]);
    size_t whole = header_bytes + MASK_BYTES + length;
    if (client->input_bytes < whole) {
        return whole > INPUT_BYTES ? -1 : 0;
    }
    const uint8_t *mask = input + header_bytes;
    uint8_t *payload = input + header_bytes + MASK_BYTES;
    for (size_t i = 0; i < length; i++) {
        payload[i] ^= mask[i % MASK_BYTES];
    }
    unsigned opcode = input[0] & 0x0f;
    if (opcode == OPCODE_CLOSE) {
        const uint8_t normal[] = {0x80 | OPCODE_CLOSE, 2, 1000 >> 8, 1000 & 0xff};
        send_bytes(floor, client, normal, sizeof normal);
        return -1;
    }
    if (opcode == OPCODE_BINARY) {
        answer(floor, client, payload, length);
    }
    client->input_bytes -= whole;
    memmove(input, input + whole, client->input_bytes);
    return 1;
}

static void hear(struct floor *floor, struct client *client) {
    ssize_t got = recv(client->fd, client->input + client->input_bytes,
                       INPUT_BYTES - client->input_bytes, MSG_DONTWAIT);
    if (got < 0 && errno == EAGAIN) {
        return;
    }
    bool stays = got > 0;
    client->input_bytes += stays ? (size_t)got : 0;
    if (stays && !client->upgraded) {
        stays = upgrade(floor, client);
    } else if (stays) {
        int taken;
        do {
            taken = take_frame(floor, client);
        } while (taken > 0);
        stays = taken == 0;
    }
    if (!stays) {
        hang_up(floor, client);
    }
}

static void let_in(struct floor *floor) {
    const int one = 1;
    const int send_buffer_bytes = SEND_BUFFER_BYTES;
    const int unsent_bytes = UNSENT_BYTES;
    for (int fd; (fd = accept4(floor->listener, NULL, NULL, SOCK_NONBLOCK)) >= 0;) {
        setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &send_buffer_bytes, sizeof send_buffer_bytes);
        setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent_bytes, sizeof unsent_bytes);
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        if (floor->client_count == floor->client_capacity) {
            floor->client_capacity = 2 * floor->client_capacity + 64;
            floor->clients =
                checked(realloc(floor->clients, floor->client_capacity * sizeof(struct client *)));
        }
        struct client *client = checked(calloc(1, sizeof *client));
        client->fd = fd;
        client->index = floor->client_count;
        floor->clients[floor->client_count++] = client;
        watch(floor, EPOLL_CTL_ADD, client, EPOLLIN);
    }
}

// ---- life --------------------------------------------------------------------------------------

static void listen_and_tell(struct floor *floor) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    floor->listener = checked_fd(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0));
    checked_fd(bind(floor->listener, (struct sockaddr *)&address, length));
    checked_fd(listen(floor->listener, BACKLOG));
    checked_fd(getsockname(floor->listener, (struct sockaddr *)&address, &length));
    printf("%u\n", (unsigned)ntohs(address.sin_port));
    fflush(stdout);
}

static void start_timer(struct floor *floor) {
    floor->start_ns = now_ns();
    uint64_t first_ns = floor->start_ns + PERIOD_NS;
    const struct itimerspec when = {
        .it_interval.tv_nsec = PERIOD_NS,
        .it_value = {(time_t)(first_ns / SECOND_NS), (long)(first_ns % SECOND_NS)},
    };
    floor->timer = checked_fd(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK));
    timerfd_settime(floor->timer, TFD_TIMER_ABSTIME, &when, NULL);
}

// Neither is a client; what points to them tells whose event it is.
static void watch_own(const struct floor *floor, int fd, const int *owner) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = (void *)(uintptr_t)owner};
    checked_fd(epoll_ctl(floor->epoll, EPOLL_CTL_ADD, fd, &event));
}

static void serve(struct floor *floor, const struct epoll_event *event) {
    struct client *client = event->data.ptr;
    if (event->data.ptr == &floor->timer) {
        tick(floor);
    } else if (event->data.ptr == &floor->listener) {
        let_in(floor);
    } else {
        if ((event->events & EPOLLOUT) != 0 && client->rest != NULL) {
            send_rest(floor, client);
        }
        if ((event->events & ~(uint32_t)EPOLLOUT) != 0) {
            hear(floor, client);
        }
    }
}

int main(int argc, char **argv) {
    struct floor floor = {.random = 1};
    long particles = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    if (particles < 1 || particles > 5000) {
        fprintf(stderr, "Usage: bench_floor PARTICLES (1 to 5000)\n");
        return 2;
    }
    floor.particle_count = (uint32_t)particles;
    floor.positions_m = checked(calloc((size_t)particles, 3 * sizeof(float)));
    wire_buffer_init(&floor.frame, 0);
    wire_buffer_init(&floor.message, HEADER_BYTES_MAX);
    floor.epoll = checked_fd(epoll_create1(0));
    listen_and_tell(&floor);
    start_timer(&floor);
    watch_own(&floor, floor.listener, &floor.listener);
    watch_own(&floor, floor.timer, &floor.timer);
    for (;;) {
        struct epoll_event events[EVENTS_MAX];
        int count = epoll_wait(floor.epoll, events, EVENTS_MAX, -1);
        for (int i = 0; i < count; i++) {
            serve(&floor, &events[i]);
        }
    }
}

#include "connection.h"

#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum connection_state {
    CONNECTION_OPENING,
    CONNECTION_OPEN,
    CONNECTION_CLOSING,
    CONNECTION_CLOSED
};

enum {
    ANSWER_BYTES_MAX = 4096, // of the upgrade
    // Of the kernel: little piles up in front of one who stalls, and once he reads on it must not
    // come in drops.
    STALLED_WINDOW_BYTES = 4096,
    READING_WINDOW_BYTES = 256 * 1024,
    // Below what the kernel would ever let it grow to.
    KEPT_WINDOW_BYTES = 64 * 1024,
};

struct connection {
    uv_tcp_t tcp;
    uv_connect_t connecting;
    struct connection_host *host;
    const struct connection_events *events;
    void *owner;
    enum connection_state state;
    uint16_t code; // as for `ended`
    const char *why;
    bool stalled;
    struct frame_reader reader;
    struct wire_buffer answer; // of the upgrade, until it is whole
};

// ---- the end -----------------------------------------------------------------------------------

static void on_gone(uv_handle_t *handle) {
    struct connection *connection = handle->data;
    connection->events->ended(connection->owner, connection->code, connection->why);
    frame_reader_release(&connection->reader);
    wire_buffer_release(&connection->answer);
    free(connection);
}

void connection_drop(struct connection *connection) {
    if (connection->state != CONNECTION_CLOSED) {
        connection->state = CONNECTION_CLOSED;
        connection->reader.stopped = true;
        uv_close((uv_handle_t *)&connection->tcp, on_gone);
    }
}

static void break_off(struct connection *connection, const char *problem) {
    connection->events->broken(connection->owner, problem);
    connection_drop(connection);
}

// ---- writing -----------------------------------------------------------------------------------

struct late_write {
    uv_write_t request;
    struct wire_buffer bytes;
};

static void on_late_write(uv_write_t *request, int status) {
    struct late_write *late = request->data;
    (void)status; // a dead connection shows itself when it is read
    wire_buffer_release(&late->bytes);
    free(late);
}

// What the kernel does not take at once.
static void write_later(struct connection *connection, const uint8_t *bytes, size_t length) {
    struct late_write *late = calloc(1, sizeof *late);
    if (late == NULL || !wire_buffer_append(&late->bytes, bytes, length)) {
        free(late);
        connection_drop(connection);
        return;
    }
    late->request.data = late;
    uv_buf_t buffer = uv_buf_init((char *)wire_buffer_content(&late->bytes), (unsigned)length);
    if (uv_write(&late->request, (uv_stream_t *)&connection->tcp, &buffer, 1, on_late_write) != 0) {
        wire_buffer_release(&late->bytes);
        free(late);
    }
}

static void write_bytes(struct connection *connection, const uint8_t *bytes, size_t length) {
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)length);
    int written = uv_try_write((uv_stream_t *)&connection->tcp, &buffer, 1);
    size_t done = written > 0 ? (size_t)written : 0;
    if (done < length && (written >= 0 || written == UV_EAGAIN)) {
        write_later(connection, bytes + done, length - done);
    }
}

static void write_frame(struct connection *connection, enum frame_opcode opcode,
                        const uint8_t *bytes, size_t length) {
    struct wire_buffer frame;
    wire_buffer_init(&frame, 0);
    frame_write(&frame, opcode, bytes, length);
    if (!frame.failed) {
        write_bytes(connection, wire_buffer_content(&frame), frame.length_bytes);
    }
    wire_buffer_release(&frame);
}

void connection_send(struct connection *connection, const uint8_t *bytes, size_t length) {
    if (connection->state == CONNECTION_OPEN) {
        write_frame(connection, FRAME_BINARY, bytes, length);
    }
}

void connection_close(struct connection *connection, uint16_t code) {
    if (connection->state == CONNECTION_OPENING) {
        connection_drop(connection);
    } else if (connection->state == CONNECTION_OPEN) {
        const uint8_t payload[2] = {(uint8_t)(code >> 8), (uint8_t)code};
        connection->state = CONNECTION_CLOSING;
        write_frame(connection, FRAME_CLOSE, payload, sizeof payload);
        connection_read_on(connection);
    }
}

// ---- reading -----------------------------------------------------------------------------------

static void on_close_frame(struct connection *connection, const uint8_t *bytes, size_t length) {
    connection->code = (uint16_t)(length >= 2 ? bytes[0] << 8 | bytes[1] : 1005);
    if (connection->state == CONNECTION_OPEN) {
        // The answer; then it is for the server to end the connection.
        connection->state = CONNECTION_CLOSING;
        write_frame(connection, FRAME_CLOSE, bytes, length < 2 ? 0 : 2);
    }
    connection->reader.stopped = true;
}

static void on_frame(void *owner, enum frame_opcode opcode, const uint8_t *bytes, size_t length) {
    struct connection *connection = owner;
    switch (opcode) {
    case FRAME_CLOSE:
        on_close_frame(connection, bytes, length);
        return;
    case FRAME_PING:
        if (connection->state == CONNECTION_OPEN) {
            write_frame(connection, FRAME_PONG, bytes, length);
        }
        return;
    case FRAME_TEXT:
    case FRAME_BINARY:
        if (connection->state == CONNECTION_OPEN) {
            connection->events->message(connection->owner, opcode == FRAME_TEXT, bytes, length);
        }
        return;
    case FRAME_CONTINUATION:
    case FRAME_PONG:
        return;
    }
}

static void take_frames(struct connection *connection, const uint8_t *bytes, size_t length) {
    const struct frame_sink sink = {.take = on_frame, .owner = connection};
    const char *problem = connection->reader.stopped
                              ? NULL
                              : frame_reader_take(&connection->reader, bytes, length, &sink);
    if (problem != NULL) {
        break_off(connection, problem);
    }
}

// ---- the upgrade -------------------------------------------------------------------------------

// The key and its answer are those of RFC 6455's example.
#define UPGRADE_KEY "dGhlIHNhbXBsZSBub25jZQ=="
#define UPGRADE_ACCEPT "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

static void send_upgrade(struct connection *connection) {
    char request[512];
    int length = snprintf(request, sizeof request,
                          "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\n"
                          "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: " UPGRADE_KEY "\r\n"
                          "Sec-WebSocket-Protocol: ropewalk.v1\r\n\r\n",
                          connection->host->path, connection->host->authority);
    write_bytes(connection, (const uint8_t *)request, (size_t)length);
}

// The head is text with a NUL in place of its last line end.
static const char *head_problem(const char *head) {
    if (strncmp(head, "HTTP/1.1 101 ", 13) != 0) {
        return "the upgrade was refused";
    }
    if (strstr(head, UPGRADE_ACCEPT) == NULL) {
        return "the upgrade was answered with a wrong key";
    }
    return strstr(head, "ropewalk.v1") == NULL ? "the subprotocol was not taken" : NULL;
}

static void take_answer(struct connection *connection, const uint8_t *bytes, size_t length) {
    static const char end[] = "\r\n\r\n";
    wire_buffer_append(&connection->answer, bytes, length);
    char *head = (char *)wire_buffer_content(&connection->answer);
    char *head_end = head == NULL ? NULL : memmem(head, connection->answer.length_bytes, end, 4);
    if (head_end == NULL) {
        if (connection->answer.failed || connection->answer.length_bytes > ANSWER_BYTES_MAX) {
            connection->why = "the answer to the upgrade has no end";
            connection_drop(connection);
        }
        return;
    }
    *head_end = '\0';
    connection->why = head_problem(head);
    if (connection->why != NULL) {
        connection_drop(connection);
        return;
    }
    connection->state = CONNECTION_OPEN;
    connection->code = CONNECTION_NOT_TOLD;
    connection->events->opened(connection->owner);
    const uint8_t *rest = (const uint8_t *)head_end + 4;
    size_t rest_bytes = connection->answer.length_bytes - (size_t)(rest - (const uint8_t *)head);
    if (rest_bytes > 0) {
        take_frames(connection, rest, rest_bytes);
    }
    if (connection->state != CONNECTION_CLOSED) {
        wire_buffer_release(&connection->answer);
    }
}

// ---- libuv's callbacks -------------------------------------------------------------------------

static void on_room_wanted(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    struct connection *connection = handle->data;
    (void)suggested;
    *buffer = uv_buf_init((char *)connection->host->chunk, sizeof connection->host->chunk);
}

static void on_bytes(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer) {
    struct connection *connection = stream->data;
    if (length < 0) {
        connection->why = "the server hung up before it answered the upgrade";
        connection_drop(connection);
    } else if (length > 0 && connection->state == CONNECTION_OPENING) {
        take_answer(connection, (const uint8_t *)buffer->base, (size_t)length);
    } else if (length > 0) {
        take_frames(connection, (const uint8_t *)buffer->base, (size_t)length);
    }
}

static void on_connected(uv_connect_t *connecting, int status) {
    struct connection *connection = connecting->data;
    if (status != 0) {
        connection->why = uv_strerror(status);
        connection_drop(connection);
        return;
    }
    uv_tcp_nodelay(&connection->tcp, 1);
    uv_read_start((uv_stream_t *)&connection->tcp, on_room_wanted, on_bytes);
    send_upgrade(connection);
}

// ---- life --------------------------------------------------------------------------------------

struct connection *connection_open(struct connection_host *host,
                                   const struct connection_events *events, void *owner) {
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        return NULL;
    }
    if (uv_tcp_init_ex(host->loop, &connection->tcp, host->address.ss_family) != 0) {
        free(connection);
        return NULL;
    }
    connection->host = host;
    connection->events = events;
    connection->owner = owner;
    connection->tcp.data = connection;
    connection->connecting.data = connection;
    int status = uv_tcp_connect(&connection->connecting, &connection->tcp,
                                (const struct sockaddr *)&host->address, on_connected);
    if (status != 0) {
        connection->why = uv_strerror(status);
        connection_drop(connection);
    }
    return connection;
}

void connection_hand_over(struct connection *connection, const struct connection_events *events,
                          void *owner) {
    connection->events = events;
    connection->owner = owner;
}

static void set_window(struct connection *connection, int bytes) {
    uv_recv_buffer_size((uv_handle_t *)&connection->tcp, &bytes);
}

// Where a window may still grow, or has reached all of the buffer, which depends on what came
// before it, decides whether the kernel acknowledges at once, in the server's time, or when we
// read, in ours; and that, how often we sleep and have to be woken, in the server's time again. It
// made servers seem a quarter cheaper or dearer than they are.
void connection_keep_window(struct connection *connection) {
    const int bytes = KEPT_WINDOW_BYTES;
    uv_os_fd_t fd;
    if (uv_fileno((uv_handle_t *)&connection->tcp, &fd) == 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_WINDOW_CLAMP, &bytes, sizeof bytes);
    }
}

void connection_stall(struct connection *connection) {
    if (connection->state == CONNECTION_OPEN && !connection->stalled) {
        connection->stalled = true;
        set_window(connection, STALLED_WINDOW_BYTES);
        uv_read_stop((uv_stream_t *)&connection->tcp);
    }
}

void connection_read_on(struct connection *connection) {
    if (connection->state != CONNECTION_CLOSED && connection->stalled) {
        connection->stalled = false;
        set_window(connection, READING_WINDOW_BYTES);
        uv_read_start((uv_stream_t *)&connection->tcp, on_room_wanted, on_bytes);
    }
}

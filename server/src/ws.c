#include "ws.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

#include "door.h"
#include "send_buffer.h"

enum { HELLO_DEADLINE_S = 10, CLOSE_DEADLINE_S = 3 };

struct ws_session {
    struct viewer *viewer;
};

// ---- what a viewer asks of its connection ------------------------------------------------------

static bool ready(struct viewer *viewer) {
    struct lws *wsi = viewer->connection;
    return viewer->state == VIEWER_OPEN && !lws_partial_buffered(wsi);
}

// Raw, because the blob brings its frame header along: libwebsockets would write another one into
// it, which other threads and viewers read at the same time.
static bool write_message(struct viewer *viewer, const struct blob *message) {
    struct lws *wsi = viewer->connection;
    size_t length;
    const uint8_t *frame = blob_frame(message, &length);
    // It only reads what it is given, but does not say so.
    int written = lws_write(wsi, (uint8_t *)(uintptr_t)frame, length, LWS_WRITE_RAW);
    if (written < (int)length) {
        lws_set_timeout(wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
        return false;
    }
    return true;
}

// Asks once until the answer comes: each call costs two of epoll_ctl, and a viewer that is behind
// is woken with every frame it misses.
static void wake(struct viewer *viewer) {
    if (!viewer->awaits_writable) {
        viewer->awaits_writable = true;
        lws_callback_on_writable(viewer->connection);
    }
}

static void fit(struct viewer *viewer, bool slow) {
    uint32_t most_bytes = viewer->server->options->send_buffer_bytes;
    if (slow || viewer->send_buffer_bytes < most_bytes) {
        viewer->send_buffer_bytes = send_buffer_fit(lws_get_socket_fd(viewer->connection),
                                                    viewer->send_buffer_bytes, most_bytes, slow);
    }
}

static void hurry(struct viewer *viewer) {
    lws_set_timer_usecs(viewer->connection, CLOSE_DEADLINE_S * LWS_USEC_PER_SEC);
}

const struct viewer_port ws_port = {
    .ready = ready,
    .write = write_message,
    .wake = wake,
    .fit = fit,
    .hurry = hurry,
};

// ---- messages ----------------------------------------------------------------------------------

// Takes a chunk of the message being received. Nearly every message comes in one and is read where
// it lies; only one that comes in pieces gets memory, for as long as it takes. Returns the close
// code that the chunk deserves, or 0.
static uint16_t take_chunk(struct viewer *viewer, struct lws *wsi, const void *bytes,
                           size_t length) {
    if (!lws_frame_is_binary(wsi)) {
        return 1003;
    }
    size_t remaining = lws_remaining_packet_payload(wsi);
    bool ends_frame = remaining == 0;
    bool ends_message = ends_frame && lws_is_final_fragment(wsi);
    if (remaining > WIRE_CLIENT_MESSAGE_BYTES_MAX ||
        viewer->pieces_bytes + length + remaining > WIRE_CLIENT_MESSAGE_BYTES_MAX) {
        return 1009;
    }
    if (ends_frame && ++viewer->fragments > VIEWER_FRAGMENTS_MAX) {
        return 1009;
    }
    if (ends_message) {
        viewer->fragments = 0;
    }
    if (ends_message && viewer->pieces == NULL) {
        viewer_receive(viewer, bytes, length);
        return 0;
    }
    if (viewer->pieces == NULL) {
        viewer->pieces = malloc(WIRE_CLIENT_MESSAGE_BYTES_MAX);
        if (viewer->pieces == NULL) {
            return 1013;
        }
    }
    memcpy(viewer->pieces + viewer->pieces_bytes, bytes, length);
    viewer->pieces_bytes += length;
    if (ends_message) {
        viewer_receive(viewer, viewer->pieces, viewer->pieces_bytes);
        viewer_forget_pieces(viewer);
    }
    return 0;
}

static const char *reason_of(uint16_t code) {
    switch (code) {
    case 1003:
        return "messages are binary msgpack";
    case 1009:
        return "message too large";
    default:
        return "the server is out of memory";
    }
}

// Writes the close frame. (Returning -1 with lws_close_reason() would not: Debian's build closes a
// connection twice in a row when its loop is libuv's, and the second time without a word.)
static bool write_close(struct lws *wsi, uint16_t code, const char *reason) {
    enum { HEAD_BYTES = 4, REASON_BYTES_MAX = 123 };
    uint8_t frame[LWS_PRE + HEAD_BYTES + REASON_BYTES_MAX];
    uint8_t *at = frame + LWS_PRE;
    size_t length = strnlen(reason, REASON_BYTES_MAX);
    at[0] = 0x88; // final, close
    at[1] = (uint8_t)(2 + length);
    at[2] = (uint8_t)(code >> 8);
    at[3] = (uint8_t)code;
    memcpy(at + HEAD_BYTES, reason, length);
    int bytes = (int)(HEAD_BYTES + length);
    return lws_write(wsi, at, (size_t)bytes, LWS_WRITE_RAW) == bytes;
}

static int on_established(struct lws *wsi, struct ws_session *session) {
    metrics_add(&door_server(wsi)->metrics, METRICS_CONNECTIONS, 1);
    session->viewer = viewer_create(door_server(wsi), wsi);
    if (session->viewer == NULL) {
        write_close(wsi, 1013, "the server is full");
        return -1;
    }
    session->viewer->visitor = door_visitor(wsi);
    lws_set_timer_usecs(wsi, HELLO_DEADLINE_S * LWS_USEC_PER_SEC);
    return 0;
}

// The deadline of the first hello, or of a close. A viewer that could have read why it is closed,
// but that this thread was too busy to serve, is told now.
static int on_timer(struct lws *wsi, struct viewer *viewer) {
    if (viewer->state == VIEWER_OPENING) {
        viewer_close(viewer, 1008, "no hello in time");
        return 0;
    }
    if (viewer->state != VIEWER_CLOSING) {
        return 0;
    }
    if (viewer->close_code != 0 && !viewer->close_written && !lws_partial_buffered(wsi)) {
        viewer->close_written = write_close(wsi, viewer->close_code, viewer->close_reason);
    }
    return -1;
}

static int on_receive(struct lws *wsi, struct viewer *viewer, const void *in, size_t length) {
    if (viewer->state == VIEWER_CLOSING) {
        return 0; // its last letters are on their way; what it still says is dropped
    }
    uint16_t code = take_chunk(viewer, wsi, in, length);
    if (code != 0) {
        viewer_close(viewer, code, reason_of(code));
    }
    return 0;
}

// After the close frame the peer's own ends the connection, or else the deadline of hurry().
static int on_writable(struct lws *wsi, struct viewer *viewer) {
    viewer->awaits_writable = false;
    if (lws_partial_buffered(wsi) || viewer->close_written || viewer_writable(viewer)) {
        return 0;
    }
    viewer->close_written =
        viewer->close_code != 0 && write_close(wsi, viewer->close_code, viewer->close_reason);
    return viewer->close_written ? 0 : -1;
}

// A code that may stand in a close frame (RFC 6455, 7.4), or 1002 in its place.
static uint16_t answered_code(const uint8_t *payload) {
    uint16_t code = (uint16_t)(payload[0] << 8 | payload[1]);
    bool defined = code >= 1000 && code <= 1011 && (code < 1004 || code > 1006);
    return defined || (code >= 3000 && code <= 4999) ? code : 1002;
}

// Answers ourselves: libwebsockets' own answer has carried codes that nobody sent.
static int on_peer_close(struct lws *wsi, struct viewer *viewer, const uint8_t *payload,
                         size_t length) {
    viewer_gone(viewer);
    if (!viewer->close_written && length >= 2 && !lws_partial_buffered(wsi)) {
        viewer->close_written = write_close(wsi, answered_code(payload), "");
    }
    return viewer->close_written ? -1 : 0;
}

int ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t length) {
    struct ws_session *session = user;
    struct viewer *viewer = session == NULL ? NULL : session->viewer;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        if (!door_admits_handshake(wsi)) {
            metrics_add(&door_server(wsi)->metrics, METRICS_CONNECTIONS_REFUSED, 1);
            return -1;
        }
        return 0;
    case LWS_CALLBACK_ESTABLISHED:
        return on_established(wsi, session);
    case LWS_CALLBACK_TIMER:
        return viewer == NULL ? 0 : on_timer(wsi, viewer);
    case LWS_CALLBACK_RECEIVE:
        return viewer == NULL ? 0 : on_receive(wsi, viewer, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return viewer == NULL ? 0 : on_writable(wsi, viewer);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        return viewer == NULL ? 0 : on_peer_close(wsi, viewer, in, length);
    case LWS_CALLBACK_CLOSED:
        if (viewer != NULL) {
            viewer_destroy(viewer);
            session->viewer = NULL;
        }
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

#include "http.h"

#include <ctype.h>
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

#include "door.h"
#include "picture.h"
#include "scene_json.h"
#include "send_buffer.h"
#include "urls.h"
#include "viewer.h"

enum {
    BODY_DEADLINE_S = 10,
    CHECK_BYTES_MAX = 4000000,
    PICTURE_KEPT_MS = 500,
};

// ---- answers -----------------------------------------------------------------------------------

static int complete(struct lws *wsi) {
    return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
}

// Bytes that nobody on the way can make fewer (splitmix64).
static void make_noise(uint64_t *state, unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i += sizeof *state) {
        uint64_t z = *state += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        z ^= z >> 31;
        memcpy(bytes + i, &z, count - i < sizeof z ? count - i : sizeof z);
    }
}

// Writes the next piece of the answer, and hangs up or waits for the next request after the last
// one.
static int write_piece(struct lws *wsi, struct http_session *session) {
    enum { PIECE_BYTES = 4096 };
    unsigned char piece[LWS_PRE + PIECE_BYTES];
    if (session->answer == NULL && session->noise == 0) {
        return 0;
    }
    size_t left = session->answer_bytes - session->sent_bytes;
    size_t now = left < PIECE_BYTES ? left : PIECE_BYTES;
    if (session->noise != 0) {
        make_noise(&session->noise, piece + LWS_PRE, now);
    } else {
        memcpy(piece + LWS_PRE, session->answer + session->sent_bytes, now);
    }
    if (lws_write(wsi, piece + LWS_PRE, now, now == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) <
        (int)now) {
        return -1;
    }
    session->sent_bytes += now;
    if (now == left) {
        free(session->answer);
        session->answer = NULL;
        session->noise = 0;
        return session->posted ? -1 : complete(wsi);
    }
    lws_callback_on_writable(wsi);
    return 0;
}

// Begins to send what the session holds as an answer.
static int begin_answer(struct lws *wsi, struct http_session *session, unsigned status,
                        const char *type) {
    unsigned char headers[LWS_PRE + 1024];
    unsigned char *at = headers + LWS_PRE;
    unsigned char *end = headers + sizeof headers - 1;
    session->sent_bytes = 0;
    metrics_add(&door_server(wsi)->metrics, METRICS_HTTP_REQUESTS, 1);
    static const char no_store[] = "no-store";
    static const char last[] = "close";
    if (lws_add_http_common_headers(wsi, status, type, session->answer_bytes, &at, end) != 0 ||
        lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_CACHE_CONTROL,
                                     (const unsigned char *)no_store, sizeof no_store - 1, &at,
                                     end) != 0 ||
        (session->posted &&
         lws_add_http_header_by_token(wsi, WSI_TOKEN_CONNECTION, (const unsigned char *)last,
                                      sizeof last - 1, &at, end) != 0) ||
        lws_finalize_write_http_header(wsi, headers + LWS_PRE, &at, end) != 0) {
        return -1;
    }
    return write_piece(wsi, session);
}

// Answers with a status and a text, which is taken over (from malloc).
static int answer_text(struct lws *wsi, struct http_session *session, unsigned status,
                       const char *type, char *text) {
    if (text == NULL) {
        return lws_return_http_status(wsi, HTTP_STATUS_INTERNAL_SERVER_ERROR, NULL) != 0 ? -1 : 0;
    }
    free(session->answer);
    session->answer = text;
    session->answer_bytes = strlen(text);
    session->noise = 0;
    return begin_answer(wsi, session, status, type);
}

static int answer(struct lws *wsi, struct http_session *session, unsigned status, char *json) {
    return answer_text(wsi, session, status, "application/json", json);
}

static int refuse(struct lws *wsi, struct http_session *session, unsigned status,
                  enum wire_code code, const char *sentence) {
    struct wire_refusal refusal = refusal_of(code);
    if (sentence != NULL) {
        lws_strncpy(refusal.text, sentence, sizeof refusal.text);
    }
    return answer(wsi, session, status, scene_json_refusal(&refusal));
}

// ---- pages -------------------------------------------------------------------------------------

enum { FRAME_HEADERS_BYTES = SRV_TEXT_BYTES + 96 };

// Headers that say who may show this page in a frame: for ?embed=1 the configured origins,
// otherwise nobody. Returns their length.
static int frame_headers(struct lws *wsi, char headers[FRAME_HEADERS_BYTES]) {
    const char *origins = door_server(wsi)->options->embed_origins;
    char argument[16]; // holds "embed=1"; the value is what is returned
    const char *embed = lws_get_urlarg_by_name(wsi, "embed=", argument, sizeof argument);
    bool framed = origins[0] != '\0' && embed != NULL && strcmp(embed, "1") == 0;
    if (!framed) {
        return snprintf(headers, FRAME_HEADERS_BYTES,
                        "content-security-policy: frame-ancestors 'none'\r\n"
                        "x-frame-options: DENY\r\n");
    }
    int length = snprintf(headers, FRAME_HEADERS_BYTES,
                          "content-security-policy: frame-ancestors %s\r\n", origins);
    // The option separates origins by commas, the header by spaces.
    for (int i = 0; i < length; i++) {
        headers[i] = headers[i] == ',' ? ' ' : headers[i];
    }
    return length;
}

static int add_frame_headers(struct lws *wsi, struct lws_process_html_args *args) {
    char headers[FRAME_HEADERS_BYTES];
    int length = frame_headers(wsi, headers);
    if (length > args->max_len) {
        return -1;
    }
    memcpy(args->p, headers, (size_t)length);
    args->p += length;
    args->max_len -= length;
    return 0;
}

static int serve_page(struct lws *wsi) {
    static const char no_cache[] = "cache-control: no-cache\r\n";
    char path[SRV_TEXT_BYTES + 16];
    char headers[FRAME_HEADERS_BYTES + sizeof no_cache];
    int length = frame_headers(wsi, headers);
    memcpy(headers + length, no_cache, sizeof no_cache);
    length += (int)sizeof no_cache - 1;
    snprintf(path, sizeof path, "%s/index.html", door_server(wsi)->options->www);
    int result = lws_serve_http_file(wsi, path, "text/html", headers, length);
    if (result < 0) {
        return -1;
    }
    return result > 0 ? complete(wsi) : 0;
}

// ---- requests ----------------------------------------------------------------------------------

// 0 if the request has the key for what only its holder may do; otherwise the status to refuse
// with.
static unsigned check_access(struct lws *wsi, enum srv_access access,
                             const struct secret_hash *key) {
    char header[128];
    static const char bearer[] = "Bearer ";
    switch (access) {
    case SRV_OPEN:
        return 0;
    case SRV_OFF:
        return HTTP_STATUS_FORBIDDEN;
    case SRV_BY_KEY:
        break;
    }
    int length = lws_hdr_copy(wsi, header, sizeof header, WSI_TOKEN_HTTP_AUTHORIZATION);
    bool right = length > (int)sizeof bearer - 1 &&
                 strncmp(header, bearer, sizeof bearer - 1) == 0 &&
                 secret_matches(key, header + sizeof bearer - 1);
    return right ? 0 : HTTP_STATUS_UNAUTHORIZED;
}

static int refuse_access(struct lws *wsi, struct http_session *session, unsigned status) {
    if (status == HTTP_STATUS_UNAUTHORIZED) {
        return refuse(wsi, session, status, WIRE_BAD_KEY,
                      "this needs a key that the server printed");
    }
    return refuse(wsi, session, status, WIRE_NOT_ALLOWED, "this server does not allow that");
}

static int create_room(struct lws *wsi, struct http_session *session) {
    struct server *server = door_server(wsi);
    struct room_request request;
    struct wire_refusal refusal;
    if (scene_json_read_request(session->body, session->body_bytes, &request, &refusal) !=
        WIRE_OK) {
        return answer(wsi, session, HTTP_STATUS_BAD_REQUEST, scene_json_refusal(&refusal));
    }
    if (!token_bucket_take(&server->creations, uv_hrtime())) {
        return refuse(wsi, session, 429, WIRE_TOO_FAST,
                      "too many new rooms; try again in a few seconds");
    }
    char host_key[SECRET_KEY_BYTES];
    struct hall *hall =
        server_create_room(server, NULL, request.title, request.scene, request.values,
                           rights_hosted(), request.listed, false, host_key);
    if (hall == NULL) {
        return refuse(wsi, session, HTTP_STATUS_SERVICE_UNAVAILABLE, WIRE_BUSY,
                      "this server has as many rooms as it may have");
    }
    return answer(wsi, session, 201, scene_json_created(hall->code, host_key));
}

static int on_create_room(struct lws *wsi, struct http_session *session) {
    struct server *server = door_server(wsi);
    unsigned status = door_origin_is_allowed(wsi)
                          ? check_access(wsi, server->options->create, &server->create_key)
                          : HTTP_STATUS_FORBIDDEN;
    if (status != 0) {
        return refuse_access(wsi, session, status);
    }
    return create_room(wsi, session);
}

static int serve_metrics(struct lws *wsi, struct http_session *session) {
    struct server *server = door_server(wsi);
    unsigned status = check_access(wsi, server->options->metrics, &server->metrics_key);
    if (status != 0) {
        return refuse_access(wsi, session, status);
    }
    size_t memory_bytes = 0;
    uv_resident_set_memory(&memory_bytes);
    struct metrics_gauges gauges = {
        .simd = server->options->simd,
        .rooms = server->registry.hall_count,
        .viewers = server->registry.viewer_count,
        .viewers_lowered = viewer_count_lowered(server),
        .workers = server->worker_count,
        .outbox_mail = mailbox_count(&server->outbox),
        .memory_bytes = memory_bytes,
    };
    for (uint32_t i = 0; i < server->worker_count; i++) {
        gauges.inbox_mail += mailbox_count(&server->workers[i].inbox);
        gauges.rooms_still +=
            atomic_load_explicit(&server->workers[i].rooms_still, memory_order_relaxed);
    }
    return answer_text(wsi, session, HTTP_STATUS_OK, "text/plain; version=0.0.4",
                       metrics_text(&server->metrics, &gauges));
}

// ---- rooms and addresses -----------------------------------------------------------------------

// Reads CODE out of /api/rooms/CODE and an end such as /host-key; false if the path is another one.
static bool code_of_path(const char *path, const char *end, char code[WIRE_ROOM_BYTES_MAX + 1]) {
    static const char start[] = "/api/rooms/";
    if (strncmp(path, start, sizeof start - 1) != 0) {
        return false;
    }
    const char *text = path + sizeof start - 1;
    size_t length = strcspn(text, "/");
    if (length > WIRE_ROOM_BYTES_MAX || strcmp(text + length, end) != 0) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        code[i] = (char)toupper((unsigned char)text[i]);
    }
    code[length] = '\0';
    return true;
}

// The room's newest picture, made anew at most twice a second; NULL if there is none.
static const char *picture_of(struct hall *hall) {
    uint64_t now_ns = uv_hrtime();
    const struct frame *frame = hall->feed.frame;
    bool fresh =
        hall->picture != NULL && now_ns - hall->picture_ns < PICTURE_KEPT_MS * (uint64_t)1000000;
    if (!fresh && frame != NULL && frame->outline != NULL) {
        char *picture = picture_svg(frame);
        if (picture != NULL) {
            free(hall->picture);
            hall->picture = picture;
            hall->picture_ns = now_ns;
        }
    }
    return hall->picture;
}

static int serve_picture(struct lws *wsi, struct http_session *session, const char *code) {
    struct hall *hall = registry_hall_by_code(&door_server(wsi)->registry, code);
    const char *picture = hall != NULL && hall->listed ? picture_of(hall) : NULL;
    if (picture == NULL) {
        return refuse(wsi, session, HTTP_STATUS_NOT_FOUND, WIRE_NO_SUCH_ROOM,
                      "no public room has this code");
    }
    return answer_text(wsi, session, HTTP_STATUS_OK, "image/svg+xml", strdup(picture));
}

static int serve_addresses(struct lws *wsi, struct http_session *session) {
    const struct server *server = door_server(wsi);
    struct urls urls;
    urls_collect(server->options, server->bound_port, &urls);
    return answer(wsi, session, HTTP_STATUS_OK, scene_json_addresses(&urls));
}

// As many bytes as were asked for, for measuring a line.
static int serve_check(struct lws *wsi, struct http_session *session) {
    char text[16] = "";
    const char *value = lws_get_urlarg_by_name(wsi, "bytes=", text, sizeof text);
    size_t digits = value == NULL ? 0 : strspn(value, "0123456789");
    unsigned long bytes = digits > 0 ? strtoul(value, NULL, 10) : 0;
    if (digits == 0 || digits > 7 || value[digits] != '\0' || bytes == 0 ||
        bytes > CHECK_BYTES_MAX) {
        return refuse(wsi, session, HTTP_STATUS_BAD_REQUEST, WIRE_OUT_OF_RANGE,
                      "bytes must be a whole number from 1 to 4000000");
    }
    struct visitor *visitor = door_sender(wsi);
    if (visitor == NULL || !visitor_may_check(visitor, uv_hrtime())) {
        return refuse(wsi, session, 429, WIRE_TOO_FAST,
                      "too many checks from this address; try again in a few seconds");
    }
    free(session->answer);
    session->answer = NULL;
    session->answer_bytes = bytes;
    session->noise = uv_hrtime() | 1;
    return begin_answer(wsi, session, HTTP_STATUS_OK, "application/octet-stream");
}

static int on_get(struct lws *wsi, struct http_session *session, const char *path) {
    char code[WIRE_ROOM_BYTES_MAX + 1];
    struct server *server = door_server(wsi);
    if (strcmp(path, "/healthz") == 0) {
        return refuse(wsi, session, HTTP_STATUS_OK, WIRE_OK, "alive");
    }
    if (strcmp(path, "/readyz") == 0) {
        return refuse(wsi, session,
                      server->draining ? HTTP_STATUS_SERVICE_UNAVAILABLE : HTTP_STATUS_OK, WIRE_OK,
                      server->draining ? "shutting down" : "ready");
    }
    if (strcmp(path, "/metrics") == 0) {
        return serve_metrics(wsi, session);
    }
    if (strcmp(path, "/api/rooms") == 0) {
        return answer(wsi, session, HTTP_STATUS_OK, scene_json_rooms(&server->registry));
    }
    if (strcmp(path, "/api/scenes") == 0) {
        return answer(wsi, session, HTTP_STATUS_OK, scene_json_scenes());
    }
    if (strcmp(path, "/api/addresses") == 0) {
        return serve_addresses(wsi, session);
    }
    if (strcmp(path, "/api/check") == 0) {
        return serve_check(wsi, session);
    }
    if (code_of_path(path, "/picture.svg", code)) {
        return serve_picture(wsi, session, code);
    }
    if (strncmp(path, "/r/", 3) == 0 || strcmp(path, "/check") == 0) {
        return serve_page(wsi);
    }
    return lws_return_http_status(wsi, HTTP_STATUS_NOT_FOUND, NULL) != 0 ? -1 : complete(wsi);
}

static int renew_host_key(struct lws *wsi, struct http_session *session, const char *code) {
    struct server *server = door_server(wsi);
    unsigned status = check_access(wsi, SRV_BY_KEY, &server->admin_key);
    if (status != 0) {
        return refuse_access(wsi, session, status);
    }
    struct hall *hall = registry_hall_by_code(&server->registry, code);
    if (hall == NULL) {
        return refuse(wsi, session, HTTP_STATUS_NOT_FOUND, WIRE_NO_SUCH_ROOM, NULL);
    }
    char host_key[SECRET_KEY_BYTES];
    if (!server_renew_host_key(server, hall, host_key)) {
        return refuse(wsi, session, HTTP_STATUS_SERVICE_UNAVAILABLE, WIRE_BUSY, NULL);
    }
    return answer(wsi, session, HTTP_STATUS_OK, scene_json_created(hall->code, host_key));
}

static int refuse_name(struct lws *wsi, struct http_session *session) {
    metrics_add(&door_server(wsi)->metrics, METRICS_CONNECTIONS_REFUSED, 1);
    return refuse(wsi, session, 421, WIRE_NOT_ALLOWED,
                  "this server does not go by that name; see --allowed-hosts");
}

static int on_post(struct lws *wsi, struct http_session *session) {
    if (!door_host_is_ours(wsi)) {
        return refuse_name(wsi, session);
    }
    if (session->body_too_large) {
        return refuse(wsi, session, 413, WIRE_OUT_OF_RANGE, "the body is larger than 4096 bytes");
    }
    if (strcmp(session->post_path, "/api/rooms") == 0) {
        return on_create_room(wsi, session);
    }
    char code[WIRE_ROOM_BYTES_MAX + 1];
    if (code_of_path(session->post_path, "/host-key", code)) {
        return renew_host_key(wsi, session, code);
    }
    return refuse(wsi, session, HTTP_STATUS_NOT_FOUND, WIRE_UNKNOWN_TYPE,
                  "there is nothing at this path");
}

static int on_request(struct lws *wsi, struct http_session *session) {
    char path[HTTP_PATH_BYTES];
    session->body_bytes = 0;
    session->body_too_large = 0;
    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) > 0) {
        return door_host_is_ours(wsi) ? on_get(wsi, session, path) : refuse_name(wsi, session);
    }
    if (lws_hdr_copy(wsi, session->post_path, sizeof session->post_path, WSI_TOKEN_POST_URI) <= 0) {
        lws_return_http_status(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, NULL);
        return -1; // to HEAD, what was just written has a body too many
    }
    session->awaits_body = true;
    lws_set_timer_usecs(wsi, BODY_DEADLINE_S * LWS_USEC_PER_SEC);
    return 0;
}

// The answer to a POST is the last of its connection, and nothing is read after the body:
// libwebsockets 4.1.6 takes what follows for more of it, or for the same request again.
static int on_body_complete(struct lws *wsi, struct http_session *session) {
    if (!session->awaits_body) {
        return -1; // more came than the body, and would be announced again and again
    }
    session->awaits_body = false;
    session->posted = true;
    return on_post(wsi, session);
}

static void on_body(struct http_session *session, const void *in, size_t length) {
    if (length > sizeof session->body - session->body_bytes) {
        session->body_too_large = 1;
        return;
    }
    if (length > 0) { // an empty body has no address
        memcpy(session->body + session->body_bytes, in, length);
        session->body_bytes += length;
    }
}

void http_mounts_init(struct http_mounts *mounts, const char *www) {
    static const char *const answered[] = {"/r",       "/check",  "/api",
                                           "/healthz", "/readyz", "/metrics"};
    enum { ANSWERED_COUNT = sizeof answered / sizeof answered[0] };
    _Static_assert(ANSWERED_COUNT + 2 == HTTP_MOUNT_COUNT, "one mount for each, and two of files");
    *mounts = (struct http_mounts){0};
    snprintf(mounts->assets_folder, sizeof mounts->assets_folder, "%s/assets", www);
    for (size_t i = 0; i < HTTP_MOUNT_COUNT; i++) {
        struct lws_http_mount *mount = &mounts->list[i];
        if (i < ANSWERED_COUNT) {
            mount->mountpoint = answered[i];
            mount->origin_protocol = LWSMPRO_CALLBACK;
            mount->protocol = "http";
        } else if (i == ANSWERED_COUNT) {
            // The names of these files change with their contents.
            mount->mountpoint = "/assets";
            mount->origin = mounts->assets_folder;
            mount->origin_protocol = LWSMPRO_FILE;
            mount->cache_max_age = 31536000;
            mount->cache_reusable = 1;
            mount->cache_intermediaries = 1;
        } else {
            mount->mountpoint = "/";
            mount->origin = www;
            mount->protocol = "http"; // its callback adds the frame headers
            mount->def = "index.html";
            mount->origin_protocol = LWSMPRO_FILE;
            mount->cache_revalidate = 1;
        }
        mount->mountpoint_len = (unsigned char)strlen(mount->mountpoint);
        mount->mount_next = i + 1 < HTTP_MOUNT_COUNT ? mount + 1 : NULL;
    }
}

// ---- the door ----------------------------------------------------------------------------------

static int on_network_connection(struct server *server, int fd) {
    if (!door_admits_peer(server, fd)) {
        metrics_add(&server->metrics, METRICS_CONNECTIONS_REFUSED, 1);
        return -1;
    }
    send_buffer_open(fd, server->options->send_buffer_bytes);
    return 0;
}

// Whether everybody sees this request end where we do. Otherwise a proxy that we share a connection
// with would hand the answer to what is hidden in one visitor's request to the next visitor.
// (libwebsockets reads no chunks, takes the first of several lengths and any text for one.)
static bool ends_clearly(struct lws *wsi) {
    char length[16] = ""; // several are joined by commas
    int bytes = lws_hdr_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    if (bytes < 0 || lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0) {
        return false;
    }
    bool may_have_body = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
    return length[strspn(length, may_have_body ? "0123456789" : "0")] == '\0';
}

// The status to refuse a request with before anything is done for it, be it for a file; 0 if none.
static unsigned check_request(struct lws *wsi) {
    bool posts = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
    if (!posts && lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0 &&
        lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) == 0) {
        return HTTP_STATUS_METHOD_NOT_ALLOWED;
    }
    if (!ends_clearly(wsi)) {
        return HTTP_STATUS_BAD_REQUEST;
    }
    bool has_length = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0;
    return posts && !has_length ? 411 : 0; // libwebsockets would wait for a hundred megabytes
}

static int on_headers(struct lws *wsi) {
    unsigned status = check_request(wsi);
    if (status == 0) {
        return 0;
    }
    lws_return_http_status(wsi, status, NULL);
    return -1; // what follows on this connection may be a request or a body
}

// Only WebSocket: this build of libwebsockets would also upgrade to cleartext HTTP/2.
static int on_confirm_upgrade(struct lws *wsi) {
    char upgrade[16];
    int length = lws_hdr_copy(wsi, upgrade, sizeof upgrade, WSI_TOKEN_UPGRADE);
    return length > 0 && strcasecmp(upgrade, "websocket") == 0 ? 0 : -1;
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length) {
    struct http_session *session = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return on_network_connection(door_server(wsi), (int)(intptr_t)in);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        door_opened(wsi);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        door_closed(wsi);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return on_confirm_upgrade(wsi);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return -1; // a WebSocket without the subprotocol
    case LWS_CALLBACK_ADD_HEADERS:
        return add_frame_headers(wsi, in);
    case LWS_CALLBACK_FILTER_HTTP_CONNECTION:
        return on_headers(wsi);
    case LWS_CALLBACK_HTTP:
        return on_request(wsi, session);
    case LWS_CALLBACK_HTTP_BODY:
        on_body(session, in, length);
        return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return on_body_complete(wsi, session);
    case LWS_CALLBACK_TIMER:
        return session != NULL && session->awaits_body ? -1 : 0;
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_RAW_RX:
        return -1; // CONNECT: libwebsockets would leave the connection open for ever
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return write_piece(wsi, session);
    case LWS_CALLBACK_HTTP_FILE_COMPLETION:
        return complete(wsi);
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        if (session != NULL) {
            free(session->answer);
            session->answer = NULL;
        }
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

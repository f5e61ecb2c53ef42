// Start, serve, drain.
//
// libwebsockets 4.1.6 on a loop of ours ends only in a certain order: first every connection is
// closed, then the context is destroyed, then, from a timer of ours and after some turns of the
// loop, destroyed again until it is gone; only then may the loop be closed. (With one call it never
// ends, and with two in one turn it crashes.)
#include "server_internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "announce.h"
#include "demo_rooms.h"
#include "http.h"
#include "tls.h"
#include "viewer.h"
#include "ws.h"

enum {
    EXIT_CANNOT_START = 2,
    DRAIN_TICK_MS = 50,
    DRAIN_TICKS_MAX = 160,     // 8 s for viewers to close …
    DRAIN_IDLE_TICKS_MAX = 80, // … as long as one has closed in the last 4 s
    DESTROY_TICK_MS = 10,
    DESTROY_FIRST_AGAIN = 3,
    MESSAGE_BYTES_MAX = 1 << 20, // above the largest message: written in one go, not in 4 kB pieces
    RECEIVE_BYTES = 512,         // of each viewer: above nearly all of its messages
    OWN_DESCRIPTORS = 64,        // kept from connections
    ADDRESSES_MAX = 4096,        // whose limits are kept
    CREATIONS_BURST = 20,        // rooms created at once
};

#define CREATIONS_PER_S 0.5

// ---- mail from the workers ---------------------------------------------------------------------

// Publications and readings of one turn, in order; a room has at most one of each among them.
struct turn {
    struct publication *first, **end;
    struct readings *first_readings, **readings_end;
};

// What a turn holds is of rooms that are there: it is handed out before a room is forgotten.
static void fan_out(struct server *server, struct turn *turn) {
    while (turn->first != NULL) {
        struct publication *publication = turn->first;
        turn->first = publication->next;
        registry_hall(&server->registry, publication->room)->waiting = NULL;
        viewer_publish(server, publication);
        publication_destroy(publication);
    }
    turn->end = &turn->first;
}

// After the ticks.
static void hand_out_readings(struct server *server, struct turn *turn) {
    while (turn->first_readings != NULL) {
        struct readings *readings = turn->first_readings;
        turn->first_readings = readings->next;
        registry_hall(&server->registry, readings->room)->readings = NULL;
        viewer_measure(server, readings);
        readings_destroy(readings);
    }
    turn->readings_end = &turn->first_readings;
}

static void take_readings(struct server *server, struct turn *turn, struct readings *readings) {
    struct hall *hall = registry_hall(&server->registry, readings->room);
    if (hall == NULL) {
        readings_destroy(readings);
        return;
    }
    if (hall->readings != NULL) {
        metrics_add(&server->metrics, METRICS_MEASURES_SKIPPED,
                    readings_merge(hall->readings, readings));
        return;
    }
    hall->readings = readings;
    *turn->readings_end = readings;
    turn->readings_end = &readings->next;
}

static void take_publication(struct server *server, struct turn *turn,
                             struct publication *publication) {
    struct hall *hall = registry_hall(&server->registry, publication->room);
    if (hall == NULL) {
        publication_destroy(publication);
        return;
    }
    if (hall->waiting != NULL && publication_merge(hall->waiting, publication)) {
        return;
    }
    if (hall->waiting != NULL) {
        fan_out(server, turn);
    }
    hall->waiting = publication;
    *turn->end = publication;
    turn->end = &publication->next;
}

static void end_room(struct server *server, struct turn *turn, uint32_t room) {
    struct hall *hall = registry_hall(&server->registry, room);
    fan_out(server, turn);
    hand_out_readings(server, turn);
    if (hall != NULL) {
        server_end_room(server, hall);
    }
}

// A thread that is late finds several publications of each room, and sends only the newest frame.
// It reads no more than what was there when it began: whatever is posted meanwhile wakes it again,
// and the sockets have their turn first, however much there is to say.
static void on_posts(uv_async_t *wake) {
    struct server *server = wake->data;
    struct turn turn = {.end = &turn.first, .readings_end = &turn.first_readings};
    server->turn++;
    for (uint32_t count = mailbox_count(&server->outbox); count > 0; count--) {
        struct post *post = mailbox_take(&server->outbox);
        if (post->kind == POST_LETTER) {
            viewer_deliver(server, &post->letter);
            post->letter.message = NULL; // taken over
        } else if (post->kind == POST_READINGS) {
            take_readings(server, &turn, post->readings);
            post->readings = NULL; // taken over
        } else if (post->kind == POST_ROOM_ENDED) {
            end_room(server, &turn, post->ended_room);
        } else {
            take_publication(server, &turn, post->publication);
            post->publication = NULL; // taken over
        }
        post_destroy(post);
    }
    fan_out(server, &turn);
    hand_out_readings(server, &turn);
}

// ---- draining ----------------------------------------------------------------------------------

static void stop_workers(struct server *server) {
    while (server->worker_count > 0) {
        worker_stop(&server->workers[--server->worker_count]);
    }
}

// The workers end first: nobody may post to a mailbox that is closing.
static void on_context_gone(struct server *server) {
    stop_workers(server);
    uv_close((uv_handle_t *)&server->drain_timer, NULL);
    uv_close((uv_handle_t *)&server->watch_timer, NULL);
    uv_close((uv_handle_t *)&server->tls_timer, NULL);
    mailbox_close(&server->outbox, NULL);
}

static void on_destroy_tick(uv_timer_t *timer) {
    struct server *server = timer->data;
    server->destroy_ticks++;
    if (server->context != NULL && server->destroy_ticks >= DESTROY_FIRST_AGAIN) {
        lws_context_destroy(server->context);
    }
    if (server->context == NULL) {
        on_context_gone(server);
    }
}

static void on_drain_tick(uv_timer_t *timer) {
    struct server *server = timer->data;
    uint32_t left = server->registry.viewer_count;
    server->drain_ticks++;
    server->drain_idle_ticks = left < server->drain_left ? 0 : server->drain_idle_ticks + 1;
    server->drain_left = left;
    if (left > 0 && server->drain_ticks < DRAIN_TICKS_MAX &&
        server->drain_idle_ticks < DRAIN_IDLE_TICKS_MAX) {
        return;
    }
    LOG(&server->log, LOG_INFO, "drained",
        LOG_NUMBER("viewers_left", server->registry.viewer_count));
    uv_timer_stop(timer);
    lws_context_destroy(server->context);
    uv_timer_start(timer, on_destroy_tick, DESTROY_TICK_MS, DESTROY_TICK_MS);
}

static void on_signal(uv_signal_t *handle, int number) {
    struct server *server = handle->data;
    if (server->draining) {
        return;
    }
    server->draining = true;
    tls_watch_close(server);
    LOG(&server->log, LOG_INFO, "draining", LOG_NUMBER("signal", number),
        LOG_NUMBER("viewers", server->registry.viewer_count));
    for (uint32_t i = 0; i < server->registry.slot_count; i++) {
        if (server->registry.slots[i].viewer != NULL) {
            viewer_dismiss(server->registry.slots[i].viewer);
        }
    }
    uv_timer_start(&server->drain_timer, on_drain_tick, DRAIN_TICK_MS, DRAIN_TICK_MS);
}

// ---- listening ---------------------------------------------------------------------------------

// Tries the address, because libwebsockets does not say why it cannot listen.
static bool can_listen(const struct srv_options *options) {
    struct addrinfo hints = {.ai_flags = AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char port[8];
    const char *host = options->listen[0] == '\0' ? NULL : options->listen;
    snprintf(port, sizeof port, "%u", options->port);
    int error = getaddrinfo(host, port, &hints, &found);
    if (error != 0) {
        fprintf(stderr, "ropewalk: cannot listen on %s: %s\n", options->listen,
                gai_strerror(error));
        return false;
    }
    int one = 1;
    int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool bound = fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
                 bind(fd, found->ai_addr, found->ai_addrlen) == 0 && listen(fd, 1) == 0;
    int reason = errno;
    if (fd >= 0) {
        close(fd);
    }
    freeaddrinfo(found);
    if (!bound) {
        fprintf(stderr, "ropewalk: cannot listen on %s port %u: %s\n",
                host == NULL ? "any address" : host, options->port, strerror(reason));
    }
    return bound;
}

static void quiet_log(int level, const char *line) {
    // One stray line of libwebsockets' own, as JSON like all others. Never an error: it calls
    // errors what any stranger's bytes can bring about.
    (void)level;
    struct log log = {stderr, LOG_INFO};
    char text[256];
    lws_strncpy(text, line, sizeof text);
    text[strcspn(text, "\n")] = '\0';
    LOG(&log, LOG_WARNING, "libwebsockets", LOG_TEXT("text", text));
}

static const struct lws_protocols protocols[] = {
    {.name = "http",
     .callback = http_callback,
     .per_session_data_size = sizeof(struct http_session)},
    {
        .name = "ropewalk.v1",
        .callback = ws_callback,
        .per_session_data_size = sizeof(void *),
        .rx_buffer_size = RECEIVE_BYTES,
        .tx_packet_size = MESSAGE_BYTES_MAX,
    },
    {0},
};

#define HEADER(variable, after, name_text, value_text)                                             \
    static const struct lws_protocol_vhost_options variable = {after, NULL, name_text, value_text}
HEADER(referrer_header, NULL, "referrer-policy:", "no-referrer");
HEADER(sniff_header, &referrer_header, "x-content-type-options:", "nosniff");
HEADER(policy_header, &sniff_header, "content-security-policy:",
       "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
       "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; "
       "object-src 'none'; base-uri 'none'; form-action 'self'");

static const lws_retry_bo_t idle_policy = {
    .secs_since_valid_ping = 8,
    .secs_since_valid_hangup = 20,
};

static uint32_t descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return 1024;
    }
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur > 65536 ? 65536 : (uint32_t)limit.rlim_cur;
}

// `mounts` must outlive the context.
static bool open_context(struct server *server, struct http_mounts *mounts) {
    const struct srv_options *options = server->options;
    void *loops[] = {&server->loop};
    struct lws_context_creation_info info = {
        .port = options->port,
        .iface = options->listen[0] == '\0' ? NULL : options->listen,
        .protocols = protocols,
        .mounts = mounts->list,
        .headers = &policy_header, // who may frame a page is a policy of its own: see http.c
        .foreign_loops = loops,
        .pcontext = &server->context,
        .user = server,
        .retry_and_idle_policy = &idle_policy,
        .fd_limit_per_thread = descriptor_limit() - OWN_DESCRIPTORS,
        .timeout_secs = 10,
        .keepalive_timeout = 30,
        .server_string = "ropewalk",
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (strchr(options->listen, '.') != NULL ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0),
    };
    http_mounts_init(mounts, options->www);
    tls_configure(options, &info);
    lws_set_log_level(LLL_ERR, quiet_log);
    server->context = lws_create_context(&info);
    if (server->context == NULL) {
        fprintf(stderr, "ropewalk: cannot start the WebSocket library\n");
        return false;
    }
    struct lws_vhost *vhost = lws_get_vhost_by_name(server->context, "default");
    server->bound_port = (uint16_t)lws_get_vhost_listen_port(vhost);
    return true;
}

// ---- life --------------------------------------------------------------------------------------

// Why nothing can be written into the folder, as an errno; 0 if it can. Makes it if it is missing.
static int folder_problem(const char *path) {
    struct stat status;
    if ((mkdir(path, 0700) != 0 && errno != EEXIST) || stat(path, &status) != 0) {
        return errno;
    }
    if (!S_ISDIR(status.st_mode)) {
        return ENOTDIR;
    }
    return access(path, W_OK | X_OK) == 0 ? 0 : errno;
}

// Whether the folders are what they must be; one sentence if not.
static bool folders_fit(const struct srv_options *options) {
    char path[SRV_TEXT_BYTES + 16];
    snprintf(path, sizeof path, "%s/index.html", options->www);
    if (access(path, R_OK) != 0) {
        fprintf(stderr, "ropewalk: no client in %s: %s (build it, or name its folder with --www)\n",
                options->www, strerror(errno));
        return false;
    }
    int problem = folder_problem(options->data);
    if (problem != 0) {
        fprintf(stderr, "ropewalk: cannot write to the folder %s: %s\n", options->data,
                strerror(problem));
        return false;
    }
    return true;
}

static uint32_t count_workers(const struct srv_options *options) {
    if (options->workers > 0) {
        return options->workers;
    }
    uint32_t cores = uv_available_parallelism();
    return cores > 1 ? cores - 1 : 1;
}

static bool start_workers(struct server *server) {
    uint32_t count = count_workers(server->options);
    bool stop = server->options->empty_rooms == SRV_EMPTY_ROOMS_STOP;
    struct worker_rules rules = {
        .rooms_max = server->options->rooms_max,
        .empty_grace_ms = stop ? WORKER_EMPTY_GRACE_MS : WORKER_NEVER_STILL,
        .room_end_after_s = server->options->room_end_after_min * (uint64_t)60,
    };
    server->workers = calloc(count, sizeof *server->workers);
    if (server->workers == NULL) {
        return false;
    }
    for (; server->worker_count < count; server->worker_count++) {
        if (!worker_start(&server->workers[server->worker_count], &server->outbox, &server->log,
                          &server->metrics, &rules)) {
            return false;
        }
    }
    return true;
}

static void on_watch(uv_timer_t *timer) {
    viewer_watch(timer->data, uv_hrtime());
}

static void on_hangup(uv_signal_t *handle, int number) {
    (void)number;
    struct server *server = handle->data;
    if (!server->draining) {
        tls_reload(server);
    }
}

static void open_signals(struct server *server) {
    uv_timer_init(&server->loop, &server->drain_timer);
    uv_timer_init(&server->loop, &server->watch_timer);
    uv_signal_init(&server->loop, &server->on_term);
    uv_signal_init(&server->loop, &server->on_int);
    uv_signal_init(&server->loop, &server->on_hup);
    uv_timer_init(&server->loop, &server->tls_timer);
    server->drain_timer.data = server;
    server->watch_timer.data = server;
    server->on_term.data = server;
    server->on_int.data = server;
    server->on_hup.data = server;
    server->tls_timer.data = server;
    uv_signal_start(&server->on_term, on_signal, SIGTERM);
    uv_signal_start(&server->on_int, on_signal, SIGINT);
    uv_signal_start(&server->on_hup, on_hangup, SIGHUP);
    // They are listened to until the end, and do not keep the loop going.
    uv_unref((uv_handle_t *)&server->on_term);
    uv_unref((uv_handle_t *)&server->on_int);
    uv_unref((uv_handle_t *)&server->on_hup);
    uv_timer_start(&server->watch_timer, on_watch, VIEWER_WATCH_MS, VIEWER_WATCH_MS);
    uv_unref((uv_handle_t *)&server->watch_timer);
}

// The last thread is this one. A further signal would now end the process with a code of its own,
// so none is let in any more.
static void close_signals(struct server *server) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    uv_close((uv_handle_t *)&server->on_term, NULL);
    uv_close((uv_handle_t *)&server->on_int, NULL);
    uv_close((uv_handle_t *)&server->on_hup, NULL);
}

static int serve(struct server *server) {
    struct demo_rooms demos = {0};
    struct http_mounts mounts;
    char create_key[SECRET_KEY_BYTES];
    char metrics_key[SECRET_KEY_BYTES];
    char admin_key[SECRET_KEY_BYTES];
    if (!secret_new_key(create_key) || !secret_new_key(metrics_key) || !secret_new_key(admin_key) ||
        !demo_rooms_open(server, &demos)) {
        fprintf(stderr, "ropewalk: cannot create the demo rooms\n");
        return 1;
    }
    server->create_key = secret_hash_of(create_key);
    server->metrics_key = secret_hash_of(metrics_key);
    server->admin_key = secret_hash_of(admin_key);
    server->creations = token_bucket_full(CREATIONS_BURST, CREATIONS_PER_S, uv_hrtime());
    if (!open_context(server, &mounts)) {
        return EXIT_CANNOT_START;
    }
    struct announce_secrets secrets = {
        .create_key = server->options->create == SRV_BY_KEY ? create_key : NULL,
        .metrics_key = server->options->metrics == SRV_BY_KEY ? metrics_key : NULL,
        .admin_key = admin_key,
        .rooms = demos.rooms,
        .room_count = demos.count,
    };
    tls_watch_open(server);
    int result = 0;
    if (!announce(server->options, server->bound_port, &secrets)) {
        result = EXIT_CANNOT_START;
        raise(SIGTERM);
    }
    LOG(&server->log, LOG_INFO, "listening", LOG_NUMBER("port", server->bound_port),
        LOG_NUMBER("workers", server->worker_count), LOG_TEXT("version", ROPEWALK_VERSION));
    uv_run(&server->loop, UV_RUN_DEFAULT);
    LOG(&server->log, LOG_INFO, "stopped", LOG_NUMBER("exit_code", result));
    return result;
}

// Closes what is still open, and all that open_signals() and mailbox_open() opened if no context
// came up to end with.
static void close_loop(struct server *server) {
    if (!uv_is_closing((uv_handle_t *)&server->drain_timer)) {
        on_context_gone(server);
    }
    close_signals(server);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    for (struct post *post; (post = mailbox_take(&server->outbox)) != NULL;) {
        post_destroy(post);
    }
    mailbox_release(&server->outbox);
    uv_loop_close(&server->loop);
}

int srv_server_run(const struct srv_options *options) {
    // On a terminal the announcement is what matters, and only trouble is worth a line of JSON.
    struct server server = {
        .options = options,
        .log = {stderr, isatty(STDERR_FILENO) ? LOG_WARNING : LOG_INFO},
        .port = &ws_port,
    };
    int result = 1;
    metrics_init(&server.metrics);
    if (!folders_fit(options) || !tls_files_fit(options) || !can_listen(options)) {
        return EXIT_CANNOT_START;
    }
    signal(SIGPIPE, SIG_IGN);
    if (uv_loop_init(&server.loop) != 0) {
        return result;
    }
    if (!mailbox_open(&server.outbox, &server.loop, OUTBOX_CAPACITY, on_posts, &server)) {
        uv_loop_close(&server.loop);
        return result;
    }
    open_signals(&server);
    address_ranges_parse(options->trusted_proxies, &server.proxies); // checked with the options
    struct visitors_limits limits = {
        .addresses_max = ADDRESSES_MAX,
        .connections_max = options->connections_per_address_max,
        .handshakes_per_s = options->handshakes_per_s_max,
        .guesses_per_minute = options->guesses_per_minute_max,
    };
    if (registry_init(&server.registry, options->rooms_max, options->viewers_max) &&
        visitors_init(&server.visitors, &limits) && start_workers(&server)) {
        result = serve(&server);
    }
    stop_workers(&server);
    close_loop(&server);
    free(server.workers);
    visitors_release(&server.visitors);
    registry_release(&server.registry);
    return result;
}

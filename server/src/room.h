// A room: a world with a code, members, rights and numbered events.
//
// A room belongs to one thread at a time. It knows no sockets and no clock: the worker tells it
// when to step, and everything it has to say goes to a sink. Commands are applied between steps, in
// the order in which they come; targets of hands wait until the next step, and the newest wins.
#ifndef ROOM_H
#define ROOM_H

#include <stdbool.h>
#include <stdint.h>

#include "event_ring.h"
#include "pbd/world.h"
#include "publication.h"
#include "readings.h"
#include "rights.h"
#include "seat.h"
#include "secret.h"
#include "wire/client_message.h"
#include "wire/predictors.h"

enum {
    ROOM_TITLE_BYTES = 64,
    ROOM_HOST_GRACE_MS = 5000, // after the last host's connection ended, until it counts as away
};

struct room_def {
    const char *code;
    const char *title;
    const struct pbd_scene *scene;
    const float *values; // [parameter_count], already checked
    struct wire_rules rules;
    struct secret_hash host_key;
    uint32_t viewers_max;
    uint32_t commands_per_s_max; // told to viewers
    uint32_t hands_per_seat_max;
    bool lasts;             // also when nobody has been there for long
    enum pbd_simd simd;     // what steps are made with
    struct pbd_clock clock; // for timing steps; may be none
};

// Where a room sends messages for single viewers. Takes over the message's reference.
struct room_sink {
    void (*deliver)(void *context, const struct letter *letter);
    void *context;
};

// A frame as integers, in steps of a grid. Only for the room's own thread.
struct grid {
    uint32_t references;
    uint64_t serial;  // of the frame
    int32_t values[]; // [3 × particles]
};

struct room_class {
    uint32_t viewers;
    uint64_t e;           // events published to this class
    uint64_t turn;        // step / period at its last turn
    uint64_t period;      // steps, then; 0: it has had no turn since somebody came
    bool hurry;           // somebody waits for a first message
    bool wants_key;       // somebody waits for an independent frame
    double keys_until_ms; // each frame is coded independently as well until then
    bool rests;           // in its last turn there was no frame to send
    uint64_t serial;      // of the frame that its viewers have; 0: none
    struct grid *shown;   // that frame, to build on; NULL: the next one is independent
    double told_ms;       // when it last was sent something
};

// Those who have their room measured at one rate.
struct room_rate {
    uint32_t seats;
    uint64_t beat;  // step / period at the last message
    uint64_t sent;  // changes of the world then
    double sent_ms; // its time
};

// A particle that is watched, and for how many.
struct room_probe {
    struct pbd_probe *probe; // NULL: this place is free
    uint32_t particle;
    uint32_t seats;
    bool hurry; // somebody has come who has had none of it
    uint64_t sent_step;
    double sent_ms;
};

struct room_measuring {
    uint32_t seats;
    struct room_rate rates[CLASS_RATE_COUNT];
    struct room_probe probes[PROBES_MAX];
    uint64_t changes;                     // of the world, by steps and otherwise
    uint64_t measured;                    // how many of them `message` knows of
    struct blob *message;                 // the newest figures; NULL: none
    uint64_t measured_count, probe_count; // in all
};

struct room {
    uint32_t id;
    char code[WIRE_ROOM_BYTES_MAX + 1];
    char title[ROOM_TITLE_BYTES];
    struct pbd_world *world;
    struct pbd_world *kept; // as it was before the last reset, for undo; NULL: nothing to undo
    struct wire_rules rules;
    struct secret_hash host_key;
    uint32_t commands_per_s_max;
    uint32_t hands_per_seat_max;
    struct seats seats;
    struct room_sink sink;
    bool lasts; // also when nobody has been there for long
    bool ended; // by a host: the worker takes it from here
    bool paused;
    uint32_t slow;         // steps come so many times slower than h: 1, 2, 4, 8 or 16
    bool timeline_changed; // paused, resumed, set going, slowed or another h: the worker restarts
                           // its pacer
    uint64_t lost;         // steps, as the worker counts them
    uint64_t bursts;       // times that the world's springs have blown up
    uint32_t moves_waiting;
    double now_ms; // of a clock that never goes back, as the worker tells
    bool host_is_there;
    bool host_left; // the last one, at host_left_ms
    double host_left_ms;
    bool host_away;                            // for longer than the grace
    char notice[WIRE_BROADCAST_BYTES_MAX + 1]; // what a host said last
    double time_ms; // of the newest step, or now while paused, as last published

    struct event_ring ring;
    uint64_t feed_e;      // events handed to the I/O thread
    uint64_t feed_serial; // the newest frame that it has
    uint64_t frame_serial;
    bool frame_is_old;                       // the world has changed since the last frame
    struct frame *frame;                     // the newest; NULL: the next one is sent in any case
    struct grid *grids[WIRE_ENCODING_COUNT]; // the same frame, or an older one; NULL: none yet
    struct wire_predictors predictors;       // of the scene; not made until the first grid
    struct outline *outline;                 // of the scene; NULL until the next frame
    double unseen_ms;                        // when there last was a frame that nobody is sent
    struct room_class classes[CLASS_COUNT];

    struct room_measuring measuring;
    struct pbd_trace *trace; // of the next step; NULL unless somebody has asked since it changed
    double trace_ms;         // when somebody last did
    uint64_t traces;         // handed out
};

// False without memory or randomness; otherwise to be destroyed.
bool room_create(const struct room_def *def, struct room **room);
void room_destroy(struct room *room); // NULL is fine

// ---- members (room_members.c) ----
// `by_old_code`: with a code that the room had before, which still serves those who come back.
void room_join(struct room *room, uint64_t viewer, const struct wire_hello *hello,
               bool by_old_code);
void room_leave(struct room *room, uint64_t viewer);
void room_set_rate(struct room *room, uint64_t viewer, uint32_t rate_hz);
void room_send_state(struct room *room, uint64_t viewer);
// Lets in whoever waits at this seat, or sends it away.
void room_admit(struct room *room, struct seat *seat, bool on);
// Puts a member out; it can come back after so many minutes.
void room_remove(struct room *room, struct seat *seat, uint32_t minutes);
// A viewer has sent nothing for so long that its hands let go.
void room_hear_nothing(struct room *room, uint64_t viewer);
// Gives a member a tidy name that nobody else here has.
void room_name_seat(struct room *room, struct seat *seat, const char *wanted);

// ---- rules (room_rules.c) ----
void room_find_rights(const struct room *room, const struct seat *seat,
                      bool rights[WIRE_RIGHT_COUNT]);
// Tells each member whose rights have changed, or who has become a host or no host; who may not
// grab any more lets go.
void room_tell_rights(struct room *room, enum wire_let_go_reason reason);
void room_emit_rules(struct room *room, uint32_t seat); // seat 0: nobody changed them
void room_emit_member(struct room *room, const struct seat *seat);
void room_tell_roster(struct room *room); // to the hosts
// After somebody came, left, or became a host or no host.
void room_note_hosts(struct room *room);
// Whether the last host has been gone for too long; to be called now and then.
void room_watch_hosts(struct room *room);
// The code that the I/O thread has chosen because a viewer's command `seq` asked for one.
void room_take_code(struct room *room, uint64_t viewer, uint32_t seq, const char *code);

// ---- commands (room_command.c) ----
void room_command(struct room *room, uint64_t viewer, const struct wire_client_message *command);
// Applies the waiting targets and makes one step.
void room_step(struct room *room);

// ---- hands (room_hands.c) ----
// Applies the waiting targets; for itself while paused, and before every step.
void room_apply_moves(struct room *room);
// After a change of the most that a member pulls with.
void room_share_pulls(struct room *room);
// Lets a member's hands go.
void room_release_hands(struct room *room, struct seat *seat, enum wire_let_go_reason reason);
// The solver holds that hand no more: tells everybody.
void room_let_go(struct room *room, struct seat *seat, uint32_t hand,
                 enum wire_let_go_reason reason);
// The solver holds no hand any more, after a reset or in another world: tells everybody.
void room_let_go_all(struct room *room, enum wire_let_go_reason reason);

// ---- publishing (room_publish.c) ----
// What is due now, or NULL. `time_ms` is when the newest step was due.
struct publication *room_publish(struct room *room, double time_ms);
// While nobody is there: now and then a frame, for pictures of the room; or NULL.
struct publication *room_publish_unseen(struct room *room, double time_ms);
// A viewer of this class has missed a frame: an independent one goes out with the next, and for a
// while with each one.
void room_want_key(struct room *room, uint32_t class);

// ---- frames (room_frames.c) ----
// Has a look at the world: if it has moved, `frame` is new. False without memory.
bool room_look(struct room *room);
// What the class shows, independent of other frames. NULL without memory.
struct key *room_make_key(struct room *room, uint32_t class, const struct moment *now);
// Appends the newest frame, built on the one that the class has. False without memory.
bool room_make_delta(struct room *room, uint32_t class, struct wire_buffer *bytes);
// The class is sent the newest frame.
void room_note_shown(struct room *room, uint32_t class);
void room_forget_shown(struct room *room, uint32_t class);
// What was shown of another scene is of no use any more.
void room_forget_scene(struct room *room);

// ---- time (room_time.c) ----
// Steps from one message to the next for those who get `rate_hz` of them in a second, or fewer.
uint64_t room_period(const struct room *room, uint32_t rate_hz);

// ---- measuring (room_measure.c) ----
// What is due now of measures and spectra, or NULL.
struct readings *room_read(struct room *room, double time_ms);
// What can be measured, [*count].
const struct wire_measure *room_measure_table(uint32_t *count);

// ---- shared by these files ----
void room_emit(struct room *room, const struct wire_event *event); // `step` is filled in
// The whole scene: `scene` or `undone`.
void room_emit_scene(struct room *room, uint32_t seat, enum wire_event_type type);
void room_refuse(struct room *room, uint64_t viewer, bool has_seq, uint32_t seq,
                 struct wire_refusal refusal);
void room_ack(struct room *room, uint64_t viewer, uint32_t seq);
void room_deliver(struct room *room, uint64_t viewer, struct blob *message);
void room_close_viewer(struct room *room, uint64_t viewer, uint16_t code);
void room_welcome(struct room *room, const struct seat *seat, const char *resume);
struct wire_seat room_wire_seat(const struct room *room, const struct seat *seat);
// The world is not as it was: frames, figures and the step that was looked into are old.
void room_changed(struct room *room);
// The same, and viewers are to forget where it was.
void room_jumped(struct room *room);
// It looks as it did, but will go on in another way: figures and that step are old.
void room_turned(struct room *room);
// Acknowledges the command, if there is one, and says what is measured for this seat from now on.
void room_tell_measuring(struct room *room, const struct seat *seat,
                         const struct wire_client_message *command);
void room_measure(struct room *room, struct seat *seat, const struct wire_client_message *message);
void room_stop_measuring(struct room *room, struct seat *seat);
void room_release_measuring(struct room *room);
void room_add_to_probes(struct room *room);  // after every step
void room_restart_probes(struct room *room); // after a jump, or in another world
// (room_trace.c)
void room_show_step(struct room *room, struct seat *seat, uint32_t seq);
void room_forget_trace(struct room *room);
// It is not kept for long after the last one who asked.
void room_expire_trace(struct room *room, double time_ms);

#endif

// Messages to clients: values → bytes, appended to a wire_buffer.
//
// Encoders cannot fail except for memory (wire_buffer.failed). Keys are written in the order in
// which docs/PROTOCOL.md lists them, `type` first, so that the same value gives the same bytes.
//
// Must not call: sockets, clocks, stdio, the solver.
#ifndef WIRE_SERVER_MESSAGE_H
#define WIRE_SERVER_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/buffer.h"
#include "wire/client_message.h"
#include "wire/code.h"
#include "wire/rules.h"

struct wire_seat {
    uint32_t seat;
    const char *name;
    uint32_t colour_rgb; // 0xrrggbb
    bool host;
    bool watch;                   // may only look
    bool named[WIRE_RIGHT_COUNT]; // for these rights
};

struct wire_hold {
    uint32_t seat;
    uint32_t hand;
    uint32_t particle;
};

struct wire_hand_target {
    uint32_t seat;
    uint32_t hand;
    float at_m[3];
};

struct wire_parameter {
    const char *name;
    const char *title;
    const char *unit;
    const char *kind; // "float", "int", "bool" or "choice"
    float min, max, initial, value;
    bool live;
    const float *choices; // [choice_count], only for "choice"
    uint32_t choice_count;
    const char *const *labels; // [choice_count]: what the choices are called; NULL for numbers
};

enum wire_obstacle_shape { WIRE_CAPSULE, WIRE_BOX, WIRE_SLOPE };

struct wire_obstacle {
    enum wire_obstacle_shape shape;
    union {
        struct {
            float from_m[3], to_m[3], radius_m;
        } capsule;
        struct {
            float centre_m[3], half_size_m[3];
        } box;
        struct {
            float point_m[3], normal[3];
        } slope;
    };
};

// Particles that follow each other row by row and make a woven surface.
struct wire_grid {
    uint32_t first, columns, rows; // particles in a row, rows
};

struct wire_scene {
    const char *name;
    const char *title;
    uint32_t version;
    double h_s;
    uint32_t particle_count;
    const uint32_t *links; // [link_count][2]
    const float *rest_m;   // [link_count]
    uint32_t link_count;
    const uint32_t *pins; // [pin_count]
    uint32_t pin_count;
    float view_centre_m[3];
    float view_radius_m;
    // What follows is left out of the message where there is none of it.
    const struct wire_obstacle *obstacles; // [obstacle_count]
    uint32_t obstacle_count;
    float radius_m;                // of contact; 0: none
    const struct wire_grid *grids; // [grid_count]
    uint32_t grid_count;
    const uint32_t *faces; // [face_count][3]
    uint32_t face_count;
    uint32_t spring_count;                   // of the links, at their end
    const struct wire_parameter *parameters; // [parameter_count]
    uint32_t parameter_count;
};

struct wire_state {
    uint64_t e;
    uint64_t step;
    uint64_t lost;
    bool paused;
    bool burst;                     // explicit springs have blown up: nothing moves
    uint32_t slow;                  // steps come so many times slower than h; 1 or 0: they do not
    bool host_away;                 // there was a host, and is none
    bool can_undo;                  // the last reset
    const char *notice;             // what a host said last; NULL or empty: nothing
    const struct wire_rules *rules; // NULL: left out
    const char *room_code;
    const char *room_title;
    struct wire_scene scene;
    const struct wire_seat *seats; // [seat_count]
    uint32_t seat_count;
    const struct wire_hold *holds; // [hold_count]
    uint32_t hold_count;
};

// A row of the table of measures.
struct wire_measure {
    const char *name;
    const char *title;
    const char *unit;
};

struct wire_welcome {
    const char *server_version;
    uint32_t core_version;
    const char *simd; // what steps are made with; NULL: left out
    struct wire_seat self;
    bool rights[WIRE_RIGHT_COUNT];
    const char *resume;
    enum wire_encoding encoding;
    uint32_t rate_hz;
    uint32_t commands_per_s_max;
    uint32_t hands_max;
    uint32_t capacity_max; // 0: left out
    const struct wire_measure
        *measures; // [measure_count]; left out of the message if there are none
    uint32_t measure_count;
    struct wire_state state;
};

enum wire_event_type {
    WIRE_EVENT_JOINED,
    WIRE_EVENT_LEFT,
    WIRE_EVENT_TAKEN,
    WIRE_EVENT_LET_GO,
    WIRE_EVENT_GUST,
    WIRE_EVENT_PARAMETER,
    WIRE_EVENT_PAUSED,
    WIRE_EVENT_RESUMED,
    WIRE_EVENT_RESET,
    WIRE_EVENT_REKICK,
    WIRE_EVENT_SCENE,
    WIRE_EVENT_BURST,
    WIRE_EVENT_RULES,
    WIRE_EVENT_MEMBER,
    WIRE_EVENT_SPEED,
    WIRE_EVENT_UNDONE,
    WIRE_EVENT_CODE,
    WIRE_EVENT_BROADCAST,
    WIRE_EVENT_HOST_AWAY,
    WIRE_EVENT_TYPE_COUNT
};

enum wire_let_go_reason {
    WIRE_LET_GO_RELEASED,
    WIRE_LET_GO_DISCONNECTED,
    WIRE_LET_GO_RESET,
    WIRE_LET_GO_SCENE,
    WIRE_LET_GO_FROZEN,
    WIRE_LET_GO_HOST,
    WIRE_LET_GO_SILENT,
    WIRE_LET_GO_NOT_ALLOWED,
    WIRE_LET_GO_UNDONE,
    WIRE_LET_GO_REASON_COUNT
};

struct wire_event {
    enum wire_event_type type;
    uint64_t step;
    bool has_seat;
    uint32_t seat;
    union {
        struct wire_seat member; // joined, member; its `seat` must equal the event's
        struct {
            uint32_t hand;
            uint32_t particle;              // taken
            enum wire_let_go_reason reason; // let go
        } hand;
        struct {
            float direction[3];
            float strength;
            float duration_s;
            float width_m;
        } gust;
        struct {
            const char *name;
            float value;
        } parameter;
        const struct wire_scene *scene; // scene, undone
        struct wire_rules rules;
        uint32_t slow;
        const char *text; // code, broadcast
        bool away;
    };
};

struct wire_tick {
    uint64_t e0, e;
    const uint8_t *events; // e − e0 encoded events, one after the other
    size_t events_bytes;
    uint64_t step;
    double time_ms;
    uint64_t lost;
    const uint8_t *frame; // NULL: no frame and no hands
    size_t frame_bytes;
    const struct wire_hand_target *hands; // [hand_count]
    uint32_t hand_count;
};

// A row of what hosts are told about the members.
struct wire_roster_entry {
    uint32_t seat;
    const char *name;
    bool waiting; // to be let in
};

struct wire_quality {
    uint32_t seat;
    double round_trip_ms; // below 0: not known
    uint64_t skipped;     // messages with frames that this viewer missed
    double silent_s;      // since it last sent something
};

struct wire_measures {
    uint64_t step;
    double time_ms;
    const struct wire_measure *table; // [count]
    const double *values;             // [count]; those that are not finite are left out
    uint32_t count;
    const float *pin_forces_n; // [pin_count][3]; NULL: left out
    uint32_t pin_count;
};

struct wire_spectrum {
    uint64_t step;
    uint32_t particle;
    double bin_hz;
    const float *amplitudes_m; // [count], from 0 Hz on
    uint32_t count;
    const double *expected_hz; // [expected_count]
    uint32_t expected_count;
};

enum { WIRE_TRACE_RECORD_WORDS = 5 };

// What one step does inside, for `recorded` of its substeps from the first on.
struct wire_trace {
    uint64_t step; // made before it
    double h_s;
    uint32_t substeps;
    uint32_t sweeps; // in a substep
    bool complete;   // all corrections of the recorded substeps, and all substeps, are there
    const char *const *kinds; // [kind_count]
    uint32_t kind_count;
    uint32_t particle_count;
    const float *positions_m; // [particle_count][3], before the step
    uint32_t recorded;
    const float *predicted_m;        // [recorded][particle_count][3]
    const float *moved_m;            // [recorded][particle_count][3]
    const float *velocities_m_per_s; // [particle_count][3], after the step
    const float *final_m;            // [particle_count][3], after the step
    const uint32_t *records;         // [record_count][WIRE_TRACE_RECORD_WORDS]
    const float *values;             // [record_count]
    uint32_t record_count;
    const uint32_t *term_particles; // [term_count]
    const float *gradients;         // [term_count][3]
    const double *corrections_m;    // [term_count][3]
    uint32_t term_count;
};

void wire_encode_welcome(struct wire_buffer *out, const struct wire_welcome *welcome);
void wire_encode_state(struct wire_buffer *out, const struct wire_state *state);
void wire_encode_event(struct wire_buffer *out, const struct wire_event *event);
void wire_encode_tick(struct wire_buffer *out, const struct wire_tick *tick);
void wire_encode_ack(struct wire_buffer *out, uint32_t seq, uint64_t step);
void wire_encode_refused(struct wire_buffer *out, const struct wire_refusal *refusal);
// The server is about to close this connection and wants the client to come back in `retry_s`.
void wire_encode_closing(struct wire_buffer *out, const char *message, uint32_t retry_s);
void wire_encode_pong(struct wire_buffer *out, double time, double server_time_ms, uint64_t step);
void wire_encode_rights(struct wire_buffer *out, const bool rights[WIRE_RIGHT_COUNT]);
// So many frames a second come from now on.
void wire_encode_rate(struct wire_buffer *out, uint32_t rate_hz);
// A host must let this member in first.
void wire_encode_waiting(struct wire_buffer *out, uint32_t seat);
void wire_encode_roster(struct wire_buffer *out, const struct wire_roster_entry *members,
                        uint32_t count);
void wire_encode_quality(struct wire_buffer *out, const struct wire_quality *members,
                         uint32_t count);
void wire_encode_measures(struct wire_buffer *out, const struct wire_measures *measures);
void wire_encode_spectrum(struct wire_buffer *out, const struct wire_spectrum *spectrum);
// The answer to the message `trace` of this seq.
void wire_encode_trace(struct wire_buffer *out, uint32_t seq, const struct wire_trace *trace);

// The frame encoding f32: positions [count][3] as little-endian float32.
void wire_encode_frame_f32(struct wire_buffer *out, const float *positions_m, uint32_t count);

#endif

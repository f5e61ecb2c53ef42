#include "wire/server_message.h"

#include <math.h>

#include "parts.h"
#include "put.h"

static void put_seats(struct wire_buffer *out, const struct wire_state *state) {
    wire_put_array_field(out, "seats", state->seat_count);
    for (uint32_t i = 0; i < state->seat_count; i++) {
        wire_put_map(out, wire_seat_field_count(&state->seats[i]));
        wire_put_seat_fields(out, &state->seats[i]);
    }
}

static void put_holds(struct wire_buffer *out, const struct wire_state *state) {
    wire_put_array_field(out, "hands", state->hold_count);
    for (uint32_t i = 0; i < state->hold_count; i++) {
        const struct wire_hold *hold = &state->holds[i];
        wire_put_map(out, 3);
        wire_put_uint_field(out, "seat", hold->seat);
        wire_put_uint_field(out, "hand", hold->hand);
        wire_put_uint_field(out, "particle", hold->particle);
    }
}

static bool has_notice(const struct wire_state *state) {
    return state->notice != NULL && state->notice[0] != '\0';
}

// What is told only where it applies.
static void put_circumstances(struct wire_buffer *out, const struct wire_state *state) {
    if (state->burst)
        wire_put_bool_field(out, "burst", true);
    if (state->slow > 1)
        wire_put_uint_field(out, "slow", state->slow);
    if (state->host_away)
        wire_put_bool_field(out, "host_away", true);
    if (state->can_undo)
        wire_put_bool_field(out, "can_undo", true);
    if (has_notice(state))
        wire_put_text_field(out, "notice", state->notice);
    if (state->rules != NULL)
        wire_put_rules_field(out, state->rules);
}

static uint32_t count_circumstances(const struct wire_state *state) {
    return (uint32_t)state->burst + (state->slow > 1) + state->host_away + state->can_undo +
           has_notice(state) + (state->rules != NULL);
}

static void put_state_field(struct wire_buffer *out, const struct wire_state *state) {
    wire_put_map_field(out, "state", 8 + count_circumstances(state));
    wire_put_uint_field(out, "e", state->e);
    wire_put_uint_field(out, "step", state->step);
    wire_put_uint_field(out, "lost", state->lost);
    wire_put_bool_field(out, "paused", state->paused);
    put_circumstances(out, state);
    wire_put_map_field(out, "room", 2);
    wire_put_text_field(out, "code", state->room_code);
    wire_put_text_field(out, "title", state->room_title);
    wire_put_scene_field(out, &state->scene);
    put_seats(out, state);
    put_holds(out, state);
}

static void put_measure_table(struct wire_buffer *out, const struct wire_welcome *welcome) {
    wire_put_array_field(out, "measures", welcome->measure_count);
    for (uint32_t i = 0; i < welcome->measure_count; i++) {
        const struct wire_measure *measure = &welcome->measures[i];
        wire_put_map(out, 3);
        wire_put_text_field(out, "name", measure->name);
        wire_put_text_field(out, "title", measure->title);
        wire_put_text_field(out, "unit", measure->unit);
    }
}

void wire_encode_welcome(struct wire_buffer *out, const struct wire_welcome *welcome) {
    wire_put_map(out, 10u + (welcome->simd != NULL) + (welcome->measure_count > 0) +
                          wire_seat_field_count(&welcome->self));
    wire_put_text_field(out, "type", "welcome");
    wire_put_uint_field(out, "version", WIRE_VERSION);
    wire_put_text_field(out, "server", welcome->server_version);
    wire_put_uint_field(out, "core", welcome->core_version);
    if (welcome->simd != NULL)
        wire_put_text_field(out, "simd", welcome->simd);
    wire_put_seat_fields(out, &welcome->self);
    wire_put_rights_field(out, "rights", welcome->rights);
    wire_put_text_field(out, "resume", welcome->resume);
    wire_put_text_field(out, "encoding", wire_encoding_name(welcome->encoding));
    wire_put_uint_field(out, "rate", welcome->rate_hz);
    wire_put_map_field(out, "limits", welcome->capacity_max > 0 ? 5 : 4);
    wire_put_uint_field(out, "message_bytes", WIRE_CLIENT_MESSAGE_BYTES_MAX);
    wire_put_uint_field(out, "commands_per_s", welcome->commands_per_s_max);
    wire_put_uint_field(out, "hands", welcome->hands_max);
    wire_put_uint_field(out, "name_bytes", WIRE_NAME_BYTES_MAX);
    if (welcome->capacity_max > 0)
        wire_put_uint_field(out, "capacity", welcome->capacity_max);
    if (welcome->measure_count > 0)
        put_measure_table(out, welcome);
    put_state_field(out, &welcome->state);
}

void wire_encode_state(struct wire_buffer *out, const struct wire_state *state) {
    wire_put_map(out, 2);
    wire_put_text_field(out, "type", "state");
    put_state_field(out, state);
}

static void put_hand_targets(struct wire_buffer *out, const struct wire_tick *tick) {
    wire_put_array_field(out, "hands", tick->hand_count);
    for (uint32_t i = 0; i < tick->hand_count; i++) {
        const struct wire_hand_target *target = &tick->hands[i];
        wire_put_array(out, 5);
        wire_put_uint(out, target->seat);
        wire_put_uint(out, target->hand);
        for (size_t axis = 0; axis < 3; axis++)
            wire_put_float(out, target->at_m[axis]);
    }
}

void wire_encode_tick(struct wire_buffer *out, const struct wire_tick *tick) {
    bool has_frame = tick->frame != NULL;
    wire_put_map(out, has_frame ? 9 : 7);
    wire_put_text_field(out, "type", "tick");
    wire_put_uint_field(out, "e0", tick->e0);
    wire_put_uint_field(out, "e", tick->e);
    wire_put_array_field(out, "events", tick->e - tick->e0);
    wire_buffer_append(out, tick->events, tick->events_bytes);
    wire_put_uint_field(out, "step", tick->step);
    wire_put_double_field(out, "time", tick->time_ms);
    wire_put_uint_field(out, "lost", tick->lost);
    if (has_frame) {
        wire_put_bin_field(out, "frame", tick->frame, tick->frame_bytes);
        put_hand_targets(out, tick);
    }
}

void wire_encode_ack(struct wire_buffer *out, uint32_t seq, uint64_t step) {
    wire_put_map(out, 3);
    wire_put_text_field(out, "type", "ack");
    wire_put_uint_field(out, "seq", seq);
    wire_put_uint_field(out, "step", step);
}

void wire_encode_refused(struct wire_buffer *out, const struct wire_refusal *refusal) {
    wire_put_map(out, refusal->has_seq ? 4 : 3);
    wire_put_text_field(out, "type", "refused");
    if (refusal->has_seq)
        wire_put_uint_field(out, "seq", refusal->seq);
    wire_put_text_field(out, "code", wire_code_name(refusal->code));
    wire_put_text_field(out, "message", refusal->text);
}

void wire_encode_closing(struct wire_buffer *out, const char *message, uint32_t retry_s) {
    wire_put_map(out, 3);
    wire_put_text_field(out, "type", "closing");
    wire_put_text_field(out, "message", message);
    wire_put_uint_field(out, "retry_s", retry_s);
}

void wire_encode_pong(struct wire_buffer *out, double time, double server_time_ms, uint64_t step) {
    wire_put_map(out, 4);
    wire_put_text_field(out, "type", "pong");
    wire_put_double_field(out, "time", time);
    wire_put_double_field(out, "server_time", server_time_ms);
    wire_put_uint_field(out, "step", step);
}

void wire_encode_rights(struct wire_buffer *out, const bool rights[WIRE_RIGHT_COUNT]) {
    wire_put_map(out, 2);
    wire_put_text_field(out, "type", "rights");
    wire_put_rights_field(out, "rights", rights);
}

void wire_encode_rate(struct wire_buffer *out, uint32_t rate_hz) {
    wire_put_map(out, 2);
    wire_put_text_field(out, "type", "rate");
    wire_put_uint_field(out, "rate", rate_hz);
}

void wire_encode_waiting(struct wire_buffer *out, uint32_t seat) {
    wire_put_map(out, 2);
    wire_put_text_field(out, "type", "waiting");
    wire_put_uint_field(out, "seat", seat);
}

void wire_encode_roster(struct wire_buffer *out, const struct wire_roster_entry *members,
                        uint32_t count) {
    wire_put_map(out, 2);
    wire_put_text_field(out, "type", "roster");
    wire_put_array_field(out, "members", count);
    for (uint32_t i = 0; i < count; i++) {
        wire_put_map(out, 3);
        wire_put_uint_field(out, "seat", members[i].seat);
        wire_put_text_field(out, "name", members[i].name);
        wire_put_bool_field(out, "waiting", members[i].waiting);
    }
}

void wire_encode_quality(struct wire_buffer *out, const struct wire_quality *members,
                         uint32_t count) {
    wire_put_map(out, 2);
    wire_put_text_field(out, "type", "quality");
    wire_put_array_field(out, "members", count);
    for (uint32_t i = 0; i < count; i++) {
        bool timed = members[i].round_trip_ms >= 0.0;
        wire_put_map(out, timed ? 4 : 3);
        wire_put_uint_field(out, "seat", members[i].seat);
        if (timed)
            wire_put_double_field(out, "round_trip", members[i].round_trip_ms);
        wire_put_uint_field(out, "skipped", members[i].skipped);
        wire_put_double_field(out, "silent", members[i].silent_s);
    }
}

void wire_encode_measures(struct wire_buffer *out, const struct wire_measures *measures) {
    uint32_t applying = 0;
    for (uint32_t i = 0; i < measures->count; i++)
        applying += isfinite(measures->values[i]) != 0;
    wire_put_map(out, measures->pin_forces_n != NULL ? 5 : 4);
    wire_put_text_field(out, "type", "measures");
    wire_put_uint_field(out, "step", measures->step);
    wire_put_double_field(out, "time", measures->time_ms);
    wire_put_map_field(out, "values", applying);
    for (uint32_t i = 0; i < measures->count; i++)
        if (isfinite(measures->values[i]))
            wire_put_double_field(out, measures->table[i].name, measures->values[i]);
    if (measures->pin_forces_n != NULL)
        wire_put_float_bin_field(out, "pins", measures->pin_forces_n,
                                 (size_t)measures->pin_count * 3);
}

void wire_encode_spectrum(struct wire_buffer *out, const struct wire_spectrum *spectrum) {
    wire_put_map(out, 6);
    wire_put_text_field(out, "type", "spectrum");
    wire_put_uint_field(out, "step", spectrum->step);
    wire_put_uint_field(out, "particle", spectrum->particle);
    wire_put_double_field(out, "hz", spectrum->bin_hz);
    wire_put_float_bin_field(out, "amplitudes", spectrum->amplitudes_m, spectrum->count);
    wire_put_doubles_field(out, "expected", spectrum->expected_hz, spectrum->expected_count);
}

static void put_kinds(struct wire_buffer *out, const struct wire_trace *trace) {
    wire_put_array_field(out, "kinds", trace->kind_count);
    for (uint32_t i = 0; i < trace->kind_count; i++)
        wire_put_text(out, trace->kinds[i]);
}

void wire_encode_trace(struct wire_buffer *out, uint32_t seq, const struct wire_trace *trace) {
    size_t floats = (size_t)trace->particle_count * 3;
    wire_put_map(out, 18);
    wire_put_text_field(out, "type", "trace");
    wire_put_uint_field(out, "seq", seq);
    wire_put_uint_field(out, "step", trace->step);
    wire_put_double_field(out, "h", trace->h_s);
    wire_put_uint_field(out, "substeps", trace->substeps);
    wire_put_uint_field(out, "sweeps", trace->sweeps);
    wire_put_bool_field(out, "complete", trace->complete);
    put_kinds(out, trace);
    wire_put_float_bin_field(out, "positions", trace->positions_m, floats);
    wire_put_float_bin_field(out, "predicted", trace->predicted_m, trace->recorded * floats);
    wire_put_float_bin_field(out, "moved", trace->moved_m, trace->recorded * floats);
    wire_put_float_bin_field(out, "velocities", trace->velocities_m_per_s, floats);
    wire_put_float_bin_field(out, "final", trace->final_m, floats);
    wire_put_uint_bin_field(out, "records", trace->records,
                            (size_t)trace->record_count * WIRE_TRACE_RECORD_WORDS);
    wire_put_float_bin_field(out, "values", trace->values, trace->record_count);
    wire_put_uint_bin_field(out, "term_particles", trace->term_particles, trace->term_count);
    wire_put_float_bin_field(out, "gradients", trace->gradients, (size_t)trace->term_count * 3);
    wire_put_double_bin_field(out, "corrections", trace->corrections_m,
                              (size_t)trace->term_count * 3);
}

void wire_encode_frame_f32(struct wire_buffer *out, const float *positions_m, uint32_t count) {
    wire_put_float_bytes(out, positions_m, (size_t)count * 3);
}

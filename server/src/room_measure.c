// What a room measures, for those who asked: its figures once per change of the world at most,
// encoded once, and how up to four particles swing. While nobody asks, nothing is computed and
// steps note nothing.
#include <stdlib.h>

#include "pbd/measure.h"
#include "refusal.h"
#include "room.h"

enum { SPECTRUM_PERIOD_MS = 500 };

// ---- figures -----------------------------------------------------------------------------------

static const struct wire_measure measure_table[PBD_MEASURE_COUNT] = {
#define X(id, name, title, unit) {name, title, unit},
    PBD_MEASURES(X)
#undef X
};

const struct wire_measure *room_measure_table(uint32_t *count) {
    *count = PBD_MEASURE_COUNT;
    return measure_table;
}

// The figures as they are now, as a message that the room keeps until something changes. NULL
// without memory.
static struct blob *measure_now(struct room *room, double time_ms) {
    struct room_measuring *m = &room->measuring;
    if (m->message != NULL && m->measured == m->changes) {
        return m->message;
    }
    blob_unref(m->message);
    m->message = blob_create();
    if (m->message == NULL) {
        return NULL;
    }
    double values[PBD_MEASURE_COUNT];
    pbd_world_measure(room->world, values);
    pbd_world_restart_timing(room->world);
    wire_encode_measures(&m->message->buffer, &(struct wire_measures){
                                                  .step = pbd_world_steps(room->world),
                                                  .time_ms = time_ms,
                                                  .table = measure_table,
                                                  .values = values,
                                                  .count = PBD_MEASURE_COUNT,
                                                  .pin_forces_n = pbd_world_pin_forces(room->world),
                                                  .pin_count = pbd_world_pin_count(room->world),
                                              });
    m->message = blob_finish(m->message);
    m->measured = m->changes;
    m->measured_count++;
    return m->message;
}

void room_turned(struct room *room) {
    room->measuring.changes++;
    room_forget_trace(room);
}

void room_changed(struct room *room) {
    room->frame_is_old = true;
    room_turned(room);
}

// ---- probes ------------------------------------------------------------------------------------

static struct room_probe *find_probe(struct room *room, uint32_t particle) {
    for (uint32_t i = 0; i < PROBES_MAX; i++) {
        struct room_probe *place = &room->measuring.probes[i];
        if (place->seats > 0 && place->particle == particle) {
            return place;
        }
    }
    return NULL;
}

static void leave_probe(struct room *room, struct seat *seat) {
    struct room_probe *place =
        seat->measuring.has_particle ? find_probe(room, seat->measuring.particle) : NULL;
    seat->measuring.has_particle = false;
    if (place != NULL && --place->seats == 0) {
        pbd_probe_destroy(place->probe);
        *place = (struct room_probe){0};
    }
}

static struct room_probe *free_place(struct room *room) {
    for (uint32_t i = 0; i < PROBES_MAX; i++) {
        if (room->measuring.probes[i].seats == 0) {
            return &room->measuring.probes[i];
        }
    }
    return NULL;
}

// Puts a seat to a particle in place of the one it watched before. Not WIRE_OK: nothing changed.
static enum wire_code join_probe(struct room *room, struct seat *seat, uint32_t particle) {
    struct room_probe *old =
        seat->measuring.has_particle ? find_probe(room, seat->measuring.particle) : NULL;
    struct room_probe *place = find_probe(room, particle);
    struct pbd_probe *probe = NULL;
    if (particle >= pbd_world_particle_count(room->world)) {
        return WIRE_NO_SUCH_PARTICLE;
    }
    if (place == NULL) {
        if (free_place(room) == NULL && (old == NULL || old->seats > 1)) {
            return WIRE_TOO_MANY_PROBES;
        }
        if (pbd_probe_create(room->world, particle, NULL, &probe) != PBD_OK) {
            return WIRE_OUT_OF_MEMORY;
        }
        room->measuring.probe_count++;
    }
    if (place == NULL || place != old) {
        leave_probe(room, seat);
    }
    if (place == NULL) {
        place = free_place(room);
        *place = (struct room_probe){.probe = probe, .particle = particle};
    }
    place->seats += !seat->measuring.has_particle;
    place->hurry = true;
    seat->measuring.has_particle = true;
    seat->measuring.particle = particle;
    return WIRE_OK;
}

// The particle is no more: those who watched it are told nothing but get nothing either.
static void end_probe(struct room *room, struct room_probe *place) {
    for (uint32_t i = 0; i < room->seats.capacity && place->seats > 0; i++) {
        struct seat *seat = &room->seats.table[i];
        if (seat->measuring.has_particle && seat->measuring.particle == place->particle) {
            leave_probe(room, seat);
            room_tell_measuring(room, seat, NULL);
        }
    }
}

void room_restart_probes(struct room *room) {
    for (uint32_t i = 0; i < PROBES_MAX; i++) {
        struct room_probe *place = &room->measuring.probes[i];
        struct pbd_probe *probe;
        if (place->seats == 0) {
            continue;
        }
        if (pbd_probe_create(room->world, place->particle, NULL, &probe) == PBD_OK) {
            pbd_probe_destroy(place->probe);
            place->probe = probe;
        } else {
            end_probe(room, place);
        }
    }
}

void room_add_to_probes(struct room *room) {
    for (uint32_t i = 0; i < PROBES_MAX; i++) {
        if (room->measuring.probes[i].seats > 0) {
            pbd_probe_add(room->measuring.probes[i].probe, room->world);
        }
    }
}

// ---- who asked ---------------------------------------------------------------------------------

void room_stop_measuring(struct room *room, struct seat *seat) {
    leave_probe(room, seat);
    if (!seat->measuring.on) {
        return;
    }
    room->measuring.rates[seat->measuring.rate].seats--;
    seat->measuring.on = false;
    if (--room->measuring.seats == 0) {
        pbd_world_note_forces(room->world, false);
        blob_unref(room->measuring.message);
        room->measuring.message = NULL;
    }
}

void room_release_measuring(struct room *room) {
    blob_unref(room->measuring.message);
    for (uint32_t i = 0; i < PROBES_MAX; i++) {
        pbd_probe_destroy(room->measuring.probes[i].probe);
    }
}

static uint64_t beat(const struct room *room, uint32_t rate) {
    return pbd_world_steps(room->world) / room_period(room, class_rate_hz(rate));
}

static void start_measuring(struct room *room, struct seat *seat, uint32_t rate_hz) {
    struct room_measuring *m = &room->measuring;
    uint32_t index = class_index(WIRE_F32, rate_hz);
    if (m->seats == 0) {
        pbd_world_note_forces(room->world, true);
    }
    if (seat->measuring.on) {
        m->rates[seat->measuring.rate].seats--;
    } else {
        m->seats++;
    }
    seat->measuring.on = true;
    seat->measuring.rate = index;
    if (m->rates[index].seats++ == 0) {
        m->rates[index].beat = beat(room, index);
        m->rates[index].sent = m->changes;
    }
}

void room_measure(struct room *room, struct seat *seat, const struct wire_client_message *message) {
    if (message->measure.rate_hz == 0) {
        room_stop_measuring(room, seat);
        room_tell_measuring(room, seat, message);
        return;
    }
    if (message->measure.has_particle) {
        enum wire_code code = join_probe(room, seat, message->measure.particle);
        if (code != WIRE_OK) {
            room_refuse(room, seat->viewer, true, message->seq, refusal_of(code));
            return;
        }
    } else {
        leave_probe(room, seat);
    }
    start_measuring(room, seat, message->measure.rate_hz);
    room_tell_measuring(room, seat, message);
    struct blob *first = measure_now(room, room->time_ms);
    if (first != NULL) {
        room->sink.deliver(room->sink.context, &(struct letter){.viewer = seat->viewer,
                                                                .message = blob_ref(first),
                                                                .newest_measures = true});
    }
}

// ---- when --------------------------------------------------------------------------------------

// While the world runs, at the rate's own beat of its steps; while it is paused, when something has
// changed, and no faster.
static bool rate_is_due(const struct room *room, uint32_t index, double time_ms) {
    const struct room_rate *rate = &room->measuring.rates[index];
    if (rate->seats == 0 || rate->sent == room->measuring.changes) {
        return false;
    }
    if (room->paused) {
        return time_ms - rate->sent_ms >= 1000.0 / class_rate_hz(index);
    }
    return beat(room, index) != rate->beat;
}

static void attach_measures(struct room *room, struct readings *readings, double time_ms) {
    for (uint32_t i = 0; i < CLASS_RATE_COUNT; i++) {
        struct room_rate *rate = &room->measuring.rates[i];
        if (!rate_is_due(room, i, time_ms)) {
            continue;
        }
        readings->due[i] = true;
        rate->beat = beat(room, i);
        rate->sent = room->measuring.changes;
        rate->sent_ms = time_ms;
        if (readings->measures == NULL) {
            struct blob *message = measure_now(room, time_ms);
            readings->measures = message == NULL ? NULL : blob_ref(message);
        }
    }
}

static struct blob *encode_spectrum(const struct room *room, const struct room_probe *place,
                                    const struct pbd_spectrum *spectrum) {
    struct blob *message = blob_create();
    if (message == NULL) {
        return NULL;
    }
    double expected[PBD_HARMONICS_MAX];
    uint32_t expected_count = pbd_world_harmonics(room->world, expected);
    wire_encode_spectrum(&message->buffer, &(struct wire_spectrum){
                                               .step = pbd_world_steps(room->world),
                                               .particle = place->particle,
                                               .bin_hz = spectrum->hz,
                                               .amplitudes_m = spectrum->amplitudes,
                                               .count = spectrum->bins,
                                               .expected_hz = expected,
                                               .expected_count = expected_count,
                                           });
    return blob_finish(message);
}

// Those whose time has come, if the probe has watched for long enough.
static void attach_spectra(struct room *room, struct readings *readings, double time_ms) {
    for (uint32_t i = 0; i < PROBES_MAX; i++) {
        struct room_probe *place = &room->measuring.probes[i];
        uint64_t step = pbd_world_steps(room->world);
        struct pbd_spectrum spectrum;
        if (place->seats == 0 || (place->sent_step == step && !place->hurry) ||
            time_ms - place->sent_ms < SPECTRUM_PERIOD_MS ||
            !pbd_probe_spectrum(place->probe, &spectrum)) {
            continue;
        }
        struct blob *message = encode_spectrum(room, place, &spectrum);
        if (message == NULL) {
            continue;
        }
        uint32_t end = readings->spectrum_count++;
        readings->spectra[end].particle = place->particle;
        readings->spectra[end].message = message;
        place->sent_ms = time_ms;
        place->sent_step = step;
        place->hurry = false;
    }
}

struct readings *room_read(struct room *room, double time_ms) {
    room->time_ms = time_ms;
    if (room->measuring.seats == 0) {
        return NULL;
    }
    struct readings *readings = calloc(1, sizeof *readings);
    if (readings == NULL) {
        return NULL;
    }
    readings->room = room->id;
    attach_measures(room, readings, time_ms);
    attach_spectra(room, readings, time_ms);
    if (readings->measures == NULL && readings->spectrum_count == 0) {
        readings_destroy(readings);
        return NULL;
    }
    return readings;
}

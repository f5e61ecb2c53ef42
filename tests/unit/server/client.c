#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

uint64_t hash_of_positions(const struct pbd_world *world) {
    struct wire_buffer frame;
    wire_buffer_init(&frame, 0);
    wire_encode_frame_f32(&frame, pbd_world_positions(world), pbd_world_particle_count(world));
    uint64_t hash = hash_bytes(wire_buffer_content(&frame), frame.length_bytes);
    wire_buffer_release(&frame);
    return hash;
}

static void copy_text(char *to, size_t size, const msgpack_object *map, const char *key) {
    snprintf(to, size, "%s", text_field(map, key));
}

static void take_scene(struct client *client, const msgpack_object *scene) {
    copy_text(client->scene, sizeof client->scene, scene, "name");
    client->particles = (uint32_t)uint_field(scene, "particles");
    const msgpack_object_array *parameters = array_field(scene, "parameters");
    client->parameter_count = parameters->size;
    must(parameters->size <= PBD_PARAMETERS_MAX);
    for (uint32_t i = 0; i < parameters->size; i++) {
        copy_text(client->parameters[i].name, sizeof client->parameters[i].name,
                  &parameters->ptr[i], "name");
        client->parameters[i].value = number_field(&parameters->ptr[i], "value");
    }
}

static void drop_seat(struct client *client, uint32_t number) {
    for (uint32_t i = 0; i < client->seat_count; i++) {
        if (client->seats[i].number == number) {
            client->seats[i] = client->seats[--client->seat_count];
            return;
        }
    }
}

static void take_seat(struct client *client, const msgpack_object *seat) {
    uint32_t number = (uint32_t)uint_field(seat, "seat");
    drop_seat(client, number);
    must(client->seat_count < CLIENT_SEATS_MAX);
    uint32_t i = client->seat_count++;
    client->seats[i].number = number;
    copy_text(client->seats[i].name, sizeof client->seats[i].name, seat, "name");
    client->seats[i].host = bool_field(seat, "host");
}

static void take_hold(struct client *client, const msgpack_object *hold) {
    must(client->hold_count < CLIENT_HOLDS_MAX);
    client->holds[client->hold_count++] = (struct wire_hold){
        .seat = (uint32_t)uint_field(hold, "seat"),
        .hand = (uint32_t)uint_field(hold, "hand"),
        .particle = (uint32_t)uint_field(hold, "particle"),
    };
}

static void drop_hold(struct client *client, const msgpack_object *event) {
    for (uint32_t i = 0; i < client->hold_count; i++) {
        if (client->holds[i].seat == uint_field(event, "seat") &&
            client->holds[i].hand == uint_field(event, "hand")) {
            client->holds[i] = client->holds[--client->hold_count];
            return;
        }
    }
    must(false, "a hand let go that held nothing");
}

static void take_parameter(struct client *client, const msgpack_object *event) {
    for (uint32_t i = 0; i < client->parameter_count; i++) {
        if (strcmp(text_field(event, "name"), client->parameters[i].name) == 0) {
            bool same = client->parameters[i].value == number_field(event, "value");
            bool stepping = strcmp(client->parameters[i].name, "stepping") == 0;
            client->burst = client->burst && (same || !stepping);
            client->parameters[i].value = number_field(event, "value");
            return;
        }
    }
    must(false, "no such parameter");
}

static void take_event(struct client *client, const msgpack_object *event) {
    const char *type = text_field(event, "type");
    if (strcmp(type, "joined") == 0) {
        take_seat(client, event);
    } else if (strcmp(type, "left") == 0) {
        drop_seat(client, (uint32_t)uint_field(event, "seat"));
    } else if (strcmp(type, "taken") == 0) {
        take_hold(client, event);
    } else if (strcmp(type, "let_go") == 0) {
        drop_hold(client, event);
    } else if (strcmp(type, "parameter") == 0) {
        take_parameter(client, event);
    } else if (strcmp(type, "paused") == 0 || strcmp(type, "resumed") == 0) {
        client->paused = strcmp(type, "paused") == 0;
    } else if (strcmp(type, "scene") == 0 || strcmp(type, "undone") == 0) {
        must(client->hold_count == 0, "hands are let go before another scene comes");
        client->burst = false;
        take_scene(client, field(event, "scene"));
    } else if (strcmp(type, "reset") == 0) {
        must(client->hold_count == 0, "hands are let go before a reset");
        client->burst = false;
    } else if (strcmp(type, "rekick") == 0) {
        client->burst = false;
    } else if (strcmp(type, "burst") == 0) {
        must(!client->burst, "a world that has burst bursts again");
        client->burst = true;
    }
}

static void take_state(struct client *client, const msgpack_object *state) {
    client->follows = true;
    client->awaits_frame = true;
    client->number = 0;
    client->states++;
    client->cursor = uint_field(state, "e");
    client->step = uint_field(state, "step");
    client->paused = bool_field(state, "paused");
    client->burst = field(state, "burst") != NULL && bool_field(state, "burst");
    client->lost = uint_field(state, "lost");
    take_scene(client, field(state, "scene"));
    const msgpack_object_array *seats = array_field(state, "seats");
    client->seat_count = 0;
    for (uint32_t i = 0; i < seats->size; i++) {
        take_seat(client, &seats->ptr[i]);
    }
    const msgpack_object_array *holds = array_field(state, "hands");
    client->hold_count = 0;
    for (uint32_t i = 0; i < holds->size; i++) {
        take_hold(client, &holds->ptr[i]);
    }
}

static uint32_t u32_of(const char *bytes) {
    const uint8_t *b = (const uint8_t *)bytes;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

// The kind, the frame's number and that of its base.
static void take_grid_head(struct client *client, const msgpack_object_bin *frame) {
    must(frame->size >= 9);
    bool is_delta = frame->ptr[0] == 'D';
    must(is_delta || frame->ptr[0] == 'K');
    uint32_t number = u32_of(frame->ptr + 1);
    must(number >= client->number, "an older frame");
    if (is_delta) {
        must(client->number != 0 && u32_of(frame->ptr + 5) == client->number,
             "a frame on a base that it does not hold");
        must(number > client->number, "a frame on itself");
    }
    client->number = number;
    client->deltas += is_delta;
    client->keys += !is_delta;
}

static void take_frame(struct client *client, const msgpack_object *tick) {
    const msgpack_object *frame = field(tick, "frame");
    if (frame == NULL) {
        must(field(tick, "hands") == NULL);
        must(!client->awaits_frame, "a frame follows a state");
        return;
    }
    must(frame->type == MSGPACK_OBJECT_BIN);
    if (client->grid) {
        take_grid_head(client, &frame->via.bin);
    } else {
        must(frame->via.bin.size == 12 * client->particles, "a frame of another scene");
    }
    must(uint_field(tick, "step") >= client->step, "an older frame");
    client->step = uint_field(tick, "step");
    client->frame_hash = hash_bytes(frame->via.bin.ptr, frame->via.bin.size);
    client->hand_count = array_field(tick, "hands")->size;
    client->awaits_frame = false;
    client->frames++;
}

static void take_tick(struct client *client, const msgpack_object *tick) {
    must(client->follows, "a tick before the welcome");
    must(uint_field(tick, "e0") == client->cursor, "a tick that starts elsewhere");
    const msgpack_object_array *events = array_field(tick, "events");
    must(uint_field(tick, "e") == client->cursor + events->size, "events without gaps");
    for (uint32_t i = 0; i < events->size; i++) {
        take_event(client, &events->ptr[i]);
    }
    client->cursor += events->size;
    client->lost = uint_field(tick, "lost");
    take_frame(client, tick);
    client->ticks++;
}

static void take_measures(struct client *client, const msgpack_object *message) {
    const msgpack_object *values = field(message, "values");
    must(client->follows, "measures before the welcome");
    must(uint_field(message, "step") >= client->measured_step, "older measures");
    must(values != NULL && values->type == MSGPACK_OBJECT_MAP && values->via.map.size > 0);
    client->measured_step = uint_field(message, "step");
    client->measures++;
}

void client_take(struct client *client, const struct blob *message) {
    const msgpack_object *map = read_message(message);
    const char *type = text_field(map, "type");
    if (strcmp(type, "welcome") == 0) {
        must(!client->follows, "a second welcome");
        client->grid = strncmp(text_field(map, "encoding"), "grid", 4) == 0;
        take_state(client, field(map, "state"));
    } else if (strcmp(type, "state") == 0) {
        must(client->follows, "a state before the welcome");
        take_state(client, field(map, "state"));
    } else if (strcmp(type, "tick") == 0) {
        take_tick(client, map);
    } else if (strcmp(type, "ack") == 0) {
        client->acks++;
    } else if (strcmp(type, "refused") == 0) {
        client->refusals++;
    } else if (strcmp(type, "measures") == 0) {
        take_measures(client, map);
    } else if (strcmp(type, "spectrum") == 0) {
        client->spectra++;
    } else if (strcmp(type, "trace") == 0) {
        client->traces++;
    }
}

static int compare(uint64_t a, uint64_t b) {
    return (a > b) - (a < b);
}

// Of seats, whose number comes first.
static int compare_seats(const void *a, const void *b) {
    return compare(*(const uint32_t *)a, *(const uint32_t *)b);
}

static int compare_holds(const void *a, const void *b) {
    const struct wire_hold *x = a;
    const struct wire_hold *y = b;
    return compare((uint64_t)x->seat << 32 | x->hand, (uint64_t)y->seat << 32 | y->hand);
}

const char *client_knowledge(const struct client *client) {
    struct client sorted = *client;
    qsort(sorted.seats, sorted.seat_count, sizeof sorted.seats[0], compare_seats);
    qsort(sorted.holds, sorted.hold_count, sizeof sorted.holds[0], compare_holds);
    struct text text = text_begin();
    text_add(&text, "%s%s %s of %u;", sorted.paused ? "paused" : "running",
             sorted.burst ? " burst" : "", sorted.scene, sorted.particles);
    for (uint32_t i = 0; i < sorted.seat_count; i++) {
        text_add(&text, " %u %s%s;", sorted.seats[i].number, sorted.seats[i].name,
                 sorted.seats[i].host ? " host" : "");
    }
    for (uint32_t i = 0; i < sorted.hold_count; i++) {
        text_add(&text, " %u.%u p%u;", sorted.holds[i].seat, sorted.holds[i].hand,
                 sorted.holds[i].particle);
    }
    for (uint32_t i = 0; i < sorted.parameter_count; i++) {
        text_add(&text, " %s=%g", sorted.parameters[i].name, sorted.parameters[i].value);
    }
    return text_end(&text);
}

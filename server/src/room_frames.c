// How the world looks, for viewers: frames, and what they are in each encoding.
//
//     world ──moved?──▶ frame (float32) ──▶ grid (integers, once per encoding)
//                                             └─▶ key: independent    delta: on what a class has
//
// A world is at rest while no coordinate is further than REST_M from where the newest frame has it,
// and hands pull to the same places. Then there is no new frame, and nothing drifts unseen. While
// paused every step has one.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"
#include "wire/grid_frame.h"

#define REST_M 1e-5f

// ---- frames ------------------------------------------------------------------------------------

static struct wire_hand_target *collect_hands(const struct room *room, uint32_t count) {
    struct wire_hand_target *hands = malloc((count + 1) * sizeof *hands);
    for (uint32_t i = 0; hands != NULL && i < count; i++) {
        struct pbd_hand_view view = pbd_world_hand(room->world, i);
        hands[i].seat = view.id / SEAT_HANDS_MAX;
        hands[i].hand = view.id % SEAT_HANDS_MAX;
        memcpy(hands[i].at_m, view.target_m, sizeof view.target_m);
    }
    return hands;
}

static bool same_hands(const struct room *room, const struct frame *frame) {
    if (pbd_world_hand_count(room->world) != frame->hand_count) {
        return false;
    }
    for (uint32_t i = 0; i < frame->hand_count; i++) {
        const struct wire_hand_target *was = &frame->hands[i];
        struct pbd_hand_view view = pbd_world_hand(room->world, i);
        if (view.id != was->seat * SEAT_HANDS_MAX + was->hand ||
            memcmp(view.target_m, was->at_m, sizeof was->at_m) != 0) {
            return false;
        }
    }
    return true;
}

// Whether the world looks as in the newest frame.
static bool is_at_rest(const struct room *room) {
    const struct frame *frame = room->frame;
    if (frame == NULL || !same_hands(room, frame)) {
        return false;
    }
    const float *now_m = pbd_world_positions(room->world);
    const float *then_m = (const float *)(const void *)wire_buffer_content(&frame->positions);
    size_t count = 3 * (size_t)pbd_world_particle_count(room->world);
    for (size_t i = 0; i < count; i++) {
        if (fabsf(now_m[i] - then_m[i]) > REST_M) {
            return false;
        }
    }
    return true;
}

static struct frame *make_frame(struct room *room) {
    struct frame *frame = calloc(1, sizeof *frame);
    if (frame == NULL) {
        return NULL;
    }
    atomic_init(&frame->references, 1);
    frame->serial = ++room->frame_serial;
    frame->step = pbd_world_steps(room->world);
    wire_buffer_init(&frame->positions, 0);
    wire_encode_frame_f32(&frame->positions, pbd_world_positions(room->world),
                          pbd_world_particle_count(room->world));
    frame->hand_count = pbd_world_hand_count(room->world);
    frame->hands = collect_hands(room, frame->hand_count);
    if (room->outline == NULL) {
        room->outline = outline_create(room->world);
    }
    frame->outline = room->outline == NULL ? NULL : outline_ref(room->outline);
    if (frame->positions.failed || frame->hands == NULL) {
        frame_unref(frame);
        return NULL;
    }
    return frame;
}

bool room_look(struct room *room) {
    if (!room->frame_is_old && room->frame != NULL) {
        return true;
    }
    if (room->paused || !is_at_rest(room)) { // whoever makes single steps sees each
        struct frame *frame = make_frame(room);
        if (frame == NULL) {
            return false;
        }
        frame_unref(room->frame);
        room->frame = frame;
    }
    room->frame_is_old = false;
    return true;
}

void room_jumped(struct room *room) {
    room_changed(room);
    room_restart_probes(room);
    frame_unref(room->frame);
    room->frame = NULL; // viewers forget theirs: they are sent one even if it looks the same
}

// ---- grids -------------------------------------------------------------------------------------

static void grid_unref(struct grid *grid) {
    if (grid != NULL && --grid->references == 0) {
        free(grid);
    }
}

// The newest frame as integers; NULL without memory.
static struct grid *newest_grid(struct room *room, enum wire_encoding encoding) {
    struct grid **newest = &room->grids[encoding];
    if (*newest != NULL && (*newest)->serial == room->frame->serial) {
        return *newest;
    }
    uint32_t count = pbd_world_particle_count(room->world);
    struct grid *grid = malloc(sizeof *grid + 3 * (size_t)count * sizeof grid->values[0]);
    if (grid == NULL) {
        return NULL;
    }
    grid->references = 1;
    grid->serial = room->frame->serial;
    wire_grid_quantise(grid->values,
                       (const float *)(const void *)wire_buffer_content(&room->frame->positions),
                       count, wire_grid_step_m(encoding));
    grid_unref(*newest);
    *newest = grid;
    return grid;
}

// False without memory.
static bool know_predictors(struct room *room) {
    if (room->predictors.of != NULL) {
        return true;
    }
    uint32_t count = pbd_world_link_count(room->world);
    uint32_t *links = malloc((2 * (size_t)count + 1) * sizeof *links);
    if (links == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        links[2 * i] = pbd_world_links(room->world)[i].a;
        links[2 * i + 1] = pbd_world_links(room->world)[i].b;
    }
    bool known = wire_predictors_init(&room->predictors, pbd_world_particle_count(room->world),
                                      links, count);
    free(links);
    return known;
}

struct key *room_make_key(struct room *room, uint32_t class, const struct moment *now) {
    enum wire_encoding encoding = class_encoding(class);
    struct key *key = calloc(1, sizeof *key);
    if (key == NULL) {
        return NULL;
    }
    atomic_init(&key->references, 1);
    key->frame = frame_ref(room->frame);
    key->now = *now;
    key->e = room->ring.e;
    wire_buffer_init(&key->bytes, 0);
    if (encoding == WIRE_F32) {
        return key;
    }
    const struct grid *grid = newest_grid(room, encoding);
    if (grid == NULL || !know_predictors(room)) {
        key_unref(key);
        return NULL;
    }
    wire_encode_grid_key(&key->bytes, &room->predictors, grid->values, (uint32_t)grid->serial);
    if (key->bytes.failed) {
        key_unref(key);
        return NULL;
    }
    return key;
}

bool room_make_delta(struct room *room, uint32_t class, struct wire_buffer *bytes) {
    const struct grid *base = room->classes[class].shown;
    const struct grid *grid = newest_grid(room, class_encoding(class));
    if (grid == NULL || !know_predictors(room)) {
        return false;
    }
    wire_encode_grid_delta(bytes, &room->predictors, grid->values, base->values,
                           (uint32_t)grid->serial, (uint32_t)base->serial);
    return !bytes->failed;
}

void room_note_shown(struct room *room, uint32_t class) {
    struct room_class *shows = &room->classes[class];
    shows->serial = room->frame->serial;
    if (!class_has_deltas(class)) {
        return;
    }
    struct grid *grid = newest_grid(room, class_encoding(class));
    if (grid != NULL) {
        grid->references++;
    }
    grid_unref(shows->shown);
    shows->shown = grid;
}

void room_forget_shown(struct room *room, uint32_t class) {
    grid_unref(room->classes[class].shown);
    room->classes[class].shown = NULL;
}

void room_forget_scene(struct room *room) {
    outline_unref(room->outline);
    room->outline = NULL;
    frame_unref(room->frame);
    room->frame = NULL;
    wire_predictors_release(&room->predictors);
    for (uint32_t i = 0; i < CLASS_COUNT; i++) {
        room_forget_shown(room, i);
    }
    for (uint32_t i = 0; i < WIRE_ENCODING_COUNT; i++) {
        grid_unref(room->grids[i]);
        room->grids[i] = NULL;
    }
}

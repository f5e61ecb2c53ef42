#include "server_values.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "vectors.h"
#include "wire/server_message.h"

enum { COUNT_MAX = 128, PARAMETERS_MAX = 32, CHOICES_MAX = 8 };

struct scene_storage {
    uint32_t links[COUNT_MAX * 2];
    float rest_m[COUNT_MAX];
    uint32_t pins[COUNT_MAX];
    struct wire_parameter parameters[PARAMETERS_MAX];
    float choices[PARAMETERS_MAX][CHOICES_MAX];
    const char *labels[PARAMETERS_MAX][CHOICES_MAX];
    struct wire_obstacle obstacles[COUNT_MAX];
    struct wire_grid grids[COUNT_MAX];
    uint32_t faces[COUNT_MAX * 3];
};

struct state_storage {
    struct scene_storage scene;
    struct wire_seat seats[COUNT_MAX];
    struct wire_hold holds[COUNT_MAX];
    struct wire_rules rules;
};

static const cJSON *member(const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    cr_assert_not_null(item, "no %s", key);
    return item;
}

static uint32_t u32_of(const cJSON *object, const char *key) {
    return (uint32_t)vectors_number(object, key);
}

static uint64_t u64_of(const cJSON *object, const char *key) {
    return (uint64_t)vectors_number(object, key);
}

static float float_of(const cJSON *object, const char *key) {
    return (float)vectors_number(object, key);
}

static bool bool_of(const cJSON *object, const char *key) {
    return cJSON_IsTrue(member(object, key));
}

static uint32_t floats_of(const cJSON *object, const char *key, float *values, size_t max) {
    uint32_t count = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, member(object, key)) {
        cr_assert_lt(count, max);
        values[count++] = (float)item->valuedouble;
    }
    return count;
}

// The little-endian words of a bin.
static uint32_t words_of(const cJSON *object, const char *key, void *words, size_t max) {
    struct vector_bytes bin = vectors_hex(member(object, key), "$bin");
    cr_assert(bin.length % 4 == 0 && bin.length / 4 <= max);
    for (size_t i = 0; i < bin.length; i += 4) {
        uint32_t word = bin.bytes[i] | (uint32_t)bin.bytes[i + 1] << 8 |
                        (uint32_t)bin.bytes[i + 2] << 16 | (uint32_t)bin.bytes[i + 3] << 24;
        memcpy((uint8_t *)words + i, &word, sizeof word);
    }
    uint32_t count = (uint32_t)(bin.length / 4);
    vectors_free(bin);
    return count;
}

static void rights_of(const cJSON *list, bool rights[WIRE_RIGHT_COUNT]) {
    const cJSON *right;
    cJSON_ArrayForEach(right, list) {
        for (int i = 0; i < WIRE_RIGHT_COUNT; i++)
            if (strcmp(right->valuestring, wire_right_name((enum wire_right)i)) == 0)
                rights[i] = true;
    }
}

static struct wire_seat seat_of(const cJSON *value) {
    unsigned colour;
    cr_assert_eq(sscanf(vectors_text(value, "colour"), "#%6x", &colour), 1);
    struct wire_seat seat = {.seat = u32_of(value, "seat"),
                             .name = vectors_text(value, "name"),
                             .colour_rgb = colour,
                             .host = bool_of(value, "host"),
                             .watch = cJSON_HasObjectItem(value, "watch")};
    rights_of(cJSON_GetObjectItem(value, "named"), seat.named);
    return seat;
}

// The index of a word among `count` names.
static int index_of(const char *word, const char *(*name)(int index), int count) {
    int i = 0;
    while (i < count && strcmp(word, name(i)) != 0)
        i++;
    cr_assert_lt(i, count, "no %s", word);
    return i;
}

static const char *holders_name(int index) {
    return wire_holders_name((enum wire_holders)index);
}

static const char *newcomers_name(int index) {
    return wire_newcomers_name((enum wire_newcomers)index);
}

static const char *away_name(int index) {
    return wire_away_name((enum wire_away)index);
}

static struct wire_rules rules_of(const cJSON *value) {
    struct wire_rules rules = {
        .frozen = bool_of(value, "frozen"),
        .newcomers = (enum wire_newcomers)index_of(vectors_text(value, "newcomers"), newcomers_name,
                                                   WIRE_NEWCOMERS_COUNT),
        .capacity = u32_of(value, "capacity"),
        .names_hidden = bool_of(value, "names_hidden"),
        .away = (enum wire_away)index_of(vectors_text(value, "away"), away_name, WIRE_AWAY_COUNT),
        .pull_limit_n = float_of(value, "pull_limit"),
    };
    const cJSON *rights = member(value, "rights");
    for (int i = 0; i < WIRE_RIGHT_COUNT; i++) {
        const char *word = vectors_text(rights, wire_right_name((enum wire_right)i));
        rules.holders[i] = (enum wire_holders)index_of(word, holders_name, WIRE_HOLDERS_COUNT);
    }
    return rules;
}

static void texts_of(const cJSON *object, const char *key, const char **texts, size_t max) {
    size_t count = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, member(object, key)) {
        cr_assert_lt(count, max);
        texts[count++] = item->valuestring;
    }
}

static struct wire_parameter parameter_of(const cJSON *value, float choices[CHOICES_MAX],
                                          const char *labels[CHOICES_MAX]) {
    struct wire_parameter parameter = {.name = vectors_text(value, "name"),
                                       .title = vectors_text(value, "title"),
                                       .unit = vectors_text(value, "unit"),
                                       .kind = vectors_text(value, "kind"),
                                       .min = float_of(value, "min"),
                                       .max = float_of(value, "max"),
                                       .initial = float_of(value, "default"),
                                       .value = float_of(value, "value"),
                                       .live = bool_of(value, "live"),
                                       .choices = choices};
    if (cJSON_HasObjectItem(value, "choices"))
        parameter.choice_count = floats_of(value, "choices", choices, CHOICES_MAX);
    if (cJSON_HasObjectItem(value, "labels")) {
        texts_of(value, "labels", labels, CHOICES_MAX);
        parameter.labels = labels;
    }
    return parameter;
}

static struct wire_obstacle obstacle_of(const cJSON *value) {
    const char *shape = vectors_text(value, "shape");
    struct wire_obstacle obstacle = {.shape = WIRE_SLOPE};
    if (strcmp(shape, "capsule") == 0) {
        obstacle.shape = WIRE_CAPSULE;
        floats_of(value, "from", obstacle.capsule.from_m, 3);
        floats_of(value, "to", obstacle.capsule.to_m, 3);
        obstacle.capsule.radius_m = float_of(value, "radius");
    } else if (strcmp(shape, "box") == 0) {
        obstacle.shape = WIRE_BOX;
        floats_of(value, "centre", obstacle.box.centre_m, 3);
        floats_of(value, "half_size", obstacle.box.half_size_m, 3);
    } else {
        cr_assert_str_eq(shape, "slope");
        floats_of(value, "point", obstacle.slope.point_m, 3);
        floats_of(value, "normal", obstacle.slope.normal, 3);
    }
    return obstacle;
}

// What not every scene has.
static void read_extras(const cJSON *value, struct scene_storage *storage,
                        struct wire_scene *scene) {
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(value, "obstacles")) {
        cr_assert_lt(scene->obstacle_count, COUNT_MAX);
        storage->obstacles[scene->obstacle_count++] = obstacle_of(item);
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(value, "grids")) {
        cr_assert_lt(scene->grid_count, COUNT_MAX);
        storage->grids[scene->grid_count++] = (struct wire_grid){
            u32_of(item, "first"), u32_of(item, "columns"), u32_of(item, "rows")};
    }
    scene->obstacles = storage->obstacles;
    scene->grids = storage->grids;
    scene->faces = storage->faces;
    if (cJSON_HasObjectItem(value, "radius"))
        scene->radius_m = float_of(value, "radius");
    if (cJSON_HasObjectItem(value, "faces"))
        scene->face_count = words_of(value, "faces", storage->faces, COUNT_MAX * 3) / 3;
    if (cJSON_HasObjectItem(value, "springs"))
        scene->spring_count = u32_of(value, "springs");
}

static struct wire_scene scene_of(const cJSON *value, struct scene_storage *storage) {
    struct wire_scene scene = {.name = vectors_text(value, "name"),
                               .title = vectors_text(value, "title"),
                               .version = u32_of(value, "version"),
                               .h_s = vectors_number(value, "h"),
                               .particle_count = u32_of(value, "particles"),
                               .links = storage->links,
                               .rest_m = storage->rest_m,
                               .pins = storage->pins,
                               .parameters = storage->parameters};
    scene.link_count = words_of(value, "links", storage->links, COUNT_MAX * 2) / 2;
    cr_assert_eq(words_of(value, "rest", storage->rest_m, COUNT_MAX), scene.link_count);
    scene.pin_count = words_of(value, "pins", storage->pins, COUNT_MAX);
    floats_of(member(value, "view"), "centre", scene.view_centre_m, 3);
    scene.view_radius_m = float_of(member(value, "view"), "radius");
    read_extras(value, storage, &scene);
    const cJSON *item;
    cJSON_ArrayForEach(item, member(value, "parameters")) {
        uint32_t i = scene.parameter_count++;
        cr_assert_lt(i, PARAMETERS_MAX);
        storage->parameters[i] = parameter_of(item, storage->choices[i], storage->labels[i]);
    }
    return scene;
}

static struct wire_state state_of(const cJSON *value, struct state_storage *storage) {
    struct wire_state state = {.e = u64_of(value, "e"),
                               .step = u64_of(value, "step"),
                               .lost = u64_of(value, "lost"),
                               .paused = bool_of(value, "paused"),
                               .burst = cJSON_HasObjectItem(value, "burst"),
                               .host_away = cJSON_HasObjectItem(value, "host_away"),
                               .can_undo = cJSON_HasObjectItem(value, "can_undo"),
                               .room_code = vectors_text(member(value, "room"), "code"),
                               .room_title = vectors_text(member(value, "room"), "title"),
                               .scene = scene_of(member(value, "scene"), &storage->scene),
                               .seats = storage->seats,
                               .holds = storage->holds};
    if (cJSON_HasObjectItem(value, "slow"))
        state.slow = u32_of(value, "slow");
    if (cJSON_HasObjectItem(value, "notice"))
        state.notice = vectors_text(value, "notice");
    if (cJSON_HasObjectItem(value, "rules")) {
        storage->rules = rules_of(member(value, "rules"));
        state.rules = &storage->rules;
    }
    const cJSON *item;
    cJSON_ArrayForEach(item, member(value, "seats")) {
        cr_assert_lt(state.seat_count, COUNT_MAX);
        storage->seats[state.seat_count++] = seat_of(item);
    }
    cJSON_ArrayForEach(item, member(value, "hands")) {
        cr_assert_lt(state.hold_count, COUNT_MAX);
        storage->holds[state.hold_count++] = (struct wire_hold){
            u32_of(item, "seat"), u32_of(item, "hand"), u32_of(item, "particle")};
    }
    return state;
}

static uint32_t measures_of(const cJSON *value, struct wire_measure *measures) {
    uint32_t count = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(value, "measures")) {
        cr_assert_lt(count, COUNT_MAX);
        measures[count++] = (struct wire_measure){
            vectors_text(item, "name"), vectors_text(item, "title"), vectors_text(item, "unit")};
    }
    return count;
}

static void encode_welcome(const cJSON *value, struct wire_buffer *out) {
    struct state_storage storage;
    struct wire_measure measures[COUNT_MAX];
    const cJSON *limits = member(value, "limits");
    struct wire_welcome welcome = {.server_version = vectors_text(value, "server"),
                                   .core_version = u32_of(value, "core"),
                                   .self = seat_of(value),
                                   .resume = vectors_text(value, "resume"),
                                   .encoding = WIRE_F32,
                                   .rate_hz = u32_of(value, "rate"),
                                   .commands_per_s_max = u32_of(limits, "commands_per_s"),
                                   .hands_max = u32_of(limits, "hands"),
                                   .measures = measures,
                                   .measure_count = measures_of(value, measures),
                                   .state = state_of(member(value, "state"), &storage)};
    rights_of(member(value, "rights"), welcome.rights);
    if (cJSON_HasObjectItem(value, "simd"))
        welcome.simd = vectors_text(value, "simd");
    if (cJSON_HasObjectItem(limits, "capacity"))
        welcome.capacity_max = u32_of(limits, "capacity");
    wire_encode_welcome(out, &welcome);
}

static enum wire_let_go_reason reason_of(const char *name) {
    static const char names[WIRE_LET_GO_REASON_COUNT][16] = {"released", "disconnected", "reset",
                                                             "scene",    "frozen",       "host",
                                                             "silent",   "not_allowed",  "undone"};
    int i = 0;
    while (i < WIRE_LET_GO_REASON_COUNT && strcmp(names[i], name) != 0)
        i++;
    cr_assert_lt(i, WIRE_LET_GO_REASON_COUNT, "no reason %s", name);
    return (enum wire_let_go_reason)i;
}

static enum wire_event_type event_type_of(const char *name) {
    static const char names[WIRE_EVENT_TYPE_COUNT][16] = {
        "joined",  "left",   "taken",  "let_go",    "gust",     "parameter", "paused",
        "resumed", "reset",  "rekick", "scene",     "burst",    "rules",     "member",
        "speed",   "undone", "code",   "broadcast", "host_away"};
    int i = 0;
    while (i < WIRE_EVENT_TYPE_COUNT && strcmp(names[i], name) != 0)
        i++;
    cr_assert_lt(i, WIRE_EVENT_TYPE_COUNT, "no event type %s", name);
    return (enum wire_event_type)i;
}

static void encode_event(const cJSON *value, struct wire_buffer *out) {
    struct scene_storage storage;
    struct wire_scene scene;
    struct wire_event event = {.type = event_type_of(vectors_text(value, "type")),
                               .step = u64_of(value, "step"),
                               .has_seat = cJSON_HasObjectItem(value, "seat")};
    if (event.has_seat)
        event.seat = u32_of(value, "seat");
    switch (event.type) {
    case WIRE_EVENT_JOINED:
    case WIRE_EVENT_MEMBER:
        event.member = seat_of(value);
        break;
    case WIRE_EVENT_TAKEN:
        event.hand.hand = u32_of(value, "hand");
        event.hand.particle = u32_of(value, "particle");
        break;
    case WIRE_EVENT_LET_GO:
        event.hand.hand = u32_of(value, "hand");
        event.hand.reason = reason_of(vectors_text(value, "reason"));
        break;
    case WIRE_EVENT_GUST:
        floats_of(value, "direction", event.gust.direction, 3);
        event.gust.strength = float_of(value, "strength");
        event.gust.duration_s = float_of(value, "duration");
        event.gust.width_m = float_of(value, "width");
        break;
    case WIRE_EVENT_PARAMETER:
        event.parameter.name = vectors_text(value, "name");
        event.parameter.value = float_of(value, "value");
        break;
    case WIRE_EVENT_RULES:
        event.rules = rules_of(member(value, "rules"));
        break;
    case WIRE_EVENT_SPEED:
        event.slow = u32_of(value, "slow");
        break;
    case WIRE_EVENT_CODE:
        event.text = vectors_text(value, "code");
        break;
    case WIRE_EVENT_BROADCAST:
        event.text = vectors_text(value, "text");
        break;
    case WIRE_EVENT_HOST_AWAY:
        event.away = bool_of(value, "away");
        break;
    case WIRE_EVENT_SCENE:
    case WIRE_EVENT_UNDONE:
        scene = scene_of(member(value, "scene"), &storage);
        event.scene = &scene;
        break;
    default:
        break;
    }
    wire_encode_event(out, &event);
}

static void encode_tick(const cJSON *value, struct wire_buffer *out) {
    struct wire_buffer events;
    wire_buffer_init(&events, 0);
    const cJSON *item;
    cJSON_ArrayForEach(item, member(value, "events")) {
        encode_event(item, &events);
    }

    struct wire_hand_target hands[COUNT_MAX];
    struct vector_bytes frame = {0};
    struct wire_tick tick = {.e0 = u64_of(value, "e0"),
                             .e = u64_of(value, "e"),
                             .events = wire_buffer_content(&events),
                             .events_bytes = events.length_bytes,
                             .step = u64_of(value, "step"),
                             .time_ms = vectors_number(value, "time"),
                             .lost = u64_of(value, "lost"),
                             .hands = hands};
    if (cJSON_HasObjectItem(value, "frame")) {
        frame = vectors_hex(member(value, "frame"), "$bin");
        tick.frame = frame.bytes;
        tick.frame_bytes = frame.length;
        cJSON_ArrayForEach(item, member(value, "hands")) {
            float numbers[5];
            const cJSON *number;
            size_t n = 0;
            cJSON_ArrayForEach(number, item) {
                numbers[n++] = (float)number->valuedouble;
            }
            cr_assert_lt(tick.hand_count, COUNT_MAX);
            hands[tick.hand_count++] =
                (struct wire_hand_target){.seat = (uint32_t)numbers[0],
                                          .hand = (uint32_t)numbers[1],
                                          .at_m = {numbers[2], numbers[3], numbers[4]}};
        }
    }
    wire_encode_tick(out, &tick);
    wire_buffer_release(&events);
    vectors_free(frame);
}

// The values stand between others that do not apply and are left out.
static void encode_measures(const cJSON *value, struct wire_buffer *out) {
    struct wire_measure table[COUNT_MAX];
    double values[COUNT_MAX];
    float forces[COUNT_MAX * 3];
    struct wire_measures measures = {.step = u64_of(value, "step"),
                                     .time_ms = vectors_number(value, "time"),
                                     .table = table,
                                     .values = values};
    const cJSON *item;
    cJSON_ArrayForEach(item, member(value, "values")) {
        cr_assert_lt(measures.count + 3, COUNT_MAX);
        table[measures.count] = (struct wire_measure){.name = "left_out"};
        values[measures.count] = measures.count % 4 == 0 ? (double)NAN : -(double)INFINITY;
        table[measures.count + 1] = (struct wire_measure){.name = item->string};
        values[measures.count + 1] = item->valuedouble;
        measures.count += 2;
    }
    if (cJSON_HasObjectItem(value, "pins")) {
        measures.pin_forces_n = forces;
        measures.pin_count = words_of(value, "pins", forces, COUNT_MAX * 3) / 3;
    }
    wire_encode_measures(out, &measures);
}

static uint32_t doubles_of(const cJSON *object, const char *key, double *values, size_t max) {
    uint32_t count = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, member(object, key)) {
        cr_assert_lt(count, max);
        values[count++] = item->valuedouble;
    }
    return count;
}

static void encode_spectrum(const cJSON *value, struct wire_buffer *out) {
    float amplitudes[COUNT_MAX];
    double expected[COUNT_MAX];
    struct wire_spectrum spectrum = {
        .step = u64_of(value, "step"),
        .particle = u32_of(value, "particle"),
        .bin_hz = vectors_number(value, "hz"),
        .amplitudes_m = amplitudes,
        .count = words_of(value, "amplitudes", amplitudes, COUNT_MAX),
        .expected_hz = expected,
        .expected_count = doubles_of(value, "expected", expected, COUNT_MAX),
    };
    wire_encode_spectrum(out, &spectrum);
}

// The little-endian float64 of a bin: every other word is the higher half.
static uint32_t double_bin_of(const cJSON *object, const char *key, double *values, size_t max) {
    uint32_t words[COUNT_MAX];
    uint32_t count = words_of(object, key, words, COUNT_MAX) / 2;
    cr_assert_leq(count, max);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bits = (uint64_t)words[2 * i + 1] << 32 | words[2 * i];
        memcpy(&values[i], &bits, sizeof bits);
    }
    return count;
}

static void encode_trace(const cJSON *value, struct wire_buffer *out) {
    const char *kinds[COUNT_MAX];
    float positions[COUNT_MAX], predicted[COUNT_MAX], moved[COUNT_MAX], velocities[COUNT_MAX],
        final[COUNT_MAX], values[COUNT_MAX], gradients[COUNT_MAX];
    uint32_t records[COUNT_MAX], particles[COUNT_MAX];
    double corrections[COUNT_MAX];
    texts_of(value, "kinds", kinds, COUNT_MAX);
    struct wire_trace trace = {
        .step = u64_of(value, "step"),
        .h_s = vectors_number(value, "h"),
        .substeps = u32_of(value, "substeps"),
        .sweeps = u32_of(value, "sweeps"),
        .complete = bool_of(value, "complete"),
        .kinds = kinds,
        .kind_count = (uint32_t)cJSON_GetArraySize(member(value, "kinds")),
        .particle_count = words_of(value, "positions", positions, COUNT_MAX) / 3,
        .positions_m = positions,
        .predicted_m = predicted,
        .moved_m = moved,
        .velocities_m_per_s = velocities,
        .final_m = final,
        .records = records,
        .values = values,
        .record_count = words_of(value, "values", values, COUNT_MAX),
        .term_particles = particles,
        .term_count = words_of(value, "term_particles", particles, COUNT_MAX),
        .gradients = gradients,
        .corrections_m = corrections,
    };
    trace.recorded =
        words_of(value, "predicted", predicted, COUNT_MAX) / (3 * trace.particle_count);
    words_of(value, "moved", moved, COUNT_MAX);
    words_of(value, "velocities", velocities, COUNT_MAX);
    words_of(value, "final", final, COUNT_MAX);
    words_of(value, "records", records, COUNT_MAX);
    words_of(value, "gradients", gradients, COUNT_MAX);
    double_bin_of(value, "corrections", corrections, COUNT_MAX);
    wire_encode_trace(out, u32_of(value, "seq"), &trace);
}

static void encode_refused(const cJSON *value, struct wire_buffer *out) {
    struct wire_refusal refusal = {.has_seq = cJSON_HasObjectItem(value, "seq")};
    if (refusal.has_seq)
        refusal.seq = u32_of(value, "seq");
    while (refusal.code < WIRE_CODE_COUNT &&
           strcmp(wire_code_name(refusal.code), vectors_text(value, "code")) != 0)
        refusal.code++;
    snprintf(refusal.text, sizeof refusal.text, "%s", vectors_text(value, "message"));
    wire_encode_refused(out, &refusal);
}

static void encode_rights(const cJSON *value, struct wire_buffer *out) {
    bool rights[WIRE_RIGHT_COUNT] = {false};
    rights_of(member(value, "rights"), rights);
    wire_encode_rights(out, rights);
}

static void encode_roster(const cJSON *value, struct wire_buffer *out) {
    struct wire_roster_entry entries[COUNT_MAX];
    uint32_t count = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, member(value, "members")) {
        cr_assert_lt(count, COUNT_MAX);
        entries[count++] = (struct wire_roster_entry){
            u32_of(item, "seat"), vectors_text(item, "name"), bool_of(item, "waiting")};
    }
    wire_encode_roster(out, entries, count);
}

static void encode_quality(const cJSON *value, struct wire_buffer *out) {
    struct wire_quality entries[COUNT_MAX];
    uint32_t count = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, member(value, "members")) {
        cr_assert_lt(count, COUNT_MAX);
        bool timed = cJSON_HasObjectItem(item, "round_trip");
        entries[count++] = (struct wire_quality){
            .seat = u32_of(item, "seat"),
            .round_trip_ms = timed ? vectors_number(item, "round_trip") : -1.0,
            .skipped = u64_of(item, "skipped"),
            .silent_s = vectors_number(item, "silent"),
        };
    }
    wire_encode_quality(out, entries, count);
}

void server_value_encode(const cJSON *value, struct wire_buffer *out) {
    const char *type = vectors_text(value, "type");
    struct state_storage storage;
    if (strcmp(type, "welcome") == 0) {
        encode_welcome(value, out);
    } else if (strcmp(type, "state") == 0) {
        struct wire_state state = state_of(member(value, "state"), &storage);
        wire_encode_state(out, &state);
    } else if (strcmp(type, "tick") == 0) {
        encode_tick(value, out);
    } else if (strcmp(type, "ack") == 0) {
        wire_encode_ack(out, u32_of(value, "seq"), u64_of(value, "step"));
    } else if (strcmp(type, "refused") == 0) {
        encode_refused(value, out);
    } else if (strcmp(type, "closing") == 0) {
        wire_encode_closing(out, vectors_text(value, "message"), u32_of(value, "retry_s"));
    } else if (strcmp(type, "pong") == 0) {
        wire_encode_pong(out, vectors_number(value, "time"), vectors_number(value, "server_time"),
                         u64_of(value, "step"));
    } else if (strcmp(type, "measures") == 0) {
        encode_measures(value, out);
    } else if (strcmp(type, "spectrum") == 0) {
        encode_spectrum(value, out);
    } else if (strcmp(type, "rights") == 0) {
        encode_rights(value, out);
    } else if (strcmp(type, "rate") == 0) {
        wire_encode_rate(out, u32_of(value, "rate"));
    } else if (strcmp(type, "waiting") == 0) {
        wire_encode_waiting(out, u32_of(value, "seat"));
    } else if (strcmp(type, "roster") == 0) {
        encode_roster(value, out);
    } else if (strcmp(type, "quality") == 0) {
        encode_quality(value, out);
    } else if (strcmp(type, "trace") == 0) {
        encode_trace(value, out);
    } else {
        cr_assert_fail("no message type %s", type);
    }
}

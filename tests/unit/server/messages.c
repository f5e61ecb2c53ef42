#include "messages.h"

#include <msgpack.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

static struct wire_client_message hand_message(enum wire_client_type type, uint32_t seq,
                                               uint32_t hand, uint32_t particle, float x, float y,
                                               float z) {
    return (struct wire_client_message){
        .type = type,
        .has_seq = true,
        .seq = seq,
        .hand = {.hand = hand, .particle = particle, .at_m = {x, y, z}},
    };
}

struct wire_client_message grab_message(uint32_t seq, uint32_t hand, uint32_t particle, float x,
                                        float y, float z) {
    return hand_message(WIRE_GRAB, seq, hand, particle, x, y, z);
}

struct wire_client_message move_message(uint32_t seq, uint32_t hand, float x, float y, float z) {
    return hand_message(WIRE_MOVE, seq, hand, 0, x, y, z);
}

struct wire_client_message release_message(uint32_t seq, uint32_t hand) {
    return hand_message(WIRE_RELEASE, seq, hand, 0, 0, 0, 0);
}

struct wire_client_message gust_message(uint32_t seq, float strength) {
    return (struct wire_client_message){
        .type = WIRE_GUST,
        .has_seq = true,
        .seq = seq,
        .gust = {.direction = {1, 0, 0}, .strength = strength, .duration_s = 0.1f, .width_m = 0.5f},
    };
}

struct wire_client_message set_message(uint32_t seq, const char *parameter, float value) {
    struct wire_client_message message = plain_message(seq, WIRE_SET);
    snprintf(message.set.name, sizeof message.set.name, "%s", parameter);
    message.set.value = value;
    return message;
}

struct wire_client_message scene_message(uint32_t seq, const char *scene) {
    struct wire_client_message message = plain_message(seq, WIRE_SCENE);
    snprintf(message.scene.name, sizeof message.scene.name, "%s", scene);
    return message;
}

struct wire_client_message plain_message(uint32_t seq, enum wire_client_type type) {
    return (struct wire_client_message){.type = type, .has_seq = type != WIRE_STATE, .seq = seq};
}

struct wire_client_message rate_message(uint32_t seq, uint32_t rate_hz) {
    struct wire_client_message message = plain_message(seq, WIRE_RATE);
    message.rate_hz = rate_hz;
    return message;
}

struct wire_client_message speed_message(uint32_t seq, uint32_t slow) {
    struct wire_client_message message = plain_message(seq, WIRE_SPEED);
    message.slow = slow;
    return message;
}

struct wire_client_message ping_message(double time) {
    return (struct wire_client_message){.type = WIRE_PING, .ping = {.time = time}};
}

struct wire_client_message measure_message(uint32_t seq, uint32_t rate_hz, int64_t particle) {
    struct wire_client_message message = plain_message(seq, WIRE_MEASURE);
    message.measure.rate_hz = rate_hz;
    message.measure.has_particle = particle != NO_PARTICLE;
    message.measure.particle = particle == NO_PARTICLE ? 0 : (uint32_t)particle;
    return message;
}

static struct wire_client_message random_measure(uint64_t *random, uint32_t seq) {
    static const uint32_t rates_hz[] = {0, 60, 30, 1};
    return measure_message(seq, rates_hz[random_below(random, 4)],
                           chance(random, 50) ? (int64_t)NO_PARTICLE : random_below(random, 8));
}

static struct wire_client_message random_set(uint64_t *random, uint32_t seq) {
    static const struct {
        const char *name;
        float values[3];
    } settings[] = {
        {"iterations", {1, 5, 300}}, {"gravity", {0, 9.81f, 20}}, {"links", {2, 3, 1.5f}},
        {"rate", {60, 120, 100}},    {"damping", {0, 1, -1}},     {"no_such", {0, 1, 2}},
        {"stepping", {0, 2, 3}},     {"spring", {1, 1e4f, 1e6f}},
    };
    uint32_t which = random_below(random, sizeof settings / sizeof settings[0]);
    return set_message(seq, settings[which].name, settings[which].values[random_below(random, 3)]);
}

struct wire_client_message random_message(uint64_t *random, uint32_t seq) {
    static const char *const scenes[] = {"chain", "rope", "no_such"};
    uint32_t hand = random_below(random, 5);
    float x = (float)random_below(random, 100) / 50;
    switch (random_below(random, 20)) {
    case 0:
    case 1:
    case 2:
        return grab_message(seq, hand, random_below(random, 6), x, 1, 0);
    case 3:
    case 4:
    case 5:
    case 6:
        return move_message(seq, hand, x, 1, 0);
    case 7:
    case 8:
        return release_message(seq, hand);
    case 9:
        return gust_message(seq, x);
    case 10:
    case 11:
        return random_set(random, seq);
    case 12:
        return plain_message(seq, chance(random, 30) ? WIRE_PAUSE : WIRE_RESUME);
    case 13:
        return plain_message(seq, WIRE_STEP);
    case 14:
        return random_measure(random, seq);
    case 15:
        return plain_message(seq, WIRE_TRACE);
    case 16:
        return plain_message(seq, WIRE_UNDO);
    case 17:
        return speed_message(seq, 1u << random_below(random, 5));
    case 18:
        return chance(random, 50) ? plain_message(seq, WIRE_RESET) : gust_message(seq, x);
    default:
        return chance(random, 30) ? scene_message(seq, scenes[random_below(random, 3)])
                                  : move_message(seq, hand, x, 1, 0);
    }
}

// ---- commands as bytes -------------------------------------------------------------------------

static void pack_text(msgpack_packer *packer, const char *text) {
    msgpack_pack_str_with_body(packer, text, strlen(text));
}

static void pack_uint(msgpack_packer *packer, const char *key, uint64_t value) {
    pack_text(packer, key);
    msgpack_pack_uint64(packer, value);
}

static void pack_vector(msgpack_packer *packer, const char *key, const float vector[3]) {
    pack_text(packer, key);
    msgpack_pack_array(packer, 3);
    for (uint32_t c = 0; c < 3; c++) {
        msgpack_pack_float(packer, vector[c]);
    }
}

static void pack_float(msgpack_packer *packer, const char *key, float value) {
    pack_text(packer, key);
    msgpack_pack_float(packer, value);
}

// The texts of a hello, those that are empty left out.
static uint32_t pack_texts(msgpack_packer *packer, const struct wire_hello *hello) {
    const char *const texts[][2] = {
        {"room", hello->room},
        {"name", hello->name},
        {"resume", hello->resume},
        {"host_key", hello->host_key},
    };
    uint32_t count = 0;
    for (uint32_t i = 0; i < 4; i++) {
        if (texts[i][1][0] != '\0') {
            count++;
            if (packer != NULL) {
                pack_text(packer, texts[i][0]);
                pack_text(packer, texts[i][1]);
            }
        }
    }
    return count;
}

static void pack_hello(msgpack_packer *packer, const struct wire_hello *hello) {
    pack_uint(packer, "version", hello->version);
    if (hello->rate_hz > 0) {
        pack_uint(packer, "rate", hello->rate_hz);
    }
    pack_text(packer, "encodings");
    msgpack_pack_array(packer, 1);
    pack_text(packer, hello->encoding == WIRE_ENCODING_COUNT ? "strange"
                                                             : wire_encoding_name(hello->encoding));
    pack_texts(packer, hello);
}

static uint32_t count_fields(const struct wire_client_message *message) {
    switch (message->type) {
    case WIRE_HELLO:
        return 2 + (message->hello.rate_hz > 0) + pack_texts(NULL, &message->hello);
    case WIRE_GRAB:
        return 3;
    case WIRE_MOVE:
    case WIRE_SET:
        return 2;
    case WIRE_GUST:
        return 4;
    case WIRE_RELEASE:
    case WIRE_SCENE:
    case WIRE_RATE:
    case WIRE_SPEED:
    case WIRE_RENAME:
        return 1;
    case WIRE_PING:
        return 1 + message->ping.has_round_trip + message->ping.has_step;
    case WIRE_MEASURE:
        return 1 + message->measure.has_particle;
    default:
        return 0;
    }
}

static void pack_fields(msgpack_packer *packer, const struct wire_client_message *message) {
    switch (message->type) {
    case WIRE_HELLO:
        pack_hello(packer, &message->hello);
        break;
    case WIRE_GRAB:
        pack_uint(packer, "particle", message->hand.particle);
        pack_vector(packer, "at", message->hand.at_m);
        pack_uint(packer, "hand", message->hand.hand);
        break;
    case WIRE_MOVE:
        pack_vector(packer, "at", message->hand.at_m);
        pack_uint(packer, "hand", message->hand.hand);
        break;
    case WIRE_RELEASE:
        pack_uint(packer, "hand", message->hand.hand);
        break;
    case WIRE_GUST:
        pack_vector(packer, "direction", message->gust.direction);
        pack_float(packer, "strength", message->gust.strength);
        pack_float(packer, "duration", message->gust.duration_s);
        pack_float(packer, "width", message->gust.width_m);
        break;
    case WIRE_SET:
        pack_text(packer, "parameter");
        pack_text(packer, message->set.name);
        pack_float(packer, "value", message->set.value);
        break;
    case WIRE_SCENE:
        pack_text(packer, "scene");
        pack_text(packer, message->scene.name);
        break;
    case WIRE_RATE:
        pack_uint(packer, "rate", message->rate_hz);
        break;
    case WIRE_SPEED:
        pack_uint(packer, "slow", message->slow);
        break;
    case WIRE_RENAME: // oneself
        pack_text(packer, "name");
        pack_text(packer, message->rename.name);
        break;
    case WIRE_PING:
        pack_float(packer, "time", (float)message->ping.time);
        if (message->ping.has_step) {
            pack_uint(packer, "step", message->ping.step);
        }
        if (message->ping.has_round_trip) {
            pack_float(packer, "round_trip", message->ping.round_trip_ms);
        }
        break;
    case WIRE_MEASURE:
        pack_uint(packer, "rate", message->measure.rate_hz);
        if (message->measure.has_particle) {
            pack_uint(packer, "particle", message->measure.particle);
        }
        break;
    default:
        break;
    }
}

static int append(void *out, const char *bytes, size_t length) {
    return wire_buffer_append(out, bytes, length) ? 0 : -1;
}

struct blob *encode_client_message(const struct wire_client_message *message) {
    struct blob *blob = blob_create();
    must(blob != NULL);
    msgpack_packer packer = {.data = &blob->buffer, .callback = append};
    msgpack_pack_map(&packer, 1 + message->has_seq + count_fields(message));
    pack_text(&packer, "type");
    pack_text(&packer, wire_client_type_name(message->type));
    if (message->has_seq) {
        pack_uint(&packer, "seq", message->seq);
    }
    pack_fields(&packer, message);
    return blob_finish(blob);
}

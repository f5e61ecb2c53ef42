#include "wind.h"

#include <math.h>
#include <string.h>

#define FRONT_SPEED 5.0f // m/s

// One wave of the breeze: how often it comes, how it lies in space, how much of which axis it is.
struct wave {
    double turns_per_s;
    float turns_per_m[3];
    float share[3];
};

static const struct wave waves[] = {
    {0.23, {0.30f, -0.20f, 0.00f}, {0.00f, 0.00f, 0.60f}},
    {0.61, {0.90f, 0.40f, 0.10f}, {0.00f, 0.00f, 0.40f}},
    {0.37, {0.20f, 0.15f, 0.50f}, {0.35f, 0.00f, 0.00f}},
};
enum { WAVE_COUNT = sizeof waves / sizeof waves[0] };

// A sine made of two parabolas; turns may be any number of moderate size.
static float parabola_sine(float turns) {
    float phase = turns - (float)(int32_t)turns;
    phase = phase < 0.0f ? phase + 1.0f : phase;
    float q = 2.0f * phase - 1.0f; // −1 … 1
    return -4.0f * q * (1.0f - fabsf(q));
}

// Phase of wave i at this step in turns, 0 ≤ phase < 1: integers, so that it never drifts.
static float wave_phase(const struct pbd_world *world, uint32_t i) {
    double per_step = waves[i].turns_per_s * 4294967296.0 / (double)world->model.rate_hz;
    uint32_t start = (world->seed + i) * 2654435761u;
    uint32_t phase = start + (uint32_t)(world->step * (uint64_t)per_step);
    return (float)(phase >> 8) * (1.0f / 16777216.0f);
}

static void add_breeze(struct pbd_world *world, float strength) {
    const float *x = world->model.x;
    float *wind = world->model.wind;
    for (uint32_t k = 0; k < WAVE_COUNT; k++) {
        const struct wave *wave = &waves[k];
        float phase = wave_phase(world, k);
        for (uint32_t i = 0; i < world->model.counts.particles; i++) {
            float turns = phase + wave->turns_per_m[0] * x[3 * i] +
                          wave->turns_per_m[1] * x[3 * i + 1] + wave->turns_per_m[2] * x[3 * i + 2];
            float s = strength * parabola_sine(turns);
            for (uint32_t c = 0; c < 3; c++) {
                wind[3 * i + c] += wave->share[c] * s;
            }
        }
    }
}

// 0 before the edge, 1 behind it, smooth between.
static float smooth_edge(float u) {
    u = u < 0.0f ? 0.0f : u > 1.0f ? 1.0f : u;
    return u * u * (3.0f - 2.0f * u);
}

static float *gust_way_m(const struct pbd_world *world, const struct gust *gust) {
    return &world->model.gust_way_m[(size_t)gust->slot * world->model.counts.particles];
}

static void add_gust(struct pbd_world *world, const struct gust *gust) {
    float *wind = world->model.wind;
    const float *way_m = gust->width_m > 0.0f ? gust_way_m(world, gust) : NULL;
    float rate_hz = (float)world->model.rate_hz;
    float age_steps = (float)(world->step - gust->start_step);
    float front_m = FRONT_SPEED * age_steps / rate_hz;
    float end_m = FRONT_SPEED * (age_steps - (float)gust->duration_steps) / rate_hz;
    for (uint32_t i = 0; i < world->model.counts.particles; i++) {
        float strength = gust->strength;
        if (gust->width_m > 0.0f) {
            strength *= smooth_edge((front_m - way_m[i]) / gust->width_m) -
                        smooth_edge((end_m - way_m[i]) / gust->width_m);
        }
        for (uint32_t c = 0; c < 3; c++) {
            wind[3 * i + c] += strength * gust->direction[c];
        }
    }
}

void wind_retire(struct pbd_world *world) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->gust_count; i++) {
        const struct gust *gust = &world->gusts[i];
        if (world->step - gust->start_step < gust->life_steps) {
            world->gusts[kept++] = *gust;
        }
    }
    world->gust_count = kept;
}

// The wind that blows everywhere and always.
static void begin_with_steady_wind(struct model *m) {
    for (uint32_t i = 0; i < 3 * m->counts.particles; i++) {
        m->wind[i] = m->steady_wind[i % 3];
    }
}

bool wind_evaluate(struct pbd_world *world) {
    float breeze = world->values[PBD_BREEZE];
    const float *steady = world->model.steady_wind;
    bool steadily = steady[0] != 0.0f || steady[1] != 0.0f || steady[2] != 0.0f;
    if (breeze == 0.0f && world->gust_count == 0 && !steadily) {
        return false;
    }
    begin_with_steady_wind(&world->model);
    if (breeze > 0.0f) {
        add_breeze(world, breeze);
    }
    for (uint32_t i = 0; i < world->gust_count; i++) {
        add_gust(world, &world->gusts[i]);
    }
    return true;
}

static uint32_t free_slot(const struct pbd_world *world) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < world->gust_count; i++) {
        used |= 1u << world->gusts[i].slot;
    }
    uint32_t slot = 0;
    while (used >> slot & 1u) {
        slot++;
    }
    return slot;
}

// Measures the ways of a front from the particle that it meets first. Returns the longest.
static float measure_ways(const struct pbd_world *world, const struct gust *gust) {
    const float *x = world->model.x;
    float *way_m = gust_way_m(world, gust);
    float near_m = INFINITY;
    float far_m = -INFINITY;
    for (uint32_t i = 0; i < world->model.counts.particles; i++) {
        way_m[i] = gust->direction[0] * x[3 * i] + gust->direction[1] * x[3 * i + 1] +
                   gust->direction[2] * x[3 * i + 2];
        near_m = way_m[i] < near_m ? way_m[i] : near_m;
        far_m = way_m[i] > far_m ? way_m[i] : far_m;
    }
    for (uint32_t i = 0; i < world->model.counts.particles; i++) {
        way_m[i] -= near_m;
    }
    return far_m - near_m;
}

size_t wind_fronts_bytes(const struct model *model) {
    return PBD_GUSTS_MAX * (size_t)model->counts.particles * sizeof(float);
}

bool wind_open_fronts(struct model *model, const struct pbd_allocator *allocator) {
    if (model->gust_way_m == NULL) {
        model->gust_way_m = allocator->allocate(allocator->context, wind_fronts_bytes(model));
    }
    return model->gust_way_m != NULL;
}

void wind_close_fronts(struct model *model, const struct pbd_allocator *allocator) {
    if (model->gust_way_m != NULL) {
        allocator->release(allocator->context, model->gust_way_m);
    }
    model->gust_way_m = NULL;
}

enum pbd_status wind_start_gust(struct pbd_world *world, const struct pbd_command *command) {
    if (command->gust.width_m > 0.0f && !wind_open_fronts(&world->model, &world->allocator)) {
        return PBD_NO_MEMORY;
    }
    const float *direction = command->gust.direction;
    // Divided by the largest component first, so that no direction overflows or vanishes.
    float largest = 0.0f;
    for (uint32_t c = 0; c < 3; c++) {
        largest = fabsf(direction[c]) > largest ? fabsf(direction[c]) : largest;
    }
    float scaled[3] = {direction[0] / largest, direction[1] / largest, direction[2] / largest};
    float length = sqrtf(scaled[0] * scaled[0] + scaled[1] * scaled[1] + scaled[2] * scaled[2]);
    float rate_hz = (float)world->model.rate_hz;
    struct gust gust = {
        .start_step = world->step,
        .duration_steps = (uint32_t)(command->gust.duration_s * rate_hz + 0.5f),
        .direction = {scaled[0] / length, scaled[1] / length, scaled[2] / length},
        .strength = command->gust.strength,
        .width_m = command->gust.width_m,
        .slot = free_slot(world),
    };
    gust.life_steps = gust.duration_steps;
    if (gust.width_m > 0.0f) {
        float pass_s = (measure_ways(world, &gust) + gust.width_m) / FRONT_SPEED;
        gust.life_steps += (uint32_t)(pass_s * rate_hz) + 1;
    }
    world->gusts[world->gust_count++] = gust;
    return PBD_OK;
}

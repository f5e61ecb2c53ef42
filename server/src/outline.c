#include "outline.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    GRID_LINES_MAX = 9,        // rows, and as many columns
    GRID_LINE_POINTS_MAX = 16, // of each
    TURNS_LOOKED_AT = 16,      // links of one particle, for the one that goes straight on
};

// ---- lines, with room for what comes ------------------------------------------------------------

struct lines {
    struct outline *outline;
    uint32_t points_room, lines_room;
    bool failed; // without memory; nothing more is added
};

static bool make_room(uint32_t **array, uint32_t *room, uint32_t count) {
    if (count < *room) {
        return true;
    }
    uint32_t more = *room == 0 ? 256 : 2 * *room;
    uint32_t *grown = realloc(*array, more * sizeof **array);
    if (grown == NULL) {
        return false;
    }
    *array = grown;
    *room = more;
    return true;
}

static void add_point(struct lines *lines, uint32_t particle) {
    struct outline *outline = lines->outline;
    lines->failed =
        lines->failed || !make_room(&outline->points, &lines->points_room, outline->point_count);
    if (!lines->failed) {
        outline->points[outline->point_count++] = particle;
    }
}

static void end_line(struct lines *lines) {
    struct outline *outline = lines->outline;
    lines->failed =
        lines->failed || !make_room(&outline->ends, &lines->lines_room, outline->line_count);
    if (!lines->failed) {
        outline->ends[outline->line_count++] = outline->point_count;
    }
}

// ---- cloth -------------------------------------------------------------------------------------

// The i-th of `count` places spread over 0 … last, the ends among them.
static uint32_t spread(uint32_t i, uint32_t count, uint32_t last) {
    return count < 2 ? 0 : (uint32_t)((uint64_t)i * last / (count - 1));
}

static uint32_t at_most(uint32_t count, uint32_t max) {
    return count < max ? count : max;
}

static void add_grid(struct lines *lines, const struct pbd_grid *grid) {
    for (uint32_t along_rows = 0; along_rows < 2; along_rows++) {
        uint32_t across = along_rows ? grid->rows : grid->columns;
        uint32_t along = along_rows ? grid->columns : grid->rows;
        uint32_t line_count = at_most(across, GRID_LINES_MAX);
        uint32_t point_count = at_most(along, GRID_LINE_POINTS_MAX);
        for (uint32_t k = 0; k < line_count; k++) {
            uint32_t fixed = spread(k, line_count, across - 1);
            for (uint32_t i = 0; i < point_count; i++) {
                uint32_t moving = spread(i, point_count, along - 1);
                uint32_t row = along_rows ? fixed : moving;
                uint32_t column = along_rows ? moving : fixed;
                add_point(lines, grid->first + row * grid->columns + column);
            }
            end_line(lines);
        }
    }
}

static bool is_in_a_grid(const struct pbd_world *world, const struct pbd_link *link) {
    const struct pbd_grid *grids = pbd_world_grids(world);
    for (uint32_t i = 0; i < pbd_world_grid_count(world); i++) {
        uint32_t end = grids[i].first + grids[i].rows * grids[i].columns;
        if (link->a >= grids[i].first && link->a < end && link->b >= grids[i].first &&
            link->b < end) {
            return true;
        }
    }
    return false;
}

// ---- everything else ---------------------------------------------------------------------------

// Links by particle.
struct net {
    const struct pbd_world *world;
    uint32_t *first;  // [particles + 2]: where a particle's links begin in `of`
    uint32_t *of;     // links
    uint32_t *degree; // [particles]: links not drawn yet
    bool *drawn;      // [links]
};

static void net_release(struct net *net) {
    free(net->first);
    free(net->of);
    free(net->degree);
    free(net->drawn);
}

static bool net_init(struct net *net, const struct pbd_world *world) {
    uint32_t particles = pbd_world_particle_count(world);
    uint32_t count = pbd_world_link_count(world);
    const struct pbd_link *links = pbd_world_links(world);
    *net = (struct net){
        .world = world,
        .first = calloc((size_t)particles + 2, sizeof *net->first),
        .of = calloc(2 * (size_t)count + 1, sizeof *net->of),
        .degree = calloc((size_t)particles + 1, sizeof *net->degree),
        .drawn = calloc((size_t)count + 1, sizeof *net->drawn),
    };
    if (net->first == NULL || net->of == NULL || net->degree == NULL || net->drawn == NULL) {
        net_release(net);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        net->drawn[i] = is_in_a_grid(world, &links[i]);
        if (!net->drawn[i]) {
            net->degree[links[i].a]++;
            net->degree[links[i].b]++;
        }
    }
    // While the links are put in place, first[p + 1] moves from where p's begin to where they end.
    for (uint32_t p = 0; p < particles; p++) {
        net->first[p + 2] = net->first[p + 1] + net->degree[p];
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!net->drawn[i]) {
            net->of[net->first[links[i].a + 1]++] = i;
            net->of[net->first[links[i].b + 1]++] = i;
        }
    }
    return true;
}

static float straightness(const struct pbd_world *world, uint32_t before, uint32_t at,
                          uint32_t next) {
    const float *x = pbd_world_positions(world);
    float along = 0.0f, length2 = 0.0f;
    for (uint32_t c = 0; c < 3; c++) {
        float e = x[3 * next + c] - x[3 * at + c];
        along += (x[3 * at + c] - x[3 * before + c]) * e;
        length2 += e * e;
    }
    return length2 > 0.0f ? along / sqrtf(length2) : 0.0f;
}

// The particle at the other end of the link that goes on from `at` most nearly in the same
// direction, if there is one that has not been drawn. It is drawn now.
static bool go_on(struct net *net, uint32_t before, uint32_t at, uint32_t *next) {
    const struct pbd_link *links = pbd_world_links(net->world);
    uint32_t best = UINT32_MAX, looked_at = 0;
    float best_straightness = 0.0f;
    for (uint32_t k = net->first[at]; k < net->first[at + 1] && looked_at < TURNS_LOOKED_AT; k++) {
        uint32_t link = net->of[k];
        if (net->drawn[link]) {
            continue;
        }
        looked_at++;
        uint32_t other = links[link].a == at ? links[link].b : links[link].a;
        float s = straightness(net->world, before, at, other);
        if (best == UINT32_MAX || s > best_straightness) {
            best = link;
            best_straightness = s;
            *next = other;
        }
    }
    if (best == UINT32_MAX) {
        return false;
    }
    net->drawn[best] = true;
    net->degree[at]--;
    net->degree[*next]--;
    return true;
}

static void add_lines_from(struct lines *lines, struct net *net, uint32_t start) {
    while (net->degree[start] > 0 && !lines->failed) {
        uint32_t before = start, at = start, next;
        add_point(lines, start);
        while (go_on(net, before, at, &next)) {
            add_point(lines, next);
            before = at;
            at = next;
        }
        end_line(lines);
    }
}

// Lines along links, from loose ends first, so that a rope is one line.
static bool add_links(struct lines *lines, const struct pbd_world *world) {
    struct net net;
    if (!net_init(&net, world)) {
        return false;
    }
    for (uint32_t p = 0; p < pbd_world_particle_count(world); p++) {
        if (net.degree[p] == 1) {
            add_lines_from(lines, &net, p);
        }
    }
    for (uint32_t p = 0; p < pbd_world_particle_count(world); p++) {
        add_lines_from(lines, &net, p);
    }
    net_release(&net);
    return !lines->failed;
}

// ---- thinning out ------------------------------------------------------------------------------

// Keeps every so many points of each line, and its last.
static void thin_points(struct outline *outline, uint32_t stride) {
    uint32_t kept = 0, begin = 0;
    for (uint32_t line = 0; line < outline->line_count; line++) {
        uint32_t end = outline->ends[line];
        for (uint32_t i = begin; i < end; i++) {
            if ((i - begin) % stride == 0 || i + 1 == end) {
                outline->points[kept++] = outline->points[i];
            }
        }
        begin = end;
        outline->ends[line] = kept;
    }
    outline->point_count = kept;
}

static void thin_lines(struct outline *outline, uint32_t stride) {
    uint32_t kept = 0, kept_lines = 0, begin = 0;
    for (uint32_t line = 0; line < outline->line_count; line++) {
        uint32_t end = outline->ends[line];
        if (line % stride == 0 && kept + (end - begin) <= OUTLINE_POINTS_MAX) {
            memmove(outline->points + kept, outline->points + begin,
                    (end - begin) * sizeof outline->points[0]);
            kept += end - begin;
            outline->ends[kept_lines++] = kept;
        }
        begin = end;
    }
    outline->point_count = kept;
    outline->line_count = kept_lines;
}

static uint32_t stride_to(uint32_t count, uint32_t max) {
    return (count + max - 1) / max;
}

static void thin_out(struct outline *outline) {
    if (outline->point_count > OUTLINE_POINTS_MAX) {
        thin_points(outline, stride_to(outline->point_count, OUTLINE_POINTS_MAX));
    }
    if (outline->point_count > OUTLINE_POINTS_MAX) {
        thin_lines(outline, stride_to(outline->point_count, OUTLINE_POINTS_MAX));
    }
}

// ---- all of it ---------------------------------------------------------------------------------

static void add_pins(struct outline *outline, const struct pbd_world *world) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < outline->particle_count; i++) {
        count += pbd_world_is_pin(world, i);
    }
    uint32_t kept = at_most(count, OUTLINE_PINS_MAX);
    for (uint32_t i = 0, pin = 0; outline->pin_count < kept; i++) {
        if (pbd_world_is_pin(world, i) && pin++ == spread(outline->pin_count, kept, count - 1)) {
            outline->pins[outline->pin_count++] = i;
        }
    }
}

struct outline *outline_create(const struct pbd_world *world) {
    struct outline *outline = calloc(1, sizeof *outline);
    if (outline == NULL) {
        return NULL;
    }
    struct lines lines = {.outline = outline};
    atomic_init(&outline->references, 1);
    outline->particle_count = pbd_world_particle_count(world);
    pbd_world_view(world, outline->centre_m, &outline->radius_m);
    for (uint32_t i = 0; i < pbd_world_grid_count(world); i++) {
        add_grid(&lines, &pbd_world_grids(world)[i]);
    }
    if (!add_links(&lines, world)) {
        outline_unref(outline);
        return NULL;
    }
    thin_out(outline);
    add_pins(outline, world);
    outline->obstacle_count = pbd_world_obstacle_count(world);
    for (uint32_t i = 0; i < outline->obstacle_count; i++) {
        outline->obstacles[i] = pbd_world_obstacle(world, i);
    }
    return outline;
}

struct outline *outline_ref(struct outline *outline) {
    atomic_fetch_add_explicit(&outline->references, 1, memory_order_relaxed);
    return outline;
}

void outline_unref(struct outline *outline) {
    if (outline != NULL &&
        atomic_fetch_sub_explicit(&outline->references, 1, memory_order_acq_rel) == 1) {
        free(outline->points);
        free(outline->ends);
        free(outline);
    }
}

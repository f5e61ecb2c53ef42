#include "picture.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 640, HEIGHT = 400, THIN_FROM_LINES = 5 };

#define MARGIN 0.94f // of half the height

// What is drawn, and how far the text has got. What does not fit any more is left out.
struct drawing {
    const struct frame *frame;
    const struct outline *outline;
    float scale; // pixels per metre
    char *svg;   // [PICTURE_BYTES_MAX]
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void add(struct drawing *drawing, const char *format,
                                                      ...) {
    va_list arguments;
    size_t room = PICTURE_BYTES_MAX - drawing->length;
    va_start(arguments, format);
    int length = vsnprintf(drawing->svg + drawing->length, room, format, arguments);
    va_end(arguments);
    if (length > 0 && (size_t)length < room) {
        drawing->length += (size_t)length;
    } else {
        drawing->svg[drawing->length] = '\0';
    }
}

// Near the picture, so that numbers stay short.
static int pixel(float value) {
    return (int)lrintf(fmaxf(-99.0f, fminf(999.0f, value)));
}

static int across(const struct drawing *drawing, float x_m) {
    return pixel((float)WIDTH / 2 + (x_m - drawing->outline->centre_m[0]) * drawing->scale);
}

static int down(const struct drawing *drawing, float y_m) {
    return pixel((float)HEIGHT / 2 - (y_m - drawing->outline->centre_m[1]) * drawing->scale);
}

// As encoded: little-endian float32.
static float coordinate(const struct drawing *drawing, uint32_t particle, uint32_t axis) {
    const uint8_t *bytes = (const uint8_t *)wire_buffer_content(&drawing->frame->positions) +
                           4 * (3 * (size_t)particle + axis);
    uint32_t bits = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                    (uint32_t)bytes[3] << 24;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void add_obstacle(struct drawing *drawing, const struct pbd_obstacle *obstacle) {
    switch (obstacle->shape) {
    case PBD_CAPSULE: {
        const float *from = obstacle->capsule.from_m, *to = obstacle->capsule.to_m;
        add(drawing,
            "<path class=\"o\" stroke=\"#b4bbc3\" stroke-width=\"%d\" d=\"M%d %dL%d %d\"/>",
            pixel(2.0f * obstacle->capsule.radius_m * drawing->scale), across(drawing, from[0]),
            down(drawing, from[1]), across(drawing, to[0]), down(drawing, to[1]));
        break;
    }
    case PBD_BOX: {
        const float *centre = obstacle->box.centre_m, *half = obstacle->box.half_size_m;
        int left = across(drawing, centre[0] - half[0]);
        int top = down(drawing, centre[1] + half[1]);
        add(drawing,
            "<path class=\"o\" stroke=\"#b4bbc3\" stroke-width=\"2\" d=\"M%d %dH%dV%dH%dZ\"/>",
            left, top, across(drawing, centre[0] + half[0]), down(drawing, centre[1] - half[1]),
            left);
        break;
    }
    case PBD_SLOPE: {
        const float *p = obstacle->slope.point_m, *n = obstacle->slope.normal;
        float far_m = (float)WIDTH / drawing->scale;
        add(drawing, "<path class=\"o\" stroke=\"#b4bbc3\" stroke-width=\"4\" d=\"M%d %dL%d %d\"/>",
            across(drawing, p[0] - n[1] * far_m), down(drawing, p[1] + n[0] * far_m),
            across(drawing, p[0] + n[1] * far_m), down(drawing, p[1] - n[0] * far_m));
        break;
    }
    }
}

static void add_lines(struct drawing *drawing) {
    const struct outline *outline = drawing->outline;
    uint32_t begin = 0;
    add(drawing, "<path stroke-width=\"%s\" d=\"",
        outline->line_count < THIN_FROM_LINES ? "6" : "2");
    for (uint32_t line = 0; line < outline->line_count; line++) {
        for (uint32_t i = begin; i < outline->ends[line]; i++) {
            uint32_t particle = outline->points[i];
            add(drawing, "%s%d %d", i == begin ? "M" : " ",
                across(drawing, coordinate(drawing, particle, 0)),
                down(drawing, coordinate(drawing, particle, 1)));
        }
        begin = outline->ends[line];
    }
    add(drawing, "\"/>");
}

char *picture_svg(const struct frame *frame) {
    const struct outline *outline = frame->outline;
    struct drawing drawing = {
        .frame = frame,
        .outline = outline,
        .scale = MARGIN * (float)HEIGHT / 2 / fmaxf(outline->radius_m, 1e-3f),
        .svg = malloc(PICTURE_BYTES_MAX),
    };
    if (drawing.svg == NULL) {
        return NULL;
    }
    // The attributes are for where the style is not applied, the style for the page's colours.
    add(&drawing,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" fill=\"none\" "
        "stroke=\"#4a7ba6\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        "<style>svg{stroke:#1f5f99}.o{stroke:#c3c9d0;fill:#c3c9d0}.p{fill:#b3400f}"
        "@media(prefers-color-scheme:dark){svg{stroke:#8fc4f2}.o{stroke:#4a525c;fill:#4a525c}"
        ".p{fill:#ff9a66}}</style>",
        WIDTH, HEIGHT);
    for (uint32_t i = 0; i < outline->obstacle_count; i++) {
        add_obstacle(&drawing, &outline->obstacles[i]);
    }
    add_lines(&drawing);
    for (uint32_t i = 0; i < outline->pin_count; i++) {
        add(&drawing,
            "<circle class=\"p\" stroke=\"none\" fill=\"#b3400f\" cx=\"%d\" cy=\"%d\" r=\"6\"/>",
            across(&drawing, coordinate(&drawing, outline->pins[i], 0)),
            down(&drawing, coordinate(&drawing, outline->pins[i], 1)));
    }
    add(&drawing, "</svg>");
    return drawing.svg;
}

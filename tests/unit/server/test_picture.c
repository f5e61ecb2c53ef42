#include "picture.h"

#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "room_fixture.h"
#include "support.h"

// A frame of a room of this scene, as nobody is there to see it.
static struct publication *frame_of(struct test_room *t, const char *scene) {
    test_room_open(t, scene, rights_everyone_everything());
    struct publication *publication = room_publish_unseen(t->room, 0);
    must(publication != NULL && publication->frame != NULL);
    return publication;
}

CleanTest(picture, of_every_scene_is_small_and_whole) {
    const struct pbd_scene *scene;
    for (uint32_t i = 0; (scene = pbd_scene_at(i)) != NULL; i++) {
        struct test_room t;
        struct publication *publication = frame_of(&t, scene->name);
        char *svg = picture_svg(publication->frame);
        cr_assert_not_null(svg);
        cr_expect_eq(strncmp(svg, "<svg xmlns=", 11), 0);
        cr_expect_str_eq(svg + strlen(svg) - 6, "</svg>", "%s", scene->name);
        cr_expect_lt(strlen(svg), PICTURE_BYTES_MAX);
        cr_expect_null(strstr(svg, "nan"), "%s", scene->name);
        free(svg);
        publication_destroy(publication);
        test_room_close(&t);
    }
}

CleanTest(picture, of_as_many_points_as_there_may_be_is_whole_too) {
    struct test_room t;
    struct publication *publication = frame_of(&t, "chain");
    struct outline *outline = publication->frame->outline;
    // As wide as numbers get, and a new line every two points.
    outline->centre_m[0] += 50.0f;
    free(outline->points);
    free(outline->ends);
    outline->points = calloc(OUTLINE_POINTS_MAX, sizeof *outline->points);
    outline->ends = calloc(OUTLINE_POINTS_MAX / 2, sizeof *outline->ends);
    outline->point_count = OUTLINE_POINTS_MAX;
    outline->line_count = OUTLINE_POINTS_MAX / 2;
    for (uint32_t line = 0; line < outline->line_count; line++) {
        outline->ends[line] = 2 * line + 2;
    }
    char *svg = picture_svg(publication->frame);
    cr_expect_str_eq(svg + strlen(svg) - 6, "</svg>");
    free(svg);
    publication_destroy(publication);
    test_room_close(&t);
}

CleanTest(picture, shows_the_world_as_it_is_in_the_frame) {
    struct test_room t;
    struct publication *before = frame_of(&t, "chain");
    for (int i = 0; i < 60; i++) {
        room_step(t.room);
    }
    struct publication *after = room_publish_unseen(t.room, 1000);
    cr_assert_not_null(after);
    char *first = picture_svg(before->frame);
    char *second = picture_svg(after->frame);
    cr_expect_str_neq(first, second, "it has swung");
    cr_expect_not_null(strstr(first, "prefers-color-scheme:dark"));
    // The pin hangs above the middle.
    cr_expect_not_null(strstr(second, "cx=\"320\""), "%s", second);
    free(first);
    free(second);
    publication_destroy(before);
    publication_destroy(after);
    test_room_close(&t);
}

CleanTest(picture, lines_and_positions_fit_together_after_another_scene) {
    struct test_room t;
    struct publication *chain = frame_of(&t, "chain");
    test_room_join(&t, 7, "Ada");
    struct wire_client_message message = scene_message(1, "cloth");
    room_command(t.room, 7, &message);
    struct publication *cloth = room_publish(t.room, 0);
    cr_assert_not_null(cloth->frame->outline);
    cr_expect_neq(cloth->frame->outline, chain->frame->outline);
    cr_expect_eq(cloth->frame->positions.length_bytes, 12 * cloth->frame->outline->particle_count);
    cr_expect_eq(chain->frame->positions.length_bytes, 12 * chain->frame->outline->particle_count);
    publication_destroy(chain);
    publication_destroy(cloth);
    test_room_close(&t);
}

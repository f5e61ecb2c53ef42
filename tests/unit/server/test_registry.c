#include "registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room_fixture.h"
#include "support.h"

// The registry never looks into a viewer.
static struct viewer *viewer(uintptr_t n) {
    return (struct viewer *)(16 * n);
}

static struct hall *add_hall(struct registry *registry, const char *code, uint32_t viewers_max) {
    struct test_room t;
    test_room_open(&t, "rope", rights_hosted());
    strcpy(t.room->code, code);
    struct hall *hall = registry_add_hall(registry, t.room, viewers_max, true);
    test_room_close(&t);
    return hall;
}

// ---- viewers -----------------------------------------------------------------------------------

CleanTest(registry, finds_viewers_by_the_ids_it_gave) {
    struct registry registry;
    cr_assert(registry_init(&registry, 1, 3));
    uint64_t first = registry_add_viewer(&registry, viewer(1));
    uint64_t second = registry_add_viewer(&registry, viewer(2));
    cr_expect_neq(first, 0);
    cr_expect_neq(second, 0);
    cr_expect_eq(registry_viewer(&registry, first), viewer(1));
    cr_expect_eq(registry_viewer(&registry, second), viewer(2));
    cr_expect_null(registry_viewer(&registry, 0));
    cr_expect_null(registry_viewer(&registry, (uint64_t)1 << 32 | 3), "past the last slot");
    registry_release(&registry);
}

CleanTest(registry, an_id_of_one_who_has_gone_finds_nobody_even_if_another_took_the_place) {
    struct registry registry;
    cr_assert(registry_init(&registry, 1, 1));
    uint64_t first = registry_add_viewer(&registry, viewer(1));
    registry_remove_viewer(&registry, first);
    cr_expect_null(registry_viewer(&registry, first));
    uint64_t second = registry_add_viewer(&registry, viewer(2));
    cr_expect_neq(second, first);
    cr_expect_null(registry_viewer(&registry, first));
    registry_remove_viewer(&registry, first);
    cr_expect_eq(registry_viewer(&registry, second), viewer(2), "an old id removes nobody");
    registry_release(&registry);
}

CleanTest(registry, has_no_id_for_one_too_many) {
    struct registry registry;
    cr_assert(registry_init(&registry, 1, 2));
    uint64_t first = registry_add_viewer(&registry, viewer(1));
    registry_add_viewer(&registry, viewer(2));
    cr_expect_eq(registry_add_viewer(&registry, viewer(3)), 0);
    cr_expect_eq(registry.viewer_count, 2);
    registry_remove_viewer(&registry, first);
    cr_expect_neq(registry_add_viewer(&registry, viewer(3)), 0);
    registry_release(&registry);
}

CleanTest(registry, never_gives_an_id_twice_and_always_finds_exactly_who_is_there) {
    enum { SLOTS = 5, ROUNDS = 5000 };
    static uint64_t ids[ROUNDS]; // of viewer k + 1; its presence below
    static bool here[ROUNDS];
    uint32_t given = 0;
    uint32_t count = 0;
    uint64_t random = 9;
    struct registry registry;
    cr_assert(registry_init(&registry, 1, SLOTS));
    for (uint32_t round = 0; round < ROUNDS; round++) {
        if (chance(&random, 60)) {
            uint64_t id = registry_add_viewer(&registry, viewer(given + 1));
            must((id == 0) == (count == SLOTS));
            for (uint32_t k = 0; id != 0 && k < given; k++) {
                must(ids[k] != id);
            }
            if (id != 0) {
                ids[given] = id;
                here[given++] = true;
                count++;
            }
        } else if (given > 0) {
            uint32_t k = given - 1 - random_below(&random, given < 8 ? given : 8);
            registry_remove_viewer(&registry, ids[k]);
            count -= here[k];
            here[k] = false;
        }
        must(registry.viewer_count == count);
        for (uint32_t k = given < 20 ? 0 : given - 20; k < given; k++) {
            must(registry_viewer(&registry, ids[k]) == (here[k] ? viewer(k + 1) : NULL));
        }
    }
    registry_release(&registry);
}

// ---- halls -------------------------------------------------------------------------------------

CleanTest(registry, a_hall_knows_what_the_lobby_shows_of_its_room) {
    struct registry registry;
    cr_assert(registry_init(&registry, 2, 1));
    struct hall *hall = add_hall(&registry, "ONE", 4);
    cr_expect_str_eq(hall->code, "ONE");
    cr_expect_str_eq(hall->title, "Test room");
    cr_expect_str_eq(hall->scene, "rope");
    cr_expect(hall->listed);
    cr_expect_eq(hall->viewers_max, 4);
    registry_release(&registry);
}

CleanTest(registry, finds_halls_by_number_and_by_code) {
    struct registry registry;
    cr_assert(registry_init(&registry, 3, 1));
    struct hall *one = add_hall(&registry, "ONE", 4);
    struct hall *two = add_hall(&registry, "TWO", 4);
    cr_expect_eq(registry_hall(&registry, 0), one);
    cr_expect_eq(registry_hall(&registry, 1), two);
    cr_expect_null(registry_hall(&registry, 2));
    cr_expect_eq(registry_hall_by_code(&registry, "ONE"), one);
    cr_expect_eq(registry_hall_by_code(&registry, "TWO"), two);
    cr_expect_null(registry_hall_by_code(&registry, "one"));
    registry_release(&registry);
}

CleanTest(registry, has_no_hall_for_one_room_too_many_until_another_is_taken_out) {
    struct registry registry;
    cr_assert(registry_init(&registry, 2, 1));
    add_hall(&registry, "ONE", 4);
    add_hall(&registry, "TWO", 4);
    cr_expect_null(add_hall(&registry, "THREE", 4));
    registry_remove_hall(&registry, registry_hall_by_code(&registry, "ONE"));
    cr_expect_eq(registry.hall_count, 1);
    cr_expect_null(registry_hall_by_code(&registry, "ONE"));
    cr_expect_not_null(registry_hall_by_code(&registry, "TWO"));
    cr_expect_not_null(add_hall(&registry, "THREE", 4));
    cr_expect_null(add_hall(&registry, "FOUR", 4));
    registry_release(&registry);
}

CleanTest(registry, an_id_of_a_room_that_has_ended_finds_no_later_room_in_its_place) {
    struct registry registry;
    cr_assert(registry_init(&registry, 2, 1));
    uint32_t ids[100];
    for (uint32_t i = 0; i < 100; i++) {
        struct hall *hall = add_hall(&registry, "ONE", 4);
        ids[i] = hall->room;
        cr_assert_eq(registry_hall(&registry, ids[i]), hall);
        for (uint32_t k = 0; k < i; k++) {
            cr_assert_neq(ids[k], ids[i]);
            cr_assert_null(registry_hall(&registry, ids[k]));
        }
        registry_remove_hall(&registry, hall);
        cr_assert_null(registry_hall(&registry, ids[i]));
    }
    registry_release(&registry);
}

CleanTest(registry, goes_through_the_halls_that_are_there) {
    struct registry registry;
    cr_assert(registry_init(&registry, 4, 1));
    cr_expect_null(registry_next_hall(&registry, NULL));
    struct hall *one = add_hall(&registry, "ONE", 4);
    struct hall *two = add_hall(&registry, "TWO", 4);
    struct hall *three = add_hall(&registry, "THREE", 4);
    registry_remove_hall(&registry, two);
    cr_expect_eq(registry_next_hall(&registry, NULL), one);
    cr_expect_eq(registry_next_hall(&registry, one), three);
    cr_expect_null(registry_next_hall(&registry, three));
    registry_release(&registry);
}

CleanTest(registry, remembers_the_codes_of_rooms_that_have_ended_the_newest_ones) {
    struct registry registry;
    char code[8];
    cr_assert(registry_init(&registry, 1, 1));
    cr_expect_not(registry_code_has_ended(&registry, ""));
    struct hall *led = add_hall(&registry, "FIRST", 4);
    hall_take_code(led, "SECOND");
    registry_remember_ended(&registry, led);
    registry_remove_hall(&registry, led);
    cr_expect(registry_code_has_ended(&registry, "FIRST"), "also a code that it had before");
    cr_expect(registry_code_has_ended(&registry, "SECOND"));
    cr_expect_not(registry_code_has_ended(&registry, ""));
    for (uint32_t i = 0; i < ENDED_CODES_MAX; i++) {
        sprintf(code, "N%u", i);
        struct hall *hall = add_hall(&registry, code, 4);
        registry_remember_ended(&registry, hall);
        registry_remove_hall(&registry, hall);
    }
    cr_expect_not(registry_code_has_ended(&registry, "SECOND"), "no more than so many");
    cr_expect(registry_code_has_ended(&registry, "N0"));
    cr_expect(registry_code_has_ended(&registry, code));
    registry_release(&registry);
}

CleanTest(registry, a_hall_holds_twice_the_viewers_of_its_room_and_no_more) {
    struct registry registry;
    cr_assert(registry_init(&registry, 1, 1));
    struct hall *hall = add_hall(&registry, "ONE", 1);
    cr_expect(hall_add_viewer(hall, viewer(1)));
    cr_expect(hall_add_viewer(hall, viewer(2)));
    cr_expect_not(hall_add_viewer(hall, viewer(3)));
    hall_remove_viewer(hall, viewer(1));
    cr_expect(hall_add_viewer(hall, viewer(3)));
    cr_expect_eq(hall->viewer_count, 2);
    registry_release(&registry);
}

CleanTest(registry, removing_a_viewer_leaves_the_others_in_the_hall) {
    for (uintptr_t leaver = 1; leaver <= 4; leaver++) {
        struct registry registry;
        cr_assert(registry_init(&registry, 1, 1));
        struct hall *hall = add_hall(&registry, "ONE", 3);
        for (uintptr_t n = 1; n <= 3; n++) {
            hall_add_viewer(hall, viewer(n));
        }
        hall_remove_viewer(hall, viewer(leaver)); // 4 is not there
        cr_assert_eq(hall->viewer_count, leaver == 4 ? 3 : 2);
        for (uintptr_t n = 1; n <= 3; n++) {
            uint32_t found = 0;
            for (uint32_t i = 0; i < hall->viewer_count; i++) {
                found += hall->viewers[i] == viewer(n);
            }
            cr_expect_eq(found, n == leaver ? 0 : 1);
        }
        registry_release(&registry);
    }
}

CleanTest(registry, a_hall_rotates_its_viewers_by_one_place) {
    for (uint32_t count = 0; count <= 3; count++) {
        struct registry registry;
        cr_assert(registry_init(&registry, 1, 1));
        struct hall *hall = add_hall(&registry, "ONE", 2);
        for (uintptr_t n = 1; n <= count; n++) {
            hall_add_viewer(hall, viewer(n));
        }
        hall_rotate(hall);
        cr_expect_eq(hall->viewer_count, count);
        for (uint32_t i = 0; i < count; i++) {
            cr_expect_eq(hall->viewers[i], viewer((i + 1) % count + 1));
        }
        registry_release(&registry);
    }
}

CleanTest(registry, is_not_opened_without_memory) {
    for (uint32_t n = 1; n <= 2; n++) {
        struct registry registry;
        fail_allocation(n);
        bool opened = registry_init(&registry, 1, 1);
        fail_allocation(0);
        cr_expect_not(opened);
    }
}

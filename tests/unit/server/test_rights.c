#include "rights.h"

#include <criterion/criterion.h>

static const struct seat host = {.host = true}, member = {.host = false};

static bool may(const struct wire_rules *rules, enum wire_right right, const struct seat *seat) {
    return rights_allow(rules, false, right, seat);
}

Test(rights, of_a_demo_room_let_everyone_do_everything) {
    struct wire_rules rules = rights_everyone_everything();
    for (unsigned right = 0; right < WIRE_RIGHT_COUNT; right++) {
        cr_expect(may(&rules, (enum wire_right)right, &member));
        cr_expect(may(&rules, (enum wire_right)right, &host));
    }
}

Test(rights, of_a_hosted_room_let_everyone_grab_and_blow_and_hosts_do_everything) {
    struct wire_rules rules = rights_hosted();
    for (unsigned right = 0; right < WIRE_RIGHT_COUNT; right++) {
        bool open = right == WIRE_RIGHT_GRAB || right == WIRE_RIGHT_GUST;
        cr_expect_eq(may(&rules, (enum wire_right)right, &member), open, "%s",
                     wire_right_name((enum wire_right)right));
        cr_expect(may(&rules, (enum wire_right)right, &host));
    }
}

Test(rights, of_named_members_belong_to_those_named_for_that_right_alone) {
    struct wire_rules rules = rights_hosted();
    struct seat named = {.named = {[WIRE_RIGHT_GRAB] = true, [WIRE_RIGHT_TIME] = true}};
    rules.holders[WIRE_RIGHT_GRAB] = WIRE_NAMED;
    cr_expect(may(&rules, WIRE_RIGHT_GRAB, &named));
    cr_expect_not(may(&rules, WIRE_RIGHT_GRAB, &member));
    cr_expect(may(&rules, WIRE_RIGHT_GRAB, &host));
    cr_expect_not(may(&rules, WIRE_RIGHT_TIME, &named), "that row says hosts");
}

Test(rights, to_grab_end_for_all_but_hosts_while_hands_are_frozen) {
    struct wire_rules rules = rights_hosted();
    rules.frozen = true;
    cr_expect_not(may(&rules, WIRE_RIGHT_GRAB, &member));
    cr_expect(may(&rules, WIRE_RIGHT_GUST, &member));
    cr_expect(may(&rules, WIRE_RIGHT_GRAB, &host));
}

Test(rights, end_for_who_may_only_watch_and_for_all_while_the_room_stands_by) {
    struct wire_rules rules = rights_everyone_everything();
    struct seat watching = {.watch = true};
    for (unsigned right = 0; right < WIRE_RIGHT_COUNT; right++) {
        cr_expect_not(may(&rules, (enum wire_right)right, &watching));
        rules.away = WIRE_CARRY_ON;
        cr_expect(rights_allow(&rules, true, (enum wire_right)right, &member));
        rules.away = WIRE_STAND_BY;
        cr_expect_not(rights_allow(&rules, true, (enum wire_right)right, &member));
        cr_expect(rights_allow(&rules, true, (enum wire_right)right, &host));
    }
}

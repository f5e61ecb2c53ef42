#include "rights.h"

#include "support.h"

Test(rights, of_a_demo_room_let_everyone_do_everything) {
    struct rights rights = rights_everyone_everything();
    for (unsigned right = 0; right < WIRE_RIGHT_COUNT; right++) {
        cr_expect(rights_allow(&rights, (enum wire_right)right, false));
        cr_expect(rights_allow(&rights, (enum wire_right)right, true));
    }
}

Test(rights, of_a_hosted_room_let_everyone_grab_and_blow_and_hosts_do_everything) {
    struct rights rights = rights_hosted();
    for (unsigned right = 0; right < WIRE_RIGHT_COUNT; right++) {
        bool open = right == WIRE_RIGHT_GRAB || right == WIRE_RIGHT_GUST;
        cr_expect_eq(rights_allow(&rights, (enum wire_right)right, false), open, "%s",
                     wire_right_name((enum wire_right)right));
        cr_expect(rights_allow(&rights, (enum wire_right)right, true));
    }
}

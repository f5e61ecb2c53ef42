#include "answers.h"

#include <criterion/criterion.h>

static struct answers answers;
static uint64_t asked_ns;

Test(answers, takes_one_answer_to_each_command) {
    cr_expect_eq(answers_oldest_ns(&answers), 0);
    uint32_t first = answers_ask(&answers, false, 10);
    uint32_t second = answers_ask(&answers, false, 20);
    cr_expect_eq(answers_oldest_ns(&answers), 10);
    cr_expect(answers_take(&answers, second, true, &asked_ns));
    cr_expect_eq(asked_ns, 20);
    cr_expect_not(answers_take(&answers, second, true, &asked_ns), "a second time");
    cr_expect_not(answers_take(&answers, second + 1, true, &asked_ns), "never asked");
    cr_expect_not(answers_take(&answers, 0, true, &asked_ns));
    cr_expect_eq(answers_oldest_ns(&answers), 10);
    cr_expect(answers_take(&answers, first, false, &asked_ns));
    cr_expect_eq(answers_oldest_ns(&answers), 0);
}

Test(answers, the_ack_of_a_move_covers_the_earlier_moves) {
    uint32_t grab = answers_ask(&answers, false, 1);
    uint32_t first = answers_ask(&answers, true, 2);
    uint32_t second = answers_ask(&answers, true, 3);
    uint32_t third = answers_ask(&answers, true, 4);
    cr_expect(answers_take(&answers, second, true, &asked_ns));
    cr_expect_not(answers_take(&answers, first, true, &asked_ns));
    cr_expect_eq(answers_oldest_ns(&answers), 1, "no ack of a move covers a grab");
    cr_expect(answers_take(&answers, grab, true, &asked_ns));
    cr_expect_eq(answers_oldest_ns(&answers), 4);
    cr_expect(answers_take(&answers, third, true, &asked_ns));
}

Test(answers, a_refused_move_covers_nothing) {
    uint32_t first = answers_ask(&answers, true, 2);
    uint32_t second = answers_ask(&answers, true, 3);
    cr_expect(answers_take(&answers, second, false, &asked_ns));
    cr_expect(answers_take(&answers, first, true, &asked_ns));
}

Test(answers, asks_no_more_than_it_can_remember) {
    for (uint32_t i = 0; i < ANSWERS_MAX; i++) {
        cr_assert_eq(answers_ask(&answers, false, 1), i + 1);
    }
    cr_expect_eq(answers_ask(&answers, false, 1), 0);
    cr_expect(answers_take(&answers, 1, true, &asked_ns));
    cr_expect_eq(answers_ask(&answers, false, 1), ANSWERS_MAX + 1);
}

#include "pbd/parameter.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

static const float choices[] = {60, 120, 240};

static const struct pbd_parameter real = {
    .name = "real", .kind = PBD_FLOAT, .min = -1.5f, .max = 2.0f};
static const struct pbd_parameter whole = {.name = "whole", .kind = PBD_INT, .min = 1, .max = 200};
static const struct pbd_parameter yes_no = {.name = "yes_no", .kind = PBD_BOOL, .min = 0, .max = 1};
static const struct pbd_parameter choice = {.name = "choice",
                                            .kind = PBD_CHOICE,
                                            .min = 60,
                                            .max = 240,
                                            .choices = choices,
                                            .choice_count = 3};

Test(parameter, takes_the_ends_of_its_range_and_what_is_between) {
    cr_assert(pbd_parameter_accepts(&real, -1.5f));
    cr_assert(pbd_parameter_accepts(&real, 2.0f));
    cr_assert(pbd_parameter_accepts(&real, 0.0f));
    cr_assert(pbd_parameter_accepts(&real, 0.123f));
    cr_assert(pbd_parameter_accepts(&whole, 1.0f));
    cr_assert(pbd_parameter_accepts(&whole, 200.0f));
}

Test(parameter, refuses_what_is_outside_by_one_bit) {
    cr_assert_not(pbd_parameter_accepts(&real, nextafterf(-1.5f, -2.0f)));
    cr_assert_not(pbd_parameter_accepts(&real, nextafterf(2.0f, 3.0f)));
    cr_assert_not(pbd_parameter_accepts(&whole, 0.0f));
    cr_assert_not(pbd_parameter_accepts(&whole, 201.0f));
    cr_assert_not(pbd_parameter_accepts(&yes_no, 2.0f));
    cr_assert_not(pbd_parameter_accepts(&yes_no, -1.0f));
}

Test(parameter, refuses_what_is_no_ordinary_number) {
    const struct pbd_parameter *all[] = {&real, &whole, &yes_no, &choice};
    const float strange[] = {NAN,     -NAN,   INFINITY,      -INFINITY,
                             1e38f,   -1e38f, FLT_MAX,       0.5f * FLT_MIN,
                             -1e-40f, 1e-45f, 2147483648.0f, -2147483904.0f};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        for (unsigned k = 0; k < sizeof strange / sizeof strange[0]; k++) {
            cr_assert_not(pbd_parameter_accepts(all[i], strange[k]), "%s %g", all[i]->name,
                          (double)strange[k]);
        }
    }
    cr_assert(pbd_parameter_accepts(&real, FLT_MIN)); // the smallest ordinary number
}

Test(parameter, whole_numbers_must_be_whole) {
    cr_assert_not(pbd_parameter_accepts(&whole, 1.5f));
    cr_assert_not(pbd_parameter_accepts(&whole, nextafterf(7.0f, 8.0f)));
    cr_assert(pbd_parameter_accepts(&whole, 7.0f));
}

Test(parameter, a_switch_is_0_or_1) {
    cr_assert(pbd_parameter_accepts(&yes_no, 0.0f));
    cr_assert(pbd_parameter_accepts(&yes_no, 1.0f));
    cr_assert_not(pbd_parameter_accepts(&yes_no, 0.5f));
}

Test(parameter, a_choice_must_be_one_of_the_choices) {
    cr_assert(pbd_parameter_accepts(&choice, 60.0f));
    cr_assert(pbd_parameter_accepts(&choice, 240.0f));
    cr_assert_not(pbd_parameter_accepts(&choice, 100.0f));
    cr_assert_not(pbd_parameter_accepts(&choice, 480.0f));
}

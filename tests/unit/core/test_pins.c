// The forces on pins.
#include <criterion/criterion.h>
#include <math.h>

#include "golden_script.h"
#include "pbd/measure.h"
#include "pbd/state.h"
#include "worlds.h"

static double measured(const struct pbd_world *world, enum pbd_measure measure) {
    double values[PBD_MEASURE_COUNT];
    pbd_world_measure(world, values);
    return values[measure];
}

// Runs on to rest, and notes the last step.
static void settle(struct pbd_world *world, double seconds) {
    run_for(world, seconds);
    pbd_world_note_forces(world, true);
    run_steps(world, 1);
}

static void assert_force(const struct pbd_world *world, uint32_t pin, double x, double y, double z,
                         double tolerance) {
    const float *forces = pbd_world_pin_forces(world);
    cr_assert(forces != NULL && pin < pbd_world_pin_count(world));
    cr_assert_float_eq(forces[3 * pin], x, tolerance, "x of %u: %g", pin, (double)forces[3 * pin]);
    cr_assert_float_eq(forces[3 * pin + 1], y, tolerance, "y of %u: %g", pin,
                       (double)forces[3 * pin + 1]);
    cr_assert_float_eq(forces[3 * pin + 2], z, tolerance, "z of %u: %g", pin,
                       (double)forces[3 * pin + 2]);
}

// What hangs still pulls with its weight, to a ten-thousandth, in whatever way it is stepped. From
// step to step the pull wavers as positions are rounded, at high rates by half a thousandth.
Test(pins, a_hanging_chain_pulls_with_its_weight) {
    const char *const ways[] = {
        "iterations=1",
        "iterations=20",
        "substeps=4",
        "rate=960 iterations=40",
        "stiffness=0.5",
        "compliance=0.00001",
        "tethers=1",
        "bending=0.5",
        "stepping=1 rate=240 iterations=3",
        "stepping=2 rate=960 spring=20000",
        "stepping=2 rate=960 spring=20000 substeps=2",
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct pbd_world *world =
            world_of("chain", "links=10 angle=0 tip_mass=5 damping=2 rekick=0 %s", ways[i]);
        settle(world, 40.0);
        double sum = 0.0;
        for (int k = 0; k < 60; k++) {
            run_steps(world, 1);
            assert_force(world, 0, 0.0, -14.0 * G, 0.0, 14.0 * G * 1e-3);
            sum += measured(world, PBD_MEASURE_TENSION) / 60.0;
        }
        cr_assert_float_eq(sum, 14.0 * G, 14.0 * G * 1e-4, "%s: %g", ways[i], sum);
        pbd_world_destroy(world);
    }
}

// ... and so does a rope on both pins, drawn inwards by H = h × the weight of a bead.
Test(pins, a_hanging_rope_pulls_both_pins_down_and_inwards) {
    const char *const ways[] = {"rate=240 iterations=60", "rate=240 iterations=3 stepping=1",
                                "rate=240 iterations=60 tethers=1"};
    for (size_t i = 0; i < 3; i++) {
        struct pbd_world *world =
            world_of("rope", "links=20 span=1 length=1.2 damping=2 bead_mass=0.5 %s", ways[i]);
        settle(world, 40.0);
        double weight = 19.0 * 0.5 * G;
        double inwards = measured(world, PBD_MEASURE_CATENARY_H) * 0.5 * G;
        cr_assert(pbd_world_pin_count(world) == 2);
        assert_force(world, 0, inwards, -0.5 * weight, 0.0, weight * 0.005);
        assert_force(world, 1, -inwards, -0.5 * weight, 0.0, weight * 0.005);
        const float *forces = pbd_world_pin_forces(world);
        cr_assert_float_eq(forces[1] + forces[4], -weight, weight * 1e-4, "%s", ways[i]);
        pbd_world_destroy(world);
    }
}

// A cloth: one pin after another along the rail, and their sum is its weight. With bending, hinges
// join two pins each and share what they give.
Test(pins, a_hanging_cloth_pulls_with_its_weight_in_both_forms) {
    const char *const ways[] = {"rate=60", "rate=240 substeps=2", "rate=60 bending=0.3",
                                "rate=60 tethers=1"};
    for (size_t i = 0; i < 4; i++) {
        struct pbd_world *world =
            world_of("cloth", "columns=8 rows=6 breeze=0 damping=3 particle_mass=0.02 %s", ways[i]);
        settle(world, 30.0);
        double weight = 9.0 * 6.0 * 0.02 * G;
        double sum = 0.0;
        const float *forces = pbd_world_pin_forces(world);
        cr_assert(pbd_world_pin_count(world) == 9);
        for (uint32_t pin = 0; pin < 9; pin++) {
            sum += (double)forces[3 * pin + 1];
            cr_assert_lt(forces[3 * pin + 1], 0.0f);
        }
        cr_assert_float_eq(sum, -weight, weight * 2e-3, "%s: %g of %g", ways[i], sum, -weight);
        pbd_world_destroy(world);
    }
}

// A bead that is whirled: m v²/r besides its weight.
Test(pins, a_whirled_bead_pulls_outwards) {
    const struct body_particle particles[] = {{{0, 2, 0}, {0}, 0}, {{0.5f, 2, 0}, {0, 0, 3}, 2}};
    const struct body_pair links[] = {{0, 1, 0.5f}};
    const struct body body = {
        .particles = particles, .particle_count = 2, .links = links, .link_count = 1};
    struct pbd_world *world = body_world(&body, "gravity=0 rate=960 iterations=10");
    pbd_world_note_forces(world, true);
    run_steps(world, 2); // the first has half of it: it begins on the circle, with a straight way
    double outwards = 2.0 * 3.0 * 3.0 / 0.5;
    assert_force(world, 0, outwards, 0.0, 2.0 * 6.0 / 960.0 * outwards, 0.01 * outwards);
    cr_assert_float_eq(measured(world, PBD_MEASURE_TENSION), outwards, 0.01 * outwards);
    pbd_world_destroy(world);
}

// A mass on two pins through one bend: it hangs by both alike.
static void add_bend(struct pbd_builder *builder) {
    pbd_builder_bend(builder, 0, 1, 2, 0.0f);
}

Test(pins, two_pins_of_one_constraint_share_its_force) {
    const struct body_particle particles[] = {
        {{-1, 2, 0}, {0}, 0}, {{0, 2, 0}, {0}, 3}, {{1, 2, 0}, {0}, 0}};
    const struct body body = {.particles = particles,
                              .particle_count = 3,
                              .more = {.of = {[PBD_BEND] = 1}},
                              .build_more = add_bend};
    struct pbd_world *world = body_world(&body, "bending=1 damping=5");
    settle(world, 10.0);
    assert_force(world, 0, 0.0, -1.5 * G, 0.0, 1e-3);
    assert_force(world, 1, 0.0, -1.5 * G, 0.0, 1e-3);
    pbd_world_destroy(world);
}

// A hand that holds the weight takes it off the pin.
Test(pins, a_hand_relieves_the_pin) {
    struct pbd_world *world = world_of("chain", "links=1 angle=0 damping=5 hand_compliance=0.0002");
    const float lifted_m = 8.0f / PBD_TARGET_STEPS_PER_M;
    apply(world, grab_command(1, 1, 0.0f, 0.5f + lifted_m, 0.0f));
    settle(world, 10.0);
    double pull = (0.5 + (double)lifted_m - (double)position(world, 1)[1]) / 0.0002;
    cr_assert_gt(pull, 0.4 * G);
    cr_assert_float_eq(measured(world, PBD_MEASURE_TENSION), G - pull, 0.005, "%g for %g",
                       measured(world, PBD_MEASURE_TENSION), G - pull);
    apply(world, release_command(1));
    settle(world, 10.0);
    cr_assert_float_eq(measured(world, PBD_MEASURE_TENSION), G, 1e-3);
    pbd_world_destroy(world);
}

// A live parameter may make a pin of a particle and let it go again.
static void pin_the_middle(const float *values, struct pbd_builder *builder) {
    pbd_builder_set_mass(builder, 1, values[PBD_SPRING] > 20000.0f ? 0.0f : 2.0f);
}

Test(pins, are_those_that_are_pins_now) {
    const struct body_particle particles[] = {
        {{0, 3, 0}, {0}, 0}, {{0, 2, 0}, {0}, 2}, {{0, 1, 0}, {0}, 3}};
    const struct body_pair links[] = {{0, 1, 1}, {1, 2, 1}};
    const struct body body = {
        .particles = particles, .particle_count = 3, .links = links, .link_count = 2};
    struct pbd_scene scene = *scene_of_body(&body);
    scene.refresh = pin_the_middle;
    struct pbd_world_def def = def_of(&scene, "damping=5");
    struct pbd_world *world = NULL;
    cr_assert(pbd_world_create(&def, &world) == PBD_OK);
    settle(world, 10.0);
    cr_assert(pbd_world_pin_count(world) == 1);
    assert_force(world, 0, 0.0, -5.0 * G, 0.0, 0.01);
    apply(world, set_command(world, "spring", 30000.0f));
    settle(world, 10.0);
    cr_assert(pbd_world_pin_count(world) == 2);
    assert_force(world, 0, 0.0, 0.0, 0.0, 1e-6);
    assert_force(world, 1, 0.0, -3.0 * G, 0.0, 0.01);
    apply(world, set_command(world, "spring", 10000.0f));
    settle(world, 10.0);
    cr_assert(pbd_world_pin_count(world) == 1);
    assert_force(world, 0, 0.0, -5.0 * G, 0.0, 0.01);
    pbd_world_destroy(world);
}

Test(pins, nothing_is_told_before_it_is_noted) {
    struct pbd_world *world = world_of("chain", "links=3");
    run_steps(world, 10);
    cr_assert(pbd_world_pin_forces(world) == NULL);
    cr_assert(isnan(measured(world, PBD_MEASURE_TENSION)));
    pbd_world_note_forces(world, true);
    cr_assert(pbd_world_pin_forces(world) == NULL, "no step has noted any yet");
    run_steps(world, 1);
    cr_assert(pbd_world_pin_forces(world) != NULL);
    apply(world, set_command(world, "links", 5.0f)); // another world, where it goes on
    cr_assert(pbd_world_pin_forces(world) == NULL);
    run_steps(world, 1);
    cr_assert(pbd_world_pin_forces(world) != NULL);
    pbd_world_note_forces(world, false);
    cr_assert(pbd_world_pin_forces(world) == NULL, "old forces are not shown for new");
    pbd_world_destroy(world);
}

static void note(struct pbd_world *world, uint32_t step) {
    pbd_world_note_forces(world,
                          step % 100 != 99); // off now and then, which must not matter either
    double values[PBD_MEASURE_COUNT];
    pbd_world_measure(world, values);
}

// All scenes, forms and steppings, with hands, wind and contacts.
Test(pins, noting_and_measuring_change_no_bit) {
    for (uint32_t i = 0; i < GOLDEN_COUNT; i++) {
        cr_assert(golden_run_watched(i, (struct golden_watcher){.before = note}) == goldens[i].hash,
                  "%s", goldens[i].name);
    }
}

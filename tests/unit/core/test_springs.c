#include "springs.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "pbd/state.h"
#include "worlds.h"

static void add_ceiling(struct pbd_builder *builder) {
    pbd_builder_ceiling(builder, 2, 3, 1.0f);
}

// A bead on a spring: x″ = −(k/m) x − g, by symplectic Euler as exactly as it is defined.
Test(springs, swing_as_symplectic_eulers_do) {
    struct pbd_world *world =
        world_of("chain", "links=%d length=1 angle=0 rekick=0 rate=960 stepping=2 spring=100", 1);
    double h = 1.0 / 960.0, stretch = 0.0, v = 0.0, worst = 0.0;
    for (int step = 0; step < 960; step++) {
        v += h * (G - 100.0 * stretch);
        stretch += h * v;
        pbd_world_step(world);
        double is = (double)position(world, 0)[1] - (double)position(world, 1)[1] - 1.0;
        worst = fmax(worst, fabs(is - stretch));
    }
    cr_assert(worst < 1e-4, "%g m off", worst);
    pbd_world_destroy(world);
}

// Two free pairs, one on a floor and one on a ceiling, each a tenth off to either side.
Test(springs, of_floors_only_push_and_of_ceilings_only_pull) {
    for (int side = 0; side < 2; side++) {
        float far = side == 0 ? 0.9f : 1.1f;
        const struct body_particle particles[] = {
            {{0, 1, 0}, {0}, 1}, {{far, 1, 0}, {0}, 1}, {{0, 2, 0}, {0}, 1}, {{far, 2, 0}, {0}, 1}};
        const struct body_pair floor = {0, 1, 1.0f};
        const struct body body = {.particles = particles,
                                  .particle_count = 4,
                                  .floors = &floor,
                                  .floor_count = 1,
                                  .more = {.of = {[PBD_CEILING] = 1}},
                                  .build_more = add_ceiling};
        struct pbd_world *world = body_world(&body, "stepping=2 spring=%d gravity=0", 100);
        run_steps(world, 5);
        bool pushed = fabsf(position(world, 0)[0]) > 1e-3f;
        bool pulled = fabsf(position(world, 2)[0]) > 1e-3f;
        cr_assert(pushed == (side == 0) && pulled == (side == 1));
        pbd_world_destroy(world);
    }
}

Test(springs, burst_when_too_stiff_for_the_step_and_say_so) {
    struct pbd_world *world = world_of("chain", "links=%d stepping=2 spring=100000", 20);
    for (int i = 0; i < 600 && !pbd_world_has_burst(world); i++) {
        pbd_world_step(world);
    }
    cr_assert(pbd_world_has_burst(world), "k h²/m is 28, far above 1");
    cr_assert(is_finite_and_bounded(world));
    float held[3] = {position(world, 20)[0], position(world, 20)[1], position(world, 20)[2]};
    uint64_t steps = pbd_world_steps(world);
    run_steps(world, 10);
    cr_assert(pbd_world_steps(world) == steps + 10, "time goes on");
    for (uint32_t c = 0; c < 3; c++) {
        cr_assert(position(world, 20)[c] == held[c], "nothing moves");
    }
    pbd_world_destroy(world);
}

Test(springs, hold_when_soft_enough) {
    struct pbd_world *world = world_of("chain", "links=%d stepping=2 spring=2000 damping=1", 20);
    run_for(world, 30.0);
    cr_assert_not(pbd_world_has_burst(world));
    cr_assert(worst_stretch(world) < 0.2 / 2.0 * 20.0, "%g", worst_stretch(world));
    pbd_world_destroy(world);
}

Test(springs, that_burst_move_again_after_a_reset_or_another_stepping) {
    for (int way = 0; way < 2; way++) {
        struct pbd_world *world = world_of("chain", "links=%d stepping=2 spring=1000000", 20);
        run_for(world, 5.0);
        cr_assert(pbd_world_has_burst(world));
        if (way == 0) {
            apply(world, (struct pbd_command){.kind = PBD_RESET});
            cr_assert_not(pbd_world_has_burst(world));
            cr_assert(worst_stretch(world) < 1e-3);
        } else {
            apply(world, set_command(world, "stepping", 0));
            cr_assert_not(pbd_world_has_burst(world));
            run_for(world, 20.0);
            cr_assert(worst_stretch(world) < 0.5, "PBD gathers it: %g", worst_stretch(world));
        }
        pbd_world_destroy(world);
    }
}

Test(springs, that_burst_move_again_when_a_change_of_iterations_kicks_the_chain) {
    struct pbd_world *world = world_of("chain", "links=%d stepping=2 spring=1000000", 20);
    run_for(world, 5.0);
    cr_assert(pbd_world_has_burst(world));
    cr_assert(apply(world, set_command(world, "iterations", 30)).rekicked);
    cr_assert_not(pbd_world_has_burst(world));
    pbd_world_destroy(world);
}

// ---- springs that a scene builds ---------------------------------------------------------------

// Two chains of three links side by side: particles 0 … 3 by projections, 4 … 7 by springs.
static void add_spring_chain(struct pbd_builder *builder) {
    pbd_builder_springs(builder);
    for (uint32_t i = 4; i < 7; i++) {
        pbd_builder_link(builder, i, i + 1, 0.5f);
    }
}

static const struct body *two_chains(bool grid_cloth) {
    static struct body_particle particles[8];
    static const struct body_pair links[] = {{0, 1, 0.5f}, {1, 2, 0.5f}, {2, 3, 0.5f}};
    static struct body body;
    for (uint32_t i = 0; i < 8; i++) {
        float along = 0.5f * (float)(i % 4);
        particles[i] = (struct body_particle){
            {along, 2.0f, i < 4 ? -0.2f : 0.2f}, {0}, i % 4 == 0 ? 0.0f : 1.0f};
    }
    body = (struct body){.particles = particles,
                         .particle_count = 8,
                         .links = links,
                         .link_count = 3,
                         .grid_cloth = grid_cloth,
                         .more = {.of = {[PBD_LINK] = 3}},
                         .build_more = add_spring_chain};
    return &body;
}

// Those are the very bits of the chain as PBD_SPRINGS, beside a chain that is projected as ever.
Test(springs, of_a_scene_act_in_every_stepping_beside_links_that_are_projected) {
    struct pbd_world *mixed = body_world(two_chains(false), "spring=%d rate=240", 1500);
    struct pbd_world *springs =
        body_world(two_chains(false), "spring=%d rate=240 stepping=2", 1500);
    cr_assert(pbd_world_spring_count(mixed) == 3 && pbd_world_link_count(mixed) == 6);
    run_for(mixed, 2.0);
    run_for(springs, 2.0);
    for (uint32_t i = 5; i < 8; i++) {
        cr_assert(memcmp(position(mixed, i), position(springs, i), 3 * sizeof(float)) == 0);
        cr_assert(memcmp(position(mixed, i - 4), position(springs, i - 4), 2 * sizeof(float)) != 0);
    }
    const struct body alone = {.particles = two_chains(false)->particles,
                               .particle_count = 4,
                               .links = two_chains(false)->links,
                               .link_count = 3};
    struct pbd_world *projected = body_world(&alone, "spring=%d rate=240", 1500);
    run_for(projected, 2.0);
    for (uint32_t i = 0; i < 4; i++) {
        cr_assert(memcmp(position(mixed, i), position(projected, i), 3 * sizeof(float)) == 0);
    }
    pbd_world_destroy(mixed);
    pbd_world_destroy(springs);
    pbd_world_destroy(projected);
}

Test(springs, of_a_scene_that_burst_stand_still_while_the_others_go_on) {
    for (int plain = 0; plain < 2; plain++) {
        struct pbd_world *world = body_world(two_chains(plain == 1), "spring=%d", 1000000);
        for (int i = 0; i < 600 && !pbd_world_has_burst(world); i++) {
            pbd_world_step(world);
        }
        cr_assert(pbd_world_has_burst(world), "k h²/m is 280");
        float held[12], swinging[3];
        memcpy(held, position(world, 4), sizeof held);
        memcpy(swinging, position(world, 3), sizeof swinging);
        apply(world, grab_command(1, 6, 0.0f, 1.0f, 0.0f));
        for (int i = 0; i < 300; i++) {
            pbd_world_step(world);
            cr_assert(memcmp(held, position(world, 4), sizeof held) == 0, "nor by a hand");
            cr_assert(speed(world, 6) == 0.0 && speed(world, 3) <= PBD_SPEED_MAX * 1.00001);
        }
        cr_assert(memcmp(swinging, position(world, 3), sizeof swinging) != 0);
        for (uint32_t i = 0; i < 3; i++) {
            cr_assert(link_length(world, i) < 0.6, "projected links hold");
        }
        cr_assert(is_finite_and_bounded(world) && pbd_world_has_burst(world));
        pbd_world_destroy(world);
    }
}

// Another stepping does not gather them; as PBD_SPRINGS the others burst too.
Test(springs, of_a_scene_that_burst_move_again_after_a_reset_alone) {
    struct pbd_world *world = body_world(two_chains(false), "spring=%d", 1000000);
    run_for(world, 5.0);
    cr_assert(pbd_world_has_burst(world));
    apply(world, set_command(world, "stepping", (float)PBD_DIRECT));
    cr_assert(pbd_world_has_burst(world));
    apply(world, set_command(world, "stepping", (float)PBD_SPRINGS));
    run_for(world, 5.0);
    cr_assert(fastest(world) == 0.0, "all of it has burst");
    apply(world, set_command(world, "stepping", (float)PBD_SWEEPS));
    cr_assert(pbd_world_has_burst(world), "its own springs still have");
    float held[3];
    memcpy(held, position(world, 6), sizeof held);
    run_for(world, 10.0);
    cr_assert(memcmp(held, position(world, 6), sizeof held) == 0);
    cr_assert(link_length(world, 0) < 0.6, "what is projected is gathered");
    apply(world, (struct pbd_command){.kind = PBD_RESET});
    cr_assert_not(pbd_world_has_burst(world));
    cr_assert(worst_stretch(world) < 1e-6);
    pbd_world_destroy(world);
}

Test(springs, of_a_scene_are_not_held_to_the_speed_cap_where_links_touch) {
    struct body body = *two_chains(false);
    body.more.links_touch = 1;
    struct pbd_world *world = body_world(&body, "spring=%d", 20000);
    double most = 0.0;
    for (int i = 0; i < 600 && !pbd_world_has_burst(world); i++) {
        pbd_world_step(world);
        most = fmax(most, speed(world, 6));
        for (uint32_t k = 0; k < 3; k++) {
            cr_assert(link_length(world, k) < 0.6, "and the others are not slowed with them");
        }
    }
    cr_assert(pbd_world_has_burst(world) && most > 2.0 * (double)PBD_SPEED_MAX, "%g m/s", most);
    cr_assert(pbd_world_counters(world).speed_clamps == 0);
    pbd_world_destroy(world);
}

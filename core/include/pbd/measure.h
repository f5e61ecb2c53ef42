// Measurements: what can be read off a world between two steps.
//
// Measuring changes nothing: neither the state nor one bit of what follows. Scalars are computed in
// double precision of + − × ÷ √ alone (penetration in single), so that every machine reads the same
// figures; only the times are a machine's own.
//
//     pbd_world_note_forces(world, true);           // from now on steps note the pull on pins
//     pbd_world_step(world);
//     double values[PBD_MEASURE_COUNT];
//     pbd_world_measure(world, values);             // NaN: does not apply to this world
//     pbd_world_restart_timing(world);
#ifndef PBD_MEASURE_H
#define PBD_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "pbd/world.h"

// ---- scalars -----------------------------------------------------------------------------------

// X(enum, name on the wire, title for people, SI unit)
#define PBD_MEASURES(X)                                                                            \
    X(STRETCH_MEAN, "stretch_mean", "Mean stretch", "")                                            \
    X(STRETCH_MAX, "stretch_max", "Largest stretch", "")                                           \
    X(ENERGY_KINETIC, "energy_kinetic", "Kinetic energy", "J")                                     \
    X(ENERGY_POTENTIAL, "energy_potential", "Potential energy", "J")                               \
    X(ENERGY_TOTAL, "energy_total", "Total energy", "J")                                           \
    X(MOMENTUM_X, "momentum_x", "Momentum, x", "kg m/s")                                           \
    X(MOMENTUM_Y, "momentum_y", "Momentum, y", "kg m/s")                                           \
    X(MOMENTUM_Z, "momentum_z", "Momentum, z", "kg m/s")                                           \
    X(ANGULAR_X, "angular_x", "Angular momentum, x", "kg m²/s")                                    \
    X(ANGULAR_Y, "angular_y", "Angular momentum, y", "kg m²/s")                                    \
    X(ANGULAR_Z, "angular_z", "Angular momentum, z", "kg m²/s")                                    \
    X(TENSION, "tension", "Largest pull on a pin", "N")                                            \
    X(PENETRATION, "penetration", "Deepest penetration", "m")                                      \
    X(SAG, "sag", "Sag", "m")                                                                      \
    X(CATENARY_A, "catenary_a", "Catenary, a", "m")                                                \
    X(CATENARY_SAG, "catenary_sag", "Catenary, sag", "m")                                          \
    X(CATENARY_ERROR, "catenary_error", "Off the catenary by", "m")                                \
    X(CATENARY_DISCRETE_SAG, "catenary_discrete_sag", "Catenary of links, sag", "m")               \
    X(CATENARY_DISCRETE_ERROR, "catenary_discrete_error", "Off the catenary of links by", "m")     \
    X(CATENARY_H, "catenary_h", "Catenary of links, horizontal pull by weight of a bead", "")      \
    X(PARABOLA_SAG, "parabola_sag", "Parabola, sag", "m")                                          \
    X(PARABOLA_ERROR, "parabola_error", "Off the parabola by", "m")                                \
    X(DAMPING_TIME, "damping_time", "First harmonic dies away in", "s")                            \
    X(STEP_US, "step_us", "Time for a step", "µs")                                                 \
    X(LINKS_US, "links_us", "Time for constraints", "µs")                                          \
    X(SPRINGS_US, "springs_us", "Time for springs", "µs")                                          \
    X(CONTACTS_US, "contacts_us", "Time for contacts", "µs")

enum pbd_measure {
#define X(id, name, title, unit) PBD_MEASURE_##id,
    PBD_MEASURES(X)
#undef X
        PBD_MEASURE_COUNT
};

struct pbd_measure_text {
    const char *name; // on the wire
    const char *title;
    const char *unit; // SI, "" for none
};
extern const struct pbd_measure_text pbd_measure_texts[PBD_MEASURE_COUNT];

// Fills values; NaN where a measure does not apply to this world, or is not noted:
//   tension     after a step with forces noted, in worlds with pins;
//   *_us        with a clock, after a step with forces noted.
void pbd_world_measure(const struct pbd_world *world, double values[PBD_MEASURE_COUNT]);

// ---- forces on pins, and times -----------------------------------------------------------------

// Whether steps note the pull on every pin and, given a clock, how long their parts take. Off at
// first; it costs nothing then. Neither part of the state nor of its bits, and it outlives a
// rebuild. It takes memory; without any nothing is noted.
void pbd_world_note_forces(struct pbd_world *world, bool on);
// How many particles are pins now.
uint32_t pbd_world_pin_count(const struct pbd_world *world);
// [pins in order of their numbers][3] N: what the constraints pulled each pin with during the last
// step, averaged over its substeps. NULL before a step has noted any. Valid until the next step,
// command or destruction.
const float *pbd_world_pin_forces(const struct pbd_world *world);
// The times are means over the steps since this was called, or since noting began.
void pbd_world_restart_timing(struct pbd_world *world);

// ---- harmonics and spectrum --------------------------------------------------------------------

// Frequencies of small swings that theory expects, Hz, lowest first: as many as are returned. 0
// where the scene has no closed form.
uint32_t pbd_world_harmonics(const struct pbd_world *world, double hz[PBD_HARMONICS_MAX]);

#define PBD_PROBE_S 4 // a probe looks back at least so long

// A probe remembers where one particle was at every step.
struct pbd_probe;

// A probe of this world as it is now: after a rebuild another is to be made. PBD_NO_SUCH_PARTICLE,
// PBD_NO_MEMORY. `allocator` NULL: malloc and free.
enum pbd_status pbd_probe_create(const struct pbd_world *world, uint32_t particle,
                                 const struct pbd_allocator *allocator, struct pbd_probe **probe);
void pbd_probe_destroy(struct pbd_probe *probe); // NULL is fine
uint32_t pbd_probe_particle(const struct pbd_probe *probe);
// To be called after every step of its world.
void pbd_probe_add(struct pbd_probe *probe, const struct pbd_world *world);

struct pbd_spectrum {
    double hz;               // width of a bin: the frequency of bin i is i hz
    uint32_t bins;           // N/2 + 1
    const float *amplitudes; // [bins] m, the probe's: valid until it is asked again
};
// Of the last N steps, N the power of two that spans at least PBD_PROBE_S. False, and nothing
// written, until N steps were added.
bool pbd_probe_spectrum(struct pbd_probe *probe, struct pbd_spectrum *spectrum);

#endif
